//! Puzzles whose givens lie in cells that were chosen beforehand, by seed.
//!
//! ```text
//!   start    a random grid, of which the cells' digits are given: it has thousands of solutions
//!   change   one given to another digit, if that leaves a solution, and not many more than before
//!   end      with one solution left; and, if that is asked for, no given that can be spared
//! ```
//!
//! How many more are allowed is random, mostly hardly any, so that the search does not stay where
//! every change makes it worse (annealing at one temperature). Counting stops where the change
//! would be refused, so the nearer the end, the faster it goes.
//!
//! Cost: some hundred to ten thousand changes, which are milliseconds to a second for 20 to 28
//! cells. With 17 to 19 cells puzzles are so rare that it may find none for hours, and minimal ones
//! of more than 30 are rarer still. One node is one guessed digit.
//!
//! Same seed, same puzzle, for ever: only numbers of solutions matter, and no fractions;
//! `tests/data/shaped.txt` holds what comes out.

use crate::{Board, Cell, count_solutions_up_to};
use gridlore_core::{Budget, BudgetSpent, Digit, Rng};
use gridlore_sudoku_geometry::{Geometry, full_grid};

/// Solutions are counted no further; above, all boards are alike.
const MOST_SOLUTIONS: u64 = 2_000;
/// Changes without fewer solutions than ever before after which another grid is tried; and after
/// there was one solution, but givens to spare.
const CHANGES: u32 = 2_000;
const CHANGES_AT_ONE: u32 = 50_000;
/// The number of this method among the families of random numbers.
const FAMILY: u64 = 3 << 40;

/// How many times as many solutions a change may leave, in parts of 256: the 64 values, all as
/// likely, of `u` to the power of -0.3 for `u` evenly spread over `0..1`.
const ALLOWED: [u64; 64] = [
    1097, 789, 677, 612, 568, 535, 508, 487, 469, 454, 440, 428, 418, 408, 400, 392, 384, 378, 371, 366, 360,
    355, 350, 346, 341, 337, 334, 330, 326, 323, 320, 317, 314, 311, 308, 306, 303, 301, 298, 296, 294, 292,
    289, 287, 285, 284, 282, 280, 278, 277, 275, 273, 272, 270, 269, 267, 266, 264, 263, 262, 260, 259, 258,
    257,
];

/// Why no puzzle with one solution has its givens in just these cells, where a look tells: too few
/// of them, or two lines without any that could be exchanged. `is_minimal` asks for puzzles from
/// which no given can be taken, of which none with more than 40 are known.
#[must_use]
pub fn obstacle(cells: &[Cell], is_minimal: bool) -> Option<String> {
    if cells.len() < 17 {
        return Some(format!(
            "found {} cells, expected 17 or more, as fewer givens never have one solution",
            cells.len()
        ));
    }
    if is_minimal && cells.len() > 40 {
        return Some(format!(
            "found {} cells, expected 40 at most, as of more givens one can be spared",
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
                    "found no cell in the {name} {} and {} of one {of}, which could be exchanged, expected one in one of them",
                    one + 1,
                    other + 1
                ));
            }
        }
    }
    None
}

/// A puzzle with one solution that has its givens in just these cells; with `is_minimal` one from
/// which none can be taken.
///
/// # Errors
/// [`BudgetSpent`] when more digits had to be guessed than `budget` allows; where there is no such
/// puzzle, any budget is spent. See [`obstacle`].
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
        let mut solutions = count_solutions_up_to(&puzzle, MOST_SOLUTIONS, budget)?;
        let (mut fewest, mut changes) = (solutions, 0);
        while changes < if fewest == 1 { CHANGES_AT_ONE } else { CHANGES } {
            changes += 1;
            if solutions == 1 && (!is_minimal || none_is_spare(&puzzle, cells, budget)?) {
                return Ok(puzzle);
            }
            let Some(changed) = changed(&puzzle, cells, &mut rng) else { continue };
            let allowed = (solutions * ALLOWED[rng.below(ALLOWED.len())] / 256).min(MOST_SOLUTIONS);
            let found = count_solutions_up_to(&changed, allowed + 1, budget)?;
            if found > 0 && (found <= allowed || allowed == MOST_SOLUTIONS) {
                (puzzle, solutions) = (changed, found.min(MOST_SOLUTIONS));
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

/// The puzzle with another digit in one of the cells, if one fits beside the other givens.
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

fn none_is_spare(puzzle: &Board, cells: &[Cell], budget: &mut Budget) -> Result<bool, BudgetSpent> {
    for &cell in cells {
        let mut without = *puzzle;
        without.set(cell, None);
        if count_solutions_up_to(&without, 2, budget)? == 1 {
            return Ok(false);
        }
    }
    Ok(true)
}
