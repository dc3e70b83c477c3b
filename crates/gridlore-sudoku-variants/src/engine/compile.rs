//! Rules compiled to propagators.

use super::cage::Combinations;
use super::layers::Layers;
use super::sums::Linear;
use super::word::Reading;
use super::{Cells, MAX_CELLS, WORDS};
use crate::puzzle::Puzzle;
use crate::relation::Relation;
use crate::rule::{FullRank, Rule};
use crate::shape::Shape;
use std::collections::HashSet;
use std::fmt;
use std::rc::Rc;

/// A rule as the engine applies it.
#[derive(Debug, Clone)]
pub(super) enum Propagator {
    /// Each value occurs in one of the cells.
    House(Vec<usize>),
    /// Different values with one of these combinations.
    Cage(Vec<usize>, Rc<[u32]>),
    Linear(Vec<usize>, Linear),
    /// For each value of one cell, the values of the other, both ways.
    Pair([usize; 2], [Vec<u32>; 2]),
    Word(Vec<usize>, Layers),
    CountDistinct(Vec<usize>),
    CountingCircles(Vec<usize>),
    SameValues(Vec<Vec<usize>>),
    FullRank(FullRank),
    Either(Vec<Vec<Propagator>>, Vec<usize>),
    /// The cell has one of these values.
    Values(usize, u32),
    /// Different values, inside alternatives only; elsewhere they are peers.
    Different(Vec<usize>),
}

impl Propagator {
    /// The cells that it depends on.
    pub(super) fn cells(&self) -> Vec<usize> {
        match self {
            Self::House(cells)
            | Self::Cage(cells, _)
            | Self::Linear(cells, _)
            | Self::Word(cells, _)
            | Self::CountDistinct(cells)
            | Self::CountingCircles(cells)
            | Self::Either(_, cells)
            | Self::Different(cells) => cells.clone(),
            Self::Pair(cells, _) => cells.to_vec(),
            Self::SameValues(sets) => sets.concat(),
            Self::FullRank(ranks) => ranks.numbers.concat(),
            Self::Values(cell, _) => vec![*cell],
        }
    }

    /// Whether it is slow enough to wait until the others are done.
    pub(super) const fn is_slow(&self) -> bool {
        matches!(self, Self::Word(..) | Self::Either(..) | Self::Linear(..) | Self::FullRank(_))
    }
}

/// A puzzle that the engine does not solve, because a rule has too many states or there are too
/// many cells.
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
pub(super) struct Compiled {
    /// The value of the lowest bit.
    pub(super) lowest: i32,
    /// The set of all values.
    pub(super) all: u32,
    pub(super) start: Vec<u32>,
    /// For each cell, the cells that must differ from it.
    pub(super) peers: Vec<Cells>,
    pub(super) propagators: Vec<Propagator>,
    /// For each cell, the propagators that depend on it.
    pub(super) watchers: Vec<Vec<u32>>,
}

/// Maximum number of entries of all tables of words together: 40 MB.
const MAX_TABLES: usize = 20_000_000;
/// Maximum number of cells in a sum that follows from houses and cages.
const MAX_DERIVED: usize = 6;

impl Compiled {
    pub(super) fn new(puzzle: &Puzzle) -> Result<Self, TooLarge> {
        let cells = puzzle.cells();
        if cells > MAX_CELLS {
            return Err(TooLarge { what: format!("a puzzle of {cells} cells") });
        }
        let mut work = Work {
            puzzle,
            start: vec![puzzle.shape.all(); cells],
            peers: vec![[0; WORDS]; cells],
            combinations: Combinations::default(),
            left: MAX_TABLES,
        };
        let rules = puzzle.rules();
        for rule in &rules {
            work.connect(rule);
        }
        let mut propagators = Vec::new();
        for rule in &rules {
            work.add(rule, &mut propagators)?;
        }
        for rule in derived(&puzzle.shape, &rules) {
            work.add(&rule, &mut propagators)?;
        }
        let mut watchers = vec![Vec::new(); cells];
        for (number, propagator) in propagators.iter().enumerate() {
            let mut watched = propagator.cells();
            watched.sort_unstable();
            watched.dedup();
            for cell in watched {
                watchers[cell].push(u32::try_from(number).expect("fewer rules than that"));
            }
        }
        Ok(Self {
            lowest: puzzle.shape.lowest,
            all: puzzle.shape.all(),
            start: work.start,
            peers: work.peers,
            propagators,
            watchers,
        })
    }
}

