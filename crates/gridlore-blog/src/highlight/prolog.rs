//! Prolog in colours, by the lexer of its reader.

use super::Token;
use gridlore::prolog::lexer::{Fault, Kind, Lexer};

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
pub(super) fn pieces(code: &str) -> Vec<(Token, usize)> {
    let mut lexer = Lexer::new(code);
    let mut pieces = Vec::new();
    let mut at = 0;
    loop {
        let read = lexer.next();
        let (token, start, end) = match read {
            None => break,
            Some(Ok(token)) => {
                let text = &code[token.start..token.end];
                let called = code[token.end..].starts_with('(');
                (class(token.kind, text, called), token.start, token.end)
            }
            Some(Err(error)) => {
                let token = match error.fault {
                    Fault::UnclosedComment => Token::Comment,
                    Fault::Unclosed(_) => Token::String,
                    _ => Token::Plain,
                };
                (token, error.at, lexer.at())
            }
        };
        if start > at {
            pieces.push((Token::Plain, start - at));
        }
        pieces.push((token, end - start));
        at = end;
    }
    if at < code.len() {
        pieces.push((Token::Plain, code.len() - at));
    }
    pieces
}

fn class(kind: Kind, text: &str, called: bool) -> Token {
    match kind {
        Kind::Comment => Token::Comment,
        Kind::Text | Kind::Codes => Token::String,
        Kind::Number => Token::Number,
        Kind::Variable => Token::Variable,
        Kind::Symbol if RULES.contains(&text) || text.starts_with('#') => Token::Keyword,
        Kind::Name if text == "!" => Token::Keyword,
        Kind::Name if KEYWORDS.contains(&text) => Token::Keyword,
        Kind::Name if CONSTANTS.contains(&text) => Token::Constant,
        Kind::Name | Kind::Quoted if called => Token::Function,
        Kind::Quoted => Token::Constant,
        _ => Token::Plain,
    }
}
