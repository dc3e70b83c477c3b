//! Puzzles whose givens lie in chosen cells: just there, unique, minimal where that is asked for,
//! and the same for ever.

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

/// `cargo xtask fixtures` writes the file anew, when patterns are added; what is in it never
/// changes.
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
fn patterns_that_cannot_be_are_refused_or_spend_their_budget() {
    let told = |pattern: &str, is_minimal| obstacle(&cells(pattern), is_minimal);
    let few = format!("{}{}", "x".repeat(16), ".".repeat(65));
    let reason = told(&few, true).unwrap();
    assert_eq!(reason, "found 16 cells, expected 17 or more, as fewer givens never have one solution");
    let all = "x".repeat(81);
    assert!(told(&all, true).unwrap().starts_with("found 81 cells, expected 40 at most"));
    assert_eq!(told(&all, false), None);
    let rows = format!("{}{}", "x".repeat(63), ".".repeat(18));
    assert!(told(&rows, false).unwrap().starts_with("found no cell in the rows 8 and 9 of one band"));
    let columns = "xxxxxxx..".repeat(9);
    assert!(told(&columns, false).unwrap().starts_with("found no cell in the columns 8 and 9 of one stack"));
    // Seventeen in the first two rows: only a search could tell that there is no such puzzle.
    let spent = shaped(&cells("xxxxxxxxxxxxxxxxx..................."), true, 1, &mut Budget::nodes(1_000));
    assert!(spent.is_err());
}
