//! Facts about Flipper and Lights Out, either published or established by enumerating all boards.

use gridlore_core::{Budget, Rng};
use gridlore_flipper::check::{is_certificate, is_solution};
use gridlore_flipper::elimination::Matrix;
use gridlore_flipper::lights_out::{self, Chase, nullity};
use gridlore_flipper::{Bits, Outcome, Solutions, Solver, Toggle, Vector, generate};

fn every_board(squares: usize) -> impl Iterator<Item = Vector> {
    (0..1_usize << squares)
        .map(move |board| Vector::with_ones(squares, (0..squares).filter(|square| board >> square & 1 == 1)))
}

fn solutions<'a>(solver: &'a Solver<'_>, board: &Vector) -> Solutions<'a> {
    match solver.outcome(board) {
        Outcome::Solvable(solutions) => solutions,
        Outcome::Unsolvable(squares) => {
            panic!("{board} is solvable, but {squares} is given as a proof that it is not")
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
        assert_eq!((solutions.count(), fewest.is_proven()), (Some(1), true));
        by_presses[fewest.count()] += 1;
        if fewest.count() == 9 {
            assert_eq!(board.to_string(), "101010101");
        }
    }
    assert_eq!(by_presses, [1, 9, 36, 84, 126, 126, 84, 36, 9, 1]);
}

#[test]
fn the_presses_that_toggle_one_square_of_flipper() {
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
        board.set(square, 1 - board.get(square));
        let solver = Solver::new(&flipper);
        assert_eq!(
            flipper.presses_in_words(solutions(&solver, &board).base()),
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
        let puzzle = Toggle::from_name(name).unwrap();
        let solver = Solver::new(&puzzle);
        assert_eq!(
            puzzle.moves() - solver.kernel().len(),
            puzzle.squares() - solver.invariants().len(),
            "rank of {name}"
        );
        for pattern in solver.kernel() {
            assert!(
                !pattern.presses.is_zero() && is_solution(&puzzle, puzzle.goal(), &pattern.presses),
                "{name}: {pattern:?}"
            );
        }
        for _ in 0..200 {
            let board =
                Vector::with_ones(puzzle.squares(), (0..puzzle.squares()).filter(|_| rng.below(2) == 1));
            match solver.outcome(&board) {
                Outcome::Solvable(solutions) => {
                    assert!(is_solution(&puzzle, &board, solutions.base()), "{name}: {board}")
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
fn all_solutions_are_different_and_valid() {
    let puzzle = Toggle::from_name("lights-out 5 5").unwrap();
    let solver = Solver::new(&puzzle);
    let all_lit = Vector::with_ones(25, 0..25);
    let solutions = solutions(&solver, &all_lit);
    let mut all: Vec<Vector> = solutions.all().collect();
    assert_eq!((all.len(), solutions.count()), (4, Some(4)));
    assert!(all.iter().all(|presses| is_solution(&puzzle, &all_lit, presses)));
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 4);
    assert_eq!(solutions.fewest(&mut Budget::unlimited()).presses.total(), 15);
    let hurried = solutions.fewest(&mut Budget::nodes(1));
    assert!(
        !hurried.is_proven() && hurried.at_least <= 15 && is_solution(&puzzle, &all_lit, &hurried.presses)
    );
}

/// Sutner's theorem: on any graph in which a press toggles a vertex and its neighbours, the all-lit
/// board is solvable.
#[test]
fn all_lit_is_solvable_on_every_graph() {
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let squares = 1 + rng.below(14);
        let names: Vec<String> = (1..=squares).map(|square| square.to_string()).collect();
        // Decide once per pair whether two squares are joined.
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
        let all_lit = Vector::with_ones(squares, 0..squares);
        let solver = Solver::new(&puzzle);
        assert!(is_solution(&puzzle, &all_lit, solutions(&solver, &all_lit).base()), "{text}");
    }
}

/// Returns the nullity, computed by another method: the presses of a row determine those of the
/// next row, so chasing each press of the first row gives a matrix, whose rank gives the nullity.
/// This method shares no code with the polynomials.
fn nullity_by_rank(columns: usize, rows: usize) -> usize {
    let mut above = vec![Bits::zeros(columns); columns];
    let mut here: Vec<Bits> = (0..columns).map(|place| Bits::with_ones(columns, [place])).collect();
    for _ in 0..rows {
        let below = (0..columns)
            .map(|place| {
                let mut sum = here[place].clone();
                sum.add(&above[place]);
                let beside = [place.checked_sub(1), Some(place + 1).filter(|&place| place < columns)];
                beside.into_iter().flatten().for_each(|place| sum.add(&here[place]));
                sum
            })
            .collect();
        above = std::mem::replace(&mut here, below);
    }
    columns - Matrix::from_columns(columns, &here).eliminated().rank()
}

#[test]
fn nullities_are_those_of_the_table_and_of_two_eliminations() {
    let table =
        std::fs::read_to_string(format!("{}/tests/data/nullity.txt", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let rows: Vec<(usize, usize)> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').unwrap())
        .map(|(n, nullity)| (n.parse().unwrap(), nullity.parse().unwrap()))
        .collect();
    assert_eq!(rows.len(), 200);
    for (n, expected) in rows {
        assert_eq!((nullity(n, n), nullity_by_rank(n, n)), (expected, expected), "{n} x {n}");
    }
    for columns in 1..=9 {
        for rows in 1..=9 {
            let puzzle = Toggle::from_name(&format!("lights-out {columns} {rows}")).unwrap();
            assert_eq!(nullity(columns, rows), Solver::new(&puzzle).kernel().len(), "{columns} x {rows}");
        }
    }
}

/// Compares light chasing with the elimination on small boards, and with the checkers on larger
/// boards.
#[test]
fn chasing_the_lights_agrees_with_the_elimination() {
    let mut rng = Rng::new(8);
    let sizes = (1..=8).flat_map(|columns| (1..=8).map(move |rows| (columns, rows)));
    let mut unsolvable = 0;
    for (columns, rows) in
        sizes.chain([(19, 19), (16, 33), (65, 30), (64, 64), (67, 67), (200, 200), (129, 128)])
    {
        let chase = Chase::new(columns, rows);
        let flat = |board: &[Bits]| {
            Vector::new(
                board.iter().flat_map(|row| (0..columns).map(|column| u8::from(row.get(column)))).collect(),
            )
        };
        let puzzle = (columns * rows < 400)
            .then(|| Toggle::from_name(&format!("lights-out {columns} {rows}")).unwrap());
        let solver = puzzle.as_ref().map(Solver::new);
        let nothing = vec![Bits::zeros(columns); rows];
        for power in 0..chase.nullity() {
            assert!(lights_out::is_solution(&nothing, &chase.quiet_pattern(power)));
        }
        for _ in 0..8 {
            let wanted: Vec<Bits> = (0..rows)
                .map(|_| Bits::with_ones(columns, (0..columns).filter(|_| rng.below(2) == 1)))
                .collect();
            let found = chase.solution(&wanted);
            match &found {
                Ok(presses) => assert!(lights_out::is_solution(&wanted, presses), "{columns} x {rows}"),
                Err(pattern) => {
                    unsolvable += 1;
                    assert!(lights_out::is_solution(&nothing, pattern), "{columns} x {rows}");
                    let odd =
                        pattern.iter().zip(&wanted).filter(|(pattern, wanted)| pattern.is_odd_with(wanted));
                    assert_eq!(odd.count() % 2, 1);
                }
            }
            if let (Some(puzzle), Some(solver)) = (&puzzle, &solver) {
                match solver.outcome(&flat(&wanted)) {
                    Outcome::Solvable(_) => {
                        assert!(is_solution(puzzle, &flat(&wanted), &flat(&found.unwrap())))
                    }
                    Outcome::Unsolvable(_) => {
                        assert!(is_certificate(puzzle, &flat(&wanted), &flat(&found.unwrap_err())))
                    }
                }
            }
        }
    }
    assert!(unsolvable > 100, "only {unsolvable} boards were unsolvable");
}

/// Quiet patterns have the stated order, and all their sums are different solutions.
#[test]
fn more_colours_are_counted_exactly() {
    for (name, solutions) in [
        ("lights-out 2 2 colours 3", 3),
        ("lights-out 3 3 colours 3", 1),
        ("lights-out 5 5 colours 4", 0),
        ("lights-out 2 3 colours 6", 0),
        ("lights-out 4 4 torus colours 12", 0),
        ("random 2 2 6 1 colours 4", 0),
        ("random 2 2 6 3 colours 9", 0),
    ] {
        let puzzle = Toggle::from_name(name).unwrap();
        let solver = Solver::new(&puzzle);
        let found = self::solutions(&solver, puzzle.goal());
        assert!(solutions == 0 || found.count() == Some(solutions), "{name}: {:?}", found.count());
        assert!(
            found.kernel().iter().all(|quiet| {
                let mut sum = Vector::zeros(puzzle.moves());
                let is_quiet = (1..quiet.order).all(|_| {
                    sum.add(&quiet.presses, puzzle.colours());
                    !sum.is_zero() && is_solution(&puzzle, puzzle.goal(), &sum)
                });
                sum.add(&quiet.presses, puzzle.colours());
                is_quiet && sum.is_zero()
            }),
            "{name}"
        );
        if found.count().is_some_and(|count| count <= 5000) {
            let mut all: Vec<Vector> = found.all().collect();
            assert!(all.iter().all(|presses| is_solution(&puzzle, puzzle.goal(), presses)));
            all.sort();
            all.dedup();
            assert_eq!(Some(all.len() as u128), found.count(), "{name}");
        }
    }
}

#[test]
fn counts_beyond_128_bits_are_products() {
    let puzzle = Toggle::random(3, 3, 200, 1, 6);
    let solver = Solver::new(&puzzle);
    let words = solutions(&solver, puzzle.goal()).count_in_words();
    assert_eq!(words, "2^191 * 3^191");
}

#[test]
fn generated_boards_need_exactly_their_presses() {
    for (name, most) in
        [("flipper", 9), ("lights-out 5 5", 14), ("lights-out 3 3 colours 3", 8), ("random 3 3 12 4", 3)]
    {
        let puzzle = Toggle::from_name(name).unwrap();
        let solver = Solver::new(&puzzle);
        for presses in 0..=most {
            let mut budget = Budget::nodes(100_000_000);
            let board = generate::board(&puzzle, &solver, presses, 42, &mut budget).unwrap();
            assert_eq!(
                solutions(&solver, &board).fewest(&mut Budget::unlimited()).count(),
                presses,
                "{name}"
            );
            assert_eq!(generate::board(&puzzle, &solver, presses, 42, &mut Budget::unlimited()), Some(board));
        }
        assert_eq!(generate::board(&puzzle, &solver, 1000, 42, &mut Budget::unlimited()), None);
    }
}
