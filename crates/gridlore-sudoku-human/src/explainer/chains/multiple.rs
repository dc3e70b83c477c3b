//! Multiple chains: from every candidate of a cell, from every place of a digit in a house, or from
//! both states of a candidate, on and off.

use super::super::grid::{CELLS, Grid, HOUSES_OF, bits, cells_in};
use super::super::hint::{Difficulty, Hint, Search};
use super::consequences::{Consequences, Depth, Spare};
use super::reason::{Nested, Patterns, depends_on};
use super::unary::Rank;
use super::{Cause, LITERALS, Literal, cell_of, digit_of, is_on, length_difficulty, literal};
use crate::Candidate;
use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

/// The kind of chains that a search finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Reach {
    /// Contradictions that use only the places of digits in houses.
    Nishio,
    /// Chains from all candidates of a cell or all places in a house. Each literal has one reason.
    Multiple,
    /// In addition, chains from both states of a candidate, on and off. A literal can have several
    /// reasons, and patterns up to this level are used.
    Dynamic(u8),
}

impl Reach {
    const fn depth(self) -> Depth {
        match self {
            Self::Nishio => Depth { only_houses: true, is_dynamic: true, level: 0 },
            Self::Multiple => Depth { only_houses: false, is_dynamic: false, level: 0 },
            Self::Dynamic(level) => Depth { only_houses: false, is_dynamic: true, level },
        }
    }

    fn base(self) -> u16 {
        match self {
            Self::Nishio => 75,
            Self::Multiple => 80,
            Self::Dynamic(0) => 85,
            Self::Dynamic(1) => 90,
            Self::Dynamic(level) => 95 + 5 * (u16::from(level) - 2),
        }
    }

    const fn suffix(self) -> &'static str {
        match self {
            Self::Dynamic(1) => " (+)",
            Self::Dynamic(2) => " (+ Forcing Chains)",
            Self::Dynamic(3) => " (+ Multiple Forcing Chains)",
            Self::Dynamic(4..) => " (+ Dynamic Forcing Chains)",
            _ => "",
        }
    }
}

/// The premises of the chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Contradiction,
    Double,
    Region(usize, usize),
    Cell(usize),
}

/// The conclusion of several chains.
pub(super) struct Found {
    pub(super) rank: Rank,
    kind: Kind,
    target: Literal,
    pub(super) removals: Vec<Candidate>,
    /// The literals that the chains depend on, if they were requested.
    pub(super) depends_on: Vec<Literal>,
    /// The literals of all chains, with their causes.
    pub(super) print: Vec<(Literal, Cause)>,
}

/// Finds the easiest contradiction, or the easiest conclusion that all candidates of a cell or a
/// house share.
pub(super) fn multiple(grid: &Grid, reach: Reach, patterns: &dyn Patterns, spare: &Spare) -> Search {
    let mut runs = Runs::new(grid, reach, patterns, spare);
    let best = easiest(&mut runs, reach);
    best.map_or(Search::Continue(()), |best| Search::Break(best.hint(reach)))
}

/// Finds the easiest dynamic chain at the lowest level of patterns that yields one.
pub(super) fn dynamic(grid: &Grid, patterns: &dyn Patterns, spare: &Spare) -> Search {
    let mut runs = Runs::new(grid, Reach::Dynamic(0), patterns, spare);
    for level in 0..=MAX_LEVEL {
        let reach = Reach::Dynamic(level);
        runs.depth = reach.depth();
        if let Some(best) = easiest(&mut runs, reach) {
            return Search::Break(best.hint(reach));
        }
    }
    Search::Continue(())
}

/// The highest level of patterns: dynamic chains that use patterns, within dynamic chains.
const MAX_LEVEL: u8 = 5;

fn easiest(runs: &mut Runs<'_>, reach: Reach) -> Option<Found> {
    let mut search = MultipleSearch { grid: runs.grid, reach, best: None, all: None, start: None };
    search.run(runs);
    search.best
}

impl Found {
    fn hint(self, reach: Reach) -> Hint {
        let (cell, digit) = (cell_of(self.target), digit_of(self.target));
        let placement = is_on(self.target).then(|| Candidate::new(cell, digit + 1));
        let what = match (reach, self.kind) {
            (Reach::Nishio, _) => "Nishio",
            (Reach::Multiple, Kind::Cell(_)) => "Cell",
            (Reach::Multiple, _) => "Region",
            (_, Kind::Contradiction) => "Dynamic Contradiction",
            (_, Kind::Double) => "Dynamic Double",
            (_, Kind::Cell(_)) => "Dynamic Cell",
            (_, Kind::Region(..)) => "Dynamic Region",
        };
        Hint {
            name: Cow::Owned(format!("{what} Forcing Chains{}", reach.suffix())),
            difficulty: Difficulty(self.rank.difficulty),
            placement,
            removals: if placement.is_some() { Vec::new() } else { self.removals },
        }
    }
}

