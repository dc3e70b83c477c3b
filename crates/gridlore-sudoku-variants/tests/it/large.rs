//! Grids of 25 rows, the largest size.

use gridlore_core::{Budget, Rng};
use gridlore_sudoku_variants::build::{frame, usual_regions};
use gridlore_sudoku_variants::constraint::{Cage, Clue, Constraint, Line, Mark};
use gridlore_sudoku_variants::{
    Outcome, Puzzle, Shape, Solver, check, parse_constraints, parse_text, to_constraints, to_text,
};

/// Returns a full grid of 25 rows in a regular pattern.
fn pattern() -> Vec<i32> {
    (0..625).map(|cell| ((cell / 25 % 5) * 5 + cell / 125 + cell % 25) % 25 + 1).collect()
}

/// Returns the digits between 1 and 25 in a row, and their sum.
fn between(row: &[i32]) -> i32 {
    let at = |value: i32| row.iter().position(|other| *other == value).unwrap();
    let (one, other) = (at(1).min(at(25)), at(1).max(at(25)));
    row[one + 1..other].iter().sum()
}

#[test]
fn clues_with_large_sums_hold_on_the_largest_grid() {
    let (shape, grid) = (Shape::square(25), pattern());
    let mut random = Rng::new(11);
    let mut puzzle = Puzzle::new(shape);
    puzzle.constraints = frame(usual_regions(&shape, None));
    for (cell, value) in grid.iter().enumerate() {
        if !random.next_u64().is_multiple_of(3) {
            puzzle.constraints.push(Constraint::Cell(Mark::Given(*value), cell));
        }
    }
    let mut largest = 0;
    for row in 0..25 {
        let cells = shape.row(row);
        let values: Vec<i32> = cells.iter().map(|cell| grid[*cell]).collect();
        let total = between(&values);
        largest = largest.max(total);
        puzzle.constraints.extend([
            Constraint::Clue(Clue::Sandwich(total), cells.clone()),
            Constraint::Cage(Cage::Killer(Some(values[..12].iter().sum())), cells[..12].to_vec()),
        ]);
        // These clues have many states.
        if row < 2 {
            let first = usize::try_from(values[0]).unwrap();
            let sum = values[..first].iter().sum();
            puzzle.constraints.push(Constraint::Clue(Clue::XSum(sum), cells.clone()));
        }
        let rising = (1..25).find(|at| values[*at] < values[at - 1]).unwrap_or(25);
        puzzle.constraints.push(Constraint::Line(Line::Thermometer, cells[..rising].to_vec()));
    }
    assert!(largest > 255, "{largest}");
    assert_eq!(check::broken(&puzzle, &grid), None);
    let outcome = Solver::new(&puzzle).unwrap().outcome(&mut Budget::nodes(2_000));
    assert_eq!(outcome, Ok(Outcome::Unique(grid)));
    // A text block can express all of it; the notation with one digit per row number cannot.
    let again = parse_text(&to_text(&puzzle).unwrap()).unwrap();
    assert_eq!(again, puzzle);
    let error = to_constraints(&puzzle).unwrap_err().to_string();
    assert_eq!(error, "the notation of Interactive Sudoku Solver cannot express: a grid of 25x25");
}

#[test]
fn larger_grids_are_refused() {
    let error = parse_text("size 26x26; thermometer: r1c1 r1c2").unwrap_err().to_string();
    assert!(error.contains("at most 25 cells per side"), "{error}");
    let error = parse_constraints(".Shape~17x17.Thermo~R1C1~R1C2").unwrap_err().to_string();
    assert!(error.contains("at most 16 cells per side"), "{error}");
}

#[test]
fn the_smallest_grids_have_their_solutions() {
    for (text, expected) in [("size 1x2; ..; thermometer: r1c1 r1c2", vec![1, 2]), ("size 1x1", vec![1])] {
        let puzzle = parse_text(text).unwrap();
        let outcome = Solver::new(&puzzle).unwrap().outcome(&mut Budget::unlimited());
        assert_eq!(outcome, Ok(Outcome::Unique(expected)), "{text}");
    }
}

