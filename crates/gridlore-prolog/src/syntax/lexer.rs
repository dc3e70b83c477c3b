//! The lexer, which produces Prolog tokens for the reader and for syntax colouring.
//!
//! ```text
//!   sudoku(Rows) :- length(Rows, 9).   % nine rows
//!   ^     ^^   ^ ^  ^     ^^   ^ ^^^   ^
//!   Name  |Var | |  Name  |Var | ||End Comment
//!         Call | Symbol   Call | |Close
//!              Close           | Number
//!                              Comma
//! ```
//!
//! The lexer only splits the text; quoted names and numbers are decoded later. Positions are byte
//! offsets. After an error, the lexer continues after the text that it could not read, so that
//! colouring can continue.
//!
//! Cost: one pass over the text.
//!
//! # Source
//! ISO/IEC 13211-1, 6.4, with the extensions of SWI-Prolog 9: digit groups, `1e10`, `1.0Inf`, and
//! escapes such as `\s` and `\u`.

use std::fmt;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An alphanumeric name such as `sudoku`, or a solo character: `!`, `;`.
    Name,
    /// A name made of symbol characters: `:-`, `#=`.
    Symbol,
    /// A quoted name: `'two words'`.
    Quoted,
    /// A variable: `Rows`, `_`, `_x`.
    Variable,
    /// A number: `9`, `0'a`, `0xff`, `16'ff`, `1_000`, `1.5e3`, `1.0Inf`.
    Number,
    /// A string: `"text"`.
    Text,
    /// A back-quoted code list.
    Codes,
    /// A `(` immediately after a name, which starts arguments.
    Call,
    /// Any other `(`.
    Open,
    /// `)`.
    Close,
    /// `[`.
    OpenList,
    /// `]`.
    CloseList,
    /// `{`.
    OpenCurly,
    /// `}`.
    CloseCurly,
    /// `,`.
    Comma,
    /// `|`.
    Bar,
    /// The full stop at the end of a clause.
    End,
    /// A comment.
    Comment,
}

/// A token and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// The kind.
    pub kind: Kind,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

/// The kind of a lexical error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A quote that is not closed.
    Unclosed(char),
    /// A comment that is not closed.
    UnclosedComment,
    /// A character that cannot start a token.
    Character(char),
    /// An unknown escape sequence, such as `\q`.
    Escape,
    /// An escape sequence whose code is not a character.
    Code,
    /// A line break in quotes without `\` before it.
    LineEnd,
}

/// A lexical error and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LexError {
    /// Byte offset.
    pub at: usize,
    /// The kind.
    pub fault: Fault,
}

impl fmt::Display for LexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            Fault::Unclosed(quote) => write!(f, "found an opening {quote}, expected a closing {quote}"),
            Fault::UnclosedComment => write!(f, "found /*, expected */ to close the comment"),
            Fault::Character(character) => {
                write!(f, "found '{}', expected the start of a term", character.escape_debug())
            }
            Fault::Escape => {
                write!(f, "found an unknown escape sequence, expected one such as \\n, \\\\, \\' or \\x41\\")
            }
            Fault::Code => {
                write!(
                    f,
                    "found an escape sequence for an invalid character code, expected a code up to 10FFFF"
                )
            }
            Fault::LineEnd => {
                write!(f, "found a line break inside quotes, expected \\n, or \\ before the line break")
            }
        }
    }
}

impl std::error::Error for LexError {}

const fn is_symbol(character: char) -> bool {
    matches!(
        character,
        '+' | '-' | '*' | '/' | '\\' | '^' | '<' | '>' | '=' | '~' | ':' | '.' | '?' | '@' | '#' | '&' | '$'
    )
}

