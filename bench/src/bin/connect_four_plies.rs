//! Determines who wins each position of at most eight plies on the 7x6 board: `cargo run
//! --release --manifest-path bench/Cargo.toml --bin connect_four_plies --
//! ../shared/data/connect-four`.
//!
//! Determines the winner of every unfinished position of eight plies (one of each mirror pair), on
//! all processors with a table of 1 GB each. The outcomes of earlier positions are derived by the
//! rules. The counts must equal the known counts (`counts_7x6_by_ply.csv`), and the outcomes of the
//! 67,557 quiet positions must equal those of the UCI data set; otherwise nothing is printed.

use gridlore_connect_four::{Position, Side, Size, Solver, book};
use gridlore_core::Budget;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

const SIZE: Size = Size::USUAL;
const PLIES: usize = 8;

/// Positions with their outcomes for X: 1, 0 or -1.
type Outcomes = HashMap<Position, i32>;

/// Returns the unfinished positions of eight plies, both of each mirror pair, with their outcomes,
/// and the numbers of nodes and threads used.
fn solve() -> (Outcomes, u64, usize) {
    let positions = book::positions(SIZE, PLIES);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (start, done) = (Instant::now(), AtomicUsize::new(0));
    let part = |positions: &[Position]| {
        let mut solver = Solver::new(SIZE, 1 << 30);
        let mut outcomes = Vec::with_capacity(positions.len());
        for position in positions {
            outcomes.push(solver.outcome(position, &mut Budget::unlimited()).expect("no budget"));
            let done = done.fetch_add(1, Relaxed) + 1;
            if done.is_multiple_of(1000) {
                eprintln!("{done} after {:.0} s", start.elapsed().as_secs_f64());
            }
        }
        (outcomes, solver.nodes())
    };
    let parts: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = positions
            .chunks(positions.len().div_ceil(threads))
            .map(|positions| scope.spawn(|| part(positions)))
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread")).collect()
    });
    let nodes = parts.iter().map(|part| part.1).sum();
    let outcomes = parts.into_iter().flat_map(|part| part.0);
    let both = |(position, outcome): (&Position, i32)| [(*position, outcome), (position.mirrored(), outcome)];
    (positions.iter().zip(outcomes).flat_map(both).collect(), nodes, threads)
}

/// Returns the outcome for X of every position of a layer, derived from those of the next layer.
fn outcomes(layer: &HashSet<Position>, next: &Outcomes) -> Outcomes {
    let outcome = |position: &Position| match position.winner() {
        Some(Side::First) => 1,
        Some(Side::Second) => -1,
        None => {
            let answers = position.moves().map(|column| next[&position.after(column).expect("it is a move")]);
            let best = match position.to_move() {
                Side::First => answers.max(),
                Side::Second => answers.min(),
            };
            best.expect("the board is not full")
        }
    };
    layer.iter().map(|position| (*position, outcome(position))).collect()
}

/// Reads the quiet positions after eight plies, with their outcomes, from the UCI data set. A line
/// has 42 cells, column by column from the left and each column from the bottom, then the outcome
/// for `x`, who moves next.
fn quiet(folder: &str) -> Vec<(Position, i32)> {
    let file =
        std::fs::File::open(format!("{folder}/uci_connect4_regenerated.csv.gz")).expect("the data set");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("a packed file");
    let read = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let stones = |sign| {
            (0..42)
                .filter(|&cell| cells[cell] == sign)
                .fold(0, |stones, cell| stones | SIZE.bit(cell / 6, cell % 6))
        };
        let outcome = ["loss", "draw", "win"].iter().position(|name| *name == cells[42]).expect("an outcome");
        (Position::from_stones(SIZE, stones("x"), stones("o")).expect("a position"), outcome as i32 - 1)
    };
    text.lines().map(read).collect()
}

/// Returns the numbers of outcomes that are 1, 0 and -1.
fn counts(outcomes: impl Iterator<Item = i32>) -> [u64; 3] {
    outcomes.fold([0; 3], |mut counts, outcome| {
        counts[(1 - outcome) as usize] += 1;
        counts
    })
}

fn main() {
    let Some(folder) = std::env::args().nth(1) else { panic!("expected the data folder as an argument") };
    let known = std::fs::read_to_string(format!("{folder}/counts_7x6_by_ply.csv")).expect("the counts");
    let known: Vec<Vec<u64>> = known
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|count| count.parse().expect("a count")).collect())
        .collect();
    let quiet = quiet(&folder);
    let mut layers = vec![HashSet::from([Position::new(SIZE)])];
    for ply in 0..PLIES {
        let next = layers[ply].iter().flat_map(|position| {
            position.moves().map(move |column| position.after(column).expect("it is a move"))
        });
        layers.push(next.collect());
    }

    let start = Instant::now();
    let (solved, nodes, threads) = solve();
    let seconds = start.elapsed().as_secs_f64();
    for (position, outcome) in &quiet {
        assert_eq!(solved[position], *outcome, "{position}");
    }
    // Finished games have no moves; the last layer contains some of them.
    let mut by_ply: Vec<Outcomes> = Vec::new();
    for (ply, layer) in layers.iter().enumerate().rev() {
        let found = match by_ply.last() {
            Some(next) => outcomes(layer, next),
            None => {
                let over = layer.iter().filter(|position| position.winner().is_some());
                let over: HashSet<Position> = over.copied().collect();
                outcomes(&over, &solved).into_iter().chain(solved.clone()).collect()
            }
        };
        assert_eq!(found.len(), layer.len(), "{ply} plies");
        by_ply.push(found);
    }
    println!("ply\twon_p1\tdrawn\tlost_p1\ttotal");
    for (ply, found) in by_ply.iter().rev().enumerate() {
        let [won, drawn, lost] = counts(found.values().copied());
        assert_eq!([won, drawn, lost, found.len() as u64], known[ply][1..5], "{ply} plies");
        println!("{ply}\t{won}\t{drawn}\t{lost}\t{}", found.len());
    }
    let [won, drawn, lost] = counts(quiet.iter().map(|entry| entry.1));
    println!(
        "# all as known; of the {} quiet ones of eight plies {won} won, {drawn} drawn, {lost} lost",
        quiet.len()
    );
    println!(
        "# {} positions of eight plies with their mirror images, {nodes} nodes, {threads} threads, {seconds:.0} s",
        solved.len()
    );
}
