//! Syntax colouring, based on the reader's lexer.
//!
//! Cost: one pass over the text. Colouring never fails: text that can't be read stays plain.

use crate::syntax::lexer::{Fault, Kind, Lexer};

/// The class of a piece of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// A comment.
    Comment,
    /// A string or a code list.
    Text,
    /// A number.
    Number,
    /// A neck operator, a constraint, a cut, or a keyword.
    Keyword,
    /// The functor of a goal or a compound term.
    Function,
    /// A variable.
    Variable,
    /// `true`, `fail`, or a quoted atom.
    Constant,
    /// Everything else, including blanks.
    Plain,
}

impl Class {
    /// Returns the class name in style sheets, or `None` for plain text.
    #[must_use]
    pub const fn css_class(self) -> Option<&'static str> {
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

/// Atoms that are shown as keywords.
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
/// Operators between head and body, or in front of a goal.
const NECK_OPERATORS: &[&str] = &[":-", "-->", "?-", "=>"];

/// Returns the class and the length in bytes of each piece; together, the pieces cover all of the
/// code.
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
        Kind::Symbol if NECK_OPERATORS.contains(&text) || text.starts_with('#') => Class::Keyword,
        Kind::Name if text == "!" => Class::Keyword,
        Kind::Name if KEYWORDS.contains(&text) => Class::Keyword,
        Kind::Name if CONSTANTS.contains(&text) => Class::Constant,
        Kind::Name | Kind::Quoted if is_called => Class::Function,
        Kind::Quoted => Class::Constant,
        _ => Class::Plain,
    }
}
