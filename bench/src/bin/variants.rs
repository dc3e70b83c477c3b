//! Times variant sudokus, set by set: `cargo run --release --manifest-path bench/Cargo.toml --bin
//! variants -- ../shared/data/variants/iss-part.tsv [SET [GUESSES]]`.
//!
//! Each puzzle is parsed, solved and proved unique on one thread. An answer counts only if the
//! independent checker accepts it and it equals the published solution, where there is one. Puzzles
//! that take more guesses (2,000,000 by default) count as open, with their time.

use gridlore_bench::puzzle_lines;
use gridlore_core::Budget;
use gridlore_sudoku_variants::{Outcome, Shape, Solver, check, parse_constraints};
use std::collections::BTreeMap;
use std::time::Instant;

/// The names of the end-to-end suite.
const SUITE: &str = include_str!("../iss_suite.txt");

/// What happened to the puzzles of a set.
#[derive(Clone, Copy, Default)]
struct Tally {
    solved: usize,
    several: usize,
    open: usize,
    unknown: usize,
    seconds: f64,
    guesses: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.solved += other.solved;
        self.several += other.several;
        self.open += other.open;
        self.unknown += other.unknown;
        self.seconds += other.seconds;
        self.guesses += other.guesses;
    }
}

/// A solution in the notation of the list: digits, or letters from A for 1.
fn line(shape: &Shape, values: &[i32]) -> String {
    let sign = |value: &i32| match u8::try_from(*value) {
        Ok(value) if shape.values > 9 && shape.lowest == 1 => char::from(b'A' + value - 1),
        Ok(value) => char::from_digit(u32::from(value), 36).unwrap_or('?').to_ascii_uppercase(),
        Err(_) => '?',
    };
    values.iter().map(sign).collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("the file of puzzles as the first argument");
    let wanted = arguments.next().unwrap_or_default();
    let limit = arguments.next().map_or(2_000_000, |limit| limit.parse().expect("a number of guesses"));
    let mut sets: BTreeMap<String, Tally> = BTreeMap::new();
    for row in puzzle_lines(&file) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [set, name, solution, _, text] = fields[..] else { panic!("five columns, found {}", fields.len()) };
        if !wanted.is_empty() && set != wanted {
            continue;
        }
        let start = Instant::now();
        let Ok(puzzle) = parse_constraints(text) else {
            sets.entry(set.to_owned()).or_default().unknown += 1;
            continue;
        };
        let mut solver = Solver::new(&puzzle).expect("the puzzles of the list are small");
        let mut budget = Budget::nodes(limit);
        let outcome = solver.outcome(&mut budget);
        let seconds = start.elapsed().as_secs_f64();
        let mut tally = Tally { seconds, guesses: budget.spent(), ..Tally::default() };
        match outcome {
            Ok(Outcome::Unique(values)) => {
                assert!(check::broken(&puzzle, &values).is_none(), "{name}: a rule is broken");
                let grid = &values[..puzzle.shape.cells()];
                assert!(solution.is_empty() || line(&puzzle.shape, grid) == solution, "{name}: another solution");
                tally.solved += 1;
            }
            Ok(Outcome::Several(_)) => tally.several += 1,
            Ok(Outcome::Impossible) => panic!("{name}: no solution"),
            Err(_) => tally.open += 1,
        }
        sets.entry(set.to_owned()).or_default().add(tally);
        if set == "examples" && SUITE.lines().any(|line| line.eq_ignore_ascii_case(name)) {
            sets.entry("end to end".to_owned()).or_default().add(tally);
        }
        if wanted == set {
            eprintln!("{seconds:.4}\t{}\t{name}", budget.spent());
        }
    }
    println!("set\tunique\tseveral\topen\tunknown rules\tseconds\tguesses");
    for (set, Tally { solved, several, open, unknown, seconds, guesses }) in sets {
        println!("{set}\t{solved}\t{several}\t{open}\t{unknown}\t{seconds:.3}\t{guesses}");
    }
}
