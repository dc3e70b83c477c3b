//! Commands that work on a data folder: posts as files, and people.

mod comment_lines;
pub(crate) mod desk;
pub(crate) mod import;
mod links;
pub(crate) mod people;
pub(crate) mod source;
