//! Generated puzzles have one solution, which is proven and checked, and no unnecessary parts.

use gridlore_core::Budget;
use gridlore_sudoku_variants::build::usual_regions;
use gridlore_sudoku_variants::constraint::{Global, Mark};
use gridlore_sudoku_variants::generate::{Generated, KINDS, Kind, Move, NoPuzzle, Recipe, generated};
use gridlore_sudoku_variants::{
    Constraint, Outcome, Puzzle, Shape, Solver, check, parse_constraints, to_constraints,
};
use std::collections::BTreeSet;

fn kinds(names: &[&str]) -> Vec<&'static Kind> {
    names.iter().map(|name| Kind::of_name(name).unwrap_or_else(|| panic!("no kind {name}"))).collect()
}

fn recipe(side: usize, names: &[&str]) -> Recipe {
    let shape = Shape::square(side);
    Recipe::new(shape, usual_regions(&shape, None), kinds(names))
}

fn puzzle(recipe: &Recipe, seed: u64) -> Generated {
    let made = generated(recipe, seed, &mut Budget::unlimited(), &mut || true);
    made.unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

/// Returns the puzzle without these constraints.
fn without(puzzle: &Puzzle, removed: &[usize]) -> Puzzle {
    let kept = puzzle.constraints.iter().enumerate().filter(|(index, _)| !removed.contains(index));
    Puzzle { constraints: kept.map(|(_, constraint)| constraint.clone()).collect(), ..puzzle.clone() }
}

fn outcome(puzzle: &Puzzle) -> Outcome {
    Solver::new(puzzle).unwrap().outcome(&mut Budget::unlimited()).unwrap()
}

/// Asserts that the solution is correct and unique, even after the puzzle was written and read
/// back.
fn is_sound(made: &Generated, name: &str) {
    assert_eq!(check::broken(&made.puzzle, &made.solution), None, "{name}");
    assert_eq!(outcome(&made.puzzle), Outcome::Unique(made.solution.clone()), "{name}");
    let line = to_constraints(&made.puzzle).unwrap();
    let again = parse_constraints(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(outcome(&again), Outcome::Unique(made.solution.clone()), "{line}");
    let is_given = |constraint: &&Constraint| matches!(constraint, Constraint::Cell(Mark::Given(_), _));
    assert_eq!(made.puzzle.constraints.iter().filter(is_given).count(), made.givens, "{name}");
}

/// Asserts that there are more solutions without any unit of clues or givens.
fn is_minimal(made: &Generated, name: &str) {
    for unit in &made.units {
        let rest = without(&made.puzzle, unit);
        assert!(matches!(outcome(&rest), Outcome::Several(_)), "{name}: {:?}", rest.constraints);
    }
}

/// For each kind of rule, the puzzle has one solution, and all clues and givens are necessary.
/// Without a symmetry, each unit is a single clue. The kind occurs in the puzzle.
#[test]
fn puzzles_of_each_kind_are_unique_and_minimal() {
    for kind in KINDS {
        for seed in 1..4 {
            let made = puzzle(&recipe(6, &[kind.name]), seed);
            let name = format!("{} {seed}", kind.name);
            is_sound(&made, &name);
            is_minimal(&made, &name);
            assert!(made.units.iter().all(|unit| unit.len() == 1), "{name}");
            let frame = made.puzzle.constraints.len() - made.units.len();
            let has_kind = made.units.len() > made.givens || frame > 2 || kind.name == "jigsaw";
            assert!(has_kind && made.kinds == [kind.name], "{name}: {:?}", made.puzzle.constraints);
        }
    }
}

/// Tests the standard board with kinds whose clues have different forms, and with several kinds at
/// once.
#[test]
fn puzzles_of_the_standard_board_are_unique_and_minimal() {
    let lists: [&[&str]; 6] = [
        &["killer"],
        &["thermo", "kropki", "anti-knight"],
        &["arrow", "quadruple", "even-odd"],
        &["jigsaw", "renban", "greater-than"],
        &["extra-region", "clone", "diagonals"],
        &["nonconsecutive", "pair-sum"],
    ];
    for names in lists {
        let made = puzzle(&recipe(9, names), 7);
        is_sound(&made, names[0]);
        is_minimal(&made, names[0]);
        // Each rule of the whole grid is also necessary.
        for (index, constraint) in made.puzzle.constraints.iter().enumerate() {
            if matches!(constraint, Constraint::Global(Global::AntiLeaper(..) | Global::Negative { .. })) {
                assert!(
                    matches!(outcome(&without(&made.puzzle, &[index])), Outcome::Several(_)),
                    "{names:?}"
                );
            }
        }
        let found: BTreeSet<&str> = made.puzzle.constraints.iter().map(Constraint::name).collect();
        for (kind, words) in [
            ("killer", &["killer cage"][..]),
            ("thermo", &["thermometer"]),
            ("kropki", &["white dot", "black dot"]),
            ("anti-knight", &["anti-knight"]),
            ("arrow", &["arrow"]),
            ("quadruple", &["quadruple"]),
            ("even-odd", &["even", "odd"]),
            ("renban", &["renban line"]),
            ("greater-than", &["greater than"]),
            ("extra-region", &["all different"]),
            ("clone", &["clone"]),
            ("diagonals", &["diagonal"]),
            ("nonconsecutive", &["nonconsecutive"]),
            ("pair-sum", &["pair sum", "X", "V"]),
        ] {
            if names.contains(&kind) {
                assert!(words.iter().any(|word| found.contains(word)), "{kind}: {found:?}");
            }
        }
    }
}

/// A seed always gives the same puzzle, and another seed a different one.
#[test]
fn a_seed_is_always_the_same_puzzle() {
    for names in [&["killer"][..], &["whisper", "xv"], &["jigsaw", "numbered-room", "even"]] {
        let recipe = Recipe { random_kinds: 1, ..recipe(6, names) };
        assert_eq!(puzzle(&recipe, 5), puzzle(&recipe, 5), "{names:?}");
        assert_ne!(puzzle(&recipe, 5), puzzle(&recipe, 6), "{names:?}");
    }
}

/// Boards of many sizes, with and without boxes.
#[test]
fn boards_of_many_sizes_have_puzzles() {
    for side in [4, 5, 7, 8] {
        let made = puzzle(&recipe(side, &["killer", "greater-than"]), 3);
        is_sound(&made, &format!("side {side}"));
        is_minimal(&made, &format!("side {side}"));
    }
    for side in [10, 12, 16] {
        let spare = Recipe { is_minimal: false, ..recipe(side, &["killer", "kropki"]) };
        is_sound(&puzzle(&spare, 3), &format!("side {side}"));
    }
    let made = puzzle(&recipe(7, &["jigsaw", "killer"]), 1);
    is_sound(&made, "jigsaw 7");
    let is_regions = |constraint: &&Constraint| matches!(constraint, Constraint::Global(Global::Regions(_)));
    assert_eq!(made.puzzle.constraints.iter().filter(is_regions).count(), 1);
}

/// Moves, the images of a cell, and kinds of rules.
type Case<'a> = (&'a [Move], &'a [&'a dyn Fn(usize) -> usize], &'a [&'a str]);

