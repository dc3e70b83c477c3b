//! Formats in which other programs share variant sudokus, and which one a text is in.
//!
//! ```
//! use gridlore_sudoku_formats::{is_variant, parse};
//!
//! let puzzle = parse(r#"{"size":4,"grid":[],"thermometer":[{"lines":[["R1C1","R2C2"]]}]}"#)?;
//! assert_eq!(puzzle.shape.cells(), 16);
//! assert!(is_variant(".Thermo~R1C1~R1C2"));
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! ```text
//!   f_puzzles    links of f-puzzles, and their JSON
//!   target       the formats that puzzles are written in
//! ```

mod f_puzzles;
mod target;

pub use f_puzzles::{MAX_COMPRESSED, parse_f_puzzles, to_f_puzzles, to_f_puzzles_json};
pub use target::Target;

use gridlore_core::ParseError;
use gridlore_sudoku_variants::{Puzzle, is_constraints, is_text, parse_constraints, parse_text};

/// How the data of f-puzzles links begins: an object whose first key is the size.
const COMPRESSED: &str = "N4Ig";

/// Whether a text is a variant sudoku in a format of [`parse`]. The text itself is not checked.
#[must_use]
pub fn is_variant(text: &str) -> bool {
    is_text(text) || is_constraints(text) || is_f_puzzles(text.trim())
}

fn is_f_puzzles(text: &str) -> bool {
    text.starts_with(COMPRESSED)
        || text.contains("f-puzzles.com/")
        || (text.starts_with('{') && text.contains("\"size\""))
}

/// Parses a puzzle of any format that this crate knows.
///
/// # Errors
/// A [`ParseError`] for other text, and for a constraint that is not known here.
pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
    if is_text(text) {
        return parse_text(text);
    }
    if let Some(cells) = exchange_cells(text) {
        return parse_constraints(cells);
    }
    if is_f_puzzles(text.trim()) { parse_f_puzzles(text) } else { parse_constraints(text) }
}

/// Returns the 81 cells of a Sudoku Exchange link, or of a line of its puzzle bank: a hash of 12
/// hexadecimal digits, the cells, and a rating. `None` for any other text.
///
/// # Source
/// `grantm/sudoku-exchange-puzzle-bank`, README.
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
