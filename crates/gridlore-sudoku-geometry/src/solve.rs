//! Outcomes, counts and solutions of boards of one geometry.

use crate::Outcome;
use crate::incidence::Incidence;
use crate::search::Search;
use crate::{Geometry, Grid};
use gridlore_core::{Budget, BudgetSpent};
use std::sync::Arc;

/// Solves boards of one geometry, one after the other; made once, as that takes longer than most
/// boards do.
///
/// # Cost
/// Memory: some 40 bytes a candidate (`side^3` and a little more), and what is learned. One node is
/// one decision.
#[derive(Debug, Clone)]
pub struct Solver {
    search: Search,
    side: usize,
}

impl Solver {
    /// A solver for boards of this geometry.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        Self { search: Search::new(Arc::new(Incidence::new(geometry))), side: geometry.side() }
    }

    /// Tells whether `puzzle` has no solution, one, or more.
    ///
    /// # Input
    /// Any board of the geometry; givens that clash make it [`Outcome::None`].
    /// # Errors
    /// [`BudgetSpent`] when more decisions were needed than `budget` allows.
    pub fn outcome(&mut self, puzzle: &Grid, budget: &mut Budget) -> Result<Outcome<Grid>, BudgetSpent> {
        let mut solutions = self.solutions(puzzle);
        Outcome::from_solutions(|| solutions.next_solution(budget))
    }

    /// Counts the solutions of `puzzle`, stopping at `limit`.
    ///
    /// # Returns
    /// A number in `0..=limit`: `0` the givens contradict, `limit` at least that many.
    /// # Errors
    /// [`BudgetSpent`] when more decisions were needed than `budget` allows.
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

    /// Whether `puzzle` has a solution with another digit than this in a cell.
    pub(crate) fn has_solution_but(
        &mut self,
        puzzle: &Grid,
        (cell, digit): (usize, u8),
        budget: &mut Budget,
    ) -> Result<bool, BudgetSpent> {
        self.search.begin(puzzle.values(), Some((cell, digit)));
        Ok(self.search.next_solution(budget)?.is_some())
    }

    /// The solutions of `puzzle`, lazily, in an order that is the same on every machine.
    ///
    /// # Panics
    /// When the board is of another side.
    pub fn solutions(&mut self, puzzle: &Grid) -> Solutions<'_> {
        assert_eq!(puzzle.values().len(), self.side * self.side, "a board of the solver's side");
        self.search.begin(puzzle.values(), None);
        Solutions { solver: self }
    }
}

/// The solutions of a board, lazily.
#[derive(Debug)]
pub struct Solutions<'a> {
    solver: &'a mut Solver,
}

impl Solutions<'_> {
    /// The next solution, or `None` when there is no other.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the next decision is not paid for; a later call with a new budget goes
    /// on from there.
    pub fn next_solution(&mut self, budget: &mut Budget) -> Result<Option<Grid>, BudgetSpent> {
        let side = self.solver.side;
        Ok(self.solver.search.next_solution(budget)?.map(|values| Grid::from_values(values, side)))
    }
}
