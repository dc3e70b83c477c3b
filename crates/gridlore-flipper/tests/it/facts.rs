//! Facts about Flipper and Lights Out that are known, or that counting all boards settles.

use gridlore_core::{Budget, Rng};
use gridlore_flipper::check::{is_certificate, is_solution};
use gridlore_flipper::{Bits, Outcome, Solutions, Solver, Toggle, nullity};

fn every_board(squares: usize) -> impl Iterator<Item = Bits> {
    (0..1_usize << squares)
        .map(move |board| Bits::with_ones(squares, (0..squares).filter(|square| board >> square & 1 == 1)))
}

fn solutions<'a>(solver: &'a Solver<'_>, board: &Bits) -> Solutions<'a> {
    match solver.outcome(board) {
        Outcome::Solvable(solutions) => solutions,
        Outcome::Unsolvable(squares) => {
            panic!("{board} is solvable, but {squares} is said to prove otherwise")
        }
    }
}

#[test]
fn all_512_flipper_boards_have_one_solution() {
    let flipper = Toggle::flipper();
    let solver = Solver::new(&flipper);
    assert_eq!((solver.kernel().len(), solver.invariants().len()), (0, 0));
    let mut by_presses = [0; 10];
    for board in every_board(9) {
        let solutions = solutions(&solver, &board);
        let fewest = solutions.fewest(&mut Budget::unlimited());
        assert!(is_solution(&flipper, &board, &fewest.presses), "{board}");
        assert_eq!((solutions.count(), fewest.is_proven), (Some(1), true));
        by_presses[fewest.presses.count_ones()] += 1;
        if fewest.presses.count_ones() == 9 {
            assert_eq!(board.to_string(), "101010101");
        }
    }
    assert_eq!(by_presses, [1, 9, 36, 84, 126, 126, 84, 36, 9, 1]);
}

#[test]
fn the_presses_that_turn_one_square_of_flipper() {
    let flipper = Toggle::flipper();
    let expected = [
        "5 6 8 9",
        "2 4 6 7 9",
        "4 5 7 8",
        "2 3 4 8 9",
        "1 3 5 7 9",
        "1 2 6 7 8",
        "2 3 5 6",
        "1 3 4 6 8",
        "1 2 4 5",
    ];
    for (square, expected) in expected.into_iter().enumerate() {
        let mut board = flipper.goal().clone();
        board.flip(square);
        let solver = Solver::new(&flipper);
        assert_eq!(
            flipper.presses_in_words(&solutions(&solver, &board).base),
            expected,
            "square {}",
            square + 1
        );
    }
}

#[test]
fn quiet_patterns_are_quiet_and_certificates_hold() {
    let mut rng = Rng::new(3);
    let mut unsolvable = 0;
    for name in [
        "lights-out 5 5",
        "lights-out 4 4",
        "lights-out 4 3 torus",
        "lights-out 6 5 cross",
        "random 4 4 12 1",
        "random 3 3 14 2",
    ] {
        let puzzle = Toggle::named(name).unwrap();
        let solver = Solver::new(&puzzle);
        assert_eq!(
            puzzle.moves() - solver.kernel().len(),
            puzzle.squares() - solver.invariants().len(),
            "rank of {name}"
        );
        for pattern in solver.kernel() {
            assert!(
                pattern.count_ones() > 0 && is_solution(&puzzle, puzzle.goal(), pattern),
                "{name}: {pattern}"
            );
        }
        for _ in 0..200 {
            let board =
                Bits::with_ones(puzzle.squares(), (0..puzzle.squares()).filter(|_| rng.below(2) == 1));
            match solver.outcome(&board) {
                Outcome::Solvable(solutions) => {
                    assert!(is_solution(&puzzle, &board, &solutions.base), "{name}: {board}")
                }
                Outcome::Unsolvable(squares) => {
                    unsolvable += 1;
                    assert!(is_certificate(&puzzle, &board, &squares), "{name}: {board}: {squares}");
                }
            }
        }
    }
    assert!(unsolvable > 100, "only {unsolvable} boards were unsolvable");
}

#[test]
fn all_solutions_are_different_and_right() {
    let puzzle = Toggle::named("lights-out 5 5").unwrap();
    let solver = Solver::new(&puzzle);
    let all_lit = Bits::with_ones(25, 0..25);
    let solutions = solutions(&solver, &all_lit);
    let mut all: Vec<Bits> = solutions.all().collect();
    assert_eq!((all.len(), solutions.count()), (4, Some(4)));
    assert!(all.iter().all(|presses| is_solution(&puzzle, &all_lit, presses)));
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 4);
    assert_eq!(solutions.fewest(&mut Budget::unlimited()).presses.count_ones(), 15);
    assert!(!solutions.fewest(&mut Budget::nodes(1)).is_proven);
}

/// Sutner's theorem: on any graph where a press turns a square and its neighbours, all lit can be put out.
#[test]
fn all_lit_is_solvable_on_every_graph() {
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let squares = 1 + rng.below(14);
        let names: Vec<String> = (1..=squares).map(|square| square.to_string()).collect();
        // Who is joined with whom, each pair asked once.
        let joined: Vec<Vec<bool>> =
            (0..squares).map(|one| (0..one).map(|_| rng.below(3) == 0).collect()).collect();
        let turns =
            |press: usize, square: usize| press == square || joined[press.max(square)][press.min(square)];
        let mut text = format!("squares {}\n", names.join(" "));
        for press in 0..squares {
            let list: Vec<&str> = (0..squares)
                .filter(|&square| turns(press, square))
                .map(|square| names[square].as_str())
                .collect();
            text.push_str(&format!("move {}: {}\n", press + 1, list.join(" ")));
        }
        let puzzle = Toggle::parse(&text).unwrap();
        let all_lit = Bits::with_ones(squares, 0..squares);
        let solver = Solver::new(&puzzle);
        assert!(is_solution(&puzzle, &all_lit, &solutions(&solver, &all_lit).base), "{text}");
    }
}

#[test]
fn nullities_are_those_of_the_table_and_of_the_elimination() {
    let table =
        std::fs::read_to_string(format!("{}/tests/data/nullity.txt", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let rows: Vec<(usize, usize)> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .map(|(n, nullity)| (n.parse().unwrap(), nullity.parse().unwrap()))
        .collect();
    assert_eq!(rows.len(), 50);
    for (n, expected) in rows {
        assert_eq!(nullity(n, n), expected, "{n} x {n}");
    }
    for columns in 1..=9 {
        for rows in 1..=9 {
            let puzzle = Toggle::named(&format!("lights-out {columns} {rows}")).unwrap();
            assert_eq!(nullity(columns, rows), Solver::new(&puzzle).kernel().len(), "{columns} x {rows}");
        }
    }
}
