//! `cargo xtask attack`: starts `gridlore serve` and attacks it as strangers and members would, and
//! with crashes and full disks.
//!
//! Each case has its own server and temporary folder, a time limit, and a list of findings with
//! their bounds. Only loopback is used. A process that takes more than 4 GB of memory is stopped.
//! Linux only, because the figures are read from `/proc`; elsewhere every case is skipped.
//!
//! ```text
//!   mod        the command: selects cases, runs each within its time limit, prints the verdicts
//!   findings   the measurements of a case, and whether its bounds hold
//!   lab        a case's folder, servers and measured requests
//!   client     a visitor, and everything that depends on the site's forms
//!   http       requests and responses, written by hand
//!   process    a watched child process
//!   material   hostile files
//!   cases      the attacks
//! ```
#![expect(clippy::disallowed_methods, reason = "attacks are timed")]

mod cases;
mod client;
mod findings;
mod http;
mod lab;
mod material;
mod process;

use crate::program;
use crate::steps::{cargo, run, target};
use anyhow::{Context, Result, bail, ensure};
use findings::Findings;
use lab::{Lab, Skipped};
use std::any::Any;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

const USAGE: &str = "cargo xtask attack [OPTIONS]

  --gridlore PATH   the program to attack (default: a release build of this source)
  --short           the short form, at most two minutes
  --only NAME       run only this case; can be repeated
  --list            list the cases with their bounds
  --help            print this text
";

/// An attack and its bound.
struct Case {
    name: &'static str,
    /// The bound, as a short description for a table.
    bound: &'static str,
    /// The time limits in seconds for the short form and the full form; 0 excludes the case from
    /// the short form.
    limits: (u64, u64),
    run: Run,
}

/// The function of a case, which adds its findings to the lab.
type Run = fn(&Lab) -> Result<()>;

/// The options of the command line.
#[derive(Debug, Default, PartialEq)]
struct Options {
    gridlore: Option<PathBuf>,
    is_short: bool,
    only: Vec<String>,
    is_list: bool,
    is_help: bool,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut options = Self::default();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--short" => options.is_short = true,
                "--list" => options.is_list = true,
                "--help" | "-h" => options.is_help = true,
                "--gridlore" => {
                    options.gridlore = Some(arguments.next().context("--gridlore needs a path")?.into())
                }
                "--only" => options.only.push(arguments.next().context("--only needs the name of a case")?),
                other => bail!("unknown option {other}\n\n{USAGE}"),
            }
        }
        for name in &options.only {
            ensure!(
                cases::all().any(|case| case.name == name),
                "unknown case {name}; --list shows all cases"
            );
        }
        Ok(options)
    }
}

/// Runs the command; fails if a case failed.
pub(crate) fn command(arguments: impl Iterator<Item = String>) -> Result<()> {
    let options = Options::parse(arguments)?;
    if options.is_help {
        print!("{USAGE}");
        return Ok(());
    }
    if options.is_list {
        for case in cases::all() {
            let form = if case.limits.0 == 0 { "full " } else { "short" };
            println!("{:22} {form}  {}", case.name, case.bound);
        }
        return Ok(());
    }
    let gridlore = match &options.gridlore {
        Some(path) => path.canonicalize().with_context(|| path.display().to_string())?,
        None => built()?,
    };
    attack(&gridlore, &options)
}

/// Runs the short form against the test build, which is slower than a release and so makes the
/// bounds harder to meet.
pub(crate) fn short() -> Result<()> {
    attack(&program::built()?, &Options { is_short: true, ..Options::default() })
}

/// Builds this source as a release.
fn built() -> Result<PathBuf> {
    run(cargo().args(["build", "--quiet", "--release", "-p", "gridlore-cli"]))?;
    Ok(target().join("release/gridlore"))
}

