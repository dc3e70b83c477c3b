//! The formats of the field: read and written as text.
//!
//! RLE (with more states, and with the place and generation of Golly's extension), Life 1.05 and
//! 1.06, plaintext, MCell, and Macrocell. What a text is, its first line says.

pub(crate) mod apgcode;
mod lists;
mod macrocell;
mod mcell;
mod rle;
mod south;

pub use apgcode::is_name as is_apgcode;

use crate::pattern::Pattern;
use crate::tree::TooMany;
use gridlore_core::{ParseError, ParseErrorKind, Place};

/// How a pattern is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Runs of cells, row by row: `bo$2bo$3o!`.
    Rle,
    /// Pictures of dots and asterisks, each with its place.
    Life105,
    /// A column and a row for each living cell.
    Life106,
    /// A picture of dots and the letter O.
    Plaintext,
    /// MCell's: runs, with the rule and the board.
    Mcell,
    /// A tree of squares in which those that come again stand once.
    Macrocell,
}

impl Format {
    /// All formats, each with the ending of its files.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Rle, "rle"),
        (Self::Life105, "lif"),
        (Self::Life106, "life"),
        (Self::Plaintext, "cells"),
        (Self::Mcell, "mcl"),
        (Self::Macrocell, "mc"),
    ];

    /// What a text is, by its beginning; RLE where nothing else is said.
    #[must_use]
    pub fn of(text: &str) -> Self {
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

/// Whether all lines are pictures of dots and stars.
fn looks_like_plaintext(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).peekable();
    lines.peek().is_some() && lines.all(|line| line.chars().all(|sign| matches!(sign, '.' | 'O' | '*')))
}

/// Bytes that the tiles or squares of a pattern that is read may take: a square of 32,768 cells a
/// side in which every cell lives, or 262,144 gliders far from each other.
pub const MAX_BYTES: usize = 128 << 20;

/// No pattern has more remarks; they are kept with it.
const MAX_REMARKS: usize = 10_000;

/// The longest name of an object. The largest that has one takes some hundred signs.
const MAX_NAME: usize = 10_000;

/// Reads a pattern of any format, of at most [`MAX_BYTES`]; the name of an object such as
/// `xq4_153`, an apgcode, is one, too.
///
/// # Errors
/// The first place that is not understood, or where there are more cells than fit.
pub fn parse(text: &str) -> Result<Pattern, ParseError> {
    parse_within(text, MAX_BYTES)
}

/// As [`parse`], with tiles or squares of at most `max_bytes`: a run of a few letters can fill any
/// memory.
///
/// # Errors
/// The first place that is not understood, or where there are more cells than fit.
/// # Cost
/// Linear in the text and in `max_bytes`.
pub fn parse_within(text: &str, max_bytes: usize) -> Result<Pattern, ParseError> {
    if apgcode::is_name(text) {
        let length = text.trim().len();
        if length > MAX_NAME {
            return Err(wrong(0, 0, format!("a name of {length} signs"), format!("at most {MAX_NAME}")));
        }
        return Ok(Pattern::of_grid(apgcode::parse(text)?));
    }
    match Format::of(text) {
        Format::Rle => rle::parse(text, max_bytes),
        Format::Life105 => lists::parse_105(text, max_bytes),
        Format::Life106 => lists::parse_106(text, max_bytes),
        Format::Plaintext => lists::parse_plaintext(text, max_bytes),
        Format::Mcell => mcell::parse(text, max_bytes),
        Format::Macrocell => macrocell::parse(text, max_bytes),
    }
}

/// Keeps a remark of a line.
fn remark(pattern: &mut Pattern, line: usize, text: &str) -> Result<(), ParseError> {
    if pattern.comments.len() == MAX_REMARKS {
        return Err(wrong(line, 0, format!("more than {MAX_REMARKS} remarks"), "fewer"));
    }
    pattern.comments.push(text.to_owned());
    Ok(())
}

/// The error of cells that need more memory than they may take.
fn too_large(line: usize, column: usize, max_bytes: usize) -> ParseError {
    let found = match max_bytes >> 20 {
        0 => format!("cells that take more than {max_bytes} bytes"),
        megabytes => format!("cells that take more than {megabytes} MiB"),
    };
    wrong(line, column, found, "a smaller pattern")
}

/// Why a pattern can't be written in a format.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// It has cells of more than two states, and the format has none.
    States,
    /// It has too many cells to be told one by one.
    TooMany(TooMany),
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::States => f.write_str(
                "found cells of more than two states, expected a format that has them: rle, mcl or mc",
            ),
            Self::TooMany(error) => write!(f, "{error}; mc is a format that has no bounds"),
        }
    }
}

impl std::error::Error for WriteError {}

/// The most cells that are written one by one.
const MOST: u64 = 1 << 31;

/// Writes a pattern.
///
/// # Errors
/// A pattern that the format can't hold.
pub fn write(pattern: &Pattern, format: Format) -> Result<String, WriteError> {
    if format == Format::Macrocell {
        return macrocell::write(pattern);
    }
    let grid = pattern.grid(MOST).map_err(WriteError::TooMany)?;
    let has_two_states = grid.runs().all(|run| run.2 == 1);
    match format {
        Format::Rle => Ok(rle::write(pattern, &grid)),
        Format::Mcell => Ok(mcell::write(pattern, &grid)),
        _ if !has_two_states => Err(WriteError::States),
        Format::Life105 => Ok(lists::write_105(pattern, &grid)),
        Format::Life106 => Ok(lists::write_106(&grid)),
        Format::Plaintext | Format::Macrocell => Ok(lists::write_plaintext(pattern, &grid)),
    }
}

pub(crate) fn wrong(
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
