//! `cargo xtask test`: runs the steps in order, some of them in parallel, and prints the final
//! report.
//!
//! ```text
//!   --fast   format, tidy, clippy and the tests with a hundredth of the long searches
//!   (none)   everything, with a tenth of the long searches: the same cases in every run
//!   --all    everything, with all cases, on freshly built wasm files
//! ```

use crate::program::{FEATURES, tests};
use crate::steps::{self, Background, Steps, cargo, root, target};
use crate::{attack, browser, machine, tidy, wasm};
use anyhow::{Context, Result, bail};
use std::fs;

/// The number of tests that are listed as the slowest at the end.
const SLOWEST: usize = 10;

/// The extent of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    Fast,
    Usual,
    All,
}

impl Extent {
    fn parse(arguments: &[String]) -> Result<Self> {
        match arguments {
            [] => Ok(Self::Usual),
            [one] if one == "--fast" => Ok(Self::Fast),
            [one] if one == "--all" => Ok(Self::All),
            other => bail!("cargo xtask test: found {other:?}, expected nothing, --fast or --all"),
        }
    }

    /// Returns the value of `GRIDLORE_CASES`, which tests with long searches read.
    const fn cases(self) -> &'static str {
        match self {
            Self::Fast => "few",
            Self::Usual => "some",
            Self::All => "all",
        }
    }
}

