//! How many games there are of so many moves: a number that every implementation of the rules has
//! to meet.

use crate::board::position::Position;

/// Games of exactly `depth` moves from a position; one that ends earlier is none.
///
/// # Cost
/// One step for each game of one move less.
#[must_use]
pub fn perft(position: &Position, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if depth == 1 {
        return moves.count() as u64;
    }
    moves.filter_map(|column| position.after(column).ok()).map(|after| perft(&after, depth - 1)).sum()
}
