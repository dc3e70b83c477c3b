//! The result for one board: its number of solutions up to a limit, or an outcome.

use crate::Board;
use crate::engine::choice::{Masks, solved};
use gridlore_sudoku_geometry::Outcome;

/// A result for one board.
pub(crate) trait Answer: Clone {
    /// Creates the result from the number of solutions, up to the limit, and the first solution, if
    /// any.
    fn from_count(count: u64, first: &Masks) -> Self;
}

impl Answer for Outcome<Board, ()> {
    #[inline(always)]
    fn from_count(count: u64, first: &Masks) -> Self {
        match count {
            0 => Self::None,
            1 => Self::Unique(solved(first)),
            _ => Self::Several(()),
        }
    }
}

impl Answer for u64 {
    #[inline(always)]
    fn from_count(count: u64, _: &Masks) -> Self {
        count
    }
}
