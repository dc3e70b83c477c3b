//! The shortest form of a saved game: one line with a puzzle and one of its positions, without the
//! moves.
//!
//! [`Midend::restore`](crate::Midend::restore) reads this form.

use crate::kind::Puzzle;
use crate::play::Position;

/// Returns the id that spells a puzzle out.
pub(crate) fn puzzle_id(puzzle: &dyn Puzzle) -> String {
    let (kind, params) = (puzzle.kind().name, puzzle.params());
    let between = if params.is_empty() { "" } else { ":" };
    format!("{kind}{between}{params}:{}", puzzle.description())
}

/// Returns the saved game for the puzzle with this id, at a position or before the first move.
pub(crate) fn line(id: &str, position: Option<&Position>) -> String {
    match position {
        None => format!("1;{id};0;0"),
        Some(position) => format!("1;{id};0;1;!{}", position.as_str()),
    }
}

/// Returns the saved game for a puzzle at a position, possibly its start.
pub(crate) fn line_at(puzzle: &dyn Puzzle, position: &Position) -> String {
    line(&puzzle_id(puzzle), (*position != puzzle.start()).then_some(position))
}
