//! Tests of the techniques on puzzles with known solutions. The techniques are also compared with
//! the programs whose orders and ratings they follow.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod easy;
mod explainer;
mod human;
mod killers;
mod nets;
mod words;
