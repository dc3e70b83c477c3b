//! True candidates: the number of solutions in which each candidate of a position occurs, up to a
//! limit.
//!
//! For one open candidate after another, the search enters the branch that contains it and finds
//! solutions until the limit is reached or none is left. It prefers values whose count is open, so
//! that each solution adds to the counts of as many candidates as possible. When no solution with
//! the candidate is left, all of its solutions are known, and the candidate is removed from the
//! root of all later branches. This also decides whatever follows from the removal by propagation.

use super::parts::part;
use crate::engine::{Solver, TooLarge};
use crate::puzzle::Puzzle;
use crate::shape::Shape;
use gridlore_core::{Budget, BudgetSpent};
use std::collections::HashSet;

/// The number of solutions in which a candidate occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Exactly this number; 0 means that the candidate is false.
    Exactly(u32),
    /// At least the limit.
    Limit,
    /// Not decided yet; at least this number.
    Open(u32),
}

/// The numbers of decided and undecided candidates. Those that the position excludes are not
/// counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Number of candidates that occur in a solution.
    pub known_true: usize,
    /// Number of candidates that occur in no solution.
    pub known_false: usize,
    /// Number of candidates that are not known to be true or false.
    pub open: usize,
    /// Number of candidates whose count is not decided, including true ones that have not reached
    /// the limit.
    pub uncounted: usize,
}

/// The computation of the true candidates of a position, step by step.
#[derive(Debug, Clone)]
pub struct TrueCandidates {
    solver: Solver,
    shape: Shape,
    limit: u32,
    /// For each cell, the values in the position.
    given: Vec<u32>,
    /// For each cell, the values whose count is open.
    open: Vec<u32>,
    /// For each cell and value, the number of known solutions, up to the limit.
    counts: Vec<u32>,
    /// The known solutions.
    solutions: HashSet<Vec<i32>>,
    stage: Stage,
}

/// The stage of the computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    New,
    /// Between two branches.
    Between,
    /// In the branch in which a cell has a value, stored as a set.
    Branch(usize, u32),
}

impl TrueCandidates {
    /// Prepares the computation. `position` holds the set of values of each cell, as bits from
    /// [`Shape::lowest`]; without it, all values are candidates. The solutions of each candidate
    /// are counted up to `limit`, which is at least 1.
    ///
    /// # Errors
    /// Returns the same errors as [`Solver::new`].
    pub fn new(puzzle: &Puzzle, position: Option<&[u32]>, limit: u32) -> Result<Self, TooLarge> {
        let shape = puzzle.shape;
        let mut given = vec![shape.all(); shape.cells()];
        for (cell, values) in position.unwrap_or_default().iter().enumerate() {
            if !shape.is_absent(cell) {
                given[cell] &= values;
            }
        }
        Ok(Self {
            solver: Solver::new(&part(puzzle, |_| true))?,
            shape,
            limit: limit.max(1),
            open: (0..).zip(&given).map(|(cell, set)| if shape.is_absent(cell) { 0 } else { *set }).collect(),
            given,
            counts: vec![0; shape.cells() * shape.values],
            solutions: HashSet::new(),
            stage: Stage::New,
        })
    }

    /// Decides all candidates, or as many as the budget allows. Each guess costs a node, and so
    /// does each candidate that is tried. Call it again with another budget to continue.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget runs out; the results so far remain available.
    pub fn run(&mut self, budget: &mut Budget) -> Result<(), BudgetSpent> {
        let search = self.solver.explorer();
        loop {
            match self.stage {
                Stage::New => {
                    let is_possible = search.begin(Some(&self.given));
                    settle(&mut self.open, is_possible.then(|| search.root()));
                    self.stage = Stage::Between;
                }
                Stage::Between => {
                    // Choose the cell with the fewest values, because it restricts the others most.
                    let root = search.root();
                    let cells = (0..root.len()).filter(|cell| self.open[*cell] != 0);
                    let Some(cell) = cells.min_by_key(|cell| root[*cell].count_ones()) else {
                        return Ok(());
                    };
                    budget.spend()?;
                    let value = self.open[cell] & self.open[cell].wrapping_neg();
                    if search.enter(Some((cell, value))) {
                        self.stage = Stage::Branch(cell, value);
                    } else {
                        let is_possible = search.remove(cell, value);
                        settle(&mut self.open, is_possible.then(|| search.root()));
                    }
                }
                Stage::Branch(cell, value) => {
                    if self.open[cell] & value == 0 {
                        self.stage = Stage::Between;
                        continue;
                    }
                    let Some(mut solution) = search.next_solution(&self.open, budget)? else {
                        let is_possible = search.remove(cell, value);
                        settle(&mut self.open, is_possible.then(|| search.root()));
                        self.stage = Stage::Between;
                        continue;
                    };
                    solution.truncate(self.open.len());
                    if self.solutions.contains(&solution) {
                        continue;
                    }
                    for (cell, value) in solution.iter().enumerate() {
                        let set = self.shape.set_of(*value);
                        let count =
                            &mut self.counts[cell * self.shape.values + set.trailing_zeros() as usize];
                        *count = self.limit.min(*count + 1);
                        if *count == self.limit {
                            self.open[cell] &= !set;
                        }
                    }
                    self.solutions.insert(solution);
                }
            }
        }
    }

    /// Returns the number of solutions in which a cell has a value.
    ///
    /// # Panics
    /// Panics if the grid has no such cell.
    #[must_use]
    pub fn count(&self, cell: usize, value: i32) -> Count {
        let set = self.shape.set_of(value);
        if set & self.given[cell] == 0 || self.shape.is_absent(cell) {
            return Count::Exactly(0);
        }
        let count = self.counts[cell * self.shape.values + set.trailing_zeros() as usize];
        match count {
            count if self.open[cell] & set != 0 => Count::Open(count),
            count if count == self.limit => Count::Limit,
            count => Count::Exactly(count),
        }
    }

    /// Returns the set of values of a cell that occur in a known solution, as bits from the lowest
    /// value. An absent cell has none.
    #[must_use]
    pub fn known_true(&self, cell: usize) -> u32 {
        if self.shape.is_absent(cell) {
            return 0;
        }
        let counts = &self.counts[cell * self.shape.values..][..self.shape.values];
        counts.iter().enumerate().filter(|(_, count)| **count > 0).fold(0, |set, (bit, _)| set | 1 << bit)
    }

    /// Returns how many candidates are decided.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let mut progress = Progress::default();
        for cell in self.shape.present() {
            let given = self.given[cell];
            let (known_true, open) = (self.known_true(cell), self.open[cell]);
            progress.known_true += known_true.count_ones() as usize;
            progress.open += (open & !known_true).count_ones() as usize;
            progress.known_false += (given & !open & !known_true).count_ones() as usize;
            progress.uncounted += open.count_ones() as usize;
        }
        progress
    }
}

/// Closes the candidates that the root excludes; without a root, all of them.
fn settle(open: &mut [u32], root: Option<&[u32]>) {
    match root {
        Some(root) => open.iter_mut().zip(root).for_each(|(open, root)| *open &= root),
        None => open.fill(0),
    }
}
