//! The engines of the standard board: `tests/data/*.txt` have the cases, and the files here call
//! the API.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod canonical;
mod generate;
mod geometry;
mod lanes;
mod minimal;
mod parse;
mod peers;
mod shaped;
mod solve;
