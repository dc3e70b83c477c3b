//! Builds the workspace for its tests. All builds use the same set of features, because another one
//! would compile most crates again.

use crate::steps::{cargo, run, target};
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::process::Command;

/// The optional features that are built and tested too.
pub(crate) const FEATURES: &str = "gridlore-cli/parquet";

/// `cargo test` for the whole workspace with these features.
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
