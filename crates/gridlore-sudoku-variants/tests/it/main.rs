//! Tests of the variants from outside the crate.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod analysis;
mod chaos;
mod constraints;
mod explain;
mod generate;
mod grids;
mod large;
mod levels;
mod ranks;
mod rules;
