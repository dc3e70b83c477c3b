//! The consequences of one premise, with their reasons.

use super::super::grid::{CELLS, Grid, bits};
use super::reason::{Nested, Patterns, Reason};
use super::{Among, Cause, LITERALS, Literal, cell_of, digit_of, is_on, literal, off_among, on_from_off};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// Limits for following a premise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Depth {
    /// Whether only places of digits in houses are used, not candidates of cells.
    pub(super) only_houses: bool,
    /// Whether eliminations along the chain affect later cells and houses.
    pub(super) is_dynamic: bool,
    /// The level of the patterns to search for when nothing else follows, or 0 for none.
    pub(super) level: u8,
}

struct Node {
    literal: u16,
    /// The range of its parents in the pool.
    parents: (u32, u32),
    /// Length of the longest path to the premise, which is a lower bound on the number of literals
    /// that it depends on.
    depth: u16,
    cause: Cause,
    /// The number of the nested chain that proves it, from 1, or 0 for none.
    nested: u16,
}

/// The literals that follow from a premise.
pub(super) struct Consequences {
    nodes: Vec<Node>,
    parents: Vec<u16>,
    /// The node of each literal, from 1, or 0 for literals that do not follow.
    at: [u16; LITERALS],
    /// The candidates that are on, or not yet off. Turning one of them off is either a new
    /// consequence or a contradiction.
    open: Among,
    /// Nodes that are on, and nodes that are off, in the order in which they were found.
    pub(super) on: Vec<u16>,
    pub(super) off: Vec<u16>,
    nested: Vec<Rc<Nested>>,
    /// The two nodes of a candidate that is both on and off.
    pub(super) contradiction: Option<[usize; 2]>,
    counts: Vec<u16>,
    /// Number of nodes in `on` and in `off` that have been followed.
    followed: [usize; 2],
    depth: Depth,
}

/// A pool of unused consequences, which saves allocations.
#[derive(Default)]
#[expect(clippy::vec_box, reason = "the pool takes and returns boxes")]
pub(in super::super) struct Spare(RefCell<Vec<Box<Consequences>>>);

impl Spare {
    pub(super) fn take(&self) -> Box<Consequences> {
        self.0.borrow_mut().pop().unwrap_or_else(|| Box::new(Consequences::new()))
    }

    pub(super) fn put(&self, used: impl Iterator<Item = Box<Consequences>>) {
        self.0.borrow_mut().extend(used);
    }
}

/// A cloned pool is empty, because its contents do not matter.
impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Spare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Spare").field(&self.0.borrow().len()).finish()
    }
}

