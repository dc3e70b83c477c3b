//! Which clues a puzzle needs to have only one solution.

use super::parts::{self, Stop, part};
use crate::engine::TooLarge;
use crate::puzzle::Puzzle;
use gridlore_core::Budget;

/// Whether the puzzle needs a clue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Necessity {
    /// Yes: without it, there is this other solution, too.
    Necessary(Vec<i32>),
    /// No: without it, the solution is still the only one.
    Unnecessary,
    /// The budget was spent before that was known.
    Undecided,
}

/// A clue, and whether the puzzle needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clue {
    /// The index among the constraints of the puzzle.
    pub index: usize,
    /// Whether it is needed, if all other clues stay.
    pub necessity: Necessity,
}

/// Finds out for each clue whether the solution is still unique without it, if all others stay. Two
/// unnecessary clues can often not both be removed.
///
/// `solution` is the only solution. The clues are those of these indices of constraints; see
/// [`clues`](super::clues()). `goes_on` gets the clues that are decided so far, now and then, and
/// stops the work if it returns `false`. A node of the budget is a guess; each clue has the same
/// part of what is left.
///
/// # Errors
/// [`TooLarge`] as for [`Solver::new`](crate::Solver::new).
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
        // The share is a part of what was left.
        budget.spend_many(share.spent()).unwrap_or_default();
        clues.push(Clue { index: *index, necessity });
    }
    Ok(clues)
}

/// Returns those of the clues that can be removed together: each one in order, if the solution is
/// still the only one without it and those removed before. Clues that the budget leaves undecided
/// stay. `goes_on` is called now and then and stops the work if it returns `false`.
///
/// # Errors
/// [`TooLarge`] as for [`Solver::new`](crate::Solver::new).
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
        // One clue alone is known to be unnecessary.
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
