//! The only binary, `gridlore`. It reads arguments, files and clocks; the engines do the
//! computation.
//!
//! Exit codes: 0 success, 1 no solution or several, 2 bad usage or input, 3 budget spent. If the
//! output pipe is closed (`| head`), the program ends quietly with success.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line prints")]

mod args;
mod batch;
mod blog;
mod canvas;
mod connect_four;
mod cover;
mod flipper;
mod help;
mod hint;
mod input;
mod interrupt;
mod life;
mod logs;
mod message;
mod people;
mod play;
mod png_file;
mod progress;
mod prolog;
mod replace;
mod serve;
mod shared_args;
mod show;
mod sudoku;

use std::process::ExitCode;

/// The exit status of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Done,
    /// There is no solution, or there are several where one was expected.
    NotSolved,
    BadInput,
    BudgetSpent,
    /// The exit code of the user's own Prolog program.
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

/// Makes the process end quietly and successfully if standard output is closed, for example by
/// `head`.
fn exit_quietly_on_closed_stdout() {
    let default_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let is_closed = panic.payload_as_str().is_some_and(|text| {
            text.starts_with("failed printing to stdout") && text.contains("os error 32")
        });
        if is_closed {
            std::process::exit(0);
        }
        default_hook(panic);
    }));
}

fn main() -> ExitCode {
    exit_quietly_on_closed_stdout();
    let args = help::parse();
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
        args::Command::Sudoku(command) => sudoku::run(&command),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            message::print_message(format_args!("{error:#}"));
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
