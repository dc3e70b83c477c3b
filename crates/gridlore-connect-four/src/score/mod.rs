//! Exact scores of positions.

pub mod book;
mod reference;
mod rules;
mod search;
pub(crate) mod solve;
mod table;
pub(crate) mod watch;
