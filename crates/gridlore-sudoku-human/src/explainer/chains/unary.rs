//! Cycles, and chains whose premise implies its opposite.

use super::super::grid::{Grid, PEERS, bits, cells_in, is_pair};
use super::super::hint::{Difficulty, Hint, Search};
use super::network::{Fate, Leading, Network};
use super::{Among, Cause, Literal, cell_of, digit_of, is_on, length_difficulty, off_among, on_from_off};
use crate::Candidate;
use std::borrow::Cow;

/// The kinds of links that a search uses.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Links {
    /// Whether to use links between the candidates of a cell.
    in_cells: bool,
    /// Whether to use links between the places of a digit in a house.
    in_houses: bool,
}

const SEARCHES: [Links; 3] = [
    Links { in_cells: false, in_houses: true },
    Links { in_cells: true, in_houses: false },
    Links { in_cells: true, in_houses: true },
];

impl Links {
    const fn is_both(self) -> bool {
        self.in_cells && self.in_houses
    }
}

/// The sort key of chains: difficulty, then number of literals, then the kind of chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Rank {
    pub(super) difficulty: u16,
    pub(super) complexity: u32,
    pub(super) kind: u8,
}

/// A cycle or a chain.
pub(super) struct Loop {
    pub(super) rank: Rank,
    is_cycle: bool,
    links: Links,
    /// The candidates that it removes.
    pub(super) removals: Vec<Candidate>,
    placement: Option<Candidate>,
    /// Its literals from the end back to the premise, with their causes.
    pub(super) path: Vec<(Literal, Cause)>,
}

impl Loop {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed(match (self.is_cycle, self.links.in_cells, self.links.in_houses) {
            (true, false, _) => "Bidirectional X-Cycle",
            (true, true, false) => "Bidirectional Y-Cycle",
            (true, true, true) => "Bidirectional Cycle",
            (false, false, _) => "Forcing X-Chain",
            (false, ..) => "Forcing Chain",
        })
    }
}

/// Finds the easiest cycle or chain.
pub(in super::super) fn cycles_and_chains(grid: &Grid) -> Search {
    let mut found = Found { best: None, all: None };
    found.search(grid, &Network::new(grid));
    match found.best {
        None => Search::Continue(()),
        Some(best) => Search::Break(Hint {
            name: best.name(),
            difficulty: Difficulty(best.rank.difficulty),
            placement: best.placement,
            removals: if best.placement.is_some() { Vec::new() } else { best.removals },
        }),
    }
}

fn all_within(grid: &Grid, network: &Network) -> Vec<Loop> {
    let mut found = Found { best: None, all: Some(Vec::new()) };
    found.search(grid, network);
    let mut all = found.all.unwrap_or_default();
    all.sort_by_key(|one| one.rank);
    all
}

/// Returns all cycles and chains, easiest first.
pub(super) fn all_cycles_and_chains(grid: &Grid) -> Vec<Loop> {
    all_within(grid, &Network::new(grid))
}

struct Node {
    literal: Literal,
    parent: u32,
    depth: u32,
    cause: Cause,
}

struct Found {
    best: Option<Loop>,
    all: Option<Vec<Loop>>,
}

/// The literals that a search has visited, in alternating layers of on and off.
#[derive(Default)]
struct Walk {
    nodes: Vec<Node>,
    met: Vec<u64>,
}

impl Walk {
    fn start(&mut self, literal: Literal) {
        self.nodes.clear();
        self.met.clear();
        self.met.resize(super::LITERALS.div_ceil(64), 0);
        self.nodes.push(Node { literal, parent: u32::MAX, depth: 1, cause: Cause::None });
        self.meet(literal);
    }

    /// Marks a literal as visited. Returns whether it is new.
    fn meet(&mut self, literal: Literal) -> bool {
        let (word, bit) = (literal / 64, 1 << (literal % 64));
        let is_new = self.met[word] & bit == 0;
        self.met[word] |= bit;
        is_new
    }

    fn is_before(&self, node: usize, literal: Literal) -> bool {
        self.path(node).skip(1).any(|node| node.literal == literal)
    }

    /// Returns the nodes from this one back to the premise.
    fn path(&self, node: usize) -> impl Iterator<Item = &Node> {
        let mut at = Some(node);
        std::iter::from_fn(move || {
            let node = &self.nodes[at?];
            at = (node.parent != u32::MAX).then_some(node.parent as usize);
            Some(node)
        })
    }

