//! Syntax highlighting with a scanner that knows only the form of comments, strings, numbers and
//! names in each language.
//!
//! It distinguishes comments, strings, numbers, keywords, names that are defined or called,
//! variables and constants. It never fails: code that it does not recognise stays plain. Cost: one
//! pass over the text.
//!
//! Lisps and Prolog have priority, because few highlighters support them; DESIGN.md lists the
//! alternatives that were tried. Types, scopes and indentation are not handled.

mod languages;

use crate::escape::Escaped;
use gridlore::prolog::colour::{self, Class};
use languages::{Family, LANGUAGES, Language};
use std::fmt::Write;

/// The kind of a piece of code, which determines its class in HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Plain,
    Comment,
    String,
    Number,
    Keyword,
    /// A name that is defined or called.
    Function,
    /// A variable in Prolog or in the shell.
    Variable,
    /// A literal name: `true`, `nil`, `:key`, a quoted symbol.
    Constant,
}

impl Token {
    const fn class(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Comment => "comment",
            Self::String => "string",
            Self::Number => "number",
            Self::Keyword => "keyword",
            Self::Function => "function",
            Self::Variable => "variable",
            Self::Constant => "constant",
        }
    }
}

impl From<Class> for Token {
    fn from(class: Class) -> Self {
        match class {
            Class::Plain => Self::Plain,
            Class::Comment => Self::Comment,
            Class::Text => Self::String,
            Class::Number => Self::Number,
            Class::Keyword => Self::Keyword,
            Class::Function => Self::Function,
            Class::Variable => Self::Variable,
            Class::Constant => Self::Constant,
        }
    }
}

/// Returns the code as HTML: escaped text, with the tokens in `<span class="...">`. `None` for an
/// unknown language.
pub(crate) fn highlight(language: &str, code: &str) -> Option<String> {
    let name = language.to_ascii_lowercase();
    let language = LANGUAGES.iter().find(|language| language.names.contains(&name.as_str()))?;
    let mut scanner = Scanner {
        language,
        rest: code,
        html: String::new(),
        run: (Token::Plain, String::new()),
        defines: false,
        last: '\n',
    };
    if language.family == Family::Prolog {
        colour::pieces(code).into_iter().for_each(|(class, length)| scanner.take(class.into(), length));
    }
    while !scanner.rest.is_empty() {
        let (token, length) = scanner.next();
        scanner.take(token, length);
    }
    scanner.flush();
    Some(scanner.html)
}

struct Scanner<'a> {
    language: &'static Language,
    rest: &'a str,
    html: String,
    /// The current run: adjacent tokens of one class share a span.
    run: (Token, String),
    /// Whether the next name is being defined.
    defines: bool,
    /// The character before `rest`.
    last: char,
}

