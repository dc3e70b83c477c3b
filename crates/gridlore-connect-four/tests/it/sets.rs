//! The sets of Pascal Pons, whose scores are known, where the data beside the project is there.

use gridlore_connect_four::{Position, Size, Solver};
use gridlore_core::Budget;
use std::io::Write;
use std::path::Path;

/// Every `step`th line of a set: its moves, solved again.
fn check(name: &str, step: usize, most: usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/connect-four").join(name);
    let Ok(text) = std::fs::read_to_string(&file) else {
        let _ = writeln!(std::io::stderr(), "skipped: no {}", file.display());
        return;
    };
    let mut solver = Solver::new(Size::USUAL, 16 << 20).unwrap();
    let mut budget = Budget::unlimited();
    let mut count = 0;
    for (number, line) in text.lines().enumerate().step_by(step).take(most) {
        let (moves, score) = line.split_once(' ').unwrap();
        let position = Position::parse_moves(Size::USUAL, moves).unwrap();
        let score: i32 = score.trim().parse().unwrap();
        assert_eq!(solver.score(&position, &mut budget), Ok(score), "{name}:{}", number + 1);
        count += 1;
    }
    assert!(count > 5, "{name} has lines");
}

#[test]
fn end_easy() {
    check("Test_L3_R1.odd", 1, usize::MAX);
}

#[test]
fn middle_easy() {
    check("Test_L2_R1.odd", 1, usize::MAX);
}

#[test]
fn middle_medium() {
    check("Test_L2_R2.odd", 3, usize::MAX);
}

#[test]
fn begin_easy() {
    check("Test_L1_R1.odd", 1, usize::MAX);
}

#[test]
fn begin_medium() {
    check("Test_L1_R2.odd", 60, usize::MAX);
}