#[test]
fn rows_of_letters_are_givens_as_solutions_are_printed() {
    let rows = |line: &str, side: usize| {
        let signs: Vec<char> = line.chars().collect();
        signs.chunks(side).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("; ")
    };
    let grid = pattern();
    let letters: String =
        grid.iter().map(|value| char::from(b'A' + u8::try_from(*value - 1).unwrap())).collect();
    let puzzle = parse_text(&format!("size 25x25; {}", rows(&letters, 25))).unwrap();
    assert_eq!(Solver::new(&puzzle).unwrap().outcome(&mut Budget::nodes(10)), Ok(Outcome::Unique(grid)));
    // On a grid with 0, digits stand for themselves and A is 10.
    let given = |text: &str| match parse_text(text).unwrap().constraints.last() {
        Some(Constraint::Cell(Mark::Given(value), 0)) => *value,
        other => panic!("{other:?}"),
    };
    let dots = "............; ".repeat(11);
    assert_eq!(given(&format!("size 12x12; values 0-11; B...........; {dots}")), 11);
    assert_eq!(given(&format!("size 12x12; values 0-11; 7...........; {dots}")), 7);
    assert_eq!(given(&format!("size 12x12; B...........; {dots}")), 2);
    let error = parse_text(&format!("size 12x12; Z...........; {dots}")).unwrap_err().to_string();
    assert!(error.contains("expected a digit from 1 to 12 or a dot"), "{error}");
}

/// Rules with the same word share its table. If there are too many others, the error names the
/// first for which there is no room.
#[test]
fn clues_with_large_tables_share_them_or_are_named() {
    let puzzle = |total: fn(usize) -> usize| {
        let lines =
            (0..100).map(|at| format!("x-sum {}: {} {}", total(at), ["row", "column"][at % 2], at % 25 + 1));
        parse_text(&format!("size 25x25; {}", lines.collect::<Vec<_>>().join("; "))).unwrap()
    };
    assert!(Solver::new(&puzzle(|_| 200)).is_ok());
    let error = Solver::new(&puzzle(|at| 200 + at)).map(|_| ()).unwrap_err().to_string();
    let (head, tail) = error.split_once(" at ").unwrap();
    assert_eq!(head, "the table of X-sum");
    let (place, tail) = tail.split_once(' ').unwrap();
    assert!(place.starts_with('r') && place.contains('–'), "{error}");
    assert_eq!(
        tail,
        "(with the tables of the other rules, it has too many entries) is too large for the solver"
    );
}

/// Rules whose tables would take long are refused early, and a small search allows less time for
/// them than a large one.
#[test]
fn tables_that_take_long_are_refused() {
    let board = "size 9x9; no boxes; no rows and columns";
    let is_refused = |text: &str, nodes: u64| Solver::within(&parse_text(text).unwrap(), nodes).is_err();
    let words = format!("{board}; regular expression .*1.{{14}}: r1-9c1-9");
    assert!(is_refused(&words, 20_000) && !is_refused(&words, u64::MAX));
    let pairs = format!("{board}; nabner line: {}", "r1-9c1-9 ".repeat(40));
    assert!(is_refused(&pairs, u64::MAX));
    let cliques = format!("size 25x25; no boxes; no rows and columns; all pairs {}: r1-2c1-25", {
        // Different values, except 1 and 2 together: a table with very many sets of values.
        let row = |value: u32| -> String {
            let others = (1..=25).filter(|other| *other != value && !(value < 3 && *other < 3));
            others.filter_map(|other| char::from_digit(other, 36)).collect()
        };
        (1..=25).map(row).collect::<Vec<_>>().join("/")
    });
    assert!(!is_refused(&cliques, 20_000));
    let sums = "; sum 400: r1-9c1-9".repeat(140);
    assert!(!is_refused(&format!("{board}{sums}"), 20_000));
}

/// A cage of any size with more cells than values has no solution.
#[test]
fn a_cage_of_more_cells_than_values_has_no_solution() {
    for text in [
        "size 9x9; cage 5: r1-9c1-9",
        "size 9x9; cage 60: r1c1-9 r2c1",
        "size 9x9; cage 50/60: r1c1-9 r2c1",
        "size 4x4; cage 9: r1c1-4 r2c1",
        "size 12x12; cage 80: r1c1-12 r2c1",
    ] {
        let mut solver = Solver::new(&parse_text(text).unwrap()).unwrap();
        assert_eq!(solver.outcome(&mut Budget::nodes(1_000)), Ok(Outcome::Impossible), "{text}");
    }
}

/// The check of a rellik cage agrees with the enumeration of all subsets.
#[test]
fn rellik_cages_agree_with_all_subsets() {
    let shape = Shape::square(9);
    let mut random = Rng::new(3);
    for _ in 0..2_000 {
        let size = 1 + random.below(6);
        let total = i32::try_from(1 + random.below(30)).unwrap();
        let mut values: Vec<i32> = (1..=9).collect();
        for at in 0..size {
            values.swap(at, at + random.below(9 - at));
        }
        values.truncate(size);
        let has_sum = (1..1_u32 << size)
            .any(|set| (0..size).filter(|at| set >> at & 1 == 1).map(|at| values[at]).sum::<i32>() == total);
        let mut all = vec![1; 81];
        all[..size].copy_from_slice(&values);
        let cage = Constraint::Cage(Cage::Rellik(total), (0..size).collect());
        assert_eq!(cage.is_satisfied(&shape, &all), !has_sum, "{values:?} {total}");
    }
}
