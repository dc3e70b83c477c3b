//! Shared foundations of all engines: budgets in nodes, seeded randomness, text positions and parse
//! errors, suggestions for mistyped names, digits and digit sets, and CPU features.
//!
//! This crate has no input or output, clocks, threads or puzzles, and no dependencies.

mod budget;
mod cpu;
mod digit;
mod digit_set;
mod nearest;
mod parse_error;
mod rng;

pub use budget::{Budget, BudgetSpent};
pub use cpu::CpuLevel;
pub use digit::Digit;
pub use digit_set::DigitSet;
pub use nearest::{did_you_mean, nearest};
pub use parse_error::{ParseError, ParseErrorKind, Place, with_columns};
pub use rng::Rng;
