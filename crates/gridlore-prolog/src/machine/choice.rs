//! Choice points: the remaining alternatives and the height of the stacks.

use crate::fd::solver::Mark;
use crate::terms::cell::Cell;

/// What happens on backtracking to a choice point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Alternative {
    /// Try the next clause, found through the index or in order.
    Row { row: u32, key: Cell, is_indexed: bool },
    /// Continue at this address of the same clause.
    Code(u32),
    /// Nothing: marks where a `catch/3` began.
    Catch,
    /// Nothing: a cleanup goal is called when this choice point is cut or failed into.
    Cleanup,
    /// Nothing: the choice points below belong to other queries.
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
    /// The height of the solver's stacks.
    pub(crate) fd: Mark,
}
