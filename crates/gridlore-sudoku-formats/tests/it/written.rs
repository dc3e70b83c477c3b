//! Writes every constraint in every format. It must be read back unchanged or as equivalent
//! constraints, or be reported as one that the format cannot express.

use gridlore_core::Rng;
use gridlore_sudoku_formats::{Target, Texts, is_variant, parse, read, to_scl};
use gridlore_sudoku_variants::constraint::{
    Cage, Clue, Constraint, Global, Line, Mark, Pair, Scope, Sets, Table, WeightedSum, Words,
};
use gridlore_sudoku_variants::{Automaton, FullRank, Puzzle, Shape, Ties, check, to_constraints};

/// Returns the usual 9x9 grid.
pub(super) fn usual() -> Puzzle {
    parse(&".".repeat(81)).expect("an empty grid")
}

#[test]
fn packed_texts_of_megabytes_are_cut_with_a_note() {
    let rules = "The digits 1 to 9.".to_owned();
    let texts = Texts { title: "'".repeat(1_500_000), author: "x".repeat(200), rules, ..Texts::default() };
    for target in [Target::FPuzzles, Target::Scl, Target::Penpa] {
        let link = target.write_with(&usual(), &texts).expect("an empty grid in every format");
        assert!(link.len() < 30_000, "{target:?}: {}", link.len());
        let reading = read(&link).expect("a link of ours");
        assert_eq!((reading.title.len(), reading.author.len()), (1_000, 200), "{target:?}");
        assert!(reading.rules.starts_with(&texts.rules), "{target:?}: {}", reading.rules);
        let note = "The title has 1500000 characters; only the first 1000 were kept.";
        assert!(reading.notes.iter().any(|found| found == note), "{target:?}: {:?}", reading.notes);
    }
}

