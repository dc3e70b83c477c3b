//! Compares boards in lanes with the reference search, board by board, for every engine that this
//! machine can run.

use gridlore_core::{Budget, Digit, Rng};
use gridlore_sudoku::check::is_solution;
use gridlore_sudoku::{
    Board, Cell, Engine, Level, Outcome, counts_up_to, fastest_outcome, generated, outcomes, reference,
};
use gridlore_testing::{cases, shared_lines};

fn one_by_one(board: &Board) -> Outcome<Board, ()> {
    reference::outcome(board, &mut Budget::unlimited()).unwrap().without_witness()
}

/// Checks that all engines agree on every board and that their solutions are valid. Returns the
/// numbers of boards with no, one and several solutions.
fn check(boards: &[Board]) -> [usize; 3] {
    let expected: Vec<Outcome<Board, ()>> = boards.iter().map(one_by_one).collect();
    let mut counts = [0; 3];
    for (board, outcome) in boards.iter().zip(&expected) {
        match outcome {
            Outcome::None => counts[0] += 1,
            Outcome::Unique(solution) => {
                counts[1] += 1;
                assert!(is_solution(solution, board), "{board}");
            }
            Outcome::Several(()) => counts[2] += 1,
        }
    }
    for (board, expected) in boards.iter().zip(&expected).take(100) {
        assert_eq!(fastest_outcome(board), *expected, "{board}");
    }
    for engine in Engine::all() {
        let found = outcomes(boards, engine);
        assert_eq!(found.len(), boards.len());
        for ((board, found), expected) in boards.iter().zip(&found).zip(&expected) {
            assert_eq!(found, expected, "{engine:?}: {board}");
        }
        // Small batches use different code.
        for (boards, expected) in boards.chunks(5).zip(expected.chunks(5)) {
            assert_eq!(outcomes(boards, engine), expected, "{engine:?}: {boards:?}");
        }
    }
    counts
}

#[test]
fn few_boards_and_none() {
    assert_eq!(check(&[]), [0; 3]);
    assert_eq!(check(&[Board::EMPTY]), [0, 0, 1]);
    let puzzle = generated(Level::Minimal, 1);
    for count in 1..40 {
        assert_eq!(check(&vec![puzzle; count]), [0, count, 0]);
    }
    let solution = match one_by_one(&puzzle) {
        Outcome::Unique(solution) => solution,
        other => panic!("{other:?}"),
    };
    assert_eq!(check(&[solution]), [0, 1, 0]);
}

/// Removing or changing some givens produces boards with no, one and several solutions.
#[test]
fn puzzles_with_removed_and_changed_givens() {
    let mut rng = Rng::new(9);
    let mut boards = Vec::new();
    for case in cases("generated.txt", 3) {
        let puzzle = Board::parse(&case.fields[2]).unwrap();
        for _ in 0..40 {
            let mut board = puzzle;
            for _ in 0..rng.below(4) {
                let given: Vec<Cell> = board.filled().map(|(cell, _)| cell).collect();
                board.set(given[rng.below(given.len())], None);
            }
            for _ in 0..rng.below(3) {
                let cell = Cell::new(rng.below(81)).unwrap();
                board.set(cell, Digit::new(u8::try_from(1 + rng.below(9)).unwrap()));
            }
            boards.push(board);
        }
    }
    let [none, unique, several] = check(&boards);
    assert!(none > 50 && unique > 50 && several > 50, "{none} {unique} {several}");
}

/// Few or many random digits cause clashes of every kind. About twenty random digits can be as hard
/// to refute as any puzzle.
#[test]
fn random_digits() {
    let mut rng = Rng::new(10);
    let boards: Vec<Board> = (0..3000)
        .map(|number| {
            let count = if number % 2 == 0 { number % 6 } else { 40 + number % 20 };
            (0..count).fold(Board::EMPTY, |mut board, _| {
                let cell = Cell::new(rng.below(81)).unwrap();
                board.set(cell, Digit::new(u8::try_from(1 + rng.below(9)).unwrap()));
                board
            })
        })
        .collect();
    assert!(check(&boards)[0] > 1000);
}

/// Counts solutions up to a limit, for many boards and for one board that all lanes share.
#[test]
fn counts_are_those_of_the_reference_search() {
    let mut rng = Rng::new(12);
    let mut boards = vec![Board::EMPTY];
    for case in cases("generated.txt", 3) {
        let mut board = Board::parse(&case.fields[2]).unwrap();
        for _ in 0..3 {
            boards.push(board);
            let given: Vec<Cell> = board.filled().map(|(cell, _)| cell).collect();
            board.set(given[rng.below(given.len())], None);
        }
    }
    for limit in [0, 1, 2, 3, 10, 3_000] {
        let expected: Vec<u64> = boards
            .iter()
            .map(|board| reference::count_solutions_up_to(board, limit, &mut Budget::unlimited()).unwrap())
            .collect();
        for engine in Engine::all() {
            assert_eq!(counts_up_to(&boards, limit, engine), expected, "{engine:?} {limit}");
            for (board, expected) in boards.iter().zip(&expected).take(20) {
                assert_eq!(
                    counts_up_to(&[*board], limit, engine),
                    [*expected],
                    "{engine:?} {limit}: {board}"
                );
            }
        }
    }
}

/// With few digits and no clash, most of the board is open, and nearly every choice leads to a
/// solution. A search can still miss solutions for a very long time if it guesses ways of digits
/// without counting the digits of a minirow.
#[test]
fn mostly_open() {
    let mut rng = Rng::new(77);
    let boards: Vec<Board> = (0..4000)
        .map(|number| {
            (0..number % 15).fold(Board::EMPTY, |board, _| {
                let cell = Cell::new(rng.below(81)).unwrap();
                let digit = Digit::new(u8::try_from(1 + rng.below(9)).unwrap()).unwrap();
                if board.candidates(cell).contains(digit.into()) { board.with(cell, digit) } else { board }
            })
        })
        .collect();
    assert!(check(&boards)[2] > 3900);
}

#[test]
fn shared_sets() {
    for (set, most) in [
        ("puzzles2_17_clue.gz", 6000),
        ("puzzles3_magictour_top1465.gz", 2000),
        ("puzzles5_forum_hardest_1905_11plus.first20k.gz", 600),
        ("puzzles7_serg_benchmark.gz", 4000),
        ("gen_easy34.20k.gz", 4000),
        ("gen_inv17.20k.gz", 4000),
        ("gen_topdown_minimal.20k.gz", 4000),
    ] {
        let Some(puzzles) = shared_lines(&format!("sudoku/{set}")) else { continue };
        let step = puzzles.len().div_ceil(most);
        let boards: Vec<Board> =
            puzzles.iter().step_by(step).map(|line| Board::parse(line).unwrap()).collect();
        check(&boards);
    }
}

/// Lanes share the work once there are fewer boards than lanes: here one hard board at the end of a
/// batch, and boards with many solutions.
#[test]
fn lanes_share_the_last_boards() {
    let easy = generated(Level::Minimal, 1);
    let Some(puzzles) = shared_lines("sudoku/puzzles5_forum_hardest_1905_11plus.first20k.gz") else { return };
    for line in puzzles.iter().step_by(400) {
        let hard = Board::parse(line).unwrap();
        let mut loose = hard;
        // Without two of the givens, there are several solutions that differ widely.
        let given: Vec<Cell> = hard.filled().map(|(cell, _)| cell).collect();
        loose.set(given[0], None);
        loose.set(given[5], None);
        check(&[hard, loose, easy, easy, easy, easy, easy, easy, easy, hard, loose]);
    }
}
