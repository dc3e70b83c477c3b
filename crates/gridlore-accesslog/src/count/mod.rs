//! Counts of the lines that were read, and how counts of parts are put together.

pub(crate) mod column;
pub(crate) mod distinct;
pub(crate) mod keys;
pub(crate) mod kind;
mod merge;
pub(crate) mod names;
pub(crate) mod pairs;
pub(crate) mod part;
pub(crate) mod tally;
