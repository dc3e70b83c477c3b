//! Absent cells and overlapping grids, compared with brute force on small boards, and samurai.

use crate::rules::engine_grids;
use gridlore_core::Budget;
use gridlore_sudoku_variants::analysis::{
    Clue, Conflict, Count, Necessity, TrueCandidates, clues, conflict, necessary_clues,
};
use gridlore_sudoku_variants::build::validated;
use gridlore_sudoku_variants::constraint::{Constraint, Global, Mark};
use gridlore_sudoku_variants::explain::Explainer;
use gridlore_sudoku_variants::generate::{Generated, KINDS, Kind, Move, NoPuzzle, Recipe, generated};
use gridlore_sudoku_variants::{
    Grid, Outcome, Puzzle, Shape, Solver, check, parse_text, to_constraints, to_text,
};
use std::collections::BTreeSet;

/// Puzzles with their only solutions: a text block on one line, ` = `, and the signs.
const PUZZLES: &str = include_str!("../data/grids.txt");

fn puzzle(text: &str) -> Puzzle {
    parse_text(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    parse_text(text).map_or_else(|error| error.to_string(), |_| panic!("{text} is read"))
}

/// Returns the digits of a line of signs, with 0 for absent cells.
fn digits(signs: &str) -> Vec<i32> {
    signs.chars().map(|sign| sign.to_digit(10).map_or(0, u32::cast_signed)).collect()
}

/// Replaces the values of absent cells in solutions by 0.
fn without_absent(shape: &Shape, values: &[i32]) -> Vec<i32> {
    let value = |(cell, value): (usize, &i32)| if shape.is_absent(cell) { 0 } else { *value };
    values.iter().enumerate().map(value).collect()
}

/// A board as a person would describe it, independent of the code of the crate.
struct Board {
    /// Rows of signs: `#` for a cell, `-` for an absent one.
    rows: &'static [&'static str],
    /// Top left row and column from 0, rows and columns, then rows and columns of a box.
    grids: &'static [(usize, usize, usize, usize, usize, usize)],
    digits: i32,
}

impl Board {
    /// Returns groups of places with different digits.
    fn houses(&self) -> Vec<Vec<(usize, usize)>> {
        let mut houses: Vec<Vec<(usize, usize)>> = Vec::new();
        for &(top, left, rows, columns, box_rows, box_columns) in self.grids {
            let places = || {
                (top..top + rows).flat_map(move |row| (left..left + columns).map(move |column| (row, column)))
            };
            for row in top..top + rows {
                houses.push(places().filter(|place| place.0 == row).collect());
            }
            for column in left..left + columns {
                houses.push(places().filter(|place| place.1 == column).collect());
            }
            for number in 0..(rows / box_rows) * (columns / box_columns) {
                let (down, right) = (number / (columns / box_columns), number % (columns / box_columns));
                let is_in = |place: &(usize, usize)| {
                    (place.0 - top) / box_rows == down && (place.1 - left) / box_columns == right
                };
                houses.push(places().filter(is_in).collect());
            }
        }
        houses
    }

    /// Returns all ways to fill the board, cell by cell, with 0 for absent cells.
    fn fillings(&self, differ: impl Fn((usize, usize), (usize, usize)) -> bool) -> BTreeSet<Vec<i32>> {
        let columns = self.rows[0].len();
        let cells: Vec<(usize, usize)> = (0..self.rows.len())
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .filter(|(row, column)| self.rows[*row].as_bytes()[*column] == b'#')
            .collect();
        let houses = self.houses();
        // For each cell, the earlier cells that must have other digits.
        let earlier: Vec<Vec<usize>> = (0..cells.len())
            .map(|at| {
                let is_apart = |other: &usize| {
                    let together = |house: &Vec<(usize, usize)>| {
                        house.contains(&cells[at]) && house.contains(&cells[*other])
                    };
                    houses.iter().any(together) || differ(cells[at], cells[*other])
                };
                (0..at).filter(is_apart).collect()
            })
            .collect();
        let (mut found, mut values) = (BTreeSet::new(), Vec::new());
        self.fill(&cells, &earlier, &mut values, &mut found);
        found
    }

