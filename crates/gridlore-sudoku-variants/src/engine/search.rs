//! The search: it guesses the value of a cell, where dead ends were found and few values are left.

use super::compile::{Compiled, TooLarge};
use super::propagate::Agenda;
use crate::puzzle::Puzzle;
use gridlore_core::{Budget, BudgetSpent};

/// How many solutions a puzzle has. A solution has the value of each cell of the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// None.
    Impossible,
    /// One.
    Unique(Vec<i32>),
    /// At least two; these two differ.
    Several(Box<[Vec<i32>; 2]>),
}

/// A solver for a puzzle.
#[derive(Debug, Clone)]
pub struct Solver {
    compiled: Compiled,
    cells: usize,
    agenda: Agenda,
    /// For each cell, how many dead ends were found there.
    scores: Vec<f32>,
}

/// A position to search: its sets, and the cell and value that were guessed and are to be removed.
type Open = (Vec<u32>, Option<(usize, u32)>);

/// How much a dead end counts after each further one.
const DECAY: f32 = 0.998;

impl Solver {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// [`TooLarge`] if a rule has too many states, or there are more than [`super::MAX_CELLS`]
    /// cells.
    pub fn new(puzzle: &Puzzle) -> Result<Self, TooLarge> {
        Ok(Self {
            compiled: Compiled::new(puzzle)?,
            cells: puzzle.shape.cells(),
            agenda: Agenda::default(),
            scores: vec![0.0; puzzle.cells()],
        })
    }

    /// Finds out how many solutions the puzzle has. A node of the budget is a guess.
    ///
    /// # Errors
    /// [`BudgetSpent`] if the budget was spent before that.
    pub fn outcome(&mut self, budget: &mut Budget) -> Result<Outcome, BudgetSpent> {
        let mut found: Vec<Vec<i32>> = Vec::new();
        self.search(budget, &mut |solution| {
            if !found.contains(&solution) {
                found.push(solution);
            }
            found.len() < 2
        })?;
        Ok(match <[Vec<i32>; 2]>::try_from(found) {
            Ok(two) => Outcome::Several(Box::new(two)),
            Err(mut found) => found.pop().map_or(Outcome::Impossible, Outcome::Unique),
        })
    }

    /// Calls `visit` with each solution until it returns `false`.
    ///
    /// # Errors
    /// [`BudgetSpent`] if the budget was spent before that.
    pub fn search(
        &mut self,
        budget: &mut Budget,
        visit: &mut dyn FnMut(Vec<i32>) -> bool,
    ) -> Result<(), BudgetSpent> {
        let mut sets = self.compiled.start.clone();
        if self.compiled.begin(&mut sets, &mut self.agenda).is_err() {
            return Ok(());
        }
        let mut stack: Vec<Open> = vec![(sets, None)];
        while let Some((mut sets, tried)) = stack.pop() {
            if let Some((cell, value)) = tried
                && self.compiled.assign(&mut sets, cell, !value, &mut self.agenda).is_err()
            {
                continue;
            }
            let Some(cell) = self.choice(&sets) else {
                let solution = sets[..self.cells]
                    .iter()
                    .map(|set| self.compiled.lowest + set.trailing_zeros().cast_signed())
                    .collect();
                if !visit(solution) {
                    return Ok(());
                }
                continue;
            };
            budget.spend()?;
            let value = sets[cell] & sets[cell].wrapping_neg();
            let mut next = sets.clone();
            stack.push((sets, Some((cell, value))));
            if self.compiled.assign(&mut next, cell, value, &mut self.agenda).is_ok() {
                stack.push((next, None));
            } else {
                for score in &mut self.scores {
                    *score *= DECAY;
                }
                for cell in &self.agenda.blamed {
                    self.scores[*cell] += 1.0;
                }
            }
        }
        Ok(())
    }

    /// The cell to guess: many dead ends and few values. `None` if every cell has its value.
    fn choice(&self, sets: &[u32]) -> Option<usize> {
        let open = (0..sets.len()).filter(|cell| !sets[*cell].is_power_of_two());
        let merit = |cell: usize| (self.scores[cell] + 1.0) / (sets[cell].count_ones() as f32);
        open.max_by(|one, other| merit(*one).total_cmp(&merit(*other)))
    }
}
