//! Explanations of published puzzles, from `../shared/data/variants`.

use crate::shared::rows;
use gridlore_core::Budget;
use gridlore_sudoku_formats::parse;
use gridlore_sudoku_variants::explain::Explainer;
use gridlore_sudoku_variants::{Outcome, Solver};

/// Number of guesses of the engine after which a puzzle is considered too hard for this test.
const GUESSES: u64 = 2_000;
/// Number of values that the explanations of a puzzle may try in this test.
const TRIES: u64 = 300_000;

/// Takes the steps of each puzzle, none of which may lose the solution. Returns how many puzzles
/// are solved without a trial, and how many with trials.
fn explained(list: &[[String; 3]]) -> (usize, usize) {
    let mut solved = (0, 0);
    for [name, text, _] in list {
        let Ok(puzzle) = parse(text) else { continue };
        let mut solver = Solver::new(&puzzle).expect("published puzzles are small");
        let Ok(Outcome::Unique(solution)) = solver.outcome(&mut Budget::nodes(GUESSES)) else { continue };
        let mut explainer = Explainer::new(&puzzle);
        let mut budget = Budget::nodes(TRIES);
        let mut has_trial = false;
        while let Ok(Some(step)) = explainer.next_step(&mut budget) {
            // A published solution has no values for variables.
            let value = |cell: usize| solution.get(cell).copied();
            let is_kept =
                step.placement.is_none_or(|(cell, placed)| value(cell).is_none_or(|value| value == placed))
                    && step.removals.iter().all(|(cell, set)| {
                        value(*cell).is_none_or(|value| puzzle.shape.set_of(value) & set == 0)
                    });
            assert!(is_kept, "{name}: {step:?}");
            has_trial |= step.technique.is_trial();
            explainer.apply(&step);
        }
        if explainer.is_solved() {
            solved.0 += usize::from(!has_trial);
            solved.1 += usize::from(has_trial);
        }
    }
    solved
}

#[test]
fn steps_of_published_constraint_lines_keep_their_solutions() {
    let Some(list) = rows("variants/iss-part.tsv", [1, 4, 2]) else { return };
    let (direct, tried) = explained(&list);
    assert!(direct >= 54 && direct + tried >= 58, "{direct} solved without a trial, {tried} with one");
}

#[test]
fn steps_of_published_f_puzzles_keep_their_solutions() {
    let Some(list) = rows("variants/f-puzzles-part.tsv", [0, 1, 2]) else { return };
    let (direct, tried) = explained(&list);
    assert!(direct >= 11 && direct + tried >= 14, "{direct} solved without a trial, {tried} with one");
}