/// Constraints of all kinds on a 9x9 grid.
pub(super) fn all() -> Vec<Constraint> {
    let line = || vec![0, 1, 10, 11, 20];
    let row = || (9..18).collect::<Vec<usize>>();
    let column = || (0..9).rev().map(|row| row * 9 + 3).collect::<Vec<usize>>();
    let block = |first: usize| (0..9).map(|at| first + at / 3 * 9 + at % 3).collect::<Vec<usize>>();
    // At most one 5.
    let once: Vec<u64> = (0..9).map(|bit| if bit == 4 { 0b10 } else { 0b01 }).collect();
    let never: Vec<u64> = (0..9).map(|bit| if bit == 4 { 0 } else { 0b10 }).collect();
    let automaton = Automaton { starts: 1, ends: 3, next: vec![once, never] };
    let less = |first: usize| (first + 1..9).fold(0, |set, bit| set | 1 << bit);
    let mut all = vec![
        Constraint::Arrow { circle: vec![0], shaft: vec![1, 2, 3] },
        Constraint::Arrow { circle: vec![0, 1], shaft: vec![2, 3, 4, 12] },
        Constraint::Arrow { circle: vec![1, 0], shaft: vec![9, 10, 11, 12] },
        Constraint::Sum(WeightedSum { total: 3, terms: vec![(2, 0), (-1, 1), (1, 40)] }),
        Constraint::Sum(WeightedSum { total: 13, terms: vec![(1, 0), (1, 50)] }),
        Constraint::Table(
            Table { label: "less".to_owned(), rows: (0..9).map(less).collect(), scope: Scope::Neighbours },
            line(),
        ),
        Constraint::Table(Table { label: String::new(), rows: vec![0x155; 9], scope: Scope::All }, line()),
        Constraint::Words(
            Words { label: "once".to_owned(), pattern: None, automaton: padded(automaton) },
            row(),
        ),
        Constraint::Words(
            Words::matching("[1-3]*(4|5[^1]){1,2}.+", &Shape::square(9)).expect("an expression"),
            row(),
        ),
        Constraint::Either(vec![
            vec![Constraint::Cell(Mark::Given(3), 0)],
            vec![
                Constraint::Line(Line::Thermometer, vec![0, 1]),
                Constraint::Cage(Cage::Killer(Some(9)), vec![3, 4]),
            ],
        ]),
        Constraint::FullRank(FullRank {
            numbers: FullRank::usual_numbers(&Shape::square(9)),
            clues: vec![(0, 3), (1, 20), (25, 36)],
            ties: Ties::Any,
        }),
    ];
    let marks = [
        Mark::Given(5),
        Mark::of(vec![1, 5, 9]),
        Mark::Odd,
        Mark::Even,
        Mark::Minimum(Vec::new()),
        Mark::Maximum(Vec::new()),
        Mark::ColumnIndexer,
        Mark::RowIndexer,
        Mark::BoxIndexer(block(30)),
    ];
    all.extend(marks.into_iter().map(|mark| Constraint::Cell(mark, 40)));
    for pair in [
        Pair::Difference(1),
        Pair::Difference(3),
        Pair::Ratio(2),
        Pair::Ratio(3),
        Pair::Sum(10),
        Pair::Sum(5),
        Pair::Sum(8),
        Pair::Greater,
    ] {
        all.extend([[4, 5], [13, 4], [3, 60]].map(|cells| Constraint::Pair(pair, cells)));
    }
    for kind in [
        Line::Thermometer,
        Line::SlowThermometer,
        Line::Whisper(5),
        Line::Whisper(3),
        Line::Renban,
        Line::Nabner,
        Line::Modular(3),
        Line::Modular(2),
        Line::Entropic,
        Line::Palindrome,
        Line::Zipper,
        Line::Between,
        Line::Lockout(4),
        Line::Sum(10),
        Line::DoubleArrow,
        Line::ValueIndexing,
    ] {
        all.push(Constraint::Line(kind, line()));
    }
    all.push(Constraint::Line(Line::SumLoop(10), vec![0, 1, 10, 9]));
    for cage in [
        Cage::Killer(None),
        Cage::Killer(Some(0)),
        Cage::Killer(Some(15)),
        Cage::KillerOneOf(vec![12]),
        Cage::KillerOneOf(vec![10, 15, 20]),
        Cage::AllDifferent,
        Cage::Rellik(12),
        Cage::Equality,
        Cage::Lunchbox(7),
        Cage::Quadruple(vec![1, 1, 5]),
        Cage::Contains(vec![2, 3]),
        Cage::ContainsExactly(vec![4, 4]),
        Cage::LookAndSay(vec![(1, 2), (0, 5), (2, 3)]),
        Cage::CountingCircles,
        Cage::CountDistinct,
    ] {
        all.push(Constraint::Cage(cage, vec![10, 11, 19, 20]));
    }
    for sets in [Sets::EqualSums, Sets::RegionSumLine, Sets::SameValues, Sets::Clone] {
        all.push(Constraint::Sets(sets, vec![vec![0, 1], vec![3, 4]]));
        all.push(Constraint::Sets(sets, vec![vec![0, 1], vec![9, 10], vec![11, 12]]));
        all.push(Constraint::Sets(sets, vec![vec![0], vec![13], vec![80]]));
    }
    for make in [
        Clue::Sandwich as fn(i32) -> Clue,
        Clue::XSum,
        Clue::Skyscraper,
        Clue::HiddenSkyscraper,
        Clue::NumberedRoom,
    ] {
        all.extend([row(), column()].map(|cells| Constraint::Clue(make(4), cells)));
    }
    for cells in [vec![1, 11, 21, 31, 41, 51, 61, 71], vec![54, 46, 38, 30, 22, 14, 6], vec![8], vec![10, 20]]
    {
        let total = 5 * i32::try_from(cells.len()).expect("a few cells");
        all.push(Constraint::Clue(Clue::LittleKiller(total), cells));
    }
    let usual_groups = Global::disjoint_groups(&[block(0), block(3), block(6)]);
    for global in [
        Global::Diagonal { is_rising: true },
        Global::Diagonal { is_rising: false },
        Global::Windows([10, 14, 46, 50].map(block).to_vec()),
        Global::Windows(vec![block(10)]),
        usual_groups,
        Global::ANTI_KNIGHT,
        Global::ANTI_KING,
        Global::AntiLeaper(1, 3),
        Global::AntiTaxicab,
        Global::negative(vec![Pair::Difference(1)], []),
        Global::negative(vec![Pair::Difference(1), Pair::Ratio(2)], []),
        Global::negative(vec![Pair::Sum(5), Pair::Sum(10)], []),
        Global::negative(vec![Pair::Ratio(3)], [(0, 1)]),
        Global::Entropy,
        Global::Mod,
        Global::DutchFlatmates,
    ] {
        all.push(Constraint::Global(global));
    }
    all
}

