//! Explanations compared with brute force on small boards, and their sentences.

use crate::rules::{checked_grids, engine_grids};
use gridlore_core::{Budget, Rng};
use gridlore_sudoku_variants::constraint::{
    Cage, Clue, Constraint, Global, Line, Mark, Pair, Scope, Sets, Table, WeightedSum,
};
use gridlore_sudoku_variants::explain::{Explainer, Step, Technique};
use gridlore_sudoku_variants::{Puzzle, Shape, parse_constraints, parse_text};
use std::collections::BTreeSet;

fn budget() -> Budget {
    Budget::nodes(300_000)
}

/// Returns marks that exclude some values of cells.
fn marks(shape: &Shape, position: &[u32]) -> Vec<Constraint> {
    let mark = |(cell, set): (usize, &u32)| {
        let values = (shape.lowest..=shape.highest()).filter(|value| shape.set_of(*value) & set != 0);
        Constraint::Cell(Mark::Candidates(values.collect()), cell)
    };
    position.iter().enumerate().map(mark).collect()
}

/// Takes all steps of a puzzle. Each must change something and keep these grids, which are all the
/// grids that the rules allow.
fn keeps(puzzle: &Puzzle, grids: &[&Vec<i32>], with_trial: bool) -> Explainer {
    let mut explainer = Explainer::new(puzzle).with_trial(with_trial);
    while let Ok(Some(step)) = explainer.next_step(&mut budget()) {
        let before = explainer.candidates().to_vec();
        for grid in grids {
            let is_kept = step.placement.is_none_or(|(cell, value)| grid[cell] == value)
                && step.removals.iter().all(|(cell, set)| puzzle.shape.set_of(grid[*cell]) & set == 0);
            assert!(is_kept, "{grid:?}: {step:?}");
        }
        let is_placed = step.placement.is_none_or(|(cell, _)| explainer.is_placed(cell));
        explainer.apply(&step);
        let does_place = step.placement.is_some() && !is_placed;
        assert!(does_place || before != explainer.candidates(), "the step changes nothing: {step:?}");
    }
    explainer
}

/// Tests a constraint with random marks. If the steps handle it completely, each remaining
/// candidate is in a grid.
fn explains(rows: usize, columns: usize, values: usize, constraint: Constraint, is_exact: bool) {
    let shape = Shape { values, ..Shape::new(rows, columns) };
    let mut puzzle = Puzzle::new(shape);
    puzzle.constraints.push(constraint);
    let grids = checked_grids(&puzzle);
    assert!(!grids.is_empty());
    let mut rng = Rng::new(7);
    for _ in 0..60 {
        let position: Vec<u32> = (0..shape.cells())
            .map(|_| shape.all() & u32::try_from(1 + rng.below(shape.all() as usize)).unwrap())
            .collect();
        let mut puzzle = puzzle.clone();
        puzzle.constraints.extend(marks(&shape, &position));
        let is_in =
            |grid: &&Vec<i32>| grid.iter().zip(&position).all(|(value, set)| shape.set_of(*value) & set != 0);
        let grids: Vec<&Vec<i32>> = grids.iter().filter(is_in).collect();
        let explainer = keeps(&puzzle, &grids, false);
        assert!(grids.is_empty() || !explainer.is_broken());
        if is_exact && !grids.is_empty() {
            for (cell, set) in explainer.candidates().iter().enumerate() {
                let found = grids.iter().fold(0, |all, grid| all | shape.set_of(grid[cell]));
                assert_eq!(*set, found, "{} of {position:?}: {puzzle:?}", shape.cell_name(cell));
            }
        }
        keeps(&puzzle, &grids, true);
    }
}

