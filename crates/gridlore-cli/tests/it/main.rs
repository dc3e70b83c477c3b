//! Tests the program from a user’s point of view: arguments in; standard output, standard error and
//! exit code out.
#![expect(clippy::unwrap_used, reason = "a test that cannot continue panics")]

mod bombs;
mod connect_four;
mod cover;
mod documents;
mod errors;
mod examples;
mod flipper;
mod interrupts;
mod life;
mod logs;
mod play;
mod program;
mod prolog;
mod serve;
mod storm;
mod sudoku;
mod terminal;
