//! Techniques in their order, the ratings that follow from them, and puzzles of a given level.

use crate::rules::engine_grids;
use gridlore_core::{Budget, Rng};
use gridlore_sudoku_variants::build::usual_regions;
use gridlore_sudoku_variants::constraint::{Constraint, Mark};
use gridlore_sudoku_variants::explain::{Explainer, Level, Rating, Step, Technique, rate};
use gridlore_sudoku_variants::generate::{Generated, Kind, NoPuzzle, Recipe, generated};
use gridlore_sudoku_variants::{Outcome, Puzzle, Shape, Solver, parse_text};
use std::collections::BTreeSet;

fn budget() -> Budget {
    Budget::nodes(3_000_000)
}

fn recipe(side: usize, name: &str) -> Recipe {
    let shape = Shape::square(side);
    let kind = Kind::of_name(name).unwrap_or_else(|| panic!("no kind {name}"));
    Recipe::new(shape, usual_regions(&shape, None), vec![kind])
}

/// Returns whether a step keeps a grid.
fn keeps(puzzle: &Puzzle, step: &Step, grid: &[i32]) -> bool {
    step.placement.is_none_or(|(cell, value)| grid[cell] == value)
        && step.removals.iter().all(|(cell, set)| puzzle.shape.set_of(grid[*cell]) & set == 0)
}

/// Takes all steps of a puzzle, which must keep these grids. Returns the techniques.
fn techniques(puzzle: &Puzzle, grids: &[&Vec<i32>], hardest: Technique) -> BTreeSet<Technique> {
    let mut explainer = Explainer::new(puzzle).up_to(hardest);
    let mut used = BTreeSet::new();
    let mut budget = budget();
    while let Ok(Some(step)) = explainer.next_step(&mut budget) {
        for grid in grids {
            assert!(keeps(puzzle, &step, grid), "{grid:?}: {step:?}");
        }
        assert!(step.technique <= hardest, "{hardest}: {step:?}");
        used.insert(step.technique);
        explainer.apply(&step);
    }
    used
}

