//! Compares the sudoku engines with a peer: `cargo run --release --manifest-path bench/Cargo.toml
//! -- FILE...` (81-character lines, gzipped or not).
//!
//! For each file, every engine classifies every puzzle as unique, several or none. Before times are
//! recorded, the answers are compared with each other, and an independent checker verifies the
//! solutions. Then the engines take turns for five rounds on one thread. The best and the median
//! round of each are printed, with the ratio of the medians.

use gridlore_bench::puzzle_lines;
use gridlore_core::Budget;
use gridlore_sudoku::check::is_solution;
use gridlore_sudoku::reference::outcome;
use gridlore_sudoku::{Board, Engine, Outcome, fastest_outcome, outcomes};
use std::time::Instant;

const ROUNDS: usize = 5;

/// The numbers of puzzles with a unique solution, several and none. Nothing is printed unless all
/// engines agree.
#[derive(Debug, PartialEq, Eq, Default, Clone, Copy)]
struct Totals {
    unique: usize,
    several: usize,
    none: usize,
}

fn ours(lines: &[String]) -> Totals {
    let mut totals = Totals::default();
    for line in lines {
        let board = Board::parse(line).expect("81 cells");
        match outcome(&board, &mut Budget::unlimited()) {
            Ok(Outcome::Unique(_)) => totals.unique += 1,
            Ok(Outcome::Several(..)) => totals.several += 1,
            _ => totals.none += 1,
        }
    }
    totals
}

/// Classifies the puzzles one by one with the engine for a single board.
fn one_by_one(lines: &[String]) -> Totals {
    let mut totals = Totals::default();
    for line in lines {
        match fastest_outcome(&Board::parse(line).expect("81 cells")) {
            Outcome::Unique(_) => totals.unique += 1,
            Outcome::Several(()) => totals.several += 1,
            Outcome::None => totals.none += 1,
        }
    }
    totals
}

/// Classifies many boards at a time; the time includes parsing, as for the other engines.
fn lanes(lines: &[String], engine: Engine) -> Totals {
    let mut totals = Totals::default();
    for lines in lines.chunks(4096) {
        let boards: Vec<Board> = lines.iter().map(|line| Board::parse(line).expect("81 cells")).collect();
        for outcome in outcomes(&boards, engine) {
            match outcome {
                Outcome::Unique(_) => totals.unique += 1,
                Outcome::Several(()) => totals.several += 1,
                Outcome::None => totals.none += 1,
            }
        }
    }
    totals
}

fn crate_sudoku(lines: &[String]) -> Totals {
    let mut totals = Totals::default();
    for line in lines {
        let board = sudoku::Sudoku::from_str_line(line).expect("81 cells");
        match board.solutions_count_up_to(2) {
            0 => totals.none += 1,
            1 => totals.unique += 1,
            _ => totals.several += 1,
        }
    }
    totals
}

/// Verifies each of our unique solutions by the rules and against the peer's, and the outcomes of
/// the lanes against ours.
fn verify(lines: &[String]) {
    let boards: Vec<Board> = lines.iter().map(|line| Board::parse(line).expect("81 cells")).collect();
    let scalar: Vec<Outcome<Board, ()>> = boards
        .iter()
        .map(|board| {
            outcome(board, &mut Budget::unlimited()).map_or(Outcome::Several(()), Outcome::without_witness)
        })
        .collect();
    for engine in Engine::all() {
        assert!(outcomes(&boards, engine) == scalar, "WRONG: {engine:?}");
    }
    assert!(
        boards.iter().zip(&scalar).all(|(board, scalar)| fastest_outcome(board) == *scalar),
        "WRONG: one by one"
    );
    for line in lines {
        let board = Board::parse(line).expect("81 cells");
        let peer = sudoku::Sudoku::from_str_line(line).expect("81 cells").solution();
        match outcome(&board, &mut Budget::unlimited()) {
            Ok(Outcome::Unique(solution)) => {
                assert!(is_solution(&solution, &board), "WRONG: {line}");
                let peer = peer.map(|peer| peer.to_str_line().to_string());
                assert_eq!(peer.as_deref(), Some(solution.to_line().as_str()), "WRONG: {line}");
            }
            _ => assert!(peer.is_none(), "WRONG: {line}"),
        }
    }
}

fn main() {
    type Run = Box<dyn Fn(&[String]) -> Totals>;
    let mut engines: Vec<(String, Run)> = vec![("scalar".to_owned(), Box::new(ours))];
    engines.push(("one by one".to_owned(), Box::new(one_by_one)));
    for engine in Engine::all() {
        engines.push((
            format!("{engine:?}").to_lowercase(),
            Box::new(move |lines: &[String]| lanes(lines, engine)),
        ));
    }
    engines.push(("sudoku 0.8".to_owned(), Box::new(crate_sudoku)));
    let peer = engines.len() - 1;
    println!("file\tpuzzles\tunique\tseveral\tnone\tengine\tbest/s\tmedian/s\tratio to sudoku 0.8");
    for path in std::env::args().skip(1) {
        let lines = puzzle_lines(&path);
        verify(&lines);
        let totals = ours(&lines);
        assert_eq!(totals, crate_sudoku(&lines), "WRONG totals: {path}");
        let mut rates = vec![Vec::new(); engines.len()];
        for _ in 0..ROUNDS {
            for (place, (_, engine)) in engines.iter().enumerate() {
                let start = Instant::now();
                assert_eq!(engine(&lines), totals);
                rates[place].push(lines.len() as f64 / start.elapsed().as_secs_f64());
            }
        }
        rates.iter_mut().for_each(|rates| rates.sort_by(f64::total_cmp));
        let median = |place: usize| rates[place][ROUNDS / 2];
        let name = std::path::Path::new(&path)
            .file_name()
            .map_or(path.clone(), |name| name.to_string_lossy().into_owned());
        for (place, (engine, _)) in engines.iter().enumerate() {
            let Totals { unique, several, none } = totals;
            println!(
                "{name}\t{}\t{unique}\t{several}\t{none}\t{engine}\t{:.0}\t{:.0}\t{:.2}",
                lines.len(),
                rates[place][ROUNDS - 1],
                median(place),
                median(place) / median(peer)
            );
        }
    }
}
