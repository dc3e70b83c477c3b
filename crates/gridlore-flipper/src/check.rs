//! The independent checker, which plays presses one by one on a plain board and verifies
//! certificates square by square. It shares no code with the solver.

use crate::{Toggle, Vector};

/// Returns whether these presses lead from `board` to the goal.
#[must_use]
pub fn is_solution(puzzle: &Toggle, board: &Vector, presses: &Vector) -> bool {
    let mut now: Vec<usize> = board.entries().iter().map(|&colour| usize::from(colour)).collect();
    for press in 0..puzzle.moves() {
        for _ in 0..presses.get(press) {
            for (square, colour) in now.iter_mut().enumerate() {
                if puzzle.turned()[press].get(square) {
                    *colour = (*colour + 1) % usize::from(puzzle.colours());
                }
            }
        }
    }
    now.iter().enumerate().all(|(square, &colour)| colour == usize::from(puzzle.goal().get(square)))
}

/// Returns whether `weights` prove that `board` cannot reach the goal: every move changes the
/// weighted sum of the colours by a multiple of the number of colours, but the sums of board and
/// goal differ by an amount that is not such a multiple.
#[must_use]
pub fn is_certificate(puzzle: &Toggle, board: &Vector, weights: &Vector) -> bool {
    let colours = usize::from(puzzle.colours());
    let weight = |square: usize| usize::from(weights.get(square));
    let sum = |board: &Vector| -> usize {
        (0..puzzle.squares()).map(|square| weight(square) * usize::from(board.get(square))).sum()
    };
    let change = |press: usize| -> usize { puzzle.turned()[press].ones().map(weight).sum() };
    (0..puzzle.moves()).all(|press| change(press) % colours == 0)
        && sum(board) % colours != sum(puzzle.goal()) % colours
}