/// Tests generated puzzles with many rules. Every technique occurs, so every technique is tested.
#[test]
fn every_technique_occurs_and_keeps_the_solution() {
    let mut used = BTreeSet::new();
    for name in [
        "killer",
        "thermo",
        "arrow",
        "kropki",
        "xv",
        "whisper",
        "renban",
        "little-killer",
        "sandwich",
        "jigsaw",
        "anti-taxicab",
        "entropy",
        "anti-king",
        "minimum",
        "skyscraper",
        "palindrome",
    ] {
        let Some(_) = Kind::of_name(name) else { continue };
        for seed in 0..8 {
            let made = generated(&recipe(6, name), seed, &mut Budget::nodes(100_000), &mut || true);
            let Ok(made) = made else { continue };
            used.extend(techniques(&made.puzzle, &[&made.solution], Technique::LongContradiction));
        }
    }
    // A generated puzzle. On a 6x6 board, four digits of a house leave two others.
    let text = "size 9x9; .8......3; ...6.9...; 4.....7..; .........; ...2.....; ........9; .....24..; ..8......; \
                ..7.1....; anti-knight";
    let puzzle = parse_text(text).unwrap();
    let Outcome::Unique(solution) = Solver::new(&puzzle).unwrap().outcome(&mut budget()).unwrap() else {
        panic!("{text}")
    };
    used.extend(techniques(&puzzle, &[&solution], Technique::LongContradiction));
    let text = "size 9x9; .....32.4; ........9; 4........; .........; ......5..; .........; ..1.74..8; .......3.; \
                ......7..; even: r3c5 r2c2 r4c8 r3c4 r6c3 r2c4 r4c1 r9c8 r4c7 r4c2 r6c1 r9c2 r8c4 r6c6 r8c6 r3c6 r8c3";
    let puzzle = parse_text(text).unwrap();
    let Outcome::Unique(solution) = Solver::new(&puzzle).unwrap().outcome(&mut budget()).unwrap() else {
        panic!("{text}")
    };
    used.extend(techniques(&puzzle, &[&solution], Technique::LongContradiction));
    let missing: Vec<_> = Technique::ALL.iter().filter(|technique| !used.contains(technique)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Boards with several solutions and random candidates: no step loses one of them.
#[test]
fn steps_of_small_boards_keep_all_solutions() {
    let frame = "size 4x4; ....; ....; ....; ....;";
    let mut used = BTreeSet::new();
    for rules in [
        "cage 6: r1c1 r1c2 r2c2; cage 5: r1c3 r2c3; cage 7: r3c1 r3c2; cage 8: r3c3 r4c3 r4c4",
        "cage 5: r2c2 r3c2; cage 5: r1c3 r2c3; cage 7: r3c3 r3c4 r4c3",
        "white dot: r1c1 r1c2; black dot: r2c2 r2c3; white dot: r3c3 r4c3; white dot: r4c1 r4c2",
        "thermometer: r1c1 r2c2 r3c3; arrow: r4c4 = r4c3 r3c3",
        "anti-king; little killer 7: r1c2 r2c3 r3c4",
        "palindrome: r1c1 r2c2 r3c3 r4c4; X: r1c2 r1c3",
        "sum line 10: r2c4 r3c3 r4c2; maximum: r1c1",
    ] {
        let puzzle =
            parse_text(&format!("{frame} {rules}")).unwrap_or_else(|error| panic!("{rules}: {error}"));
        let shape = puzzle.shape;
        let grids = engine_grids(&puzzle);
        let mut rng = Rng::new(11);
        for _ in 0..80 {
            let mut marked = puzzle.clone();
            let sets: Vec<u32> = (0..shape.cells())
                .map(|_| (shape.all() & u32::try_from(rng.below(16)).unwrap()) | 1 << rng.below(4))
                .map(|set| if set.count_ones() < 2 { shape.all() } else { set })
                .collect();
            marked.constraints.extend(sets.iter().enumerate().map(|(cell, set)| {
                let values = (1..=4).filter(|value| shape.set_of(*value) & set != 0).collect();
                Constraint::Cell(Mark::Candidates(values), cell)
            }));
            let is_in =
                |grid: &&Vec<i32>| grid.iter().zip(&sets).all(|(value, set)| shape.set_of(*value) & set != 0);
            let left: Vec<&Vec<i32>> = grids.iter().filter(is_in).collect();
            if !left.is_empty() {
                used.extend(techniques(&marked, &left, Technique::LongContradiction));
            }
        }
    }
    assert!(used.contains(&Technique::Chain) && used.contains(&Technique::Constraint), "{used:?}");
}

/// Puzzles that lack a clue have several solutions, and no step loses one of them.
#[test]
fn steps_of_puzzles_without_a_clue_keep_all_solutions() {
    let mut used = BTreeSet::new();
    for name in ["anti-taxicab", "entropy", "minimum", "kropki", "killer", "jigsaw", "anti-king", "arrow"] {
        for seed in 0..12 {
            let made = generated(&recipe(6, name), seed, &mut Budget::nodes(100_000), &mut || true);
            let Ok(made) = made else { continue };
            let mut puzzle = made.puzzle.clone();
            puzzle.constraints.pop();
            let mut grids = Vec::new();
            let mut solver = Solver::new(&puzzle).unwrap();
            let searched = solver.search(&mut budget(), &mut |grid| {
                grids.push(grid);
                grids.len() < 500
            });
            if searched.is_ok() && grids.len() > 1 {
                used.extend(techniques(
                    &puzzle,
                    &grids.iter().collect::<Vec<_>>(),
                    Technique::LongContradiction,
                ));
            }
        }
    }
    for technique in [
        Technique::LastCell,
        Technique::InniesAndOuties,
        Technique::HouseWithConstraints,
        Technique::DigitPatterns,
        Technique::Chain,
        Technique::ForcingChains,
        Technique::SetChains,
    ] {
        assert!(used.contains(&technique), "{technique}: {used:?}");
    }
}

#[test]
fn harder_techniques_have_larger_numbers() {
    assert!(Technique::ALL.is_sorted());
    assert!(Technique::ALL.map(Technique::tenths).is_sorted_by(|one, next| one < next));
    assert!(Level::ALL.map(Level::hardest).is_sorted_by(|one, next| one < next));
    for technique in Technique::ALL {
        assert!(Level::ALL.contains(&Level::of(technique)));
        assert_eq!(Level::of(technique) == Level::Extreme, technique > Level::Hard.hardest());
    }
    for level in Level::ALL {
        assert_eq!(level.name().to_lowercase().parse(), Ok(level));
        assert_eq!(Level::of(level.hardest()), level);
    }
    let wrong = "fair".parse::<Level>().unwrap_err();
    assert_eq!(wrong, "found \"fair\", expected one of easy, medium, hard, extreme");
}

/// Each puzzle has the rating of its hardest step, and the corresponding level.
#[test]
fn a_rating_is_that_of_the_hardest_step() {
    let rated = |text: &str, hardest: Technique| -> Rating {
        rate(&parse_text(text).unwrap(), hardest, &mut budget()).unwrap()
    };
    for (text, hardest, number, level) in [
        ("size 4x4; 1234; 3412; 2143; 432.;", Technique::FullHouse, "1.0", Level::Easy),
        (
            "size 4x4; thermometer: r4c2 r4c3 r3c3 r2c2; ....; ....; ....; ....;",
            Technique::Thermometer,
            "2.0",
            Level::Easy,
        ),
        (
            "size 4x4; ....; ..2.; ....; ...3; maximum: r1c1; maximum: r4c3",
            Technique::TwoConstraints,
            "5.5",
            Level::Hard,
        ),
        (
            "size 4x4; ..2.; ....; ....; 1...; sum line 10: r2c4 r3c3 r4c2",
            Technique::Chain,
            "6.6",
            Level::Extreme,
        ),
    ] {
        let rating = rated(text, Technique::LongContradiction);
        assert_eq!(rating.hardest(), Some(hardest), "{text}: {rating:?}");
        assert!(rating.is_solved && rating.open.is_empty(), "{text}");
        assert_eq!((rating.to_string().as_str(), rating.level()), (number, level), "{text}");
    }
    // Without its hardest step, the puzzle is not solved.
    let open = rated("size 4x4; ..2.; ....; ....; 1...; sum line 10: r2c4 r3c3 r4c2", Technique::XWing);
    assert!(!open.is_solved && !open.open.is_empty() && open.level() == Level::Extreme, "{open:?}");
    assert!(open.used().all(|(technique, _)| technique <= Technique::XWing));
}

fn of_level(recipe: &Recipe, level: Level, seed: u64) -> Generated {
    let recipe = Recipe { level: Some(level), ..recipe.clone() };
    let made = generated(&recipe, seed, &mut Budget::unlimited(), &mut || true);
    made.unwrap_or_else(|error| panic!("{level} {seed}: {error}"))
}

/// Each puzzle has the wanted level by its rating and one solution, and a seed always gives the
/// same puzzle.
#[test]
fn puzzles_have_the_level_that_is_wanted() {
    let without_givens = Recipe { givens: 0..=0, ..recipe(9, "killer") };
    let names =
        ["killer", "diagonals", "windoku", "anti-knight", "thermo", "arrow", "kropki", "xv", "jigsaw"];
    let recipes = names.map(|name| recipe(9, name)).into_iter().chain([without_givens]);
    for recipe in recipes {
        for level in Level::ALL {
            let made = of_level(&recipe, level, 1);
            let name = format!("{level}: {:?}", made.puzzle.constraints);
            let rating = rate(&made.puzzle, Technique::LongContradiction, &mut budget()).unwrap();
            assert_eq!((rating.is_solved, rating.level()), (true, level), "{name}");
            let outcome = Solver::new(&made.puzzle).unwrap().outcome(&mut Budget::nodes(200_000));
            assert_eq!(outcome, Ok(Outcome::Unique(made.solution.clone())), "{name}");
            assert!(recipe.givens.contains(&made.givens), "{name}");
            assert_eq!(of_level(&recipe, level, 1), made, "{name}");
        }
    }
}

#[test]
fn a_puzzle_of_a_level_can_be_stopped() {
    let recipe = Recipe { level: Some(Level::Hard), ..recipe(9, "killer") };
    let mut asked = 0;
    let stopped = generated(&recipe, 1, &mut Budget::unlimited(), &mut || {
        asked += 1;
        asked < 30
    });
    assert_eq!(stopped.unwrap_err(), NoPuzzle::Stopped);
    let spent = generated(&recipe, 1, &mut Budget::nodes(50), &mut || true);
    assert!(matches!(spent, Err(NoPuzzle::Spent(_))), "{spent:?}");
}
