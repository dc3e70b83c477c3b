//! Symmetries of the board: permutations that turn a puzzle into an equivalent one.
//!
//! These are transposition and the permutations of bands, of rows in a band, of stacks, of columns
//! in a stack, and of digits: 2 x 6^8 x 9! symmetries.

use crate::Board;
use gridlore_core::Rng;

/// A permutation of cells and digits that maps houses to houses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Whether the board is first transposed.
    pub(crate) is_transposed: bool,
    /// The row, `0..9`, that is moved to each place after transposition.
    pub(crate) rows: [u8; 9],
    /// The column, `0..9`, that is moved to each place.
    pub(crate) columns: [u8; 9],
    /// The digit that replaces each digit; 0, a blank, stays 0.
    pub(crate) digits: [u8; 10],
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self {
        is_transposed: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// Returns a random symmetry; all are equally likely.
    #[must_use]
    pub fn random(rng: &mut Rng) -> Self {
        let lines = |rng: &mut Rng| {
            let mut order = [0, 1, 2];
            rng.shuffle(&mut order);
            let mut lines = [0; 9];
            for (place, of) in lines.as_chunks_mut::<3>().0.iter_mut().zip(order) {
                let mut inner = [3 * of, 3 * of + 1, 3 * of + 2];
                rng.shuffle(&mut inner);
                *place = inner;
            }
            lines
        };
        let is_transposed = rng.below(2) == 1;
        let (rows, columns) = (lines(rng), lines(rng));
        let mut digits = Self::IDENTITY.digits;
        rng.shuffle(&mut digits[1..]);
        Self { is_transposed, rows, columns, digits }
    }

    /// Returns the random symmetry with number `index` of a seed; the result is always the same.
    #[must_use]
    pub fn from_seed(seed: u64, index: u64) -> Self {
        Self::random(&mut Rng::from_family(seed, index))
    }

    /// Applies the symmetry to a board.
    #[must_use]
    pub fn apply(&self, board: &Board) -> Board {
        let mut values = [0; 81];
        for (place, value) in values.iter_mut().enumerate() {
            let (row, column) = (usize::from(self.rows[place / 9]), usize::from(self.columns[place % 9]));
            let from = if self.is_transposed { 9 * column + row } else { 9 * row + column };
            *value = self.digits[usize::from(board.values()[from])];
        }
        Board::from_values(values)
    }

    /// Returns the inverse symmetry.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let undo = |lines: &[u8]| {
            let mut undone = [0; 10];
            for (place, &from) in (0..).zip(lines) {
                undone[usize::from(from)] = place;
            }
            undone
        };
        let nine = |lines: [u8; 9]| -> [u8; 9] {
            let undone = undo(&lines);
            std::array::from_fn(|place| undone[place])
        };
        let (rows, columns) = (nine(self.rows), nine(self.columns));
        let (rows, columns) = if self.is_transposed { (columns, rows) } else { (rows, columns) };
        Self { is_transposed: self.is_transposed, rows, columns, digits: undo(&self.digits) }
    }
}