/// Returns an automaton with as many states as it has after it is read.
fn padded(mut automaton: Automaton) -> Automaton {
    automaton.next.resize(64, vec![0; 9]);
    automaton
}

/// Returns the grids on which constraints are compared: random digits, and random rows without
/// repetitions.
fn grids() -> Vec<Vec<i32>> {
    let mut rng = Rng::new(7);
    let digit = |rng: &mut Rng, most: usize| i32::try_from(rng.below(most)).expect("a digit") + 1;
    let mut grids: Vec<Vec<i32>> = Vec::new();
    for number in 0..3_000 {
        let most = [9, 9, 4, 2][number % 4];
        grids.push((0..81).map(|_| digit(&mut rng, most)).collect());
    }
    // Each square of four cells has the same digits.
    for _ in 0..1_000 {
        let four = [0; 4].map(|_| digit(&mut rng, 9));
        grids.push((0..81).map(|cell| four[cell / 9 % 2 * 2 + cell % 9 % 2]).collect());
    }
    for _ in 0..3_000 {
        let shift = rng.below(9);
        let step = 1 + rng.below(8);
        let cell =
            |cell: usize| i32::try_from((cell / 9 * step + cell % 9 + shift) % 9).expect("a digit") + 1;
        let mut grid: Vec<i32> = (0..81).map(cell).collect();
        let (one, other) = (rng.below(81), rng.below(81));
        grid.swap(one, other);
        grids.push(grid);
    }
    grids
}

/// Returns whether the constraints after the frame of the usual grid hold.
fn hold(puzzle: &Puzzle, frame: &Puzzle, values: &[i32]) -> bool {
    let constraints = puzzle.constraints.iter().filter(|one| !frame.constraints.contains(one));
    constraints.into_iter().all(|one| one.is_satisfied(&puzzle.shape, values))
}

#[test]
fn every_constraint_is_read_as_it_was_written_or_named() {
    let (grids, frame) = (grids(), usual());
    let targets = [Target::Text, Target::Iss, Target::FPuzzles, Target::Scl, Target::Penpa];
    let mut unsaid = [0; 5];
    for constraint in all() {
        let mut puzzle = usual();
        puzzle.constraints.push(constraint.clone());
        let title = constraint.title(&puzzle.shape);
        for (at, target) in targets.into_iter().enumerate() {
            let text = match target.write(&puzzle) {
                Ok(text) => text,
                Err(error) => {
                    assert!(error.to_string().ends_with(&format!(" cannot express: {title}")), "{error}");
                    unsaid[at] += 1;
                    continue;
                }
            };
            assert!(is_variant(&text), "{text}");
            let again = parse(&text).unwrap_or_else(|error| panic!("{title}: {error}: {text}"));
            assert_eq!(again.shape, puzzle.shape);
            if target == Target::Text {
                assert_eq!(again, puzzle, "{text}");
            }
            for grid in &grids {
                let is_satisfied = constraint.is_satisfied(&puzzle.shape, grid);
                assert_eq!(hold(&again, &frame, grid), is_satisfied, "{title}: {text}: {grid:?}");
            }
        }
    }
    // The number of constraints that each format cannot express.
    assert_eq!(unsaid, [0, 0, 42, 38, 42]);
}

