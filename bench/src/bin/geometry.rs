//! Compares large boards with CaDiCaL: `cargo run --release --manifest-path bench/Cargo.toml --bin
//! geometry`.
//!
//! The outcome of each board is none, unique or several. Every answer is checked before its time is
//! recorded: solutions by the independent checker, outcomes by comparison with the peer's. The peer
//! runs in Python (python-sat; `GRIDLORE_PYTHON` names the interpreter, `python3` by default) on
//! the same boards, in turns with ours, for three rounds; if it is not installed, its columns are
//! empty. The time of each board is the median of its rounds; each set is summarised by the median
//! and the mean over its boards. For the peer, only solving is timed, because loading the clauses
//! takes even longer. Our time includes reading the givens.

use gridlore_core::{Budget, Rng};
use gridlore_sudoku::{Outcome, Recipe};
use gridlore_sudoku_geometry::check::is_solution;
use gridlore_sudoku_geometry::{Geometry, Grid, Solver, Symbols, full_grid, generated};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

const ROUNDS: usize = 3;
const PEERS: [&str; 2] = ["cadical153", "cadical195"];

struct Set {
    name: String,
    rows: usize,
    columns: usize,
    boards: Vec<Grid>,
}

/// Returns a scrambled cyclic grid, the kind of grid from which other benchmarks make their random
/// boards.
fn counted(rows: usize, columns: usize, geometry: &Geometry, rng: &mut Rng) -> Grid {
    let side = rows * columns;
    let mut lines = |size: usize| {
        let mut groups: Vec<Vec<usize>> =
            (0..side / size).map(|group| (group * size..(group + 1) * size).collect()).collect();
        groups.iter_mut().for_each(|group| rng.shuffle(group));
        rng.shuffle(&mut groups);
        groups.concat()
    };
    let (down, across) = (lines(rows), lines(columns));
    let mut digits: Vec<usize> = (1..=side).collect();
    rng.shuffle(&mut digits);
    let mut grid = Grid::empty(geometry);
    for cell in 0..geometry.size() {
        let (row, column) = (down[cell / side], across[cell % side]);
        let digit = digits[(row % rows * columns + row / rows + column) % side];
        grid.set(cell, Some(u8::try_from(digit).expect("at most 64")));
    }
    grid
}

fn holes(mut grid: Grid, percent: usize, rng: &mut Rng) -> Grid {
    let size = grid.values().len();
    let mut cells: Vec<usize> = (0..size).collect();
    rng.shuffle(&mut cells);
    cells[size * percent / 100..].iter().for_each(|&cell| grid.set(cell, None));
    grid
}

fn sets() -> Vec<Set> {
    let mut sets = Vec::new();
    let mut add =
        |name: String, (rows, columns): (usize, usize), count: u64, make: &dyn Fn(&Geometry, u64) -> Grid| {
            let geometry = Geometry::boxes(rows, columns).expect("a board");
            let boards = (0..count).map(|seed| make(&geometry, seed)).collect();
            sets.push(Set { name, rows, columns, boards });
        };
    for (side, percents) in [(4, [35, 40, 45]), (5, [40, 45, 50])] {
        for percent in percents {
            let of = format!("{0}x{0} at {percent}%", side * side);
            add(format!("{of}, counted grids"), (side, side), 40, &|geometry, seed| {
                let mut rng = Rng::new(seed);
                holes(counted(side, side, geometry, &mut rng), percent, &mut rng)
            });
            add(format!("{of}, random grids"), (side, side), 40, &|geometry, seed| {
                let mut rng = Rng::new(seed);
                let grid =
                    full_grid(geometry, &mut rng, &mut Budget::unlimited()).expect("the budget is unlimited");
                holes(grid, percent, &mut rng)
            });
        }
    }
    for (rows, columns, count) in [(3, 3, 100), (4, 3, 40), (4, 4, 20)] {
        add(
            format!("{0}x{0}, minimal puzzles", rows * columns),
            (rows, columns),
            count,
            &|geometry, seed| {
                let recipe = Recipe { clues: 0..=4096, ..Recipe::default() };
                generated(geometry, &mut Solver::new(geometry), &recipe, seed, &mut Budget::unlimited())
                    .expect("the budget is unlimited")
            },
        );
    }
    sets
}

const fn word(outcome: &Outcome<Grid>) -> &'static str {
    match outcome {
        Outcome::None => "none",
        Outcome::Unique(_) => "unique",
        Outcome::Several(..) => "several",
    }
}

