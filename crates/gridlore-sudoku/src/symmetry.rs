//! Symmetries of the board: what may be done to a puzzle so that it stays the same puzzle in other
//! clothes.
//!
//! Transposing, bands among themselves, rows in a band, stacks, columns in a stack, and digits: 2 x
//! 6^8 x 9! of them.

use crate::Board;
use gridlore_core::Rng;

/// One way to move the cells of a board and to rename its digits, so that houses stay houses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Whether rows and columns change places first.
    pub(crate) is_transposed: bool,
    /// Which row, `0..9`, comes to each place, after transposing.
    pub(crate) rows: [u8; 9],
    pub(crate) columns: [u8; 9],
    /// What each digit becomes; a blank, 0, stays one.
    pub(crate) digits: [u8; 10],
}

impl Symmetry {
    /// Nothing moves.
    pub const IDENTITY: Self = Self {
        is_transposed: false,
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        digits: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    };

    /// One of all symmetries, each as likely as the others.
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

    /// The symmetry number `index` of a family that `seed` names, at random: the same for ever.
    #[must_use]
    pub fn of_seed(seed: u64, index: u64) -> Self {
        Self::random(&mut Rng::from_family(seed, index))
    }

    /// The board as the symmetry makes it.
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

    /// The symmetry that undoes this one.
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