fn is_letter(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

/// An iterator over the tokens of source text.
#[derive(Debug, Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Whether a `(` at this position would start the arguments of a compound.
    allows_arguments: bool,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer that starts at the beginning of the text.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0, allows_arguments: false }
    }

    /// Creates a lexer that starts at a byte offset, which must be a character boundary.
    #[must_use]
    pub const fn new_at(text: &'a str, at: usize) -> Self {
        Self { text, at, allows_arguments: false }
    }

    /// Returns the current byte offset.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns the character at this many bytes ahead.
    fn ahead(&self, bytes: usize) -> Option<char> {
        self.rest().get(bytes..)?.chars().next()
    }

    /// Skips the characters of a class.
    fn skip_while(&mut self, is_in: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|character| !is_in(character)).unwrap_or(rest.len());
    }

    fn token(&mut self, first: char, start: usize) -> Result<Kind, LexError> {
        let allows_arguments = std::mem::take(&mut self.allows_arguments);
        let one = match first {
            '(' if allows_arguments => Some(Kind::Call),
            '(' => Some(Kind::Open),
            ')' => Some(Kind::Close),
            '[' => Some(Kind::OpenList),
            ']' => Some(Kind::CloseList),
            '{' => Some(Kind::OpenCurly),
            '}' => Some(Kind::CloseCurly),
            ',' => Some(Kind::Comma),
            '|' if self.ahead(1) != Some('|') => Some(Kind::Bar),
            '!' | ';' => Some(Kind::Name),
            _ => None,
        };
        if let Some(kind) = one {
            self.at += 1;
            return Ok(kind);
        }
        match first {
            '|' => {
                self.at += 2;
                Ok(Kind::Symbol)
            }
            '%' => {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                Ok(Kind::Comment)
            }
            '/' if self.ahead(1) == Some('*') => {
                match self.rest().get(2..).and_then(|rest| rest.find("*/")) {
                    Some(length) => {
                        self.at += length + 4;
                        Ok(Kind::Comment)
                    }
                    None => {
                        self.at = self.text.len();
                        Err(LexError { at: start, fault: Fault::UnclosedComment })
                    }
                }
            }
            '.' if self.ahead(1).is_none_or(|next| next.is_whitespace() || next == '%') => {
                self.at += 1;
                Ok(Kind::End)
            }
            '\'' => self.quoted('\'', start).map(|()| Kind::Quoted),
            '"' => self.quoted('"', start).map(|()| Kind::Text),
            '`' => self.quoted('`', start).map(|()| Kind::Codes),
            '0'..='9' => {
                self.number();
                Ok(Kind::Number)
            }
            _ if is_letter(first) => {
                self.skip_while(is_letter);
                let is_variable = first == '_' || first.is_uppercase();
                Ok(if is_variable { Kind::Variable } else { Kind::Name })
            }
            _ if is_symbol(first) => {
                self.skip_while(is_symbol);
                Ok(Kind::Symbol)
            }
            _ => {
                self.at += first.len_utf8();
                Err(LexError { at: start, fault: Fault::Character(first) })
            }
        }
    }

    /// Skips to the end of quoted text; a doubled quote is part of the text.
    fn quoted(&mut self, quote: char, start: usize) -> Result<(), LexError> {
        self.at += 1;
        while let Some(character) = self.peek() {
            if character == '\\' {
                self.at += escape_length(self.rest());
                continue;
            }
            self.at += character.len_utf8();
            if character == quote {
                if self.peek() != Some(quote) {
                    return Ok(());
                }
                self.at += 1;
            }
        }
        Err(LexError { at: start, fault: Fault::Unclosed(quote) })
    }

    fn digits(&mut self, radix: u32) {
        loop {
            self.skip_while(|character| character.is_digit(radix));
            let continues =
                self.peek() == Some('_') && self.ahead(1).is_some_and(|next| next.is_digit(radix));
            if !continues {
                return;
            }
            self.at += 1;
        }
    }

    fn number(&mut self) {
        let rest = self.rest();
        if let Some(after) = rest.strip_prefix("0'") {
            // A character code. The quote is doubled, or single if that is unambiguous.
            let length = match after.chars().next() {
                Some('\\') => Some(escape_length(after)),
                Some('\'') => Some(if after.starts_with("''") { 2 } else { 1 }),
                Some(character) if character != '\n' => Some(character.len_utf8()),
                _ => None,
            };
            if let Some(length) = length {
                self.at += 2 + length;
                return;
            }
        }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
            if rest
                .strip_prefix(prefix)
                .and_then(|after| after.chars().next())
                .is_some_and(|next| next.is_digit(radix))
            {
                self.at += 2;
                self.digits(radix);
                return;
            }
        }
        let start = self.at;
        self.digits(10);
        let radix = self.text[start..self.at].parse::<u32>().ok().filter(|radix| (2..=36).contains(radix));
        if let Some(radix) = radix.filter(|_| self.peek() == Some('\''))
            && self.ahead(1).is_some_and(|next| next.is_digit(radix))
        {
            self.at += 1;
            self.digits(radix);
            return;
        }
        let mut is_float = false;
        if self.peek() == Some('.') && self.ahead(1).is_some_and(|next| next.is_ascii_digit()) {
            self.at += 1;
            self.skip_while(|character| character.is_ascii_digit());
            is_float = true;
        }
        if matches!(self.peek(), Some('e' | 'E')) {
            let sign = usize::from(matches!(self.ahead(1), Some('+' | '-')));
            if self.ahead(1 + sign).is_some_and(|next| next.is_ascii_digit()) {
                self.at += 1 + sign;
                self.skip_while(|character| character.is_ascii_digit());
                return;
            }
        }
        if is_float && (self.rest().starts_with("Inf") || self.rest().starts_with("NaN")) {
            self.at += 3;
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Result<Token, LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        let before = self.at;
        self.skip_while(char::is_whitespace);
        if self.at != before {
            self.allows_arguments = false;
        }
        let start = self.at;
        let first = self.peek()?;
        Some(self.token(first, start).map(|kind| {
            // A `(` directly after one of these tokens starts arguments. They include variables and
            // closing brackets, because some programs write a `(` there.
            self.allows_arguments = matches!(
                kind,
                Kind::Name
                    | Kind::Symbol
                    | Kind::Quoted
                    | Kind::Variable
                    | Kind::CloseList
                    | Kind::CloseCurly
            );
            Token { kind, start, end: self.at }
        }))
    }
}

