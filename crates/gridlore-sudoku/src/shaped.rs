//! Generates puzzles with givens in chosen cells, by seed.
//!
//! ```text
//!   start    the digits of a random grid in the chosen cells, which allow thousands of solutions
//!   change   one given is set to another digit if a solution is left, and not many more than before
//!   end      one solution is left; for minimal puzzles, every given is needed
//! ```
//!
//! The allowed increase is random and usually small, which lets the search escape local minima
//! (annealing at a fixed temperature). Counting stops once a change must be refused, so the search
//! gets faster towards the end.
//!
//! Cost: about 100 to 10,000 changes, which take milliseconds to a second for 20 to 28 cells. With
//! 17 to 19 cells, puzzles are so rare that a search may find none for hours. Minimal puzzles with
//! more than 30 givens are even rarer. One node is one guessed digit.
//!
//! The same seed always gives the same puzzle, because the search depends only on numbers of
//! solutions and does no floating-point arithmetic. `tests/data/shaped.txt` records the results.

use crate::{Board, Cell, count_solutions_up_to};
use gridlore_core::{Budget, BudgetSpent, Digit, Rng};
use gridlore_sudoku_geometry::{Geometry, full_grid};

/// Maximum number of solutions that are counted; boards with more are treated alike.
const MAX_SOLUTIONS: u64 = 2_000;
/// Maximum number of changes without a new minimum of solutions before another grid is tried.
const MAX_CHANGES: u32 = 2_000;
/// Maximum number of such changes once there is one solution but the puzzle is not yet minimal.
const MAX_CHANGES_AT_ONE: u32 = 50_000;
/// The number that identifies this method among the families of random numbers.
const FAMILY: u64 = 3 << 40;

/// The factors, in units of 1/256, by which a change can increase the number of solutions: 64
/// equally likely values of `u` to the power of -0.3, with `u` evenly distributed over `0..1`.
const ALLOWED: [u64; 64] = [
    1097, 789, 677, 612, 568, 535, 508, 487, 469, 454, 440, 428, 418, 408, 400, 392, 384, 378, 371, 366, 360,
    355, 350, 346, 341, 337, 334, 330, 326, 323, 320, 317, 314, 311, 308, 306, 303, 301, 298, 296, 294, 292,
    289, 287, 285, 284, 282, 280, 278, 277, 275, 273, 272, 270, 269, 267, 266, 264, 263, 262, 260, 259, 258,
    257,
];

/// Returns why no puzzle with one solution has its givens in exactly these cells, if this can be
/// seen without a search: there are too few cells, or two lines without givens could be swapped.
/// With `is_minimal`, more than 40 cells are too many, because no minimal puzzle with more givens
/// is known.
#[must_use]
pub fn obstacle(cells: &[Cell], is_minimal: bool) -> Option<String> {
    if cells.len() < 17 {
        return Some(format!(
            "found {} cells, expected at least 17 (puzzles with fewer givens never have a unique solution)",
            cells.len()
        ));
    }
    if is_minimal && cells.len() > 40 {
        return Some(format!(
            "found {} cells, expected at most 40 (no minimal puzzle with more givens is known)",
            cells.len()
        ));
    }
    for band in 0..3 {
        let blank = |is_row: bool| {
            let line = |cell: &Cell| if is_row { cell.row() } else { cell.column() };
            (3 * band..3 * band + 3)
                .filter(|&index| cells.iter().all(|cell| line(cell) != index))
                .collect::<Vec<_>>()
        };
        for (is_row, name, of) in [(true, "rows", "band"), (false, "columns", "stack")] {
            if let [one, other, ..] = blank(is_row)[..] {
                return Some(format!(
                    "found no cell in {name} {} and {}, expected one in at least one of them (these {name} are in one {of} and could be swapped)",
                    one + 1,
                    other + 1
                ));
            }
        }
    }
    None
}

/// Generates a puzzle with one solution and givens in exactly these cells. With `is_minimal`, the
/// puzzle is minimal.
///
/// # Errors
/// Returns [`BudgetSpent`] if more guesses are needed than `budget` allows; this always happens if
/// there is no such puzzle. See [`obstacle`].
pub fn shaped(
    cells: &[Cell],
    is_minimal: bool,
    seed: u64,
    budget: &mut Budget,
) -> Result<Board, BudgetSpent> {
    let mut rng = Rng::from_family(seed, FAMILY);
    let usual = usual();
    loop {
        let grid = full_grid(&usual, &mut rng, budget)?;
        let mut puzzle = Board::EMPTY;
        for &cell in cells {
            puzzle.set(cell, grid.digit(cell.index()).and_then(Digit::new));
        }
        let mut solutions = count_solutions_up_to(&puzzle, MAX_SOLUTIONS, budget)?;
        let (mut fewest, mut changes) = (solutions, 0);
        while changes < if fewest == 1 { MAX_CHANGES_AT_ONE } else { MAX_CHANGES } {
            changes += 1;
            if solutions == 1 && (!is_minimal || has_no_spare_given(&puzzle, cells, budget)?) {
                return Ok(puzzle);
            }
            let Some(changed) = changed(&puzzle, cells, &mut rng) else { continue };
            let allowed = (solutions * ALLOWED[rng.below(ALLOWED.len())] / 256).min(MAX_SOLUTIONS);
            let found = count_solutions_up_to(&changed, allowed + 1, budget)?;
            if found > 0 && (found <= allowed || allowed == MAX_SOLUTIONS) {
                (puzzle, solutions) = (changed, found.min(MAX_SOLUTIONS));
                if solutions < fewest {
                    (fewest, changes) = (solutions, 0);
                }
            }
            budget.spend()?;
        }
    }
}

fn usual() -> Geometry {
    Geometry::boxes(3, 3).expect("its side is 9")
}

/// Returns the puzzle with a different digit in a random cell, if any fits the other givens.
fn changed(puzzle: &Board, cells: &[Cell], rng: &mut Rng) -> Option<Board> {
    let cell = cells[rng.below(cells.len())];
    let candidates = puzzle.candidates(cell);
    let others: Vec<Digit> = Digit::ALL
        .into_iter()
        .filter(|&digit| candidates.contains(digit.into()) && puzzle.digit(cell) != Some(digit))
        .collect();
    let digit = *others.get(rng.below(others.len().max(1)))?;
    Some(puzzle.with(cell, digit))
}

fn has_no_spare_given(puzzle: &Board, cells: &[Cell], budget: &mut Budget) -> Result<bool, BudgetSpent> {
    for &cell in cells {
        let mut without = *puzzle;
        without.set(cell, None);
        if count_solutions_up_to(&without, 2, budget)? == 1 {
            return Ok(false);
        }
    }
    Ok(true)
}