#[test]
fn steps_of_one_constraint_leave_exactly_the_candidates_of_brute_force() {
    let line = || vec![0, 1, 2, 3, 4];
    let odd_sum = Table {
        label: String::new(),
        rows: vec![0b01010, 0b10101, 0b01010, 0b10101, 0b01010],
        scope: Scope::Neighbours,
    };
    for constraint in [
        Constraint::Line(Line::Thermometer, line()),
        Constraint::Line(Line::SlowThermometer, line()),
        Constraint::Line(Line::Whisper(3), line()),
        Constraint::Line(Line::Renban, vec![0, 2, 3]),
        Constraint::Line(Line::Nabner, vec![0, 2, 4]),
        Constraint::Line(Line::Modular(3), line()),
        Constraint::Line(Line::Palindrome, line()),
        Constraint::Line(Line::Zipper, line()),
        Constraint::Line(Line::Zipper, vec![0, 1, 2, 3]),
        Constraint::Line(Line::Between, line()),
        Constraint::Line(Line::Lockout(3), line()),
        Constraint::Line(Line::Sum(6), line()),
        Constraint::Line(Line::SumLoop(6), line()),
        Constraint::Line(Line::DoubleArrow, line()),
        Constraint::Line(Line::ValueIndexing, line()),
        Constraint::Arrow { circle: vec![0], shaft: vec![1, 2] },
        Constraint::Arrow { circle: vec![0, 1], shaft: vec![2, 3, 4] },
        Constraint::Cage(Cage::Killer(Some(8)), vec![0, 1, 2]),
        Constraint::Cage(Cage::KillerOneOf(vec![7, 9]), vec![0, 1, 2]),
        Constraint::Cage(Cage::Rellik(6), vec![0, 1, 2]),
        Constraint::Cage(Cage::Equality, vec![0, 1]),
        Constraint::Cage(Cage::Lunchbox(3), vec![0, 1, 2, 3]),
        Constraint::Cage(Cage::Contains(vec![1, 1, 4]), line()),
        Constraint::Cage(Cage::ContainsExactly(vec![3, 3]), line()),
        Constraint::Cage(Cage::LookAndSay(vec![(0, 1), (2, 3)]), line()),
        Constraint::Cage(Cage::CountingCircles, vec![0, 1, 2, 3]),
        Constraint::Cage(Cage::CountDistinct, line()),
        Constraint::Sets(Sets::EqualSums, vec![vec![0, 1], vec![3, 4]]),
        Constraint::Sets(Sets::RegionSumLine, vec![vec![0], vec![1, 2], vec![3, 4]]),
        Constraint::Sets(Sets::SameValues, vec![vec![0, 1], vec![3, 4]]),
        Constraint::Sets(Sets::Clone, vec![vec![0, 1], vec![3, 4]]),
        Constraint::Clue(Clue::Sandwich(5), line()),
        Constraint::Clue(Clue::XSum(7), line()),
        Constraint::Clue(Clue::Skyscraper(3), line()),
        Constraint::Clue(Clue::HiddenSkyscraper(2), line()),
        Constraint::Clue(Clue::NumberedRoom(2), line()),
        Constraint::Pair(Pair::Difference(1), [0, 3]),
        Constraint::Pair(Pair::Ratio(2), [4, 1]),
        Constraint::Pair(Pair::Sum(7), [0, 3]),
        Constraint::Pair(Pair::Greater, [0, 3]),
        Constraint::Sum(WeightedSum { total: 3, terms: vec![(2, 0), (-1, 1), (1, 4)] }),
        Constraint::Table(odd_sum, line()),
    ] {
        explains(1, 5, 5, constraint, true);
    }
    explains(1, 6, 6, Constraint::Line(Line::Entropic, vec![0, 1, 2, 3]), true);
}

#[test]
fn steps_of_rules_of_the_grid_keep_all_solutions() {
    for constraint in [
        Constraint::Global(Global::RowsAndColumns),
        Constraint::Global(Global::Regions(vec![vec![0, 1, 2, 4], vec![3, 6]])),
        Constraint::Global(Global::AntiLeaper(0, 2)),
        Constraint::Global(Global::AntiTaxicab),
        Constraint::Global(Global::negative(vec![Pair::Difference(2), Pair::Sum(4)], [(7, 8)])),
        Constraint::Cell(Mark::Minimum(Vec::new()), 4),
        Constraint::Cell(Mark::ColumnIndexer, 0),
        Constraint::Either(vec![
            vec![Constraint::Line(Line::Thermometer, vec![0, 1, 2])],
            vec![Constraint::Cage(Cage::Killer(Some(4)), vec![0, 1]), Constraint::Cell(Mark::Odd, 2)],
        ]),
    ] {
        explains(3, 3, 4, constraint, false);
    }
    explains(3, 3, 3, Constraint::Global(Global::DutchFlatmates), false);
    explains(2, 3, 3, Constraint::Global(Global::Entropy), false);
    explains(2, 3, 3, Constraint::Global(Global::Mod), false);
}