/// Returns the length of an escape sequence in bytes, including `\`.
fn escape_length(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match characters.next() {
        Some((at, 'x' | '0'..='7')) => {
            let digits = text[at + 1..].find(|character: char| !character.is_ascii_hexdigit());
            let end = at + 1 + digits.unwrap_or(text.len() - at - 1);
            end + usize::from(text[end..].starts_with('\\'))
        }
        Some((at, letter @ ('u' | 'U'))) => {
            let count = if letter == 'u' { 4 } else { 8 };
            let digits = text[at + 1..].chars().take(count).take_while(char::is_ascii_hexdigit).count();
            at + 1 + digits
        }
        Some((at, character)) => at + character.len_utf8(),
        None => text.len(),
    }
}

/// Decodes the text of a token of kind `Quoted`, `Text` or `Codes`, or the part after `0'`. `at` is
/// the byte offset of the token in the whole text.
///
/// # Errors
/// Fails if there is an invalid escape sequence, or a line break without `\` before it.
pub fn unquoted(token: &str, at: usize) -> Result<String, LexError> {
    let quote = token.chars().next().unwrap_or('\'');
    let inner = token.get(1..token.len().saturating_sub(1)).unwrap_or("");
    let mut text = String::with_capacity(inner.len());
    let mut left = inner;
    while let Some(character) = left.chars().next() {
        let place = at + 1 + (inner.len() - left.len());
        let length = if character == '\\' {
            let (decoded, length) = decode_escape(left).map_err(|fault| LexError { at: place, fault })?;
            text.extend(decoded);
            length
        } else if character == '\n' {
            return Err(LexError { at: place, fault: Fault::LineEnd });
        } else {
            text.push(character);
            // A quote is written twice.
            character.len_utf8() * if character == quote { 2 } else { 1 }
        };
        left = left.get(length..).unwrap_or("");
    }
    Ok(text)
}

