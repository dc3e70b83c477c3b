//! Puzzles with givens in chosen cells have no other givens, have one solution, are minimal if
//! requested, and are always the same.

use gridlore_core::Budget;
use gridlore_sudoku::reference::count_solutions_up_to;
use gridlore_sudoku::{Board, Cell, obstacle, shaped};
use gridlore_testing::{cases, update_or_compare};

fn cells(pattern: &str) -> Vec<Cell> {
    Cell::all().zip(pattern.chars()).filter(|&(_, sign)| sign != '.').map(|(cell, _)| cell).collect()
}

fn solutions(puzzle: &Board) -> u64 {
    count_solutions_up_to(puzzle, 2, &mut Budget::unlimited()).unwrap()
}

/// `cargo xtask fixtures` rewrites the file when patterns are added; its puzzles never change.
#[test]
fn same_seed_same_shaped_puzzle() {
    let head = "# pattern\tminimal or spare\tseed\tpuzzle\n";
    let (mut found, mut expected) = (head.to_owned(), head.to_owned());
    for case in cases("shaped.txt", 4) {
        let [pattern, kind, seed, puzzle] = &case.fields[..] else { unreachable!("four fields") };
        let cells = cells(pattern);
        let is_minimal = kind == "minimal";
        assert_eq!(obstacle(&cells, is_minimal), None);
        let made = shaped(&cells, is_minimal, seed.parse().unwrap(), &mut Budget::unlimited()).unwrap();
        found.push_str(&format!("{pattern}\t{kind}\t{seed}\t{made}\n"));
        expected.push_str(&format!("{pattern}\t{kind}\t{seed}\t{puzzle}\n"));
        assert!(made.filled().map(|(cell, _)| cell).eq(cells.iter().copied()), "{}", case.place);
        assert_eq!(solutions(&made), 1, "{}", case.place);
        for &cell in cells.iter().filter(|_| is_minimal) {
            let mut without = made;
            without.set(cell, None);
            assert_eq!(solutions(&without), 2, "{}: {cell} can be spared", case.place);
        }
    }
    update_or_compare("shaped.txt", &expected, &found);
}

#[test]
fn impossible_patterns_are_refused_or_spend_their_budget() {
    let reason_of = |pattern: &str, is_minimal| obstacle(&cells(pattern), is_minimal);
    let few = format!("{}{}", "x".repeat(16), ".".repeat(65));
    let reason = reason_of(&few, true).unwrap();
    assert_eq!(
        reason,
        "found 16 cells, expected at least 17 (puzzles with fewer givens never have a unique solution)"
    );
    let all = "x".repeat(81);
    assert!(reason_of(&all, true).unwrap().starts_with("found 81 cells, expected at most 40"));
    assert_eq!(reason_of(&all, false), None);
    let rows = format!("{}{}", "x".repeat(63), ".".repeat(18));
    assert!(reason_of(&rows, false).unwrap().starts_with("found no cell in rows 8 and 9, expected one"));
    let columns = "xxxxxxx..".repeat(9);
    assert!(
        reason_of(&columns, false).unwrap().starts_with("found no cell in columns 8 and 9, expected one")
    );
    // With seventeen cells in the first two rows, only a search can show that there is no such
    // puzzle.
    let spent = shaped(&cells("xxxxxxxxxxxxxxxxx..................."), true, 1, &mut Budget::nodes(1_000));
    assert!(spent.is_err());
}
