//! Code in colours: what each piece of a program is to a reader's eye, by the lexer of the reader.
//!
//! Cost: one pass over the text. It never fails: what can't be read stays plain.

use crate::syntax::lexer::{Fault, Kind, Lexer};

/// What a piece of code is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// A comment.
    Comment,
    /// A string, or codes.
    Text,
    /// A number.
    Number,
    /// An operator between a head and its body, a constraint, a cut, a word of the language.
    Keyword,
    /// The name of a call.
    Function,
    /// A variable.
    Variable,
    /// `true`, `fail`, a name in quotes.
    Constant,
    /// All else, blanks too.
    Plain,
}

impl Class {
    /// Its word, as style sheets have it; none for what is plain.
    #[must_use]
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::Comment => Some("comment"),
            Self::Text => Some("string"),
            Self::Number => Some("number"),
            Self::Keyword => Some("keyword"),
            Self::Function => Some("function"),
            Self::Variable => Some("variable"),
            Self::Constant => Some("constant"),
            Self::Plain => None,
        }
    }
}

/// Names that a reader's eye takes for words of the language.
const KEYWORDS: &[&str] = &[
    "is",
    "mod",
    "rem",
    "xor",
    "rdiv",
    "in",
    "ins",
    "dynamic",
    "discontiguous",
    "module",
    "use_module",
    "table",
    "initialization",
];
const CONSTANTS: &[&str] = &["true", "false", "fail", "otherwise"];
/// Operators between a head and its body, and in front of a goal.
const RULES: &[&str] = &[":-", "-->", "?-", "=>"];

/// What each piece of the code is, and how many bytes it has; together they are all of it.
#[must_use]
pub fn pieces(code: &str) -> Vec<(Class, usize)> {
    let mut lexer = Lexer::new(code);
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(read) = lexer.next() {
        let (class, start, end) = match read {
            Ok(token) => {
                let text = &code[token.start..token.end];
                let is_called = code[token.end..].starts_with('(');
                (class(token.kind, text, is_called), token.start, token.end)
            }
            Err(error) => {
                let class = match error.fault {
                    Fault::UnclosedComment => Class::Comment,
                    Fault::Unclosed(_) => Class::Text,
                    _ => Class::Plain,
                };
                (class, error.at, lexer.at())
            }
        };
        if start > at {
            pieces.push((Class::Plain, start - at));
        }
        pieces.push((class, end - start));
        at = end;
    }
    if at < code.len() {
        pieces.push((Class::Plain, code.len() - at));
    }
    pieces
}

fn class(kind: Kind, text: &str, is_called: bool) -> Class {
    match kind {
        Kind::Comment => Class::Comment,
        Kind::Text | Kind::Codes => Class::Text,
        Kind::Number => Class::Number,
        Kind::Variable => Class::Variable,
        Kind::Symbol if RULES.contains(&text) || text.starts_with('#') => Class::Keyword,
        Kind::Name if text == "!" => Class::Keyword,
        Kind::Name if KEYWORDS.contains(&text) => Class::Keyword,
        Kind::Name if CONSTANTS.contains(&text) => Class::Constant,
        Kind::Name | Kind::Quoted if is_called => Class::Function,
        Kind::Quoted => Class::Constant,
        _ => Class::Plain,
    }
}
