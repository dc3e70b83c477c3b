//! Compares the solver with a plain minimax, written from the rules alone, on the reachable
//! positions of small boards.

use gridlore_connect_four::lines::Lines;
use gridlore_connect_four::{Position, Side, Size, Solver};
use gridlore_core::{Budget, Rng};
use std::collections::HashMap;

/// Returns the score of a position by searching every game, and stores the scores of all positions
/// after it.
fn minimax(position: &Position, lines: &Lines, known: &mut HashMap<(u128, u128), i32>) -> i32 {
    let key = (position.stones(Side::First), position.all());
    if let Some(&score) = known.get(&key) {
        return score;
    }
    let left = i32::try_from(position.size().cells() - position.plies()).unwrap();
    let score = if lines.first_in(position.stones(position.to_move().other())).is_some() {
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
        let mut solver = Solver::new(size, 1 << 16);
        let mut budget = Budget::unlimited();
        // Test every position of the small board, and a sample, with a prime step, of the larger
        // board.
        let step = if positions > 1_000_000 { 7 } else { 1 };
        for (&(first, all), &score) in known.iter().step_by(step) {
            let position = Position::from_stones(size, first, first ^ all).unwrap();
            assert_eq!(solver.score(&position, &mut budget), Ok(score), "{position}");
            assert_eq!(solver.outcome(&position, &mut budget), Ok(score.signum()), "{position}");
        }
    }
}

/// The plain search provides a second opinion: it handles other row lengths, 128-bit boards and the
/// standard board.
#[test]
fn the_plain_search_agrees_with_minimax_and_with_the_fast_one() {
    for board in ["3x3x3", "4x3x3", "5x3x3", "4x4x3", "3x4x2", "6x2x3", "4x4", "4x4x5", "1x5x2"] {
        let size = Size::parse(board).unwrap();
        let (lines, mut known) = (Lines::new(size), HashMap::new());
        minimax(&Position::new(size), &lines, &mut known);
        let mut solver = Solver::new(size, 1 << 16);
        assert_eq!(solver.is_compiled(), board == "4x4");
        let mut plain = Solver::plain(size, 1 << 12);
        let step = known.len().div_ceil(30_000);
        for (&(first, all), &score) in known.iter().step_by(step) {
            let position = Position::from_stones(size, first, first ^ all).unwrap();
            for solver in [&mut solver, &mut plain] {
                assert_eq!(
                    solver.score(&position, &mut Budget::unlimited()),
                    Ok(score),
                    "{board} {position}"
                );
                assert_eq!(
                    solver.outcome(&position, &mut Budget::unlimited()),
                    Ok(score.signum()),
                    "{board} {position}"
                );
            }
        }
    }
    // Test boards beyond 64 bits, late in the game.
    let mut rng = Rng::new(5);
    for board in ["9x8", "7x6", "16x7", "8x7x5"] {
        let size = Size::parse(board).unwrap();
        let mut solver = Solver::new(size, 1 << 20);
        let (mut plain, mut known) = (Solver::plain(size, 1 << 20), HashMap::new());
        let lines = Lines::new(size);
        for _ in 0..30 {
            let mut position = Position::new(size);
            while position.left() > 11 && position.end().is_none() {
                let moves: Vec<_> = position.moves().collect();
                position.play(moves[rng.below(moves.len())]).unwrap();
            }
            let score = minimax(&position, &lines, &mut known);
            for solver in [&mut solver, &mut plain] {
                assert_eq!(
                    solver.score(&position, &mut Budget::unlimited()),
                    Ok(score),
                    "{board} {position}"
                );
            }
        }
    }
}

#[test]
fn two_threads_find_what_one_finds_and_can_be_stopped() {
    let mut budget = Budget::unlimited();
    let mut one = Solver::new(Size::USUAL, 4 << 20);
    let mut two = Solver::with_threads(Size::USUAL, 4 << 20, 3);
    for moves in ["44443", "4444326", "3121242", "35333571", "45461667"] {
        let position = Position::parse_moves(Size::USUAL, moves).unwrap();
        let weak = one.outcome(&position, &mut budget).unwrap();
        assert_eq!(two.outcome(&position, &mut budget), Ok(weak), "{moves}");
    }
    let spent = two.outcome(&Position::new(Size::USUAL), &mut Budget::nodes(300_000));
    assert!(spent.is_err());
    let watch = two.watch();
    assert!(watch.nodes() > 0);
    let stopped = std::thread::scope(|scope| {
        let thread = scope.spawn(|| two.score(&Position::new(Size::USUAL), &mut Budget::unlimited()));
        std::thread::sleep(std::time::Duration::from_millis(100));
        watch.stop();
        thread.join().unwrap()
    });
    assert!(stopped.is_err() && watch.is_stopped());
}

/// With few nodes, the solver returns bounds, which always contain the score and become narrower.
#[test]
fn bounds_contain_the_score_and_narrow_to_it() {
    let size = Size::USUAL;
    let mut rng = Rng::new(11);
    let mut exact = Solver::new(size, 4 << 20);
    let mut sided = 0;
    for _ in 0..40 {
        let mut position = Position::new(size);
        while position.plies() < 14 && position.end().is_none() {
            let moves: Vec<_> = position.moves().collect();
            position.play(moves[rng.below(moves.len())]).unwrap();
        }
        let score = exact.score(&position, &mut Budget::unlimited()).unwrap();
        for mut solver in [Solver::new(size, 4 << 20), Solver::plain(size, 4 << 20)] {
            let mut before = -21..=21;
            for nodes in [0, 10, 100, 1000, 10_000, 100_000] {
                let bounds = solver.bounds(&position, &mut Budget::nodes(nodes));
                assert!(bounds.contains(&score), "{position} {nodes}: {bounds:?}, score {score}");
                let width = |bounds: &std::ops::RangeInclusive<i32>| bounds.end() - bounds.start();
                assert!(width(&bounds) <= width(&before), "{position} {nodes}: {before:?}, then {bounds:?}");
                let is_sided = (bounds.start() - 1).signum() == (bounds.end() + 1).signum()
                    || *bounds.start() == 0
                    || *bounds.end() == 0;
                sided += usize::from(width(&bounds) > 0 && is_sided);
                before = bounds;
            }
        }
    }
    assert!(sided > 10, "{sided} bounds say who does not lose before the score is known");
}
