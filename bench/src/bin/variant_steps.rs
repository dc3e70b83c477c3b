//! Explains variant sudokus step by step, without trial and error: `cargo run --release
//! --manifest-path bench/Cargo.toml --bin variant_steps -- ../shared/data/variants/iss-part.tsv
//! ../shared/data/variants/f-puzzles-part.tsv`.
//!
//! Prints a row for each 9x9 puzzle that the engine proves to have one solution: whether the
//! steps reach it, how many there are, how many cells stay open, the hardest technique, the
//! slowest step in processor time with its nodes and its technique, and the constraints. A step
//! that excludes a digit of the solution ends the program. The last lines are the totals, and the
//! time of each technique.

use gridlore_bench::puzzle_lines;
use gridlore_core::Budget;
use gridlore_sudoku_formats::read;
use gridlore_sudoku_variants::explain::{Explainer, Step};
use gridlore_sudoku_variants::{Outcome, Puzzle, Solver};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Maximum number of guesses for the proof that a solution is unique.
const GUESSES: u64 = 300_000;
/// Maximum number of values that are tried for a step, as in `gridlore sudoku explain`.
const TRIES: u64 = 20_000_000;
/// The time in milliseconds from which a step is too slow for a hint.
const SLOW: f64 = 50.0;

/// Returns the processor time of this program, which other programs do not affect.
fn now() -> Duration {
    nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("a clock").into()
}

/// Returns whether a step keeps the solution possible.
fn keeps(puzzle: &Puzzle, step: &Step, solution: &[i32]) -> bool {
    let is_kept = |(cell, set): &(usize, u32)| {
        solution.get(*cell).is_none_or(|value| set & puzzle.shape.set_of(*value) == 0)
    };
    step.placement.is_none_or(|(cell, value)| solution[cell] == value) && step.removals.iter().all(is_kept)
}

fn main() {
    let (mut rows, mut solved, mut slow) = (0, 0, 0);
    let mut worst: f64 = 0.0;
    let mut techniques: BTreeMap<String, (usize, f64, f64)> = BTreeMap::new();
    println!(
        "set\tname\tsolved\tsteps\topen cells\thardest\tslowest step ms\tnodes\ttechnique\tfirst step ms\tconstraints"
    );
    let files: Vec<String> = std::env::args().skip(1).collect();
    for line in files.iter().flat_map(|file| puzzle_lines(file)) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (set, name, text) = match fields[..] {
            [set, name, _, _, text] => (set, name, text),
            [name, text, ..] => ("f-puzzles", name, text),
            _ => panic!("five columns or three, found {}", fields.len()),
        };
        let Ok(puzzle) = read(text).map(|reading| reading.puzzle) else { continue };
        let shape = puzzle.shape;
        if (shape.rows, shape.columns, shape.values) != (9, 9, 9) {
            continue;
        }
        let outcome = Solver::new(&puzzle).ok().map(|mut solver| solver.outcome(&mut Budget::nodes(GUESSES)));
        let Some(Ok(Outcome::Unique(solution))) = outcome else { continue };
        let start = now();
        let mut explainer = Explainer::new(&puzzle).with_trial(false);
        let (mut steps, mut first, mut hardest) = (0, 0.0, None);
        let mut slowest = (0.0, 0, "none");
        let mut since = start;
        loop {
            let mut budget = Budget::nodes(TRIES);
            let step = explainer.next_step(&mut budget).ok().flatten();
            let ms = (now() - since).as_secs_f64() * 1e3;
            let technique = step.as_ref().map_or("none", |step| step.technique.name());
            let entry = techniques.entry(technique.to_owned()).or_default();
            *entry = (entry.0 + 1, entry.1 + ms, entry.2.max(ms));
            if steps == 0 {
                first = ms;
            } else if ms > slowest.0 {
                slowest = (ms, budget.spent(), technique);
            }
            let Some(step) = step else { break };
            assert!(keeps(&puzzle, &step, &solution), "{name}: unsound: {}", step.text);
            hardest = hardest.max(Some(step.technique));
            steps += 1;
            since = now();
            explainer.apply(&step);
        }
        rows += 1;
        solved += usize::from(explainer.is_solved());
        slow += usize::from(slowest.0 > SLOW);
        worst = worst.max(slowest.0);
        let open = (0..shape.cells()).filter(|cell| !explainer.is_placed(*cell)).count();
        let rules: BTreeSet<&str> = puzzle.constraints.iter().map(|constraint| constraint.name()).collect();
        let rules: Vec<&str> = rules.into_iter().collect();
        println!(
            "{set}\t{name}\t{}\t{steps}\t{open}\t{}\t{:.1}\t{}\t{}\t{first:.1}\t{}",
            if explainer.is_solved() { "yes" } else { "no" },
            hardest.map_or("none", |technique| technique.name()),
            slowest.0,
            slowest.1,
            slowest.2,
            rules.join(", ")
        );
    }
    println!(
        "# {solved} of {rows} puzzles solved; {slow} with a step of more than {SLOW} ms; slowest {worst:.1} ms"
    );
    for (technique, (count, total, slowest)) in techniques {
        println!(
            "# {technique}: {count} steps, {:.2} ms each, slowest {slowest:.1} ms",
            total / count as f64
        );
    }
}
