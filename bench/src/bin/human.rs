//! Measures how sudokus are solved with human techniques: ratings, compared with those of HoDoKu
//! and Sudoku Explainer, and their cost, compared with the Python port `hodoku-py`: `cargo run
//! --release --manifest-path bench/Cargo.toml --bin human -- ../shared/data/sudoku-human
//! [PUZZLE...]`.
//!
//! Times are user seconds on one thread. Every rating is compared with the one that the original
//! program printed, which is part of the data; puzzles given as arguments are only rated.
//! `GRIDLORE_PYTHON` names an interpreter that has `hodoku-py`; it rates every sixth puzzle, and
//! its cost is printed as a multiple of ours for the same puzzles.

use gridlore_sudoku::Board;
use gridlore_sudoku_human::explainer::{Explainer, Version};
use gridlore_sudoku_human::hodoku::Solver;
use gridlore_sudoku_human::{State, easiest, next_placement, position};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Runs a piece of work and returns its user seconds and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let user = || {
        getrusage(UsageWho::RUSAGE_SELF).expect("the usage of this process").user_time().num_microseconds()
    };
    let before = user();
    let result = work();
    ((user() - before) as f64 / 1e6, result)
}

fn explainer(text: &str, version: Version) -> Explainer {
    let state = position::parse(text).expect("a puzzle");
    if text.len() == 81 { Explainer::new(&state, version) } else { Explainer::from_marks(&state, version) }
}

fn rated(text: &str, version: Version) -> String {
    explainer(text, version).rate(|_| {}).to_string()
}

fn hodoku(text: &str) -> Option<String> {
    let mut solver = Solver::new(State::usual(Board::parse(text).expect("a puzzle").values()));
    while !solver.state().is_full() {
        let step = solver.next_step()?;
        solver.apply(&step);
    }
    let (level, score) = solver.rating();
    Some(format!("{level}\t{score}"))
}

fn own(text: &str) -> Option<String> {
    let mut solver = easiest::Solver::new(State::usual(Board::parse(text).expect("a puzzle").values()));
    while !solver.state().is_full() {
        let step = solver.next_step()?;
        solver.apply(&step);
    }
    Some(solver.rating().to_string())
}

/// Returns the rows of a data file below its header, as fields.
fn rows(folder: &str, name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(Path::new(folder).join(name)).expect("a file of data");
    let lines = text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect());
    lines.collect()
}

/// Prints one line of the record: the set, the number of puzzles, how many ratings were equal, and
/// the seconds in total.
fn print_ratings(what: &str, puzzles: &[(String, String)], rate: impl Fn(&str) -> String) {
    let (seconds, equal) =
        timed(|| puzzles.iter().filter(|(puzzle, rating)| rate(puzzle) == *rating).count());
    let each = seconds / puzzles.len() as f64 * 1e3;
    println!("{what}\t{}\t{equal}\t{seconds:.3}\t{each:.3}", puzzles.len());
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().expect("the data folder as an argument");
    println!("what\tpuzzles\tequal\tuser_s\tms_each");
    let explained: Vec<(String, String)> = rows(&folder, "se-ratings-part.tsv")
        .into_iter()
        .filter(|row| row[3] != "0.0")
        .map(|row| (row[2].clone(), row[3..6].join("/")))
        .collect();
    print_ratings("sukaku", &explained, |puzzle| rated(puzzle, Version::Sukaku));
    let mixed = rows(&folder, "mixed50.tsv");
    let column = |index: usize| -> Vec<(String, String)> {
        mixed.iter().map(|row| (row[0].clone(), row[index].clone())).collect()
    };
    print_ratings("sukaku, mixed", &column(2), |puzzle| rated(puzzle, Version::Sukaku));
    print_ratings("se121, mixed", &column(5), |puzzle| rated(puzzle, Version::Original));
    let scored: Vec<(String, String)> = rows(&folder, "hodoku-ratings-part.tsv")
        .into_iter()
        .map(|row| (row[0].clone(), row[2..4].join("\t")))
        .collect();
    print_ratings("hodoku", &scored, |puzzle| hodoku(puzzle).unwrap_or_default());
    let (seconds, solved) = timed(|| scored.iter().filter(|(puzzle, _)| own(puzzle).is_some()).count());
    println!(
        "own, solved\t{}\t{solved}\t{seconds:.3}\t{:.3}",
        scored.len(),
        seconds / scored.len() as f64 * 1e3
    );
    hints(&mixed.iter().map(|row| row[0].clone()).collect::<Vec<_>>());
    for puzzle in arguments {
        let (seconds, rating) = timed(|| rated(&puzzle, Version::Sukaku));
        println!("sukaku, {rating}\t1\t-\t{seconds:.3}\t{:.3}", seconds * 1e3);
    }
    peer(&scored.iter().step_by(6).cloned().collect::<Vec<_>>());
}

/// Measures every step of the solution of each puzzle, and every shortest path to the next digit:
/// the median, the 99th percentile, and the maximum.
fn hints(puzzles: &[String]) {
    let (mut steps, mut ways) = (Vec::new(), Vec::new());
    for puzzle in puzzles {
        let start = State::usual(Board::parse(puzzle).expect("a puzzle").values());
        let mut solver = Solver::new(start.clone());
        while !solver.state().is_full() {
            let start = Instant::now();
            let step = solver.next_step();
            steps.push(start.elapsed().as_secs_f64() * 1e3);
            let Some(step) = step else { break };
            solver.apply(&step);
        }
        let mut state = start;
        while !state.is_full() {
            let start = Instant::now();
            let way = next_placement(&state);
            ways.push(start.elapsed().as_secs_f64() * 1e3);
            let Some(way) = way else { break };
            way.iter().for_each(|step| state.apply(step));
        }
    }
    for (what, mut times) in [("step", steps), ("way to a digit", ways)] {
        times.sort_by(f64::total_cmp);
        let count = times.len();
        for (which, index) in
            [("middle", count / 2), ("slowest of 100", count * 99 / 100), ("slowest", count - 1)]
        {
            println!("{which} {what}\t{count}\t-\t-\t{:.3}", times[index]);
        }
    }
}

/// Measures the Python port on the same puzzles, if an interpreter with that package is available.
fn peer(puzzles: &[(String, String)]) {
    let Ok(python) = std::env::var("GRIDLORE_PYTHON") else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/hodoku_peer.py");
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the interpreter starts");
    let mut stdin = child.stdin.take().expect("its input");
    let lines: String = puzzles.iter().map(|(puzzle, _)| format!("{puzzle}\n")).collect();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("its output");
    writer.join().expect("no panic").expect("its input");
    let text = String::from_utf8_lossy(&output.stdout);
    let (mut equal, mut theirs) = (0, 0.0);
    for (line, (_, rating)) in text.lines().zip(puzzles) {
        let (theirs_rating, seconds) = line.rsplit_once('\t').expect("three fields");
        equal += usize::from(theirs_rating == rating);
        theirs += seconds.parse::<f64>().expect("seconds");
    }
    let (ours, _) = timed(|| puzzles.iter().for_each(|(puzzle, _)| drop(hodoku(puzzle))));
    println!(
        "hodoku-py\t{}\t{equal}\t{theirs:.3}\t{:.3}",
        puzzles.len(),
        theirs / puzzles.len() as f64 * 1e3
    );
    println!("hodoku-py by hodoku\t{}\t-\t-\t{:.1}", puzzles.len(), theirs / ours);
}
