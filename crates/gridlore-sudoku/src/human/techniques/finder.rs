//! A search for steps: the state, the scope, what is known so far, and who takes the steps.

use super::flow::Flow;
use super::memo::Memo;
use crate::human::{Scope, State, Step};

/// Takes the steps that a technique finds, until it breaks off.
pub(in crate::human) struct Finder<'a> {
    pub(in crate::human) state: &'a State<'a>,
    pub(in crate::human) scope: Scope,
    pub(in crate::human) memo: &'a Memo,
    pub(in crate::human) taker: &'a mut dyn FnMut(Step) -> Flow,
}

impl Finder<'_> {
    /// Hands out a step, if it changes anything.
    pub(in crate::human) fn take(&mut self, step: Step) -> Flow {
        if step.is_idle() { Flow::Continue(()) } else { (self.taker)(step) }
    }
}
