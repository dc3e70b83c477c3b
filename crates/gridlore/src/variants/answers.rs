//! Answers that need a solver: checks against the solution, the solution itself, and hints.
//!
//! The play-only engine is compiled without this file; see `kind::play_only`.

use super::Variant;
use crate::symbols::{self, Layer, SymbolBoard};
use crate::{Check, Hint, Position, Solve};
use gridlore_core::{Budget, BudgetSpent};
use gridlore_sudoku_variants::constraint::{Constraint, Mark};
use gridlore_sudoku_variants::{Outcome, Solver};
use std::sync::Mutex;

/// Maximum number of guesses to decide whether the variables of a full board have values.
const VARIABLE_GUESSES: u64 = 100_000;

/// The last computed outcome, with the description of its puzzle. It depends only on the
/// description, so it is a cache rather than part of a game's state.
static LAST: Mutex<Option<(String, Outcome)>> = Mutex::new(None);

impl Variant {
    pub(super) fn layer(&self, position: &Position) -> Layer {
        symbols::layer_of(self, position)
    }

    /// Solves the puzzle, or returns the cached outcome.
    pub(super) fn outcome(&self, budget: &mut Budget) -> Result<Outcome, BudgetSpent> {
        let last = LAST.lock().map(|last| last.clone()).unwrap_or_default();
        if let Some((_, outcome)) = last.filter(|(known, _)| *known == self.description) {
            return Ok(outcome);
        }
        let spent = BudgetSpent { nodes: budget.spent() };
        let solver = Solver::within(&self.reading.puzzle, budget.left());
        let outcome = solver.map_err(|_| spent)?.outcome(budget)?;
        if let Ok(mut last) = LAST.lock() {
            *last = Some((self.description.clone(), outcome.clone()));
        }
        Ok(outcome)
    }

    /// Returns the only solution of the rules or, if some rules were not understood, the setter's
    /// solution.
    pub(super) fn only_solution(&self, budget: &mut Budget) -> Result<Option<Vec<u8>>, BudgetSpent> {
        match self.outcome(budget) {
            Ok(Outcome::Unique(solution)) => Ok(Some(self.symbols(&solution))),
            Ok(Outcome::Impossible | Outcome::Several(_)) => Ok(self.stored_solution()),
            Err(spent) => self.stored_solution().map(Some).ok_or(spent),
        }
    }
}

pub(super) fn check(
    puzzle: &Variant,
    position: &Position,
    budget: &mut Budget,
) -> Result<Check, BudgetSpent> {
    let solution = puzzle.only_solution(budget)?;
    Ok(symbols::check(puzzle, position, solution.as_deref()))
}

pub(super) fn solve(puzzle: &Variant, budget: &mut Budget) -> Result<Solve, BudgetSpent> {
    let position = |solution: &[i32]| symbols::position_of_values(puzzle, &puzzle.symbols(solution));
    Ok(match puzzle.outcome(budget)? {
        Outcome::Impossible => Solve::None("no digits satisfy all rules".to_owned()),
        Outcome::Unique(solution) => Solve::Unique(position(&solution)),
        Outcome::Several(solutions) => match &puzzle.reading.solution {
            Some(solution) => Solve::Unique(position(solution)),
            None => Solve::Several(position(&solutions[0])),
        },
    })
}

pub(super) fn count(puzzle: &Variant, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
    let spent = BudgetSpent { nodes: budget.spent() };
    let mut solver = Solver::within(&puzzle.reading.puzzle, budget.left()).map_err(|_| spent)?;
    let mut count = 0;
    solver.search(budget, &mut |_| {
        count += 1;
        count < limit
    })?;
    Ok(count)
}

pub(super) fn hint(puzzle: &Variant, position: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
    puzzle.next_hint(&puzzle.layer(position), budget)
}

pub(super) fn has_mistake(
    puzzle: &Variant,
    position: &Position,
    budget: &mut Budget,
) -> Result<bool, BudgetSpent> {
    let layer = puzzle.layer(position);
    Ok(match puzzle.only_solution(budget)? {
        Some(solution) => symbols::mistake(puzzle, &layer, &solution).is_some(),
        None => !puzzle.clashes(&layer.over(&puzzle.givens)).is_empty(),
    })
}

/// Returns whether the variables of a puzzle have values that fit a full board.
pub(super) fn have_variables_values(puzzle: &Variant, digits: &[Option<i32>]) -> bool {
    let mut filled = puzzle.reading.puzzle.clone();
    let given =
        |(cell, digit): (usize, &Option<i32>)| digit.map(|digit| Constraint::Cell(Mark::Given(digit), cell));
    filled.constraints.extend(digits.iter().enumerate().filter_map(given));
    let solver = Solver::within(&filled, VARIABLE_GUESSES);
    let outcome = solver.map(|mut solver| solver.outcome(&mut Budget::nodes(VARIABLE_GUESSES)));
    matches!(outcome, Ok(Ok(Outcome::Unique(_) | Outcome::Several(_))))
}
