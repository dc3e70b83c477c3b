//! `cargo xtask fuzz`: coverage-guided fuzzing of the parsers for input from strangers or authors,
//! for a given amount of processor time.
//!
//! cargo-fuzz builds the targets; each runs alone, a minute at a time, starting with the corpus of
//! earlier runs. A crash, more than [`MAX_MEMORY`] of memory, or an input that takes more than
//! [`MAX_TIME`] stops its target, and the input is kept in `fuzz/artifacts`. Counting the reached
//! edges makes a program several times slower, so slow inputs are measured again in a build without
//! these counters. Linux only, because the times are read from `/proc`.

use crate::steps::{cargo, root, run};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const USAGE: &str = "cargo xtask fuzz [OPTIONS]

  --minutes N    minutes of processor time per target (default 60)
  --only NAME    run only this target; can be repeated
  --list         list the targets
  --help         print this text
";

/// The targets, which parse input from the network or strangers' links and files.
const TARGETS: [&str; 13] = [
    "markdown",
    "front_matter",
    "ids",
    "saves",
    "blocks",
    "patterns",
    "covers",
    "prolog",
    "text",
    "logs",
    "formats",
    "imports",
    "remote",
];

/// Folders of valid inputs that serve as further seeds.
const SEEDS: [(&str, &str); 5] = [
    ("markdown", "docs"),
    ("remote", "fuzz/seeds/remote"),
    ("patterns", "crates/gridlore-life/patterns"),
    ("prolog", "crates/gridlore-prolog/src/library"),
    ("prolog", "crates/gridlore-prolog/tests/data"),
];

/// The maximum input length in bytes; the corpus of the tests contains longer inputs.
const MAX_LENGTH: usize = 8 << 10;

/// The memory limit of the process in megabytes, including the fuzzer itself.
const MAX_MEMORY: usize = 500;

/// The limit on processor time per input in seconds, in a build without counters.
const MAX_TIME: f64 = 1.0;

/// The seconds between two reports of a target.
const ROUND: f64 = 60.0;

/// The options of the command line.
#[derive(Debug, PartialEq)]
struct Options {
    minutes: f64,
    only: Vec<String>,
    is_list: bool,
    is_help: bool,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut options = Self { minutes: 60.0, only: vec![], is_list: false, is_help: false };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--list" => options.is_list = true,
                "--help" | "-h" => options.is_help = true,
                "--only" => options.only.push(arguments.next().context("--only needs the name of a target")?),
                "--minutes" => {
                    let minutes = arguments.next().context("--minutes needs a number")?;
                    options.minutes = minutes
                        .parse()
                        .ok()
                        .filter(|minutes| (0.1..=10_000.0).contains(minutes))
                        .with_context(|| format!("--minutes takes 0.1 to 10000, not {minutes}"))?;
                }
                other => bail!("unknown option {other}\n\n{USAGE}"),
            }
        }
        for name in &options.only {
            ensure!(TARGETS.contains(&name.as_str()), "unknown target {name}; --list shows all targets");
        }
        Ok(options)
    }
}

/// The progress of a target.
#[derive(Debug, Default)]
struct Progress {
    /// Processor time in seconds.
    spent: f64,
    runs: u64,
    /// The number of code edges reached.
    edges: u64,
    /// The peak memory in megabytes.
    memory: u64,
}