    fn fill(
        &self,
        cells: &[(usize, usize)],
        earlier: &[Vec<usize>],
        values: &mut Vec<i32>,
        found: &mut BTreeSet<Vec<i32>>,
    ) {
        if values.len() == cells.len() {
            let columns = self.rows[0].len();
            let mut grid = vec![0; self.rows.len() * columns];
            for ((row, column), value) in cells.iter().zip(values.iter()) {
                grid[row * columns + column] = *value;
            }
            found.insert(grid);
            return;
        }
        for value in 1..=self.digits {
            if earlier[values.len()].iter().all(|other| values[*other] != value) {
                values.push(value);
                self.fill(cells, earlier, values, found);
                values.pop();
            }
        }
    }
}

/// Asserts that a text block has exactly the solutions that brute force finds.
fn agrees(text: &str, board: &Board, differ: impl Fn((usize, usize), (usize, usize)) -> bool) {
    let puzzle = puzzle(text);
    let found = engine_grids(&puzzle);
    let solutions: BTreeSet<Vec<i32>> =
        found.iter().map(|values| without_absent(&puzzle.shape, values)).collect();
    assert_eq!(found.len(), solutions.len(), "{text}: a solution was found twice");
    let expected = board.fillings(differ);
    assert!(!expected.is_empty(), "{text}");
    assert_eq!(solutions.len(), expected.len(), "{text}");
    assert!(solutions == expected, "{text}");
    // The checker accepts each of them, whatever the values of absent cells, and rejects any change
    // of one digit.
    for (number, values) in expected.iter().enumerate().step_by(expected.len().div_ceil(200)) {
        assert_eq!(check::broken(&puzzle, values), None, "{text}: {values:?}");
        let mut changed = values.clone();
        let open: Vec<usize> = puzzle.shape.present().collect();
        let cell = open[number % open.len()];
        changed[cell] = changed[cell] % board.digits + 1;
        assert_eq!(check::broken(&puzzle, &changed).is_none(), expected.contains(&changed), "{text}");
    }
}

const SHARED_BOX: Board = Board {
    rows: &["####--", "####--", "######", "######", "--####", "--####"],
    grids: &[(0, 0, 4, 4, 2, 2), (2, 2, 4, 4, 2, 2)],
    digits: 4,
};

#[test]
fn overlapping_grids_have_the_solutions_of_brute_force() {
    agrees("size 6x6; grids 4x4: r1c1 r3c3", &SHARED_BOX, |_, _| false);
    // A knight's move also leads from one grid into the other.
    let is_knight = |one: (usize, usize), other: (usize, usize)| {
        let (down, right) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
        (down.min(right), down.max(right)) == (1, 2)
    };
    agrees("size 6x6; anti-knight; grids 4x4: r1c1 r3c3", &SHARED_BOX, is_knight);
    // The grids share cells but no box.
    let columns = Board {
        rows: &["####---", "#######", "#######", "#######", "---####"],
        grids: &[(0, 0, 4, 4, 2, 2), (1, 3, 4, 4, 2, 2)],
        digits: 4,
    };
    agrees("size 5x7; grids 4x4: r1c1 r2c4", &columns, |_, _| false);
    let square = Board {
        rows: &["####-", "#####", "#####", "#####", "-####"],
        grids: &[(0, 0, 4, 4, 2, 2), (1, 1, 4, 4, 2, 2)],
        digits: 4,
    };
    agrees("size 5x5; grids 4x4: r1c1 r2c2", &square, |_, _| false);
    // Three grids, and grids of two sizes: the small grid has fewer cells than there are digits.
    let three = Board {
        rows: &[
            "####----", "####----", "######--", "######--", "--######", "--######", "----####", "----####",
        ],
        grids: &[(0, 0, 4, 4, 2, 2), (2, 2, 4, 4, 2, 2), (4, 4, 4, 4, 2, 2)],
        digits: 4,
    };
    agrees("size 8x8; grids 4x4: r1c1 r3c3 r5c5", &three, |_, _| false);
    let two_sizes = Board {
        rows: &["####-", "####-", "#####", "#####", "--###"],
        grids: &[(0, 0, 4, 4, 2, 2), (2, 2, 3, 3, 1, 3)],
        digits: 4,
    };
    agrees(
        "size 5x5; grids 4x4: r1c1; grids 3x3: r3c3; regions: r1c1-2 r2c1-2 | r1c3-4 r2c3-4 | r3c1-2 r4c1-2 | r3-4c3-4",
        &two_sizes,
        |_, _| false,
    );
}

