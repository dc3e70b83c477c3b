//! Canonical forms: of all boards that symmetries make of a board, the one that comes first as a
//! line, a blank before any digit.
//!
//! Two boards are the same puzzle in other clothes exactly when their canonical forms are equal.
//! This is the form in which lists of puzzles are published (`minlex`): the emptiest row comes
//! first, and digits are named as they appear.
//!
//! ```text
//!   grid      81 digits: the second row says how the columns must lie, few arrangements are left
//!   puzzle    row by row, all best arrangements at once; what is blank so far is not yet told apart
//! ```
//!
//! Cost: some microseconds a full grid; a puzzle with few givens takes some ten, and a board
//! without a digit none; a nearly full one some hundred.
//!
//! # Source
//! The form is the one of Gordon Royle's list of puzzles with 17 givens. Methods are our own; peers
//! are the minlex tools of dobrichev and of champagne (`sk_minlexsol`).

mod grid;
mod puzzle;

use crate::Board;
use crate::symmetry::Symmetry;

/// A board in its canonical form, and how it got there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canonical {
    /// The first of all boards that are the same but for a symmetry.
    pub board: Board,
    /// One symmetry that makes it.
    pub symmetry: Symmetry,
    /// How many ways to move the cells leave the board as it is when its digits are renamed to fit;
    /// at least 1.
    ///
    /// A board without a digit has all `2 * 6^8` of them.
    pub automorphisms: u64,
}

/// The canonical form of a board, a puzzle or a full grid, or `None` where two peers hold the same
/// digit: clashing digits have no names that follow from their places.
#[must_use]
pub fn canonical(board: &Board) -> Option<Canonical> {
    let mut houses = [0_u32; 27];
    for (cell, digit) in board.filled() {
        let bit = 1 << digit.value();
        for house in [cell.row(), 9 + cell.column(), 18 + cell.box_index()] {
            if houses[house] & bit != 0 {
                return None;
            }
            houses[house] |= bit;
        }
    }
    let is_full = houses[..9].iter().all(|&digits| digits == 0x3fe);
    Some(if is_full { grid::canonical(board) } else { puzzle::canonical(board) })
}

/// Whether a symmetry makes one board of the other; boards with clashes are like none.
#[must_use]
pub fn is_isomorphic(one: &Board, other: &Board) -> bool {
    one.filled_count() == other.filled_count()
        && canonical(one).is_some_and(|one| canonical(other).is_some_and(|other| one.board == other.board))
}

/// The rows of the board, and of the board with rows and columns changed: 18 rows of nine digits, 0
/// for a blank.
fn both_ways(board: &Board) -> [[[u8; 9]; 9]; 2] {
    let rows: [[u8; 9]; 9] =
        std::array::from_fn(|row| std::array::from_fn(|column| board.values()[9 * row + column]));
    [rows, std::array::from_fn(|row| std::array::from_fn(|column| rows[column][row]))]
}

/// Nine digits as a number that is in the order of their text.
fn key(digits: [u8; 9]) -> u64 {
    digits.iter().fold(0, |key, &digit| key << 4 | u64::from(digit))
}

/// The board of nine such rows.
fn board_of(rows: &[u64; 9]) -> Board {
    let digit = |cell: usize| (rows[cell / 9] >> (4 * (8 - cell % 9)) & 15).to_le_bytes()[0];
    Board::from_values(std::array::from_fn(digit))
}