/// Runs the command; fails if a target found something.
pub(crate) fn command(arguments: impl Iterator<Item = String>) -> Result<()> {
    let options = Options::parse(arguments)?;
    if options.is_help {
        print!("{USAGE}");
        return Ok(());
    }
    if options.is_list {
        println!("{}", TARGETS.join("\n"));
        return Ok(());
    }
    let program = build()?;
    let mut failed = Vec::new();
    for target in TARGETS {
        if !options.only.is_empty() && !options.only.iter().any(|name| name == target) {
            continue;
        }
        let mut progress = Progress::default();
        let result = search(&program.join(target), target, options.minutes * 60.0, &mut progress);
        let verdict = match &result {
            Ok(()) => "ok".to_owned(),
            Err(error) => format!("FAILED: {error:#}"),
        };
        println!(
            "{target:13} {:6.1} min of processor time, {} inputs, {} edges, {} MB: {verdict}",
            progress.spent / 60.0,
            progress.runs,
            progress.edges,
            progress.memory
        );
        if result.is_err() {
            failed.push(target);
        }
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

/// Builds all targets, writes the hostile corpus as their first seeds, and returns the folder of
/// the programs.
fn build() -> Result<PathBuf> {
    let has_fuzz = cargo().args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    ensure!(
        has_fuzz.is_ok_and(|status| status.success()),
        "needs cargo-fuzz and a C++ compiler: `cargo install cargo-fuzz`"
    );
    let folder = root().join("target/fuzz");
    // Optimise as for a release, but in several units, because linking an instrumented program as a
    // single unit takes a long time.
    let mut build = cargo();
    build.args(["fuzz", "build", "--release", "--sanitizer", "none", "--target-dir"]).arg(&folder);
    build.env("RUSTC_BOOTSTRAP", "1");
    build.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    run(&mut build)?;
    let mut seeds = cargo();
    seeds.args(["run", "--quiet", "-p", "gridlore-fuzz", "--example", "hostile", "--", "--write"]);
    run(seeds.arg(root().join("fuzz/corpus")))?;
    for (target, folder) in SEEDS {
        let corpus = root().join("fuzz/corpus").join(target);
        fs::create_dir_all(&corpus)?;
        for entry in fs::read_dir(root().join(folder))?.flatten() {
            if entry.path().is_file() {
                fs::copy(entry.path(), corpus.join(entry.file_name()))?;
            }
        }
    }
    let mut built = fs::read_dir(&folder)?.flatten().map(|entry| entry.path().join("release"));
    built
        .find(|folder| folder.join(TARGETS[0]).is_file())
        .with_context(|| format!("no target was built in {}", folder.display()))
}

/// Builds a target like a release, without the fuzzer's counters, and returns the path of its
/// program.
fn build_plain(target: &str) -> Result<PathBuf> {
    let folder = root().join("target/fuzz/plain");
    let mut build = cargo();
    build.args(["build", "--release", "--quiet", "-p", "gridlore-fuzz", "--bin", target, "--target-dir"]);
    build.arg(&folder).env("RUSTFLAGS", "--cfg fuzzing");
    build.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    run(&mut build)?;
    Ok(folder.join("release").join(target))
}

/// Runs one target for `seconds` of processor time.
fn search(program: &Path, target: &str, seconds: f64, progress: &mut Progress) -> Result<()> {
    let (corpus, artifacts) =
        (root().join("fuzz/corpus").join(target), root().join("fuzz/artifacts").join(target));
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&artifacts)?;
    while progress.spent < seconds {
        let turn = ROUND.min(seconds - progress.spent).max(1.0);
        let before = children_time()?;
        let output = fuzzer(program, &artifacts)
            .arg(&corpus)
            .arg(format!("-max_total_time={turn:.0}"))
            .args([format!("-max_len={MAX_LENGTH}"), "-print_final_stats=1".to_owned()])
            // The wall-clock limit is generous, because other processes may be running; the limit
            // that matters is on processor time.
            .args(["-timeout=60", "-report_slow_units=1", "-reload=0"])
            .output()
            .with_context(|| format!("starting {}", program.display()))?;
        progress.spent += children_time()? - before;
        let log = String::from_utf8_lossy(&output.stderr);
        let stat = |name: &str| {
            log.lines()
                .rev()
                .find_map(|line| line.split_once(name)?.1.split_whitespace().next()?.parse::<u64>().ok())
                .unwrap_or(0)
        };
        progress.runs += stat("stat::number_of_executed_units:");
        progress.edges = progress.edges.max(stat(" cov: "));
        progress.memory = progress.memory.max(stat("stat::peak_rss_mb:"));
        if !output.status.success() {
            let lines: Vec<&str> =
                log.lines().filter(|line| line.contains("panicked") || line.contains("ERROR")).collect();
            bail!("{}; the input is in {}", lines.join("; "), artifacts.display());
        }
        slow_inputs(program, target, &artifacts)?;
        println!(
            "{target}: {:.1} min, {} inputs, {} edges",
            progress.spent / 60.0,
            progress.runs,
            progress.edges
        );
    }
    Ok(())
}

/// Reruns the inputs that took a second of wall-clock time, and deletes those that take less
/// processor time, here or in a build without counters.
fn slow_inputs(program: &Path, target: &str, artifacts: &Path) -> Result<()> {
    for entry in fs::read_dir(artifacts)?.flatten() {
        if !entry.file_name().to_string_lossy().starts_with("slow-unit-") {
            continue;
        }
        let counted = time_of(program, artifacts, &entry.path())?;
        if counted > MAX_TIME {
            let plain = time_of(&build_plain(target)?, artifacts, &entry.path())?;
            let input = entry.path();
            ensure!(plain <= MAX_TIME, "an input takes {plain:.1} s of processor time: {}", input.display());
            println!("{target}: an input takes {counted:.1} s, and {plain:.2} s without counters");
        }
        fs::remove_file(entry.path())?;
    }
    Ok(())
}

/// Returns the processor time in seconds that a program takes for an input: the minimum of three
/// runs, because other processes can disturb a measurement.
fn time_of(program: &Path, artifacts: &Path, input: &Path) -> Result<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let before = children_time()?;
        let status = fuzzer(program, artifacts).arg(input).output()?.status;
        ensure!(status.success(), "an input fails: {}", input.display());
        least = least.min(children_time()? - before);
    }
    Ok(least)
}

fn fuzzer(program: &Path, artifacts: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg(format!("-rss_limit_mb={MAX_MEMORY}"));
    command.arg(format!("-artifact_prefix={}/", artifacts.display()));
    command
}

/// Returns the processor time of all children that have ended, in seconds.
fn children_time() -> Result<f64> {
    /// Ticks per second in `/proc/PID/stat`; a constant in Linux's user space.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").context("processor times need Linux")?;
    // The name, in parentheses, can contain spaces; the state follows it.
    let fields = stat.rsplit_once(')').map(|(_, fields)| fields.split_whitespace());
    let ticks = fields.context("no times in /proc/self/stat")?.skip(13).take(2);
    Ok(ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Options> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_parsed_and_invalid_ones_refused() {
        let options = parsed("--minutes 1.5 --only ids").unwrap();
        assert_eq!(
            options,
            Options { minutes: 1.5, only: vec!["ids".to_owned()], is_list: false, is_help: false }
        );
        for line in ["--minutes 0", "--minutes x", "--minutes", "--only", "--only nothing", "--fast"] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }

    #[test]
    fn every_target_exists() {
        for target in TARGETS {
            assert!(root().join(format!("fuzz/fuzz_targets/{target}.rs")).is_file(), "{target}");
        }
    }

    #[test]
    fn the_time_of_an_ended_child_is_counted() {
        let before = children_time().unwrap();
        let script = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        assert!(Command::new("sh").args(["-c", script]).status().unwrap().success());
        assert!(children_time().unwrap() > before);
    }
}
