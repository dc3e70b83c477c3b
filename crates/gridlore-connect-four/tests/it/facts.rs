//! Published facts about the game: numbers of games and positions, and values of empty boards.

use gridlore_connect_four::book::{self, Book};
use gridlore_connect_four::lines::Lines;
use gridlore_connect_four::win::{Way, Width, count_won};
use gridlore_connect_four::{Position, Side, Size, Solver, explain, logic, perft, shift};
use gridlore_core::{Budget, Rng};
use gridlore_testing::{shared_data, skipped};
use std::collections::HashSet;
use std::process::Command;

fn size(text: &str) -> Size {
    Size::parse(text).unwrap()
}

/// Plays a game of at most `most` random moves.
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

/// The counts for 7x6 are from Tromp; several programs agree on the others.
#[test]
fn games_by_length() {
    for (board, depth, games) in [
        ("7x6", 1, 7),
        ("7x6", 4, 2401),
        ("7x6", 7, 823_536),
        ("7x6", 8, 5_673_234),
        ("7x6", 10, 268_031_646),
        ("4x4", 12, 5_992_096),
        ("4x4", 11, 2_160_504),
        ("6x5", 9, 9_751_500),
    ] {
        assert_eq!(perft(&Position::new(size(board)), depth), games, "{board} {depth}");
    }
}

/// The counts are from OEIS A212693.
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
fn the_three_methods_of_win_detection_agree() {
    let mut rng = Rng::new(7);
    for board in ["7x6", "4x4", "9x7x5", "5x8x3", "16x7", "3x3x2", "6x9x6", "12x1", "1x9"] {
        let size = size(board);
        let lines = Lines::new(size);
        let (mut won, mut open) = (0, 0);
        for round in 0..4000 {
            // Test positions from games as well as arbitrary sets of cells.
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
                assert_eq!(found, lines.first_in(stones).is_some(), "{board} {stones:b}");
                if round % 10 == 0 {
                    assert_eq!(found, logic::has_run(size, stones), "{board} {stones:b}");
                }
                if found { won += 1 } else { open += 1 }
            }
        }
        assert!(lines.is_empty() == (won == 0) && open > 0, "{board}: {won} and {open}");
    }
    // Test many boards at once, with every available register width.
    let boards: Vec<u64> = (0..5003)
        .map(|_| {
            let position = random(Size::USUAL, &mut rng, 42);
            u64::try_from(position.stones(if rng.below(2) == 0 { Side::First } else { Side::Second }))
                .unwrap()
        })
        .collect();
    for way in Way::all(Size::USUAL) {
        let won = boards.iter().filter(|&&stones| way.has_run(stones.into())).count();
        assert!(won > 500);
        for width in Width::all() {
            assert_eq!(count_won(width, &boards), won, "{} and {}", way.name(), width.name());
        }
    }
    assert_eq!(Lines::new(Size::USUAL).len(), 69);
    let position = Position::parse_moves(Size::USUAL, "1213141").unwrap();
    let lines = Lines::new(Size::USUAL);
    assert_eq!(lines.cells_in(position.stones(Side::First)), 0b1111);
}