/// Decodes an escape sequence. Returns the character that it represents, if any, and its length in
/// bytes.
fn decode_escape(text: &str) -> Result<(Option<char>, usize), Fault> {
    let second = text.chars().nth(1).ok_or(Fault::Escape)?;
    let usual = match second {
        'a' => '\u{7}',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        'e' => '\u{1b}',
        's' => ' ',
        'z' => return Err(Fault::Escape),
        '\\' | '\'' | '"' | '`' => second,
        // A line continuation; `\c` also skips the blanks that follow.
        '\n' => return Ok((None, 2)),
        'c' => {
            let behind = &text[2..];
            return Ok((None, text.len() - behind.trim_start().len()));
        }
        'x' | '0'..='7' | 'u' | 'U' => {
            let length = escape_length(text);
            let from = if second.is_ascii_digit() { 1 } else { 2 };
            let digits = text[from..length].trim_end_matches('\\');
            let is_whole = match second {
                'u' => digits.len() == 4,
                'U' => digits.len() == 8,
                _ => !digits.is_empty(),
            };
            let radix = if second.is_ascii_digit() { 8 } else { 16 };
            let code = u32::from_str_radix(digits, radix).ok().filter(|_| is_whole).ok_or(Fault::Escape)?;
            return Ok((Some(char::from_u32(code).ok_or(Fault::Code)?), length));
        }
        _ => return Err(Fault::Escape),
    };
    Ok((Some(usual), 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the kind and text of each token.
    fn tokens(text: &str) -> Vec<(Kind, &str)> {
        Lexer::new(text)
            .map(|token| token.expect(text))
            .map(|token| (token.kind, &text[token.start..token.end]))
            .collect()
    }

    #[test]
    fn a_clause_is_split_into_tokens() {
        use Kind::{
            Bar, Call, Close, CloseList, Comma, Comment, End, Name, Number, OpenList, Symbol, Variable,
        };
        assert_eq!(
            tokens("blocks([A|_], 9) :- \\+ !, A #>= 1. % end"),
            [
                (Name, "blocks"),
                (Call, "("),
                (OpenList, "["),
                (Variable, "A"),
                (Bar, "|"),
                (Variable, "_"),
                (CloseList, "]"),
                (Comma, ","),
                (Number, "9"),
                (Close, ")"),
                (Symbol, ":-"),
                (Symbol, "\\+"),
                (Name, "!"),
                (Comma, ","),
                (Variable, "A"),
                (Symbol, "#>="),
                (Number, "1"),
                (End, "."),
                (Comment, "% end"),
            ]
        );
    }

    #[test]
    fn a_bracket_after_a_name_opens_arguments() {
        use Kind::{Call, Open};
        let brackets = |text: &str| -> Vec<Kind> {
            tokens(text).into_iter().map(|token| token.0).filter(|kind| matches!(kind, Call | Open)).collect()
        };
        assert_eq!(
            brackets("a(b) a (b) -(1) - (1) 'q'(x) 1(x) ((x)) !(x)"),
            [Call, Open, Call, Open, Call, Open, Open, Open, Call]
        );
    }

    #[test]
    fn numbers_of_every_kind() {
        for text in [
            "0",
            "42",
            "1_000_000",
            "0'a",
            "0'\\n",
            "0'\\x41\\",
            "0'''",
            "0' ",
            "0'é",
            "0x1F",
            "0o17",
            "0b101",
            "16'FF",
            "36'zz",
            "1.5",
            "1.5e10",
            "1.5E-3",
            "1e10",
            "1.0Inf",
            "1.5NaN",
            "2.0e+1",
        ] {
            assert_eq!(tokens(text), [(Number, text)]);
        }
        let kinds = |text: &str| -> Vec<Kind> { tokens(text).into_iter().map(|token| token.0).collect() };
        use Kind::{End, Name, Number, Symbol, Variable};
        assert_eq!(kinds("1. "), [Number, End]);
        assert_eq!(kinds("X..Y"), [Variable, Symbol, Variable]);
        assert_eq!(kinds("1..9."), [Number, Symbol, Number, End]);
        assert_eq!(kinds("0x"), [Number, Name]);
        assert_eq!(kinds("1e"), [Number, Name]);
        assert_eq!(kinds("1_a"), [Number, Variable]);
        assert_eq!(kinds("1Inf"), [Number, Variable]);
    }

    #[test]
    fn quoted_text_is_decoded() {
        let decoded = |text: &str| unquoted(text, 0);
        assert_eq!(decoded("'it''s'"), Ok("it's".to_owned()));
        assert_eq!(decoded("\"a\\tb\\\\\""), Ok("a\tb\\".to_owned()));
        assert_eq!(decoded("'\\x41\\\\101\\\\u00e9\\U0001F600'"), Ok("AAé😀".to_owned()));
        assert_eq!(decoded("'two \\\nlines'"), Ok("two lines".to_owned()));
        assert_eq!(decoded("'a\\c   b'"), Ok("ab".to_owned()));
        assert_eq!(decoded("`a``b`"), Ok("a`b".to_owned()));
        assert_eq!(decoded("'a\\qb'"), Err(LexError { at: 2, fault: Fault::Escape }));
        assert_eq!(decoded("'\\xD800\\'"), Err(LexError { at: 1, fault: Fault::Code }));
        assert_eq!(decoded("'a\nb'"), Err(LexError { at: 2, fault: Fault::LineEnd }));
        assert_eq!(tokens("'it''s' \"a\\\"b\""), [(Kind::Quoted, "'it''s'"), (Kind::Text, "\"a\\\"b\"")]);
    }

    #[test]
    fn the_lexer_continues_after_errors() {
        let mut lexer = Lexer::new("a ° b /* never");
        assert_eq!(lexer.next().map(|token| token.map(|token| token.kind)), Some(Ok(Kind::Name)));
        assert_eq!(lexer.next(), Some(Err(LexError { at: 2, fault: Fault::Character('°') })));
        assert_eq!(lexer.next(), Some(Ok(Token { kind: Kind::Name, start: 5, end: 6 })));
        assert_eq!(lexer.next(), Some(Err(LexError { at: 7, fault: Fault::UnclosedComment })));
        assert_eq!(lexer.next(), None);
        assert_eq!(Lexer::new("'a").next(), Some(Err(LexError { at: 0, fault: Fault::Unclosed('\'') })));
        assert_eq!(Lexer::new("'a\\").next(), Some(Err(LexError { at: 0, fault: Fault::Unclosed('\'') })));
    }
}
