//! The project's own commands. `cargo xtask test` is the one door: it installs what it lacks where
//! it may, says what is missing where it may not, and runs everything that must hold.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "these commands talk to the person who runs them"
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
mod wasm;

use anyhow::Result;
use std::path::Path;
use std::process::ExitCode;
use steps::cargo;

const USAGE: &str = "cargo xtask COMMAND

  test         everything that must hold: fmt, tidy, clippy, tests, docs, attacks, browser;
               --fast is the inner loop, --all runs all cases on wasm files built afresh
  tidy         heads, sizes, documents, and whether web/pkg is of the present sources
  attack       attack the site's server and check the bounds; --list names the cases, --short takes two minutes
  differential compare each engine with other opinions on random cases; --help lists the options
  browser      type check the scripts and run the tests in a real browser
  fuzz         fuzz the parsers that the network reaches, an hour each; needs cargo-fuzz
  new-puzzle   NAME: a small puzzle with engine, page, tests and essay, to build upon; docs/NEW-PUZZLE.md
  layers       the direction of the dependencies
  wasm         rebuild web/pkg, the browser's engines
  signature    write the node totals of the search anew, after a change of the search
  fixtures     write the case files anew that an engine's own output fills
  screenshot   take the README's pictures anew
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

/// Runs the lab, optimised; its short form is among the tests.
fn differential(arguments: Vec<String>) -> Result<()> {
    let mut lab = cargo();
    lab.args(["run", "--quiet", "--release", "--package", "gridlore-differential"]);
    steps::run(lab.arg("--").args(arguments))
}

/// Runs a test of a crate so that it writes what it found as the new expectation.
fn update(name: &str, test: &str) -> Result<()> {
    let arguments = ["test", "-p", name, "--test", "it", test];
    steps::run(cargo().args(arguments).env("UPDATE_EXPECT", "1"))
}
