//! The sudoku engine, told by data: `tests/data/*.txt` hold the cases, the files here know the API.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod canonical;
mod cases;
mod explain;
mod explainer;
mod generate;
mod geometry;
mod human;
mod killers;
mod lanes;
mod minimal;
mod nets;
mod parse;
mod peers;
mod shaped;
mod solve;
