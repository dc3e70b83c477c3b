//! Tests of the toggle engine against published facts, a search of all boards, and the independent
//! checker.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod cover;
mod facts;
mod parse;
mod search;
