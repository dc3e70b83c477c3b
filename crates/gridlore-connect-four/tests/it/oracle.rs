//! Small boards by plain minimax, from the rules alone: every position that can be reached has the score that the solver gives it.

use gridlore_connect_four::lines::Lines;
use gridlore_connect_four::{Position, Side, Size, Solver};
use gridlore_core::Budget;
use std::collections::HashMap;

/// Scores of all positions that can be reached, by looking at every game.
fn minimax(position: &Position, lines: &Lines, known: &mut HashMap<(u128, u128), i32>) -> i32 {
    let key = (position.stones(Side::First), position.all());
    if let Some(&score) = known.get(&key) {
        return score;
    }
    let left = i32::try_from(position.size().cells() - position.plies()).unwrap();
    let score = if lines.found(position.stones(position.to_move().other())).is_some() {
        -(left / 2 + 1)
    } else if left == 0 {
        0
    } else {
        let columns = position.size().columns().filter(|&column| position.landing(column).is_some());
        columns.map(|column| -minimax(&position.after(column).unwrap(), lines, known)).max().unwrap()
    };
    known.insert(key, score);
    score
}

#[test]
fn every_position_of_small_boards_has_its_score() {
    for (width, height, positions) in [(4, 4, 161_029), (4, 5, 1_706_255)] {
        let size = Size::new(width, height, 4).unwrap();
        let (lines, mut known) = (Lines::new(size), HashMap::new());
        minimax(&Position::new(size), &lines, &mut known);
        assert_eq!(known.len(), positions, "{size}");
        let mut solver = Solver::new(size, 1 << 16).unwrap();
        let mut budget = Budget::unlimited();
        // A prime number of them apart: all of the small board, and a share of the larger one.
        let step = if positions > 1_000_000 { 7 } else { 1 };
        for (&(first, all), &score) in known.iter().step_by(step) {
            let position = Position::of_stones(size, first, first ^ all).unwrap();
            assert_eq!(solver.score(&position, &mut budget), Ok(score), "{position}");
            assert_eq!(solver.outcome(&position, &mut budget), Ok(score.signum()), "{position}");
        }
    }
}
