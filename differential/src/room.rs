//! Defines rooms and runs them: seeded cases, shrunk differences, and a report.

use crate::options::Options;
use gridlore_core::Rng;
use gridlore_testing::share;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Maximum number of characters printed per line of a difference.
const MAX_LINE: usize = 300;

/// Maximum number of cases to try while shrinking one difference.
const MAX_TRIALS: usize = 2_000;

/// Time limit for shrinking one difference.
const MAX_SHRINKING: Duration = Duration::from_secs(60);

/// Time between two progress lines.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(60);

/// A comparison of one engine with independent implementations, called opinions.
pub(crate) trait Room: Sized {
    /// `engine/topic`, the name on the command line.
    const NAME: &'static str;
    /// A description of the comparison, for `--list`.
    const ABOUT: &'static str;
    /// Number of cases in the short form, which takes a few seconds in an unoptimised build; 0 for
    /// a room that runs only by hand.
    const SHORT: u64;

    /// The type of a case.
    type Case: Clone;

    /// Prepares the room and starts the installed peers.
    fn open() -> Self;

    /// Returns the opinions other than the engine's, such as `brute force` and `swipl`, and the
    /// peers that are not installed.
    fn opinions(&self) -> Opinions;

    /// Draws a case from `rng`; `None` if the draw is too large.
    fn case(&mut self, rng: &mut Rng) -> Option<Self::Case>;

    /// Describes a difference in `case`; `None` if all opinions agree.
    fn difference(&mut self, case: &Self::Case) -> Option<String>;

    /// Returns the number of cases so far in which the engine and the reference agree but a peer
    /// differs; such a difference is the peer's fault.
    fn peer_alone(&self) -> u64 {
        0
    }

    /// Returns cases that are one step smaller, the smallest first.
    fn smaller(&self, case: &Self::Case) -> Vec<Self::Case>;

    /// Returns the case in the format of the test fixtures.
    fn print(&self, case: &Self::Case) -> String;
}

/// The opinions other than the engine's.
#[derive(Debug, Default)]
pub(crate) struct Opinions {
    /// The room's references and the installed peers.
    pub(crate) present: Vec<String>,
    /// Peers that are not installed.
    pub(crate) absent: Vec<String>,
}

/// A room in the list of all rooms.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) run: fn(&Options) -> Report,
}

impl Entry {
    /// Returns the entry of room `R`.
    pub(crate) const fn new<R: Room>() -> Self {
        Self { name: R::NAME, about: R::ABOUT, run: run::<R> }
    }
}

/// The result of running a room.
#[derive(Debug)]
pub(crate) struct Report {
    name: &'static str,
    cases: u64,
    differences: usize,
    peer_alone: u64,
    time: Duration,
    opinions: Opinions,
    /// Whether the room was skipped, because there is nothing to compare with or because it runs
    /// only by hand.
    is_left_out: bool,
}

impl Report {
    /// Returns whether no difference was found, and at least one case was compared unless the room
    /// was skipped.
    pub(crate) fn is_clean(&self) -> bool {
        self.differences == 0 && (self.cases > 0 || self.is_left_out)
    }

    /// Returns the report as one line.
    pub(crate) fn line(&self) -> String {
        if self.is_left_out && !self.opinions.present.is_empty() {
            return format!("{:20} left out: runs only by hand", self.name);
        }
        if self.is_left_out {
            return format!("{:20} skipped: {} is not installed", self.name, self.opinions.absent.join(", "));
        }
        let mut line = format!(
            "{:20} {:7} cases, {:2} differences, {:6.1} s; compared with {}",
            self.name,
            self.cases,
            self.differences,
            self.time.as_secs_f64(),
            self.opinions.present.join(", ")
        );
        if self.peer_alone > 0 {
            let _ = write!(line, "; only a peer differs in {}", self.peer_alone);
        }
        if !self.opinions.absent.is_empty() {
            let _ = write!(line, "; skipped: {} (not installed)", self.opinions.absent.join(", "));
        }
        line
    }
}

/// Runs a room for the requested time or number of cases.
fn run<R: Room>(options: &Options) -> Report {
    let mut room = R::open();
    let start = Instant::now();
    let mut last_progress = start;
    let mut report = Report {
        name: R::NAME,
        cases: 0,
        differences: 0,
        peer_alone: 0,
        time: Duration::ZERO,
        opinions: room.opinions(),
        is_left_out: false,
    };
    if report.opinions.present.is_empty() || (options.is_short && R::SHORT == 0) {
        report.is_left_out = true;
        return report;
    }
    let share = usize::try_from(R::SHORT).map_or(R::SHORT, |all| share(all) as u64);
    let first = options.case.unwrap_or(0);
    for number in first.. {
        let mut rng = Rng::from_family(options.seed, number);
        if let Some(case) = room.case(&mut rng) {
            report.cases += 1;
            if let Some(difference) = compare(&mut room, &case) {
                report.differences += 1;
                let (case, difference) = shrink(&mut room, case, difference);
                let lines = difference.trim_end().lines();
                let difference: String = lines.map(|line| format!("\n   {line:.MAX_LINE$}")).collect();
                println!(
                    "-- {}: difference {}, --seed {} --case {number}\n{}{difference}\n",
                    R::NAME,
                    report.differences,
                    options.seed,
                    room.print(&case).trim_end()
                );
            }
        }
        let is_over = match options.case {
            Some(_) => true,
            None if options.is_short => number + 1 >= share,
            None => start.elapsed().as_secs_f64() >= options.seconds,
        };
        if is_over || report.differences >= options.max_differences {
            break;
        }
        if last_progress.elapsed() >= PROGRESS_INTERVAL {
            last_progress = Instant::now();
            eprintln!(
                "{}: {} cases, {} differences, {:.0} min",
                R::NAME,
                report.cases,
                report.differences,
                start.elapsed().as_secs_f64() / 60.0
            );
        }
    }
    report.time = start.elapsed();
    report.peer_alone = room.peer_alone();
    report
}

/// Returns the difference in `case`; a panic is also a difference.
fn compare<R: Room>(room: &mut R, case: &R::Case) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| room.difference(case))) {
        Ok(difference) => difference,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
            Some(format!("panicked: {}", text.unwrap_or_default()))
        }
    }
}

/// Returns the smallest case found that still differs, and its difference.
fn shrink<R: Room>(room: &mut R, mut case: R::Case, mut difference: String) -> (R::Case, String) {
    let start = Instant::now();
    let mut trials = 0;
    'smaller: loop {
        for candidate in room.smaller(&case) {
            trials += 1;
            if trials > MAX_TRIALS || start.elapsed() > MAX_SHRINKING {
                break 'smaller;
            }
            if let Some(found) = compare(room, &candidate) {
                (case, difference) = (candidate, found);
                continue 'smaller;
            }
        }
        break;
    }
    (case, difference)
}
