//! The board of an explanation: its facts, its groups of different digits, and which cells see each
//! other. Also a position on it, as candidates.

use super::fact::{Fact, Kind, facts, lines};
use crate::constraint::{Constraint, Global};
use crate::puzzle::Puzzle;
use crate::relation::Relation;
use crate::shape::Shape;

/// Maximum number of sets of digits that are examined for one fact.
const MAX_SETS: usize = 200_000;

/// Cells with different digits.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// Its name in a sentence, such as `row 3` or `the cage of 10 in r1c1 and r1c2`.
    pub name: String,
    /// The cells.
    pub cells: Vec<usize>,
    /// Whether it has all digits.
    pub is_house: bool,
    /// The constraint that it comes from; `None` for rows, columns and regions.
    pub source: Option<usize>,
}

/// The data that does not change while a puzzle is solved.
#[derive(Debug, Clone)]
pub(super) struct Board {
    pub puzzle: Puzzle,
    pub shape: Shape,
    /// Houses first, in the order of the constraints.
    pub groups: Vec<Group>,
    /// All facts except those about one cell and about different values; facts with few cells come
    /// first.
    pub facts: Vec<Fact>,
    /// For each fact about a set of different digits, all possible sets in the order of their
    /// values.
    pub sets: Vec<Option<Vec<u32>>>,
    /// For each cell, the facts that name it.
    pub facts_at: Vec<Vec<usize>>,
    /// For each cell, the cells that must have other values.
    pub peers: Vec<Vec<usize>>,
    /// Whether two cells see each other, as a square table by rows.
    sees: Vec<bool>,
    /// The candidates before anything is placed.
    pub start: Vec<u32>,
}

/// The candidates of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Position {
    /// The values of each cell and each variable.
    pub candidates: Vec<u32>,
    /// Whether the cell has a digit that was removed from its peers.
    pub is_placed: Vec<bool>,
}

