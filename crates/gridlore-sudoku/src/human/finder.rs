//! A search for steps: the state, the scope, what is known so far, and who takes the steps.

use super::flow::Flow;
use super::memo::Memo;
use super::{Scope, State, Step};

/// Takes the steps that a technique finds, until it breaks off.
pub(super) struct Finder<'a> {
    pub(super) state: &'a State<'a>,
    pub(super) scope: Scope,
    pub(super) memo: &'a Memo,
    pub(super) taker: &'a mut dyn FnMut(Step) -> Flow,
}

impl Finder<'_> {
    /// Hands out a step, if it changes anything.
    pub(super) fn take(&mut self, step: Step) -> Flow {
        if step.is_idle() { Flow::Continue(()) } else { (self.taker)(step) }
    }
}