#[test]
fn what_f_puzzles_says_survives_constraint_lines() {
    let (grids, frame) = (grids(), usual());
    let mut lost = Vec::new();
    for constraint in all() {
        let mut puzzle = usual();
        puzzle.constraints.push(constraint.clone());
        let title = constraint.title(&puzzle.shape);
        let Ok(link) = Target::FPuzzles.write(&puzzle) else { continue };
        let read = parse(&link).expect("a link");
        let line = Target::Iss.write(&read).unwrap_or_else(|error| panic!("{title}: {error}"));
        match Target::FPuzzles.write(&parse(&line).expect("a line")) {
            Err(_) => lost.push(constraint.name()),
            Ok(again) => {
                let again = parse(&again).expect("a link");
                for grid in &grids {
                    assert_eq!(hold(&again, &frame, grid), hold(&puzzle, &frame, grid), "{title}: {line}");
                }
            }
        }
    }
    // A pill that is read backwards, the sum 0, a diagonal of one cell, and a negative constraint
    // with another ratio are read back as sums and tables of pairs.
    assert_eq!(lost, ["pill arrow", "box indexer", "killer cage", "little killer", "negative constraint"]);
}

#[test]
fn grids_of_any_shape_are_read_as_they_were_written() {
    for text in [
        ".Shape~6x6.~R1C1_1",
        ".Shape~4x6~0-5.Cage~9~R1C1~R1C2",
        ".Shape~9x9~~Raw.Renban~R1C1~R1C2",
        ".Shape~4x4~6~Raw.Jigsaw~0011001122332233",
        ".Shape~16x16.~RgCg_16~RaC1_10",
        ".NoBoxes.AntiKing",
        ".NoBoxes.Jigsaw~000111222000111222000111222333444555333444555333444555666777888666777888666777888",
        ".Jigsaw~011112222033332222034445522036447552036647558116647758111644758111644758996665558",
        ".Shape~6x6.RegionSize~4.AntiKnight",
        ".Shape~2x5.~R2C5_5",
        ".Var~A~total~3.Sum~0_=_1_-1~R1C1~VA2.Thermo~VA1~VA3",
        ".Var~A~total~1.Arrow~VA~R1C1~R1C2",
        ".WhiteDot~R1C1~R1C2.StrictKropki",
        ".Shape~9x9~0-9.Doppelganger.Whisper~4~DGR3~DGR4~DGC1.Var~A~x~2.Arrow~VA1~DGB9~VA2",
        ".X~R1C1~R1C2.StrictXV.AntiConsecutive",
        ".XSum~R1~15~9.Skyscraper~C9~~4.Skyscraper~C9~3~.Sandwich~0~C1",
        ".Or.And.~R1C1_5.WhiteDot~R1C2~R1C3~R1C4.End.Or.~R1C1_4.~R1C1_3.End.End",
    ] {
        let puzzle = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for target in [Target::Text, Target::Iss] {
            let written = target.write(&puzzle).unwrap_or_else(|error| panic!("{text}: {error}"));
            let mut again = parse(&written).unwrap_or_else(|error| panic!("{text}: {error}: {written}"));
            let mut wanted = puzzle.clone();
            for puzzle in [&mut again, &mut wanted] {
                puzzle.constraints.sort_by_key(|constraint| format!("{constraint:?}"));
            }
            assert_eq!(again, wanted, "{written}");
        }
    }
}

