//! Pascal Pons's test sets, whose scores are known; skipped if the shared data is not installed.

use gridlore_connect_four::{Position, Size, Solver};
use gridlore_core::Budget;
use gridlore_testing::{share, shared_data};

/// Solves every `step`th line of a set, up to `most` lines.
fn check(name: &str, step: usize, most: usize) {
    check_on(Size::USUAL, '1', name, step, most);
}

/// Runs [`check`] for a set that takes a long time: ordinary test runs solve only a share of its
/// lines.
fn check_share(name: &str, step: usize, most: usize) {
    let part = most / share(most);
    check_on(Size::USUAL, '1', name, step * part, share(most));
}

/// Runs [`check`] on another board; `first` is the letter of the first column.
fn check_on(size: Size, first: char, name: &str, step: usize, most: usize) {
    let Some(file) = shared_data(&format!("connect-four/{name}")) else { return };
    let text = std::fs::read_to_string(&file).unwrap();
    let mut solver = Solver::new(size, 16 << 20);
    let mut budget = Budget::unlimited();
    let mut count = 0;
    for (number, line) in text.lines().enumerate().step_by(step).take(most) {
        let (moves, score) = line.split_once(' ').unwrap();
        let moves: String =
            moves.chars().map(|letter| char::from(letter as u8 + b'1' - first as u8)).collect();
        let position = Position::parse_moves(size, &moves).unwrap();
        let score: i32 = score.trim().parse().unwrap();
        assert_eq!(solver.score(&position, &mut budget), Ok(score), "{name}:{}", number + 1);
        count += 1;
    }
    assert!(count > 0, "{name} has lines");
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
    check("Test_L2_R2.odd", 1, usize::MAX);
}

#[test]
fn begin_easy() {
    check("Test_L1_R1.odd", 1, usize::MAX);
}

#[test]
fn begin_medium() {
    check_share("Test_L1_R2.odd", 1, 500);
}

/// Solves a few lines of the slowest set; bench/ solves all of them.
#[test]
fn begin_hard() {
    check_share("Test_L1_R3.odd", 60, 6);
}

/// Solves Christophe Steininger's sets for 9x5, which number columns from 0.
#[test]
fn nine_by_five() {
    let size = Size::parse("9x5").unwrap();
    for (name, step) in [
        ("endgame_L1", 1),
        ("midgame_L1", 1),
        ("midgame_L2", 10),
        ("opening_L1", 10),
        ("opening_L2", 100),
        ("opening_L3", 500),
    ] {
        check_on(size, '0', &format!("9x5/{name}.txt.odd"), step, 40);
    }
}
