//! Rules compiled to propagators.

use super::cage::{self, Combinations};
use super::derive::derived;
use super::different::MAX_VALUES;
use super::first_digits::{Ranks, first_digits};
use super::layers::{Excess, Layers, MAX_STATES};
use super::regions::{self, Board, Connected, Regions};
use super::state::Cells;
use super::sums::Sums;
use super::weighted::Weighted;
use super::word::Reading;
use crate::puzzle::Puzzle;
use crate::relation::Relation;
use crate::rule::{Area, Rule, Ties, Word};
use crate::shape::distinct;
use std::fmt;
use std::rc::Rc;

/// A rule as the engine applies it.
#[derive(Debug, Clone)]
pub(super) enum Propagator<const W: usize> {
    /// Each value occurs in one of the cells.
    House(Vec<usize>, Cells<W>),
    /// Different values with a sum of bits, restricted by the values of all cells together.
    Cage(Vec<usize>, Cells<W>, usize),
    /// Like `Cage`, but exact.
    ExactCage(Vec<usize>, Cells<W>, usize),
    /// Different values with one of these combinations.
    Combinations(Vec<usize>, Cells<W>, Rc<[u32]>),
    Sums(Vec<usize>, Sums),
    Weighted(Vec<usize>, Weighted),
    /// For each value of one cell, the values of the other, in both directions.
    Pair([usize; 2], [Vec<u32>; 2]),
    Word(Vec<usize>, Rc<Layers>),
    CountDistinct(Vec<usize>),
    CountingCircles(Vec<usize>),
    SameValues(Vec<Vec<usize>>),
    FullRank(Ranks),
    Connected(Connected<W>),
    Regions(Regions<W>),
    Either(Vec<Vec<Propagator<W>>>, Vec<usize>),
    /// The cell has one of these values.
    Values(usize, u32),
    /// Different values; used only inside alternatives, because elsewhere such cells are peers.
    Different(Vec<usize>),
}

impl<const W: usize> Propagator<W> {
    /// Returns the approximate work of applying the propagator once, in steps of a few nanoseconds.
    pub(super) fn steps(&self) -> u64 {
        let steps = match self {
            Self::Values(..) => 1,
            Self::Pair(..) => 10,
            Self::House(..) => 10 * W,
            Self::Combinations(cells, _, sets) => 10 + sets.len() * (1 + cells.len() / 4),
            Self::Cage(cells, ..) | Self::ExactCage(cells, ..) => 20 * cells.len(),
            Self::Sums(cells, _) => 50 * cells.len(),
            Self::Weighted(cells, _) => 200 * cells.len(),
            Self::Word(cells, layers) => 4 * cells.len() + layers.size(),
            Self::CountDistinct(cells) => 20 * cells.len(),
            Self::CountingCircles(cells) => 1_000 + 100 * cells.len(),
            Self::SameValues(groups) => 200 * groups.iter().map(Vec::len).sum::<usize>(),
            Self::FullRank(ranks) => 50 * ranks.rule.numbers.len().pow(2),
            Self::Connected(_) | Self::Regions(_) => 5_000 * W,
            Self::Either(alternatives, cells) => alternatives.len() * (cells.len() + 64 * W),
            Self::Different(cells) => cells.len().pow(2),
        };
        steps as u64
    }

    /// Returns the cells that the propagator depends on.
    pub(super) fn cells(&self) -> Vec<usize> {
        match self {
            Self::House(cells, _)
            | Self::Cage(cells, ..)
            | Self::ExactCage(cells, ..)
            | Self::Combinations(cells, ..)
            | Self::Sums(cells, _)
            | Self::Weighted(cells, _)
            | Self::Word(cells, _)
            | Self::CountDistinct(cells)
            | Self::CountingCircles(cells)
            | Self::Either(_, cells)
            | Self::Different(cells) => cells.clone(),
            Self::Pair(cells, _) => cells.to_vec(),
            Self::SameValues(sets) => sets.concat(),
            Self::FullRank(ranks) => ranks.rule.numbers.concat(),
            Self::Connected(connected) => connected.area.members().collect(),
            Self::Regions(regions) => {
                let cells = regions.size * regions.size;
                (0..cells).chain(regions.first..regions.first + cells).collect()
            }
            Self::Values(cell, _) => vec![*cell],
        }
    }

