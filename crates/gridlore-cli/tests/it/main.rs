//! The program as a user runs it: arguments in; standard output, standard error and exit code out.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on panics; one that skips says so"
)]

mod program;
mod serve;
mod sudoku;
