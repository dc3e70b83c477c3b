//! Shortest walks along links: what follows from a node's being there, or not.

use super::links::Links;
use crate::Node;
use std::rc::Rc;

/// No more chains than these are told of one premise and end.
const MOST_CHAINS: usize = 64;

/// A node, on or off.
pub(super) type Stand = (usize, bool);

/// Where a walk came from, and the almost locked set between, in two words: there are many of them.
#[derive(Debug, Clone, Copy)]
struct Before {
    /// The place of the stand, or [`NONE`].
    from: u32,
    /// The number of the set, or [`NONE`].
    through: u32,
}

/// No place, and no set.
const NONE: u32 = u32::MAX;

/// What follows from one premise: for each node, on or off, the step before it.
pub(super) struct Walk {
    links: Rc<Links>,
    start: Stand,
    /// By node and on or off: how far it is, 0 for what was not reached, and the first step that
    /// led there.
    before: Vec<(u32, Before)>,
    /// Steps that led there no later, by another way, by the place where they led.
    others: Vec<(u32, Before)>,
    /// The places that were reached, nearest first.
    reached: Vec<u32>,
}

#[expect(clippy::cast_possible_truncation, reason = "a board has a few thousand nodes at most")]
pub(super) const fn place((node, is_on): Stand) -> u32 {
    2 * node as u32 + is_on as u32
}

pub(super) const fn stand(place: u32) -> Stand {
    (place as usize / 2, place % 2 == 1)
}

impl Walk {
    /// Everything that follows from a premise, along links taken by turns.
    pub(super) fn from(links: &Rc<Links>, start: Stand) -> Self {
        let before = vec![(0, Before { from: NONE, through: NONE }); 2 * links.nodes.len()];
        let mut walk =
            Self { links: Rc::clone(links), start, before, others: Vec::new(), reached: Vec::new() };
        let (mut at, mut length, mut next) = (place(start), 1, 0);
        loop {
            let (node, is_on) = stand(at);
            if is_on {
                for link in &links.weak[node] {
                    walk.go((at, link.through()), (link.to(), false), length);
                }
                for link in &links.forced[node] {
                    walk.go((at, link.through()), (link.to(), true), length);
                }
            } else {
                for &to in &links.strong[node] {
                    walk.go((at, None), (to, true), length);
                }
            }
            // What was reached is gone through in its order.
            let Some(&place) = walk.reached.get(next) else { return walk };
            at = place;
            length = walk.before[at as usize].0 + 1;
            next += 1;
        }
    }

    /// What was reached, nearest first.
    pub(super) fn reached(&self) -> impl Iterator<Item = Stand> {
        self.reached.iter().map(|&place| stand(place))
    }

    /// Notes that a link leads to a stand, so many links from the premise.
    #[expect(clippy::cast_possible_truncation, reason = "a board has some thousands of sets at most")]
    fn go(&mut self, (from, through): (u32, Option<usize>), to: Stand, length: u32) {
        let before = Before { from, through: through.map_or(NONE, |set| set as u32) };
        let to = place(to);
        let known = &mut self.before[to as usize];
        if known.1.from == NONE {
            *known = (length, before);
            self.reached.push(to);
        } else if known.0 == length {
            self.others.push((to, before));
        }
    }

    fn node(&self, (node, is_on): Stand, through: u32) -> Node {
        let (digit, cells) = self.links.nodes[node];
        Node { digit, cells, is_on, through: self.links.sets.get(through as usize).copied() }
    }

    /// Whether it follows from the premise.
    pub(super) fn reaches(&self, end: Stand) -> bool {
        self.before[place(end) as usize].1.from != NONE
    }

    /// How many links away it is; 0 for what does not follow.
    pub(super) fn length(&self, end: Stand) -> u32 {
        self.before[place(end) as usize].0
    }

    /// The chain from the premise to what was reached, both included.
    pub(super) fn chain(&self, end: Stand) -> Vec<Node> {
        let mut chain = Vec::new();
        let mut at = end;
        while self.reaches(at) {
            let (_, before) = self.before[place(at) as usize];
            chain.push(self.node(at, before.through));
            at = stand(before.from);
            if at == self.start {
                break;
            }
        }
        chain.push(self.node(self.start, NONE));
        chain.reverse();
        chain
    }

    /// The chains to what was reached that are no longer than the shortest, that one first; not
    /// more than 64.
    pub(super) fn chains(&self, end: Stand) -> Vec<Vec<Node>> {
        let mut found = Vec::new();
        self.grow(end, &mut Vec::new(), &mut found);
        found
    }

    fn grow(&self, at: Stand, backwards: &mut Vec<Node>, found: &mut Vec<Vec<Node>>) {
        let first = self.reaches(at).then_some(self.before[place(at) as usize].1);
        let others = self.others.iter().filter(|(to, _)| *to == place(at)).map(|(_, before)| *before);
        for before in first.into_iter().chain(others) {
            if found.len() == MOST_CHAINS {
                return;
            }
            backwards.push(self.node(at, before.through));
            if stand(before.from) == self.start {
                let whole =
                    std::iter::once(self.node(self.start, NONE)).chain(backwards.iter().rev().copied());
                found.push(whole.collect());
            } else {
                self.grow(stand(before.from), backwards, found);
            }
            backwards.pop();
        }
    }
}
