//! Pattern formats, read from and written to text.
//!
//! The formats are RLE (with more states and Golly's `#CXRLE` line), Life 1.05, Life 1.06,
//! plaintext, MCell and Macrocell. The contents of a file determine its format.

pub(crate) mod apgcode;
mod error;
mod lists;
mod macrocell;
mod mcell;
mod rle;
mod south;

pub use apgcode::is_name as is_apgcode;
pub use error::{TooLong, WriteError};

use crate::grid::Grid;
use crate::pattern::{Cells, Pattern};
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::borrow::Cow;

/// A pattern file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Run-length encoding, row by row: `bo$2bo$3o!`.
    Rle,
    /// Blocks drawn with dots and asterisks, each with its position.
    Life105,
    /// The coordinates of each live cell.
    Life106,
    /// A drawing with dots and the letter O.
    Plaintext,
    /// MCell: runs of cells, with the rule and the board.
    Mcell,
    /// A quadtree that stores equal squares once.
    Macrocell,
}

impl Format {
    /// All formats, each with its file extension.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Rle, "rle"),
        (Self::Life105, "lif"),
        (Self::Life106, "life"),
        (Self::Plaintext, "cells"),
        (Self::Mcell, "mcl"),
        (Self::Macrocell, "mc"),
    ];

    /// Returns the file extension.
    #[must_use]
    pub fn extension(self) -> &'static str {
        Self::ALL.iter().find(|entry| entry.0 == self).map_or("", |entry| entry.1)
    }

    /// Detects the format of a pattern from its text; RLE if no other format matches.
    #[must_use]
    pub fn detect(text: &str) -> Self {
        let first = text.trim_start_matches('\u{feff}').trim_start();
        if first.starts_with("[M2]") {
            Self::Macrocell
        } else if first.starts_with("#Life 1.06") {
            Self::Life106
        } else if first.starts_with("#Life") || first.starts_with("#P ") || first.starts_with("#P\n") {
            Self::Life105
        } else if first.starts_with("#MCell") {
            Self::Mcell
        } else if first.starts_with('!') || looks_like_plaintext(first) {
            Self::Plaintext
        } else {
            Self::Rle
        }
    }
}

/// Returns whether every line is drawn with dots, O and asterisks.
fn looks_like_plaintext(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).peekable();
    lines.peek().is_some() && lines.all(|line| line.chars().all(|symbol| matches!(symbol, '.' | 'O' | '*')))
}

/// The default memory limit for the tiles or quadtree of a pattern read from a file: enough for a
/// square of 32,768 x 32,768 live cells, or for 262,144 gliders far from each other.
pub const MAX_BYTES: usize = 128 << 20;

/// The maximum number of comment lines in a file; all of them are kept.
const MAX_REMARKS: usize = 10_000;

/// The length limit of an apgcode. The largest named objects need a few hundred characters.
const MAX_NAME: usize = 10_000;

/// Parses a pattern in any format within [`MAX_BYTES`], or an apgcode such as `xq4_153`.
///
/// # Errors
/// Returns the first position that is invalid, or at which the memory limit is exceeded.
pub fn parse(text: &str) -> Result<Pattern, ParseError> {
    parse_within(text, MAX_BYTES)
}

/// Like [`parse`], but with a memory limit of `max_bytes` for tiles or quadtree. A limit is needed
/// because a few characters of RLE can describe billions of cells.
///
/// # Errors
/// Returns the first position that is invalid, or at which the memory limit is exceeded.
/// # Cost
/// Linear in the length of the text and in `max_bytes`.
pub fn parse_within(text: &str, max_bytes: usize) -> Result<Pattern, ParseError> {
    if apgcode::is_name(text) {
        let length = text.trim().len();
        if length > MAX_NAME {
            return Err(parse_error(
                0,
                0,
                format!("an apgcode of {length} characters"),
                format!("at most {MAX_NAME} characters"),
            ));
        }
        return Ok(Pattern::from_grid(apgcode::parse(text)?));
    }
    match Format::detect(text) {
        Format::Rle => rle::parse(text, max_bytes),
        Format::Life105 => lists::parse_105(text, max_bytes),
        Format::Life106 => lists::parse_106(text, max_bytes),
        Format::Plaintext => lists::parse_plaintext(text, max_bytes),
        Format::Mcell => mcell::parse(text, max_bytes),
        Format::Macrocell => macrocell::parse(text, max_bytes),
    }
}

