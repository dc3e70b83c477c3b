//! `cargo xtask test`: the steps in their order, what runs beside what, and the report at the end.
//!
//! ```text
//!   --fast   format, tidy, clippy and the tests with a hundredth of the long searches
//!   (none)   everything, with a tenth of the long searches: the same cases in every run
//!   --all    everything, with all cases, on wasm files that are built afresh
//! ```

use crate::program::{EVERYTHING, tests};
use crate::steps::{self, Beside, Steps, cargo, root, target};
use crate::{attack, browser, machine, tidy, wasm};
use anyhow::{Result, bail};
use std::fs;

/// The tests that are listed with their times at the end.
const SLOWEST: usize = 10;

/// How much is run.
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

    /// The value of `GRIDLORE_CASES`, which tests of long searches read.
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
        clippy.args(["clippy", "--workspace", "--all-targets", "--features", EVERYTHING]);
        steps::run(clippy.args(["--quiet", "--", "-D", "warnings"]))
    });
    steps.run("build", || steps::run(tests().args(["--no-run", "--quiet"])));
    if extent == Extent::Fast {
        steps.run("tests", || run_tests(extent));
    } else {
        beside_each_other(&mut steps, extent);
    }
    let failed = steps.summary();
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

/// The steps from the built tests on. The browser waits a good part of its time, so its tests run
/// beside those that compute.
fn beside_each_other(steps: &mut Steps, extent: Extent) {
    let mut fresh = None;
    if extent == Extent::All {
        steps.run("wasm", || {
            fresh = wasm::fresh()?;
            Ok(())
        });
    }
    let browser = browser::command(fresh.as_deref()).map(|command| Beside::start("browser", command));
    steps.run("tests", || run_tests(extent));
    steps.run("doc tests", || steps::run(tests().args(["--doc", "--quiet"])));
    steps.run("docs", || {
        let mut doc = cargo();
        doc.args(["doc", "--workspace", "--features", EVERYTHING, "--no-deps"]);
        doc.args(["--document-private-items", "--quiet"]);
        steps::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
    });
    steps.run("cargo run", newcomer);
    steps.run("bench compiles", || {
        // Its lock file is its own; crates that are the same in both are compiled once.
        let mut check = cargo();
        check.args(["check", "--quiet", "--locked", "--target-dir"]).arg(target());
        steps::run(check.arg("--manifest-path").arg(root().join("bench/Cargo.toml")))
    });
    match browser {
        Ok(browser) => steps.join(browser),
        Err(error) => steps.run("browser", || Err(error)),
    }
    // Alone, as it measures times and memory.
    steps.run("attack", attack::short);
}

/// Runs the unit tests and the integration tests, and reports what was skipped and what was slow.
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
        nextest.args(["nextest", "run", "--workspace", "--features", EVERYTHING, "--cargo-quiet"]);
        nextest.args(["--status-level", "fail", "--final-status-level", "fail", "--no-fail-fast"]);
        nextest
    } else {
        println!("cargo-nextest is not installed: cargo test runs the tests, without their times");
        let mut tests = tests();
        tests.args(["--lib", "--bins", "--tests", "--no-fail-fast", "--quiet"]);
        tests
    };
    command.env("GRIDLORE_SKIPPED", &skipped).env("GRIDLORE_CASES", extent.cases());
    let result = steps::run(&mut command);
    print!("{}", report_of_skipped(&fs::read_to_string(skipped).unwrap_or_default()));
    print!("{}", report_of_slowest(&fs::read_to_string(times).unwrap_or_default()));
    result
}

/// How many tests were skipped, and the reasons, each once.
fn report_of_skipped(lines: &str) -> String {
    let mut pairs: Vec<(&str, &str)> = lines.lines().filter_map(|line| line.split_once('\t')).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut tests: Vec<&str> = pairs.iter().map(|pair| pair.0).collect();
    tests.dedup();
    let mut report = format!("{} tests skipped, wholly or in part\n", tests.len());
    pairs.sort_unstable_by_key(|pair| pair.1);
    for group in pairs.chunk_by(|one, other| one.1 == other.1) {
        report += &format!("  {}: {}\n", group[0].1, group.len());
    }
    report
}

/// The longest times in a report of `nextest` in JUnit's format.
fn report_of_slowest(junit: &str) -> String {
    let attribute = |tag: &str, name: &str| {
        let value = tag.split_once(&format!(" {name}=\""))?.1;
        Some(value.split('"').next()?.to_owned())
    };
    let mut times: Vec<(f64, String)> = junit
        .split("<testcase ")
        .skip(1)
        .filter_map(|rest| {
            let tag = format!(" {}", rest.split('>').next()?);
            let time = attribute(&tag, "time")?.parse().ok()?;
            Some((time, format!("{} {}", attribute(&tag, "classname")?, attribute(&tag, "name")?)))
        })
        .collect();
    times.sort_by(|one, other| other.0.total_cmp(&one.0));
    times.iter().take(SLOWEST).map(|(time, name)| format!("{time:>8.1} s  {name}\n")).collect()
}

/// The first thing that a newcomer types, `cargo run`, must find one program among the workspace's;
/// and that compiles without the features that are tested besides.
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
    // The whole workspace, as the crates below then have the features that clippy has checked.
    steps::run(cargo().args(["check", "--workspace", "--quiet"]))
}

#[cfg(test)]
mod tests {
    use super::{Extent, report_of_skipped, report_of_slowest};

    #[test]
    fn skipped_tests_are_counted_once() {
        let lines = "a::b\tno python3\na::c\tno data\na::b\tno data\na::b\tno data\nnonsense\n";
        assert_eq!(
            report_of_skipped(lines),
            "2 tests skipped, wholly or in part\n  no data: 2\n  no python3: 1\n"
        );
        assert_eq!(report_of_skipped(""), "0 tests skipped, wholly or in part\n");
    }

    #[test]
    fn the_slowest_come_first() {
        let junit = "<testsuite name=\"s\"><testcase name=\"one\" classname=\"lib\" \
                     timestamp=\"t\" time=\"0.5\"/>\n<testcase name=\"two\" classname=\"lib::it\" \
                     time=\"12.25\"><failure/></testcase></testsuite>";
        assert_eq!(report_of_slowest(junit), "    12.2 s  lib::it two\n     0.5 s  lib one\n");
        assert_eq!(report_of_slowest(""), "");
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
