//! f-puzzles: JSON, usually compressed and in a link.
//!
//! # Source
//! The keys and their meanings are those of f-puzzles.com and of Rangsk's additions to it.

mod read;
mod write;

pub(crate) use read::reading;
pub use read::{MAX_COMPRESSED, parse_f_puzzles};
pub(crate) use write::link;
pub use write::{to_f_puzzles, to_f_puzzles_json};
