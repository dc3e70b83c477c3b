//! Limits on a rendered post: on its puzzles and formulas, its elements, and its nesting.

pub(crate) mod budget;
pub(crate) mod elements;
pub(crate) mod nesting;
