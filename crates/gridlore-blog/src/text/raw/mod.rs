//! The HTML that a post contains: a safe subset of it is shown.
//!
//! A [`Nest`] goes through the tags. [`sanitiser`] decides on each of them, and the nest keeps them
//! balanced: whatever a post opens is closed with the Markdown around it, and whatever it closes
//! without having opened it is left out. So Markdown works between tags, and no tag reaches the
//! elements of the page or of a puzzle.

mod nest;
mod sanitiser;
mod tokens;

pub(super) use nest::{Nest, TABLE_END, TABLE_START};
pub(crate) use tokens::{Token, tokens};

#[cfg(test)]
mod tests;