#[test]
fn grids_with_holes_have_the_solutions_of_brute_force() {
    let holes = Board { rows: &["##-#", "####", "####", "-###"], grids: &[(0, 0, 4, 4, 2, 2)], digits: 4 };
    // The same board, written in four ways.
    for text in [
        "size 4x4; ..-.; ....; ....; -...",
        "size 4x4; absent: r1c3 r4c1",
        "size 4x4; absent: r1c3 r4c1; ....; ....; ....; ....",
        "size 4x4; grids 4x4: r1c1; absent: r1c3; absent: r4c1",
    ] {
        agrees(text, &holes, |_, _| false);
    }
    let is_corner = |one: (usize, usize), other: (usize, usize)| {
        one.0.abs_diff(other.0) == 3 && one.1.abs_diff(other.1) == 3
    };
    agrees("size 4x4; absent: r1c3 r4c1; anti-leaper 3 3", &holes, is_corner);
    let hole_in_two = Board {
        rows: &["####--", "####--", "##-###", "######", "--####", "--###-"],
        grids: &[(0, 0, 4, 4, 2, 2), (2, 2, 4, 4, 2, 2)],
        digits: 4,
    };
    agrees("size 6x6; grids 4x4: r1c1 r3c3; absent: r3c3 r6c6", &hole_in_two, |_, _| false);
}

/// Rules of the whole board skip absent cells, in the engine as in the checker.
#[test]
fn rules_of_the_board_skip_absent_cells() {
    for rule in [
        "anti-knight",
        "anti-king; values 1-6",
        "anti-taxicab",
        "nonconsecutive; values 1-5",
        "negative V, X",
        "minimum: r2c2",
        "maximum: r3c3",
        "dutch flatmates; values 1-5",
        "global modulus; values 1-6",
        "global entropy; values 1-6",
    ] {
        let puzzle = puzzle(&format!("size 4x4; 13-.; ..-.; ....; -...; no boxes; {rule}"));
        let open = self::puzzle("size 4x4; 13-.; ..-.; ....; -...; no boxes");
        let open = Puzzle { shape: puzzle.shape, ..open };
        let all: BTreeSet<Vec<i32>> = engine_grids(&open).into_iter().collect();
        let found: BTreeSet<Vec<i32>> = engine_grids(&puzzle).into_iter().collect();
        let expected: BTreeSet<Vec<i32>> =
            all.iter().filter(|values| check::broken(&puzzle, values).is_none()).cloned().collect();
        assert!(!expected.is_empty() && expected.len() < all.len(), "{rule}: {}", expected.len());
        assert!(found == expected, "{rule}: {} and {}", found.len(), expected.len());
    }
}

/// Returns the puzzles of the data file with their solutions.
fn puzzles() -> Vec<(Puzzle, Vec<i32>)> {
    let lines = PUZZLES.lines().filter(|line| !line.starts_with('#'));
    let parts = lines.map(|line| line.split_once(" = ").expect("a solution"));
    parts.map(|(text, solution)| (puzzle(text), digits(solution))).collect()
}

#[test]
fn samurai_and_gattai_have_their_only_solution() {
    let puzzles = puzzles();
    let samurai: Vec<usize> = (0..puzzles.len()).filter(|at| puzzles[*at].0.grids().len() == 5).collect();
    assert_eq!(samurai.len(), 3);
    assert!(puzzles.iter().any(|(puzzle, _)| puzzle.grids().len() == 3));
    for (puzzle, solution) in &puzzles {
        let outcome = Solver::new(puzzle).unwrap().outcome(&mut Budget::nodes(500));
        let Ok(Outcome::Unique(values)) = outcome else {
            panic!("{outcome:?}: {}", to_text(puzzle).unwrap())
        };
        assert_eq!(without_absent(&puzzle.shape, &values), *solution);
        assert_eq!(check::broken(puzzle, solution), None);
    }
}

