//! Problems as text: Knuth's format, which everything else is told in, the `.ec` files of the counters, and matrices of zeros and ones.

mod ec;
mod knuth;
mod matrix;

use crate::Problem;
use gridlore_core::{ParseError, ParseErrorKind, Place};

/// A problem that was read.
#[derive(Debug, Clone)]
pub struct Read {
    /// The problem.
    pub problem: Problem,
    /// Lines, from 1, whose option was left out because none of its items is primary.
    pub ignored: Vec<usize>,
}

/// Reads a problem in whatever format it is.
///
/// A text whose first word is `p`, perhaps after comments of `c`, with `ec` behind it is an `.ec` file; one of nothing but zeros and ones, all lines of the same length, is a matrix unless its first line could be
/// the items of Knuth's format: different names with blanks between. All else is Knuth's.
///
/// # Errors
/// Where the text is wrong, what was found and what was expected; faults that Knuth's programs have a message for begin with it.
pub fn parse(text: &str) -> Result<Read, ParseError> {
    if ec::is_it(text) {
        ec::parse(text)
    } else if matrix::is_it(text) {
        matrix::parse(text)
    } else {
        knuth::parse(text)
    }
}

pub use knuth::{option_text, to_knuth};

/// A word of a line, and its column from 1.
type Word<'a> = (usize, &'a str);

/// The words of a line.
fn words(line: &str) -> impl Iterator<Item = Word<'_>> {
    let start = line.as_ptr() as usize;
    line.split_ascii_whitespace().map(move |word| {
        let before = word.as_ptr() as usize - start;
        (line[..before].chars().count() + 1, word)
    })
}

fn known(
    line: usize,
    column: usize,
    fault: &'static str,
    found: &str,
    expected: impl Into<String>,
) -> ParseError {
    let found = if found.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", found.escape_debug()) };
    ParseError {
        at: Place { line, column },
        kind: ParseErrorKind::Known { fault, found, expected: expected.into() },
    }
}

fn wrong(line: usize, column: usize, found: &str, expected: impl Into<String>) -> ParseError {
    let found = if found.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", found.escape_debug()) };
    ParseError {
        at: Place { line, column },
        kind: ParseErrorKind::Wrong { found, expected: expected.into() },
    }
}
