//! Boards of any geometry: `tests/data/*.txt` have the cases, and the files here call the API.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod geometry;
mod levels;