struct Work<'a> {
    puzzle: &'a Puzzle,
    start: Vec<u32>,
    peers: Vec<Cells>,
    combinations: Combinations,
    /// Entries that are left for the tables of words.
    left: usize,
}

impl Work<'_> {
    /// Records which cells a rule makes different, and its givens.
    fn connect(&mut self, rule: &Rule) {
        match rule {
            Rule::Values { cell, values } => self.start[*cell] &= values,
            Rule::Different(cells) | Rule::House(cells) => {
                for first in cells {
                    for second in cells {
                        self.join(*first, *second);
                    }
                }
            }
            Rule::Chain(relation, cells) if self.is_different(relation) => {
                for pair in cells.windows(2) {
                    self.join(pair[0], pair[1]);
                    self.join(pair[1], pair[0]);
                }
            }
            Rule::Clique(relation, cells) if self.is_different(relation) => {
                for first in cells {
                    for second in cells {
                        self.join(*first, *second);
                    }
                }
            }
            Rule::Word(crate::rule::Word::Renban, cells) => self.connect(&Rule::Different(cells.clone())),
            _ => {}
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

    /// Whether the cells are all different by the rules of the puzzle.
    fn are_peers(&self, cells: &[usize]) -> bool {
        cells.iter().enumerate().all(|(at, one)| {
            cells[at + 1..].iter().all(|other| self.peers[*one][other / 64] >> (other % 64) & 1 == 1)
        })
    }

    /// Divides the cells of a sum into groups with one coefficient in which all are different.
    fn groups(&self, terms: &[(i32, usize)]) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (at, (times, cell)) in terms.iter().enumerate() {
            let fits = |group: &&mut Vec<usize>| {
                group
                    .iter()
                    .all(|other| terms[*other].0 == *times && self.are_peers(&[terms[*other].1, *cell]))
            };
            match groups.iter_mut().find(fits) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        groups
    }

    /// Adds the propagators of a rule.
    fn add(&mut self, rule: &Rule, to: &mut Vec<Propagator>) -> Result<(), TooLarge> {
        let shape = &self.puzzle.shape;
        match rule {
            Rule::Values { .. } | Rule::Different(_) => {}
            Rule::House(cells) => to.push(Propagator::House(cells.clone())),
            Rule::Sum { total, terms } => {
                let cells: Vec<usize> = terms.iter().map(|(_, cell)| *cell).collect();
                if terms.iter().all(|(times, _)| *times == 1) && self.are_peers(&cells) {
                    let combinations = self.combinations.get(shape.values, shape.lowest, cells.len(), *total);
                    to.push(Propagator::Cage(cells, combinations));
                } else {
                    let coefficients: Vec<i32> = terms.iter().map(|(times, _)| *times).collect();
                    let groups = self.groups(terms);
                    to.push(Propagator::Linear(
                        cells,
                        Linear { total: *total, coefficients, lowest: shape.lowest, groups },
                    ));
                }
            }
            Rule::Chain(relation, cells) => {
                let tables = both_ways(relation.table(shape));
                to.extend(cells.windows(2).map(|pair| Propagator::Pair([pair[0], pair[1]], tables.clone())));
            }
            Rule::Clique(relation, cells) => {
                let tables = both_ways(relation.table(shape));
                for (at, one) in cells.iter().enumerate() {
                    to.extend(
                        cells[at + 1..].iter().map(|other| Propagator::Pair([*one, *other], tables.clone())),
                    );
                }
            }
            Rule::Word(word, cells) => {
                let reading = Reading { word, shape, size: cells.len() };
                let too_large = || TooLarge { what: format!("a rule of {} cells", cells.len()) };
                let layers = Layers::new(&reading).ok_or_else(too_large)?;
                self.left = self.left.checked_sub(layers.size()).ok_or_else(too_large)?;
                to.push(Propagator::Word(reading.order().into_iter().map(|at| cells[at]).collect(), layers));
            }
            Rule::CountDistinct(cells) => to.push(Propagator::CountDistinct(cells.clone())),
            Rule::CountingCircles(cells) => to.push(Propagator::CountingCircles(cells.clone())),
            Rule::SameValues(sets) => to.push(Propagator::SameValues(sets.clone())),
            Rule::FullRank(ranks) => to.push(Propagator::FullRank(ranks.clone())),
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
                                Propagator::House(cells.clone()),
                            ]),
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

/// A table and its transpose.
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

/// Sums that follow from houses and cages (the rule of 45): what cages leave of some houses, and
/// what sticks out of them.
fn derived(shape: &Shape, rules: &[Rule]) -> Vec<Rule> {
    let houses: Vec<HashSet<usize>> = rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::House(cells) if cells.len() == shape.values => Some(cells.iter().copied().collect()),
            _ => None,
        })
        .collect();
    let cages: Vec<(i32, HashSet<usize>)> = rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::Sum { total, terms } if terms.iter().all(|(times, _)| *times == 1) => {
                Some((*total, terms.iter().map(|(_, cell)| *cell).collect()))
            }
            _ => None,
        })
        .collect();
    if cages.is_empty() {
        return Vec::new();
    }
    let whole: i32 = (0..shape.values).map(|bit| shape.value(bit)).sum();
    let mut known: HashSet<Vec<usize>> = cages.iter().map(|(_, cells)| ordered(cells)).collect();
    let mut found = Vec::new();
    for (count, area) in areas(&houses) {
        let total = count * whole;
        let mut add = |sum: i32, cells: HashSet<usize>| {
            let cells = ordered(&cells);
            if !cells.is_empty() && cells.len() <= MAX_DERIVED && known.insert(cells.clone()) {
                found
                    .push(Rule::Sum { total: sum, terms: cells.into_iter().map(|cell| (1, cell)).collect() });
            }
        };
        let (mut left, mut inside) = (area.clone(), 0);
        let (mut covered, mut touching) = (HashSet::new(), 0);
        for (sum, cells) in &cages {
            if cells.is_subset(&left) {
                left.retain(|cell| !cells.contains(cell));
                inside += sum;
            }
            if !cells.is_disjoint(&area) && cells.is_disjoint(&covered) {
                covered.extend(cells.iter().copied());
                touching += sum;
            }
        }
        if left.len() < area.len() {
            add(total - inside, left);
        }
        if area.is_subset(&covered) {
            add(touching - total, covered.difference(&area).copied().collect());
        }
    }
    found
}

fn ordered(cells: &HashSet<usize>) -> Vec<usize> {
    let mut cells: Vec<usize> = cells.iter().copied().collect();
    cells.sort_unstable();
    cells
}

/// Unions of up to four disjoint houses of which each touches an earlier one, with their number.
fn areas(houses: &[HashSet<usize>]) -> Vec<(i32, HashSet<usize>)> {
    const MAX_HOUSES: i32 = 4;
    let mut found: Vec<(i32, HashSet<usize>)> = Vec::new();
    // Houses that follow each other in the list, such as rows 2 to 4.
    for start in 0..houses.len() {
        let mut area = HashSet::new();
        for (count, house) in (1..=MAX_HOUSES).zip(&houses[start..]) {
            if !area.is_disjoint(house) {
                break;
            }
            area.extend(house.iter().copied());
            found.push((count, area.clone()));
        }
    }
    found
}
