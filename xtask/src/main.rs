//! The project's own commands. `cargo xtask test` is the one door: it installs what it lacks where it may, says what is
//! missing where it may not, and runs everything that must hold.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "these commands talk to the person who runs them"
)]

mod attack;
mod browser;
mod fuzz;
mod machine;
mod steps;
mod tidy;
mod wasm;

use anyhow::{Result, bail};
use std::process::ExitCode;
use steps::{Steps, cargo, root};

const USAGE: &str = "cargo xtask COMMAND

  test         everything that must hold: fmt, tidy, clippy, tests, docs, wasm, attacks, differences, browser
  tidy         heads, sizes, documents, and whether web/pkg is of the present sources
  attack       attack the site's server and check the bounds; --list names the cases, --short takes two minutes
  differential compare each engine with other opinions on random cases; --help lists the options
  fuzz         fuzz the parsers that the network reaches, an hour each; needs cargo-fuzz
  layers       the direction of the dependencies
  wasm         rebuild web/pkg, the browser's engines
  signature    write the node totals of the search anew, after a change of the search
  fixtures     write the case files anew that an engine's own output fills
  screenshot   take the README's pictures anew
";

/// The features that are built and tested besides those that everybody has.
const EVERYTHING: &str = "gridlore-cli/parquet";

fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let result = match command.as_str() {
        "test" => test(),
        "tidy" => tidy::check().and_then(|()| wasm::check_stamp()),
        "layers" => steps::run(cargo().args(["test", "-p", "xtask", "--test", "layers"])),
        "attack" => attack::command(std::env::args().skip(2)),
        "differential" => differential(std::env::args().skip(2).collect()),
        "fuzz" => fuzz::command(std::env::args().skip(2)),
        "wasm" => wasm::rebuild(),
        "signature" => update("gridlore-sudoku", "node_totals_are_the_signature")
            .and_then(|()| update("gridlore-sudoku-geometry", "node_totals_are_the_signature")),
        "fixtures" => update("gridlore-sudoku", "same_seed_same_puzzle")
            .and_then(|()| update("gridlore-sudoku", "same_seed_same_minimal_puzzle"))
            .and_then(|()| update("gridlore-sudoku-geometry", "same_seed_same_geometry_puzzle"))
            .and_then(|()| update("gridlore-sudoku", "same_seed_same_shaped_puzzle"))
            .and_then(|()| update("gridlore", "same_seed_same_board_for_ever")),
        "screenshot" => browser::screenshot(),
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

/// Runs the lab: the short form as the tests build it, hours of it optimised.
fn differential(arguments: Vec<String>) -> Result<()> {
    let mut lab = cargo();
    lab.args(["run", "--quiet", "--package", "gridlore-differential"]);
    if !arguments.iter().any(|argument| argument == "--short") {
        lab.arg("--release");
    }
    steps::run(lab.arg("--").args(arguments))
}

fn test() -> Result<()> {
    let mut steps = Steps::new();
    steps.run("fmt", || steps::run(cargo().args(["fmt", "--all", "--check"])));
    steps.run("tidy", tidy::check);
    steps.run("clippy", || {
        steps::run(cargo().args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--features",
            EVERYTHING,
            "--quiet",
            "--",
            "-D",
            "warnings",
        ]))
    });
    steps.run("tests and doc tests", || {
        steps::run(cargo().args(["test", "--workspace", "--features", EVERYTHING, "--no-fail-fast"]))
    });
    steps.run("cargo run", newcomer);
    steps.run("docs", || {
        let mut doc = cargo();
        doc.args([
            "doc",
            "--workspace",
            "--features",
            EVERYTHING,
            "--no-deps",
            "--document-private-items",
            "--quiet",
        ]);
        steps::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
    });
    steps.run("bench compiles", || {
        let manifest = root().join("bench/Cargo.toml");
        steps::run(cargo().args(["check", "--quiet", "--locked", "--manifest-path"]).arg(manifest))
    });
    let mut fresh = None;
    steps.run("wasm", || {
        wasm::check_stamp()?;
        fresh = wasm::fresh()?;
        Ok(())
    });
    steps.run("attack", attack::short);
    steps.run("differential", || differential(vec!["--short".to_owned()]));
    steps.run("browser", || browser::test(fresh.as_deref()));
    let failed = steps.summary();
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

/// The first thing that a newcomer types, `cargo run`, must find one program among the workspace's; and that compiles without the features that are tested besides.
fn newcomer() -> Result<()> {
    // Without a name cargo lists the programs among which it would choose, and builds nothing.
    let listed = cargo().args(["run", "--bin"]).output()?;
    let listed = String::from_utf8_lossy(&listed.stderr).into_owned();
    let programs: Vec<&str> = listed
        .lines()
        .skip_while(|line| !line.starts_with("Available binaries"))
        .skip(1)
        .map(str::trim)
        .collect();
    if programs.iter().filter(|name| !name.is_empty()).ne(&["gridlore"]) {
        bail!("cargo run: found these programs to choose among: {programs:?}, expected gridlore alone");
    }
    steps::run(cargo().args(["check", "--quiet"]))
}

/// Runs a test of a crate so that it writes what it found as the new expectation.
fn update(name: &str, test: &str) -> Result<()> {
    let arguments = ["test", "-p", name, "--test", "it", test];
    steps::run(cargo().args(arguments).env("UPDATE_EXPECT", "1"))
}
