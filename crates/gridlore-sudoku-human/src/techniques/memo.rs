//! What several techniques need of one state, found once.

use super::chains::{Choice, Depth, Graph, Nets};
use super::fish::ruled_out;
use super::sets::SetLinks;
use crate::{CellSet, State};
use std::cell::RefCell;
use std::rc::Rc;

/// What was found, by its key.
type Known<K, T> = RefCell<Vec<(K, Rc<T>)>>;

/// Graphs of links with the walks along them, links between almost locked sets, cells that cannot
/// hold a digit: of one state only.
#[derive(Default)]
pub(crate) struct Memo {
    graphs: Known<Choice, Graph>,
    nets: Known<(Choice, Depth), Nets>,
    set_links: Known<bool, SetLinks>,
    ruled_out: Known<usize, CellSet>,
}

impl Memo {
    /// The graph of these links.
    pub(crate) fn graph(&self, state: &State<'_>, choice: Choice) -> Rc<Graph> {
        known(&self.graphs, choice, || Graph::new(state, choice))
    }

    /// The nets along these links.
    pub(crate) fn nets(&self, state: &State<'_>, choice: Choice, depth: Depth) -> Rc<Nets> {
        known(&self.nets, (choice, depth), || Nets::new(state, self.graph(state, choice), depth))
    }

    /// The almost locked sets with their links, of such as share cells too, or not.
    pub(crate) fn set_links(&self, state: &State<'_>, allow_overlap: bool) -> Rc<SetLinks> {
        known(&self.set_links, allow_overlap, || SetLinks::new(state, allow_overlap))
    }

    /// The cells that cannot hold the digit, whatever the others do.
    pub(crate) fn ruled_out(&self, state: &State<'_>, digit: usize) -> CellSet {
        *known(&self.ruled_out, digit, || ruled_out(state, digit))
    }
}

/// What is there by this key; made, where it is not.
fn known<K: Copy + PartialEq, T>(all: &Known<K, T>, key: K, make: impl FnOnce() -> T) -> Rc<T> {
    let found = all.borrow().iter().find(|(known, _)| *known == key).map(|(_, found)| Rc::clone(found));
    found.unwrap_or_else(|| {
        let made = Rc::new(make());
        all.borrow_mut().push((key, Rc::clone(&made)));
        made
    })
}
