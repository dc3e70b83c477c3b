//! The answer for one board: its number of solutions up to a limit, or a verdict.

use crate::Board;
use crate::engine::choice::{Masks, solved};

/// What there is to say of one board of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// No solution.
    None,
    /// Exactly one, this.
    Unique(Board),
    /// At least two.
    Several,
}

/// What is told of a board.
pub(crate) trait Answer: Clone {
    /// From the number of solutions, no further than the limit, and the first of them if there is
    /// one.
    fn of(count: u64, first: &Masks) -> Self;
}

impl Answer for Verdict {
    #[inline(always)]
    fn of(count: u64, first: &Masks) -> Self {
        match count {
            0 => Self::None,
            1 => Self::Unique(solved(first)),
            _ => Self::Several,
        }
    }
}

impl Answer for u64 {
    #[inline(always)]
    fn of(count: u64, _: &Masks) -> Self {
        count
    }
}
