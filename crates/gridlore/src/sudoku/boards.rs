//! The boards available on pages, 4x4 to 16x16, and the parser for their puzzles.

use super::Sudoku;
use crate::Puzzle;
use gridlore_core::{ParseError, Place};
use gridlore_sudoku::Board;
use gridlore_sudoku_geometry::{Geometry, Grid, Rules};
use std::borrow::Cow;

/// Rows and columns of a box, for boards that are identified by their number of cells.
const USUAL: [(usize, usize); 7] = [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4)];
/// The largest side.
const MAX_SIDE: usize = 16;
pub(super) const EXPECTED: &str =
    "the rows and columns of a box, such as 2x2, 2x3, 3x4 or 4x4, with at most 16 digits";

pub(super) fn fail(params: &str, expected: impl Into<String>) -> ParseError {
    ParseError::name(Place::column(1), params, expected)
}

/// Returns the geometry with boxes of size `RxC`.
pub(super) fn boxes(text: &str) -> Option<Geometry> {
    let (rows, columns) = text.split_once('x')?;
    let number = |text: &str| text.parse::<usize>().ok().filter(|_| !text.starts_with(['+', '0']));
    let (rows, columns) = (number(rows)?, number(columns)?);
    let is_known = rows > 1 && columns > 1 && rows.checked_mul(columns)? <= MAX_SIDE;
    is_known.then(|| Geometry::boxes(rows, columns).ok()).flatten()
}

/// Returns the parameters of a geometry; empty if the number of cells identifies it.
pub(super) fn params(geometry: &Geometry) -> String {
    let is_usual =
        |&(rows, columns): &(usize, usize)| Geometry::boxes(rows, columns).as_ref() == Ok(geometry);
    if USUAL.iter().any(is_usual) { String::new() } else { geometry.to_string() }
}

/// Converts a standard board into a grid.
pub(super) fn grid(board: &Board) -> Grid {
    let mut grid = Grid::empty(Rules::usual().geometry());
    for (cell, digit) in board.filled() {
        grid.set(cell.index(), Some(digit.value()));
    }
    grid
}

/// Reads a puzzle; without parameters, the number of cells determines the board.
pub(super) fn parse(params: &str, description: &str) -> Result<Box<dyn Puzzle>, ParseError> {
    let geometry = if params.is_empty() {
        let count = cells(description);
        let known = USUAL.iter().filter(|(rows, columns)| (rows * columns).pow(2) == count);
        known.clone().next().and_then(|&(rows, columns)| Geometry::boxes(rows, columns).ok())
    } else {
        Some(boxes(params).ok_or_else(|| fail(params, EXPECTED))?)
    };
    Ok(Box::new(match geometry.filter(|geometry| !geometry.is_usual()) {
        Some(geometry) => {
            let rules = Rules::new(geometry);
            let givens = Grid::parse(description, rules.geometry(), rules.symbols())?;
            Sudoku { rules: Cow::Owned(rules), givens }
        }
        None => Sudoku::usual(&Board::parse(description)?),
    }))
}

/// Counts the characters that may be cells, ignoring separators and lines between boxes.
fn cells(description: &str) -> usize {
    let is_rule = |line: &&str| !line.chars().any(|sign| sign.is_alphanumeric() || sign == '.');
    let lines = description.lines().filter(|line| !is_rule(line));
    lines.flat_map(str::chars).filter(|sign| sign.is_alphanumeric() || *sign == '.').count()
}
