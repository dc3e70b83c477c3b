//! Tests of boards of any geometry. The cases are in `tests/data/*.txt`; the files here call the
//! API.
#![expect(clippy::unwrap_used, reason = "a failing test panics")]

mod geometry;
mod levels;
