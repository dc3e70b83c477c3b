//! What every engine shares, and nothing else: budgets counted in nodes, seeded randomness, places
//! in a text and the errors that name them, names that a mistyped word is near to, digits and sets of
//! digits, and what the CPU can do.
//!
//! Not here: input or output, clocks, threads, any puzzle. This crate depends on nothing.

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
