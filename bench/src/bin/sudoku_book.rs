//! Searches for sudokus of every Sudoku Explainer rating, for the book of the facade
//! (`crates/gridlore/src/sudoku/book.txt`): `cargo run --release --manifest-path bench/Cargo.toml
//! --bin sudoku_book -- COMMAND`.
//!
//! - `seeds SECONDS FIRST` rates the minimal puzzles of the seeds from `FIRST` on, and prints
//!   `rating seed puzzle` for the first of each rating.
//! - `climb SECONDS SEED FILE` changes the hardest puzzles of a file, a few givens at a time, and
//!   keeps the results that are at least as hard; it prints `rating puzzle`.
//! - `book FILE...` prints a book of the puzzles in the files. It rates each puzzle again, in
//!   twelve symmetric forms, and leaves out those whose ratings differ.

use gridlore_core::{Budget, Rng};
use gridlore_sudoku::{
    Board, Cell, Level, Symmetry, canonical, count_solutions_up_to, generated, solutions_up_to,
};
use gridlore_sudoku_human::State;
use gridlore_sudoku_human::explainer::{Explainer, Version};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

/// Puzzles per rating.
const PER_RATING: usize = 12;
/// Puzzles per rating that few seeds have; these puzzles are written out in full.
const SPELLED_PER_RATING: usize = 6;
/// The minimum rating, in tenths, of puzzles that are changed in search of harder puzzles.
const HARD: u16 = 83;
/// The number of puzzles that the search keeps.
const POOL: usize = 400;
/// The number of symmetric forms of a puzzle that must have its rating.
const FORMS: u64 = 12;

/// Returns the rating of a puzzle in tenths.
fn rating(board: &Board) -> u16 {
    Explainer::new(&State::usual(board.values()), Version::Original).rate(|_| {}).hardest.0
}

/// Returns whether all symmetric forms that are tried have this rating.
fn is_stable(board: &Board, rated: u16) -> bool {
    (0..FORMS).all(|number| rating(&Symmetry::from_seed(77, number).apply(board)) == rated)
}

fn is_unique(board: &Board) -> bool {
    count_solutions_up_to(board, 2, &mut Budget::unlimited()) == Ok(1)
}

/// Removes givens in random order while the solution stays unique.
fn minimise(board: &mut Board, rng: &mut Rng) {
    let mut cells: Vec<Cell> = board.filled().map(|(cell, _)| cell).collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        let mut without = *board;
        without.set(cell, None);
        if is_unique(&without) {
            *board = without;
        }
    }
}

/// Removes a few givens, and adds others until the solution is unique; `None` if that fails.
fn varied(board: &Board, rng: &mut Rng) -> Option<Board> {
    let mut board = *board;
    let number = 1 + rng.below(3).min(rng.below(3));
    for _ in 0..number {
        let cells: Vec<Cell> = board.filled().map(|(cell, _)| cell).collect();
        board.set(cells[rng.below(cells.len())], None);
    }
    for _ in 0..number + 2 {
        let solutions = solutions_up_to(&board, 40, &mut Budget::unlimited()).ok()?;
        if solutions.len() == 1 {
            minimise(&mut board, rng);
            return Some(board);
        }
        let wanted = solutions[rng.below(solutions.len())];
        let is_open = |cell: &Cell| solutions.iter().any(|other| other.digit(*cell) != wanted.digit(*cell));
        let open: Vec<Cell> = Cell::all().filter(is_open).collect();
        let cell = open[rng.below(open.len())];
        board.set(cell, wanted.digit(cell));
    }
    None
}

/// Returns the entries of a file, each a seed or a puzzle, with their ratings in tenths.
fn entries(file: &str) -> Vec<(u16, String)> {
    let text = std::fs::read_to_string(file).expect("a file of ratings and puzzles");
    let entry = |line: &str| {
        let fields: Vec<&str> = line.split(' ').collect();
        let rated = fields[0].parse().expect("a rating in tenths");
        (rated, fields[1].to_owned())
    };
    text.lines().map(entry).collect()
}

/// Reads an entry: a seed or a puzzle.
fn board_of(entry: &str) -> Board {
    let seed = if entry.len() < 20 { entry.parse().ok() } else { None };
    seed.map_or_else(|| Board::parse(entry).expect("a puzzle"), |seed| generated(Level::Minimal, seed))
}

fn seeds(limit: Duration, first: u64) {
    let start = Instant::now();
    let mut known: BTreeMap<u16, usize> = BTreeMap::new();
    for seed in (first..).take_while(|_| start.elapsed() < limit) {
        let board = generated(Level::Minimal, seed);
        let rated = rating(&board);
        let number = known.entry(rated).or_default();
        if *number < 2 * PER_RATING || rated >= HARD {
            *number += 1;
            println!("{rated} {seed} {board}");
        }
    }
}

fn climb(limit: Duration, seed: u64, file: &str) {
    let start = Instant::now();
    let mut rng = Rng::new(seed);
    let mut known = HashSet::new();
    let mut pool: Vec<(u16, Board)> = entries(file)
        .into_iter()
        .filter(|(rated, _)| *rated >= HARD)
        .map(|(rated, entry)| (rated, board_of(&entry)))
        .collect();
    pool.sort_by_key(|(rated, _)| Reverse(*rated));
    pool.truncate(POOL);
    while start.elapsed() < limit {
        // The hardest puzzles are changed most often.
        let place = (0..3).map(|_| rng.below(pool.len())).min().unwrap_or(0);
        let (before, parent) = pool[place];
        let Some(board) = varied(&parent, &mut rng) else { continue };
        if !canonical(&board).is_some_and(|form| known.insert(form.board)) {
            continue;
        }
        let rated = rating(&board);
        if rated >= 90 {
            println!("{rated} {board}");
        }
        if rated + 1 >= before || rated >= pool[pool.len() - 1].0 {
            let place = pool.partition_point(|(other, _)| *other > rated);
            pool.insert(place, (rated, board));
            pool.truncate(POOL);
        }
    }
}

fn book(files: &[String]) {
    let mut all: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    let mut known = HashSet::new();
    for (rated, entry) in files.iter().flat_map(|file| entries(file)) {
        let kept = all.entry(rated).or_default();
        let board = board_of(&entry);
        let mut is_new = || canonical(&board).is_some_and(|form| known.insert(form.board));
        if kept.len() < (if entry.len() < 20 { PER_RATING } else { SPELLED_PER_RATING })
            && is_unique(&board)
            && is_stable(&board, rated)
            && is_new()
        {
            kept.push(entry);
        }
    }
    for (rated, kept) in all.into_iter().filter(|(_, kept)| !kept.is_empty()) {
        println!("{}.{} {}", rated / 10, rated % 10, kept.join(" "));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = || Duration::from_secs(arguments[1].parse().expect("a number of seconds"));
    let number = || arguments[2].parse().expect("a whole number");
    match arguments.first().map(String::as_str) {
        Some("seeds") => seeds(seconds(), number()),
        Some("climb") => climb(seconds(), number(), &arguments[3]),
        Some("book") => book(&arguments[1..]),
        _ => eprintln!("expected seeds SECONDS FIRST, climb SECONDS SEED FILE or book FILE..."),
    }
}
