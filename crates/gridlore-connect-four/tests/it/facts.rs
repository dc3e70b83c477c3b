//! What is known of the game: games and positions by their length, values of boards.

use gridlore_connect_four::lines::Lines;
use gridlore_connect_four::{Position, Side, Size, Solver, logic, perft, shift};
use gridlore_core::{Budget, Rng};
use std::collections::HashSet;

fn size(text: &str) -> Size {
    Size::parse(text).unwrap()
}

/// A game of random moves, to its end or so many moves.
fn random(size: Size, rng: &mut Rng, most: usize) -> Position {
    let mut position = Position::new(size);
    for _ in 0..most {
        let moves: Vec<_> = position.moves().collect();
        if moves.is_empty() {
            break;
        }
        position.play(moves[rng.below(moves.len())]).unwrap();
    }
    position
}

/// Tromp's numbers for 7 by 6; the others were counted by several programs.
#[test]
fn games_by_length() {
    for (board, depth, games) in [
        ("7x6", 1, 7),
        ("7x6", 4, 2401),
        ("7x6", 7, 823_536),
        ("7x6", 8, 5_673_234),
        ("4x4", 12, 5_992_096),
        ("4x4", 11, 2_160_504),
        ("6x5", 9, 9_751_500),
    ] {
        assert_eq!(perft(&Position::new(size(board)), depth), games, "{board} {depth}");
    }
}

/// OEIS A212693.
#[test]
fn positions_by_length() {
    let mut positions = HashSet::from([Position::new(Size::USUAL)]);
    for count in [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275] {
        assert_eq!(positions.len(), count);
        positions = positions
            .iter()
            .flat_map(|position| position.moves().map(move |column| position.after(column).unwrap()))
            .collect();
    }
}

#[test]
fn the_three_ways_to_see_a_win_agree() {
    let mut rng = Rng::new(7);
    for board in ["7x6", "4x4", "9x7x5", "5x8x3", "16x7", "3x3x2", "6x9x6", "12x1", "1x9"] {
        let size = size(board);
        let lines = Lines::new(size);
        let (mut won, mut open) = (0, 0);
        for round in 0..4000 {
            // Positions of games, and any set of cells.
            let position = random(size, &mut rng, size.cells());
            let any = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let dense = any | u128::from(rng.next_u64()) << 32;
            let cells = (0..size.width()).fold(0, |cells, column| {
                (0..size.height()).fold(cells, |cells, row| cells | size.bit(column, row))
            });
            for stones in [
                position.stones(Side::First),
                position.stones(Side::Second),
                any & cells,
                dense & cells,
                cells,
            ] {
                let found = shift::has_run(size, stones);
                assert_eq!(found, lines.found(stones).is_some(), "{board} {stones:b}");
                if round % 10 == 0 {
                    assert_eq!(found, logic::has_run(size, stones), "{board} {stones:b}");
                }
                if found { won += 1 } else { open += 1 }
            }
        }
        assert!(lines.is_empty() == (won == 0) && open > 0, "{board}: {won} and {open}");
    }
    assert_eq!(Lines::new(Size::USUAL).len(), 69);
    let position = Position::parse_moves(Size::USUAL, "1213141").unwrap();
    let lines = Lines::new(Size::USUAL);
    assert_eq!(lines.all_found(position.stones(Side::First)), 0b1111);
}

/// The values of empty boards: 1 for the first side, -1 for the second, 0 for a draw, and the number of the last move. From Tromp and Steininger.
#[test]
fn empty_boards_have_their_values() {
    for (board, outcome, last) in [
        ("4x4", 0, 16),
        ("5x4", 0, 20),
        ("6x4", -1, 24),
        ("7x4", 0, 28),
        ("8x4", -1, 32),
        ("4x5", 0, 20),
        ("5x5", 0, 25),
        ("6x5", 0, 30),
        ("4x6", 0, 24),
        ("5x6", 0, 30),
        ("4x7", 0, 28),
        ("4x8", 0, 32),
    ] {
        let size = size(board);
        let mut solver = Solver::new(size, 1 << 22).unwrap();
        let score = solver.score(&Position::new(size), &mut Budget::unlimited()).unwrap();
        let cells = i32::try_from(size.cells()).unwrap();
        // Stones of a side, less those that it has left.
        let expected = match outcome {
            1 => (cells + 1) / 2 - (last + 1) / 2 + 1,
            -1 => -(cells / 2 - last / 2 + 1),
            _ => 0,
        };
        assert_eq!(score, expected, "{board}");
    }
}

#[test]
fn a_mirror_and_a_cold_table_change_nothing() {
    let mut rng = Rng::new(11);
    let mut budget = Budget::unlimited();
    let mut warm = Solver::new(Size::USUAL, 1 << 20).unwrap();
    for _ in 0..60 {
        let position = random(Size::USUAL, &mut rng, 22);
        let mut cold = Solver::new(Size::USUAL, 0).unwrap();
        let score = warm.score(&position, &mut budget).unwrap();
        assert_eq!(cold.score(&position, &mut budget), Ok(score), "{position}");
        assert_eq!(warm.score(&position.mirrored(), &mut budget), Ok(score), "{position}");
        assert_eq!(warm.outcome(&position, &mut budget), Ok(score.signum()), "{position}");
        if position.end().is_none() {
            let best =
                warm.scores(&position, &mut budget).unwrap().into_iter().filter_map(|(_, score)| score);
            assert_eq!(best.max(), Some(score), "{position}");
        }
    }
    assert!(warm.score(&Position::new(Size::USUAL), &mut Budget::nodes(1000)).is_err());
}
