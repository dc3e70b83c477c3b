//! The independent checker: presses played one after another on a plain board, and certificates
//! looked at square by square; nothing of the solver is in it.

use crate::{Toggle, Vector};

/// Whether these presses, on `board`, reach the goal.
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

/// Whether `weights` prove that `board` cannot reach the goal: count every square as often as its
/// weight says. No move changes that sum of the colours but by a multiple of their number, and
/// board and goal differ by something else.
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
