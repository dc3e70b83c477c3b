//! Boards, positions and moves.

pub(crate) mod cells;
pub(crate) mod parse;
pub(crate) mod perft;
pub(crate) mod position;
pub(crate) mod size;
