//! Errors in the text that this crate parses.

use gridlore_core::{ParseError, ParseErrorKind, Place};

/// Returns the error for unexpected input.
pub(crate) const fn unexpected(found: String, expected: String) -> ParseErrorKind {
    ParseErrorKind::Wrong { found, expected }
}

/// Returns an error in a single line of text, at a column counted from 1.
pub(crate) const fn at(column: usize, kind: ParseErrorKind) -> ParseError {
    ParseError { at: Place { line: 1, column }, kind }
}
