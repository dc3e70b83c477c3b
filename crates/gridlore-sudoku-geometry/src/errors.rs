//! Errors of the texts that this crate reads.

use gridlore_core::{ParseError, ParseErrorKind, Place};

pub(crate) const fn wrong(found: String, expected: String) -> ParseErrorKind {
    ParseErrorKind::Wrong { found, expected }
}

/// What is wrong with a text of one line, at a column from 1.
pub(crate) const fn at(column: usize, kind: ParseErrorKind) -> ParseError {
    ParseError { at: Place { line: 1, column }, kind }
}