fn attack(gridlore: &Path, options: &Options) -> Result<()> {
    lab::sweep();
    process::raise_open_files(8192);
    let chosen: Vec<&Case> = cases::all()
        .filter(|case| match options.only.as_slice() {
            [] => !options.is_short || case.limits.0 > 0,
            only => only.iter().any(|name| name == case.name),
        })
        .collect();
    let start = Instant::now();
    let end = options.is_short.then(|| start + SHORT);
    // The short form mostly waits, and its bounds are on processor time and memory, which parallel
    // cases do not affect.
    let workers = if options.is_short { 3 } else { 1 };
    let waiting = Mutex::new(chosen.into_iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let verdicts: Vec<Verdict> = thread::scope(|scope| {
        let work = || {
            let own = std::iter::from_fn(next);
            own.map(|case| (case, run_and_report(case, gridlore, options.is_short, end))).collect::<Vec<_>>()
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let done: Vec<_> = workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect();
        // Durations in the short form are measured while other cases run, so a slow case is run
        // again alone.
        done.into_iter()
            .map(|(case, verdict)| match verdict.is_only_slow && options.is_short {
                true => run_and_report(case, gridlore, true, end),
                false => verdict,
            })
            .collect()
    });
    let total = start.elapsed().as_secs_f64();
    let (line, is_fine) = tally(&verdicts);
    println!("{line}, {total:.0} s");
    let failed: String = verdicts
        .iter()
        .filter(|verdict| verdict.kind == Kind::Failed)
        .map(|verdict| &*verdict.report)
        .collect();
    ensure!(is_fine, "{line}\n{}", failed.trim_end());
    Ok(())
}

/// Returns the last line, and whether the run succeeded. A run without cases is a failure.
fn tally(verdicts: &[Verdict]) -> (String, bool) {
    let count = |kind: Kind| verdicts.iter().filter(|verdict| verdict.kind == kind).count();
    let failed = count(Kind::Failed);
    let line = format!("{} ok, {failed} failed, {} skipped", count(Kind::Holds), count(Kind::Skipped));
    (line, failed == 0 && !verdicts.is_empty())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Holds,
    Failed,
    Skipped,
}

/// The result of a case.
#[derive(Debug)]
struct Verdict {
    kind: Kind,
    /// The measured figure, or the reason why there is none.
    figure: String,
    /// The rows that failed, if there are several.
    failed: Vec<String>,
    /// Whether the case failed only because it took too long.
    is_only_slow: bool,
    seconds: f64,
    /// The printed lines.
    report: String,
}

impl Verdict {
    /// Returns a verdict without a measurement.
    fn without_run(kind: Kind, figure: String) -> Self {
        Self { kind, figure, failed: Vec::new(), is_only_slow: false, seconds: 0.0, report: String::new() }
    }
}

/// The time limit of the short form.
const SHORT: Duration = Duration::from_secs(110);

/// The number of rows printed per case.
const MAX_ROWS: usize = 40;

/// Runs a case and prints its verdict; a case that is not finished at `end` has failed.
fn run_and_report(case: &Case, gridlore: &Path, is_short: bool, end: Option<Instant>) -> Verdict {
    let limit =
        Duration::from_secs(if is_short && case.limits.0 > 0 { case.limits.0 } else { case.limits.1 });
    let left = end.map_or(limit, |end| end.saturating_duration_since(Instant::now()));
    let mut verdict = if cfg!(target_os = "linux") && left.is_zero() {
        Verdict::without_run(Kind::Failed, format!("not run: {} s had passed", SHORT.as_secs()))
    } else if cfg!(target_os = "linux") {
        verdict_on(case, gridlore, is_short, limit.min(left))
    } else {
        let figure = "the figures are read from /proc, which exists only on Linux".to_owned();
        Verdict::without_run(Kind::Skipped, figure)
    };
    let word = match verdict.kind {
        Kind::Holds => "ok",
        Kind::Failed => "FAILED",
        Kind::Skipped => "skipped",
    };
    let mut lines =
        format!("{word:8} {:22} {} ({}) {:.1} s\n", case.name, verdict.figure, case.bound, verdict.seconds);
    let rows = if verdict.failed.len() > 1 { verdict.failed.as_slice() } else { &[] };
    for row in rows.iter().take(MAX_ROWS) {
        let _ = writeln!(lines, "{:31} - {row}", "");
    }
    if rows.len() > MAX_ROWS {
        let _ = writeln!(lines, "{:31} - and {} more", "", rows.len() - MAX_ROWS);
    }
    // Print in one piece, because other threads also print.
    print!("{lines}");
    verdict.report = lines;
    verdict
}

/// Runs a case on its own thread, and ends its processes if it takes too long.
fn verdict_on(case: &Case, gridlore: &Path, is_short: bool, limit: Duration) -> Verdict {
    let start = Instant::now();
    let (result, findings) = match Lab::open(gridlore, case.name, is_short) {
        Ok(lab) => run_case(case.run, Arc::new(lab), limit),
        Err(error) => (Outcome::Error(error), Findings::default()),
    };
    let seconds = start.elapsed().as_secs_f64();
    let is_only_slow = match result {
        Outcome::Done => findings.are_only_slow(),
        Outcome::TimedOut => findings.failed().is_empty() || findings.are_only_slow(),
        Outcome::Error(_) => false,
    };
    let (kind, figure) = match result {
        Outcome::Done if findings.hold() => (Kind::Holds, findings.summary()),
        Outcome::Done => (Kind::Failed, findings.summary()),
        Outcome::TimedOut => {
            (Kind::Failed, format!("not finished in {} s; {}", limit.as_secs(), findings.summary()))
        }
        Outcome::Error(error) => match error.downcast::<Skipped>() {
            // A skipped part must not hide earlier failures.
            Ok(why) if findings.failed().is_empty() => (Kind::Skipped, why.to_string()),
            Ok(why) => (Kind::Failed, format!("{}; {why}", findings.summary())),
            Err(error) => (Kind::Failed, format!("error: {error:#}; {}", findings.summary())),
        },
    };
    Verdict { kind, figure, failed: findings.failed(), is_only_slow, seconds, report: String::new() }
}

/// The way in which a case ended.
enum Outcome {
    Done,
    TimedOut,
    Error(anyhow::Error),
}

fn run_case(case: Run, lab: Arc<Lab>, limit: Duration) -> (Outcome, Findings) {
    let (sender, receiver) = channel();
    let own = Arc::clone(&lab);
    let thread = thread::spawn(move || {
        let result = case(&own);
        drop(own);
        let _ = sender.send(result);
    });
    let outcome = match receiver.recv_timeout(limit) {
        Ok(Ok(())) => Outcome::Done,
        Ok(Err(error)) => Outcome::Error(error),
        Err(RecvTimeoutError::Timeout) => Outcome::TimedOut,
        // The thread ended without sending a result.
        Err(RecvTimeoutError::Disconnected) => Outcome::Error(panicked(thread.join().err())),
    };
    let findings = lab.findings().clone();
    // A late case finds its servers gone and ends; its folder is removed when the last reference to
    // the lab is dropped.
    lab.close();
    if matches!(outcome, Outcome::TimedOut) {
        let _ = receiver.recv_timeout(Duration::from_secs(10));
    }
    let _ = std::fs::remove_dir_all(lab.folder());
    (outcome, findings)
}

fn panicked(payload: Option<Box<dyn Any + Send>>) -> anyhow::Error {
    let text = payload.and_then(|payload| match payload.downcast::<String>() {
        Ok(text) => Some(*text),
        Err(payload) => payload.downcast::<&str>().ok().map(|text| (*text).to_owned()),
    });
    anyhow::anyhow!("panicked: {}", text.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use findings::Amount;

    fn verdict(run: Run) -> Verdict {
        verdict_in(run, "self-check", Duration::from_secs(5))
    }

    fn verdict_in(run: Run, name: &'static str, limit: Duration) -> Verdict {
        let case = Case { name, bound: "none", limits: (1, 1), run };
        verdict_on(&case, Path::new("/bin/true"), true, limit)
    }

    fn is_success(verdicts: &[Verdict]) -> bool {
        tally(verdicts).1
    }

    #[test]
    fn a_failed_bound_fails_the_run() {
        let fine = verdict(|lab| {
            lab.at_most("memory", Amount::Bytes(5), Amount::Bytes(5));
            Ok(())
        });
        assert_eq!((fine.kind, is_success(&[fine])), (Kind::Holds, true));
        let failing = verdict(|lab| {
            lab.at_most("memory", Amount::Bytes(6), Amount::Bytes(5));
            Ok(())
        });
        assert_eq!((failing.kind, is_success(&[failing])), (Kind::Failed, false));
        assert!(!is_success(&[]), "no case was run");
    }

    #[test]
    fn only_a_slow_case_gets_a_second_run() {
        let run = |run: Run| verdict_in(run, "self-check-6", Duration::from_secs(5));
        let slow = run(|lab| {
            lab.at_most("memory", Amount::Bytes(5), Amount::Bytes(5));
            lab.at_most("a page", Amount::Seconds(6.0), Amount::Seconds(5.0));
            Ok(())
        });
        assert_eq!((slow.kind, slow.is_only_slow), (Kind::Failed, true));
        let wrong = run(|lab| {
            lab.at_most("memory", Amount::Bytes(6), Amount::Bytes(5));
            lab.at_most("a page", Amount::Seconds(6.0), Amount::Seconds(5.0));
            Ok(())
        });
        assert_eq!((wrong.kind, wrong.is_only_slow), (Kind::Failed, false));
        assert!(!run(|_| Ok(())).is_only_slow, "nothing was measured");
    }

    #[test]
    fn a_case_without_findings_with_an_error_or_a_panic_fails() {
        let cases: [(Run, &str); 3] = [
            (|_| Ok(()), "nothing was measured"),
            (|_| bail!("no such page"), "error: no such page"),
            (|_| panic!("a {}", "fault"), "panicked: a fault"),
        ];
        for (run, figure) in cases {
            let verdict = verdict_in(run, "self-check-2", Duration::from_secs(5));
            assert_eq!(verdict.kind, Kind::Failed, "{figure}");
            assert!(verdict.figure.contains(figure), "{}", verdict.figure);
        }
    }

    #[test]
    fn a_skipped_case_says_why_and_hides_no_failure() {
        let skipped =
            verdict_in(|_| Err(lab::skipped("no faketime")), "self-check-3", Duration::from_secs(5));
        assert_eq!((skipped.kind, skipped.figure.as_str()), (Kind::Skipped, "no faketime"));
        assert_eq!(tally(&[skipped]), ("0 ok, 0 failed, 1 skipped".to_owned(), true));
        let failing = |lab: &Lab| {
            lab.expect("page", false, "status 500");
            Err(lab::skipped("no faketime"))
        };
        assert_eq!(verdict_in(failing, "self-check-3", Duration::from_secs(5)).kind, Kind::Failed);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_hanging_case_ends_with_its_processes_and_folder() {
        let hanging = |lab: &Lab| {
            lab.expect("a row", true, "found");
            let mut sleep = std::process::Command::new("sleep");
            let process = lab.start(sleep.arg("60"))?;
            std::fs::write(lab.folder().join("pid"), process.pid().to_string())?;
            process.wait(Duration::from_secs(60));
            Ok(())
        };
        let start = Instant::now();
        let verdict = verdict_in(hanging, "self-check-4", Duration::from_secs(1));
        assert_eq!(verdict.kind, Kind::Failed);
        assert!(verdict.figure.starts_with("not finished in 1 s"), "{}", verdict.figure);
        assert!(start.elapsed() < Duration::from_secs(10));
        let folder = format!("gridlore-attack-{}-self-check-4", std::process::id());
        assert!(!std::env::temp_dir().join(folder).exists());
    }

    #[test]
    fn a_case_that_is_not_run_in_time_fails() {
        let fine = |lab: &Lab| {
            lab.expect("a row", true, "found");
            Ok(())
        };
        let case = Case { name: "self-check-5", bound: "none", limits: (1, 1), run: fine };
        let verdict = run_and_report(&case, Path::new("/bin/true"), true, Some(Instant::now()));
        assert_eq!(verdict.kind == Kind::Failed, cfg!(target_os = "linux"));
    }

    #[test]
    fn the_command_line_is_parsed() {
        let parse = |text: &str| Options::parse(text.split_whitespace().map(str::to_owned));
        let options = parse("--gridlore /x --short --only crash --only memory").unwrap();
        assert_eq!(options.gridlore.as_deref(), Some(Path::new("/x")));
        assert_eq!((options.is_short, options.only.len(), options.is_list), (true, 2, false));
        assert!(
            parse("--only nothing").is_err() && parse("--quick").is_err() && parse("--gridlore").is_err()
        );
    }

    #[test]
    fn cases_have_unique_names_and_limits() {
        let mut names: Vec<&str> = cases::all().map(|case| case.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(cases::all().all(|case| case.limits.1 > 0 && !case.bound.is_empty()));
    }
}
