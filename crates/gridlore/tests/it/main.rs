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
