//! Steps: each prints its name, runs commands, and prints its duration. A failing step does not
//! stop the following steps, so one run reports all problems.

use anyhow::{Context, Result, anyhow, bail};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Returns the root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Returns the target folder of cargo.
pub(crate) fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from))
}

/// Returns a command for the cargo that runs this program, to be started in the root.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a command to its end, with our standard output and error.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let name = format!("{command:?}");
    let status = command.status().with_context(|| format!("starting {name}"))?;
    if !status.success() {
        bail!("{name}: {status}");
    }
    Ok(())
}

/// Returns the trimmed output of a command, if it succeeds.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A command that runs in parallel with the steps. Its output goes to a file until it is joined.
pub(crate) struct Background {
    name: &'static str,
    log: PathBuf,
    thread: JoinHandle<(Result<()>, Duration)>,
}

impl Background {
    #[expect(clippy::disallowed_methods, reason = "steps are timed for the person who waits")]
    pub(crate) fn start(name: &'static str, mut command: Command) -> Self {
        let log = target().join(format!("{name}.log"));
        println!("\n== {name}: started, its output follows later");
        let file = log.clone();
        let thread = thread::spawn(move || {
            let start = Instant::now();
            let mut output = || -> Result<()> {
                let out = File::create(&file).with_context(|| file.display().to_string())?;
                command.stderr(out.try_clone()?).stdout(out);
                run(&mut command)
            };
            (output(), start.elapsed())
        });
        Self { name, log, thread }
    }
}

/// The number of lines that a failed background command adds to the summary.
const LAST_LINES: usize = 40;

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")
}

/// The completed steps: name, error and duration.
pub(crate) struct Steps {
    began: Instant,
    done: Vec<(&'static str, Option<String>, Duration)>,
}

impl Steps {
    #[expect(clippy::disallowed_methods, reason = "the total time is shown to the person who waits")]
    pub(crate) fn new() -> Self {
        Self { began: Instant::now(), done: Vec::new() }
    }

    #[expect(clippy::disallowed_methods, reason = "steps are timed for the person who waits")]
    pub(crate) fn run(&mut self, name: &'static str, step: impl FnOnce() -> Result<()>) {
        println!("\n== {name}");
        let start = Instant::now();
        let result = step();
        self.end(name, &result, start.elapsed());
    }

    /// Waits for a background command and prints its output.
    pub(crate) fn join(&mut self, background: Background) {
        let Background { name, log, thread } = background;
        let (result, took) =
            thread.join().unwrap_or_else(|_| (Err(anyhow!("its thread panicked")), Duration::ZERO));
        println!("\n== {name}");
        let text = fs::read_to_string(log).unwrap_or_default();
        print!("{text}");
        // Test runners list their failures at the end.
        let result = result.with_context(|| last_lines(&text));
        self.end(name, &result, took);
    }

    fn end(&mut self, name: &'static str, result: &Result<()>, took: Duration) {
        match result {
            Ok(()) => println!("== {name}: ok, {:.1} s", took.as_secs_f64()),
            Err(error) => println!("== {name}: FAILED, {:.1} s: {error:#}", took.as_secs_f64()),
        }
        self.done.push((name, result.as_ref().err().map(|error| format!("{error:#}")), took));
    }

    /// Prints the errors and all steps, and returns the names of the failed steps.
    pub(crate) fn summary(&self) -> Vec<&'static str> {
        for (name, error, _) in &self.done {
            if let Some(error) = error {
                println!("\n== {name} failed: {error}");
            }
        }
        println!();
        for (name, error, took) in &self.done {
            let word = if error.is_none() { "ok    " } else { "FAILED" };
            println!("{:>8.1} s  {word}  {name}", took.as_secs_f64());
        }
        println!("{:>8.1} s  in total", self.began.elapsed().as_secs_f64());
        self.done.iter().filter(|(_, error, _)| error.is_some()).map(|(name, ..)| *name).collect()
    }
}
