//! Builds the workspace for its tests. All builds use the same set of features, because a different
//! set would recompile most crates.

use crate::steps::{cargo, run, target};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::Command;

/// The optional features that are also built and tested.
pub(crate) const FEATURES: &str = "gridlore-cli/parquet";

/// Returns a `cargo test` command for the whole workspace with these features.
pub(crate) fn tests() -> Command {
    let mut tests = cargo();
    tests.args(["test", "--workspace", "--features", FEATURES]);
    tests
}

/// Returns the path of the test build of gridlore, which is built first if necessary.
pub(crate) fn built() -> Result<PathBuf> {
    run(tests().args(["--no-run", "--quiet"]))?;
    target().join("debug/gridlore").canonicalize().context("the test build of gridlore")
}
