//! Tests of Connect Four against its rules, against published results, and for consistency.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod facts;
mod oracle;
mod people;
mod sets;
