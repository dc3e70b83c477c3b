//! The project's own commands. The most important is `cargo xtask test`: it installs missing tools
//! where possible, reports them otherwise, and runs every check.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "these commands print for the person who runs them"
)]

mod attack;
mod browser;
mod fuzz;
mod machine;
mod new_puzzle;
mod program;
mod stamp;
mod steps;
mod suite;
mod tidy;
mod vocabulary;
mod wasm;

use anyhow::Result;
use std::path::Path;
use std::process::ExitCode;
use steps::cargo;

const USAGE: &str = "cargo xtask COMMAND

  test         run all checks: fmt, tidy, clippy, tests, docs, attacks, browser;
               --fast for the inner loop, --all for all cases and freshly built wasm files
  tidy         check file heads, sizes and documents, and that web/pkg is up to date
  attack       attack the server and check its limits; --list shows the cases, --short takes two minutes
  differential compare the engines with other programs on random cases; --help lists the options
  browser      type-check the scripts and run the tests in a real browser
  fuzz         fuzz the parsers that the network reaches, for an hour each; needs cargo-fuzz
  new-puzzle   NAME: add a small puzzle with engine, page, tests and essay to build on; see docs/NEW-PUZZLE.md
  layers       check the direction of the dependencies
  wasm         rebuild web/pkg, the engines for the browser
  signature    rewrite the recorded node totals, after a change to the search
  fixtures     rewrite the fixtures that contain an engine's own output
  screenshot   retake the pictures of the README
";

fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let result = match command.as_str() {
        "test" => suite::command(&std::env::args().skip(2).collect::<Vec<_>>()),
        "browser" => browser::test(std::env::args().nth(2).as_deref().map(Path::new)),
        "tidy" => tidy::check().and_then(|()| wasm::check_stamp()),
        "layers" => steps::run(cargo().args(["test", "-p", "xtask", "--test", "layers"])),
        "attack" => attack::command(std::env::args().skip(2)),
        "differential" => differential(std::env::args().skip(2).collect()),
        "fuzz" => fuzz::command(std::env::args().skip(2)),
        "new-puzzle" => new_puzzle::command(&std::env::args().nth(2).unwrap_or_default()),
        "wasm" => wasm::rebuild(),
        "signature" => update("gridlore-sudoku", "node_totals_are_the_signature")
            .and_then(|()| update("gridlore-sudoku-geometry", "node_totals_are_the_signature")),
        "fixtures" => update("gridlore-sudoku", "same_seed_same_puzzle")
            .and_then(|()| update("gridlore-sudoku", "same_seed_same_minimal_puzzle"))
            .and_then(|()| update("gridlore-sudoku-geometry", "same_seed_same_geometry_puzzle"))
            .and_then(|()| update("gridlore-sudoku", "same_seed_same_shaped_puzzle"))
            .and_then(|()| update("gridlore", "same_seed_same_board_for_ever")),
        "screenshot" => browser::screenshot().and_then(|()| tidy::stamp_pictures()),
        "--help" | "-h" | "help" => {
            print!("{USAGE}");
            Ok(())
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the differential tests in an optimised build; their short form is part of the tests.
fn differential(arguments: Vec<String>) -> Result<()> {
    let mut lab = cargo();
    lab.args(["run", "--quiet", "--release", "--package", "gridlore-differential"]);
    steps::run(lab.arg("--").args(arguments))
}

/// Runs a crate's test in recording mode, which stores its result as the new expectation.
fn update(name: &str, test: &str) -> Result<()> {
    let arguments = ["test", "-p", name, "--test", "it", test];
    steps::run(cargo().args(arguments).env("UPDATE_EXPECT", "1"))
}