impl Consequences {
    /// Creates an empty set of consequences.
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            parents: Vec::new(),
            at: [0; LITERALS],
            open: [0; 9],
            on: Vec::new(),
            off: Vec::new(),
            nested: Vec::new(),
            contradiction: None,
            counts: Vec::new(),
            followed: [0; 2],
            depth: Depth { only_houses: false, is_dynamic: false, level: 0 },
        }
    }

    /// Follows a premise on a grid and discards all earlier consequences.
    pub(super) fn start(&mut self, start: &Grid, premise: Literal, depth: Depth, patterns: &dyn Patterns) {
        for node in self.nodes.drain(..) {
            self.at[usize::from(node.literal)] = 0;
        }
        self.parents.clear();
        self.open = *start.all_cells();
        self.on.clear();
        self.off.clear();
        self.nested.clear();
        self.contradiction = None;
        self.counts.clear();
        self.followed = [0; 2];
        self.depth = Depth { level: 0, ..depth };
        self.add(premise, 0, Cause::None, 0);
        self.follow(start, start.clone(), patterns);
        self.deepen(start, depth.level, patterns);
    }

    /// Continues where the search ended, with patterns up to a higher level.
    pub(super) fn deepen(&mut self, start: &Grid, level: u8, patterns: &dyn Patterns) {
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
        self.follow(start, grid, patterns);
    }

    /// Creates a node for a literal that follows from the parents at the end of the pool.
    #[expect(clippy::cast_possible_truncation, reason = "a search meets fewer than 2^15 literals")]
    fn node(&mut self, literal: Literal, parents: usize, cause: Cause, nested: u16) -> usize {
        let of_parent = |&parent: &u16| self.nodes[usize::from(parent)].depth;
        let depth = self.parents[parents..].iter().map(of_parent).max().unwrap_or(0) + 1;
        let parents = (parents as u32, self.parents.len() as u32);
        self.nodes.push(Node { literal: literal as u16, parents, depth, cause, nested });
        self.nodes.len() - 1
    }

    /// Creates a node and registers it for its literal.
    #[expect(clippy::cast_possible_truncation, reason = "a search meets fewer than 2^15 literals")]
    fn add(&mut self, literal: Literal, parents: usize, cause: Cause, nested: u16) {
        let node = self.node(literal, parents, cause, nested) as u16;
        self.at[literal] = node + 1;
        let bit = 1 << cell_of(literal);
        if is_on(literal) {
            self.open[digit_of(literal)] |= bit;
            self.on.push(node);
        } else {
            if self.at[literal ^ 1] == 0 {
                self.open[digit_of(literal)] &= !bit;
            }
            self.off.push(node);
        }
    }

    /// Returns the node of a literal if it follows.
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

    fn follow(&mut self, start: &Grid, mut now: Grid, patterns: &dyn Patterns) {
        let Depth { only_houses, is_dynamic, level } = self.depth;
        while self.contradiction.is_none() {
            if let Some(&node) = self.on.get(self.followed[0]) {
                self.followed[0] += 1;
                let (on, mut open) = (self.literal(node), self.open);
                open[digit_of(on)] &= now.cells(digit_of(on));
                off_among(&now, &open, on, !only_houses, |off, cause| self.take_off(off, node, cause));
            } else if let Some(&node) = self.off.get(self.followed[1]) {
                self.followed[1] += 1;
                let off = self.literal(node);
                on_from_off(&now, off, !only_houses, true, |on, cause| {
                    self.take_on(start, &now, on, node, cause);
                });
                if is_dynamic {
                    now.remove(cell_of(off), digit_of(off));
                }
            } else if level == 0 || !self.look_further(start, &now, level, patterns) {
                return;
            }
        }
    }

    /// Turns a literal off because of one that is on, unless there is already a contradiction.
    fn take_off(&mut self, off: Literal, by: u16, cause: Cause) {
        if self.contradiction.is_some() {
            return;
        }
        let parents = self.parents.len();
        self.parents.push(by);
        match self.node_of(off ^ 1) {
            Some(on) => self.contradiction = Some([on, self.node(off, parents, cause, 0)]),
            None => self.add(off, parents, cause, 0),
        }
    }

    /// Turns a literal on because of one that is off, together with earlier eliminations, unless
    /// there is already a contradiction.
    fn take_on(&mut self, start: &Grid, now: &Grid, on: Literal, by: u16, cause: Cause) {
        let opposite = self.node_of(on ^ 1);
        if self.contradiction.is_some() || (opposite.is_none() && self.at[on] != 0) {
            return;
        }
        let parents = self.parents.len();
        self.parents.push(by);
        if self.depth.is_dynamic {
            self.push_earlier_parents(start, now, on, cause);
        }
        match opposite {
            Some(opposite) => self.contradiction = Some([self.node(on, parents, cause, 0), opposite]),
            None => self.add(on, parents, cause, 0),
        }
    }

    /// Adds the earlier eliminations that the literal depends on to the parents of its node.
    fn push_earlier_parents(&mut self, start: &Grid, now: &Grid, on: Literal, cause: Cause) {
        match cause {
            Cause::None => {}
            Cause::Cell(cell) => {
                let cell = usize::from(cell);
                for digit in bits(start.candidates(cell) & !now.candidates(cell)) {
                    self.parents.push(self.at[literal(cell, digit, false)] - 1);
                }
            }
            Cause::House(house) => {
                let (house, digit) = (usize::from(house), digit_of(on));
                for place in bits(start.places(house, digit) & !now.places(house, digit)) {
                    self.parents.push(self.at[literal(CELLS[house][place], digit, false)] - 1);
                }
            }
        }
    }

    /// Searches for patterns in the remaining candidates. Returns whether they removed any.
    fn look_further(&mut self, start: &Grid, now: &Grid, level: u8, patterns: &dyn Patterns) -> bool {
        let before = self.off.len();
        patterns.each_reason(start, now, level, &mut |reason: Reason<'_>| {
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
                let parents = self.parents.len();
                self.parents.extend(reason.depends_on.iter().map(|&off| self.at[off] - 1));
                self.add(off, parents, Cause::None, number);
            }
        });
        self.off.len() > before
    }

    /// Returns the number of literals that a node depends on, including itself but not those of
    /// nested chains.
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

    /// Returns a lower bound on [`Self::count`] without searching.
    pub(super) fn min_count(&self, node: usize) -> u32 {
        u32::from(self.nodes[node].depth)
    }

    /// Returns the nodes that a node depends on, starting with itself.
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

    /// Returns the nested chains among the reasons of a node.
    pub(super) fn nested_of(&self, node: usize) -> impl Iterator<Item = &Rc<Nested>> {
        self.ancestors(node).into_iter().filter_map(|node| {
            let number = usize::from(self.nodes[node].nested);
            number.checked_sub(1).map(|index| &self.nested[index])
        })
    }

    /// Returns the literals that a node depends on, with their causes.
    pub(super) fn reasons(&self, node: usize) -> impl Iterator<Item = (Literal, Cause)> {
        self.ancestors(node).into_iter().map(|node| {
            let node = &self.nodes[node];
            (usize::from(node.literal), node.cause)
        })
    }
}
