//! The facade as an edge uses it: ids in, games played, pictures out.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod bounds;
mod connect_four;
mod essay;
mod flipper;
mod game_id;
mod midend;
mod own_kind;
mod render;
mod sudoku;

/// The names of what is played, as errors list them.
fn played_kinds() -> String {
    let played = gridlore::kinds().iter().filter(|kind| matches!(kind.opens, gridlore::Opens::Puzzle(_)));
    played.map(|kind| kind.name).collect::<Vec<_>>().join(", ")
}
