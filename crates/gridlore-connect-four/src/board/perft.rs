//! Perft: the number of games of a given length, used to check an implementation of the rules.

use crate::board::position::Position;

/// Counts the games of exactly `depth` moves from a position. Games that end earlier are not
/// counted.
///
/// # Cost
/// One step per game of `depth - 1` moves.
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
