//! Generates boards that need an exact number of presses.
//!
//! Random presses are played backwards from the goal, and the board is accepted if the solver
//! proves that fewer presses do not suffice. Boards near the maximum are rare, so the generator may
//! need many attempts, and gives up after a while.

use crate::{Outcome, Solver, Toggle, Vector};
use gridlore_core::{Budget, Rng};

/// Maximum number of attempts.
const TRIES: usize = 20_000;

/// Returns a board whose shortest solution has exactly `presses` presses. The same seed always
/// gives the same board. Returns `None` if `budget` or the maximum number of attempts is spent,
/// since there may be no such board.
///
/// # Panics
/// Panics if `solver` belongs to another puzzle.
#[must_use]
pub fn board(
    puzzle: &Toggle,
    solver: &Solver<'_>,
    presses: usize,
    seed: u64,
    budget: &mut Budget,
) -> Option<Vector> {
    search(puzzle, solver, presses, seed, budget, false)
}

/// Returns a board like [`board`], but stops at the first board whose minimum is not proved within
/// `budget`. With a smaller budget, the result may therefore be `None`, but never a different
/// board.
///
/// # Panics
/// Panics if `solver` belongs to another puzzle.
#[must_use]
pub fn board_if_proved(
    puzzle: &Toggle,
    solver: &Solver<'_>,
    presses: usize,
    seed: u64,
    budget: &mut Budget,
) -> Option<Vector> {
    search(puzzle, solver, presses, seed, budget, true)
}

fn search(
    puzzle: &Toggle,
    solver: &Solver<'_>,
    presses: usize,
    seed: u64,
    budget: &mut Budget,
    gives_up: bool,
) -> Option<Vector> {
    let most = usize::from(puzzle.colours()) - 1;
    if presses > max_presses(puzzle, solver) {
        return None;
    }
    let mut rng = Rng::new(seed);
    // Account for the cost of building a board and finding any solution, in addition to the search.
    let a_try = (puzzle.moves() + puzzle.squares()) as u64;
    let mut slots: Vec<usize> = (0..puzzle.moves()).flat_map(|press| vec![press; most]).collect();
    for _ in 0..TRIES {
        rng.shuffle(&mut slots);
        // To play backwards, subtract the effect of the presses from the goal.
        let mut board: Vec<u8> = puzzle.goal().entries().to_vec();
        for &press in &slots[..presses] {
            for square in puzzle.turned()[press].ones() {
                board[square] = (board[square] + puzzle.colours() - 1) % puzzle.colours();
            }
        }
        let board = Vector::new(board);
        let Outcome::Solvable(solutions) = solver.outcome(&board) else {
            panic!("the board was made by presses");
        };
        let fewest = solutions.fewest(budget);
        if fewest.is_proven() && fewest.count() == presses {
            return Some(board);
        }
        if (gives_up && !fewest.is_proven()) || budget.spend_many(a_try).is_err() {
            return None;
        }
    }
    None
}

/// Returns an upper bound on the number of presses that a board needs. If the number of colours is
/// prime, linearly dependent moves are never needed.
fn max_presses(puzzle: &Toggle, solver: &Solver<'_>) -> usize {
    let colours = usize::from(puzzle.colours());
    let is_prime = (2..colours).all(|factor| !colours.is_multiple_of(factor));
    let needed = if is_prime { puzzle.moves() - solver.kernel().len() } else { puzzle.moves() };
    needed * (colours - 1)
}

/// Returns a solvable board, on which each move was pressed a random number of times. The board
/// differs from the goal unless no other board is reachable. The same seed always gives the same
/// board.
#[must_use]
pub fn any_board(puzzle: &Toggle, seed: u64) -> Vector {
    let mut rng = Rng::new(seed);
    loop {
        let mut board = puzzle.goal().clone();
        for press in 0..puzzle.moves() {
            for _ in 0..rng.below(usize::from(puzzle.colours())) {
                board = puzzle.pressed(&board, press);
            }
        }
        // If no move toggles anything, the goal is the only board.
        if board != *puzzle.goal() || puzzle.turned().iter().all(|turned| turned.count_ones() == 0) {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_board_needs_more_presses_than_the_bound() {
        // Test all boards of each puzzle.
        let puzzles = [
            Toggle::random(3, 3, 12, 4, 2),
            Toggle::random(4, 2, 20, 1, 2),
            Toggle::random(3, 2, 9, 7, 3),
            Toggle::random(2, 2, 6, 7, 4),
            Toggle::random(2, 2, 6, 3, 5),
        ];
        for puzzle in puzzles {
            let solver = Solver::new(&puzzle);
            let colours = usize::from(puzzle.colours());
            for number in 0..colours.pow(u32::try_from(puzzle.squares()).unwrap()) {
                let entry = |square: usize| {
                    u8::try_from(number / colours.pow(u32::try_from(square).unwrap()) % colours).unwrap()
                };
                let board = Vector::new((0..puzzle.squares()).map(entry).collect());
                if let Outcome::Solvable(solutions) = solver.outcome(&board) {
                    let fewest = solutions.fewest(&mut Budget::unlimited());
                    assert!(fewest.is_proven() && fewest.count() <= max_presses(&puzzle, &solver), "{board}");
                }
            }
        }
    }
}
