//! Generates puzzles of a given level: clues are added until steps of the level reach the solution,
//! and removed while they still do.
//!
//! Explained steps do not guess, so a puzzle that they solve has one solution.

use super::setter::{Effort, Failure, Setter};
use super::spend;
use crate::explain::{Level, Technique, rate};
use crate::generate::Generated;
use gridlore_core::Budget;

/// Maximum number of values that the steps of a puzzle may try.
const TRIES: u64 = 400_000;
/// Number of tried values that cost as much of the budget as one guess.
const TRIES_OF_A_GUESS: u64 = 100;
/// Maximum number of clues and givens that are added after the solution is unique.
const MAX_ADDED: usize = 120;

/// Maximum number of cells of a cage in easy and medium puzzles and in puzzles without givens.
const EASY_GROUP: usize = 3;

/// The result of solving a puzzle with steps up to a technique.
struct Walk {
    is_solved: bool,
    level: Level,
    /// The cells that have no digit at the end.
    open: Vec<usize>,
}

/// Sets up a puzzle of a given level.
pub(super) fn set(
    mut setter: Setter<'_>,
    rules: &[Vec<usize>],
    level: Level,
    effort: &mut Effort<'_>,
) -> Result<Generated, Failure> {
    // Small cages are more informative, which easy puzzles and those without givens need.
    if level <= Level::Medium || !setter.may_have_givens() {
        setter.shrink_groups(EASY_GROUP);
    }
    setter.add(effort)?;
    // Harder puzzles start as medium puzzles, which are rated sooner.
    let first = level.min(Level::Medium);
    let mut kinds = setter.open_kinds();
    let mut turn = 0;
    for _ in 0..MAX_ADDED {
        let walk = walk(&setter, None, first.hardest(), effort)?;
        if walk.is_solved {
            break;
        }
        let mut is_added = false;
        while !is_added && !kinds.is_empty() {
            turn = (turn + 1) % kinds.len();
            is_added = setter.add_clue(kinds[turn]);
            if !is_added {
                kinds.remove(turn);
            }
        }
        is_added = is_added || setter.may_have_givens() && setter.add_given_among(&walk.open);
        if !is_added {
            return Err(Failure::Attempt("there were not enough clues for the level".to_owned()));
        }
    }
    let mut order = setter.shuffled_units();
    let mut reached = remove(&mut setter, &mut order, first.hardest(), None, effort)?;
    if level != first {
        reached = remove(&mut setter, &mut order, level.hardest(), Some(level), effort)?;
    }
    if reached != Some(level) {
        return Err(Failure::Attempt(format!("the puzzle was not {}", level.name().to_lowercase())));
    }
    setter.needs_rules(rules, effort)?;
    setter.finished()
}

/// Removes units that steps up to a technique do not need to solve the puzzle, until it has the
/// wanted level, if any. Returns the level, or `None` if the steps do not solve it.
fn remove(
    setter: &mut Setter<'_>,
    order: &mut Vec<usize>,
    hardest: Technique,
    wanted: Option<Level>,
    effort: &mut Effort<'_>,
) -> Result<Option<Level>, Failure> {
    let mut left = Vec::new();
    for unit in order.drain(..) {
        if setter.is_last(unit) || setter.is_necessary(unit) {
            left.push(unit);
            continue;
        }
        // The engine finds other grids sooner than hard steps finish.
        if hardest > Level::Medium.hardest() && setter.has_other_without(unit, effort)? {
            left.push(unit);
            continue;
        }
        let walk = walk(setter, Some(unit), hardest, effort)?;
        if walk.is_solved {
            setter.remove_unit(unit);
            if wanted == Some(walk.level) {
                return Ok(wanted);
            }
        } else {
            left.push(unit);
        }
    }
    *order = left;
    let walk = walk(setter, None, hardest, effort)?;
    Ok(walk.is_solved.then_some(walk.level))
}

/// Solves the puzzle so far, without one of its units.
fn walk(
    setter: &Setter<'_>,
    without: Option<usize>,
    hardest: Technique,
    effort: &mut Effort<'_>,
) -> Result<Walk, Failure> {
    effort.goes_on()?;
    let puzzle = setter.puzzle(|unit| Some(unit) != without);
    let mut tries = Budget::nodes(TRIES);
    let rating = rate(&puzzle, hardest, &mut tries);
    let mut guesses = Budget::unlimited();
    guesses.spend_many(1 + tries.spent() / TRIES_OF_A_GUESS).unwrap_or_default();
    spend(effort.budget, &guesses)?;
    let Ok(rating) = rating else {
        return Ok(Walk { is_solved: false, level: Level::Extreme, open: Vec::new() });
    };
    Ok(Walk { is_solved: rating.is_solved, level: rating.level(), open: rating.open })
}
