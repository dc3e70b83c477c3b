//! Boards of any geometry: `tests/data/*.txt` hold the cases, the files here know the API.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod geometry;
mod levels;
