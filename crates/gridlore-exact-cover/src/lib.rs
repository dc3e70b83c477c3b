//! Exact cover: choose options so that every primary item is covered exactly once and no secondary item twice.
//!
//! What is here is the readable reference, dancing links, which other engines check themselves against.
//! Not here yet: Knuth's text format, colours, multiplicities, costs, dancing cells, memoised counting.

mod dancing_links;
mod problem;

pub use dancing_links::{Solutions, Step};
pub use problem::{Problem, ProblemError};