/// The places of clues and givens are symmetric, and each orbit is necessary.
#[test]
fn places_are_symmetric() {
    let half = |cell: usize| 80 - cell;
    let mirror = |cell: usize| cell / 9 * 9 + 8 - cell % 9;
    let turn = |cell: usize| cell % 9 * 9 + 8 - cell / 9;
    let cases: [Case<'_>; 4] = [
        (&[Move::HalfTurn], &[&half], &["thermo", "killer"]),
        (&[Move::Mirror], &[&mirror], &["sandwich", "quadruple", "jigsaw"]),
        (&[Move::QuarterTurn], &[&turn, &half], &["kropki", "numbered-room"]),
        (&[Move::Mirror, Move::QuarterTurn], &[&turn, &mirror], &["even-odd", "greater-than"]),
    ];
    for (moves, images, names) in cases {
        let made = puzzle(&Recipe { moves: moves.to_vec(), ..recipe(9, names) }, 4);
        is_sound(&made, names[0]);
        is_minimal(&made, names[0]);
        let group = |constraint: &Constraint, image: &dyn Fn(usize) -> usize| {
            let mut cells: Vec<usize> = constraint.cells(&made.puzzle.shape).into_iter().map(image).collect();
            cells.sort_unstable();
            cells
        };
        let clues = || made.units.iter().flatten().map(|index| &made.puzzle.constraints[*index]);
        let places: BTreeSet<Vec<usize>> = clues().map(|clue| group(clue, &|cell| cell)).collect();
        for clue in clues() {
            for image in images {
                assert!(places.contains(&group(clue, image)), "{names:?}: {clue:?}");
            }
        }
    }
}

/// The number of givens is in the range, and rules are chosen at random.
#[test]
fn givens_and_random_rules_are_as_wanted() {
    let empty = puzzle(&Recipe { givens: 0..=0, ..recipe(9, &["killer", "thermo"]) }, 1);
    is_sound(&empty, "no givens");
    assert_eq!(empty.givens, 0);
    let some = puzzle(&Recipe { givens: 6..=9, ..recipe(9, &["xv"]) }, 1);
    is_minimal(&some, "givens");
    assert!((6..=9).contains(&some.givens));
    let random = Recipe { random_kinds: 2, ..recipe(6, &["killer"]) };
    let mut drawn = BTreeSet::new();
    for seed in 0..6 {
        let made = puzzle(&random, seed);
        is_sound(&made, "random");
        assert!(made.kinds.len() == 3 && made.kinds[0] == "killer", "{:?}", made.kinds);
        drawn.extend(made.kinds);
    }
    assert!(drawn.len() > 5, "{drawn:?}");
    let spare = puzzle(&Recipe { is_minimal: false, ..recipe(6, &["killer"]) }, 1);
    is_sound(&spare, "spare");
}

/// If no puzzle can be generated, a reason is given.
#[test]
fn failures_have_a_reason() {
    let why = |recipe: &Recipe, budget: u64, goes_on: bool| {
        generated(recipe, 1, &mut Budget::nodes(budget), &mut || goes_on).unwrap_err()
    };
    assert_eq!(why(&recipe(4, &["entropy"]), u64::MAX, true), NoPuzzle::Unfit("entropy"));
    assert_eq!(why(&recipe(9, &["jigsaw", "windoku"]), u64::MAX, true), NoPuzzle::Unfit("windoku"));
    assert_eq!(why(&recipe(4, &["anti-king"]), u64::MAX, true), NoPuzzle::NoGrid);
    assert!(matches!(why(&recipe(9, &["killer"]), 50, true), NoPuzzle::Spent(_)));
    assert_eq!(why(&recipe(9, &["killer"]), u64::MAX, false), NoPuzzle::Stopped);
    let nabner = why(&recipe(4, &["nabner"]), u64::MAX, true);
    assert_eq!(
        nabner.to_string(),
        "40 attempts failed, the last because there was no place for the rule nabner"
    );
}
