//! The facade as an edge uses it: ids in, games played, pictures out.

mod game_id;
mod midend;
mod render;
