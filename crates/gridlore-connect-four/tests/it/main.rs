//! Connect Four against its rules, against the truth of others, and against itself.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod facts;
mod oracle;
mod people;
mod sets;
