//! Constraints that constraint lines cannot express, compared with brute force, and the sentences
//! of all constraints.

use crate::rules::{agrees_on, engine_grids};
use gridlore_sudoku_variants::constraint::{
    Cage, Clue, Constraint, Global, Line, Mark, Pair, Scope, Sets, Table, WeightedSum, Words, region_pieces,
    windows,
};
use gridlore_sudoku_variants::{Automaton, FullRank, Puzzle, Shape, Ties};

/// Returns a grid with this many values and one constraint.
fn with(rows: usize, columns: usize, values: usize, constraint: Constraint) -> Puzzle {
    let mut puzzle = Puzzle::new(Shape { values, ..Shape::new(rows, columns) });
    puzzle.constraints.push(constraint);
    puzzle
}

#[test]
fn constraints_of_other_formats_have_the_solutions_of_the_checker() {
    let line = || vec![0, 1, 2, 3, 4];
    for constraint in [
        Constraint::Line(Line::SlowThermometer, line()),
        Constraint::Line(Line::Nabner, vec![0, 2, 4]),
        Constraint::Cage(Cage::KillerOneOf(vec![7, 9]), vec![0, 1, 2]),
        Constraint::Cage(Cage::AllDifferent, line()),
        Constraint::Cage(Cage::LookAndSay(vec![(0, 1), (2, 3)]), line()),
        Constraint::Cage(Cage::Killer(Some(8)), vec![0, 1, 1]),
        Constraint::Sets(Sets::Clone, vec![vec![0, 1], vec![3, 4]]),
        Constraint::Sets(Sets::RegionSumLine, vec![vec![0], vec![1, 2], vec![3, 4]]),
        Constraint::Pair(Pair::Difference(2), [1, 4]),
        Constraint::Pair(Pair::Ratio(3), [4, 1]),
        Constraint::Pair(Pair::Sum(7), [0, 3]),
        Constraint::Pair(Pair::Greater, [0, 3]),
        Constraint::Arrow { circle: vec![0, 1], shaft: vec![2, 3, 4] },
        Constraint::Cell(Mark::Odd, 2),
        Constraint::Cell(Mark::Even, 2),
        Constraint::Cell(Mark::Given(5), 4),
        Constraint::Cell(Mark::of(vec![4, 1, 4]), 0),
    ] {
        agrees_on(&with(1, 5, 5, constraint));
    }
    let square = [
        Constraint::Cell(Mark::Minimum(Vec::new()), 4),
        Constraint::Cell(Mark::Maximum(vec![1]), 4),
        Constraint::Cell(Mark::BoxIndexer(vec![0, 1, 3, 4]), 3),
        Constraint::Cell(Mark::ColumnIndexer, 0),
        Constraint::Global(Global::Regions(vec![vec![0, 1, 2, 4], vec![3, 6]])),
        Constraint::Global(Global::disjoint_groups(&[vec![0, 1], vec![5, 8]])),
        Constraint::Global(Global::Windows(vec![vec![4, 5, 7, 8]])),
        Constraint::Global(Global::AntiLeaper(0, 2)),
        Constraint::Global(Global::AntiLeaper(2, 2)),
        Constraint::Global(Global::RowsAndColumns),
        Constraint::Global(Global::negative(vec![Pair::Ratio(2), Pair::Ratio(3)], [(4, 1), (0, 1)])),
        Constraint::Global(Global::negative(vec![Pair::Difference(2), Pair::Sum(4)], [(7, 8)])),
    ];
    for constraint in square {
        agrees_on(&with(3, 3, 4, constraint));
    }
}

#[test]
fn windows_lie_between_the_boxes() {
    assert_eq!(windows(&Shape::square(9)).len(), 4);
    assert_eq!(windows(&Shape::square(9))[0], [10, 11, 12, 19, 20, 21, 28, 29, 30]);
    assert_eq!(windows(&Shape::square(6)), [[7, 8, 9, 13, 14, 15]]);
    assert_eq!(windows(&Shape::square(7)), Vec::<Vec<usize>>::new());
}

