//! Errors of the texts that this crate parses.

use gridlore_core::{ParseError, ParseErrorKind, Place};

/// The error that something was found where something else was expected.
pub(crate) const fn unexpected(found: String, expected: String) -> ParseErrorKind {
    ParseErrorKind::Wrong { found, expected }
}

/// An error in a text of one line, at a column from 1.
pub(crate) const fn at(column: usize, kind: ParseErrorKind) -> ParseError {
    ParseError { at: Place { line: 1, column }, kind }
}
