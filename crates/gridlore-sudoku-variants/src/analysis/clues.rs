//! Determines which clues a puzzle needs for a unique solution.

use super::parts::{self, Stop, part};
use crate::engine::TooLarge;
use crate::puzzle::Puzzle;
use gridlore_core::Budget;

/// Whether the puzzle needs a clue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Necessity {
    /// Yes: without it, there is also this solution.
    Necessary(Vec<i32>),
    /// No: without it, the solution is still the only one.
    Unnecessary,
    /// The budget ran out before this was known.
    Undecided,
}

/// A clue, and whether the puzzle needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clue {
    /// The index among the constraints of the puzzle.
    pub index: usize,
    /// Whether it is needed if all other clues stay.
    pub necessity: Necessity,
}

/// Determines for each clue whether the solution would still be unique without it if all others
/// stayed. It is often impossible to remove two unnecessary clues together.
///
/// `solution` is the only solution. The clues are given as indices of constraints; see
/// [`clues`](super::clues()). `goes_on` is called now and then with the clues decided so far, and
/// the work stops when it returns `false`. Each guess costs a node of the budget; each clue gets
/// the same share of the remaining budget.
///
/// # Errors
/// Returns the same errors as [`Solver::new`](crate::Solver::new).
pub fn necessary_clues(
    puzzle: &Puzzle,
    solution: &[i32],
    indices: &[usize],
    budget: &mut Budget,
    goes_on: &mut dyn FnMut(&[Clue]) -> bool,
) -> Result<Vec<Clue>, TooLarge> {
    let mut clues: Vec<Clue> = Vec::new();
    for (index, left) in indices.iter().zip((1..=indices.len() as u64).rev()) {
        let without = part(puzzle, |other| other != *index);
        let mut share = Budget::nodes(budget.left() / left);
        let other = parts::solution(&without, &mut share, &mut || goes_on(&clues), |found| found != solution);
        let necessity = match other {
            Ok(Some(other)) => Necessity::Necessary(other),
            Ok(None) => Necessity::Unnecessary,
            Err(Stop::Spent(_)) => Necessity::Undecided,
            Err(Stop::TooLarge(error)) => return Err(error),
        };
        // The share is part of the remaining budget.
        budget.spend_many(share.spent()).unwrap_or_default();
        clues.push(Clue { index: *index, necessity });
    }
    Ok(clues)
}

/// Returns those clues that can be removed together: each in order, if the solution remains unique
/// without it and without those already removed. Clues that the budget leaves undecided stay.
/// `goes_on` is called now and then, and the work stops when it returns `false`.
///
/// # Errors
/// Returns the same errors as [`Solver::new`](crate::Solver::new).
pub fn removable_together(
    puzzle: &Puzzle,
    solution: &[i32],
    clues: &[Clue],
    budget: &mut Budget,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<usize>, TooLarge> {
    let mut removed = Vec::new();
    for clue in clues.iter().filter(|clue| clue.necessity == Necessity::Unnecessary) {
        let rest = part(puzzle, |other| other != clue.index && !removed.contains(&other));
        // Removing one clue alone is known to be possible.
        let other = if removed.is_empty() {
            Ok(None)
        } else {
            parts::solution(&rest, budget, goes_on, |found| found != solution)
        };
        match other {
            Ok(None) => removed.push(clue.index),
            Ok(Some(_)) => {}
            Err(Stop::Spent(_)) => break,
            Err(Stop::TooLarge(error)) => return Err(error),
        }
    }
    Ok(removed)
}