/// Steps keep the solution and solve easy puzzles. They name lines by their grid.
#[test]
fn steps_keep_the_solution_of_overlapping_grids() {
    let mut texts = BTreeSet::new();
    for (puzzle, solution) in &puzzles() {
        let mut explainer = Explainer::new(puzzle);
        while let Ok(Some(step)) = explainer.next_step(&mut Budget::nodes(2_000_000)) {
            assert!(step.placement.is_none_or(|(cell, value)| solution[cell] == value), "{step:?}");
            let is_kept = |(cell, set): &(usize, u32)| puzzle.shape.set_of(solution[*cell]) & set == 0;
            assert!(step.removals.iter().all(is_kept), "{step:?}");
            assert!(step.cells.iter().all(|cell| !puzzle.shape.is_absent(*cell)), "{step:?}");
            texts.insert(step.place.clone());
            explainer.apply(&step);
        }
        assert!(explainer.is_solved(), "{}", to_text(puzzle).unwrap());
    }
    for place in ["row 1 (columns 1–9)", "row 13 (columns 13–21)", "column 9 (rows 7–15)", "the box at r7c7"]
    {
        assert!(texts.contains(place), "{place}: {texts:?}");
    }
}

/// Cages across two rows of a grid give the sum of the remaining cells.
#[test]
fn innies_name_the_lines_of_a_grid() {
    let cages = "cage 7: r3c3 r4c3; cage 6: r3c4 r4c4; cage 4: r3c5 r4c5";
    let puzzle = puzzle(&format!("size 6x6; grids 4x4: r1c1 r3c3; no boxes; {cages}"));
    let grids = engine_grids(&puzzle);
    let mut explainer = Explainer::new(&puzzle).with_trial(false);
    let mut places = Vec::new();
    while let Ok(Some(step)) = explainer.next_step(&mut Budget::nodes(100_000)) {
        for values in &grids {
            let set = |cell: usize| puzzle.shape.set_of(values[cell]);
            assert!(step.placement.is_none_or(|(cell, value)| values[cell] == value), "{step:?}");
            assert!(step.removals.iter().all(|(cell, removed)| set(*cell) & removed == 0), "{step:?}");
        }
        places.push(format!("{}: {}", step.place, step.text));
        explainer.apply(&step);
    }
    // The cages of rows 3 and 4 leave two cells.
    assert!(
        places.iter().any(|text| text.contains("Rows 3 and 4 (columns 3–6) add up to 20")),
        "{places:#?}"
    );
}

#[test]
fn analyses_leave_out_absent_cells() {
    let (puzzle, solution) = puzzles().into_iter().find(|(puzzle, _)| puzzle.grids().len() == 2).unwrap();
    let shape = puzzle.shape;
    // Every given of the data is necessary.
    let found = necessary_clues(&puzzle, &solution, &clues(&puzzle), &mut Budget::unlimited(), &mut |_| true);
    let found: Vec<Clue> = found.unwrap();
    assert!(!found.is_empty());
    assert!(found.iter().all(|clue| matches!(clue.necessity, Necessity::Necessary(_))), "{found:?}");
    // The true candidates without the givens are those of all solutions.
    let open = Puzzle {
        constraints: puzzle
            .constraints
            .iter()
            .filter(|one| !matches!(one, Constraint::Cell(Mark::Given(_), cell) if *cell > 12))
            .cloned()
            .collect(),
        ..puzzle.clone()
    };
    let grids = engine_grids(&open);
    // The entries of a position in absent cells do not matter.
    let position: Vec<u32> =
        (0..shape.cells()).map(|cell| if shape.is_absent(cell) { 0 } else { shape.all() }).collect();
    for position in [None, Some(&position[..])] {
        let mut candidates = TrueCandidates::new(&open, position, 3).unwrap();
        candidates.run(&mut Budget::unlimited()).unwrap();
        let mut known = 0;
        for cell in 0..shape.cells() {
            for value in 1..=shape.highest() {
                let count = grids.iter().filter(|grid| grid[cell] == value && !shape.is_absent(cell)).count();
                let count = u32::try_from(count).unwrap();
                known += usize::from(count > 0);
                let count = if count >= 3 { Count::Limit } else { Count::Exactly(count) };
                assert_eq!(candidates.count(cell, value), count, "{} {value}", shape.cell_name(cell));
            }
        }
        let progress = candidates.progress();
        assert_eq!((progress.known_true, progress.open), (known, 0));
        assert_eq!(progress.known_false, shape.present().count() * shape.values - known);
    }
    // Two equal givens in a row of the second grid.
    let broken =
        self::puzzle("size 6x6; grids 4x4: r1c1 r3c3; ....--; ....--; ......; ......; --1..1; --....");
    let found = conflict(&broken, &mut Budget::unlimited(), &mut |_, _| true).unwrap();
    let Conflict::Found { clues, frame, .. } = found else { panic!("{found:?}") };
    assert_eq!(clues.len(), 2);
    let sentences: Vec<String> =
        frame.iter().map(|at| broken.constraints[*at].sentence(&broken.shape)).collect();
    assert_eq!(sentences, ["No digit repeats in a row or column of a grid: 4x4 at r1c1 and 4x4 at r3c3."]);
}

