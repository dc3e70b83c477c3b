//! Puzzles generated from seeds are always the same, and each meets its level.

use gridlore_core::Budget;
use gridlore_sudoku::reference::count_solutions_up_to;
use gridlore_sudoku::{Board, Level, generated};
use gridlore_sudoku_geometry::{Demand, Rules, demand};
use gridlore_testing::{cases, update_or_compare};

fn solutions(puzzle: &Board) -> u64 {
    count_solutions_up_to(puzzle, 2, &mut Budget::unlimited()).unwrap()
}

/// `cargo xtask fixtures` rewrites the file when levels are added; its puzzles never change.
#[test]
fn same_seed_same_puzzle() {
    let (mut found, mut expected) =
        (String::from("# level\tseed\tpuzzle\n"), String::from("# level\tseed\tpuzzle\n"));
    for case in cases("generated.txt", 3) {
        let [name, seed, puzzle] = &case.fields[..] else { unreachable!("three fields") };
        let level: Level = name.parse().unwrap();
        found.push_str(&format!("{name}\t{seed}\t{}\n", generated(level, seed.parse().unwrap())));
        expected.push_str(&format!("{name}\t{seed}\t{puzzle}\n"));
    }
    update_or_compare("generated.txt", &expected, &found);
}

#[test]
fn generated_is_unique_and_meets_its_level() {
    for seed in 1_000..1_020 {
        for level in Level::ALL {
            let puzzle = generated(level, seed);
            assert_eq!(solutions(&puzzle), 1, "{level} {seed}");
            let demand = demand(Rules::usual(), puzzle.values());
            match level {
                Level::Easy => {
                    assert!((34..=40).contains(&puzzle.filled_count()), "{seed}");
                    assert!(demand == Some(Demand::HiddenSingles), "{seed}");
                }
                Level::Medium => {
                    assert!(demand.is_some_and(|demand| demand <= Demand::NakedSingles), "{seed}")
                }
                Level::Hard => {
                    assert!(demand == Some(Demand::Pairs), "{seed}")
                }
                Level::Minimal => {}
            }
            if matches!(level, Level::Hard | Level::Minimal) {
                for (cell, _) in puzzle.filled() {
                    let mut without = puzzle;
                    without.set(cell, None);
                    assert_eq!(solutions(&without), 2, "{level} {seed}: {cell} can be spared");
                }
            }
        }
    }
}
