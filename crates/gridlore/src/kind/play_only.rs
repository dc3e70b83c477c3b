//! Stand-ins for the solver and the generator in a build that can only play a kind.
//!
//! Callers send requests that need a solver or a generator to the full engine, so players never see
//! the results of these functions.

#![allow(dead_code, reason = "each kind needs some of these functions")]

use super::PLAYS_ONLY;
use crate::play::{Check, Hint, Position, Solve};
use gridlore_core::{Budget, BudgetSpent, ParseError, ParseErrorKind, Place};

/// Returns the error for a puzzle that only the full engine opens.
pub(crate) fn error(found: impl Into<String>, expected: &str) -> ParseError {
    let kind =
        ParseErrorKind::Known { fault: PLAYS_ONLY, found: found.into(), expected: expected.to_owned() };
    ParseError { at: Place::column(1), kind }
}

/// Fails, because the engine has no generator.
pub(crate) fn generate<T: ?Sized>(params: &str, _seed: u64) -> Result<Box<T>, ParseError> {
    Err(error(format!("\"{params}\" and a seed"), "the puzzle itself"))
}

/// Fails, because without a solver no budget suffices.
pub(crate) fn check<P>(_: &P, _: &Position, budget: &mut Budget) -> Result<Check, BudgetSpent> {
    Err(spent(budget))
}

/// Fails, because without a solver no budget suffices.
pub(crate) fn solve<P>(_: &P, budget: &mut Budget) -> Result<Solve, BudgetSpent> {
    Err(spent(budget))
}

/// Fails, because without a solver no budget suffices.
pub(crate) fn count<P>(_: &P, _limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
    Err(spent(budget))
}

/// Fails, because without a solver no budget suffices.
pub(crate) fn hint<P>(_: &P, _: &Position, budget: &mut Budget) -> Result<Hint, BudgetSpent> {
    Err(spent(budget))
}

/// Fails, because without a solver no budget suffices.
pub(crate) fn steps_to_symbol<P>(
    _: &P,
    _: &Position,
    budget: &mut Budget,
) -> Result<Option<Hint>, BudgetSpent> {
    Err(spent(budget))
}

/// Fails, because without a solver no budget suffices.
pub(crate) fn has_mistake<P>(_: &P, _: &Position, budget: &mut Budget) -> Result<bool, BudgetSpent> {
    Err(spent(budget))
}

/// Returns false, because puzzles with variables cannot be opened.
pub(crate) const fn have_variables_values<P>(_: &P, _: &[Option<i32>]) -> bool {
    false
}

fn spent(budget: &Budget) -> BudgetSpent {
    BudgetSpent { nodes: budget.spent() }
}
