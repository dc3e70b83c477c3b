//! Grids of 25 rows: the largest ones.

use gridlore_core::{Budget, Rng};
use gridlore_sudoku_variants::build::{frame, usual_regions};
use gridlore_sudoku_variants::constraint::{Cage, Clue, Constraint, Line, Mark};
use gridlore_sudoku_variants::{
    Outcome, Puzzle, Shape, Solver, check, parse_constraints, parse_text, to_constraints, to_text,
};

/// A full grid of 25 rows in a regular pattern.
fn pattern() -> Vec<i32> {
    (0..625).map(|cell| ((cell / 25 % 5) * 5 + cell / 125 + cell % 25) % 25 + 1).collect()
}

/// The digits between 1 and 25 of a row, and their sum.
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
        // These have many states.
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
    // A text block has all of it; the notation with one digit for each row does not.
    let again = parse_text(&to_text(&puzzle).unwrap()).unwrap();
    assert_eq!(again, puzzle);
    let error = to_constraints(&puzzle).unwrap_err().to_string();
    assert_eq!(error, "the notation of Interactive Sudoku Solver cannot express: a grid of 25x25");
}

#[test]
fn larger_grids_are_refused() {
    let error = parse_text("size 26x26; thermometer: r1c1 r1c2").unwrap_err().to_string();
    assert!(error.contains("at most 25 a side"), "{error}");
    let error = parse_constraints(".Shape~17x17.Thermo~R1C1~R1C2").unwrap_err().to_string();
    assert!(error.contains("at most 16 a side"), "{error}");
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
    // On a grid with 0, digits are themselves and A is 10.
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

/// Rules of the same word share its table; if there are too many others, the error names the first
/// one that has no room.
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
        "(more than 20000000 entries, with the tables of other rules) is too large for the solver"
    );
}
