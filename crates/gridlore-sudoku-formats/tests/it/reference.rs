//! The reference of constraints in docs/geometries.md: every example has one solution and needs its
//! constraint, and the table says truly what f-puzzles has.

use gridlore_core::Budget;
use gridlore_sudoku_formats::{Target, parse};
use gridlore_sudoku_variants::{Outcome, Puzzle, Solver, check};

const PAGE: &str = include_str!("../../../../docs/geometries.md");

fn outcome(puzzle: &Puzzle) -> Outcome {
    let mut solver = Solver::new(puzzle).expect("a small puzzle");
    solver.outcome(&mut Budget::unlimited()).expect("an unlimited budget")
}

/// A line of a table: the constraint, and whether f-puzzles has it.
fn row(line: &str) -> Option<(String, bool)> {
    let line = line.replace("\\|", "\0");
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let constraint = columns.get(1)?.strip_prefix('`')?.strip_suffix('`')?;
    let has = match *columns.get(3)? {
        "yes" => true,
        "no" => false,
        _ => return None,
    };
    Some((constraint.replace('\0', "|"), has))
}

#[test]
fn each_constraint_of_the_reference_has_an_example() {
    let reference = PAGE.split("## Reference of constraints").nth(1).expect("the reference");
    let rows: Vec<(String, bool)> = reference.lines().filter_map(row).collect();
    let examples: Vec<&str> = reference.lines().filter(|line| line.starts_with("size ")).collect();
    assert!(rows.len() >= 78 && rows.len() == examples.len(), "{} and {}", rows.len(), examples.len());
    for ((line, has), example) in rows.iter().zip(examples) {
        let rest =
            example.strip_suffix(line.as_str()).unwrap_or_else(|| panic!("{example}: expected {line}"));
        let puzzle = parse(example).unwrap_or_else(|error| panic!("{example}: {error}"));
        let Outcome::Unique(values) = outcome(&puzzle) else { panic!("{example}: not one solution") };
        assert_eq!(check::broken(&puzzle, &values), None, "{example}");
        let without = parse(rest.trim_end().trim_end_matches(';')).expect("the rest of an example");
        assert!(matches!(outcome(&without), Outcome::Several(_)), "{example}: the constraint is not needed");
        assert_eq!(Target::FPuzzles.write(&puzzle).is_ok(), *has, "{line}");
        for target in [Target::Iss, Target::Text] {
            let text = target.write(&puzzle).unwrap_or_else(|error| panic!("{line}: {error}"));
            let again = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(matches!(outcome(&again), Outcome::Unique(found) if found == values), "{text}");
        }
    }
}

#[test]
fn the_block_of_the_page_is_a_puzzle() {
    let block = PAGE.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    let puzzle = parse(block).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(puzzle.constraints.len(), 2 + 6 + 3);
    assert!(!matches!(outcome(&puzzle), Outcome::Impossible));
}
