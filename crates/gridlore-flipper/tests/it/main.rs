//! The toggle engine against facts, against searching all boards, and against its independent
//! checker.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod cover;
mod facts;
mod parse;
mod search;
