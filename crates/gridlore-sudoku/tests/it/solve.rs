//! Outcomes, reasons, counts, budgets and the node signature; every answer is checked by the independent checker.

use crate::cases::{cases, shared_puzzles, update_or_compare};
use gridlore_core::{Budget, Digit, Rng};
use gridlore_sudoku::check::{contradiction, is_solution};
use gridlore_sudoku::{
    Board, Cell, Level, Outcome, Solutions, count_solutions_up_to, generated, outcome, solutions_up_to,
};

/// The outcome in words, after the independent checker has seen every board in it, and the nodes it took.
fn checked_outcome(puzzle: &Board, place: &str) -> (String, u64) {
    let mut budget = Budget::unlimited();
    let words = match outcome(puzzle, &mut budget).unwrap() {
        Outcome::None => format!("none: {}", contradiction(puzzle)),
        Outcome::Unique(solution) => {
            assert!(is_solution(&solution, puzzle), "{place}: {solution}");
            format!("unique {solution}")
        }
        Outcome::Several(one, other) => {
            assert!(is_solution(&one, puzzle) && is_solution(&other, puzzle) && one != other, "{place}");
            "several".to_owned()
        }
    };
    (words, budget.spent())
}

#[test]
fn outcomes_are_told_with_their_reason() {
    for case in cases("outcomes.txt", 2) {
        let puzzle = Board::parse(&case.fields[0]).unwrap();
        assert_eq!(checked_outcome(&puzzle, &case.place).0, case.fields[1], "{}", case.place);
    }
}

/// Every puzzle of the data sets is solved and checked, and the node totals are those of the signature.
/// `cargo xtask signature` writes the totals anew.
#[test]
fn node_totals_are_the_signature() {
    let mut found = String::from("# data set\tpuzzles\tnodes\n");
    let mut expected = found.clone();
    for case in cases("signature.txt", 3) {
        let set = &case.fields[0];
        let puzzles = if set == "generated.txt" {
            cases(set, 3).into_iter().map(|case| case.fields[2].clone()).collect()
        } else {
            let Some(puzzles) = shared_puzzles(set) else { continue };
            puzzles
        };
        let mut total = 0;
        for puzzle in &puzzles {
            let puzzle = Board::parse(puzzle).unwrap();
            let (words, nodes) = checked_outcome(&puzzle, set);
            let is_mixed = set.contains("gen_inv") || set.contains("serg");
            assert!(is_mixed || words.starts_with("unique"), "{set}: {puzzle} is {words}");
            total += nodes;
        }
        found.push_str(&format!("{set}\t{}\t{total}\n", puzzles.len()));
        expected.push_str(&format!("{}\n", case.fields.join("\t")));
    }
    update_or_compare("signature.txt", &expected, &found);
}

#[test]
fn counts_and_lists_agree_and_stop_at_the_limit() {
    let mut puzzle = Board::EMPTY;
    assert_eq!(count_solutions_up_to(&puzzle, 1_000, &mut Budget::unlimited()), Ok(1_000));
    puzzle =
        Board::parse("8.........95.......76.........426798...571243...893165......916....3.487....1.532")
            .unwrap();
    let all = solutions_up_to(&puzzle, usize::MAX, &mut Budget::unlimited()).unwrap();
    assert!(all.iter().all(|solution| is_solution(solution, &puzzle)));
    let mut unique = all.clone();
    unique.sort_by_key(Board::to_line);
    unique.dedup();
    assert_eq!(unique.len(), all.len());
    assert_eq!(count_solutions_up_to(&puzzle, u64::MAX, &mut Budget::unlimited()), Ok(all.len() as u64));
    assert_eq!(count_solutions_up_to(&puzzle, 0, &mut Budget::nodes(0)), Ok(0));
}

#[test]
fn a_spent_budget_is_told_and_the_search_goes_on() {
    let puzzle =
        Board::parse("85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.")
            .unwrap();
    let mut budget = Budget::unlimited();
    let whole = solutions_up_to(&puzzle, 2, &mut budget).unwrap();
    let mut search = Solutions::new(&puzzle);
    let (mut found, mut pauses) = (Vec::new(), 0);
    loop {
        match search.next_solution(&mut Budget::nodes(1)) {
            Ok(Some(solution)) => found.push(solution),
            Ok(None) => break,
            Err(_) => pauses += 1,
        }
    }
    assert_eq!(found, whole);
    assert!(pauses > 0 && pauses <= budget.spent());
}

/// A random symmetry of the rules: digits renamed, rows shuffled in their bands and bands among each other, and perhaps
/// the board turned over its diagonal.
fn disguised(board: &Board, rng: &mut Rng) -> Board {
    let mut names = Digit::ALL;
    rng.shuffle(&mut names);
    let mut lines = || {
        let mut groups = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        groups.iter_mut().for_each(|group| rng.shuffle(group));
        rng.shuffle(&mut groups);
        groups.concat()
    };
    let (rows, columns) = (lines(), lines());
    let turned = rng.below(2) == 1;
    board.filled().fold(Board::EMPTY, |disguised, (cell, digit)| {
        let (row, column) = (rows[cell.row()], columns[cell.column()]);
        let (row, column) = if turned { (column, row) } else { (row, column) };
        disguised.with(Cell::at(row, column).unwrap(), names[usize::from(digit.value()) - 1])
    })
}

#[test]
fn symmetry_keeps_count() {
    let mut rng = Rng::new(11);
    for seed in 0..40 {
        let mut puzzle = generated(Level::Minimal, seed);
        // One given less: several solutions, so that the counts say something.
        let (spared, _) = puzzle.filled().nth(rng.below(puzzle.filled_count())).unwrap();
        puzzle.set(spared, None);
        let count = |board: &Board| count_solutions_up_to(board, 5_000, &mut Budget::unlimited()).unwrap();
        let expected = count(&puzzle);
        assert!(expected > 1);
        for _ in 0..5 {
            assert_eq!(count(&disguised(&puzzle, &mut rng)), expected, "{puzzle}");
        }
    }
}