/// Returns all conclusions, easiest first, with the literals removed since `start` that they depend
/// on.
pub(super) fn all_multiple(
    start: &Grid,
    grid: &Grid,
    reach: Reach,
    patterns: &dyn Patterns,
    spare: &Spare,
) -> Vec<Found> {
    let mut search = MultipleSearch { grid, reach, best: None, all: Some(Vec::new()), start: Some(start) };
    search.run(&mut Runs::new(grid, reach, patterns, spare));
    let mut all = search.all.unwrap_or_default();
    all.sort_by_key(|one| one.rank);
    all
}

struct MultipleSearch<'a> {
    grid: &'a Grid,
    reach: Reach,
    best: Option<Found>,
    all: Option<Vec<Found>>,
    start: Option<&'a Grid>,
}

/// The consequences of each premise, computed on first use.
struct Runs<'a> {
    grid: &'a Grid,
    depth: Depth,
    patterns: &'a dyn Patterns,
    spare: &'a Spare,
    of: Vec<Option<Box<Consequences>>>,
}

impl<'a> Runs<'a> {
    fn new(grid: &'a Grid, reach: Reach, patterns: &'a dyn Patterns, spare: &'a Spare) -> Self {
        Self { grid, depth: reach.depth(), patterns, spare, of: (0..LITERALS).map(|_| None).collect() }
    }

    /// Takes out the consequences of a premise. The caller puts them back.
    fn take(&mut self, premise: Literal) -> Box<Consequences> {
        match self.of[premise].take() {
            None => {
                let mut run = self.spare.take();
                run.start(self.grid, premise, self.depth, self.patterns);
                run
            }
            Some(mut run) => {
                run.deepen(self.grid, self.depth.level, self.patterns);
                run
            }
        }
    }

    fn put(&mut self, premise: Literal, run: Box<Consequences>) {
        self.of[premise] = Some(run);
    }
}

impl Drop for Runs<'_> {
    fn drop(&mut self) {
        self.spare.put(self.of.drain(..).flatten());
    }
}