    /// Returns a rough estimate of how long the propagator takes; fast propagators are applied
    /// first.
    const fn cost(&self) -> u32 {
        match self {
            Self::Values(..) | Self::Pair(..) | Self::Different(_) => 0,
            Self::House(..) => 1,
            Self::Combinations(..) | Self::Cage(..) => 2,
            Self::CountDistinct(_) | Self::CountingCircles(_) | Self::SameValues(_) => 4,
            Self::ExactCage(..) => 5,
            Self::Sums(..) | Self::Weighted(..) => 5,
            Self::Word(..) => 7,
            Self::FullRank(..) | Self::Either(..) | Self::Connected(_) => 8,
            Self::Regions(_) => 9,
        }
    }
}

/// The error for a puzzle that the engine cannot solve, because a rule has too many states or there
/// are too many cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooLarge {
    /// What is too large.
    pub what: String,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is too large for the solver", self.what)
    }
}

impl std::error::Error for TooLarge {}

/// A compiled puzzle.
#[derive(Debug, Clone)]
pub(super) struct Compiled<const W: usize> {
    /// The value of the lowest bit.
    pub(super) lowest: i32,
    /// The set of all values.
    pub(super) all: u32,
    pub(super) start: Vec<u32>,
    /// For each cell, the cells that must differ from it.
    pub(super) peers: Vec<Cells<W>>,
    /// The propagators, fastest first.
    pub(super) propagators: Vec<Propagator<W>>,
    /// For each cell, the propagators that depend on it, as a set of `words` words.
    pub(super) watchers: Vec<u64>,
    /// Number of words of a set of propagators.
    pub(super) words: usize,
    /// For each cell, the numbers of its houses among all houses.
    pub(super) houses: Vec<Vec<u32>>,
    /// The number of the first house among the propagators.
    pub(super) first_house: usize,
    /// Number of houses.
    pub(super) house_count: usize,
    /// The variables that hold the regions of the cells; empty in most puzzles.
    pub(super) regions: std::ops::Range<usize>,
}

/// Maximum number of steps for building the tables of the rules. A step takes about 0.2
/// microseconds, and 4 bytes while the table of a word is built.
const MAX_EFFORT: usize = 30_000_000;
/// Minimum number of steps for every puzzle.
const MIN_EFFORT: usize = 300_000;
/// Steps per node of a search.
const EFFORT_PER_NODE: u64 = 15;
/// Steps for building the propagator of two cells.
const PAIR_EFFORT: usize = 2;
/// Maximum number of steps for collecting the sets of values of a clique.
const MAX_CLIQUE_STEPS: usize = 200_000;
/// Maximum number of terms of a sum in which to search for the largest groups.
const MAX_GROUPED: usize = 48;
/// Maximum number of rules after lines and groups have been split into pairs.
const MAX_PROPAGATORS: usize = 100_000;
/// Maximum number of sets of values that satisfy a relation between all pairs of a set of cells.
const MAX_CLIQUES: usize = 2_000;
/// Maximum number of cells of a cage that is derived from others; larger cages restrict little.
const MAX_DERIVED_CAGE: usize = 6;

/// Returns the number of steps for the tables of a puzzle that is searched with this many nodes.
pub(super) fn effort_of(nodes: u64) -> usize {
    let steps = usize::try_from(nodes.saturating_mul(EFFORT_PER_NODE)).unwrap_or(usize::MAX);
    steps.clamp(MIN_EFFORT, MAX_EFFORT)
}

