//! Generates puzzles by level and seed: a random full grid, from which givens are removed in random
//! order as long as the puzzle meets its level.
//!
//! The same seed always gives the same puzzle: `tests/data/generated.txt` records the puzzles of
//! the first release. A new method requires a new level name; the meaning of an existing name must
//! not change.
//!
//! Cost: about 81 uniqueness checks per puzzle; `hard` generates puzzles until one of them needs
//! more than singles.

use crate::{Board, Cell, count_solutions_up_to};
use gridlore_core::{Budget, Digit, Rng};
use gridlore_sudoku_geometry::{Demand, Level, Rules};

/// Returns the puzzle of this level and seed.
#[must_use]
pub fn generated(level: Level, seed: u64) -> Board {
    for attempt in 0_u64.. {
        let mut rng = Rng::from_family(seed, ((level as u64) << 32) + attempt);
        let mut puzzle = full_grid(&mut rng);
        match level {
            Level::Easy => {
                thin_out(&mut puzzle, &mut rng, 34, |puzzle| demand(puzzle) == Some(Demand::HiddenSingles))
            }
            Level::Medium => thin_out(&mut puzzle, &mut rng, 0, |puzzle| {
                demand(puzzle).is_some_and(|demand| demand <= Demand::NakedSingles)
            }),
            Level::Hard | Level::Minimal => thin_out(&mut puzzle, &mut rng, 0, is_unique),
        }
        let meets_level = match level {
            Level::Easy => puzzle.filled_count() <= 40,
            Level::Hard => demand(&puzzle) == Some(Demand::Pairs),
            Level::Medium | Level::Minimal => true,
        };
        if meets_level {
            return puzzle;
        }
    }
    unreachable!("2^64 attempts cannot be completed")
}

fn demand(puzzle: &Board) -> Option<Demand> {
    gridlore_sudoku_geometry::demand(Rules::usual(), puzzle.values())
}

fn is_unique(puzzle: &Board) -> bool {
    count_solutions_up_to(puzzle, 2, &mut Budget::unlimited()) == Ok(1)
}

/// Removes givens, each tried once in random order, as long as `keeps` returns true and more than
/// `fewest` are left.
fn thin_out(puzzle: &mut Board, rng: &mut Rng, fewest: usize, keeps: impl Fn(&Board) -> bool) {
    let mut cells: Vec<Cell> = Cell::all().collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        if puzzle.filled_count() <= fewest {
            return;
        }
        let mut without = *puzzle;
        without.set(cell, None);
        if keeps(&without) {
            *puzzle = without;
        }
    }
}

/// Generates a random full grid by placing random digits in random cells, except digits that would
/// leave the board without a solution.
///
/// All grids are possible, but not equally likely.
fn full_grid(rng: &mut Rng) -> Board {
    let mut board = Board::EMPTY;
    let mut cells: Vec<Cell> = Cell::all().collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        let candidates = board.candidates(cell);
        let mut digits = Digit::ALL.to_vec();
        digits.retain(|&digit| candidates.contains(digit.into()));
        rng.shuffle(&mut digits);
        let solvable = |board: &Board| count_solutions_up_to(board, 1, &mut Budget::unlimited()) == Ok(1);
        let digit = digits
            .into_iter()
            .find(|&digit| solvable(&board.with(cell, digit)))
            .expect("the board has a solution, and its digit for this cell is among the candidates");
        board.set(cell, Some(digit));
    }
    board
}
