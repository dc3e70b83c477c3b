//! `gridlore sudoku conformance`: the cases of a library in HoDoKu's format, each asked for what
//! its technique finds there.

use crate::Exit;
use crate::input::Source;
use anyhow::{Result, anyhow, ensure};
use clap::Args;
use gridlore_sudoku_human::library::Case;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Tell which cases of a technique library are met: positions in the format of HoDoKu's regression
/// library.
///
/// A case is met when some step of its technique changes just what the case says, nothing more and
/// nothing less; one that must not be found, when there is no step at all. For every code one line:
/// `code passed total`; at last `total passed P of N, must-not-find found F`. Exit code 1 when a
/// case is not met.
#[derive(Args)]
pub(crate) struct Conformance {
    /// The library; - for standard input.
    #[arg(value_name = "FILE")]
    file: String,
    /// Tell the cases that are not met, too: on standard error, each with its line.
    #[arg(long)]
    missed: bool,
    /// How many processors to use; all without it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
}

/// No library has more cases; HoDoKu's has some hundred.
const MAX_CASES: usize = 100_000;

/// What came of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Met,
    Missed,
    /// It must not be found and was.
    Found,
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
            "{}, line {}: found more than {MAX_CASES} cases, expected fewer in one file",
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
        if *outcome == Outcome::Met {
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
    let (passed, found) = (count(Outcome::Met), count(Outcome::Found));
    writeln!(out, "total passed {passed} of {}, must-not-find found {found}", cases.len())?;
    Ok(if passed == cases.len() { Exit::Done } else { Exit::NotSolved })
}

fn outcome(case: &Case) -> Outcome {
    match (case.matching_step().is_some(), case.expects_nothing()) {
        (true, true) => Outcome::Found,
        (false, false) => Outcome::Missed,
        _ => Outcome::Met,
    }
}

/// What came of each, worked out on all processors.
fn outcomes(cases: &[(usize, &str, Case)], threads: Option<u64>) -> Vec<Outcome> {
    let available = thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.and_then(|count| usize::try_from(count).ok()).unwrap_or(available);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut own = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((.., case)) = cases.get(at) else { return own };
            own.push((at, outcome(case)));
        }
    };
    let mut all: Vec<(usize, Outcome)> = thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("a technique that ends")).collect()
    });
    all.sort_unstable_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, outcome)| outcome).collect()
}
