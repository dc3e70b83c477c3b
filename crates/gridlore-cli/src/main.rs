//! The one binary, `gridlore`: a thin edge that reads arguments, files and clocks and leaves the
//! thinking to the engines.
//!
//! Exit codes: 0 done, 1 something has no solution or several, 2 usage or input, 3 a budget was
//! spent. A reader that goes away (`| head`) is a quiet success.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

mod args;
mod batch;
mod batch_args;
mod blog;
mod canvas;
mod connect_four;
mod cover;
mod flipper;
mod hint;
mod input;
mod interrupt;
mod life;
mod logs;
mod people;
mod play;
mod png_file;
mod progress;
mod prolog;
mod serve;
mod show;
mod sudoku;

use clap::Parser;
use std::process::ExitCode;

/// What the process says when it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Done,
    /// Something has no solution, or several where one was asked for; an export has broken links.
    NotSolved,
    BadInput,
    BudgetSpent,
    /// A program of the user's own says this.
    Program(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::NotSolved => 1,
            Exit::BadInput => 2,
            Exit::BudgetSpent => 3,
            Exit::Program(code) => code,
        })
    }
}

/// A reader of standard output that goes away, as `head` does, ends the program without a word.
fn end_quietly_without_readers() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let is_unread = panic.payload_as_str().is_some_and(|text| {
            text.starts_with("failed printing to stdout") && text.contains("os error 32")
        });
        if is_unread {
            std::process::exit(0);
        }
        usual(panic);
    }));
}

fn main() -> ExitCode {
    end_quietly_without_readers();
    let args = args::Args::parse();
    input::set_max_input(args.max_input);
    let result = match args.command {
        args::Command::Serve(args) => serve::run(&args),
        args::Command::Blog(args) => blog::run(&args),
        args::Command::Export(args) => blog::export(args),
        args::Command::Backup(args) => blog::backup(&args),
        args::Command::Restore(args) => blog::restore(&args),
        args::Command::People(command) => people::run(&command),
        args::Command::Logs(command) => logs::run(&command),
        args::Command::Show(args) => show::run(&args),
        args::Command::Play(args) => play::run(&args),
        args::Command::Flipper(args) => flipper::run(&args),
        args::Command::ConnectFour(command) => connect_four::run(&command),
        args::Command::Cover(command) => cover::run(&command),
        args::Command::Life(command) => life::run(&command),
        args::Command::Prolog(args) => prolog::run(&args),
        args::Command::Sudoku(args::Sudoku::Solve(args)) => sudoku::solve(&args),
        args::Command::Sudoku(args::Sudoku::Check(args)) => sudoku::check(&args),
        args::Command::Sudoku(args::Sudoku::Count(args)) => sudoku::count(&args),
        args::Command::Sudoku(args::Sudoku::Solutions(args)) => sudoku::solutions(&args),
        args::Command::Sudoku(args::Sudoku::Generate(args)) => sudoku::generate(&args),
        args::Command::Sudoku(args::Sudoku::Canonical(args)) => sudoku::canonical(&args),
        args::Command::Sudoku(args::Sudoku::Scramble(args)) => sudoku::scramble(&args),
        args::Command::Sudoku(args::Sudoku::Human(command)) => sudoku::human::run(&command),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gridlore: {error:#}");
            Exit::BadInput.into()
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
