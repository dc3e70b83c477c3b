//! Times variant sudokus, set by set: `cargo run --release --manifest-path bench/Cargo.toml --bin
//! variants -- ../shared/data/variants/iss-part.tsv [SET [GUESSES [PYTHON]]]`.
//!
//! Each puzzle is parsed, solved and proved unique on one thread. The program stops if the
//! independent checker rejects an answer, or if an answer differs from the published solution.
//! Puzzles that take more guesses than the limit (2,000,000 by default) are counted as open, with
//! their time. The puzzles of the end-to-end suite of Interactive Sudoku Solver are counted twice:
//! in their set, and as `end to end`.
//!
//! With a PYTHON that has ortools and python-sat, CP-SAT, CaDiCaL and Glucose also solve the
//! killers of the set, and their solutions are compared with ours. CP-SAT and Glucose have 30
//! seconds for each puzzle.

use gridlore_bench::puzzle_lines;
use gridlore_core::Budget;
use gridlore_sudoku_variants::{Outcome, Puzzle, Rule, Shape, Solver, check, parse_constraints};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The names of the puzzles in the end-to-end suite.
const SUITE: &str = include_str!("../iss_suite.txt");

/// The results for the puzzles of a set.
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

/// Returns a solution in the notation of the list: digits, or letters from A for 1.
fn line(shape: &Shape, values: &[i32]) -> String {
    let sign = |value: &i32| match u8::try_from(*value) {
        Ok(value) if shape.values > 9 && shape.lowest == 1 => char::from(b'A' + value - 1),
        Ok(value) => char::from_digit(u32::from(value), 36).unwrap_or('?').to_ascii_uppercase(),
        Err(_) => '?',
    };
    values.iter().map(sign).collect()
}

/// Returns the cages of a killer on the standard board, as the peers read them, or `None` if it has
/// other rules.
fn cages(puzzle: &Puzzle) -> Option<String> {
    let plain = parse_constraints(".Shape~9x9").expect("a shape");
    let mut cages = Vec::new();
    let mut different = Vec::new();
    for rule in puzzle.rules() {
        match rule {
            rule if plain.rules().contains(&rule) => {}
            Rule::Sum { total, terms } if terms.iter().all(|(times, _)| *times == 1) => {
                let cells: Vec<usize> = terms.iter().map(|(_, cell)| *cell).collect();
                cages.push((total, cells));
            }
            Rule::Different(cells) if cells.len() < 2 => {}
            Rule::Different(cells) => different.push(cells),
            _ => return None,
        }
    }
    let is_cage = |cells: &Vec<usize>| cages.iter().any(|(_, cage)| cage == cells);
    if puzzle.shape != plain.shape || cages.is_empty() || !different.iter().all(is_cage) {
        return None;
    }
    let text = |(total, cells): &(i32, Vec<usize>)| {
        let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
        format!("{total}:{}", cells.join(","))
    };
    Some(cages.iter().map(text).collect::<Vec<_>>().join(" "))
}

/// Time limit of a peer for each puzzle, in seconds.
const PEER_SECONDS: &str = "30";

/// Runs the peers on killers, each given with its unique solution, and returns a tally for each
/// peer.
fn peers(python: &str, killers: &[(String, String)]) -> BTreeMap<String, Tally> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/killers.py");
    let mut child = Command::new(python)
        .args([script, PEER_SECONDS])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the Python program of the peers");
    let input: String = killers.iter().map(|(cages, _)| format!("{cages}\n")).collect();
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the peers read all puzzles");
    let output = child.wait_with_output().expect("the peers end");
    assert!(output.status.success(), "the peers failed");
    let text = String::from_utf8(output.stdout).expect("the peers print text");
    assert_eq!(text.lines().count(), killers.len(), "expected one line per puzzle");
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for (line, (_, solution)) in text.lines().zip(killers) {
        let mut fields: Vec<&str> = line.split('\t').collect();
        let grid = fields.pop().expect("a grid");
        assert!(grid == "." || grid == solution, "found the solution {grid}, expected {solution}");
        for peer in fields.chunks(4) {
            let [name, verdict, seconds, conflicts] = peer else { panic!("four fields, found {peer:?}") };
            assert_ne!(*verdict, "several", "{name} found two solutions, expected one");
            tallies.entry((*name).to_owned()).or_default().add(Tally {
                solved: usize::from(*verdict == "unique"),
                open: usize::from(*verdict == "open"),
                seconds: seconds.parse().expect("seconds"),
                guesses: conflicts.parse().expect("a number of conflicts"),
                ..Tally::default()
            });
        }
    }
    tallies
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("the file of puzzles as the first argument");
    let wanted = arguments.next().unwrap_or_default();
    let limit = arguments.next().map_or(2_000_000, |limit| limit.parse().expect("a number of guesses"));
    let python = arguments.next();
    let mut killers = Vec::new();
    let mut sets: BTreeMap<String, Tally> = BTreeMap::new();
    for row in puzzle_lines(&file) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [set, name, solution, _, text] = fields[..] else {
            panic!("five columns, found {}", fields.len())
        };
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
                assert!(
                    solution.is_empty() || line(&puzzle.shape, grid) == solution,
                    "{name}: a different solution"
                );
                tally.solved += 1;
                if let Some(cages) = cages(&puzzle).filter(|_| wanted == set) {
                    killers.push((cages, line(&puzzle.shape, grid)));
                }
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
    let Some(python) = python else { return };
    for (name, Tally { solved, open, seconds, guesses, .. }) in peers(&python, &killers) {
        println!("{wanted} by {name}\t{solved}\t0\t{open}\t0\t{seconds:.3}\t{guesses}");
    }
}