/// The examples of the reference, each with one solution.
#[test]
fn examples_of_the_reference_are_explained_and_keep_their_solution() {
    let reference = include_str!("../../../../docs/geometries.md");
    let reference = reference.split_once("## Reference of constraints").unwrap().1;
    let (mut examples, mut solved, mut names) = (0, 0, BTreeSet::new());
    for line in reference.lines().filter(|line| line.starts_with("size ")) {
        let puzzle = parse_text(line).unwrap();
        let grids = engine_grids(&puzzle);
        let explainer = keeps(&puzzle, &grids.iter().collect::<Vec<_>>(), true);
        examples += 1;
        // Steps do not use these rules.
        let is_used =
            ["full rank", "chaos construction", "connected"].iter().all(|word| !line.contains(word));
        if explainer.is_solved() || !is_used {
            solved += 1;
        } else {
            names.insert(line);
        }
    }
    assert!(examples >= 70, "{examples}");
    assert!(solved + 2 >= examples, "{solved} of {examples}: {names:?}");
}

/// Returns the first step with a technique on the way to a solution.
fn step_of(text: &str, technique: Technique) -> Step {
    let puzzle = parse_text(text).unwrap();
    let mut explainer = Explainer::new(&puzzle);
    while let Some(step) = explainer.next_step(&mut Budget::nodes(3_000_000)).unwrap() {
        if step.technique == technique {
            return step;
        }
        explainer.apply(&step);
    }
    panic!("{text}: no {technique}");
}

#[test]
fn each_step_says_why() {
    let empty = "size 9x9; .........; .........; .........; .........; .........; .........; .........; .........; .........;";
    let cases = [
        (
            "cage 4: r1c1 r1c2",
            Technique::Combinations,
            "The cage of 4 in r1c1 and r1c2 can only be 1+3. So r1c1 and r1c2 can only be 1 or 3.",
        ),
        (
            "cage 16: r2c2 r3c2",
            Technique::LockedCandidate,
            "The cage of 16 in r2c2 and r3c2 needs the digit 7. The 7 is in r2c2 or r3c2. So 7 can be removed from \
             r1c1, r1c2, r1c3, r2c1, r2c3, r3c1, r3c3, r4c2, r5c2, r6c2, r7c2, r8c2 and r9c2, which see all of \
             these cells.",
        ),
        (
            "black dot: r1c1 r1c2",
            Technique::PairOfCells,
            "One of r1c1 and r1c2 is twice the other (black dot). 5, 7 and 9 have no partner, so r1c1 and r1c2 \
             cannot be 5, 7 or 9.",
        ),
        (
            "whisper line 5: r1c1 r2c2 r3c3",
            Technique::PairOfCells,
            "r1c1 and r2c2 differ by at least 5 (whisper line). 5 has no partner, so r1c1 and r2c2 cannot be 5.",
        ),
        (
            "white dot: r1c1 r1c2; candidates 3 4: r1c2",
            Technique::PairOfCells,
            "r1c1 and r1c2 are consecutive (white dot). r1c2 can only be 3 or 4, so r1c1 cannot be 1, 6, 7, 8 or 9.",
        ),
        (
            "thermometer: r1c1 r2c2 r3c3",
            Technique::Thermometer,
            "The digits of the thermometer from r1c1 to r3c3 increase, so r1c1 is at most 7, r2c2 is from 2 to 8, \
             and r3c3 is at least 3.",
        ),
        (
            "arrow: r1c1 = r2c1 r3c1 r2c2",
            Technique::SumBounds,
            "The digits in r2c1, r3c1 and r2c2 add up to r1c1. Those on the arrow add up to at least 6, so r1c1 is \
             at least 6; the circle is at most 9, so r2c1, r3c1 and r2c2 are at most 6.",
        ),
        (
            "little killer 26: r1c2 r2c3 r3c4",
            Technique::SumBounds,
            "The digits on the diagonal from r1c2 to r3c4 add up to 26. The others add up to at most 18, so r1c2 and \
             r2c3 are at least 8; the others add up to at most 17, so r3c4 is 9.",
        ),
        (
            "renban line: r1c1 r1c2 r1c3 r1c4; candidates 2: r1c1",
            Technique::Combinations,
            "The renban from r1c1 to r1c4 can only be 1-2-3-4 or 2-3-4-5. So r1c2, r1c3 and r1c4 cannot be 6, 7, 8 \
             or 9.",
        ),
        (
            "cage 20: r1c1 r1c2 r1c3 r1c4; cage 11: r1c6 r1c7 r1c8",
            Technique::InniesAndOuties,
            "Row 1 adds up to 45, and the cages in it to 31. So r1c5 and r1c9 add up to 14. The other is at most \
             9, so r1c5 and r1c9 are at least 5.",
        ),
        (
            "quadruple 1 2 3 4: r1c1",
            Technique::Constraint,
            "The cells r1c1, r1c2, r2c1 and r2c2 contain 1, 2, 3 and 4. With 5 in r1c1, the other cells cannot \
             hold the required digits. So r1c1, r1c2, r2c1 and r2c2 cannot be 5, 6, 7, 8 or 9.",
        ),
        (
            "between line: r1c1 r2c2 r3c3",
            Technique::Constraint,
            "The inner digits on the between line from r1c1 to r3c3 are between the digits at its ends. 1 in r2c2 \
             cannot lie between the digits at the ends. So r2c2 cannot be 1 or 9.",
        ),
        (
            "x-sum 44: row 1",
            Technique::Constraint,
            "The first X digits from r1c1 to r1c9 add up to 44, where X is the digit in r1c1. With 1 in r1c1, the \
             sum would be 1. So r1c1 can only be 8, r1c2, r1c3, r1c4, r1c5, r1c6, r1c7 and r1c8 cannot be 1 or 8, \
             and r1c9 can only be 1.",
        ),
        (
            "sandwich 35: row 1",
            Technique::Constraint,
            "The digits between the 1 and the 9 from r1c1 to r1c9 add up to 35. With 2 in r1c1, no sandwich can add up to \
             35. So r1c1 and r1c9 can only be 1 or 9, and r1c2, r1c3, r1c4, r1c5, r1c6, r1c7 and r1c8 \
             cannot be 1 or 9.",
        ),
        (
            "region sum line: r1c3 r1c4 r1c5 r1c6",
            Technique::SumBounds,
            "The pieces (r1c3) and (r1c4, r1c5 and r1c6) of the region sum line have equal sums. Only \
             sums from 6 to 9 fit all pieces, so r1c3 cannot be 1, 2, 3, 4 or 5, and r1c4, r1c5 and r1c6 cannot \
             be 7, 8 or 9.",
        ),
    ];
    for (constraint, technique, text) in cases {
        let step = step_of(&format!("{empty} {constraint}"), technique);
        assert_eq!(step.text, text);
        assert!(!step.constraints.is_empty() && !step.cells.is_empty(), "{step:?}");
    }
}