    fn literals(&self, node: usize) -> Vec<(Literal, Cause)> {
        self.path(node).map(|node| (node.literal, node.cause)).collect()
    }
}

impl Found {
    /// Returns whether a chain of this rank is of interest.
    fn wants(&self, rank: Rank) -> bool {
        self.all.is_some() || self.best.as_ref().is_none_or(|best| rank < best.rank)
    }

    /// Returns whether a longer chain with this base difficulty can be of interest.
    fn wants_longer(&self, base: u16, complexity: u32) -> bool {
        self.wants(Rank { difficulty: base + length_difficulty(complexity), complexity, kind: 0 })
    }

    fn take(&mut self, one: Loop) {
        match &mut self.all {
            Some(all) => all.push(one),
            None => self.best = Some(one),
        }
    }

    fn search(&mut self, grid: &Grid, network: &Network) {
        // Candidates without a chain of both kinds of links have none of a single kind.
        let cells = cells_in(grid.blanks).filter(|&cell| grid.count(cell) >= 2);
        let promising: Vec<(usize, Fate)> = cells
            .flat_map(|cell| bits(grid.candidates(cell)).map(move |digit| cell * 9 + digit))
            .map(|candidate| (candidate, network.fate(grid, candidate)))
            .filter(|(_, fate)| fate.may_return || fate.is_refuted || fate.is_asserted)
            .collect();
        let mut walk = Walk::default();
        for links in if promising.is_empty() { &[][..] } else { &SEARCHES } {
            for &(candidate, fate) in &promising {
                if links.in_houses || is_pair(grid.candidates(candidate / 9)) {
                    self.search_premise(grid, candidate, *links, fate, network, &mut walk);
                }
            }
        }
    }

    fn search_premise(
        &mut self,
        grid: &Grid,
        candidate: usize,
        links: Links,
        fate: Fate,
        network: &Network,
        walk: &mut Walk,
    ) {
        let (on, off) = (candidate * 2 + 1, candidate * 2);
        if fate.may_return {
            self.cycles(grid, on, links, network, walk);
        }
        if links.in_houses && fate.is_refuted {
            let mut among = network.linked;
            among[digit_of(off)] |= 1 << cell_of(off);
            self.chains(grid, on, links, &among, &network.leading_off(grid, candidate), walk);
        }
        if links.in_houses && fate.is_asserted {
            self.chains(grid, off, links, &network.linked, &network.leading_on(candidate), walk);
        }
    }

    /// Finds cycles: chains from on to on that return to the premise.
    fn cycles(&mut self, grid: &Grid, premise: Literal, links: Links, network: &Network, walk: &mut Walk) {
        let base = if links.is_both() { 70 } else { 65 };
        let kind = match (links.in_cells, links.in_houses) {
            (false, _) => 1,
            (true, false) => 3,
            _ => 4,
        };
        let leading = network.leading_on(premise / 2);
        walk.start(premise);
        let (mut layer, mut next_layer, mut ends) = (vec![0], Vec::new(), Vec::new());
        let mut length = 0;
        while !layer.is_empty() && self.wants_longer(base, length + 2) {
            length += 2;
            next_layer.clear();
            for &node in &layer {
                let Node { literal, depth, .. } = walk.nodes[node];
                off_among(grid, &network.linked, literal, links.in_cells, |off, cause| {
                    if walk.is_before(node, off) {
                        return;
                    }
                    // Only literals that lead to others are kept.
                    let mut of_off = None;
                    on_from_off(grid, off, links.in_cells, links.in_houses, |next, next_cause| {
                        let is_end = length >= 4 && next == premise;
                        let is_new = leading.has(next / 2) && walk.meet(next);
                        if !is_end && !is_new {
                            return;
                        }
                        let parent = *of_off.get_or_insert_with(|| walk.push(off, node, depth + 1, cause));
                        let node = walk.push(next, parent, depth + 2, next_cause);
                        if is_end {
                            ends.push(node);
                        }
                        if is_new {
                            next_layer.push(node);
                        }
                    });
                });
            }
            std::mem::swap(&mut layer, &mut next_layer);
        }
        for end in ends {
            let complexity = walk.nodes[end].depth - 1;
            let rank = Rank { difficulty: base + length_difficulty(complexity), complexity, kind };
            if !self.wants(rank) {
                continue;
            }
            let removals = cycle_removals(grid, walk, end);
            if !removals.is_empty() {
                let path = walk.literals(end);
                self.take(Loop { rank, is_cycle: true, links, removals, placement: None, path });
            }
        }
    }

