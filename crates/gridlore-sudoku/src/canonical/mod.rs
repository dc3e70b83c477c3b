//! The canonical form of a board: of all boards equivalent to it by symmetry, the one whose line
//! comes first in lexicographic order, with blanks before digits.
//!
//! Two boards are equivalent if and only if their canonical forms are equal. Lists of puzzles are
//! often published in this form (`minlex`): the emptiest row comes first, and digits are numbered
//! in the order of their first appearance.
//!
//! ```text
//!   grid      full grids: the second row determines the order of the columns, so few arrangements remain
//!   puzzle    row by row, all best arrangements at once; the order of columns that are blank so far stays open
//! ```
//!
//! Cost: a few microseconds for a full grid, about ten for a puzzle with few givens, about a
//! hundred for a nearly full board, and almost nothing for an empty one.
//!
//! # Source
//! The form is that of Gordon Royle's list of puzzles with 17 givens. The methods are our own;
//! comparable tools are those of dobrichev and champagne (`sk_minlexsol`).

mod grid;
mod puzzle;

use crate::Board;
use crate::symmetry::Symmetry;

/// The canonical form of a board, with a symmetry that leads to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canonical {
    /// The canonical form.
    pub board: Board,
    /// A symmetry that maps the board to its canonical form.
    pub symmetry: Symmetry,
    /// Number of automorphisms: permutations of cells that map the board to itself, up to a
    /// renaming of digits; at least 1.
    ///
    /// The empty board has all `2 * 6^8` of them.
    pub automorphisms: u64,
}

/// Returns the canonical form of a puzzle or a full grid, or `None` if two peers hold the same
/// digit.
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

/// Returns whether a symmetry maps one board to the other; `false` for boards with clashes.
#[must_use]
pub fn is_isomorphic(one: &Board, other: &Board) -> bool {
    one.filled_count() == other.filled_count()
        && canonical(one).is_some_and(|one| canonical(other).is_some_and(|other| one.board == other.board))
}

/// Returns the rows of the board and of the transposed board: 18 rows of nine digits, 0 for a
/// blank.
fn both_ways(board: &Board) -> [[[u8; 9]; 9]; 2] {
    let rows: [[u8; 9]; 9] =
        std::array::from_fn(|row| std::array::from_fn(|column| board.values()[9 * row + column]));
    [rows, std::array::from_fn(|row| std::array::from_fn(|column| rows[column][row]))]
}

/// Returns nine digits as a number, which preserves the order of their text.
fn key(digits: [u8; 9]) -> u64 {
    digits.iter().fold(0, |key, &digit| key << 4 | u64::from(digit))
}

/// Returns the board with these nine rows, each in the form of [`key`].
fn board_of(rows: &[u64; 9]) -> Board {
    let digit = |cell: usize| (rows[cell / 9] >> (4 * (8 - cell % 9)) & 15).to_le_bytes()[0];
    Board::from_values(std::array::from_fn(digit))
}
