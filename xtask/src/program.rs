//! How the workspace is built for its tests, and the program that comes of it. One set of features
//! for all, as another one would compile most crates again.

use crate::steps::{cargo, run, target};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::Command;

/// The features that are built and tested besides those that everybody has.
pub(crate) const EVERYTHING: &str = "gridlore-cli/parquet";

/// `cargo test` of the whole workspace with these features.
pub(crate) fn tests() -> Command {
    let mut tests = cargo();
    tests.args(["test", "--workspace", "--features", EVERYTHING]);
    tests
}

/// The path of the program that the tests build, built now if it is not there.
pub(crate) fn built() -> Result<PathBuf> {
    run(tests().args(["--no-run", "--quiet"]))?;
    target().join("debug/gridlore").canonicalize().context("the program that the tests build")
}
