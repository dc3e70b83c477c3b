//! Checks every step of every technique against the solution, for puzzles from files, including in
//! states from which random false candidates were removed: `cargo run --release --manifest-path
//! bench/Cargo.toml --bin soundness -- EVERY FILE...` takes every EVERYth puzzle of each file.
//!
//! Prints the number of steps for each technique; exits with code 1 at the first wrong step.
//! Franken and mutant fish of size four or more, which take seconds, and nested nets are included
//! only with `--slow`.

use gridlore_core::Rng;
use gridlore_sudoku::Board;
use gridlore_sudoku_human::{
    Candidate, FishFamily, FishFins, Scope, State, Step, Technique, notation, position, solutions_up_to,
    steps,
};
use std::collections::BTreeMap;
use std::io::Read;
use std::ops::ControlFlow;
use std::process::ExitCode;

/// The maximum number of steps of a technique that are checked per state.
const MAX_STEPS: usize = 100;

fn is_slow(technique: Technique) -> bool {
    let is_large_fish = technique.fish().is_some_and(|fish| match (fish.family, fish.fins) {
        (FishFamily::Basic, _) => false,
        (FishFamily::Franken, FishFins::None) => fish.size > 3,
        (FishFamily::Franken | FishFamily::Mutant, _) => true,
    });
    is_large_fish
        || matches!(
            technique,
            Technique::NestedNetContradiction | Technique::NestedNetVerity | Technique::NetsWithinNet
        )
}

/// Takes random steps to the solution; returns a description of the first wrong step, if any.
fn walk(
    board: &Board,
    techniques: &[Technique],
    rng: &mut Rng,
    counts: &mut BTreeMap<Technique, usize>,
) -> Result<(), String> {
    let mut state = State::usual(board.values());
    let found = solutions_up_to(&state, 2);
    let [solution] = &found[..] else { return Ok(()) };
    while !state.is_full() {
        if rng.below(3) == 0 {
            for _ in 0..6 {
                let (cell, digit) = (rng.below(81), 1 + rng.below(9));
                if solution[cell] != digit {
                    state.remove(Candidate::new(cell, digit));
                }
            }
        }
        let mut all: Vec<Step> = Vec::new();
        for &technique in techniques {
            let mut of_this = Vec::new();
            let _ = steps(&state, technique, Scope::ALL, &mut |step| {
                of_this.push(step);
                if of_this.len() < MAX_STEPS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            for step in &of_this {
                let changes = || step.placements.iter().chain(&step.eliminations);
                if step.first_error(solution).is_some()
                    || changes().count() == 0
                    || !changes().all(|one| state.has(*one))
                {
                    return Err(format!(
                        "{}\n{}",
                        notation::line(state.shape(), step),
                        position::to_grid(&state)
                    ));
                }
            }
            *counts.entry(technique).or_default() += of_this.len();
            all.append(&mut of_this);
        }
        if all.is_empty() {
            return Ok(());
        }
        for _ in 0..3 {
            let step = &all[rng.below(all.len())];
            if step.placements.iter().all(|placement| state.has(*placement)) {
                state.apply(step);
            }
        }
    }
    Ok(())
}

/// Returns the puzzles of a file, gzipped or not: the first word of each line.
fn puzzles(file: &str) -> Vec<Board> {
    let bytes = std::fs::read(file).expect("a file of puzzles");
    let mut text = String::new();
    if file.ends_with(".gz") {
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("packed text");
    } else {
        text = String::from_utf8(bytes).expect("text");
    }
    text.lines().filter_map(|line| Board::parse(line.split_whitespace().next()?).ok()).collect()
}

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let with_slow = arguments.iter().any(|argument| argument == "--slow");
    arguments.retain(|argument| argument != "--slow");
    let every: usize =
        arguments.first().and_then(|every| every.parse().ok()).expect("usage: soundness EVERY FILE...");
    let techniques: Vec<Technique> =
        Technique::ALL.iter().copied().filter(|&one| with_slow || !is_slow(one)).collect();
    let mut counts = BTreeMap::new();
    println!("file\tpuzzles");
    for file in &arguments[1..] {
        let chosen: Vec<Board> = puzzles(file).into_iter().step_by(every).collect();
        for (seed, board) in chosen.iter().enumerate() {
            if let Err(wrong) = walk(board, &techniques, &mut Rng::new(seed as u64), &mut counts) {
                println!("wrong, in {board}:\n{wrong}");
                return ExitCode::FAILURE;
            }
        }
        let name = file.rsplit('/').next().unwrap_or(file);
        println!("{name}\t{}", chosen.len());
    }
    println!("technique\tsteps, all right");
    for (technique, count) in &counts {
        println!("{technique}\t{count}");
    }
    println!("all\t{}", counts.values().sum::<usize>());
    ExitCode::SUCCESS
}
