//! What a room is, and how it is run: cases by seed, differences made small, a report.

use crate::options::Options;
use gridlore_core::Rng;
use gridlore_testing::share;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Characters of a line of a difference that are printed.
const MAX_LINE: usize = 300;

/// Cases that are tried to make one difference smaller.
const MAX_TRIALS: usize = 2_000;

/// Seconds in which one difference is made smaller.
const MAX_SHRINKING: Duration = Duration::from_secs(60);

/// Seconds between two lines of progress.
const TURN: Duration = Duration::from_secs(60);

/// A comparison of one engine with other opinions.
pub(crate) trait Room: Sized {
    /// `engine/what`, as the command line names it.
    const NAME: &'static str;
    /// What is compared with what.
    const ABOUT: &'static str;
    /// Cases of the short form: some seconds of an unoptimised build; 0 for a room that is run by
    /// hand only.
    const SHORT: u64;

    /// What one case is.
    type Case: Clone;

    /// Prepares the room: starts the peers that are installed.
    fn open() -> Self;

    /// The opinions besides the engine, such as `brute force` and `swipl`; and the peers that are
    /// not installed.
    fn opinions(&self) -> Opinions;

    /// A case of `rng`; `None` where the draw makes none that is small enough.
    fn case(&mut self, rng: &mut Rng) -> Option<Self::Case>;

    /// What differs in `case`; `None` when all agree.
    fn difference(&mut self, case: &Self::Case) -> Option<String>;

    /// Cases so far in which a peer differs from the engine and from the reference, which agree:
    /// the peer's own faults.
    fn peer_alone(&self) -> u64 {
        0
    }

    /// Cases that are smaller by one step, the smallest first.
    fn smaller(&self, case: &Self::Case) -> Vec<Self::Case>;

    /// The case in the form of our fixtures.
    fn print(&self, case: &Self::Case) -> String;
}

/// Who answers besides the engine.
#[derive(Debug, Default)]
pub(crate) struct Opinions {
    /// References of the room and peers that are installed.
    pub(crate) present: Vec<String>,
    /// Peers that are not.
    pub(crate) absent: Vec<String>,
}

/// A room in the list of all rooms.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) run: fn(&Options) -> Report,
}

impl Entry {
    /// The entry of room `R`.
    pub(crate) const fn new<R: Room>() -> Self {
        Self { name: R::NAME, about: R::ABOUT, run: run::<R> }
    }
}

/// What a room found.
#[derive(Debug)]
pub(crate) struct Report {
    name: &'static str,
    cases: u64,
    differences: usize,
    peer_alone: u64,
    time: Duration,
    opinions: Opinions,
    /// Whether there is nobody to compare with, or the room is run by hand only.
    is_left_out: bool,
}

impl Report {
    /// Whether nothing differed, and something was compared unless the room was left out.
    pub(crate) fn is_clean(&self) -> bool {
        self.differences == 0 && (self.cases > 0 || self.is_left_out)
    }

    /// The report in one line.
    pub(crate) fn line(&self) -> String {
        if self.is_left_out && !self.opinions.present.is_empty() {
            return format!("{:20} left out: it is run by hand", self.name);
        }
        if self.is_left_out {
            return format!("{:20} skipped: {} is not installed", self.name, self.opinions.absent.join(", "));
        }
        let mut line = format!(
            "{:20} {:7} cases, {:2} differences, {:6.1} s; beside {}",
            self.name,
            self.cases,
            self.differences,
            self.time.as_secs_f64(),
            self.opinions.present.join(", ")
        );
        if self.peer_alone > 0 {
            let _ = write!(line, "; {} where a peer alone differs", self.peer_alone);
        }
        if !self.opinions.absent.is_empty() {
            let _ = write!(line, "; skipped: {} (not installed)", self.opinions.absent.join(", "));
        }
        line
    }
}

/// Runs a room for as long, or as many cases, as was asked for.
fn run<R: Room>(options: &Options) -> Report {
    let mut room = R::open();
    let start = Instant::now();
    let mut turn = start;
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
        if is_over || report.differences >= options.most {
            break;
        }
        if turn.elapsed() >= TURN {
            turn = Instant::now();
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

/// What differs in `case`; a panic is a difference.
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

/// The smallest case found that differs still, and what differs in it.
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
