//! Everything that follows from one premise, and from what.

use super::super::grid::{CELLS, Grid, bits};
use super::nested::{Memory, Nested, Reason};
use super::{Cause, LITERALS, Literal, cell_of, digit_of, literal, off_from_on, on_from_off};
use std::rc::Rc;

/// How far a premise is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Depth {
    /// Whether only the places of digits are looked at.
    pub(super) only_houses: bool,
    /// Whether what went off counts when cells and houses are looked at.
    pub(super) is_dynamic: bool,
    /// Which patterns are looked for where nothing else follows: 0 none.
    pub(super) level: u8,
}

struct Node {
    literal: u16,
    /// Its parents, in the pool.
    parents: (u32, u32),
    /// Longest way to the premise: never more than the number of literals that it rests on.
    depth: u16,
    cause: Cause,
    /// The number of the chain that it follows by, from 1.
    nested: u16,
}

/// The literals that follow from a premise.
pub(super) struct Consequences {
    nodes: Vec<Node>,
    parents: Vec<u16>,
    /// The node of each literal, from 1; 0 for those that do not follow.
    at: Box<[u16; LITERALS]>,
    /// What is on, and what is off, in the order in which it was found.
    pub(super) on: Vec<u16>,
    pub(super) off: Vec<u16>,
    nested: Vec<Rc<Nested>>,
    /// A candidate that would be on and off: its nodes.
    pub(super) contradiction: Option<[usize; 2]>,
    counts: Vec<u16>,
    /// How many of `on` and of `off` have been followed.
    followed: [usize; 2],
    depth: Depth,
}

impl Consequences {
    /// Follows a premise on a grid.
    pub(super) fn of(start: &Grid, premise: Literal, depth: Depth, memory: &Memory) -> Self {
        let mut this = Self {
            nodes: Vec::with_capacity(if depth.only_houses { 64 } else { 512 }),
            parents: Vec::with_capacity(if depth.only_houses { 64 } else { 1024 }),
            at: Box::new([0; LITERALS]),
            on: Vec::with_capacity(64),
            off: Vec::with_capacity(64),
            nested: Vec::new(),
            contradiction: None,
            counts: Vec::new(),
            followed: [0; 2],
            depth: Depth { level: 0, ..depth },
        };
        let first = this.node(premise, &[], Cause::None, 0);
        this.add(first);
        this.follow(start, start.clone(), memory);
        this.deepen(start, depth.level, memory);
        this
    }

    /// Goes on where it ended, by the patterns of a higher level too.
    pub(super) fn deepen(&mut self, start: &Grid, level: u8, memory: &Memory) {
        if level <= self.depth.level || self.contradiction.is_some() {
            return;
        }
        self.depth.level = level;
        self.counts.clear();
        let mut grid = start.clone();
        for &node in &self.off {
            let off = self.literal(node);
            grid.remove(cell_of(off), digit_of(off));
        }
        self.follow(start, grid, memory);
    }

    #[expect(clippy::cast_possible_truncation, reason = "a search meets fewer than 2^15 literals")]
    fn node(&mut self, literal: Literal, parents: &[u16], cause: Cause, nested: u16) -> usize {
        let start = self.parents.len() as u32;
        self.parents.extend_from_slice(parents);
        let depth =
            parents.iter().map(|&parent| self.nodes[usize::from(parent)].depth).max().unwrap_or(0) + 1;
        let parents = (start, self.parents.len() as u32);
        self.nodes.push(Node { literal: literal as u16, parents, depth, cause, nested });
        self.nodes.len() - 1
    }

    #[expect(clippy::cast_possible_truncation, reason = "a search meets fewer than 2^15 literals")]
    fn add(&mut self, node: usize) {
        let literal = self.nodes[node].literal;
        self.at[usize::from(literal)] = node as u16 + 1;
        if literal % 2 == 1 { self.on.push(node as u16) } else { self.off.push(node as u16) }
    }

    /// The node of a literal that follows.
    pub(super) fn node_of(&self, literal: Literal) -> Option<usize> {
        usize::from(self.at[literal]).checked_sub(1)
    }

    pub(super) fn literal(&self, node: u16) -> Literal {
        usize::from(self.nodes[usize::from(node)].literal)
    }

    pub(super) fn parents(&self, node: usize) -> &[u16] {
        let (start, end) = self.nodes[node].parents;
        &self.parents[start as usize..end as usize]
    }