#[test]
fn f_puzzles_names_what_it_cannot_say_and_keeps_its_own_exemptions() {
    let error = |text: &str| {
        let puzzle = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Target::FPuzzles.write(&puzzle).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(error(".Lockout~4~R1C1~R2C1~R3C1"), "f-puzzles cannot express: lockout line at r1c1–r3c1");
    assert_eq!(error(".GlobalMod"), "f-puzzles cannot express: global modulus");
    assert_eq!(error(".Shape~4x6.~R1C1_1"), "f-puzzles cannot express: a grid of 4x6");
    assert_eq!(
        error(".Shape~9x9~~Raw.~R1C1_1"),
        "f-puzzles cannot express: rows and columns in which digits repeat"
    );
    assert_eq!(error(".Var~A~x~1.Arrow~VA~R1C1"), "f-puzzles cannot express: cells outside the grid");
    // In f-puzzles, a dot exempts its pair; here it does not.
    assert_eq!(error(".AntiConsecutive.BlackDot~R1C1~R1C2"), "f-puzzles cannot express: nonconsecutive");
    let puzzle = parse(".StrictKropki.BlackDot~R1C1~R1C2.WhiteDot~R5C5~R6C5").expect("a puzzle");
    let link = Target::FPuzzles.write(&puzzle).expect("dots");
    let again = parse(&link).expect("a link");
    for grid in grids() {
        assert_eq!(check::broken(&puzzle, &grid).is_none(), check::broken(&again, &grid).is_none());
    }
}

#[test]
fn sudoku_exchange_is_read() {
    let cells = "050703060007000800000816000000030000005000100730040086906000204840572093000409000";
    for text in [
        format!("https://sudokuexchange.com/play/?s={cells}"),
        format!("https://www.sudokuexchange.com/play/?d=3&s={cells}&i=0"),
        format!("0000183b305c {cells} 1.2"),
        format!("0000183b305c {cells}  1.2 "),
    ] {
        assert_eq!(parse(&text), parse(cells), "{text}");
    }
    assert_eq!(gridlore_sudoku_formats::exchange_cells(cells), None);
    assert!(parse(&format!("0000183b305c {}", &cells[1..])).is_err());
}

/// Clones that are not areas of one form are drawn as several, and equal cells of constraint lines
/// are combined.
#[test]
fn clones_of_any_form_are_drawn_for_links() {
    let scl = |puzzle: &Puzzle| to_scl(puzzle, &Texts::default()).map_err(|error| error.to_string());
    for (groups, areas) in [
        ("r1c1 r1c2 | r4c4 r4c5", 1),
        ("r1c2 r1c1 | r4c5 r4c4", 1),
        ("r1c1 r1c2 | r4c4 r4c5 | r8c8 r8c9", 1),
        // Areas that are not connected, are adjacent, or are rotated.
        ("r1c1 r1c3 | r4c4 r4c6", 2),
        ("r1c1 r1c2 | r1c3 r1c4", 2),
        ("r1c1 r1c2 | r4c4 r5c4", 2),
        ("r1c1 r2c1 r9c9 | r4c4 r5c4 r7c2", 2),
    ] {
        let puzzle = parse(&format!("size 9x9; clone: {groups}")).expect("a puzzle");
        let link = scl(&puzzle).unwrap_or_else(|error| panic!("{groups}: {error}"));
        let again = parse(&link).expect("a link");
        let is_clone = |one: &&Constraint| one.name() == "clone";
        assert_eq!(again.constraints.iter().filter(is_clone).count(), areas, "{groups}");
        // In constraint lines, each pair of cells is a constraint; reading restores the areas.
        let line = to_constraints(&puzzle).expect("a line");
        let pairs = parse(&line).expect("a line");
        let again = parse(&scl(&pairs).unwrap_or_else(|error| panic!("{line}: {error}"))).expect("a link");
        assert_eq!(again.constraints.iter().filter(is_clone).count(), areas, "{groups}");
    }
    let touching = parse("size 9x9; no boxes; no rows and columns; clone: r1c1 | r1c2").expect("a puzzle");
    assert_eq!(scl(&touching), Err("SudokuPad cannot express: clone at r1c1–r1c2".to_owned()));
}
