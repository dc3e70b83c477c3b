//! `gridlore sudoku conformance`: tests techniques on a library of cases in HoDoKu’s format.

use crate::Exit;
use crate::input::Source;
use crate::shared_args::Threads;
use anyhow::{Result, anyhow, ensure};
use clap::Args;
use gridlore_sudoku_human::library::Case;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Test the techniques on a library of positions.
///
/// The library has the format of HoDoKu's regression library. A case passes if a step of its
/// technique makes exactly the expected changes. A case that must not be found passes if there is
/// no such step. Prints one line `code passed total` per technique code, and finally `total passed
/// P of N, must-not-find found F`. The exit code is 1 if a case fails.
#[derive(Args)]
pub(crate) struct Conformance {
    /// Library file, or - for standard input.
    #[arg(value_name = "FILE")]
    file: String,
    /// List the failed cases on standard error.
    #[arg(long)]
    missed: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Maximum number of cases in a library; HoDoKu’s library has several hundred.
const MAX_CASES: usize = 100_000;

/// The outcome of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Missed,
    /// A step was found although there must be none.
    WronglyFound,
}

pub(super) fn run(args: &Conformance) -> Result<Exit> {
    let source = Source::new(1, &args.file);
    let text = source.text()?;
    let mut cases: Vec<(usize, &str, Case)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let case = Case::parse(line.trim_end()).map_err(|error| {
            anyhow!("{}, line {}, column {}: {}", source.name(), number + 1, error.at.column, error.kind)
        })?;
        ensure!(
            cases.len() < MAX_CASES,
            "{}, line {}: too many cases in one file (the maximum is {MAX_CASES})",
            source.name(),
            number + 1
        );
        cases.push((number + 1, line, case));
    }
    let outcomes = outcomes(&cases, args.threads);
    let mut by_code: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for ((number, line, case), outcome) in cases.iter().zip(&outcomes) {
        let counts = by_code.entry(case.code.as_str()).or_default();
        counts.1 += 1;
        if *outcome == Outcome::Passed {
            counts.0 += 1;
        } else if args.missed {
            eprintln!("{}, line {number}: {}", source.name(), line.trim_end());
        }
    }
    let mut out = std::io::stdout().lock();
    for (code, (passed, total)) in &by_code {
        writeln!(out, "{code} {passed} {total}")?;
    }
    let count = |wanted: Outcome| outcomes.iter().filter(|&&outcome| outcome == wanted).count();
    let (passed, found) = (count(Outcome::Passed), count(Outcome::WronglyFound));
    writeln!(out, "total passed {passed} of {}, must-not-find found {found}", cases.len())?;
    Ok(if passed == cases.len() { Exit::Done } else { Exit::NotSolved })
}

fn outcome(case: &Case) -> Outcome {
    match (case.matching_step().is_some(), case.expects_nothing()) {
        (true, true) => Outcome::WronglyFound,
        (false, false) => Outcome::Missed,
        _ => Outcome::Passed,
    }
}

/// Returns the outcomes of all cases, computed on several threads.
fn outcomes(cases: &[(usize, &str, Case)], threads: Threads) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut outcomes = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((.., case)) = cases.get(at) else { return outcomes };
            outcomes.push((at, outcome(case)));
        }
    };
    let mut all: Vec<(usize, Outcome)> = thread::scope(|scope| {
        let running: Vec<_> = (0..threads.count()).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("a technique does not panic")).collect()
    });
    all.sort_unstable_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, outcome)| outcome).collect()
}
