//! SudokuPad: links and their data.
//!
//! ```text
//!   link        the data in a link
//!   zipped      the short form of JSON
//!   json        converts JSON to a drawing
//!   ordinary    run-length encoded ordinary sudokus
//!   write       converts a drawing to JSON
//! ```
//!
//! # Source
//! The format is that of sudokupad.app, as read and written by its author's tools
//! (SudokuPad/sudokutools): `puzzlezipper_lib.js`, `puzzletools_lib.js`, `fpuzzlesdecoder.js`.

mod json;
mod link;
mod ordinary;
mod write;
mod zipped;

use crate::draw::{Texts, drawing_of, lost};
use crate::f_puzzles;
use crate::guess::{Reading, reading};
use crate::lz;
use gridlore_core::ParseError;
use gridlore_sudoku_variants::Puzzle;
use gridlore_sudoku_variants::build::{Unsaid, beyond_one_grid};
use link::Payload;

pub(crate) use link::is_link as is_scl;

/// Parses a SudokuPad link, the data of such a link, or its JSON.
///
/// # Errors
/// Returns a [`ParseError`] for a short link, whose puzzle is stored only on the server; for data
/// that is damaged or too large; and for values that a grid cannot have.
pub fn parse_scl(text: &str) -> Result<Reading, ParseError> {
    match link::payload(text)? {
        Payload::FPuzzles(json) => f_puzzles::reading(&json),
        Payload::Ordinary(data) => reading(ordinary::drawing(&data)?),
        Payload::Json(text) => reading(json::drawing(&zipped::parse(&text)?)?),
    }
}

/// The name of the format in messages.
const NAME: &str = "SudokuPad";

/// Writes a puzzle as a SudokuPad link that contains it, drawn as setters draw it and with its
/// rules as sentences.
///
/// # Errors
/// Returns [`Unsaid`] for a constraint that changes when the link is read back.
pub fn to_scl(puzzle: &Puzzle, texts: &Texts) -> Result<String, Unsaid> {
    let unwritable = |what: String| Unsaid { format: NAME, what };
    if let Some(what) = beyond_one_grid(puzzle) {
        return Err(unwritable(what));
    }
    let drawing = drawing_of(puzzle, texts).map_err(unwritable)?;
    let json = zipped::write(&write::value(&drawing));
    let again = zipped::parse(&json).and_then(|value| reading(json::drawing(&value)?));
    let again = again.map_err(|error| unwritable(error.to_string()))?;
    match lost(puzzle, &again.puzzle) {
        Some(what) => Err(unwritable(what)),
        None => Ok(format!("https://sudokupad.app/scl{}", lz::compress(&json))),
    }
}
