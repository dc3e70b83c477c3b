//! Compares canonical forms and minimal puzzles with a peer: `cargo run --release --manifest-path
//! bench/Cargo.toml --bin forms -- FILE...` (81-character lines, gzipped or not, of puzzles with
//! one solution).
//!
//! Forms are checked before times are recorded: the returned symmetry must produce the form, and a
//! scrambled board must have the same form. The scalar engine checks whether our puzzles and the
//! peer's are minimal, and the number of minimal puzzles among the peer's is printed. Then both
//! take turns for five rounds on one thread; the best and the median are printed.
//!
//! The two forms of a puzzle differ: ours is the first of all its symmetric lines, while the peer's
//! is that of its solution and exists only for puzzles with one solution. For grids, both forms are
//! the same.

use gridlore_bench::puzzle_lines;
use gridlore_core::{Budget, Rng};
use gridlore_sudoku::reference::count_solutions_up_to;
use gridlore_sudoku::{Board, Engine, Outcome, Recipe, Symmetry, canonical, minimal_puzzles, outcomes};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 5;
/// The number of puzzles generated per round.
const GENERATED: u64 = 20_000;

/// Runs the engines in turns and returns the best and the median rate of each.
fn rates(runs: &mut [(&str, &mut dyn FnMut() -> usize)]) -> Vec<(f64, f64)> {
    let mut rates = vec![Vec::new(); runs.len()];
    for _ in 0..ROUNDS {
        for ((_, run), rates) in runs.iter_mut().zip(&mut rates) {
            let start = Instant::now();
            let count = run();
            rates.push(count as f64 / start.elapsed().as_secs_f64());
        }
    }
    rates
        .into_iter()
        .map(|mut rates| {
            rates.sort_by(f64::total_cmp);
            (rates[ROUNDS - 1], rates[ROUNDS / 2])
        })
        .collect()
}

/// Prints the rates; the last run is the peer's.
fn print(what: &str, runs: &mut [(&str, &mut dyn FnMut() -> usize)]) {
    let rates = rates(runs);
    let peer = rates[rates.len() - 1].1;
    for ((name, _), (best, median)) in runs.iter().zip(rates) {
        println!("{what}\t{name}\t{best:.0}\t{median:.0}\t{:.2}", median / peer);
    }
}

fn is_minimal(puzzle: &Board) -> bool {
    let solutions = |puzzle: &Board| count_solutions_up_to(puzzle, 2, &mut Budget::unlimited()) == Ok(1);
    solutions(puzzle)
        && puzzle.filled().all(|(cell, _)| {
            let mut without = *puzzle;
            without.set(cell, None);
            !solutions(&without)
        })
}

fn generate(count: u64, mut done: impl FnMut(Board)) {
    minimal_puzzles(&Recipe::default(), 0..count, Engine::fastest(), |puzzle| {
        done(puzzle);
        true
    });
}

fn main() {
    println!("what\tengine\tbest/s\tmedian/s\tratio to sudoku 0.8");
    for path in std::env::args().skip(1) {
        let lines = puzzle_lines(&path).into_iter().take(20_000);
        let puzzles: Vec<Board> = lines.map(|line| Board::parse(&line).expect("81 cells")).collect();
        let grids: Vec<Board> = outcomes(&puzzles, Engine::fastest())
            .into_iter()
            .map(|outcome| match outcome {
                Outcome::Unique(grid) => grid,
                other => panic!("found {other:?}, expected a puzzle with one solution"),
            })
            .collect();
        let name = std::path::Path::new(&path).file_name().expect("a file").to_string_lossy().into_owned();
        for (kind, boards) in [("puzzles", &puzzles), ("grids", &grids)] {
            let mut rng = Rng::new(1);
            for board in boards {
                let form = canonical(board).expect("no clash");
                assert_eq!(form.symmetry.apply(board), form.board, "WRONG: {board}");
                let other = Symmetry::random(&mut rng).apply(board);
                assert_eq!(canonical(&other).expect("no clash").board, form.board, "WRONG: {board}");
            }
            let peers: Vec<sudoku::Sudoku> = boards
                .iter()
                .map(|board| sudoku::Sudoku::from_str_line(&board.to_line()).expect("81 cells"))
                .collect();
            if kind == "grids" {
                for (board, peer) in boards.iter().zip(&peers) {
                    let (peer, _) = peer.canonicalized().expect("one solution");
                    let ours = canonical(board).expect("no clash").board;
                    assert_eq!(peer.to_str_line().to_string(), ours.to_line(), "forms differ: {board}");
                }
            }
            let mut ours = || {
                boards.iter().for_each(|board| {
                    black_box(canonical(board));
                });
                boards.len()
            };
            let mut theirs = || {
                peers.iter().for_each(|peer| {
                    black_box(peer.canonicalized());
                });
                peers.len()
            };
            print(
                &format!("canonical {kind} {name}"),
                &mut [("ours", &mut ours), ("sudoku 0.8", &mut theirs)],
            );
        }
    }
    let mut givens = 0;
    generate(2_000, |puzzle| {
        assert!(is_minimal(&puzzle), "WRONG: {puzzle}");
        givens += puzzle.filled_count();
    });
    println!("# ours: 2000 of 2000 minimal, {:.2} givens in the mean", givens as f64 / 2_000.0);
    let (mut minimal, mut givens) = (0, 0);
    for _ in 0..2_000 {
        let puzzle = Board::parse(&sudoku::Sudoku::generate().to_str_line()).expect("81 cells");
        minimal += usize::from(is_minimal(&puzzle));
        givens += puzzle.filled_count();
    }
    println!(
        "# sudoku 0.8: {minimal} of 2000 minimal, {:.2} givens in the mean",
        f64::from(u32::try_from(givens).expect("few")) / 2_000.0
    );
    let mut ours = || {
        let mut count = 0;
        generate(GENERATED, |_| count += 1);
        count
    };
    let mut theirs = || {
        (0..GENERATED).for_each(|_| {
            black_box(sudoku::Sudoku::generate());
        });
        20_000
    };
    print("made puzzles", &mut [("ours", &mut ours), ("sudoku 0.8", &mut theirs)]);
}
