//! Links with the walks along them, each walked once.

use super::links::{Choice, Links};
use super::walk::{Stand, Walk};
use crate::human::{Candidate, Node, State};
use std::cell::RefCell;
use std::rc::Rc;

/// Links, and what follows from each premise as far as it was asked for.
pub(in crate::human) struct Graph {
    pub(super) links: Rc<Links>,
    /// By node, off and on.
    walks: RefCell<Vec<[Option<Rc<Walk>>; 2]>>,
}

impl Graph {
    pub(in crate::human) fn new(state: &State<'_>, choice: Choice) -> Self {
        let links = Rc::new(Links::new(state, choice));
        let walks = vec![[None, None]; links.nodes.len()];
        Self { links, walks: RefCell::new(walks) }
    }

    /// What follows from a premise.
    pub(super) fn walk(&self, (node, is_on): Stand) -> Rc<Walk> {
        let known = &mut self.walks.borrow_mut()[node][usize::from(is_on)];
        let walk = known.get_or_insert_with(|| Rc::new(Walk::from(&self.links, (node, is_on))));
        Rc::clone(walk)
    }

    /// The shortest chain by which a candidate that is true takes another away.
    pub(in crate::human) fn refutation(&self, premise: Candidate, gone: Candidate) -> Option<Vec<Node>> {
        let end = (self.links.node(gone)?, false);
        let walk = self.walk((self.links.node(premise)?, true));
        walk.reaches(end).then(|| walk.chain(end))
    }
}
