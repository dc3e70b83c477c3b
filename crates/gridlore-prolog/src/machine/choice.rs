//! Choice points: the remaining alternatives and the heights of the stacks.

use crate::fd::solver::Mark;
use crate::terms::cell::Cell;

/// The action on backtracking to a choice point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Alternative {
    /// Try the next clause, found through the index or in sequence.
    Row { row: u32, key: Cell, is_indexed: bool },
    /// Continue at this address in the same clause.
    Code(u32),
    /// No alternative: marks where a `catch/3` began.
    Catch,
    /// No alternative: a cleanup goal is called when this choice point is cut or failed into.
    Cleanup,
    /// No alternative: the choice points below belong to other queries.
    Barrier,
}

#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub(crate) alternative: Alternative,
    pub(crate) environment: u32,
    pub(crate) continuation: u32,
    pub(crate) trail: usize,
    pub(crate) heap: usize,
    pub(crate) local: usize,
    /// Index of the first saved argument.
    pub(crate) saved: usize,
    pub(crate) generation: u32,
    /// The choice point of the innermost active `catch/3`.
    pub(crate) catcher: u32,
    /// The heights of the solver's stacks.
    pub(crate) fd: Mark,
}
