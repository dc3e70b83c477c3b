//! The independent checker, written from the rules alone without any code from the solver.
//!
//! The rules: every row, every column and every box holds each of the digits 1 to 9 exactly once,
//! and a solution keeps every given. The checker is deliberately simple and slow.

use crate::houses::{cells_of, houses};
use crate::{Board, Cell};
use gridlore_core::{Digit, DigitSet};
use gridlore_sudoku_geometry::House;
use gridlore_sudoku_geometry::check::number_in_words;
use std::fmt;

/// A digit that occurs more than once in a house.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// The house.
    pub house: House,
    /// The digit.
    pub digit: Digit,
    /// The cells of the house that hold it: two or more, in board order.
    pub cells: Vec<Cell>,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = number_in_words(self.cells.len());
        let (what, places): (&str, Vec<String>) = match self.house {
            House::Row(_) => {
                ("columns ", self.cells.iter().map(|cell| (cell.column() + 1).to_string()).collect())
            }
            House::Column(_) => {
                ("rows ", self.cells.iter().map(|cell| (cell.row() + 1).to_string()).collect())
            }
            _ => ("", self.cells.iter().map(|cell| cell.in_words()).collect()),
        };
        let (last, others) = places.split_last().ok_or(fmt::Error)?;
        let between = if matches!(self.house, House::Box(_)) { "; " } else { ", " };
        write!(f, "{count} {}s in {} ({what}{} and {last})", self.digit, self.house, others.join(between))
    }
}

/// Returns all clashes of a board: rows first, then columns, then boxes, each by digit.
#[must_use]
pub fn clashes(board: &Board) -> Vec<Clash> {
    let mut found = Vec::new();
    for house in houses() {
        for digit in Digit::ALL {
            let cells: Vec<Cell> = cells_of(house).filter(|&cell| board.digit(cell) == Some(digit)).collect();
            if cells.len() > 1 {
                found.push(Clash { house, digit, cells });
            }
        }
    }
    found
}

/// Returns whether `solution` is full, obeys the rules and keeps every given of `puzzle`.
#[must_use]
pub fn is_solution(solution: &Board, puzzle: &Board) -> bool {
    houses().all(|house| {
        let digits: DigitSet = cells_of(house).filter_map(|cell| solution.digit(cell)).collect();
        digits == DigitSet::up_to(9)
    }) && puzzle.filled().all(|(cell, given)| solution.digit(cell) == Some(given))
}

/// The reason why a board has no solution, as far as it can be found without a search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// Two givens clash.
    Clash(Clash),
    /// No digit fits in this blank cell.
    NoDigit(Cell),
    /// This digit has no place left in the house.
    NoPlace(House, Digit),
    /// There is no contradiction on the board itself; only a full search shows that there is no
    /// solution.
    Search,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clash(clash) => clash.fmt(f),
            Self::NoDigit(cell) => write!(f, "no digit fits in {}", cell.in_words()),
            Self::NoPlace(house, digit) => write!(f, "{house} has no place for {digit}"),
            Self::Search => f.write_str("the givens do not clash, but a full search finds no solution"),
        }
    }
}

/// Returns why `board`, which must be unsolvable, has no solution: the first clash, otherwise the
/// first blank cell in which no digit fits, otherwise the first digit without a place, otherwise
/// [`Contradiction::Search`].
#[must_use]
pub fn contradiction(board: &Board) -> Contradiction {
    if let Some(clash) = clashes(board).into_iter().next() {
        return Contradiction::Clash(clash);
    }
    let blank = |cell: &Cell| board.digit(*cell).is_none();
    if let Some(cell) = Cell::all().filter(blank).find(|&cell| board.candidates(cell).is_empty()) {
        return Contradiction::NoDigit(cell);
    }
    for house in houses() {
        for digit in Digit::ALL {
            let fits = |cell: Cell| match board.digit(cell) {
                Some(held) => held == digit,
                None => board.candidates(cell).contains(digit.into()),
            };
            if !cells_of(house).any(fits) {
                return Contradiction::NoPlace(house, digit);
            }
        }
    }
    Contradiction::Search
}
