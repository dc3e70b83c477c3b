//! The graph of links, with cached walks.

use super::links::{Choice, Links};
use super::walk::{Literal, Walk};
use crate::{Candidate, Node, State};
use std::cell::RefCell;
use std::rc::Rc;

/// Links, and the walks from each premise, computed on first use.
pub(crate) struct Graph {
    pub(super) links: Rc<Links>,
    /// Walks by node, for the node being off and on.
    walks: RefCell<Vec<[Option<Rc<Walk>>; 2]>>,
    /// By single-cell node, a bit for each single-cell node that is off if this one is on.
    refuted: RefCell<Vec<Option<Rc<[u64]>>>>,
}

impl Graph {
    pub(crate) fn new(state: &State<'_>, choice: Choice) -> Self {
        let links = Rc::new(Links::new(state, choice));
        let walks = vec![[None, None]; links.nodes.len()];
        let refuted = vec![None; links.single_count];
        Self { links, walks: RefCell::new(walks), refuted: RefCell::new(refuted) }
    }

    /// Returns the walk from a premise.
    pub(super) fn walk(&self, (node, is_on): Literal) -> Rc<Walk> {
        let known = &mut self.walks.borrow_mut()[node][usize::from(is_on)];
        let walk = known.get_or_insert_with(|| Rc::new(Walk::from(&self.links, (node, is_on))));
        Rc::clone(walk)
    }

    /// Returns the single-cell nodes that are off if this one is on.
    fn refuted(&self, premise: usize) -> Rc<[u64]> {
        let walk = self.walk((premise, true));
        let known = &mut self.refuted.borrow_mut()[premise];
        let refuted = known.get_or_insert_with(|| {
            let mut bits = vec![0_u64; self.links.single_count.div_ceil(64)];
            let gone = walk.reached().filter(|&(node, is_on)| !is_on && node < self.links.single_count);
            gone.for_each(|(node, _)| bits[node / 64] |= 1 << (node % 64));
            bits.into()
        });
        Rc::clone(refuted)
    }

    /// Returns the candidates that each of these premises rules out.
    pub(crate) fn refuted_by_all(&self, premises: &[Candidate]) -> Vec<Candidate> {
        let nodes: Vec<usize> = premises.iter().filter_map(|&premise| self.links.node(premise)).collect();
        let Some((&first, others)) = nodes.split_first() else { return Vec::new() };
        let mut common = self.refuted(first).to_vec();
        for &other in others {
            common.iter_mut().zip(&*self.refuted(other)).for_each(|(word, other)| *word &= other);
        }
        let bits = |(place, word): (usize, u64)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| 64 * place + bit)
        };
        let nodes = common.into_iter().enumerate().flat_map(bits).map(|node| self.links.nodes[node]);
        nodes.filter_map(|(digit, cells)| Some(Candidate::new(cells.first()?, digit))).collect()
    }

    /// Returns the shortest chain by which one candidate, if true, rules out another.
    pub(crate) fn refutation(&self, premise: Candidate, gone: Candidate) -> Option<Vec<Node>> {
        let end = (self.links.node(gone)?, false);
        let walk = self.walk((self.links.node(premise)?, true));
        walk.reaches(end).then(|| walk.chain(end))
    }
}