impl Scanner<'_> {
    fn take(&mut self, token: Token, length: usize) {
        let (piece, rest) = self.rest.split_at(length);
        if token != self.run.0 {
            self.flush();
            self.run.0 = token;
        }
        self.run.1.push_str(piece);
        self.last = piece.chars().next_back().unwrap_or(self.last);
        self.rest = rest;
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.run.1);
        if text.is_empty() {
            return;
        }
        let _ = match self.run.0.class() {
            "" => write!(self.html, "{}", Escaped(&text)),
            class => write!(self.html, "<span class=\"{class}\">{}</span>", Escaped(&text)),
        };
    }

    /// Returns the next token and its length in bytes; at least one character.
    fn next(&mut self) -> (Token, usize) {
        let language = self.language;
        if let Some((open, close)) = language.block_comment
            && self.rest.starts_with(open)
        {
            return (Token::Comment, block_comment(self.rest, open, close));
        }
        let comment = language.line_comments.iter().any(|open| self.rest.starts_with(open));
        if comment
            && (language.family != Family::Shell || self.last.is_whitespace())
            && !(self.is("#") && self.preprocessor() > 0)
        {
            return (Token::Comment, self.rest.find('\n').unwrap_or(self.rest.len()));
        }
        if let Some(length) = self.special() {
            return length;
        }
        for quote in language.quotes {
            if self.rest.starts_with(quote) {
                let escapes = language.family != Family::Shell || *quote != "'";
                return (Token::String, quoted(self.rest, quote, escapes));
            }
        }
        let first = self.rest.chars().next().unwrap_or(' ');
        if first.is_ascii_digit()
            || (first == '-' && language.family == Family::Lisp && self.digit_after(1) && !self.in_name())
        {
            return (Token::Number, self.number());
        }
        let length = self.word(self.rest);
        if length > 0 && !self.in_name() {
            return (self.name(length), length);
        }
        (Token::Plain, length.max(first.len_utf8()))
    }

    fn is(&self, text: &str) -> bool {
        self.rest.starts_with(text)
    }

    /// Returns whether the previous character belongs to a name, which means that `rest` begins
    /// inside a name.
    fn in_name(&self) -> bool {
        self.in_word(self.last)
    }

    fn digit_after(&self, bytes: usize) -> bool {
        self.rest.as_bytes().get(bytes).is_some_and(u8::is_ascii_digit)
    }

    fn preprocessor(&self) -> usize {
        let found =
            self.language.keywords.iter().find(|word| word.starts_with('#') && self.rest.starts_with(*word));
        found.map_or(0, |word| word.len())
    }

    /// Returns the next token and its length if it is of a kind that only some languages have.
    fn special(&self) -> Option<(Token, usize)> {
        let mut characters = self.rest.chars();
        let (first, second) = (characters.next()?, characters.next());
        let third = characters.next();
        match self.language.family {
            Family::Lisp if first == '#' && second == Some('\\') => {
                let name = self.word(&self.rest[2..]).max(third.map_or(0, char::len_utf8));
                Some((Token::String, 2 + name))
            }
            // A Clojure character.
            Family::Lisp if first == '\\' => {
                Some((Token::String, 1 + self.word(&self.rest[1..]).max(second.map_or(0, char::len_utf8))))
            }
            Family::Lisp if first == ':' && !self.in_name() && self.word(&self.rest[1..]) > 0 => {
                Some((Token::Constant, 1 + self.word(&self.rest[1..])))
            }
            Family::Lisp if first == '\'' && self.word(&self.rest[1..]) > 0 => {
                Some((Token::Constant, 1 + self.word(&self.rest[1..])))
            }
            Family::Shell if first == '$' => {
                let length = match second {
                    Some('{') => self.rest.find('}').map_or(self.rest.len(), |end| end + 1),
                    Some(special) if "?!$#@*-0123456789".contains(special) => 2,
                    Some(letter) if letter.is_alphanumeric() || letter == '_' => {
                        1 + self.word(&self.rest[1..])
                    }
                    _ => return None,
                };
                Some((Token::Variable, length))
            }
            // A Rust lifetime or character.
            Family::Braces if first == '\'' && !self.language.quotes.contains(&"'") => {
                let inside = match second {
                    Some('\\') => {
                        let from = 2 + third.map_or(0, char::len_utf8);
                        self.rest[from..].find('\'').map(|end| from + end + 1)
                    }
                    Some(other) if third == Some('\'') => Some(2 + other.len_utf8()),
                    _ => None,
                };
                Some(inside.map_or_else(
                    || (Token::Constant, 1 + self.word(&self.rest[1..])),
                    |length| (Token::String, length.min(self.rest.len())),
                ))
            }
            Family::Braces if self.is("r#\"") && !self.in_name() => {
                Some((Token::String, self.rest[3..].find("\"#").map_or(self.rest.len(), |end| end + 5)))
            }
            Family::Braces if first == '#' && self.preprocessor() > 0 => {
                Some((Token::Keyword, self.preprocessor()))
            }
            Family::Braces if first == '@' && self.word(&self.rest[1..]) > 0 => {
                Some((Token::Function, 1 + self.word(&self.rest[1..])))
            }
            _ => None,
        }
    }

    fn in_word(&self, character: char) -> bool {
        character.is_alphanumeric()
            || character == '_'
            || (self.language.family == Family::Lisp && "-+*/<>=!?&.%$^~#".contains(character))
            || (self.language.family == Family::Shell && character == '-')
    }

    /// Returns the length in bytes of the name at the start of `text`.
    fn word(&self, text: &str) -> usize {
        let end = text.find(|character| !self.in_word(character)).unwrap_or(text.len());
        // The name in a Rust macro call ends with `!`.
        let macro_call = self.language.definers.contains(&"macro_rules!")
            && text[end..].starts_with('!')
            && !text[end..].starts_with("!=");
        if macro_call && end > 0 { end + 1 } else { end }
    }

    /// Returns the length in bytes of the number at the start of `rest`.
    fn number(&self) -> usize {
        let bytes = self.rest.as_bytes();
        let mut length = 1;
        while length < bytes.len() {
            let fraction = bytes[length] == b'.' && self.digit_after(length + 1);
            let exponent = matches!(bytes[length], b'+' | b'-')
                && matches!(bytes[length - 1], b'e' | b'E')
                && !self.is("0x");
            let ratio = bytes[length] == b'/' && self.language.family == Family::Lisp;
            if !(bytes[length].is_ascii_alphanumeric()
                || bytes[length] == b'_'
                || fraction
                || exponent
                || ratio)
            {
                break;
            }
            length += 1;
        }
        length
    }

    /// Returns the kind of the name in the first `length` bytes.
    fn name(&mut self, length: usize) -> Token {
        let (word, after) = self.rest.split_at(length);
        let language = self.language;
        if std::mem::take(&mut self.defines) {
            return Token::Function;
        }
        if language.definers.contains(&word) {
            self.defines = true;
            return Token::Keyword;
        }
        if language.constants.contains(&word) {
            return Token::Constant;
        }
        let calls = match language.family {
            Family::Lisp => self.last == '(',
            Family::Shell | Family::Prolog => false,
            Family::Braces => after.starts_with('('),
        };
        if language.keywords.contains(&word) && (language.family != Family::Lisp || calls || word == "else") {
            return Token::Keyword;
        }
        let is_macro = word.ends_with('!') && language.family == Family::Braces;
        if calls || is_macro { Token::Function } else { Token::Plain }
    }
}

