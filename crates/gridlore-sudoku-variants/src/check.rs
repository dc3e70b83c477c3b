//! The independent checker. It checks each constraint on a full grid by its definition and shares
//! no code with the engine.

use crate::constraint::Constraint;
use crate::puzzle::Puzzle;

/// Returns the first constraint that a full grid breaks.
///
/// `values` holds the value of each cell and each variable.
///
/// # Panics
/// Panics if a constraint names a cell without an entry in `values`.
#[must_use]
pub fn broken<'a>(puzzle: &'a Puzzle, values: &[i32]) -> Option<&'a Constraint> {
    puzzle.constraints.iter().find(|constraint| !constraint.is_satisfied(&puzzle.shape, values))
}
