//! Posts and comments as HTML and as plain text.

mod bare_links;
pub(crate) mod blocks;
pub(crate) mod comment;
mod fences;
mod footnotes;
pub(crate) mod headings;
pub(crate) mod highlight;
pub(crate) mod limits;
pub(crate) mod links;
pub(crate) mod markdown;
pub(crate) mod mathematics;
mod pictures;
mod raw;
pub(crate) mod rendered;
pub(crate) mod renderer;
pub(crate) mod warnings;
pub(crate) mod words;
