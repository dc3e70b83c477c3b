//! Choice points: what is left to be tried, and how high the stacks were.

use crate::fd::solver::Mark;
use crate::terms::cell::Cell;

/// What a choice point goes on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Alternative {
    /// The next clause, and whether it is found by the index.
    Row { row: u32, key: Cell, is_indexed: bool },
    /// Code of the same clause.
    Code(u32),
    /// Nothing: it marks where a `catch/3` began.
    Catch,
    /// Nothing: a goal waits to be called when this is cut or failed into.
    Cleanup,
    /// Nothing: below it are other queries.
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
    /// Where its arguments begin among the saved ones.
    pub(crate) saved: usize,
    pub(crate) generation: u32,
    /// The choice point of the innermost `catch/3` that is not left.
    pub(crate) catcher: u32,
    /// How high the stacks of the solver were.
    pub(crate) fd: Mark,
}
