//! Boards that need exactly so many presses.
//!
//! Random presses are played backwards from the goal; the board is taken if the solver says that no
//! fewer will do. Boards near the most that any needs are rare: there the dice are thrown often,
//! and after a while the search gives up.

use crate::{Outcome, Solver, Toggle, Vector};
use gridlore_core::{Budget, Rng};

/// Boards that are tried.
const TRIES: usize = 20_000;

/// A board whose shortest solution has exactly `presses` presses; the same for ever for the same
/// seed. `None` when none was found within `budget` or after some thousand tries; there may be
/// none.
///
/// # Panics
/// When `solver` is of another puzzle.
#[must_use]
pub fn board(
    puzzle: &Toggle,
    solver: &Solver<'_>,
    presses: usize,
    seed: u64,
    budget: &mut Budget,
) -> Option<Vector> {
    tried(puzzle, solver, presses, seed, budget, false)
}

/// As [`board`], but `None` at the first board whose fewest presses are not proved within `budget`:
/// a smaller budget gives no board where a larger one gives one, and never another board.
///
/// # Panics
/// When `solver` is of another puzzle.
#[must_use]
pub fn board_if_proved(
    puzzle: &Toggle,
    solver: &Solver<'_>,
    presses: usize,
    seed: u64,
    budget: &mut Budget,
) -> Option<Vector> {
    tried(puzzle, solver, presses, seed, budget, true)
}

fn tried(
    puzzle: &Toggle,
    solver: &Solver<'_>,
    presses: usize,
    seed: u64,
    budget: &mut Budget,
    gives_up: bool,
) -> Option<Vector> {
    let most = usize::from(puzzle.colours()) - 1;
    if presses > largest_needed(puzzle, solver) {
        return None;
    }
    let mut rng = Rng::new(seed);
    // Making a board and looking for any solution takes some nodes of the search for the shortest.
    let a_try = (puzzle.moves() + puzzle.squares()) as u64;
    let mut slots: Vec<usize> = (0..puzzle.moves()).flat_map(|press| vec![press; most]).collect();
    for _ in 0..TRIES {
        rng.shuffle(&mut slots);
        // Presses are undone by pressing on until they vanish: the board is the goal less what they
        // turn.
        let mut board: Vec<u8> = puzzle.goal().entries().to_vec();
        for &press in &slots[..presses] {
            for square in puzzle.turned()[press].ones() {
                board[square] = (board[square] + puzzle.colours() - 1) % puzzle.colours();
            }
        }
        let board = Vector::new(board);
        let Outcome::Solvable(solutions) = solver.outcome(&board) else {
            panic!("what was made by presses is solved by presses");
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

/// No board needs more presses. Where the number of colours is prime, moves that depend on others
/// need never be pressed.
fn largest_needed(puzzle: &Toggle, solver: &Solver<'_>) -> usize {
    let colours = usize::from(puzzle.colours());
    let is_prime = (2..colours).all(|factor| !colours.is_multiple_of(factor));
    let needed = if is_prime { puzzle.moves() - solver.kernel().len() } else { puzzle.moves() };
    needed * (colours - 1)
}

/// A board from which there is a way to the goal, and that is not the goal if there is another:
/// each move is pressed a random number of times. The same for ever for the same seed.
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
        // Where no move turns anything there is but this one board.
        if board != *puzzle.goal() || puzzle.turned().iter().all(|turned| turned.count_ones() == 0) {
            return board;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_board_needs_more_presses_than_there_are_independent_moves() {
        // Every board of each is looked at.
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
                    assert!(
                        fewest.is_proven() && fewest.count() <= largest_needed(&puzzle, &solver),
                        "{board}"
                    );
                }
            }
        }
    }
}