    /// Finds chains from a premise to its opposite, through literals that lead there.
    fn chains(
        &mut self,
        grid: &Grid,
        premise: Literal,
        links: Links,
        among: &Among,
        leading: &Leading<'_>,
        walk: &mut Walk,
    ) {
        let (base, kind) = if links.is_both() { (70, 4) } else { (66, 2) };
        let opposite = premise ^ 1;
        walk.start(premise);
        let mut layer = 0..1;
        let mut on = is_on(premise);
        let mut length = 1;
        let mut end = None;
        while end.is_none() && !layer.is_empty() && self.wants_longer(base, length + 1) {
            length += 1;
            for node in layer.clone() {
                let Node { literal: from, depth, .. } = walk.nodes[node];
                let mut each = |literal: Literal, cause: Cause| {
                    // The opposite of the premise is an end, but it is visited like any other
                    // literal.
                    if (on || leading.has(literal / 2)) && walk.meet(literal) {
                        let new = walk.push(literal, node, depth + 1, cause);
                        if literal == opposite && end.is_none() {
                            end = Some(new);
                        }
                    }
                };
                if on {
                    off_among(grid, among, from, links.in_cells, &mut each);
                } else {
                    on_from_off(grid, from, links.in_cells, true, &mut each);
                }
            }
            layer = layer.end..walk.nodes.len();
            on = !on;
        }
        let Some(end) = end else { return };
        let complexity = walk.nodes[end].depth;
        let rank = Rank { difficulty: base + length_difficulty(complexity), complexity, kind };
        if !self.wants(rank) {
            return;
        }
        let (cell, digit) = (cell_of(opposite), digit_of(opposite));
        let candidate = Candidate::new(cell, digit + 1);
        let (placement, removals) = if is_on(opposite) {
            let others = bits(grid.candidates(cell) & !(1 << digit));
            (Some(candidate), others.map(|other| Candidate::new(cell, other + 1)).collect())
        } else {
            (None, vec![candidate])
        };
        let path = walk.literals(end);
        self.take(Loop { rank, is_cycle: false, links, removals, placement, path });
    }
}

impl Walk {
    fn push(&mut self, literal: Literal, parent: usize, depth: u32, cause: Cause) -> usize {
        let parent = u32::try_from(parent).unwrap_or(u32::MAX);
        self.nodes.push(Node { literal, parent, depth, cause });
        self.nodes.len() - 1
    }
}

/// Returns the candidates outside the cycle's cells that are off in both directions of the cycle.
fn cycle_removals(grid: &Grid, walk: &Walk, end: usize) -> Vec<Candidate> {
    let (mut cells, mut seen) = (0u128, [[0u128; 9]; 2]);
    for node in walk.path(end) {
        let cell = cell_of(node.literal);
        cells |= 1 << cell;
        if node.parent != u32::MAX {
            seen[usize::from(is_on(node.literal))][digit_of(node.literal)] |= PEERS[cell];
        }
    }
    (0..9).flat_map(|digit| grid.removals(digit, seen[0][digit] & seen[1][digit] & !cells)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;
    use gridlore_core::Rng;
    use gridlore_sudoku::{Recipe, minimal};

    #[test]
    fn skipped_candidates_have_no_chains() {
        let mut rng = Rng::new(7);
        let mut count = 0;
        for seed in 0..12 {
            let mut grid = Grid::new(&State::usual(minimal(&Recipe::default(), seed).values()));
            // As within chains, removed candidates may be right or wrong.
            for _ in 0..12 {
                for _ in 0..8 {
                    grid.remove(rng.below(81), rng.below(9));
                }
                let chains = |network: &Network| {
                    let all = all_within(&grid, network);
                    all.into_iter().map(|one| (one.rank, one.removals, one.path)).collect::<Vec<_>>()
                };
                let found = chains(&Network::new(&grid));
                count += found.len();
                assert!(found == chains(&Network::crowded(&grid)), "{grid:?}");
            }
        }
        assert!(count > 1_000, "{count}");
    }
}
