//! The browser side: checks the types in JSDoc comments with TypeScript, and runs the tests in a
//! real headless Chromium.

use crate::machine;
use crate::program;
use crate::steps::{output, root, run};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn web() -> PathBuf {
    root().join("web")
}

/// Returns the path of Chromium, which is installed if possible.
fn chromium() -> Result<PathBuf> {
    const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
    if let Some(path) = std::env::var_os("GRIDLORE_CHROMIUM") {
        return Ok(path.into());
    }
    if let Some(path) = machine::program(&NAMES) {
        return Ok(path);
    }
    machine::install("a browser for the tests (or its path in GRIDLORE_CHROMIUM)", &["chromium"])?;
    machine::program(&NAMES).context("the package chromium does not contain the program")
}

/// Installs Node.js and the packages of the lock file; returns the path of Node.js.
fn packages() -> Result<PathBuf> {
    // Try one after the other: some Node.js packages include npm and conflict with a separate npm
    // package.
    for (program, package) in [("node", "nodejs"), ("npm", "npm")] {
        if machine::program(&[program]).is_none() {
            machine::install("Node.js 18 or later, with npm", &[package])?;
        }
    }
    let node = machine::program(&["node"]).context("the package nodejs does not contain the program node")?;
    let version = output(Command::new(&node).arg("--version")).unwrap_or_default();
    let major: u32 =
        version.trim_start_matches('v').split('.').next().unwrap_or_default().parse().unwrap_or(0);
    if major < 18 {
        bail!("found node {version}, expected 18 or later");
    }
    let lock = web().join("package-lock.json");
    let done = web().join("node_modules/.package-lock.json");
    let newer = |one: &Path, other: &Path| -> Option<bool> {
        Some(one.metadata().ok()?.modified().ok()? >= other.metadata().ok()?.modified().ok()?)
    };
    if newer(&done, &lock) != Some(true) {
        run(Command::new("npm").current_dir(web()).args([
            "ci",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ]))?;
    }
    Ok(node)
}

/// Returns the folder of DuckDB for Node.js, downloaded on first use; `None` if it is unavailable.
/// DuckDB is not in the lock file, because the lock file would have to name its packages for every
/// system, and not every registry has all of them.
fn duckdb() -> Option<PathBuf> {
    const PACKAGE: &str = "@duckdb/node-api@1.5.6-r.1";
    let folder = root().join("target/duckdb");
    let done = folder.join("node_modules/@duckdb/node-api");
    if !done.is_dir() {
        println!("downloading {PACKAGE} for the test of Parquet files");
        fs::create_dir_all(&folder).ok()?;
        let mut fetch = Command::new("npm");
        fetch.args([
            "install",
            "--no-save",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ]);
        if let Err(error) = run(fetch.arg("--prefix").arg(&folder).arg(PACKAGE)) {
            println!("DuckDB is unavailable, skipping its test: {error:#}");
            return None;
        }
    }
    Some(folder)
}

/// Returns the command that runs [`test()`] in its own process.
pub(crate) fn command(fresh: Option<&Path>) -> Result<Command> {
    // Do not use the path of the running executable, which building the tests may have replaced.
    let program = std::env::args_os().next().context("the name of this program")?;
    let mut command = Command::new(program);
    command.arg("browser").args(fresh);
    Ok(command)
}

/// Checks types, then runs the tests; `fresh` contains wasm files to test instead of the committed
/// files.
pub(crate) fn test(fresh: Option<&Path>) -> Result<()> {
    let node = packages()?;
    run(Command::new(&node).current_dir(web()).args([
        "node_modules/typescript/bin/tsc",
        "--noEmit",
        "--project",
        ".",
    ]))?;
    play(&node, fresh, false)
}

/// Takes the screenshots for the README.
pub(crate) fn screenshot() -> Result<()> {
    play(&packages()?, None, true)
}

/// Collects the test files below a folder.
fn tests_below(folder: &Path, into: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            tests_below(&path, into)?;
        } else if path.to_string_lossy().ends_with(".test.js") {
            into.push(path);
        }
    }
    Ok(())
}

fn play(node: &Path, fresh: Option<&Path>, picture: bool) -> Result<()> {
    let chromium = chromium()?;
    // Use the program that was built with the tests; another build may lack features of its
    // libraries.
    let binary = program::built()?;
    let mut command = Command::new(node);
    command.current_dir(web()).args(["--test", "--test-reporter=spec"]);
    // Run two files at a time, because they mostly wait; older releases of Node.js lack the option.
    let help = output(Command::new(node).arg("--help")).unwrap_or_default();
    if help.contains("--test-concurrency") {
        command.arg("--test-concurrency=2");
    }
    if picture {
        command.args(["--test-name-pattern", "picture"]).env("GRIDLORE_PICTURES", root().join("docs"));
    }
    // List the files one by one, because releases of Node.js treat folders differently.
    let mut files = Vec::new();
    tests_below(&web().join("tests"), &mut files)?;
    files.sort();
    command.args(files).env("GRIDLORE_BINARY", binary).env("GRIDLORE_CHROMIUM", chromium);
    if let Some(duckdb) = duckdb() {
        command.env("GRIDLORE_DUCKDB", duckdb);
    }
    let proxies = machine::servers(&[("nginx", "-v", "nginx"), ("caddy", "version", "caddy")])?;
    command.env("GRIDLORE_PROXIES", proxies);
    if let Some(fresh) = fresh {
        command.env("GRIDLORE_FRESH_WASM", fresh);
    }
    run(&mut command)
}