/// Runs all steps; fails with the names of those that failed.
pub(crate) fn command(arguments: &[String]) -> Result<()> {
    let extent = Extent::parse(arguments)?;
    let mut steps = Steps::new();
    steps.run("fmt", || steps::run(cargo().args(["fmt", "--all", "--check"])));
    steps.run("tidy", || tidy::check().and_then(|()| wasm::check_stamp()));
    steps.run("clippy", || {
        let mut clippy = cargo();
        clippy.args(["clippy", "--workspace", "--all-targets", "--features", FEATURES]);
        steps::run(clippy.args(["--quiet", "--", "-D", "warnings"]))
    });
    steps.run("build", || steps::run(tests().args(["--no-run", "--quiet"])));
    if extent == Extent::Fast {
        steps.run("tests", || run_tests(extent));
    } else {
        run_in_parallel(&mut steps, extent);
    }
    let failed = steps.summary();
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

/// Runs the steps after the build. The browser tests spend much of their time waiting, so they run
/// in parallel with steps that compute.
fn run_in_parallel(steps: &mut Steps, extent: Extent) {
    let mut fresh = None;
    if extent == Extent::All {
        steps.run("wasm", || {
            fresh = wasm::fresh()?;
            Ok(())
        });
    }
    let browser = browser::command(fresh.as_deref()).map(|command| Background::start("browser", command));
    steps.run("tests", || run_tests(extent));
    steps.run("doc tests", || steps::run(tests().args(["--doc", "--quiet"])));
    steps.run("docs", || {
        let mut doc = cargo();
        doc.args(["doc", "--workspace", "--features", FEATURES, "--no-deps"]);
        doc.args(["--document-private-items", "--quiet"]);
        steps::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
    });
    steps.run("cargo run", newcomer);
    steps.run("bench compiles", || {
        // bench has its own lock file; crates with the same version are compiled only once.
        let mut check = cargo();
        check.args(["check", "--quiet", "--locked", "--target-dir"]).arg(target());
        steps::run(check.arg("--manifest-path").arg(root().join(tidy::BENCHMARKS)))
    });
    match browser {
        Ok(browser) => steps.join(browser),
        Err(error) => steps.run("browser", || Err(error)),
    }
    // This runs alone, because it measures time and memory.
    steps.run("attack", attack::short);
}

/// Runs the unit and integration tests, and reports skipped and slow tests.
fn run_tests(extent: Extent) -> Result<()> {
    let skipped = target().join("skipped.tsv");
    let times = target().join("nextest/default/junit.xml");
    for old in [&skipped, &times] {
        if old.exists() {
            fs::remove_file(old)?;
        }
    }
    let mut command = if machine::program(&["cargo-nextest"]).is_some() {
        let mut nextest = cargo();
        nextest.args(["nextest", "run", "--workspace", "--features", FEATURES, "--cargo-quiet"]);
        nextest.args(["--status-level", "fail", "--final-status-level", "fail", "--no-fail-fast"]);
        nextest
    } else {
        println!("cargo-nextest is not installed; using cargo test, which reports no times");
        let mut tests = tests();
        tests.args(["--lib", "--bins", "--tests", "--no-fail-fast", "--quiet"]);
        tests
    };
    command.env("GRIDLORE_SKIPPED", &skipped).env("GRIDLORE_CASES", extent.cases());
    let result = steps::run(&mut command);
    print!("{}", skipped_report(&fs::read_to_string(skipped).unwrap_or_default()));
    let results = test_results(&fs::read_to_string(times).unwrap_or_default());
    print!("{}", slowest_report(&results));
    result.with_context(|| failed_report(&results))
}

/// Returns the number of skipped tests, and how often each reason occurred.
fn skipped_report(lines: &str) -> String {
    let mut pairs: Vec<(&str, &str)> = lines.lines().filter_map(|line| line.split_once('\t')).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut tests: Vec<&str> = pairs.iter().map(|pair| pair.0).collect();
    tests.dedup();
    let mut report = format!("{} tests skipped, completely or partly\n", tests.len());
    pairs.sort_unstable_by_key(|pair| pair.1);
    for group in pairs.chunk_by(|one, other| one.1 == other.1) {
        report += &format!("  {}: {}\n", group[0].1, group.len());
    }
    report
}

/// A test's result in a JUnit report.
#[derive(Debug)]
struct TestResult {
    name: String,
    seconds: f64,
    has_failed: bool,
}

/// Returns the results in a JUnit report of `nextest`.
fn test_results(junit: &str) -> Vec<TestResult> {
    let attribute = |tag: &str, name: &str| {
        let value = tag.split_once(&format!(" {name}=\""))?.1;
        Some(value.split('"').next()?.to_owned())
    };
    let result = |case: &str| {
        let tag = format!(" {}", case.split('>').next()?);
        Some(TestResult {
            name: format!("{} {}", attribute(&tag, "classname")?, attribute(&tag, "name")?),
            seconds: attribute(&tag, "time")?.parse().ok()?,
            has_failed: case.contains("<failure") || case.contains("<error"),
        })
    };
    junit.split("<testcase ").skip(1).filter_map(result).collect()
}

/// Returns the longest times of the tests.
fn slowest_report(results: &[TestResult]) -> String {
    let mut results: Vec<&TestResult> = results.iter().collect();
    results.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
    let lines = results.iter().take(SLOWEST).map(|test| format!("{:>8.1} s  {}\n", test.seconds, test.name));
    lines.collect()
}

/// Returns the names of the tests that failed.
fn failed_report(results: &[TestResult]) -> String {
    let names = results.iter().filter(|test| test.has_failed).map(|test| test.name.as_str());
    names.collect::<Vec<_>>().join(", ")
}

/// Checks that `cargo run`, the first command that newcomers type, finds exactly one program, and
/// that the workspace compiles without the optional features.
fn newcomer() -> Result<()> {
    // Without a name, cargo only lists the programs.
    let listed = cargo().args(["run", "--bin"]).output()?;
    let listed = String::from_utf8_lossy(&listed.stderr).into_owned();
    let programs: Vec<&str> = listed
        .lines()
        .skip_while(|line| !line.starts_with("Available binaries"))
        .skip(1)
        .map(str::trim)
        .collect();
    if programs.iter().filter(|name| !name.is_empty()).ne(&["gridlore"]) {
        bail!("cargo run: found the programs {programs:?}, expected only gridlore");
    }
    // Check the whole workspace, so that lower crates have the features that clippy has checked.
    steps::run(cargo().args(["check", "--workspace", "--quiet"]))
}

#[cfg(test)]
mod tests {
    use super::{Extent, failed_report, skipped_report, slowest_report, test_results};

    #[test]
    fn skipped_tests_are_counted_once() {
        let lines = "a::b\tno python3\na::c\tno data\na::b\tno data\na::b\tno data\nnonsense\n";
        assert_eq!(
            skipped_report(lines),
            "2 tests skipped, completely or partly\n  no data: 2\n  no python3: 1\n"
        );
        assert_eq!(skipped_report(""), "0 tests skipped, completely or partly\n");
    }

    #[test]
    fn the_slowest_come_first_and_failures_are_named() {
        let junit = "<testsuite name=\"s\"><testcase name=\"one\" classname=\"lib\" \
                     timestamp=\"t\" time=\"0.5\"/>\n<testcase name=\"two\" classname=\"lib::it\" \
                     time=\"12.25\"><failure/></testcase></testsuite>";
        let results = test_results(junit);
        assert_eq!(slowest_report(&results), "    12.2 s  lib::it two\n     0.5 s  lib one\n");
        assert_eq!(failed_report(&results), "lib::it two");
        assert!(test_results("").is_empty());
    }

    #[test]
    fn an_unknown_extent_is_refused() {
        let parse =
            |words: &[&str]| Extent::parse(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(parse(&[]).unwrap(), Extent::Usual);
        assert_eq!(parse(&["--fast"]).unwrap(), Extent::Fast);
        assert!(parse(&["--slow"]).is_err() && parse(&["--all", "--fast"]).is_err());
    }
}
