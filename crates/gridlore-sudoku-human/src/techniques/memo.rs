//! A cache of results that several techniques need for one state.

use super::chains::{Choice, Depth, Graph, Nets};
use super::fish::ruled_out;
use super::sets::SetLinks;
use crate::{CellSet, State};
use std::cell::RefCell;
use std::rc::Rc;

/// Cached values with their keys.
type Known<K, T> = RefCell<Vec<(K, Rc<T>)>>;

/// The cache for one state: graphs of links, nets, links between almost locked sets, and cells that
/// cannot hold a digit.
#[derive(Default)]
pub(crate) struct Memo {
    graphs: Known<Choice, Graph>,
    nets: Known<(Choice, Depth), Nets>,
    set_links: Known<bool, SetLinks>,
    ruled_out: Known<usize, CellSet>,
}

impl Memo {
    /// Returns the graph of these links.
    pub(crate) fn graph(&self, state: &State<'_>, choice: Choice) -> Rc<Graph> {
        cached(&self.graphs, choice, || Graph::new(state, choice))
    }

    /// Returns the nets along these links.
    pub(crate) fn nets(&self, state: &State<'_>, choice: Choice, depth: Depth) -> Rc<Nets> {
        cached(&self.nets, (choice, depth), || Nets::new(state, self.graph(state, choice), depth))
    }

    /// Returns the almost locked sets and their links, with or without links between sets that
    /// share cells.
    pub(crate) fn set_links(&self, state: &State<'_>, allow_overlap: bool) -> Rc<SetLinks> {
        cached(&self.set_links, allow_overlap, || SetLinks::new(state, allow_overlap))
    }

    /// Returns the cells that cannot hold the digit, regardless of all other digits.
    pub(crate) fn ruled_out(&self, state: &State<'_>, digit: usize) -> CellSet {
        *cached(&self.ruled_out, digit, || ruled_out(state, digit))
    }
}

/// Returns the cached value, computing it on first use.
fn cached<K: Copy + PartialEq, T>(all: &Known<K, T>, key: K, make: impl FnOnce() -> T) -> Rc<T> {
    let found = all.borrow().iter().find(|(known, _)| *known == key).map(|(_, found)| Rc::clone(found));
    found.unwrap_or_else(|| {
        let made = Rc::new(make());
        all.borrow_mut().push((key, Rc::clone(&made)));
        made
    })
}
