//! The graph of links: nodes are candidates, and cells of a house where they meet another; links lead from one to the next.

use crate::human::sets::almost::almost_locked_sets;
use crate::human::{AlmostLockedSet, Candidate, CellSet, Digits, State};
use std::collections::HashMap;

/// Which links a chain may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::human) struct Choice {
    /// Only this digit, when there is one.
    pub(super) digit: Option<usize>,
    /// Strong links between the two candidates of a cell.
    pub(super) cells: bool,
    /// Strong links between the two nodes of a house.
    pub(super) houses: bool,
    /// Nodes of several cells.
    pub(super) groups: bool,
    /// Weak links through almost locked sets.
    pub(super) sets: bool,
}

impl Choice {
    /// Links of every kind but through almost locked sets.
    pub(in crate::human) const GROUPED: Self =
        Self { digit: None, cells: true, houses: true, groups: true, sets: false };
}

/// A weak link, through one of the almost locked sets perhaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Weak {
    pub(super) to: usize,
    pub(super) through: Option<usize>,
}

/// Nodes and links. A node's links lead to nodes of rising number.
#[derive(Debug)]
pub(super) struct Links {
    /// Digit and cells; single cells come first.
    pub(super) nodes: Vec<(usize, CellSet)>,
    pub(super) single_count: usize,
    pub(super) strong: Vec<Vec<usize>>,
    pub(super) weak: Vec<Vec<Weak>>,
    /// From a node that is there to one that is there, too: an almost locked set leaves nothing else in a cell.
    pub(super) forced: Vec<Vec<Weak>>,
    pub(super) sets: Vec<AlmostLockedSet>,
}

impl Links {
    pub(super) fn new(state: &State<'_>, choice: Choice) -> Self {
        let mut links = Self {
            nodes: Vec::new(),
            single_count: 0,
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
        if choice.cells && choice.houses {
            links.sort_as_people_look(state);
        }
        if choice.sets {
            links.add_links_through_sets(state);
        }
        links
    }

    /// The node of a candidate. Single cells come digit by digit, each from the top.
    pub(super) fn node(&self, candidate: Candidate) -> Option<usize> {
        let wanted = (candidate.digit(), CellSet::only(candidate.cell()));
        self.nodes[..self.single_count].binary_search(&wanted).ok()
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
        let mut of_cell: Vec<Vec<usize>> = vec![Vec::new(); shape.size()];
        for (node, &(digit, cells)) in self.nodes.iter().enumerate() {
            of_digit[digit].push(node);
            if let Some(cell) = cells.single() {
                of_cell[cell].push(node);
            }
        }
        for one in 0..self.nodes.len() {
            let (digit, cells) = self.nodes[one];
            let seen = shape.common_peers(cells);
            // Other digits of the same cell.
            if let Some(cell) = cells.single() {
                let others = || of_cell[cell].iter().copied().filter(|&other| other != one);
                self.weak[one].extend(others().map(|to| Weak { to, through: None }));
                if choice.cells && state.candidates(cell).len() == 2 {
                    self.strong[one].extend(others());
                }
            }
            for &other in of_digit[digit].iter().filter(|&&other| other != one) {
                let other_cells = self.nodes[other].1;
                if other_cells.is_subset(seen) {
                    self.weak[one].push(Weak { to: other, through: None });
                    let both = cells | other_cells;
                    let is_strong = |house: usize| state.places_in(house, digit) == both;
                    if choice.houses && shape.common_houses(both).any(is_strong) {
                        self.strong[one].push(other);
                    }
                }
            }
            self.weak[one].sort_unstable_by_key(|link| link.to);
            self.strong[one].sort_unstable();
        }
    }

    /// Of a candidate first the others of its cell, then those of its row, its column, its box: shortest chains that are as long come in that order.
    fn sort_as_people_look(&mut self, state: &State<'_>) {
        let shape = state.shape();
        let nodes = &self.nodes;
        let key = |one: usize, other: usize| {
            let (cells, others) = (nodes[one].1, nodes[other].1);
            let house = match (cells == others, cells.len() + others.len() == 2) {
                (true, _) => 0,
                (false, true) => shape.common_houses(cells | others).next().map_or(3, |house| {
                    1 + usize::from(!shape.is_row(house)) + usize::from(!shape.is_line(house))
                }),
                (false, false) => 4,
            };
            (house, if house < 4 { others.first().unwrap_or(0) } else { 0 }, other)
        };
        for one in 0..self.single_count {
            self.strong[one].sort_by_key(|&other| key(one, other));
            self.weak[one].sort_by_key(|link| key(one, link.to));
        }
    }

    /// A node that takes a digit from an almost locked set locks its other digits in, so that these are not where they see them all.
    fn add_links_through_sets(&mut self, state: &State<'_>) {
        let mut sets = almost_locked_sets(state);
        sets.retain(|set| set.cells.len() > 1);
        let mut known: HashMap<(usize, usize), ()> = HashMap::new();
        for (from, list) in self.weak.iter().enumerate() {
            known.extend(list.iter().map(|link| ((from, link.to), ())));
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
            // Cells that see all of the set's cells for several of their candidates, and have one candidate more.
            let forced: Vec<(Digits, usize)> = (0..self.single_count)
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
                            self.forced[entry].push(Weak { to: node, through: Some(number) });
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
                                self.weak[entry].push(Weak { to: exit, through: Some(number) });
                            }
                        }
                    }
                }
            }
        }
        self.sets = sets;
    }
}