/// Steps with several houses or constraints.
#[test]
fn each_step_of_a_whole_puzzle_says_why() {
    for (puzzle, technique, text) in [
        (
            "size 4x4; ....; ....; ....; ....; cage 5: r2c2 r3c2; cage 5: r1c3 r2c3; cage 7: r3c3 r3c4 r4c3; \
             cage 7: r1c1 r2c1",
            Technique::LastCell,
            "Column 3 adds up to 10, and the cages that cover it to 12. So r3c4 is 2.",
        ),
        (
            "size 6x6; ...2..; ......; ......; 5.....; ......; .....6; anti-taxicab",
            Technique::Swordfish,
            "In row 1, row 3 and row 5, 3 can only go in column 1, column 3 and column 5. Each of the latter gets its 3 \
             there. So r6c1 cannot be 3.",
        ),
        (
            "size 6x6; ..3...; ....34; ......; ......; 4.....; ...6..; minimum: r3c2; minimum: r6c2; minimum: r1c1; \
             minimum: r4c4",
            Technique::HouseWithConstraints,
            "r3c2 is smaller than each cell that shares an edge with it. r6c2 is smaller than each cell that shares an \
             edge with it. Column 2 needs every digit. Together, these constraints leave no way to fill it with 2 in \
             r2c2. So r2c2 and r4c2 cannot be 2.",
        ),
        (
            "size 4x4; ..2.; ....; ....; 1...; sum line 10: r2c4 r3c3 r4c2",
            Technique::Chain,
            "If r2c2 is 3, then r2c4 is not 3 (row 2); then r4c2 is 3 (the sum line from r2c4 to r4c2); then r2c2 is \
             not 3 (column 2). So r2c2 is not 3.",
        ),
        (
            "size 6x6; .....3; ......; 6.....; ......; ......; ......; anti-taxicab",
            Technique::ForcingChains,
            "Row 2 has 3 in r2c1, r2c2 or r2c3. If r2c1 is 3, then r4c2 is not 3 (the rule “anti-taxicab” for r2c1 \
             and r4c2). If r2c2 is 3, then r4c2 is not 3 (column 2). If r2c3 is 3, then r4c2 is not 3 (the rule \
             “anti-taxicab” for r2c3 and r4c2). In each case, r4c2 is not 3.",
        ),
    ] {
        let step = step_of(puzzle, technique);
        assert_eq!(step.text, text);
        assert!(!step.removals.is_empty() && !step.cells.is_empty(), "{step:?}");
    }
}