impl MultipleSearch<'_> {
    fn run(&mut self, runs: &mut Runs<'_>) {
        let is_dynamic = runs.depth.is_dynamic;
        for cell in cells_in(self.grid.blanks) {
            let count = self.grid.count(cell);
            if count < 2 || (count == 2 && !is_dynamic) {
                continue;
            }
            for digit in bits(self.grid.candidates(cell)) {
                if is_dynamic {
                    self.search_candidate(runs, cell, digit);
                }
                if self.reach != Reach::Nishio {
                    self.search_houses(runs, cell, digit);
                }
            }
            if self.reach != Reach::Nishio {
                let premises: Vec<(usize, usize)> =
                    bits(self.grid.candidates(cell)).map(|digit| (cell, digit)).collect();
                self.search_premises(runs, &premises, Kind::Cell(cell));
            }
        }
    }

    /// Finds a contradiction that follows from a candidate being on or off, and conclusions that
    /// follow from both.
    fn search_candidate(&mut self, runs: &mut Runs<'_>, cell: usize, digit: usize) {
        let [on, off] = [literal(cell, digit, true), literal(cell, digit, false)];
        let (mut of_on, mut of_off) = (runs.take(on), runs.take(off));
        if let Some(pair) = of_on.contradiction {
            self.offer(Kind::Contradiction, off, &mut [(&mut of_on, pair.to_vec())]);
        }
        if let Some(pair) = of_off.contradiction {
            self.offer(Kind::Contradiction, on, &mut [(&mut of_off, pair.to_vec())]);
        }
        if self.grid.count(cell) > 2 && self.reach != Reach::Nishio {
            for nodes in [of_on.on.clone(), of_on.off.clone()] {
                for node in nodes {
                    let target = of_on.literal(node);
                    if let Some(other) = of_off.node_of(target) {
                        let chains =
                            &mut [(&mut *of_on, vec![usize::from(node)]), (&mut *of_off, vec![other])];
                        self.offer(Kind::Double, target, chains);
                    }
                }
            }
        }
        runs.put(on, of_on);
        runs.put(off, of_off);
    }

    fn search_houses(&mut self, runs: &mut Runs<'_>, cell: usize, digit: usize) {
        for house in HOUSES_OF[cell] {
            let places = self.grid.places(house, digit);
            let is_first = CELLS[house][places.trailing_zeros() as usize] == cell;
            if places.count_ones() >= 2 && is_first {
                let premises: Vec<(usize, usize)> =
                    bits(places).map(|place| (CELLS[house][place], digit)).collect();
                self.search_premises(runs, &premises, Kind::Region(house, digit));
            }
        }
    }

    /// Finds conclusions that all premises share.
    fn search_premises(&mut self, runs: &mut Runs<'_>, premises: &[(usize, usize)], kind: Kind) {
        let mut chosen: Vec<Box<Consequences>> =
            premises.iter().map(|&(cell, digit)| runs.take(literal(cell, digit, true))).collect();
        let targets: Vec<Literal> = chosen[0]
            .on
            .iter()
            .chain(&chosen[0].off)
            .map(|&node| chosen[0].literal(node))
            .filter(|&target| chosen[1..].iter().all(|one| one.node_of(target).is_some()))
            .collect();
        for target in targets {
            let mut chains: Vec<(&mut Consequences, Vec<usize>)> = chosen
                .iter_mut()
                .map(|one| {
                    let node = one.node_of(target).into_iter().collect();
                    (&mut **one, node)
                })
                .collect();
            self.offer(kind, target, &mut chains);
        }
        for (one, &(cell, digit)) in chosen.into_iter().zip(premises) {
            runs.put(literal(cell, digit, true), one);
        }
    }

    fn offer(&mut self, kind: Kind, target: Literal, chains: &mut [(&mut Consequences, Vec<usize>)]) {
        let (cell, digit) = (cell_of(target), digit_of(target));
        let removals: Vec<Candidate> = if is_on(target) {
            bits(self.grid.candidates(cell) & !(1 << digit))
                .map(|other| Candidate::new(cell, other + 1))
                .collect()
        } else {
            vec![Candidate::new(cell, digit + 1)]
        };
        if removals.is_empty() {
            return;
        }
        let number = match kind {
            Kind::Contradiction => 8,
            Kind::Double => 9,
            Kind::Cell(_) => 6,
            Kind::Region(..) => 7,
        };
        let best = self.best.as_ref().map(|best| best.rank);
        let rank = |complexity: u32| Rank {
            difficulty: self.reach.base() + length_difficulty(complexity),
            complexity,
            kind: number,
        };
        let is_worse = |complexity: u32| best.is_some_and(|best| rank(complexity) >= best);
        let min_complexity: u32 = chains
            .iter()
            .map(|(one, nodes)| nodes.iter().map(|&node| one.min_count(node)).sum::<u32>())
            .sum();
        if is_worse(min_complexity) {
            return;
        }
        let mut complexity: u32 = 0;
        for (one, nodes) in chains.iter_mut() {
            for &node in nodes.iter() {
                complexity += one.count(node);
            }
        }
        if is_worse(complexity) {
            return;
        }
        if chains.iter().any(|(one, _)| one.has_nested()) {
            let mut met: HashSet<Rc<Nested>> = HashSet::new();
            for (one, nodes) in chains.iter() {
                for &node in nodes {
                    for nested in one.nested_of(node) {
                        if met.insert(Rc::clone(nested)) {
                            complexity += nested.complexity;
                        }
                    }
                }
            }
            if is_worse(complexity) {
                return;
            }
        }
        let mut found = Found {
            rank: rank(complexity),
            kind,
            target,
            removals,
            depends_on: Vec::new(),
            print: Vec::new(),
        };
        if let (Some(all), Some(start)) = (&mut self.all, self.start) {
            for (one, nodes) in chains.iter() {
                for &node in nodes {
                    found.print.extend(one.reasons(node));
                }
            }
            found.depends_on = depends_on(start, self.grid, &found.print);
            let more = match kind {
                Kind::Cell(cell) => bits(start.candidates(cell) & !self.grid.candidates(cell))
                    .map(|other| literal(cell, other, false))
                    .collect(),
                Kind::Region(house, digit) => {
                    bits(start.places(house, digit) & !self.grid.places(house, digit))
                        .map(|place| literal(CELLS[house][place], digit, false))
                        .collect()
                }
                _ => Vec::new(),
            };
            found.depends_on.extend(more);
            all.push(found);
        } else {
            self.best = Some(found);
        }
    }
}
