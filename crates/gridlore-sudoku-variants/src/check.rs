//! The independent checker: each constraint, as its definition says, on a full grid. It shares no
//! code with the engine.

use crate::constraint::Constraint;
use crate::puzzle::Puzzle;

/// Returns the first constraint that a full grid breaks.
///
/// `values` has the value of each cell and each variable.
///
/// # Panics
/// If a constraint names a cell that `values` does not have.
#[must_use]
pub fn broken<'a>(puzzle: &'a Puzzle, values: &[i32]) -> Option<&'a Constraint> {
    puzzle.constraints.iter().find(|constraint| !constraint.is_satisfied(&puzzle.shape, values))
}
