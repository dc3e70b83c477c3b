//! Running commands one after another, saying what runs and how long it took. A step that fails does not stop the next:
//! one run tells all that is wrong.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The project's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The cargo that runs this, in the project's root.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a command to its end, its output going where ours goes.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let name = format!("{command:?}");
    let status = command.status().with_context(|| format!("starting {name}"))?;
    if !status.success() {
        bail!("{name}: {status}");
    }
    Ok(())
}

/// The trimmed output of a command, if it succeeds.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What ran, how it ended, how long it took.
pub(crate) struct Steps {
    done: Vec<(&'static str, bool, Duration)>,
}

impl Steps {
    pub(crate) const fn new() -> Self {
        Self { done: Vec::new() }
    }

    #[expect(clippy::disallowed_methods, reason = "steps are timed for the person who waits")]
    pub(crate) fn run(&mut self, name: &'static str, step: impl FnOnce() -> Result<()>) {
        println!("\n== {name}");
        let start = Instant::now();
        let result = step();
        let took = start.elapsed();
        match &result {
            Ok(()) => println!("== {name}: ok, {:.1} s", took.as_secs_f64()),
            Err(error) => println!("== {name}: FAILED, {:.1} s: {error:#}", took.as_secs_f64()),
        }
        self.done.push((name, result.is_ok(), took));
    }

    /// Prints all steps and returns the names of those that failed.
    pub(crate) fn summary(&self) -> Vec<&'static str> {
        println!();
        for (name, ok, took) in &self.done {
            println!("{:>8.1} s  {}  {name}", took.as_secs_f64(), if *ok { "ok    " } else { "FAILED" });
        }
        let total: f64 = self.done.iter().map(|(.., took)| took.as_secs_f64()).sum();
        println!("{total:>8.1} s  in all");
        self.done.iter().filter(|(_, ok, _)| !ok).map(|(name, ..)| *name).collect()
    }
}
