//! Shortest walks along links: what follows from a node's being there, or not.

use super::links::{Links, Weak};
use crate::human::Node;
use std::collections::VecDeque;

/// No more chains than these are told of one premise and end.
const MOST_CHAINS: usize = 64;

/// A node, on or off.
pub(super) type Stand = (usize, bool);

/// Where a walk came from, and the almost locked set between.
#[derive(Debug, Clone, Copy)]
struct Before {
    from: Stand,
    through: Option<usize>,
}

/// What follows from one premise: for each node, on or off, the step before it.
pub(super) struct Walk<'a> {
    links: &'a Links,
    start: Stand,
    /// By node and on or off: how far it is, 0 for what was not reached, and the first step that led there.
    before: Vec<(u32, Option<Before>)>,
    /// Steps that led there no later, by another way.
    others: Vec<(Stand, Before)>,
    /// What was reached, nearest first.
    pub(super) reached: Vec<Stand>,
}

const fn place((node, is_on): Stand) -> usize {
    2 * node + is_on as usize
}

impl<'a> Walk<'a> {
    /// Everything that follows from a premise, along links taken by turns.
    pub(super) fn from(links: &'a Links, start: Stand) -> Self {
        let before = vec![(0, None); 2 * links.nodes.len()];
        let mut walk = Self { links, start, before, others: Vec::new(), reached: Vec::new() };
        let mut queue = VecDeque::from([(start, 1)]);
        while let Some((from, length)) = queue.pop_front() {
            let (node, is_on) = from;
            let mut go = |Weak { to, through }: Weak, is_next_on: bool| {
                let next = (to, is_next_on);
                let (known, before) = &mut walk.before[place(next)];
                if before.is_none() {
                    (*known, *before) = (length, Some(Before { from, through }));
                    walk.reached.push(next);
                    queue.push_back((next, length + 1));
                } else if *known == length {
                    walk.others.push((next, Before { from, through }));
                }
            };
            if is_on {
                links.weak[node].iter().for_each(|&link| go(link, false));
                links.forced[node].iter().for_each(|&link| go(link, true));
            } else {
                links.strong[node].iter().for_each(|&to| go(Weak { to, through: None }, true));
            }
        }
        walk
    }

    fn node(&self, (node, is_on): Stand, through: Option<usize>) -> Node {
        let (digit, cells) = self.links.nodes[node];
        Node { digit, cells, is_on, through: through.map(|set| self.links.sets[set]) }
    }

    /// Whether it follows from the premise.
    pub(super) fn reaches(&self, end: Stand) -> bool {
        self.before[place(end)].1.is_some()
    }

    /// How many links away it is; 0 for what does not follow.
    pub(super) fn length(&self, end: Stand) -> u32 {
        self.before[place(end)].0
    }

    /// The chain from the premise to what was reached, both included.
    pub(super) fn chain(&self, end: Stand) -> Vec<Node> {
        let mut chain = Vec::new();
        let mut at = end;
        while let (_, Some(before)) = self.before[place(at)] {
            chain.push(self.node(at, before.through));
            at = before.from;
            if at == self.start {
                break;
            }
        }
        chain.push(self.node(self.start, None));
        chain.reverse();
        chain
    }

    /// The chains to what was reached that are no longer than the shortest, that one first; not more than 64.
    pub(super) fn chains(&self, end: Stand) -> Vec<Vec<Node>> {
        let mut found = Vec::new();
        self.grow(end, &mut Vec::new(), &mut found);
        found
    }

    fn grow(&self, at: Stand, backwards: &mut Vec<Node>, found: &mut Vec<Vec<Node>>) {
        let first = self.before[place(at)].1;
        let others = self.others.iter().filter(|(to, _)| *to == at).map(|(_, before)| *before);
        for before in first.into_iter().chain(others) {
            if found.len() == MOST_CHAINS {
                return;
            }
            backwards.push(self.node(at, before.through));
            if before.from == self.start {
                let whole =
                    std::iter::once(self.node(self.start, None)).chain(backwards.iter().rev().copied());
                found.push(whole.collect());
            } else {
                self.grow(before.from, backwards, found);
            }
            backwards.pop();
        }
    }
}
