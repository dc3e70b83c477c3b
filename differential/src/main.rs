//! `cargo xtask differential`: runs seeded random cases, each answered by one of the project's
//! engines and by code that shares nothing with it.
//!
//! A room compares one engine with a slow and obvious reference (brute force, or the data from
//! which the case was made), and with an independent program if one is installed. Each difference
//! is shrunk as far as possible and printed as a test case. `--short` runs a fixed number of cases
//! per room, as the tests do; `--minutes N` runs each room for N minutes.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this program prints its report")]
#![expect(clippy::disallowed_methods, reason = "rooms run for the requested time")]

mod connect_four;
mod cover;
mod flipper;
mod life;
mod logs;
mod options;
mod peer;
mod prolog;
mod room;
mod site;
mod sudoku;

use options::{Options, USAGE};
use room::{Entry, Report};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Every room, in the order of the report.
const ROOMS: &[Entry] = &[
    Entry::new::<life::Steps>(),
    Entry::new::<life::Files>(),
    Entry::new::<prolog::Control>(),
    Entry::new::<prolog::Builtins>(),
    Entry::new::<prolog::Arithmetic>(),
    Entry::new::<prolog::Terms>(),
    Entry::new::<prolog::Constraints>(),
    Entry::new::<sudoku::Geometries>(),
    Entry::new::<sudoku::Classic>(),
    Entry::new::<sudoku::Techniques>(),
    Entry::new::<sudoku::Ratings>(),
    Entry::new::<sudoku::Formats>(),
    Entry::new::<cover::Solutions>(),
    Entry::new::<flipper::Presses>(),
    Entry::new::<connect_four::Scores>(),
    Entry::new::<logs::Reports>(),
    Entry::new::<site::Markdown>(),
    Entry::new::<site::Feeds>(),
    Entry::new::<site::Exports>(),
];

/// Stack size of a room's thread, in bytes; the references recurse.
const STACK_SIZE: usize = 256 << 20;

fn main() -> ExitCode {
    let names: Vec<&str> = ROOMS.iter().map(|room| room.name).collect();
    let options = match Options::parse(std::env::args().skip(1), &names) {
        Ok(options) => options,
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if options.is_help {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    if options.is_list {
        for room in ROOMS {
            println!("{:20} {}", room.name, room.about);
        }
        return ExitCode::SUCCESS;
    }
    let start = Instant::now();
    let reports = run(&options);
    println!("{:.0} s in total", start.elapsed().as_secs_f64());
    if reports.iter().all(Report::is_clean) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the chosen rooms, at most `jobs` at a time, and returns their reports in the order of
/// [`ROOMS`].
fn run(options: &Options) -> Vec<Report> {
    let chosen: Vec<&Entry> = ROOMS.iter().filter(|room| options.has(room.name)).collect();
    let next = AtomicUsize::new(0);
    let reports = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let work = || {
            while let Some((index, room)) =
                Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|index| Some((index, chosen.get(index)?)))
            {
                let report = (room.run)(options);
                println!("{}", report.line());
                if let Ok(mut reports) = reports.lock() {
                    reports.push((index, report));
                }
            }
        };
        for _ in 0..options.jobs.min(chosen.len()) {
            let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
            thread.spawn_scoped(scope, work).expect("a thread starts");
        }
    });
    let mut reports = reports.into_inner().unwrap_or_default();
    reports.sort_by_key(|(index, _)| *index);
    reports.into_iter().map(|(_, report)| report).collect()
}
