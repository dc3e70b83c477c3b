//! Tests of the engines for the standard board. The cases are in `tests/data/*.txt`; the files here
//! call the API.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod canonical;
mod generate;
mod geometry;
mod lanes;
mod minimal;
mod parse;
mod peers;
mod shaped;
mod solve;
