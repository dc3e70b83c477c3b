//! A digit in a cell.

use std::fmt;

/// A digit in a cell: a candidate, a placement or an elimination.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    cell: u8,
    digit: u8,
}

impl Candidate {
    /// Creates the candidate of a digit (1 to 16) in a cell below 256.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "boards have at most 256 cells and 16 digits")]
    pub const fn new(cell: usize, digit: usize) -> Self {
        Self { cell: cell as u8, digit: digit as u8 }
    }

    /// Returns the cell, numbered row by row from 0.
    #[must_use]
    pub const fn cell(self) -> usize {
        self.cell as usize
    }

    /// Returns the digit, from 1.
    #[must_use]
    pub const fn digit(self) -> usize {
        self.digit as usize
    }
}

/// Prints the cell and the digit: `c40=5`.
impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}={}", self.cell, self.digit)
    }
}
