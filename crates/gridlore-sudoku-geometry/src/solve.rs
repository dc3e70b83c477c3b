//! Outcomes, counts and solutions of boards of one geometry.

use crate::Outcome;
use crate::incidence::Incidence;
use crate::search::Search;
use crate::{Geometry, Grid};
use gridlore_core::{Budget, BudgetSpent};
use std::sync::Arc;

/// A solver for boards of one geometry. Create it once, because that takes longer than solving most
/// boards.
///
/// # Cost
/// Memory: about 40 bytes per candidate (`side^3` and a few more), plus learned clauses. One node
/// is one decision.
#[derive(Debug, Clone)]
pub struct Solver {
    search: Search,
    side: usize,
}

impl Solver {
    /// Creates a solver for boards of this geometry.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        Self { search: Search::new(Arc::new(Incidence::new(geometry))), side: geometry.side() }
    }

    /// Returns whether `puzzle` has no solution, one, or several.
    ///
    /// # Input
    /// Any board of the geometry; clashing givens result in [`Outcome::None`].
    /// # Errors
    /// Returns [`BudgetSpent`] if more decisions are needed than `budget` allows.
    pub fn outcome(&mut self, puzzle: &Grid, budget: &mut Budget) -> Result<Outcome<Grid>, BudgetSpent> {
        let mut solutions = self.solutions(puzzle);
        Outcome::from_solutions(|| solutions.next_solution(budget))
    }

    /// Counts the solutions of `puzzle`, stopping at `limit`.
    ///
    /// # Returns
    /// A number in `0..=limit`: `0` if the givens contradict each other, `limit` if there are at
    /// least that many.
    /// # Errors
    /// Returns [`BudgetSpent`] if more decisions are needed than `budget` allows.
    pub fn count_solutions_up_to(
        &mut self,
        puzzle: &Grid,
        limit: u64,
        budget: &mut Budget,
    ) -> Result<u64, BudgetSpent> {
        let mut solutions = self.solutions(puzzle);
        let mut count = 0;
        while count < limit && solutions.next_solution(budget)?.is_some() {
            count += 1;
        }
        Ok(count)
    }

    /// Returns whether `puzzle` has a solution with a different digit in this cell.
    pub(crate) fn has_solution_without(
        &mut self,
        puzzle: &Grid,
        (cell, digit): (usize, u8),
        budget: &mut Budget,
    ) -> Result<bool, BudgetSpent> {
        self.search.begin(puzzle.values(), Some((cell, digit)));
        Ok(self.search.next_solution(budget)?.is_some())
    }

    /// Returns an iterator over the solutions of `puzzle`, in an order that is the same on every
    /// machine.
    ///
    /// # Panics
    /// Panics if the board has a different side.
    pub fn solutions(&mut self, puzzle: &Grid) -> Solutions<'_> {
        assert_eq!(puzzle.values().len(), self.side * self.side, "a board of the solver's side");
        self.search.begin(puzzle.values(), None);
        Solutions { solver: self }
    }
}

/// The solutions of a board, computed on demand.
#[derive(Debug)]
pub struct Solutions<'a> {
    solver: &'a mut Solver,
}

impl Solutions<'_> {
    /// Returns the next solution, or `None` if there is no other.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget does not cover the next decision; a later call with a
    /// new budget continues from there.
    pub fn next_solution(&mut self, budget: &mut Budget) -> Result<Option<Grid>, BudgetSpent> {
        let side = self.solver.side;
        Ok(self.solver.search.next_solution(budget)?.map(|values| Grid::from_values(values, side)))
    }
}
