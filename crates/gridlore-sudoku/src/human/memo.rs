//! What several techniques need of one state, found once.

use super::State;
use super::chains::{Choice, Graph, Nets};
use super::sets::SetLinks;
use std::cell::RefCell;
use std::rc::Rc;

/// Graphs of links with the walks along them, and links between almost locked sets: of one state only.
#[derive(Default)]
pub(super) struct Memo {
    graphs: RefCell<Vec<(Choice, Rc<Graph>)>>,
    nets: RefCell<Vec<(Choice, Rc<Nets>)>>,
    set_links: RefCell<Vec<(bool, Rc<SetLinks>)>>,
}

impl Memo {
    /// The graph of these links.
    pub(super) fn graph(&self, state: &State<'_>, choice: Choice) -> Rc<Graph> {
        known(&self.graphs, choice, || Graph::new(state, choice))
    }

    /// The nets along these links.
    pub(super) fn nets(&self, state: &State<'_>, choice: Choice) -> Rc<Nets> {
        known(&self.nets, choice, || Nets::new(state, self.graph(state, choice)))
    }

    /// The almost locked sets with their links, of such as share cells too, or not.
    pub(super) fn set_links(&self, state: &State<'_>, allow_overlap: bool) -> Rc<SetLinks> {
        known(&self.set_links, allow_overlap, || SetLinks::new(state, allow_overlap))
    }
}

/// What is there by this key; made, where it is not.
fn known<K: Copy + PartialEq, T>(all: &RefCell<Vec<(K, Rc<T>)>>, key: K, make: impl FnOnce() -> T) -> Rc<T> {
    let found = all.borrow().iter().find(|(known, _)| *known == key).map(|(_, found)| Rc::clone(found));
    found.unwrap_or_else(|| {
        let made = Rc::new(make());
        all.borrow_mut().push((key, Rc::clone(&made)));
        made
    })
}
