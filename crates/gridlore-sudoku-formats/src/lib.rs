//! Formats in which other programs share variant sudokus, and which one a text is in.
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
//!   drawing      what SudokuPad and Penpa-edit store: cells, lines, shapes, texts
//!   guess        a drawing read as a puzzle
//!   draw         a puzzle drawn, with its rules as sentences
//!   lz           LZ-string with a limit
//! ```

mod draw;
mod drawing;
mod f_puzzles;
mod guess;
mod lz;
mod penpa;
mod scl;

pub use draw::{Texts, Unwritable};
pub use f_puzzles::{MAX_COMPRESSED, parse_f_puzzles};
pub use guess::Reading;
pub use penpa::{parse_penpa, to_penpa};
pub use scl::{parse_scl, to_scl};

use gridlore_core::ParseError;
use gridlore_sudoku_variants::{Puzzle, is_constraints, parse_constraints};

/// How the data of f-puzzles links begins: an object whose first key is the size.
const COMPRESSED: &str = "N4Ig";

/// Whether a text is a variant sudoku in a format of [`parse`]. The text itself is not checked.
#[must_use]
pub fn is_variant(text: &str) -> bool {
    let trimmed = text.trim();
    scl::is_scl(trimmed) || penpa::is_penpa(trimmed) || is_constraints(text) || is_f_puzzles(trimmed)
}

fn is_f_puzzles(text: &str) -> bool {
    text.starts_with(COMPRESSED)
        || text.contains("f-puzzles.com/")
        || (text.starts_with('{') && text.contains("\"size\""))
}

/// Reads a puzzle of any format that this crate knows, with notes on what was guessed.
///
/// # Errors
/// A [`ParseError`] for other text, and for a constraint that is not known here.
pub fn read(text: &str) -> Result<Reading, ParseError> {
    let trimmed = text.trim();
    if scl::is_scl(trimmed) {
        parse_scl(trimmed)
    } else if penpa::is_penpa(trimmed) {
        parse_penpa(trimmed)
    } else if is_f_puzzles(trimmed) {
        parse_f_puzzles(text).map(Reading::exact)
    } else {
        parse_constraints(text).map(Reading::exact)
    }
}

/// Parses a puzzle of any format that this crate knows.
///
/// # Errors
/// As [`read`].
pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
    read(text).map(|reading| reading.puzzle)
}
