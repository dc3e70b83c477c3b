//! Compares the engines, formats and library with each other, with reference data and with the
//! reference implementation.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod agree;
mod formats;
mod library;
mod limits;
mod rule_files;
mod truth;
mod windows;
