//! Parse errors: the place, what was found and what was expected.
//!
//! The wording is part of the product: lower case, no full stop, and covered by snapshot tests
//! where the errors are created.

use std::fmt;

/// A position in text. Lines and columns are counted from 1; columns count characters, not bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

impl Place {
    /// Returns the place of a column, from 1, in text that has only one line.
    ///
    /// ```
    /// # use gridlore_core::Place;
    /// assert_eq!(Place::column(7).to_string(), "line 1, column 7");
    /// ```
    #[must_use]
    pub const fn column(column: usize) -> Self {
        Self { line: 1, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A parse error: the place, what was found and what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The place of the first error.
    pub at: Place,
    /// The kind of the error.
    pub kind: ParseErrorKind,
}

/// The kind of a parse error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// An unexpected character.
    Character {
        /// The character.
        found: char,
        /// The characters allowed here.
        expected: &'static str,
    },
    /// A byte that is not UTF-8 text.
    NotText {
        /// The byte.
        found: u8,
        /// The characters allowed here.
        expected: &'static str,
    },
    /// A wrong number of elements.
    Count {
        /// The number found.
        found: usize,
        /// The number required.
        expected: usize,
        /// The name of the elements, in the plural.
        of: &'static str,
    },
    /// Any other mismatch.
    Wrong {
        /// A description of what was found.
        found: String,
        /// A description of what was expected.
        expected: String,
    },
    /// An error with an established message, in the words of the reference program.
    Known {
        /// The message.
        fault: &'static str,
        /// A description of what was found.
        found: String,
        /// A description of what was expected.
        expected: String,
    },
    /// An unknown name.
    Name {
        /// The name.
        found: String,
        /// The known names, or the format of a name.
        expected: String,
    },
}

/// Maximum number of characters of the input that a message quotes.
const MAX_QUOTED: usize = 120;

/// Quoted input in a message: in full, or its beginning followed by three dots.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(MAX_QUOTED) {
            None => f.write_str(self.0),
            // Close the quotation mark.
            Some((end, _)) if self.0.starts_with('"') => write!(f, "{}...\"", &self.0[..end]),
            Some((end, _)) => write!(f, "{}...", &self.0[..end]),
        }
    }
}

/// A name in a message, with invisible characters escaped.
struct QuotedName<'a>(&'a str);

impl fmt::Display for QuotedName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(MAX_QUOTED) {
            None => write!(f, "{}", self.0.escape_debug()),
            Some((end, _)) => write!(f, "{}...", self.0[..end].escape_debug()),
        }
    }
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { found, expected } if found.is_control() || *found == '\'' => {
                write!(f, "found the character U+{:04X}, expected {expected}", u32::from(*found))
            }
            Self::Character { found, expected } => write!(f, "found '{found}', expected {expected}"),
            Self::NotText { found, expected } => {
                write!(f, "found the byte 0x{found:02X}, which is not UTF-8, expected {expected}")
            }
            Self::Count { found, expected, of } => write!(f, "found {found} {of}, expected {expected}"),
            Self::Wrong { found, expected } => write!(f, "found {}, expected {expected}", Quoted(found)),
            Self::Known { fault, found, expected } => {
                write!(f, "{fault}: found {}, expected {expected}", Quoted(found))
            }
            Self::Name { found, expected } if found.is_empty() => {
                write!(f, "found nothing, expected {expected}")
            }
            Self::Name { found, expected } => {
                write!(f, "found \"{}\", expected {expected}", QuotedName(found))
            }
        }
    }
}

impl ParseError {
    /// Creates an error of kind [`ParseErrorKind::Name`].
    ///
    /// ```
    /// # use gridlore_core::{ParseError, Place};
    /// let error = ParseError::name(Place::column(8), "evil", "one of easy, hard");
    /// assert_eq!(error.to_string(), "line 1, column 8: found \"evil\", expected one of easy, hard");
    /// ```
    #[must_use]
    pub fn name(at: Place, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { at, kind: ParseErrorKind::Name { found: found.into(), expected: expected.into() } }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.kind)
    }
}

