//! Tests of the variants from outside the crate.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod analysis;
mod constraints;
mod generate;
mod rules;
