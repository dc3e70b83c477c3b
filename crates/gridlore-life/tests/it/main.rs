//! Checks the engines, formats and library against each other, against reference data and against
//! the reference implementation.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod agree;
mod formats;
mod library;
mod limits;
mod rule_files;
mod truth;
mod windows;