impl std::error::Error for ParseError {}

/// Pairs each of the `pieces` of `line` with its column, in characters from 1.
///
/// # Input
/// The pieces must be slices of `line`, from left to right, such as those of
/// `line.split_whitespace()`.
/// # Cost
/// A single pass over the line.
pub fn with_columns<'a>(
    line: &'a str,
    pieces: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = (usize, &'a str)> {
    let (mut before, mut column) = (0, 1);
    pieces.map(move |piece| {
        let start = (piece.as_ptr() as usize).saturating_sub(line.as_ptr() as usize);
        column += line.get(before..start).map_or(0, |between| between.chars().count());
        before = start;
        (column, piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_say_found_and_expected() {
        let at = Place { line: 3, column: 7 };
        let text = |kind| ParseError { at, kind }.to_string();
        assert_eq!(
            text(ParseErrorKind::Character { found: 'x', expected: "a digit" }),
            "line 3, column 7: found 'x', expected a digit"
        );
        assert_eq!(
            text(ParseErrorKind::Character { found: '\t', expected: "a digit" }),
            "line 3, column 7: found the character U+0009, expected a digit"
        );
        assert_eq!(
            text(ParseErrorKind::NotText { found: 0xff, expected: "a digit" }),
            "line 3, column 7: found the byte 0xFF, which is not UTF-8, expected a digit"
        );
        assert_eq!(
            text(ParseErrorKind::Count { found: 80, expected: 81, of: "cells" }),
            "line 3, column 7: found 80 cells, expected 81"
        );
        assert_eq!(
            text(ParseErrorKind::Wrong { found: "8 cells".to_owned(), expected: "9".to_owned() }),
            "line 3, column 7: found 8 cells, expected 9"
        );
        assert_eq!(
            text(ParseErrorKind::Known {
                fault: "Empty item name",
                found: "nothing".to_owned(),
                expected: "a name".to_owned()
            }),
            "line 3, column 7: Empty item name: found nothing, expected a name"
        );
        assert_eq!(
            text(ParseErrorKind::Name { found: "chess\n".to_owned(), expected: "sudoku".to_owned() }),
            "line 3, column 7: found \"chess\\n\", expected sudoku"
        );
    }

    #[test]
    fn columns_are_characters() {
        let line = "\u{10348}a  \u{e9}b c";
        let found: Vec<(usize, &str)> = with_columns(line, line.split_whitespace()).collect();
        assert_eq!(found, [(1, "\u{10348}a"), (5, "\u{e9}b"), (8, "c")]);
    }

    #[test]
    fn messages_truncate_long_input() {
        let at = Place { line: 1, column: 1 };
        let name = |length| {
            let (found, expected) = ("\u{10348}".repeat(length), "a name".to_owned());
            ParseError { at, kind: ParseErrorKind::Name { found, expected } }.to_string()
        };
        let letters = "\u{10348}".repeat(MAX_QUOTED);
        assert_eq!(name(MAX_QUOTED), format!("line 1, column 1: found \"{letters}\", expected a name"));
        assert_eq!(
            name(MAX_QUOTED + 1),
            format!("line 1, column 1: found \"{letters}...\", expected a name")
        );
        let (found, expected) = ("a".repeat(1 << 20), "less".to_owned());
        let wrong = ParseErrorKind::Wrong { found: found.clone(), expected: expected.clone() };
        assert_eq!(wrong.to_string(), format!("found {}..., expected less", "a".repeat(MAX_QUOTED)));
        let known = ParseErrorKind::Known { fault: "No items", found, expected };
        assert_eq!(
            known.to_string(),
            format!("No items: found {}..., expected less", "a".repeat(MAX_QUOTED))
        );
    }
}
