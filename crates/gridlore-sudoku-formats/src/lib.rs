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
//! ```

mod f_puzzles;

pub use f_puzzles::{MAX_COMPRESSED, parse_f_puzzles, to_f_puzzles, to_f_puzzles_json};

use gridlore_core::ParseError;
use gridlore_sudoku_variants::{Puzzle, is_constraints, parse_constraints};

/// How the data of f-puzzles links begins: an object whose first key is the size.
const COMPRESSED: &str = "N4Ig";

/// Whether a text is a variant sudoku in a format of [`parse`]. The text itself is not checked.
#[must_use]
pub fn is_variant(text: &str) -> bool {
    is_constraints(text) || is_f_puzzles(text.trim())
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
    if is_f_puzzles(text.trim()) { parse_f_puzzles(text) } else { parse_constraints(text) }
}