    fn follow(&mut self, start: &Grid, mut now: Grid, memory: &Memory) {
        let Depth { only_houses, is_dynamic, level } = self.depth;
        let mut news: Vec<(Literal, Cause)> = Vec::with_capacity(32);
        let mut parents: Vec<u16> = Vec::with_capacity(16);
        loop {
            news.clear();
            if let Some(&node) = self.on.get(self.followed[0]) {
                self.followed[0] += 1;
                off_from_on(&now, self.literal(node), !only_houses, |literal, cause| {
                    news.push((literal, cause))
                });
                for &(literal, cause) in &news {
                    if let Some(on) = self.node_of(literal ^ 1) {
                        let off = self.node(literal, &[node], cause, 0);
                        self.contradiction = Some([on, off]);
                        return;
                    }
                    if self.at[literal] == 0 {
                        let off = self.node(literal, &[node], cause, 0);
                        self.add(off);
                    }
                }
            } else if let Some(&node) = self.off.get(self.followed[1]) {
                self.followed[1] += 1;
                let off = self.literal(node);
                on_from_off(&now, off, !only_houses, true, |literal, cause| news.push((literal, cause)));
                for &(literal, cause) in &news {
                    let opposite = self.node_of(literal ^ 1);
                    if opposite.is_none() && self.at[literal] != 0 {
                        continue;
                    }
                    parents.clear();
                    parents.push(node);
                    if is_dynamic {
                        self.hidden(start, &now, literal, cause, &mut parents);
                    }
                    let on = self.node(literal, &parents, cause, 0);
                    if let Some(opposite) = opposite {
                        self.contradiction = Some([on, opposite]);
                        return;
                    }
                    self.add(on);
                }
                if is_dynamic {
                    now.remove(cell_of(off), digit_of(off));
                }
            } else if level == 0 || !self.look_further(start, &now, level, memory) {
                return;
            }
        }
    }

    /// What had to go off before the literal follows from the last that went off, to the parents of a node.
    fn hidden(&self, start: &Grid, now: &Grid, on: Literal, cause: Cause, parents: &mut Vec<u16>) {
        match cause {
            Cause::None => {}
            Cause::Cell(cell) => {
                let cell = usize::from(cell);
                for digit in bits(start.candidates(cell) & !now.candidates(cell)) {
                    parents.push(self.at[literal(cell, digit, false)] - 1);
                }
            }
            Cause::House(house) => {
                let (house, digit) = (usize::from(house), digit_of(on));
                for place in bits(start.places(house, digit) & !now.places(house, digit)) {
                    parents.push(self.at[literal(CELLS[house][place], digit, false)] - 1);
                }
            }
        }
    }

    /// Looks for patterns in what is left; whether they took anything more away.
    fn look_further(&mut self, start: &Grid, now: &Grid, level: u8, memory: &Memory) -> bool {
        let before = self.off.len();
        super::nested::each_reason(start, now, level, memory, &mut |reason: Reason<'_>| {
            let parents: Vec<u16> = reason.rests_on.iter().map(|&off| self.at[off] - 1).collect();
            let mut number = 0;
            for &removal in reason.removals {
                let off = literal(removal.cell(), removal.digit() - 1, false);
                if self.at[off] != 0 {
                    continue;
                }
                if let Some(nested) = reason.nested
                    && number == 0
                {
                    self.nested.push(Rc::clone(nested));
                    number = u16::try_from(self.nested.len()).unwrap_or(0);
                }
                let node = self.node(off, &parents, Cause::None, number);
                self.add(node);
            }
        });
        self.off.len() > before
    }

    /// How many literals a node rests on, itself among them; those of chains within chains are not counted.
    pub(super) fn count(&mut self, node: usize) -> u32 {
        if self.counts.len() < self.nodes.len() {
            self.counts.resize(self.nodes.len(), 0);
        }
        if self.counts[node] == 0 {
            let count = self.ancestors(node).len();
            self.counts[node] = u16::try_from(count).unwrap_or(u16::MAX);
        }
        u32::from(self.counts[node])
    }

    /// No more than [`Self::count`], and known at once.
    pub(super) fn least(&self, node: usize) -> u32 {
        u32::from(self.nodes[node].depth)
    }

    /// The nodes that a node rests on, itself first.
    pub(super) fn ancestors(&self, node: usize) -> Vec<usize> {
        let mut met = vec![0u64; self.nodes.len().div_ceil(64)];
        let mut list = vec![node];
        met[node / 64] |= 1 << (node % 64);
        let mut next = 0;
        while next < list.len() {
            for &parent in self.parents(list[next]) {
                let parent = usize::from(parent);
                if met[parent / 64] >> (parent % 64) & 1 == 0 {
                    met[parent / 64] |= 1 << (parent % 64);
                    list.push(parent);
                }
            }
            next += 1;
        }
        list
    }

    pub(super) const fn has_nested(&self) -> bool {
        !self.nested.is_empty()
    }

    /// The chains by which anything that a node rests on follows.
    pub(super) fn nested_of(&self, node: usize) -> impl Iterator<Item = &Rc<Nested>> {
        self.ancestors(node).into_iter().filter_map(|node| {
            let number = usize::from(self.nodes[node].nested);
            number.checked_sub(1).map(|index| &self.nested[index])
        })
    }

    /// The literals that a node rests on, and why each follows.
    pub(super) fn reasons(&self, node: usize) -> impl Iterator<Item = (Literal, Cause)> {
        self.ancestors(node).into_iter().map(|node| {
            let node = &self.nodes[node];
            (usize::from(node.literal), node.cause)
        })
    }
}
