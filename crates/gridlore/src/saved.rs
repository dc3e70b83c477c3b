//! The line that names a puzzle and one position of it, without the moves: a saved game at its
//! shortest.
//!
//! [`Midend::restore`](crate::Midend::restore) reads it back.

use crate::kind::Puzzle;
use crate::play::Position;

/// The id of a puzzle, spelled out.
pub(crate) fn puzzle_id(puzzle: &dyn Puzzle) -> String {
    let (kind, params) = (puzzle.kind().name, puzzle.params());
    let between = if params.is_empty() { "" } else { ":" };
    format!("{kind}{between}{params}:{}", puzzle.description())
}

/// The saved game of the puzzle of an id at a position; without one, before the first move.
pub(crate) fn line(id: &str, position: Option<&Position>) -> String {
    match position {
        None => format!("1;{id};0;0"),
        Some(position) => format!("1;{id};0;1;!{}", position.as_str()),
    }
}

/// The saved game of a puzzle at a position, which may be its start.
pub(crate) fn line_at(puzzle: &dyn Puzzle, position: &Position) -> String {
    line(&puzzle_id(puzzle), (*position != puzzle.start()).then_some(position))
}
