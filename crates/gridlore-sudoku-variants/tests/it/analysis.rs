//! Compares true candidates, necessary clues and conflicts with brute force on small boards.

use crate::rules::engine_grids;
use gridlore_core::{Budget, Rng};
use gridlore_sudoku_variants::analysis::{
    Clue, Conflict, Count, Necessity, Progress, Proof, TrueCandidates, clues, conflict, is_frame,
    necessary_clues, removable_together,
};
use gridlore_sudoku_variants::constraint::Mark;
use gridlore_sudoku_variants::{Constraint, Puzzle, check, parse_constraints, parse_text};
use std::collections::BTreeSet;

/// Puzzles of 4x4 cells with a few to many solutions.
const OPEN: &[&str] = &[
    ".Shape~4x4",
    ".Shape~4x4.Thermo~R1C1~R1C2~R1C3",
    ".Shape~4x4.Cage~6~R1C2~R1C3.Cage~3~R4C1~R4C2.WhiteDot~R2C2~R2C3",
    ".Shape~4x4.~R1C1_1.~R2C3_2.Whisper~2~R3C1~R3C2~R4C3",
    ".Shape~4x4.Thermo~R1C1~R2C2~R3C3~R4C4.Cage~6~R1C2~R1C3.Thermo~R4C1~R3C1",
    ".Shape~4x4.~R1C1_1.~R1C2_1",
];

