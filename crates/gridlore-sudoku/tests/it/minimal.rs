//! Minimal puzzles are unique, minimal and reproducible, regardless of other puzzles generated with
//! them.

use gridlore_core::Budget;
use gridlore_sudoku::{
    Bias, Board, Cell, Engine, Pattern, Recipe, minimal, minimal_puzzles, reference, weight,
};
use gridlore_testing::{cases, update_or_compare};

/// Counts solutions with the reference search, which the generator does not use.
fn solutions(puzzle: &Board) -> u64 {
    reference::count_solutions_up_to(puzzle, 2, &mut Budget::unlimited()).unwrap()
}

fn check_minimal(puzzle: &Board) {
    assert_eq!(solutions(puzzle), 1, "{puzzle}");
    for (cell, _) in puzzle.filled() {
        let mut without = *puzzle;
        without.set(cell, None);
        assert_eq!(solutions(&without), 2, "{puzzle}: {cell} can be spared");
    }
}

fn made(recipe: &Recipe, seeds: std::ops::Range<u64>, engine: Engine) -> Vec<Board> {
    let mut puzzles = Vec::new();
    minimal_puzzles(recipe, seeds, engine, |puzzle| {
        puzzles.push(puzzle);
        true
    });
    puzzles
}

fn with_pattern(pattern: Pattern) -> Recipe {
    Recipe { pattern, ..Recipe::default() }
}

/// `cargo xtask fixtures` rewrites the file when patterns are added; its puzzles never change.
#[test]
fn same_seed_same_minimal_puzzle() {
    let head = "# pattern\tseed\tpuzzle\n";
    let (mut found, mut expected) = (head.to_owned(), head.to_owned());
    for case in cases("minimal.txt", 3) {
        let [name, seed, puzzle] = &case.fields[..] else { unreachable!("three fields") };
        let recipe = match &name[..] {
            "controlled" => Recipe { bias: Bias::Controlled, ..Recipe::default() },
            name => with_pattern(name.parse().unwrap()),
        };
        found.push_str(&format!("{name}\t{seed}\t{}\n", minimal(&recipe, seed.parse().unwrap())));
        expected.push_str(&format!("{name}\t{seed}\t{puzzle}\n"));
    }
    update_or_compare("minimal.txt", &expected, &found);
}

#[test]
fn puzzles_depend_neither_on_the_engine_nor_on_other_seeds() {
    let recipe = Recipe::default();
    let puzzles = made(&recipe, 100..400, Engine::fastest());
    assert_eq!(puzzles.len(), 300);
    for engine in Engine::all() {
        assert_eq!(made(&recipe, 100..130, engine), puzzles[..30], "{engine:?}");
    }
    for seed in [0, 7, 299] {
        assert_eq!(minimal(&recipe, 100 + seed as u64), puzzles[seed]);
    }
    puzzles.iter().step_by(6).for_each(check_minimal);
}

#[test]
fn patterns_are_kept() {
    let turn = |cell: Cell| Cell::at(cell.column(), 8 - cell.row()).unwrap();
    let mirror = |cell: Cell| Cell::at(cell.row(), 8 - cell.column()).unwrap();
    let diagonal = |cell: Cell| Cell::at(cell.column(), cell.row()).unwrap();
    // Check each pattern by its definition, without the generator's code.
    for (pattern, count) in
        [(Pattern::HalfTurn, 5), (Pattern::QuarterTurn, 1), (Pattern::Mirror, 3), (Pattern::Diagonal, 5)]
    {
        for puzzle in made(&with_pattern(pattern), 0..count, Engine::fastest()) {
            check_minimal(&puzzle);
            let is_like = |to: &dyn Fn(Cell) -> Cell| {
                Cell::all().all(|cell| puzzle.digit(cell).is_some() == puzzle.digit(to(cell)).is_some())
            };
            let found = match pattern {
                Pattern::HalfTurn => is_like(&|cell| turn(turn(cell))),
                Pattern::QuarterTurn => is_like(&turn),
                Pattern::Mirror => is_like(&mirror),
                _ => is_like(&diagonal),
            };
            assert!(found, "{pattern}: {puzzle}");
        }
    }
}

/// Walks produce minimal puzzles with the requested numbers of givens, whatever else is generated
/// with them, and the weights are binomial coefficients.
#[test]
fn controlled_bias_makes_minimal_puzzles() {
    let recipe = Recipe { bias: Bias::Controlled, ..Recipe::default() };
    let puzzles = made(&recipe, 0..6, Engine::fastest());
    puzzles.iter().for_each(check_minimal);
    assert_eq!(made(&recipe, 3..4, Engine::Portable), puzzles[3..4]);
    let few = Recipe { clues: 23..=24, ..recipe };
    for puzzle in made(&few, 0..2, Engine::fastest()) {
        assert!((23..=24).contains(&puzzle.filled_count()), "{puzzle}");
        check_minimal(&puzzle);
    }
    let is_near = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-12;
    assert!(is_near(weight(25), 1.0) && is_near(weight(26), 56.0 / 26.0) && is_near(weight(24), 25.0 / 57.0));
    assert!(is_near(weight(0) * 81.0, weight(80)));
}

#[test]
fn numbers_of_givens_are_kept() {
    let recipe = Recipe { clues: 22..=23, ..Recipe::default() };
    for puzzle in made(&recipe, 0..20, Engine::fastest()) {
        assert!((22..=23).contains(&puzzle.filled_count()), "{puzzle}");
        check_minimal(&puzzle);
    }
}

/// Puzzles that need not be minimal have exactly the requested number of givens.
#[test]
fn puzzles_need_not_be_minimal() {
    let recipe = Recipe { clues: 30..=32, is_minimal: false, ..Recipe::default() };
    for puzzle in made(&recipe, 0..20, Engine::fastest()) {
        assert_eq!((puzzle.filled_count(), solutions(&puzzle)), (30, 1), "{puzzle}");
    }
    let turned = Recipe { clues: 30..=32, is_minimal: false, ..with_pattern(Pattern::HalfTurn) };
    for puzzle in made(&turned, 0..20, Engine::fastest()) {
        assert!((30..=32).contains(&puzzle.filled_count()) && solutions(&puzzle) == 1, "{puzzle}");
    }
}

#[test]
fn generation_can_be_stopped() {
    let mut puzzles = 0;
    minimal_puzzles(&Recipe::default(), 0.., Engine::fastest(), |_| {
        puzzles += 1;
        puzzles < 10
    });
    assert_eq!(puzzles, 10);
}

#[test]
fn pattern_names_round_trip_and_others_are_refused() {
    for pattern in Pattern::ALL {
        assert_eq!(pattern.name().parse(), Ok(pattern));
    }
    assert_eq!(
        "round".parse::<Pattern>(),
        Err("found \"round\", expected one of none, half-turn, quarter-turn, mirror, diagonal, mirrors, diagonals, full"
            .to_owned())
    );
}