#[test]
fn each_constraint_says_its_rule_in_a_sentence() {
    let automaton = Automaton { starts: 1, ends: 1, next: vec![vec![1; 9]] };
    let cases = [
        (Constraint::Cell(Mark::Given(5), 0), "given", "r1c1 is 5."),
        (Constraint::Cell(Mark::of(vec![1, 2, 9]), 0), "candidates", "r1c1 is 1, 2 or 9."),
        (Constraint::Cell(Mark::Odd, 0), "odd", "r1c1 is odd."),
        (Constraint::Cell(Mark::Even, 0), "even", "r1c1 is even."),
        (
            Constraint::Cell(Mark::Minimum(Vec::new()), 0),
            "minimum",
            "r1c1 is smaller than each cell that shares an edge with it.",
        ),
        (
            Constraint::Cell(Mark::Maximum(vec![1]), 0),
            "maximum",
            "r1c1 is larger than each cell that shares an edge with it except r1c2.",
        ),
        (
            Constraint::Cell(Mark::ColumnIndexer, 11),
            "column indexer",
            "r2c3 is the number of the column in which row 2 has 3.",
        ),
        (
            Constraint::Cell(Mark::RowIndexer, 11),
            "row indexer",
            "r2c3 is the number of the row in which column 3 has 2.",
        ),
        (
            Constraint::Cell(Mark::BoxIndexer(vec![0, 1, 2, 9, 10, 11, 18, 19, 20]), 9),
            "box indexer",
            "r2c1 is the position of the 4 in its box.",
        ),
        (Constraint::Pair(Pair::Difference(1), [0, 1]), "white dot", "r1c1 and r1c2 are consecutive."),
        (Constraint::Pair(Pair::Difference(3), [0, 1]), "difference", "r1c1 and r1c2 differ by 3."),
        (Constraint::Pair(Pair::Ratio(2), [0, 1]), "black dot", "r1c1 and r1c2 are in the ratio 1:2."),
        (Constraint::Pair(Pair::Sum(10), [0, 1]), "X", "r1c1 and r1c2 add up to 10."),
        (Constraint::Pair(Pair::Greater, [1, 0]), "greater than", "r1c2 is greater than r1c1."),
        (
            Constraint::Line(Line::Thermometer, vec![0, 1, 2]),
            "thermometer",
            "The digits of the thermometer increase from r1c1 to r1c3.",
        ),
        (
            Constraint::Line(Line::Whisper(5), vec![0, 1, 2]),
            "whisper line",
            "Neighbouring digits on the whisper line from r1c1 to r1c3 differ by at least 5.",
        ),
        (
            Constraint::Line(Line::Lockout(4), vec![0, 1, 2]),
            "lockout line",
            "The ends of the lockout line from r1c1 to r1c3 differ by at least 4, and its inner digits are \
             outside their range.",
        ),
        (
            Constraint::Arrow { circle: vec![0], shaft: vec![1, 2] },
            "arrow",
            "The digits in r1c2 and r1c3 add up to r1c1.",
        ),
        (
            Constraint::Arrow { circle: vec![0, 1], shaft: vec![2, 3] },
            "pill arrow",
            "The digits in r1c3 and r1c4 add up to the number that r1c1 and r1c2 form.",
        ),
        (
            Constraint::Cage(Cage::Killer(Some(10)), vec![0, 1, 2]),
            "killer cage",
            "The digits in r1c1, r1c2 and r1c3 are different and add up to 10.",
        ),
        (
            Constraint::Cage(Cage::Quadruple(vec![1, 1, 5]), vec![0, 1, 9, 10]),
            "quadruple",
            "The cells r1c1, r1c2, r2c1 and r2c2 contain 1, 1 and 5.",
        ),
        (
            Constraint::Cage(Cage::LookAndSay(vec![(1, 2), (2, 3), (0, 4)]), vec![0, 1, 2]),
            "look-and-say cage",
            "The cells r1c1, r1c2 and r1c3 contain exactly one 2, two 3s and no 4.",
        ),
        (
            Constraint::Sets(Sets::Clone, vec![vec![0, 1], vec![9, 10]]),
            "clone",
            "The groups (r1c1 and r1c2) and (r2c1 and r2c2) are equal, cell by cell.",
        ),
        (
            Constraint::Clue(Clue::Sandwich(7), (0..9).collect()),
            "sandwich",
            "The digits between the 1 and the 9 from r1c1 to r1c9 add up to 7.",
        ),
        (
            Constraint::Clue(Clue::Skyscraper(3), (0..9).rev().collect()),
            "skyscraper",
            "Exactly 3 digits from r1c9 to r1c1 are larger than all before them.",
        ),
        (
            Constraint::Global(Global::ANTI_KNIGHT),
            "anti-knight",
            "Cells a knight's move apart have different digits.",
        ),
        (
            Constraint::Global(Global::negative(vec![Pair::Difference(1), Pair::Ratio(2)], [(0, 1)])),
            "negative constraint",
            "No two cells that share an unmarked edge are consecutive or are in the ratio 1:2.",
        ),
        (
            Constraint::Global(Global::negative(vec![Pair::Difference(1)], [])),
            "nonconsecutive",
            "No two cells that share an edge are consecutive.",
        ),
        (
            Constraint::Sum(WeightedSum { total: 0, terms: vec![(1, 0), (-2, 1), (1, 81)] }),
            "sum",
            "r1c1 − 2·r1c2 + v1 = 0.",
        ),
        (
            Constraint::Table(
                Table { label: "coprime".to_owned(), rows: vec![1; 9], scope: Scope::All },
                vec![0, 1],
            ),
            "table of pairs",
            "Any two digits in r1c1 and r1c2 satisfy the relation \"coprime\".",
        ),
        (
            Constraint::Words(Words { label: String::new(), pattern: None, automaton }, vec![0, 1]),
            "automaton",
            "The automaton accepts the digits in r1c1 and r1c2.",
        ),
        (
            Constraint::FullRank(FullRank {
                numbers: vec![(0..9).collect()],
                clues: vec![(0, 4)],
                ties: Ties::Any,
            }),
            "full rank",
            "All rows and columns, read as numbers in both directions, are ranked from the smallest: the one \
             from r1c1 to r1c9 has rank 4.",
        ),
        (
            Constraint::Either(vec![
                vec![Constraint::Cell(Mark::Odd, 0)],
                vec![Constraint::Cell(Mark::Even, 1), Constraint::Cell(Mark::Even, 2)],
            ]),
            "either",
            "At least one of these holds: r1c1 is odd. Or: r1c2 is even. r1c3 is even.",
        ),
    ];
    for (constraint, name, sentence) in cases {
        assert_eq!(constraint.name(), name);
        assert_eq!(constraint.sentence(&Shape::square(9)), sentence);
    }
}

#[test]
fn a_line_is_cut_where_it_enters_another_region() {
    let regions = [vec![0, 1], vec![2, 3]];
    assert_eq!(region_pieces(&[0, 2, 3, 1], &regions), [vec![0], vec![2, 3], vec![1]]);
    // Re-entering a region starts a new piece, so all three pieces have one sum.
    let constraint = Constraint::Sets(Sets::RegionSumLine, region_pieces(&[0, 2, 3, 1], &regions));
    let grids = engine_grids(&with(1, 4, 4, constraint));
    assert!(!grids.is_empty() && grids.iter().all(|grid| grid[0] == grid[1] && grid[0] == grid[2] + grid[3]));
}
