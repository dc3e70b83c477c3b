//! The answer for one board: its number of solutions up to a limit, or an outcome.

use crate::Board;
use crate::engine::choice::{Masks, solved};
use gridlore_sudoku_geometry::Outcome;

/// What is found out about a board.
pub(crate) trait Answer: Clone {
    /// From the number of solutions, no further than the limit, and the first of them if there is
    /// one.
    fn of(count: u64, first: &Masks) -> Self;
}

impl Answer for Outcome<Board, ()> {
    #[inline(always)]
    fn of(count: u64, first: &Masks) -> Self {
        match count {
            0 => Self::None,
            1 => Self::Unique(solved(first)),
            _ => Self::Several(()),
        }
    }
}

impl Answer for u64 {
    #[inline(always)]
    fn of(count: u64, _: &Masks) -> Self {
        count
    }
}
