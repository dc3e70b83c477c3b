//! Puzzles with only some of their clues, and their solutions, found by a search with pauses.

use crate::constraint::{Constraint, Global, Mark};
use crate::engine::{Solver, TooLarge};
use crate::puzzle::Puzzle;
use gridlore_core::{Budget, BudgetSpent};

/// Number of nodes between two pauses; they take tens of milliseconds.
const NODES_PER_PAUSE: u64 = 512;

/// Returns whether a constraint belongs to the frame: rows, columns, and regions.
#[must_use]
pub const fn is_frame(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Global(Global::RowsAndColumns | Global::Grids(_) | Global::Regions(_)))
}

/// Returns the clues of a puzzle, as indices of its constraints: all except the frame.
#[must_use]
pub fn clues(puzzle: &Puzzle) -> Vec<usize> {
    (0..puzzle.constraints.len()).filter(|index| !is_frame(&puzzle.constraints[*index])).collect()
}

/// Returns the puzzle with only those constraints whose indices `keeps` accepts. Variables that
/// none of them names are restricted to one value, because otherwise each solution would be found
/// many times.
pub(super) fn part(puzzle: &Puzzle, keeps: impl Fn(usize) -> bool) -> Puzzle {
    let shape = puzzle.shape;
    let kept = puzzle.constraints.iter().enumerate().filter(|(index, _)| keeps(*index));
    let mut constraints: Vec<Constraint> = kept.map(|(_, constraint)| constraint.clone()).collect();
    let mut free = vec![true; puzzle.variables];
    for cell in constraints.iter().flat_map(|constraint| constraint.cells(&shape)) {
        if let Some(free) = cell.checked_sub(shape.cells()).and_then(|variable| free.get_mut(variable)) {
            *free = false;
        }
    }
    let free = (shape.cells()..).zip(free).filter(|(_, is_free)| *is_free);
    constraints.extend(free.map(|(cell, _)| Constraint::Cell(Mark::Given(shape.lowest), cell)));
    Puzzle { constraints, ..puzzle.clone() }
}

/// Returns the first solution that `accepts` accepts, if any. `goes_on` is called now and then and
/// can stop the search.
///
/// # Errors
/// Returns [`Stop`] if the budget ran out, the search was stopped, or a rule is too large.
pub(super) fn solution(
    puzzle: &Puzzle,
    budget: &mut Budget,
    goes_on: &mut dyn FnMut() -> bool,
    accepts: impl Fn(&[i32]) -> bool,
) -> Result<Option<Vec<i32>>, Stop> {
    if !goes_on() {
        return Err(BudgetSpent { nodes: budget.spent() }.into());
    }
    let mut solver = Solver::new(puzzle)?;
    let search = solver.explorer();
    if !(search.begin(None) && search.enter(None)) {
        return Ok(None);
    }
    let mut slice = Budget::nodes(NODES_PER_PAUSE.min(budget.left()));
    loop {
        match search.next_solution(&[], &mut slice) {
            Ok(found) => {
                if found.as_deref().is_none_or(&accepts) {
                    budget.spend_many(slice.spent())?;
                    return Ok(found);
                }
            }
            Err(_) => {
                budget.spend_many(slice.spent())?;
                if budget.left() == 0 || !goes_on() {
                    return Err(BudgetSpent { nodes: budget.spent() }.into());
                }
                slice = Budget::nodes(NODES_PER_PAUSE.min(budget.left()));
            }
        }
    }
}

/// The reason that no answer was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stop {
    Spent(BudgetSpent),
    TooLarge(TooLarge),
}

impl From<BudgetSpent> for Stop {
    fn from(spent: BudgetSpent) -> Self {
        Self::Spent(spent)
    }
}

impl From<TooLarge> for Stop {
    fn from(error: TooLarge) -> Self {
        Self::TooLarge(error)
    }
}
