//! Steps a person can follow: each is sound, the expected one comes first, and chains hold nothing that is not needed.

use crate::cases::cases;
use gridlore_core::Budget;
use gridlore_sudoku_geometry::explain::{
    Candidates, Change, Rules, Technique, hardest_technique, next_placement,
};
use gridlore_sudoku_geometry::{Grid, Level, Outcome, Solver, generated_on};

fn solution(puzzle: &Grid) -> Grid {
    let geometry = Rules::usual().geometry();
    match Solver::new(geometry).outcome(puzzle, &mut Budget::unlimited()).unwrap() {
        Outcome::Unique(solution) => solution,
        other => panic!("{puzzle:?} should have one solution, has {other:?}"),
    }
}

fn read(line: &str) -> Grid {
    Grid::parse(line, Rules::usual().geometry(), Rules::usual().symbols()).unwrap()
}

fn candidates(puzzle: &Grid) -> Candidates<'static> {
    Candidates::new(Rules::usual(), puzzle.values())
}

#[test]
fn the_next_placement_is_the_expected_one() {
    for case in cases("hints.txt", 3) {
        let chain = next_placement(&candidates(&read(&case.fields[0]))).unwrap();
        let hardest = chain.iter().map(|step| step.technique).max().unwrap();
        let Change::Place(cell, digit) = chain.last().unwrap().change else {
            panic!("{}: no placement", case.place)
        };
        let (row, column) = (cell / 9 + 1, cell % 9 + 1);
        assert_eq!(
            format!("{hardest}\tr{row}c{column}={digit}"),
            format!("{}\t{}", case.fields[1], case.fields[2]),
            "{}",
            case.place
        );
    }
}

/// Every step of every chain of many puzzles agrees with the solution, and no chain has a step to spare.
#[test]
fn hint_is_sound() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..60 {
        let level = if seed % 2 == 0 { Level::Hard } else { Level::Minimal };
        let puzzle = generated_on(Rules::usual(), level, seed).unwrap();
        let solution = solution(&puzzle);
        let mut board = puzzle;
        while let Some(chain) = next_placement(&candidates(&board)) {
            let mut now = candidates(&board);
            for step in &chain {
                *seen.entry(step.technique).or_insert(0) += 1;
                assert!(!step.cells.is_empty());
                let (why, is_true) =
                    (step.why(&now), |&(cell, digit): &(usize, u8)| solution.values()[cell] == digit);
                assert!(why.ends_with('.'), "{why}");
                match &step.change {
                    Change::Place(cell, digit) => {
                        assert!(is_true(&(*cell, *digit)), "{board:?}: {why}")
                    }
                    Change::Remove(removals) => {
                        for (cell, digit) in removals {
                            assert!(now.has(*cell, *digit), "{board:?}: {why} takes nothing away");
                            assert!(!is_true(&(*cell, *digit)), "{board:?}: {why}");
                        }
                    }
                }
                now.apply(step);
            }
            let (last, eliminations) = chain.split_last().unwrap();
            assert!(eliminations.iter().all(|step| matches!(step.change, Change::Remove(_))));
            for spare in 0..eliminations.len() {
                let mut without = candidates(&board);
                let mut found = true;
                for (_, step) in eliminations.iter().enumerate().filter(|(place, _)| *place != spare) {
                    found &= without.eliminations().any(|found| found == *step);
                    without.apply(step);
                }
                assert!(
                    !(found && without.singles().any(|found| found == *last)),
                    "{board:?}: step {spare} of {chain:?} is not needed"
                );
            }
            for (index, &value) in now.values().iter().enumerate() {
                board.set(index, Some(value).filter(|&value| value > 0));
            }
        }
    }
    assert_eq!(seen.len(), 6, "every technique comes up: {seen:?}");
}

#[test]
fn hardest_technique_is_none_where_ours_do_not_reach() {
    let hardest = read("98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6");
    assert_eq!(hardest_technique(&candidates(&hardest)), None);
    assert_eq!(hardest_technique(&candidates(&solution(&hardest))), Some(Technique::FullHouse));
}