impl<const W: usize> Compiled<W> {
    /// Compiles a puzzle in at most `effort` steps.
    pub(super) fn new(puzzle: &Puzzle, effort: usize) -> Result<Self, TooLarge> {
        let cells = puzzle.cells();
        let mut work = Work {
            puzzle,
            start: vec![puzzle.shape.all(); cells],
            peers: vec![[0; W]; cells],
            combinations: Combinations::default(),
            left: effort,
            layers: Vec::new(),
        };
        let rules = puzzle.rules();
        for rule in &rules {
            work.connect(rule);
        }
        let mut propagators = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            work.add(rule, &mut propagators).map_err(|error| TooLarge {
                what: format!("the table of {} ({})", title_of(puzzle, at), error.what),
            })?;
            if propagators.len() > MAX_PROPAGATORS {
                return Err(TooLarge { what: format!("a puzzle with more than {MAX_PROPAGATORS} rules") });
            }
        }
        for rule in &rules {
            if let Rule::FullRank(ranks) = rule {
                for (cell, values) in first_digits(ranks, &rules, &puzzle.shape) {
                    work.start[cell] &= values;
                }
            }
        }
        for rule in derived(&puzzle.shape, cells, &rules) {
            if let Rule::Sum { terms, .. } = &rule
                && terms.len() > MAX_DERIVED_CAGE
                && work.groups(terms).len() == 1
            {
                continue;
            }
            work.add(&rule, &mut propagators)?;
        }
        propagators.sort_by_key(Propagator::cost);
        let words = propagators.len().div_ceil(64);
        let mut watchers = vec![0; cells * words];
        for (number, propagator) in propagators.iter().enumerate() {
            for cell in propagator.cells() {
                watchers[cell * words + number / 64] |= 1 << (number % 64);
            }
        }
        let first_house =
            propagators.iter().position(|propagator| matches!(propagator, Propagator::House(..)));
        let variables = rules.iter().find_map(|rule| match rule {
            Rule::Regions { first } => Some(*first..first + puzzle.shape.cells()),
            _ => None,
        });
        let mut houses = vec![Vec::new(); cells];
        let all = propagators.iter().filter_map(|propagator| match propagator {
            Propagator::House(cells, _) => Some(cells),
            _ => None,
        });
        for (number, house) in (0..).zip(all) {
            for cell in house {
                houses[*cell].push(number);
            }
        }
        for propagator in &mut propagators {
            if let Propagator::Regions(regions) = propagator
                && rules.iter().all(|rule| regions::ignores_numbers(rule, regions.first))
            {
                let degree = |cell: usize| -> u32 {
                    watchers[cell * words..][..words].iter().map(|word: &u64| word.count_ones()).sum()
                };
                let degrees: Vec<u32> = (0..puzzle.shape.cells())
                    .map(|cell| degree(cell) + degree(regions.first + cell))
                    .collect();
                regions.order = regions::order_by(&degrees, puzzle.shape.columns, regions.size);
            }
        }
        Ok(Self {
            house_count: propagators
                .iter()
                .filter(|propagator| matches!(propagator, Propagator::House(..)))
                .count(),
            houses,
            first_house: first_house.unwrap_or(0),
            regions: variables.unwrap_or(0..0),
            lowest: puzzle.shape.lowest,
            all: puzzle.shape.all(),
            start: work.start,
            peers: work.peers,
            propagators,
            watchers,
            words,
        })
    }
}

/// Returns the name and place of the constraint to which the rule with this index belongs.
fn title_of(puzzle: &Puzzle, rule: usize) -> String {
    let owners =
        puzzle.constraints.iter().flat_map(|one| std::iter::repeat_n(one, one.rules(&puzzle.shape).len()));
    owners.skip(rule).map(|one| one.title(&puzzle.shape)).next().unwrap_or_else(|| "a rule".to_owned())
}

struct Work<'a, const W: usize> {
    puzzle: &'a Puzzle,
    start: Vec<u32>,
    peers: Vec<Cells<W>>,
    combinations: Combinations,
    /// Steps that remain for the tables of rules.
    left: usize,
    /// The tables of words, by the number of cells.
    layers: Vec<(Word, usize, Rc<Layers>)>,
}

