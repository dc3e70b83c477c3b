//! Links between nodes. A node is a candidate or a group, that is, a digit's places in the cells
//! that a line and a box share.

use crate::techniques::sets::almost::almost_locked_sets;
use crate::techniques::sort::by_number;
use crate::{AlmostLockedSet, Candidate, CellSet, DigitSet, State};
use std::collections::HashMap;

/// The kinds of links that a chain can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The only digit whose links are used; `None` for all digits.
    pub(super) digit: Option<usize>,
    /// Whether to use strong links between the two candidates of a cell.
    pub(super) cells: bool,
    /// Whether to use strong links between the two nodes of a house.
    pub(super) houses: bool,
    /// Whether to use nodes of several cells.
    pub(super) groups: bool,
    /// Whether to use weak links through almost locked sets.
    pub(super) sets: bool,
}

impl Choice {
    /// All links except through almost locked sets.
    pub(crate) const GROUPED: Self =
        Self { digit: None, cells: true, houses: true, groups: true, sets: false };
}

/// A link to a node, possibly through an almost locked set. It is stored in two words, because
/// there are many links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link {
    to: u32,
    /// The index of the set, or [`NONE`].
    through: u32,
}

/// Sentinel: no set.
const NONE: u32 = u32::MAX;

#[expect(clippy::cast_possible_truncation, reason = "a board has at most a few thousand nodes and sets")]
impl Link {
    const fn plain(to: usize) -> Self {
        Self { to: to as u32, through: NONE }
    }

    const fn through_set(to: usize, set: usize) -> Self {
        Self { to: to as u32, through: set as u32 }
    }

    pub(super) const fn to(self) -> usize {
        self.to as usize
    }

    pub(super) fn through(self) -> Option<usize> {
        (self.through != NONE).then_some(self.through as usize)
    }
}

/// Nodes and their links.
#[derive(Debug)]
pub(super) struct Links {
    /// The digit and the cells of each node; single-cell nodes come first.
    pub(super) nodes: Vec<(usize, CellSet)>,
    pub(super) single_count: usize,
    /// By cell, the nodes of its candidates, in ascending order.
    pub(super) of_cell: Vec<Vec<usize>>,
    pub(super) strong: Vec<Vec<usize>>,
    pub(super) weak: Vec<Vec<Link>>,
    /// Links from a node that is on to another that is on, because an almost locked set leaves a
    /// cell no other candidate.
    pub(super) forced: Vec<Vec<Link>>,
    pub(super) sets: Vec<AlmostLockedSet>,
}

impl Links {
    pub(super) fn new(state: &State<'_>, choice: Choice) -> Self {
        let mut links = Self {
            nodes: Vec::new(),
            single_count: 0,
            of_cell: vec![Vec::new(); state.shape().size()],
            strong: Vec::new(),
            weak: Vec::new(),
            forced: Vec::new(),
            sets: Vec::new(),
        };
        links.add_nodes(state, choice);
        links.strong = vec![Vec::new(); links.nodes.len()];
        links.weak = vec![Vec::new(); links.nodes.len()];
        links.forced = vec![Vec::new(); links.nodes.len()];
        links.add_plain_links(state, choice);
        if choice.sets {
            links.add_links_through_sets(state);
        }
        links
    }

    /// Returns the node of a candidate. Single-cell nodes are ordered by digit, then by cell.
    pub(super) fn node(&self, candidate: Candidate) -> Option<usize> {
        let is_wanted = |&&node: &&usize| self.nodes[node].0 == candidate.digit();
        self.of_cell[candidate.cell()].iter().find(is_wanted).copied()
    }

    fn add_nodes(&mut self, state: &State<'_>, choice: Choice) {
        let shape = state.shape();
        let digits: Vec<usize> =
            state.digits().filter(|&digit| choice.digit.is_none_or(|only| only == digit)).collect();
        for &digit in &digits {
            self.nodes.extend(state.places(digit).iter().map(|cell| (digit, CellSet::only(cell))));
        }
        self.single_count = self.nodes.len();
        if !choice.groups {
            return;
        }
        let lines = 2 * shape.side();
        for &digit in &digits {
            for line in 0..lines {
                for other in lines..shape.houses().len() {
                    let cells = state.places_in(line, digit) & shape.houses()[other];
                    if cells.len() > 1 {
                        self.nodes.push((digit, cells));
                    }
                }
            }
        }
    }

