//! A search for steps: the state, the scope, the cache, and the receiver of the steps.

use super::flow::Flow;
use super::memo::Memo;
use crate::{Scope, State, Step};

/// The context of a search for steps.
pub(crate) struct Finder<'a> {
    pub(crate) state: &'a State<'a>,
    pub(crate) scope: Scope,
    pub(crate) memo: &'a Memo,
    pub(crate) taker: &'a mut dyn FnMut(Step) -> Flow,
}

impl Finder<'_> {
    /// Passes on a step if it changes anything.
    pub(crate) fn take(&mut self, step: Step) -> Flow {
        if step.is_idle() { Flow::Continue(()) } else { (self.taker)(step) }
    }
}
