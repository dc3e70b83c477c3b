//! Counts the lines of a log, and merges the counts of parts.

pub(crate) mod cells;
pub(crate) mod column;
pub(crate) mod distinct;
pub(crate) mod keys;
pub(crate) mod kind;
mod merge;
pub(crate) mod names;
pub(crate) mod pairs;
pub(crate) mod part;
pub(crate) mod tally;