#[test]
fn blocks_are_written_as_they_are_read() {
    let blocks = [
        "size 21x21\ngrids 9x9: r1c1 r1c13 r7c7 r13c1 r13c13\nthermometer: r1c1 r1c2\n",
        "size 6x6\ngrids 4x4: r1c1 r3c3\n1...--\n....--\n.....2\n......\n--....\n--....\nsandwich 3: r1c1 r1c2 r1c3 r1c4\n",
        "size 6x6\ngrids 4x4: r1c1 r3c3\nvalues 0-3\nabsent: r3c3-4 r6c6\nno boxes\nanti-king\n",
        "size 5x5\ngrids 4x4: r1c1\ngrids 3x3: r3c3\n",
        "size 6x6\nabsent: r1c5-6 r2c6 r4c1\n....--\n1....-\n......\n-.....\n......\n......\nwindoku: r2c2 r2c3 | r3c3 r3c4\n",
        "size 4x4\nabsent: r1c1\nregions: .123/1123/4.23/4...\n",
    ];
    for block in blocks {
        let read = puzzle(block);
        assert_eq!(to_text(&read).unwrap(), *block);
        assert_eq!(puzzle(&to_text(&read).unwrap()), read);
    }
    // Signs of absent cells between numbers and letters.
    let dots = ". ".repeat(11);
    let rows = format!("{}{dots}-\n", format!("{dots}.\n").repeat(11));
    let large = puzzle(&format!("size 12x12\n{}", rows.replacen(". .", "1 12", 1)));
    assert!(large.shape.is_absent(143));
    let text = to_text(&large).unwrap();
    assert!(text.ends_with(". -\n") && text.contains("absent: r12c12\n1 12 . "), "{text}");
    assert_eq!(puzzle(&text), large);
    let letters = rows.replace(' ', "").replacen("..", "AL", 1);
    assert_eq!(puzzle(&format!("size 12x12\n{letters}")), large);
    // All puzzles of the data, and the solution as it is printed in place of the givens.
    for (line, (read, solution)) in PUZZLES.lines().filter(|line| !line.starts_with('#')).zip(puzzles()) {
        assert_eq!(puzzle(&to_text(&read).unwrap()), read);
        let (text, signs) = line.split_once(" = ").unwrap();
        let head: Vec<&str> = text.split("; ").take(2).collect();
        let full = puzzle(&format!("{}; {signs}", head.join("; ")));
        let givens = full.constraints.iter().filter_map(|one| match one {
            Constraint::Cell(Mark::Given(value), cell) => Some((*cell, *value)),
            _ => None,
        });
        let expected = solution.iter().copied().enumerate().filter(|(_, value)| *value > 0);
        assert_eq!(givens.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
}

#[test]
fn samurai_have_the_usual_boxes_once() {
    let samurai = puzzle("size 21x21; grids: r1c1 r1c13 r7c7 r13c1 r13c13");
    assert_eq!(samurai.shape.values, 9);
    assert_eq!(samurai.shape.present().count(), 5 * 81 - 4 * 9);
    let [Constraint::Global(Global::Grids(grids)), Constraint::Global(Global::Regions(boxes))] =
        &samurai.constraints[..]
    else {
        panic!("{:?}", samurai.constraints)
    };
    assert_eq!(grids[1], Grid { row: 0, column: 12, rows: 9, columns: 9 });
    assert_eq!((grids.len(), boxes.len()), (5, 41));
    assert!(boxes.iter().all(|cells| cells.len() == 9));
    // "grid" is accepted as well.
    assert_eq!(puzzle("size 4x8; grid 4x4: r1c1 r1c5").grids().len(), 2);
}

#[test]
fn rows_columns_and_variables_begin_at_1_and_sums_are_numbers() {
    for words in [
        "absent: r0c1",
        "thermometer: r0c1 r1c1",
        "cage 3: r1c0 r1c1",
        "cage 3: r1-0c1",
        "cage 3: r0-0c1",
        "grids 2x2: r0c1",
        "regions: r0c1-4",
        "quadruple 1: r0c0",
        "variables 2; cage 3: v0 v1",
        "cage /: r1c1 r1c2",
        "cage 5//7: r1c1 r1c2",
        "cage /5: r1c1 r1c2",
    ] {
        let found = error(&format!("size 4x4; {words}"));
        assert!(found.contains("expected"), "{words}: {found}");
    }
    let text = "size 4x4; cage 5/: r1c1 r1c2; cage 5/7: r2c1 r2c2";
    assert_eq!(parse_text(&to_text(&puzzle(text)).unwrap()), Ok(puzzle(text)));
}

#[test]
fn what_a_board_cannot_be_is_an_error() {
    for (text, expected) in [
        (
            "size 6x6; grids 4x4: r1c1 r4c4",
            r#"line 1, column 27: found "r4c4", expected the top left cell of a 4x4 grid within the 6x6 board"#,
        ),
        ("size 6x6; grids 4x4: r1c1 r1c1", r#"line 1, column 27: found "r1c1", expected each grid once"#),
        ("size 6x6; grids 4x4", "line 1, column 20: found nothing, expected a colon and cells"),
        (
            "size 6x6; grids four: r1c1",
            r#"line 1, column 11: found "grids four", expected grids of a size, such as "grids 9x9""#,
        ),
        (
            "size 6x6; grids 4x4: r1c9",
            r#"line 1, column 22: found "r1c9", expected a cell of the 6x6 grid, such as r1c1"#,
        ),
        (
            "size 6x6\ngrids 4x4: r1c1 r3c3\nno rows and columns",
            r#"line 1, column 1: found "no rows and columns" and a list of grids, expected only one of them, because each grid has rows and columns"#,
        ),
        (
            "size 6x6; grids 4x4: r1c1 r3c3; thermometer: r1c4 r1c5",
            r#"line 1, column 51: found "r1c5", expected cells with a digit, but r1c5 is absent"#,
        ),
        (
            "size 6x6; grids 4x4: r1c1 r3c3; cage 10: r1c3-5",
            r#"line 1, column 42: found "r1c3-5", expected cells with a digit, but r1c5 is absent"#,
        ),
        (
            "size 6x6; grids 4x4: r1c1 r3c3; sandwich 3: row 1",
            r#"line 1, column 45: found "row 1", expected cells, such as r1c1-3, because r1c5 is absent"#,
        ),
        (
            "size 6x6; grids 4x4: r1c1 r3c3; quadruple 1: r2c4",
            "line 1, column 50: found nothing, expected four cells, or the top left one of them",
        ),
        (
            "size 6x6; grids 4x4: r1c1 r3c3; column indexer: r1c1",
            "line 1, column 33: found r1c5 of column indexer at r1c1, expected a cell with a digit, but this one is absent",
        ),
        (
            "size 6x6; grids 4x4: r1c1 r3c3; connected 1 2",
            "line 1, column 33: found r1c5 of connected digits, expected a cell with a digit, but this one is absent",
        ),
        (
            "size 6x6; grids 4x4: r1c1 r3c3; falling diagonal",
            r#"line 1, column 33: found a diagonal on a board with a list of grids, expected the cells of a diagonal, such as "all different: r1c1 r2c2 r3c3""#,
        ),
        (
            "size 6x6; grids 4x4: r1c1 r3c3; windoku",
            "line 1, column 40: found windoku on a board with a list of grids, expected windows after a colon",
        ),
        (
            "size 6x6; grids 4x4: r1c1 r3c3; disjoint groups",
            "line 1, column 48: found disjoint groups on a board with a list of grids, expected groups after a colon",
        ),
        (
            "size 6x6; absent: r1c1; disjoint groups",
            "line 1, column 40: found disjoint groups on a board with absent cells, expected groups after a colon",
        ),
        (
            "size 6x6; absent: r1c1; falling diagonal",
            "line 1, column 25: found r1c1 of diagonal, expected a cell with a digit, but this one is absent",
        ),
        (
            "size 6x6; absent: r1c1; chaos construction",
            "line 1, column 1: found r1c1 of chaos construction, expected a cell with a digit, but this one is absent",
        ),
        (
            "size 4x4; grids 4x4: r1c1; chaos construction",
            "line 1, column 1: found a chaos construction on a board with a list of grids, expected a board of one grid",
        ),
        (
            "size 4x4; grids 4x4: r1c1; full rank 3: row 1",
            "line 1, column 1: found a full rank on a board with a list of grids, expected a board of one grid",
        ),
        (
            "size 5x5; grids 4x4: r1c1 r2c2; box indexer: r2c3",
            r#"line 1, column 46: found "r2c3", expected cells in one box each, but r2c3 is in two"#,
        ),
        (
            "size 5x5; grids 4x4: r1c1 r2c2; region sum line: r1c3 r2c3",
            r#"line 1, column 50: found "r1c3 r2c3", expected cells in one box each, but r2c3 is in two"#,
        ),
        (
            "size 2x2; absent: r1c1; 1.; ..",
            r#"line 1, column 25: found "1", expected - or a dot, because r1c1 is absent"#,
        ),
        (
            "size 2x2; absent: r1c1; --; ..",
            r#"line 1, column 26: found "-", expected a digit from 1 to 2 or a dot, because r1c2 is not absent"#,
        ),
        (
            "size 2x2; absent: r1-2c1-2",
            "line 1, column 1: found a board on which all cells are absent, expected a cell with a digit",
        ),
        ("size 2x2; absent r1c1", r#"line 1, column 11: found "absent r1c1", expected a known constraint"#),
        (
            "size 2x2; absent: r1c1; regions: 11/22",
            r#"line 1, column 34: found "1" at r1c1, expected a dot, because this cell is absent"#,
        ),
        (
            "size 2x2; absent: r1c1; regions: r1c1 r1c2 | r2c1 r2c2",
            r#"line 1, column 34: found "r1c1", expected cells with a digit, but r1c1 is absent"#,
        ),
        ("size 4x4; 12", "line 1, column 11: found 1 row of digits, expected 4"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
}

/// Generates a puzzle on the board of a text block. Checks that it has one solution, that each
/// given and clue is necessary, and that its text block describes the same puzzle.
fn generated_on(board: &str, kinds: &[&str], moves: &[Move], seed: u64) -> Result<Generated, NoPuzzle> {
    let kinds = kinds.iter().map(|name| Kind::of_name(name).unwrap()).collect();
    let mut recipe = Recipe::on_board_of(&puzzle(board), kinds);
    recipe.moves = moves.to_vec();
    let made = generated(&recipe, seed, &mut Budget::nodes(2_000_000), &mut || true)?;
    let name = format!("{board}, seed {seed}: {}", to_text(&made.puzzle).unwrap());
    assert_eq!(validated(made.puzzle.clone()).as_ref(), Ok(&made.puzzle), "{name}");
    let outcome = |puzzle: &Puzzle| Solver::new(puzzle).unwrap().outcome(&mut Budget::unlimited()).unwrap();
    assert!(matches!(outcome(&made.puzzle), Outcome::Unique(values) if values == made.solution), "{name}");
    for unit in &made.units {
        let kept = made.puzzle.constraints.iter().enumerate().filter(|(at, _)| !unit.contains(at));
        let constraints = kept.map(|(_, one)| one.clone()).collect();
        let without = Puzzle { constraints, ..made.puzzle.clone() };
        assert!(matches!(outcome(&without), Outcome::Several(_)), "{name}: {unit:?} is not needed");
    }
    let again = puzzle(&to_text(&made.puzzle).unwrap());
    assert_eq!((again.shape, again.grids()), (made.puzzle.shape, made.puzzle.grids()));
    assert!(matches!(outcome(&again), Outcome::Unique(values) if values == made.solution), "{name}");
    Ok(made)
}

#[test]
fn puzzles_are_generated_on_overlapping_grids_and_around_holes() {
    let boards =
        ["size 9x9; grids 6x6: r1c1 r4c4", "size 5x7; grids 4x4: r1c1 r2c4", "size 6x6; absent: r1c6 r3c3"];
    for board in boards {
        for seed in 1..4 {
            generated_on(board, &[], &[], seed).unwrap();
        }
        let twice = [1, 1].map(|seed| generated_on(board, &["killer"], &[], seed).unwrap().puzzle);
        assert!(twice[0] == twice[1]);
        // Each kind of clue either fits on these boards or is reported not to fit.
        for kind in KINDS {
            match generated_on(board, &[kind.name], &[], 5) {
                Ok(made) => {
                    let is_clue = |one: &&Constraint| !matches!(one, Constraint::Cell(Mark::Given(_), _));
                    assert!(made.puzzle.constraints.iter().filter(is_clue).count() > 2, "{}", kind.name);
                }
                Err(NoPuzzle::Unfit(name)) => {
                    let of_one_grid = ["jigsaw", "diagonals", "windoku", "disjoint-groups"];
                    let of_thirds = ["entropy", "modulus"].contains(&name) && board.contains("4x4");
                    assert!(of_one_grid.contains(&name) || of_thirds, "{board}: {name}");
                }
                // Some rules are too strict or too weak for such a small grid.
                Err(error) => assert!(matches!(error, NoPuzzle::NoGrid | NoPuzzle::Failed { .. }), "{error}"),
            }
        }
    }
    let clues = generated_on(boards[0], &["thermo", "killer"], &[], 1).unwrap();
    assert!(clues.puzzle.constraints.iter().any(|one| one.name() == "thermometer"));
    // Givens of a samurai in places that a half turn maps to each other.
    let samurai = "size 21x21; grids: r1c1 r1c13 r7c7 r13c1 r13c13";
    let made = generated_on(samurai, &[], &[Move::HalfTurn], 1).unwrap();
    let is_given = |cell: usize| {
        made.puzzle
            .constraints
            .iter()
            .any(|one| matches!(one, Constraint::Cell(Mark::Given(_), given) if *given == cell))
    };
    assert!((0..441).all(|cell| is_given(cell) == is_given(440 - cell)));
    assert!(made.givens < 140, "{}", made.givens);
    // Rules of the board are kept.
    let line =
        generated_on("size 9x9; grids 6x6: r1c1 r4c4; renban line: r5c5 r6c6 r6c7", &[], &[], 1).unwrap();
    assert!(line.puzzle.constraints.iter().any(|one| one.name() == "renban line"));
    for (board, moves) in [
        ("size 6x6; absent: r1c6 r3c3", Move::HalfTurn),
        ("size 5x7; grids 4x4: r1c1 r2c4", Move::Mirror),
        ("size 9x9; grids 6x6: r1c1 r4c4", Move::QuarterTurn),
    ] {
        let error = generated_on(board, &[], &[moves], 1).unwrap_err();
        assert_eq!(error, NoPuzzle::NotSymmetric);
        assert_eq!(error.to_string(), "the board does not have this symmetry");
    }
}

/// Puzzles built by programs get the same errors.
#[test]
fn puzzles_of_programs_are_checked_too() {
    let grid = |row, column| Grid { row, column, rows: 4, columns: 4 };
    let with = |shape: Shape, constraint: Constraint| {
        let mut puzzle = Puzzle::new(shape);
        puzzle.constraints.push(constraint);
        validated(puzzle).unwrap_err().kind.to_string()
    };
    let shape = Shape::new(6, 6);
    let grids = |grids: Vec<Grid>| Constraint::Global(Global::Grids(grids));
    assert_eq!(
        with(shape, grids(vec![grid(3, 0)])),
        "found a grid of 4x4 at r4c1, expected a grid within the 6x6 board"
    );
    assert_eq!(
        with(shape, grids(vec![grid(0, 0), grid(2, 2)])),
        "found r1c5, which is in none of the grids, expected only absent cells outside the grids"
    );
    let holes = Shape { absent: [0].into_iter().collect(), ..shape };
    assert_eq!(
        with(holes, Constraint::Cell(Mark::Given(1), 0)),
        "found r1c1 of given at r1c1, expected a cell with a digit, but this one is absent"
    );
    let samurai = puzzle("size 21x21; grids: r1c1 r1c13 r7c7 r13c1 r13c13");
    assert_eq!(
        to_constraints(&samurai).unwrap_err().to_string(),
        "the notation of Interactive Sudoku Solver cannot express: a board of 5 grids"
    );
    let hole = puzzle("size 4x4; absent: r2c3");
    assert_eq!(
        to_constraints(&hole).unwrap_err().to_string(),
        "the notation of Interactive Sudoku Solver cannot express: absent cells, such as r2c3"
    );
    // Grids, together with rows of the whole board, cannot be written as one text block.
    let mut both = puzzle("size 4x4; grids 4x4: r1c1");
    both.constraints.push(Constraint::Global(Global::RowsAndColumns));
    assert_eq!(to_text(&both).unwrap_err().to_string(), "a text block cannot express: grids");
}