/// Returns the length in bytes of the comment at the start of `text`. Comments nest if they open
/// with `#|`.
fn block_comment(text: &str, open: &str, close: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with(open) && (depth == 0 || open == "#|") {
            depth += 1;
            at += open.len();
        } else if text[at..].starts_with(close) {
            depth -= 1;
            at += close.len();
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Returns the length in bytes of the string at the start of `text`.
fn quoted(text: &str, quote: &str, escapes: bool) -> usize {
    let mut at = quote.len();
    while at < text.len() {
        if text[at..].starts_with(quote) {
            return at + quote.len();
        }
        let mut characters = text[at..].chars();
        let first = characters.next().map_or(1, char::len_utf8);
        let skips = escapes && text[at..].starts_with('\\');
        at += first + if skips { characters.next().map_or(0, char::len_utf8) } else { 0 };
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the tokens, each in brackets with the first letter of its class.
    fn check(language: &str, code: &str, expected: &str) {
        let html = highlight(language, code).expect("a known language");
        let mut text = html.replace("</span>", "]");
        for class in ["comment", "string", "number", "keyword", "function", "variable"] {
            text = text.replace(&format!("<span class=\"{class}\">"), &format!("[{}:", &class[..1]));
        }
        text = text.replace("<span class=\"constant\">", "[=:");
        assert_eq!(text, expected, "{language}");
    }

    #[test]
    fn prolog() {
        check(
            "prolog",
            "queens(N, Qs) :- length(Qs, N), Qs ins 1..N, % all\n  X #\\= 0'a, 'A b'(\"s\\\"\", foo, true). /* end",
            "[f:queens]([v:N], [v:Qs]) [k::-] [f:length]([v:Qs], [v:N]), [v:Qs] [k:ins] [n:1]..[v:N], [c:% all]\n  [v:X] [k:#\\=] [n:0&#39;a], [f:&#39;A b&#39;]([s:&quot;s\\&quot;&quot;], foo, [=:true]). [c:/* end]",
        );
    }

    #[test]
    fn lisps() {
        check(
            "clojure",
            "(defn solve [b] ; c\n (map #(inc %) (if b :key -1)) \\a \"s\")",
            "([k:defn] [f:solve] [b] [c:; c]\n ([f:map] #([f:inc] %) ([k:if] b [=::key] [n:-1])) [s:\\a] [s:&quot;s&quot;])",
        );
        check(
            "lisp",
            "(defun f (x &optional y) (let ((z 1/2)) (list 'x #\\a nil))) #| a #| b |# |# t",
            "([k:defun] [f:f] ([f:x] &amp;optional y) ([k:let] (([f:z] [n:1/2])) ([f:list] [=:&#39;x] [s:#\\a] [=:nil]))) [c:#| a #| b |# |#] [=:t]",
        );
        check(
            "scheme",
            "(define (f x) (cond ((= x 0) #t) (else (f (- x 1)))))",
            "([k:define] ([f:f] x) ([k:cond] (([f:=] x [n:0]) [=:#t]) ([k:else] ([f:f] ([f:-] x [n:1])))))",
        );
    }

    #[test]
    fn languages_with_braces() {
        check(
            "rust",
            "fn f<'a>(x: &'a str) -> u32 { let c = '\\''; println!(\"{x}\"); 0x1f } // c",
            "[k:fn] [f:f]&lt;[=:&#39;a]&gt;(x: &amp;[=:&#39;a] str) -&gt; u32 { [k:let] c = [s:&#39;\\&#39;&#39;]; [f:println!]([s:&quot;{x}&quot;]); [n:0x1f] } [c:// c]",
        );
        check(
            "python",
            "@cache\ndef f(x):\n    '''d'''\n    return x + 1.5e-3 # c",
            "[f:@cache]\n[k:def] [f:f](x):\n    [s:&#39;&#39;&#39;d&#39;&#39;&#39;]\n    [k:return] x + [n:1.5e-3] [c:# c]",
        );
        check("c", "#include <a>\nint main(void)", "[k:#include] &lt;a&gt;\n[k:int] [f:main]([k:void])");
        check("json", "{\"a\": [1, true]}", "{[s:&quot;a&quot;]: [[n:1], [=:true]]}");
    }

    #[test]
    fn the_shell() {
        check(
            "sh",
            "for i in $(seq 9); do echo \"$i\" ${x#y} | wc -l; done # c",
            "[k:for] i [k:in] $(seq [n:9]); [k:do] echo [s:&quot;$i&quot;] [v:${x#y}] | wc -l; [k:done] [c:# c]",
        );
    }

    #[test]
    fn an_unknown_language_is_none_and_no_text_is_lost() {
        assert_eq!(highlight("klingon", "x"), None);
        let odd = "\"open 'é\\";
        for language in LANGUAGES {
            for start in (0..odd.len()).filter(|&at| odd.is_char_boundary(at)) {
                let html = highlight(language.names[0], &odd[start..]).unwrap();
                let plain = html.replace("</span>", "").replace("&quot;", "\"").replace("&#39;", "'");
                let plain: String = plain
                    .split("<span")
                    .map(|part| part.split_once("\">").map_or(part, |(_, text)| text))
                    .collect();
                assert_eq!(plain, odd[start..], "{}", language.names[0]);
            }
        }
    }
}