fn puzzle(text: &str) -> Puzzle {
    parse_constraints(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the solutions that only use values of the position.
fn grids(puzzle: &Puzzle, position: &[u32]) -> Vec<Vec<i32>> {
    let is_in = |grid: &Vec<i32>| {
        grid.iter().zip(position).all(|(value, set)| puzzle.shape.set_of(*value) & set != 0)
    };
    engine_grids(puzzle).into_iter().filter(is_in).collect()
}

/// Tests the counts for a position, computed with `step` nodes at a time.
fn counts_agree(puzzle: &Puzzle, position: &[u32], limit: u32, step: u64) {
    let grids = grids(puzzle, position);
    let mut candidates = TrueCandidates::new(puzzle, Some(position), limit).unwrap();
    let mut last = Progress { open: usize::MAX, uncounted: usize::MAX, ..Progress::default() };
    let mut runs = 0;
    while candidates.run(&mut Budget::nodes(step)).is_err() {
        let progress = candidates.progress();
        assert!(progress.open <= last.open && progress.uncounted <= last.uncounted, "{last:?} {progress:?}");
        assert!(progress.known_true >= last.known_true && progress.known_false >= last.known_false);
        last = progress;
        runs += 1;
        assert!(runs < 100_000, "no progress: {progress:?}");
    }
    let mut expected = Progress::default();
    for (cell, set) in position.iter().enumerate() {
        for value in puzzle.shape.lowest..=puzzle.shape.highest() {
            let count = grids.iter().filter(|grid| grid[cell] == value).count();
            let count = u32::try_from(count).unwrap();
            let count = if count >= limit { Count::Limit } else { Count::Exactly(count) };
            assert_eq!(candidates.count(cell, value), count, "{} {value}", puzzle.shape.cell_name(cell));
            if puzzle.shape.set_of(value) & set != 0 {
                let is_false = count == Count::Exactly(0);
                *(if is_false { &mut expected.known_false } else { &mut expected.known_true }) += 1;
            }
        }
    }
    assert_eq!(candidates.progress(), expected);
}

/// The counts are those of all solutions, even if the budget is one node at a time.
#[test]
fn true_candidates_are_those_of_all_solutions() {
    let mut rng = Rng::new(1);
    for text in OPEN {
        let puzzle = puzzle(text);
        counts_agree(&puzzle, &vec![puzzle.shape.all(); puzzle.shape.cells()], 1, 1);
        for limit in [1, 3, 8] {
            for _ in 0..4 {
                // A position in progress: some cells have fewer values.
                let position: Vec<u32> = (0..puzzle.shape.cells())
                    .map(|_| if rng.below(4) == 0 { 1 + u32::try_from(rng.below(15)).unwrap() } else { 15 })
                    .collect();
                counts_agree(&puzzle, &position, limit, 1);
                counts_agree(&puzzle, &position, limit, 1000);
            }
        }
    }
}

/// A variable that no constraint fixes does not multiply the solutions.
#[test]
fn free_variables_do_not_count() {
    let mut free = puzzle(OPEN[4]);
    free.variables = 12;
    counts_agree(&free, &[15; 16], 8, 50);
    let open = parse_text("size 4x4; variables 2; greater than: v1 v2").unwrap();
    counts_agree(&open, &[15; 16], 8, 50);
}

/// Returns the puzzle without these constraints.
fn without(puzzle: &Puzzle, removed: &[usize]) -> Puzzle {
    let kept = puzzle.constraints.iter().enumerate().filter(|(index, _)| !removed.contains(index));
    Puzzle { constraints: kept.map(|(_, constraint)| constraint.clone()).collect(), ..puzzle.clone() }
}

fn decided(puzzle: &Puzzle, solution: &[i32]) -> Vec<Clue> {
    necessary_clues(puzzle, solution, &clues(puzzle), &mut Budget::unlimited(), &mut |_| true).unwrap()
}

/// A clue is necessary exactly when there are more solutions without it.
#[test]
fn a_clue_is_necessary_if_there_are_more_solutions_without_it() {
    let mut rng = Rng::new(2);
    let (mut needed, mut spare) = (0, 0);
    for text in [OPEN[4], OPEN[2]] {
        let open = puzzle(text);
        let all: Vec<Vec<i32>> = engine_grids(&open).into_iter().collect();
        for _ in 0..8 {
            // Add givens of one solution until it is unique, and then one more.
            let solution = &all[rng.below(all.len())];
            let mut unique = open.clone();
            let mut has_more = true;
            while has_more {
                has_more = engine_grids(&unique).len() > 1;
                let cell = rng.below(solution.len());
                unique.constraints.push(Constraint::Cell(Mark::Given(solution[cell]), cell));
            }
            let found = decided(&unique, solution);
            assert_eq!(found.len(), clues(&unique).len());
            for clue in &found {
                let rest = without(&unique, &[clue.index]);
                let is_unique = engine_grids(&rest).len() == 1;
                if let Necessity::Necessary(other) = &clue.necessity {
                    needed += 1;
                    assert!(!is_unique && other != solution && check::broken(&rest, other).is_none());
                } else {
                    spare += 1;
                    assert!(is_unique && clue.necessity == Necessity::Unnecessary);
                }
            }
            let removed =
                removable_together(&unique, solution, &found, &mut Budget::unlimited(), &mut || true)
                    .unwrap();
            let rest = without(&unique, &removed);
            assert_eq!(engine_grids(&rest).len(), 1);
            for clue in decided(&rest, solution) {
                assert_ne!(clue.necessity, Necessity::Unnecessary, "further clues can be removed");
            }
        }
    }
    assert!(needed > 10 && spare > 10, "{needed} {spare}");
}

/// Without a budget nothing is claimed, and stopping keeps the results so far.
#[test]
fn a_spent_budget_leaves_clues_undecided() {
    let text = ".Shape~4x4.~R1C1_1.~R2C3_2.~R3C2_3.~R4C4_4";
    let open = puzzle(text);
    let solution = engine_grids(&open).into_iter().next().unwrap();
    let all = clues(&open);
    let found = necessary_clues(&open, &solution, &all, &mut Budget::nodes(0), &mut |_| true).unwrap();
    assert!(found.iter().any(|clue| clue.necessity == Necessity::Undecided), "{found:?}");
    let stopped =
        necessary_clues(&open, &solution, &all, &mut Budget::unlimited(), &mut |known| known.len() < 2)
            .unwrap();
    let is_known = |clue: &Clue| clue.necessity != Necessity::Undecided;
    assert_eq!(stopped.iter().map(is_known).collect::<Vec<_>>(), [true, true, false, false]);
    let empty = puzzle(OPEN[0]);
    assert_eq!(conflict(&empty, &mut Budget::nodes(0), &mut |_, _| true), Ok(Conflict::Undecided));
}

/// Returns the size of the smallest set of clues that has no solution together with the whole
/// frame.
fn smallest_conflict(puzzle: &Puzzle) -> Option<usize> {
    let all = clues(puzzle);
    let frame = engine_grids(&without(puzzle, &all));
    let broken: BTreeSet<u32> = frame
        .iter()
        .map(|grid| {
            let is_broken = |index: &usize| !puzzle.constraints[*index].is_satisfied(&puzzle.shape, grid);
            all.iter()
                .enumerate()
                .filter(|(_, index)| is_broken(index))
                .fold(0, |set, (bit, _)| set | 1 << bit)
        })
        .collect();
    let is_conflict = |set: &u32| broken.iter().all(|broken| broken & set != 0);
    (0..1_u32 << all.len()).filter(is_conflict).map(|set| set.count_ones() as usize).min()
}

/// The conflict has no solution, is as small as possible, and needs the frame constraints that it
/// names.
#[test]
fn the_conflict_is_a_smallest_one() {
    let mut rng = Rng::new(3);
    let mut sizes = BTreeSet::new();
    for round in 0..60 {
        let mut broken = puzzle(OPEN[round % 4 + 1 - usize::from(round % 4 == 3)]);
        for _ in 0..rng.below(7) + 2 {
            let value = 1 + i32::try_from(rng.below(4)).unwrap();
            broken.constraints.push(Constraint::Cell(Mark::Given(value), rng.below(16)));
        }
        let found = conflict(&broken, &mut Budget::unlimited(), &mut |_, _| true).unwrap();
        let expected = smallest_conflict(&broken);
        match found {
            Conflict::Solvable(solution) => {
                assert_eq!((expected, check::broken(&broken, &solution)), (None, None));
            }
            Conflict::Found { clues: set, frame, proof } => {
                assert_eq!((Some(set.len()), proof), (expected, Proof::Smallest));
                let used = [&set[..], &frame].concat();
                let rest: Vec<usize> =
                    (0..broken.constraints.len()).filter(|index| !used.contains(index)).collect();
                assert!(engine_grids(&without(&broken, &rest)).is_empty(), "not a conflict");
                assert!(frame.iter().all(|index| is_frame(&broken.constraints[*index])));
                sizes.insert(set.len());
            }
            Conflict::Undecided => panic!("an unlimited budget"),
        }
    }
    assert!(sizes.len() > 2, "{sizes:?}");
}

/// With any smaller budget, the answer claims nothing untrue.
#[test]
fn a_conflict_found_with_a_small_budget_is_honest() {
    let broken =
        puzzle(".Shape~4x4.Cage~3~R1C1~R1C2.~R3C3_1.~R4C4_2.~R1C4_1.~R2C3_4.~R4C1_3.Thermo~R2C1~R3C1");
    let expected = smallest_conflict(&broken).expect("no solution");
    let mut proofs = BTreeSet::new();
    for nodes in 0..80 {
        match conflict(&broken, &mut Budget::nodes(nodes), &mut |_, _| true).unwrap() {
            Conflict::Undecided => _ = proofs.insert("undecided"),
            Conflict::Solvable(solution) => panic!("{solution:?}"),
            Conflict::Found { clues: set, proof, .. } => {
                let rest: Vec<usize> =
                    clues(&broken).into_iter().filter(|index| !set.contains(index)).collect();
                assert!(engine_grids(&without(&broken, &rest)).is_empty(), "not a conflict");
                match proof {
                    Proof::Smallest => assert_eq!(set.len(), expected),
                    Proof::Minimal { least } => assert!(least <= expected && expected <= set.len()),
                    Proof::Reduced => assert!(expected <= set.len()),
                }
                proofs.insert(if proof == Proof::Smallest { "smallest" } else { "other" });
            }
        }
    }
    assert!(proofs.contains("smallest") && proofs.contains("other"), "{proofs:?}");
}
