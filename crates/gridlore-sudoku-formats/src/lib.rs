//! Formats in which other programs share variant sudokus, and the detection of the format of a
//! text.
//!
//! ```
//! use gridlore_sudoku_formats::{is_variant, parse, read};
//!
//! let puzzle = parse(r#"{"size":4,"grid":[],"thermometer":[{"lines":[["R1C1","R2C2"]]}]}"#)?;
//! assert_eq!(puzzle.shape.cells(), 16);
//! assert!(is_variant(".Thermo~R1C1~R1C2"));
//!
//! // SudokuPad and Penpa-edit store drawings; the notes say how they were read.
//! let reading = read("https://sudokupad.app/scfoooooooooooooK")?;
//! assert_eq!(reading.puzzle.shape.cells(), 81);
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! ```text
//!   f_puzzles    links of f-puzzles, and their JSON
//!   scl          links of SudokuPad, and their JSON
//!   penpa        links of Penpa-edit
//!   lengths      limits on the texts of links
//!   drawing      the drawings of SudokuPad and Penpa-edit: cells, lines, shapes, texts
//!   progress     the entries of a player
//!   guess        reads a drawing as a puzzle
//!   fog          cells that are covered until correct digits clear them
//!   draw         draws a puzzle, with its rules as sentences
//!   svg          a drawing as an SVG picture
//!   booklet      puzzles on printed pages, as PDF and HTML
//!   headings     title, author, rules, solution and fog in text blocks
//!   fields       typed fields of JSON
//!   lz           LZ-string with a limit on the expanded size
//!   target       the formats in which puzzles are written
//! ```

#[cfg(feature = "booklet")]
mod booklet;
mod draw;
mod drawing;
mod f_puzzles;
mod fields;
mod fog;
mod guess;
mod headings;
mod lengths;
mod lz;
mod penpa;
mod progress;
mod scl;
mod svg;
mod target;

#[cfg(feature = "booklet")]
pub use booklet::{Answer, Booklet, Entry, Paper, Pdf, PerPage, Respelled};
pub use draw::Texts;
pub use f_puzzles::{MAX_COMPRESSED, parse_f_puzzles, to_f_puzzles, to_f_puzzles_json};
pub use fog::Fog;
pub use guess::Reading;
pub use penpa::{parse_penpa, to_penpa};
pub use progress::Progress;
pub use scl::{parse_scl, to_scl};
#[cfg(feature = "files")]
pub use svg::to_step_svg;
pub use svg::{CELL, Rule, to_svg};
pub use target::Target;

use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::unexpected;
use gridlore_sudoku_variants::{Puzzle, is_constraints, is_text, parse_constraints};

/// The start of the data in f-puzzles links: an object whose first key is the size.
const COMPRESSED: &str = "N4Ig";

/// Returns whether a text looks like a variant sudoku in a format of [`parse`]. The rest of the
/// text is not checked.
#[must_use]
pub fn is_variant(text: &str) -> bool {
    is_text(text)
        || is_constraints(text)
        || Format::of(text.trim()).is_some()
        || (link_host(text).is_some() && exchange_cells(text).is_none())
}

/// Returns the host of a link.
fn link_host(text: &str) -> Option<&str> {
    let text = text.trim();
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    rest.split(['/', '?', '#']).next()
}

fn is_f_puzzles(text: &str) -> bool {
    text.starts_with(COMPRESSED)
        || text.contains("f-puzzles.com/")
        || (text.starts_with('{') && text.contains("\"size\""))
}

/// A format with links that contain JSON or drawings.
enum Format {
    Scl,
    Penpa,
    FPuzzles,
}

impl Format {
    fn of(text: &str) -> Option<Self> {
        if scl::is_scl(text) {
            Some(Self::Scl)
        } else if penpa::is_penpa(text) {
            Some(Self::Penpa)
        } else {
            is_f_puzzles(text).then_some(Self::FPuzzles)
        }
    }
}

/// Reads a puzzle in any format that this crate knows, with notes on what was guessed.
///
/// # Errors
/// Returns a [`ParseError`] for any other text, and for an unknown constraint.
pub fn read(text: &str) -> Result<Reading, ParseError> {
    if is_text(text) {
        return headings::reading(text);
    }
    if let Some(cells) = exchange_cells(text) {
        return parse_constraints(cells).map(Reading::exact);
    }
    match Format::of(text.trim()) {
        Some(Format::Scl) => parse_scl(text),
        Some(Format::Penpa) => parse_penpa(text),
        Some(Format::FPuzzles) => f_puzzles::reading(text),
        None => match link_host(text) {
            Some(host) => Err(unexpected(
                1,
                format!("a link to {host}"),
                "a link to SudokuPad, f-puzzles, Penpa-edit or Sudoku Exchange that contains the puzzle; Gridlore \
                 does not open links, so a shortened one must be opened in a browser first",
            )),
            None => parse_constraints(text).map(Reading::exact),
        },
    }
}

/// Reads a text block with its headings.
///
/// # Errors
/// Returns a [`ParseError`] with the line of the block.
pub fn read_block(text: &str) -> Result<Reading, ParseError> {
    headings::reading(text)
}

/// Parses a puzzle in any format that this crate knows.
///
/// # Errors
/// Returns the same errors as [`read`].
pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
    read(text).map(|reading| reading.puzzle)
}

/// Returns the 81 cells of a Sudoku Exchange link, or of a line of its puzzle bank: a hash of 12
/// hexadecimal digits, the cells, and a rating. Returns `None` for any other text.
///
/// # Source
/// The README of `grantm/sudoku-exchange-puzzle-bank`.
#[must_use]
pub fn exchange_cells(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_cells = |cells: &&str| cells.len() == 81 && cells.bytes().all(|sign| sign.is_ascii_digit());
    if let Some((_, query)) = text.split_once("sudokuexchange.com/play/?") {
        let mut parts = query.split(['&', '#']);
        return parts.find_map(|part| part.strip_prefix("s=")).filter(is_cells);
    }
    let mut words = text.split_ascii_whitespace();
    let (hash, cells, rating) = (words.next()?, words.next()?, words.next()?);
    let is_line = hash.len() == 12
        && hash.bytes().all(|sign| sign.is_ascii_hexdigit())
        && rating.parse::<f64>().is_ok()
        && words.next().is_none();
    Some(cells).filter(is_cells).filter(|_| is_line)
}