/// A candidate is tried only when nothing else applies, and the step says so.
#[test]
fn a_trial_says_that_it_is_one() {
    let text = "size 6x6; ....4.; ......; ...6..; ..6...; ....6.; ...1..; global entropy";
    let step = step_of(text, Technique::Contradiction);
    assert!(step.technique.is_trial() && step.text.starts_with("Suppose "), "{}", step.text);
    let puzzle = parse_text(text).unwrap();
    let mut direct = Explainer::new(&puzzle).with_trial(false);
    while let Some(step) = direct.next_step(&mut budget()).unwrap() {
        assert!(!step.technique.is_trial(), "{}", step.text);
        direct.apply(&step);
    }
    assert!(!direct.is_solved());
}

#[test]
fn a_spent_budget_is_an_error_and_another_one_goes_on() {
    let puzzle = parse_text("size 9x9; .........; .........; .........; .........; .........; .........; .........; .........; .........; sandwich 3: row 1").unwrap();
    let mut explainer = Explainer::new(&puzzle);
    assert!(explainer.next_step(&mut Budget::nodes(10)).is_err());
    let step = explainer.next_step(&mut budget()).unwrap();
    assert!(step.is_some_and(|step| step.technique == Technique::Constraint));
}

/// A long trial has a full text and a skeleton, which has fewer consequences and the same end.
#[test]
fn long_trials_have_a_skeleton() {
    let (mut long, mut short) = (0, 0);
    // A generated puzzle.
    let text = ".Windoku.Diagonal~-1.Diagonal~1.~R1C4_7~R6C5_4~R9C8_1~R7C3_2~R2C3_5~R4C9_8~R9C2_9~R3C9_3~R4C8_3~R8C2_4~R7C7_5~R5C9_6";
    let puzzle = parse_constraints(text).unwrap();
    let mut explainer = Explainer::new(&puzzle);
    while let Ok(Some(step)) = explainer.next_step(&mut Budget::nodes(20_000_000)) {
        explainer.apply(&step);
        if !step.technique.is_trial() {
            assert_eq!(step.skeleton, None);
            continue;
        }
        let consequences = |text: &str| text.matches("; then ").count() + 1;
        let count = consequences(&step.text);
        let Some(skeleton) = &step.skeleton else {
            assert!(count <= 12, "{}", step.text);
            short += 1;
            continue;
        };
        long += 1;
        assert!(count > 12, "{}", step.text);
        let folded = format!(" (Folded: the full explanation has {count} consequences.)");
        let skeleton = skeleton.strip_suffix(&folded).unwrap_or_else(|| panic!("{skeleton}"));
        assert!(consequences(skeleton) <= 8, "{skeleton}");
        let (start, rest) = skeleton.split_once("Then, among other consequences, ").unwrap();
        assert!(step.text.starts_with(start), "{skeleton}");
        let (middle, end) = rest.split_once("; and then ").unwrap();
        assert!(step.text.ends_with(&format!("; and then {end}")), "{skeleton}");
        assert!(middle.split("; then ").all(|part| step.text.contains(part)), "{skeleton}");
    }
    assert!(long > 0 && short > 0, "{long} long, {short} short");
}

/// Explanations start from the marks of a player.
#[test]
fn explanations_begin_with_the_marks_of_a_player() {
    let puzzle = parse_text("size 4x4; 1...; ....; ....; ....").unwrap();
    let shape = puzzle.shape;
    let explainer = Explainer::new(&puzzle).at(&[(1, 2)], &[(2, shape.set_of(3)), (15, 0b1010)]);
    assert!(explainer.is_placed(1) && !explainer.is_placed(2));
    assert_eq!(explainer.candidates()[2], shape.set_of(3));
    assert_eq!(explainer.candidates()[15], 0b1010);
    // A digit is not a candidate of the cells that see it.
    assert_eq!(explainer.candidates()[3] & shape.set_of(2), 0);
    let step = explainer.clone().next_step(&mut budget()).unwrap().unwrap();
    assert_eq!(step.placement, Some((3, 4)));
}