    fn add_plain_links(&mut self, state: &State<'_>, choice: Choice) {
        let shape = state.shape();
        let mut of_digit: Vec<Vec<usize>> = vec![Vec::new(); shape.side() + 1];
        for (node, &(digit, cells)) in self.nodes.iter().enumerate() {
            of_digit[digit].push(node);
            if let Some(cell) = cells.single() {
                self.of_cell[cell].push(node);
            }
        }
        for one in 0..self.nodes.len() {
            let (digit, cells) = self.nodes[one];
            let seen = shape.common_peers(cells);
            // Other candidates of the same cell.
            if let Some(cell) = cells.single() {
                let others = || self.of_cell[cell].iter().copied().filter(|&other| other != one);
                self.weak[one].extend(others().map(Link::plain));
                if choice.cells && state.candidates(cell).len() == 2 {
                    self.strong[one].extend(others());
                }
            }
            for &other in of_digit[digit].iter().filter(|&&other| other != one) {
                let other_cells = self.nodes[other].1;
                if other_cells.is_subset(seen) {
                    self.weak[one].push(Link::plain(other));
                    let both = cells | other_cells;
                    let is_strong = |house: usize| state.places_in(house, digit) == both;
                    if choice.houses && shape.common_houses(both).any(is_strong) {
                        self.strong[one].push(other);
                    }
                }
            }
            let is_by_house = choice.cells && choice.houses && one < self.single_count;
            let key = |other: usize| {
                if is_by_house { self.house_order(state, one, other) } else { other as u64 }
            };
            let strong = by_number(&self.strong[one], |&other| key(other));
            let weak = by_number(&self.weak[one], |link| key(link.to()));
            (self.strong[one], self.weak[one]) = (strong, weak);
        }
    }

    /// Returns the sort key of a candidate's link: links in its cell come first, followed by those
    /// in its row, column and box, which is the order in which people look. This order decides
    /// between equally short chains.
    fn house_order(&self, state: &State<'_>, one: usize, other: usize) -> u64 {
        let shape = state.shape();
        let (cells, others) = (self.nodes[one].1, self.nodes[other].1);
        let house = match (cells == others, cells.len() + others.len() == 2) {
            (true, _) => 0,
            (false, true) => shape.common_houses(cells | others).next().map_or(3, |house| {
                1 + usize::from(!shape.is_row(house)) + usize::from(!shape.is_line(house))
            }),
            (false, false) => 4,
        };
        let first = if house < 4 { others.first().unwrap_or(0) } else { 0 };
        [house, first].into_iter().fold(0, |key, part| key << 16 | part as u64) << 16 | other as u64
    }

    /// Adds links through almost locked sets: a node that rules a digit out of a set locks the
    /// others in, which rules them out of cells that see all their places.
    fn add_links_through_sets(&mut self, state: &State<'_>) {
        let mut sets = almost_locked_sets(state);
        sets.retain(|set| set.cells.len() > 1);
        let mut known: HashMap<(usize, usize), ()> = HashMap::new();
        for (from, list) in self.weak.iter().enumerate() {
            known.extend(list.iter().map(|link| ((from, link.to()), ())));
        }
        for (number, set) in sets.iter().enumerate() {
            let seen: Vec<(usize, CellSet)> =
                set.digits.iter().map(|digit| (digit, set.seen(state, digit) - set.cells)).collect();
            let meets = |digit: usize| -> Vec<usize> {
                let Some(&(_, seen)) = seen.iter().find(|(known, _)| *known == digit) else {
                    return Vec::new();
                };
                (0..self.nodes.len())
                    .filter(|&node| self.nodes[node].0 == digit && self.nodes[node].1.is_subset(seen))
                    .collect()
            };
            let near: Vec<(usize, Vec<usize>)> =
                set.digits.iter().map(|digit| (digit, meets(digit))).collect();
            // Candidates of cells whose other candidates, two or more, all belong to the set, in
            // cells that see all of the set's places for them.
            let forced: Vec<(DigitSet, usize)> = (0..self.single_count)
                .filter_map(|node| {
                    let (digit, cells) = self.nodes[node];
                    let cell = cells.first()?;
                    let others = state.candidates(cell).without(digit);
                    let is_taken = |other: usize| {
                        seen.iter().any(|(known, seen)| *known == other && seen.contains(cell))
                    };
                    (others.len() > 1 && others.iter().all(is_taken)).then_some((others, node))
                })
                .collect();
            for (digit, entries) in &near {
                for &(_, node) in forced.iter().filter(|(taken, _)| !taken.contains(*digit)) {
                    for &entry in entries {
                        if entry != node {
                            self.forced[entry].push(Link::through_set(node, number));
                        }
                    }
                }
                for (other, exits) in &near {
                    if digit == other {
                        continue;
                    }
                    for &entry in entries {
                        for &exit in exits {
                            if known.insert((entry, exit), ()).is_none() {
                                self.weak[entry].push(Link::through_set(exit, number));
                            }
                        }
                    }
                }
            }
        }
        self.sets = sets;
    }
}
