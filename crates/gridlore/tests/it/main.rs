//! The facade as callers use it: ids, games and pictures.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod bounds;
mod connect_four;
mod course;
mod essay;
mod flipper;
mod game_id;
mod midend;
mod own_kind;
mod rated;
mod render;
mod sudoku;

/// Returns the names of all puzzles, as errors list them.
fn played_kinds() -> String {
    let played = gridlore::kinds().iter().filter(|kind| matches!(kind.opens, gridlore::Opens::Puzzle(_)));
    played.map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}