/// Returns the seconds for each board, and the outcomes.
fn ours(set: &Set) -> (Vec<f64>, Vec<&'static str>) {
    let geometry = Geometry::boxes(set.rows, set.columns).expect("a board");
    let mut solver = Solver::new(&geometry);
    let answers = set.boards.iter().map(|board| {
        let start = Instant::now();
        let outcome = solver.outcome(board, &mut Budget::unlimited()).expect("the budget is unlimited");
        let seconds = start.elapsed().as_secs_f64();
        let solutions = match &outcome {
            Outcome::None => vec![],
            Outcome::Unique(one) => vec![one],
            Outcome::Several((one, other)) => vec![one, other],
        };
        assert!(solutions.iter().all(|solution| is_solution(&geometry, solution, board)), "WRONG");
        assert!(solutions.len() < 2 || solutions[0] != solutions[1], "WRONG: the same solution twice");
        (seconds, word(&outcome))
    });
    answers.unzip()
}

/// Returns the seconds that a peer takes for each board, if it is installed.
fn theirs(set: &Set, name: &str, outcomes: &[&str]) -> Option<Vec<f64>> {
    let geometry = Geometry::boxes(set.rows, set.columns).expect("a board");
    let numbers = Symbols::numbers(geometry.side());
    let python = std::env::var("GRIDLORE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/cadical.py");
    let mut child = Command::new(python)
        .args([script, name])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut input = String::new();
    for board in &set.boards {
        input.push_str(&format!("{} {} {}\n", set.rows, set.columns, board.to_line(&numbers)));
    }
    let mut pipe = child.stdin.take().expect("it is a pipe");
    let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    let is_written = writer.join().expect("it does not panic").is_ok();
    if !is_written || !output.status.success() {
        return None;
    }
    let text = String::from_utf8(output.stdout).expect("numbers");
    let mut seconds = Vec::new();
    for ((line, board), outcome) in text.lines().zip(&set.boards).zip(outcomes) {
        let mut fields = line.splitn(4, ' ');
        seconds.push(fields.next()?.parse().ok()?);
        assert_eq!(fields.nth(1), Some(*outcome), "WRONG: the outcomes differ");
        if *outcome != "none" {
            let solution = Grid::parse(fields.next()?, &geometry, &numbers).expect("a board");
            assert!(is_solution(&geometry, &solution, board), "WRONG: the peer's solution");
        }
    }
    assert_eq!(seconds.len(), set.boards.len(), "the peer skipped boards");
    Some(seconds)
}

fn median(seconds: &mut [f64]) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// Returns the median and the mean over the boards of each board's median round, in milliseconds.
fn summary(rounds: &[Vec<f64>]) -> (f64, f64) {
    let mut boards: Vec<f64> = (0..rounds[0].len())
        .map(|board| median(&mut rounds.iter().map(|round| round[board]).collect::<Vec<_>>()))
        .collect();
    let mean = boards.iter().sum::<f64>() / boards.len() as f64;
    (1e3 * median(&mut boards), 1e3 * mean)
}

fn main() {
    println!(
        "set\tboards\tunique\tours median ms\tmean ms\t{0} median ms\tmean ms\t{1} median ms\tmean ms\tbetter peer / ours, median\tmean",
        PEERS[0], PEERS[1]
    );
    for set in sets() {
        let mut own = Vec::new();
        let mut peers = [const { Vec::new() }; 2];
        let mut unique = 0;
        for _ in 0..ROUNDS {
            let (seconds, outcomes) = ours(&set);
            unique = outcomes.iter().filter(|&&outcome| outcome == "unique").count();
            own.push(seconds);
            for (name, rounds) in PEERS.iter().zip(&mut peers) {
                rounds.extend(theirs(&set, name, &outcomes));
            }
        }
        let (ours, ours_mean) = summary(&own);
        print!("{}\t{}\t{unique}\t{ours:.3}\t{ours_mean:.3}", set.name, set.boards.len());
        let (mut best, mut best_mean) = (f64::INFINITY, f64::INFINITY);
        for rounds in &peers {
            if rounds.len() < ROUNDS {
                print!("\t\t");
                continue;
            }
            let (theirs, theirs_mean) = summary(rounds);
            print!("\t{theirs:.3}\t{theirs_mean:.3}");
            (best, best_mean) = (best.min(theirs), best_mean.min(theirs_mean));
        }
        if best.is_finite() {
            println!("\t{:.2}\t{:.2}", best / ours, best_mean / ours_mean);
        } else {
            println!("\t\t");
        }
    }
}