impl<const W: usize> Work<'_, W> {
    /// Records the givens and which cells a rule makes different.
    fn connect(&mut self, rule: &Rule) {
        match rule {
            Rule::Values { cell, values } => self.start[*cell] &= values,
            Rule::Different(cells) | Rule::House(cells) => {
                self.join_all(cells);
            }
            Rule::Chain(relation, cells) if self.is_different(relation) => {
                for pair in cells.windows(2) {
                    self.join(pair[0], pair[1]);
                    self.join(pair[1], pair[0]);
                }
            }
            Rule::Clique(relation, cells) if self.is_different(relation) => self.join_all(cells),
            Rule::Word(Word::Renban, cells) => self.connect(&Rule::Different(cells.clone())),
            _ => {}
        }
    }

    fn join_all(&mut self, cells: &[usize]) {
        let cells = distinct(cells);
        for first in &cells {
            for second in &cells {
                self.join(*first, *second);
            }
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        if one != other {
            self.peers[one][other / 64] |= 1 << (other % 64);
        }
    }

    fn is_different(&self, relation: &Relation) -> bool {
        relation.table(&self.puzzle.shape).iter().enumerate().all(|(bit, row)| row >> bit & 1 == 0)
    }

    /// Returns whether the relation allows all pairs of different values and no others.
    fn is_only_different(&self, relation: &Relation) -> bool {
        let all = self.puzzle.shape.all();
        relation.table(&self.puzzle.shape).iter().enumerate().all(|(bit, row)| *row == all & !(1 << bit))
    }

    /// Deducts steps from those that remain.
    fn spend(&mut self, steps: usize) -> Result<(), TooLarge> {
        let left = self.left.checked_sub(steps);
        self.left = left.ok_or_else(too_many_entries)?;
        Ok(())
    }

    /// Adds the propagators of a relation between cells.
    fn pairs(&mut self, rule: &Rule, to: &mut Vec<Propagator<W>>) -> Result<(), TooLarge> {
        let tables = |relation: &Relation| both_ways(relation.table(&self.puzzle.shape));
        match rule {
            Rule::Chain(relation, cells) => {
                let tables = tables(relation);
                self.spend(PAIR_EFFORT * cells.len())?;
                to.extend(cells.windows(2).map(|pair| Propagator::Pair([pair[0], pair[1]], tables.clone())));
            }
            Rule::Clique(relation, cells) => {
                let tables = tables(relation);
                let pairs = cells.len() * cells.len().saturating_sub(1) / 2;
                if to.len() + pairs > MAX_PROPAGATORS {
                    return Err(TooLarge { what: format!("a rule for {pairs} pairs of cells") });
                }
                self.spend(PAIR_EFFORT * pairs)?;
                // Different values: together they form a set in which all pairs are allowed.
                if self.is_different(relation) && tables[0] == tables[1] && cells.len() > 2 {
                    let mut steps = self.left.min(MAX_CLIQUE_STEPS);
                    let before = steps;
                    let sets = cage::cliques(&tables[0], cells.len(), MAX_CLIQUES, &mut steps);
                    self.left -= before - steps;
                    to.extend(
                        sets.map(|sets| Propagator::Combinations(cells.clone(), set_of(cells), sets.into())),
                    );
                }
                for (at, one) in cells.iter().enumerate() {
                    let others = &cells[at + 1..];
                    to.extend(others.iter().map(|other| Propagator::Pair([*one, *other], tables.clone())));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns whether the rules of the puzzle make all these cells different.
    fn are_peers(&self, cells: &[usize]) -> bool {
        cells.iter().enumerate().all(|(at, one)| {
            cells[at + 1..].iter().all(|other| self.peers[*one][other / 64] >> (other % 64) & 1 == 1)
        })
    }

    /// Divides the cells of a sum into groups of cells that are all different and have the same
    /// coefficient, large groups first.
    fn groups(&self, terms: &[(i32, usize)]) -> Vec<Vec<usize>> {
        let mut left: Vec<usize> = (0..terms.len()).collect();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        while !left.is_empty() {
            let group_from = |start: usize| {
                let mut group = vec![left[start]];
                for at in left[start + 1..].iter().chain(&left[..start]) {
                    let (times, cell) = terms[*at];
                    let fits = group
                        .iter()
                        .all(|other| terms[*other].0 == times && self.are_peers(&[terms[*other].1, cell]));
                    if fits {
                        group.push(*at);
                    }
                }
                group
            };
            let mut best = Vec::new();
            let starts = if terms.len() > MAX_GROUPED { 1 } else { left.len() };
            for start in 0..starts {
                let group = group_from(start);
                if group.len() > best.len() {
                    best = group;
                }
            }
            best.sort_unstable();
            left.retain(|at| !best.contains(at));
            groups.push(best);
        }
        groups
    }

    /// Adds the propagators of a sum.
    fn sum(&mut self, total: i32, terms: &[(i32, usize)], to: &mut Vec<Propagator<W>>) {
        let shape = &self.puzzle.shape;
        let cells: Vec<usize> = terms.iter().map(|(_, cell)| *cell).collect();
        let bits = total - shape.lowest * terms.iter().map(|(times, _)| *times).sum::<i32>();
        let groups = self.groups(terms);
        // More cells than different values.
        if groups.iter().any(|group| group.len() > shape.values) {
            to.push(Propagator::Values(cells[0], 0));
            return;
        }
        if terms.iter().all(|(times, _)| *times == 1) && groups.len() == 1 {
            if shape.values > MAX_VALUES {
                let combinations =
                    self.combinations.get(shape.values, shape.lowest, cells.len(), total, &mut self.left);
                if let Some(combinations) = combinations {
                    let set = set_of(&cells);
                    to.push(Propagator::Combinations(cells, set, combinations));
                    return;
                }
            }
            let size = cells.len();
            if shape.values <= MAX_VALUES && size > 1 && size <= MAX_VALUES {
                let Ok(bits @ ..=36) = usize::try_from(bits) else {
                    to.push(Propagator::Values(cells[0], 0));
                    return;
                };
                if size > 2 {
                    to.push(Propagator::ExactCage(cells.clone(), set_of(&cells), bits));
                }
                let set = set_of(&cells);
                to.push(Propagator::Cage(cells, set, bits));
                return;
            }
        }
        let ordered: Vec<usize> = groups.iter().flatten().map(|at| cells[*at]).collect();
        let sums = Sums {
            total: bits,
            groups: groups.iter().map(|group| (group.len(), terms[group[0]].0 < 0)).collect(),
        };
        if terms.iter().all(|(times, _)| times.abs() == 1) && sums.fits(shape.values) {
            to.push(Propagator::Sums(ordered, sums));
            return;
        }
        let coefficients: Vec<i32> = terms.iter().map(|(times, _)| *times).collect();
        to.push(Propagator::Weighted(cells, Weighted { total, coefficients, lowest: shape.lowest, groups }));
    }

    /// Returns the tables of a word. Rules with the same word share them.
    fn layers(&mut self, reading: &Reading<'_>) -> Result<Rc<Layers>, TooLarge> {
        let is_same =
            |(word, size, _): &&(Word, usize, Rc<Layers>)| (word, *size) == (reading.word, reading.size);
        if let Some((.., layers)) = self.layers.iter().find(is_same) {
            return Ok(Rc::clone(layers));
        }
        let too_large = |most: usize, what: &str| TooLarge { what: format!("more than {most} {what}") };
        let layers = Layers::new(reading, &mut self.left).map_err(|excess| match excess {
            Excess::States => too_large(MAX_STATES, "states after a cell"),
            Excess::Steps => too_many_entries(),
        })?;
        let layers = Rc::new(layers);
        self.layers.push((reading.word.clone(), reading.size, Rc::clone(&layers)));
        Ok(layers)
    }

    /// Adds the propagators of a rule.
    fn add(&mut self, rule: &Rule, to: &mut Vec<Propagator<W>>) -> Result<(), TooLarge> {
        let shape = &self.puzzle.shape;
        match rule {
            Rule::Values { .. } | Rule::Different(_) => {}
            Rule::House(cells) => to.push(Propagator::House(cells.clone(), set_of(cells))),
            Rule::Sum { total, terms } => self.sum(*total, terms, to),
            // Peers already cover this rule.
            Rule::Chain(relation, _) | Rule::Clique(relation, _) if self.is_only_different(relation) => {}
            Rule::Chain(..) | Rule::Clique(..) => self.pairs(rule, to)?,
            Rule::Word(word, cells) => {
                let reading = Reading { word, shape, size: cells.len() };
                let layers = self.layers(&reading)?;
                if *word == Word::Renban && cells.len() <= shape.values {
                    let run = (1_u32 << cells.len()) - 1;
                    let sets = (0..=shape.values - cells.len()).map(|from| run << from).collect();
                    to.push(Propagator::Combinations(cells.clone(), set_of(cells), sets));
                }
                to.push(Propagator::Word(reading.order().into_iter().map(|at| cells[at]).collect(), layers));
            }
            Rule::CountDistinct(cells) => to.push(Propagator::CountDistinct(cells.clone())),
            Rule::CountingCircles(cells) => to.push(Propagator::CountingCircles(cells.clone())),
            Rule::SameValues(sets) => to.push(Propagator::SameValues(sets.clone())),
            Rule::FullRank(ranks) => {
                let has_firsts = !first_digits(ranks, &self.puzzle.rules(), shape).is_empty();
                to.push(Propagator::FullRank(Ranks {
                    is_different: ranks.numbers.iter().all(|cells| self.are_peers(cells)),
                    is_by_side: has_firsts && ranks.ties != Ties::Any,
                    rule: ranks.clone(),
                }));
            }
            Rule::Connected { area, values, least, most } => to.push(Propagator::Connected(Connected {
                area: *area,
                board: Board::new(*area),
                values: *values,
                least: *least,
                most: *most,
            })),
            Rule::Regions { first } => {
                let area = Area { first: 0, rows: shape.rows, columns: shape.columns };
                to.push(Propagator::Regions(Regions {
                    grid: Board::new(area),
                    numbers: Board::new(Area { first: *first, ..area }),
                    first: *first,
                    size: shape.values,
                    order: (0..shape.cells()).collect(),
                    links: regions::links(&self.puzzle.rules(), *first),
                }));
            }
            Rule::Either(alternatives) => {
                let mut all = Vec::new();
                for rules in alternatives {
                    let mut inner = Vec::new();
                    for rule in rules {
                        match rule {
                            Rule::Values { cell, values } => inner.push(Propagator::Values(*cell, *values)),
                            Rule::Different(cells) => inner.push(Propagator::Different(cells.clone())),
                            Rule::House(cells) => inner.extend([
                                Propagator::Different(cells.clone()),
                                Propagator::House(cells.clone(), set_of(cells)),
                            ]),
                            Rule::Chain(..) | Rule::Clique(..) => self.pairs(rule, &mut inner)?,
                            rule => self.add(rule, &mut inner)?,
                        }
                    }
                    all.push(inner);
                }
                let mut cells: Vec<usize> = all.iter().flatten().flat_map(Propagator::cells).collect();
                cells.sort_unstable();
                cells.dedup();
                to.push(Propagator::Either(all, cells));
            }
        }
        Ok(())
    }
}

fn too_many_entries() -> TooLarge {
    TooLarge { what: "with the tables of the other rules, it has too many entries".to_owned() }
}

/// Returns a table and its transpose.
fn both_ways(table: Vec<u32>) -> [Vec<u32>; 2] {
    let turned = (0..table.len())
        .map(|second| {
            (0..table.len())
                .filter(|first| table[*first] >> second & 1 == 1)
                .fold(0, |set, first| set | 1 << first)
        })
        .collect();
    [table, turned]
}

/// Returns a set of these cells.
fn set_of<const W: usize>(cells: &[usize]) -> Cells<W> {
    let mut set = [0; W];
    for cell in cells {
        set[cell / 64] |= 1 << (cell % 64);
    }
    set
}
