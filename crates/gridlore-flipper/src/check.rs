//! The independent checker: presses played one after another on a plain board, and certificates looked at square by
//! square; nothing of the solver is in it.

use crate::{Bits, Toggle};

/// Whether these presses, on `board`, reach the goal.
#[must_use]
pub fn is_solution(puzzle: &Toggle, board: &Bits, presses: &Bits) -> bool {
    let mut lit: Vec<bool> = (0..puzzle.squares()).map(|square| board.get(square)).collect();
    for press in (0..puzzle.moves()).filter(|&press| presses.get(press)) {
        for (square, lit) in lit.iter_mut().enumerate() {
            *lit ^= puzzle.turned()[press].get(square);
        }
    }
    lit.iter().enumerate().all(|(square, &lit)| lit == puzzle.goal().get(square))
}

/// Whether `squares` prove that `board` cannot reach the goal: every move turns an even number of them, so the parity of
/// how many are lit never changes, and it is not the goal's.
#[must_use]
pub fn is_certificate(puzzle: &Toggle, board: &Bits, squares: &Bits) -> bool {
    let lit = |board: &Bits| {
        (0..puzzle.squares()).filter(|&square| squares.get(square) && board.get(square)).count()
    };
    puzzle.turned().iter().all(|turned| lit(turned) % 2 == 0) && lit(board) % 2 != lit(puzzle.goal()) % 2
}
