//! The boards available on pages, 4x4 to 16x16, and how their puzzles are read and generated.

use super::{Sudoku, rated};
use crate::Puzzle;
use gridlore_core::{ParseError, Place};
use gridlore_sudoku::{Board, Cell, Level, generated};
use gridlore_sudoku_geometry::{Geometry, Grid, Rules, generated_on};
use std::borrow::Cow;

/// Rows and columns of a box on the boards that the number of cells identifies.
const USUAL: [(usize, usize); 7] = [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4)];
/// The largest side.
const MAX_SIDE: usize = 16;
const EXPECTED: &str = "the rows and columns of a box, such as 2x2, 2x3, 3x4 or 4x4, with at most 16 digits";

fn fail(params: &str, expected: impl Into<String>) -> ParseError {
    ParseError::name(Place::column(1), params, expected)
}

/// Returns the geometry of boxes with the size `RxC`.
fn boxes(text: &str) -> Option<Geometry> {
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

/// Converts a grid of 81 cells into a standard board.
pub(super) fn board(grid: &Grid) -> Board {
    let filled =
        grid.filled().filter_map(|(cell, digit)| Some((Cell::new(cell)?, gridlore_core::Digit::new(digit)?)));
    filled.fold(Board::EMPTY, |board, (cell, digit)| board.with(cell, digit))
}

/// Reads a puzzle; without parameters, the number of its cells decides on the board.
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

/// Counts the characters that can be cells, without separators and lines between boxes.
fn cells(description: &str) -> usize {
    let is_rule = |line: &&str| !line.chars().any(|sign| sign.is_alphanumeric() || sign == '.');
    let lines = description.lines().filter(|line| !is_rule(line));
    lines.flat_map(str::chars).filter(|sign| sign.is_alphanumeric() || *sign == '.').count()
}

/// Generates a puzzle from a seed and parameters: a level, a rating, a board, or a board and a
/// level as in `4x4-easy`.
pub(super) fn generate(params: &str, seed: u64) -> Result<Box<dyn Puzzle>, ParseError> {
    if let Some(puzzle) = rated::of_level(params, seed) {
        return Ok(Box::new(Sudoku::usual(&puzzle)));
    }
    if let Some(rating) = params.strip_prefix(rated::PREFIX) {
        let puzzle = rated::of_rating(rating, seed).ok_or_else(|| no_such_rating(rating))?;
        return Ok(Box::new(Sudoku::usual(&puzzle)));
    }
    let (shape, level) = match params.split_once('-') {
        Some((shape, level)) => (shape, level),
        None if params.starts_with(|sign: char| sign.is_ascii_digit()) => (params, ""),
        None => ("", params),
    };
    let level = if level.is_empty() { Ok(Level::Medium) } else { level.parse() };
    let level: Level = level.map_err(|_: String| {
        let rated = rated::LEVELS.map(|(params, _)| params).join(", ");
        let names = Level::ALL.map(Level::name).join(", ");
        fail(
            params,
            format!("one of {rated}, {names}, a rating such as se-4.2, a box such as 2x3, or a box and a level, as in 2x3-hard"),
        )
    })?;
    let geometry =
        if shape.is_empty() { None } else { Some(boxes(shape).ok_or_else(|| fail(params, EXPECTED))?) };
    Ok(Box::new(match geometry.filter(|geometry| !geometry.is_usual()) {
        Some(geometry) => {
            let rules = Rules::new(geometry);
            let none = || fail(params, "another level: no board of this size is hard");
            let givens = generated_on(&rules, level, seed).ok_or_else(none)?;
            Sudoku { rules: Cow::Owned(rules), givens }
        }
        None => Sudoku::usual(&generated(level, seed)),
    }))
}

/// The error for a rating that is not in the book; it names the ratings nearby.
fn no_such_rating(rating: &str) -> ParseError {
    let all: Vec<&str> = rated::ratings().collect();
    let tenths = |text: &str| {
        let (units, tenths) = text.split_once('.').unwrap_or((text, "0"));
        Some(units.parse::<u32>().ok()?.checked_mul(10)? + tenths.get(..1)?.parse::<u32>().ok()?)
    };
    let wanted = tenths(rating);
    let after = all.partition_point(|other| tenths(other) < wanted).min(all.len().saturating_sub(1));
    let near = all[after.saturating_sub(1)..=after].join(" or ");
    let (first, last) = (all.first().copied().unwrap_or(""), all.last().copied().unwrap_or(""));
    ParseError::name(
        Place::column(rated::PREFIX.len() + 1),
        rating,
        format!("a rating from {first} to {last}, such as {near}"),
    )
}
