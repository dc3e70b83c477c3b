//! Formats in which setters share puzzles.

mod cells;
mod constraints;
mod killer;
mod lines;
mod outside;

pub use constraints::parse_constraints;

use gridlore_core::{ParseError, ParseErrorKind, Place};

/// The error that something was found where something else was expected, at a column from 1.
fn wrong(column: usize, found: impl Into<String>, expected: impl Into<String>) -> ParseError {
    ParseError {
        at: Place { line: 1, column },
        kind: ParseErrorKind::Wrong { found: found.into(), expected: expected.into() },
    }
}