impl Board {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let shape = puzzle.shape;
        let count = puzzle.cells();
        let mut board = Self {
            puzzle: puzzle.clone(),
            shape,
            groups: Vec::new(),
            facts: Vec::new(),
            sets: Vec::new(),
            facts_at: vec![Vec::new(); count],
            peers: vec![Vec::new(); count],
            sees: vec![false; count * count],
            start: (0..count).map(|cell| if shape.is_absent(cell) { 1 } else { shape.all() }).collect(),
        };
        for (index, constraint) in puzzle.constraints.iter().enumerate() {
            for (number, fact) in facts(index, constraint, &shape).into_iter().enumerate() {
                board.take(fact, constraint, number);
            }
        }
        board.groups.sort_by_key(|group| !group.is_house);
        board.add_facts(std::iter::empty());
        for (one, peers) in board.peers.iter_mut().enumerate() {
            *peers = (0..count).filter(|other| board.sees[one * count + other]).collect();
        }
        board
    }

    /// Adds derived facts.
    pub(super) fn add_facts(&mut self, facts: impl Iterator<Item = Fact>) {
        self.facts.extend(facts);
        self.facts.sort_by_key(|fact| fact.cells.len());
        self.facts_at.iter_mut().for_each(Vec::clear);
        for (index, fact) in self.facts.iter().enumerate() {
            fact.cells.iter().for_each(|cell| self.facts_at[*cell].push(index));
        }
        self.sets = self.facts.iter().map(|fact| self.sets(fact)).collect();
    }

    /// Returns all sets of digits for a cage with a sum, or for a line of consecutive digits.
    fn sets(&self, fact: &Fact) -> Option<Vec<u32>> {
        let totals = match &fact.kind {
            Kind::Sum { totals, weights } if weights.iter().all(|weight| *weight == 1) => Some(totals),
            Kind::Renban => None,
            _ => return None,
        };
        let (cells, values) = (&fact.cells, self.shape.values);
        let do_differ =
            (0..cells.len()).all(|at| cells[..at].iter().all(|other| self.sees(*other, cells[at])));
        if fact.source.is_none() || !do_differ || cells.len() > values {
            return None;
        }
        let mut sets = Vec::new();
        let mut tries = 0;
        let is_complete = subsets(values, cells.len(), 0, 0, &mut |set| {
            tries += 1;
            let width = set.checked_ilog2().map_or(0, |high| high - set.trailing_zeros() + 1) as usize;
            let bits = (0..values).filter(|bit| set >> bit & 1 == 1);
            let sum = bits.map(|bit| self.shape.value(bit)).sum::<i32>();
            if totals.map_or(width == cells.len(), |totals| totals.contains(&sum)) {
                sets.push(set);
            }
            tries < MAX_SETS
        });
        is_complete.then_some(sets)
    }

    fn take(&mut self, fact: Fact, constraint: &Constraint, number: usize) {
        match &fact.kind {
            Kind::Values(set) => {
                for cell in fact.cells {
                    self.start[cell] &= set;
                }
                return;
            }
            Kind::Different => {
                self.add_group(fact.cells, constraint, number, fact.source);
                return;
            }
            // Digits that are never equal.
            Kind::Pair(relation) if is_irreflexive(relation, &self.shape) => {
                self.connect(fact.cells[0], fact.cells[1]);
                if matches!(relation, Relation::Apart(1)) {
                    return;
                }
            }
            Kind::Line(crate::constraint::Line::Thermometer) => {
                self.add_group(fact.cells.clone(), constraint, number, fact.source);
            }
            _ => {}
        }
        self.facts.push(fact);
    }

    fn add_group(
        &mut self,
        cells: Vec<usize>,
        constraint: &Constraint,
        number: usize,
        source: Option<usize>,
    ) {
        for (at, one) in cells.iter().enumerate() {
            for other in &cells[at + 1..] {
                self.connect(*one, *other);
            }
        }
        let is_house = cells.len() == self.shape.values;
        if cells.len() < 2 || self.groups.iter().any(|group| group.cells == cells) {
            return;
        }
        let shape = &self.shape;
        let is_usual = |regions: &[Vec<usize>]| {
            shape
                .box_of(shape.rows.max(shape.columns))
                .is_some_and(|(rows, columns)| shape.boxes(rows, columns) == regions)
        };
        let is_frame = crate::analysis::is_frame(constraint);
        let name = match constraint {
            Constraint::Global(Global::RowsAndColumns | Global::Grids(_)) => {
                let mut names = lines(constraint, shape).into_iter().flatten().flatten();
                names.nth(number).map_or_else(String::new, |(name, _)| name)
            }
            Constraint::Global(Global::Regions(_)) if !self.puzzle.grids().is_empty() => {
                format!("the box at {}", shape.cell_name(cells[0]))
            }
            Constraint::Global(Global::Regions(regions)) => {
                format!("{} {}", if is_usual(regions) { "box" } else { "region" }, number + 1)
            }
            Constraint::Global(Global::Diagonal { is_rising: true }) => "the rising diagonal".to_owned(),
            Constraint::Global(Global::Diagonal { is_rising: false }) => "the falling diagonal".to_owned(),
            Constraint::Global(Global::Windows(_)) => format!("window {}", number + 1),
            Constraint::Global(Global::DisjointGroups(_)) => format!("disjoint group {}", number + 1),
            Constraint::Global(_) => format!("{} ({})", constraint.name(), shape.cell_names(&cells)),
            _ => super::words::the(constraint, shape),
        };
        self.groups.push(Group { name, cells, is_house, source: source.filter(|_| !is_frame) });
    }

    fn connect(&mut self, one: usize, other: usize) {
        let count = self.start.len();
        if one != other {
            self.sees[one * count + other] = true;
            self.sees[other * count + one] = true;
        }
    }

    /// Returns whether two cells always have different values.
    pub(super) fn sees(&self, one: usize, other: usize) -> bool {
        self.sees[one * self.start.len() + other]
    }

    /// Returns the cells other than these that see all of them.
    pub(super) fn common_peers(&self, cells: &[usize]) -> Vec<usize> {
        let Some((first, others)) = cells.split_first() else { return Vec::new() };
        let peers = self.peers[*first].iter().copied();
        peers.filter(|peer| others.iter().all(|other| self.sees(*peer, *other))).collect()
    }

    /// Returns the initial position of the puzzle, in which only its givens are placed.
    pub(super) fn position(&self) -> Position {
        let mut position =
            Position { candidates: self.start.clone(), is_placed: vec![false; self.start.len()] };
        for (cell, set) in self.start.iter().enumerate() {
            if set.count_ones() == 1 {
                position.place(self, cell, *set);
            }
        }
        position
    }
}

/// Calls `take` with the union of `set` and each choice of this many values at index `from` and
/// later, in lexicographic order, until it returns `false`. Returns whether `take` accepted all of
/// them.
fn subsets(values: usize, count: usize, from: usize, set: u32, take: &mut dyn FnMut(u32) -> bool) -> bool {
    if count == 0 {
        return take(set);
    }
    (from..=values.saturating_sub(count)).all(|bit| subsets(values, count - 1, bit + 1, set | 1 << bit, take))
}

/// Returns whether no value has the relation to itself.
fn is_irreflexive(relation: &Relation, shape: &Shape) -> bool {
    (shape.lowest..=shape.highest()).all(|value| !relation.holds(shape, value, value))
}

impl Position {
    /// Places a digit in a cell and removes it from the cells that see it.
    pub(super) fn place(&mut self, board: &Board, cell: usize, set: u32) {
        self.candidates[cell] &= set;
        self.is_placed[cell] = true;
        for peer in &board.peers[cell] {
            self.candidates[*peer] &= !set;
        }
    }

    /// Returns whether a cell has no candidates.
    pub(super) fn is_broken(&self) -> bool {
        self.candidates.contains(&0)
    }
}
