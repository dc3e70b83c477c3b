//! Tests of easy steps: each is sound, the expected one comes first, and paths have no unneeded
//! steps.

use gridlore_core::Budget;
use gridlore_sudoku::{Board, Level, Outcome, generated, outcome};
use gridlore_sudoku_human::{
    Scope, State, Step, Technique, all_steps, easy_eliminations, easy_placement, explanation, notation,
};
use gridlore_testing::cases;
use std::collections::BTreeMap;

fn solution(puzzle: &Board) -> Vec<usize> {
    match outcome(puzzle, &mut Budget::unlimited()).unwrap() {
        Outcome::Unique(solution) => solution.values().map(usize::from).to_vec(),
        other => panic!("{puzzle} should have one solution, has {other:?}"),
    }
}

#[test]
fn the_next_placement_is_the_expected_one() {
    for case in cases("hints.txt", 3) {
        let state = State::usual(Board::parse(&case.fields[0]).unwrap().values());
        let way = easy_placement(&state).unwrap();
        let hardest = match way.iter().map(|step| step.technique).max().unwrap() {
            Technique::Pointing | Technique::Claiming => "Locked Candidates",
            technique => technique.name(),
        };
        let last = notation::changes(state.shape(), way.last().unwrap());
        assert_eq!((hardest, &last[..]), (&case.fields[1][..], &case.fields[2][..]), "{}", case.place);
    }
}

fn is_there(state: &State<'_>, step: &Step) -> bool {
    if step.placements.is_empty() {
        easy_eliminations(state).contains(step)
    } else {
        all_steps(state, step.technique, Scope::ALL).contains(step)
    }
}

/// Every step on the paths of many puzzles agrees with the solution, and no path has an unneeded
/// step.
#[test]
fn easy_steps_are_sound() {
    let mut seen = BTreeMap::new();
    for seed in 0..60 {
        let puzzle = generated(if seed % 2 == 0 { Level::Hard } else { Level::Minimal }, seed);
        let solution = solution(&puzzle);
        let mut start = State::usual(puzzle.values());
        while let Some(way) = easy_placement(&start) {
            let mut now = start.clone();
            for step in &way {
                *seen.entry(step.technique).or_insert(0) += 1;
                let line = notation::line(now.shape(), step);
                assert!(!step.cells.is_empty(), "{line}");
                assert!(explanation(&now, step).ends_with('.'), "{line}");
                assert_eq!(step.first_error(&solution), None, "{puzzle}: {line}");
                assert!(
                    step.placements.iter().chain(&step.eliminations).all(|changed| now.has(*changed)),
                    "{puzzle}: {line} removes nothing"
                );
                now.apply(step);
            }
            let (last, eliminations) = way.split_last().unwrap();
            assert!(eliminations.iter().all(|step| step.placements.is_empty()));
            for spare in 0..eliminations.len() {
                let mut without = start.clone();
                let mut found = true;
                for (_, step) in eliminations.iter().enumerate().filter(|(place, _)| *place != spare) {
                    found &= is_there(&without, step);
                    without.apply(step);
                }
                assert!(
                    !(found && is_there(&without, last)),
                    "{puzzle}: step {spare} of {way:?} is not needed"
                );
            }
            let mut values = [0; 81];
            values.copy_from_slice(now.values());
            start = State::usual(&values);
        }
    }
    assert_eq!(seen.len(), 7, "every technique occurs: {seen:?}");
}
