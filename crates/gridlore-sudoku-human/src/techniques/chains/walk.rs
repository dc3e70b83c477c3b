//! Shortest walks along links: the consequences of a node that is on or off.

use super::links::Links;
use crate::Node;
use std::rc::Rc;

/// Maximum number of chains for one premise and end.
const MAX_CHAINS: usize = 64;

/// A node, on or off.
pub(super) type Literal = (usize, bool);

/// The previous step and the almost locked set of the link, in two words, because there are many of
/// them.
#[derive(Debug, Clone, Copy)]
struct Before {
    /// The index of the literal, or [`NONE`].
    from: u32,
    /// The index of the set, or [`NONE`].
    through: u32,
}

/// Sentinel: no literal or no set.
const NONE: u32 = u32::MAX;

/// The consequences of one premise, each with the previous step.
pub(super) struct Walk {
    links: Rc<Links>,
    start: Literal,
    /// By literal: its distance, or 0 if it was not reached, and the first step that led there.
    before: Vec<(u32, Before)>,
    /// Other steps of the same length, with the index of the literal that they lead to.
    others: Vec<(u32, Before)>,
    /// The indices of the literals that were reached, nearest first.
    reached: Vec<u32>,
}

#[expect(clippy::cast_possible_truncation, reason = "a board has at most a few thousand nodes")]
pub(super) const fn place((node, is_on): Literal) -> u32 {
    2 * node as u32 + is_on as u32
}

pub(super) const fn literal(place: u32) -> Literal {
    (place as usize / 2, place % 2 == 1)
}

impl Walk {
    /// Finds all consequences of a premise along alternating links.
    pub(super) fn from(links: &Rc<Links>, start: Literal) -> Self {
        let before = vec![(0, Before { from: NONE, through: NONE }); 2 * links.nodes.len()];
        let mut walk =
            Self { links: Rc::clone(links), start, before, others: Vec::new(), reached: Vec::new() };
        let (mut at, mut length, mut next) = (place(start), 1, 0);
        loop {
            let (node, is_on) = literal(at);
            if is_on {
                for link in &links.weak[node] {
                    walk.record((at, link.through()), (link.to(), false), length);
                }
                for link in &links.forced[node] {
                    walk.record((at, link.through()), (link.to(), true), length);
                }
            } else {
                for &to in &links.strong[node] {
                    walk.record((at, None), (to, true), length);
                }
            }
            // Literals are followed in the order in which they were reached.
            let Some(&place) = walk.reached.get(next) else { return walk };
            at = place;
            length = walk.before[at as usize].0 + 1;
            next += 1;
        }
    }

    /// Returns the literals that were reached, nearest first.
    pub(super) fn reached(&self) -> impl Iterator<Item = Literal> {
        self.reached.iter().map(|&place| literal(place))
    }

    /// Records that a link leads to a literal, `length` links from the premise.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most a few thousand sets")]
    fn record(&mut self, (from, through): (u32, Option<usize>), to: Literal, length: u32) {
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

    fn node(&self, (node, is_on): Literal, through: u32) -> Node {
        let (digit, cells) = self.links.nodes[node];
        Node { digit, cells, is_on, through: self.links.sets.get(through as usize).copied() }
    }

    /// Returns whether a literal follows from the premise.
    pub(super) fn reaches(&self, end: Literal) -> bool {
        self.before[place(end) as usize].1.from != NONE
    }

    /// Returns the number of links from the premise, or 0 if the literal does not follow.
    pub(super) fn length(&self, end: Literal) -> u32 {
        self.before[place(end) as usize].0
    }

    /// Returns the chain from the premise to a literal, including both.
    pub(super) fn chain(&self, end: Literal) -> Vec<Node> {
        let mut chain = Vec::new();
        let mut at = end;
        while self.reaches(at) {
            let (_, before) = self.before[place(at) as usize];
            chain.push(self.node(at, before.through));
            at = literal(before.from);
            if at == self.start {
                break;
            }
        }
        chain.push(self.node(self.start, NONE));
        chain.reverse();
        chain
    }

    /// Returns the shortest chains to a literal, at most [`MAX_CHAINS`]; the first one is that of
    /// [`Self::chain`].
    pub(super) fn chains(&self, end: Literal) -> Vec<Vec<Node>> {
        let mut found = Vec::new();
        self.grow(end, &mut Vec::new(), &mut found);
        found
    }

    fn grow(&self, at: Literal, backwards: &mut Vec<Node>, found: &mut Vec<Vec<Node>>) {
        let first = self.reaches(at).then_some(self.before[place(at) as usize].1);
        let others = self.others.iter().filter(|(to, _)| *to == place(at)).map(|(_, before)| *before);
        for before in first.into_iter().chain(others) {
            if found.len() == MAX_CHAINS {
                return;
            }
            backwards.push(self.node(at, before.through));
            if literal(before.from) == self.start {
                let whole =
                    std::iter::once(self.node(self.start, NONE)).chain(backwards.iter().rev().copied());
                found.push(whole.collect());
            } else {
                self.grow(literal(before.from), backwards, found);
            }
            backwards.pop();
        }
    }
}