/// Keeps a comment line.
fn remark(pattern: &mut Pattern, line: usize, text: &str) -> Result<(), ParseError> {
    if pattern.comments.len() == MAX_REMARKS {
        return Err(parse_error(line, 0, format!("more than {MAX_REMARKS} comment lines"), "fewer"));
    }
    pattern.comments.push(text.to_owned());
    Ok(())
}

/// Returns the error for cells that exceed the memory limit.
fn too_large(line: usize, column: usize, max_bytes: usize) -> ParseError {
    let found = match max_bytes >> 20 {
        0 => format!("a pattern that takes more than {max_bytes} bytes"),
        megabytes => format!("a pattern that takes more than {megabytes} MiB"),
    };
    parse_error(line, column, found, "a smaller pattern")
}

/// The maximum number of cells that are written one by one.
const MAX_CELLS: u64 = 1 << 31;

/// The default length limit of a written file in bytes: twice the memory limit for reading a
/// pattern.
pub const MAX_TEXT: usize = 2 * MAX_BYTES;

/// Writes a pattern in a format, with at most [`MAX_TEXT`] bytes.
///
/// # Errors
/// Fails if the format does not support the pattern, or the file would be too long.
pub fn write(pattern: &Pattern, format: Format) -> Result<String, WriteError> {
    write_within(pattern, format, MAX_TEXT)
}

/// Like [`write()`], but with a limit of `max_bytes` for the text. A limit is needed because two
/// cells can be 2^41 rows apart, and because a few nodes of a tree can describe billions of cells.
/// Macrocell files, which are no longer than the tree in memory, have no limit.
///
/// # Errors
/// Fails if the format does not support the pattern, or the file would be too long.
/// # Cost
/// Linear in the number of tiles and in the length of the text, for which at most `max_bytes` are
/// allocated.
pub fn write_within(pattern: &Pattern, format: Format, max_bytes: usize) -> Result<String, WriteError> {
    if format == Format::Macrocell {
        return macrocell::write(pattern);
    }
    let grid = match &pattern.cells {
        Cells::Grid(grid) => Cow::Borrowed(grid),
        Cells::Tree(tree) => Cow::Owned(tree.grid(MAX_CELLS).map_err(WriteError::TooMany)?),
    };
    let is_supported = matches!(format, Format::Rle | Format::Mcell) || has_two_states(&grid);
    if !is_supported {
        return Err(WriteError::States);
    }
    let text = match format {
        Format::Rle => rle::write(pattern, &grid, max_bytes),
        Format::Mcell => mcell::write(pattern, &grid, max_bytes),
        Format::Life105 => lists::write_105(pattern, &grid, max_bytes),
        Format::Life106 => lists::write_106(&grid, max_bytes),
        Format::Plaintext | Format::Macrocell => lists::write_plaintext(pattern, &grid, max_bytes),
    };
    text.map_err(|Full| {
        let sides = grid.bounds().map_or((0, 0), |bounds| (bounds.width(), bounds.height()));
        WriteError::TooLong(TooLong { format, population: grid.population(), sides, max_bytes })
    })
}

/// Returns whether no cell has a state above 1.
fn has_two_states(grid: &Grid) -> bool {
    grid.planes() == 1 || grid.runs().all(|run| run.2 == 1)
}

/// The error for text that would exceed its limit.
#[derive(Debug)]
struct Full;

/// Returns an error if the text exceeds its limit.
const fn check_length(text: &str, max_bytes: usize) -> Result<(), Full> {
    if text.len() > max_bytes { Err(Full) } else { Ok(()) }
}

pub(crate) fn parse_error(
    line: usize,
    column: usize,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> ParseError {
    let kind = ParseErrorKind::Wrong { found: found.into(), expected: expected.into() };
    ParseError { at: Place { line: line + 1, column: column + 1 }, kind }
}

fn character(line: usize, column: usize, found: char, expected: &'static str) -> ParseError {
    ParseError {
        at: Place { line: line + 1, column: column + 1 },
        kind: ParseErrorKind::Character { found, expected },
    }
}

fn quoted(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", text.escape_debug()) }
}
