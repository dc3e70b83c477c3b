//! The sudoku engine, told by data: `tests/data/*.txt` hold the cases, the files here know the API.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on panics; one that skips says so"
)]

mod cases;
mod explain;
mod generate;
mod parse;
mod peers;
mod solve;