/// The outcome of each empty board (1 if the first side wins, -1 if the second side wins, 0 for a
/// draw) and the number of the last move, from Tromp and Steininger.
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
        ("5x7", 0, 35),
        ("7x5", 0, 35),
        ("6x6", -1, 36),
    ] {
        let size = size(board);
        let mut solver = Solver::new(size, 1 << 22);
        let score = solver.score(&Position::new(size), &mut Budget::unlimited()).unwrap();
        let cells = i32::try_from(size.cells()).unwrap();
        // A win is 1 plus the number of discs that the winner has left.
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
    let mut warm = Solver::new(Size::USUAL, 1 << 20);
    for _ in 0..60 {
        let position = random(Size::USUAL, &mut rng, 22);
        let mut cold = Solver::new(Size::USUAL, 0);
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

/// Positions won, drawn and lost for the first side, by number of plies, from Markus Böck, 2025,
/// who counted them with decision diagrams instead of a search.
#[test]
fn the_built_in_book_agrees_with_published_outcome_counts() {
    let book = Book::built_in(Size::USUAL).unwrap();
    assert_eq!(book.plies(), 6);
    let known = [
        (1, 0, 0),
        (1, 2, 4),
        (27, 12, 10),
        (35, 58, 145),
        (690, 200, 230),
        (1080, 697, 2486),
        (10_889, 1943, 3590),
    ];
    let mut positions = HashSet::from([Position::new(Size::USUAL)]);
    for (plies, known) in known.into_iter().enumerate() {
        let mut counts = [0, 0, 0];
        for position in &positions {
            let score = book.score(position).unwrap();
            assert!(score.abs() <= position.left() / 2 + 1);
            let first = if plies % 2 == 0 { score } else { -score };
            counts[usize::try_from(1 - first.signum()).unwrap()] += 1;
        }
        assert_eq!((counts[0], counts[1], counts[2]), known, "{plies} plies");
        positions = positions
            .iter()
            .flat_map(|position| position.moves().map(move |column| position.after(column).unwrap()))
            .collect();
    }
    // The scores of the first moves, found by Allis and Allen in 1988.
    let mut solver = Solver::with_built_in_book(Size::USUAL, 0);
    let scores = solver.scores(&Position::new(Size::USUAL), &mut Budget::nodes(0)).unwrap();
    let scores: Vec<i32> = scores.into_iter().map(|entry| entry.1.unwrap()).collect();
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2]);
}

/// The counts by plies, if the shared data is installed, add up to the number of all positions, and
/// the first nine match the rules.
#[test]
fn positions_by_plies_and_how_they_end() {
    let Some(file) = shared_data("connect-four/counts_7x6_by_ply.csv") else { return };
    let text = std::fs::read_to_string(&file).unwrap();
    let rows: Vec<Vec<u64>> = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|count| count.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.iter().map(|row| row[4]).sum::<u64>(), 4_531_985_219_092);
    assert!(rows.iter().all(|row| row[1] + row[2] + row[3] == row[4]));
    let mut positions = HashSet::from([Position::new(Size::USUAL)]);
    for row in &rows[..9] {
        let won = positions.iter().filter(|position| position.winner().is_some()).count() as u64;
        assert_eq!((positions.len() as u64, won), (row[4], row[5]), "{} plies", row[0]);
        positions = positions
            .iter()
            .flat_map(|position| position.moves().map(move |column| position.after(column).unwrap()))
            .collect();
    }
}

/// Positions of eight plies in which neither side has won or can win with its next disc, one per
/// mirror pair. John Tromp's data set at UCI lists them with their outcomes.
#[test]
fn positions_of_eight_plies() {
    let quiet: Vec<Position> = book::positions(Size::USUAL, 8)
        .into_iter()
        .filter(|position| {
            [Side::First, Side::Second].iter().all(|&side| explain::wins(position, side).is_empty())
        })
        .collect();
    assert_eq!(quiet.len(), 67_557);
    let Some(file) = shared_data("connect-four/uci_connect4_regenerated.csv.gz") else { return };
    let Ok(output) = Command::new("gzip").arg("-dc").arg(&file).output() else {
        return skipped("gzip is not installed");
    };
    let text = String::from_utf8(output.stdout).unwrap();
    // Columns are listed from left to right, cells from the bottom up; the outcome is for x, who
    // begins.
    let read = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let stones = |sign| {
            (0..42)
                .filter(|&cell| cells[cell] == sign)
                .fold(0, |stones, cell| stones | Size::USUAL.bit(cell / 6, cell % 6))
        };
        let outcome = match cells[42] {
            "win" => 1,
            "draw" => 0,
            "loss" => -1,
            other => panic!("{other}"),
        };
        (Position::from_stones(Size::USUAL, stones("x"), stones("o")).unwrap(), outcome)
    };
    let known: Vec<(Position, i32)> = text.lines().map(read).collect();
    let count = |outcome| known.iter().filter(|entry| entry.1 == outcome).count();
    assert_eq!((count(1), count(0), count(-1)), (44_473, 6449, 16_635));
    let ours: HashSet<Position> =
        quiet.iter().flat_map(|position| [*position, position.mirrored()]).collect();
    assert!(known.iter().all(|(position, _)| ours.contains(position)), "the same positions");
    let mut solver = Solver::new(Size::USUAL, 16 << 20);
    for (position, outcome) in known.iter().step_by(5200) {
        assert_eq!(solver.outcome(position, &mut Budget::unlimited()), Ok(*outcome), "{position}");
    }
}
