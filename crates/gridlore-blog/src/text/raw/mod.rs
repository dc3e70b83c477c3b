//! Shows a safe subset of the HTML in a post.
//!
//! A [`Nest`] processes the tags. [`sanitiser`] decides which of them are allowed, and the nest
//! keeps them balanced: an element that a post opens is closed with the Markdown around it, and an
//! end tag without a start tag is left out. So Markdown works between tags, and no tag can affect
//! the elements of the page or of a puzzle.

mod nest;
mod sanitiser;
mod tokens;

pub(super) use nest::{Nest, TABLE_END, TABLE_START};
pub(crate) use tokens::{Token, tokens};

#[cfg(test)]
mod tests;
