//! A search for steps: the state, the scope, what is known so far, and who takes the steps.

use super::flow::Flow;
use super::memo::Memo;
use crate::{Scope, State, Step};

/// Takes the steps that a technique finds, until it breaks off.
pub(crate) struct Finder<'a> {
    pub(crate) state: &'a State<'a>,
    pub(crate) scope: Scope,
    pub(crate) memo: &'a Memo,
    pub(crate) taker: &'a mut dyn FnMut(Step) -> Flow,
}

impl Finder<'_> {
    /// Hands out a step, if it changes anything.
    pub(crate) fn take(&mut self, step: Step) -> Flow {
        if step.is_idle() { Flow::Continue(()) } else { (self.taker)(step) }
    }
}
