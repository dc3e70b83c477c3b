//! The techniques, on puzzles whose solutions are known, and beside the programs whose orders and
//! ratings are followed.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod easy;
mod explainer;
mod human;
mod killers;
mod nets;
mod words;
