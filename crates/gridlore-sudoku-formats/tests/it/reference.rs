//! Tests the reference of constraints in docs/geometries.md: it lists all of them, every example
//! has one solution and needs its constraint, the table states correctly what f-puzzles supports,
//! and the pictures match the examples.

use gridlore_core::{Budget, Rng};
use gridlore_sudoku_formats::{Target, Texts, parse, to_svg};
use gridlore_sudoku_variants::canonical::{self, BoardMove, canonical};
use gridlore_sudoku_variants::explain::{Level, Technique};
use gridlore_sudoku_variants::{Outcome, Puzzle, Solver, check, text_words};
use std::collections::BTreeMap;
use std::path::Path;

const PAGE: &str = include_str!("../../../../docs/geometries.md");

fn outcome(puzzle: &Puzzle) -> Outcome {
    let mut solver = Solver::new(puzzle).expect("a small puzzle");
    solver.outcome(&mut Budget::unlimited()).expect("an unlimited budget")
}

/// A row of a table.
struct Row {
    /// The constraint as a line of a text block.
    line: String,
    /// The rule in words.
    rule: String,
    /// The file name of the picture, without its folder.
    picture: String,
    /// Whether f-puzzles supports the constraint.
    has: bool,
}

impl Row {
    fn parse(line: &str) -> Option<Self> {
        let line = line.replace("\\|", "\0");
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, constraint, rule, picture, has, _] = columns[..] else { return None };
        let (_, picture) = picture.strip_prefix("![")?.strip_suffix(')')?.split_once("](rules/")?;
        Some(Self {
            line: constraint.strip_prefix('`')?.strip_suffix('`')?.replace('\0', "|"),
            rule: rule.to_owned(),
            picture: picture.to_owned(),
            has: match has {
                "yes" => true,
                "no" => false,
                _ => return None,
            },
        })
    }
}

/// Returns the rows of the reference, each with its example.
fn reference() -> Vec<(Row, &'static str)> {
    let reference = PAGE.split("## Reference of constraints").nth(1).expect("the reference");
    let rows: Vec<Row> = reference.lines().filter_map(Row::parse).collect();
    let examples: Vec<&str> = reference.lines().filter(|line| line.starts_with("size ")).collect();
    let tables = reference.lines().filter(|line| line.starts_with("| `")).count();
    assert!(rows.len() >= 79, "{} rows", rows.len());
    assert_eq!((rows.len(), rows.len()), (tables, examples.len()), "rows with a picture, rows, examples");
    rows.into_iter().zip(examples).collect()
}

/// Returns the boards with several grids or absent cells, each with its kind, its picture and its
/// example.
fn boards() -> Vec<(&'static str, String, &'static str)> {
    let (_, part) = PAGE.split_once("### Several grids, and absent cells\n").expect("the part");
    let (part, _) = part.split_once("\n### ").expect("the next part");
    let rows = part.lines().filter_map(|line| {
        let (board, rest) = line.strip_prefix("| `")?.split_once('`')?;
        let (_, picture) = rest.split_once("](rules/")?;
        Some((board, picture.split(')').next().expect("a name").to_owned()))
    });
    let rows: Vec<_> = rows.collect();
    let is_example = |line: &&str| line.starts_with("size ") && line.contains(';');
    let examples: Vec<&str> = part.lines().filter(is_example).collect();
    assert_eq!((rows.len(), examples.len()), (4, 4));
    rows.into_iter().zip(examples).map(|((board, picture), example)| (board, picture, example)).collect()
}

/// Each example matches the board of its row, has one solution, and is written as the same text
/// block. The formats for single grids name what they cannot express.
#[test]
fn each_board_of_the_page_has_an_example() {
    for (board, _, example) in boards() {
        let puzzle = parse(example).unwrap_or_else(|error| panic!("{example}: {error}"));
        let empty = parse(&format!("{board};")).unwrap_or_else(|error| panic!("{board}: {error}"));
        assert_eq!((puzzle.shape, puzzle.grids()), (empty.shape, empty.grids()), "{board}");
        let Outcome::Unique(values) = outcome(&puzzle) else { panic!("{example}: not one solution") };
        assert_eq!(check::broken(&puzzle, &values), None, "{example}");
        let text = Target::Text.write(&puzzle).unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(parse(&text).as_ref(), Ok(&puzzle), "{text}");
        let what = match puzzle.grids().len() {
            0 => "absent cells, such as r1c6".to_owned(),
            count => format!("a board of {count} grids"),
        };
        for (target, name) in [
            (Target::FPuzzles, "f-puzzles"),
            (Target::Iss, "the notation of Interactive Sudoku Solver"),
            (Target::Scl, "SudokuPad"),
        ] {
            let error = target.write(&puzzle).expect_err("no words for it").to_string();
            assert_eq!(error, format!("{name} cannot express: {what}"));
        }
        // Penpa-edit can express boxes and the cells in use.
        match (board, Target::Penpa.write(&puzzle)) {
            ("size 5x7; grids 4x4: r1c1 r2c4" | "size 6x6; absent: r1c6 r3c3 r4c4 r6c1", Err(error)) => {
                assert_eq!(error.to_string(), format!("Penpa-edit cannot express: {what}"));
            }
            (_, link) => {
                let link = link.unwrap_or_else(|error| panic!("{board}: {error}"));
                let again = parse(&link).unwrap_or_else(|error| panic!("{board}: {error}"));
                assert_eq!((again.shape, again.grids()), (puzzle.shape, puzzle.grids()));
                assert!(matches!(outcome(&again), Outcome::Unique(found) if found == values), "{board}");
            }
        }
    }
}

/// Each example is rotated and mirrored, its digits are renamed if all rules allow it, and its
/// constraints are shuffled; the form stays the same. The images of the constraints are compared
/// with their definitions, on the moved solution and on grids of random digits.
#[test]
fn moved_examples_have_the_same_canonical_form() {
    let mut rng = Rng::new(39);
    let (mut moved, mut renamed, mut refused) = (0, 0, Vec::new());
    let of_boards = boards().into_iter().map(|(_, _, example)| example);
    for example in reference().into_iter().map(|(_, example)| example).chain(of_boards) {
        let puzzle = parse(example).expect("an example");
        let form = match canonical(&puzzle) {
            Ok(form) => form,
            Err(error) => {
                refused.push(error.to_string());
                continue;
            }
        };
        let Outcome::Unique(solution) = outcome(&puzzle) else { panic!("{example}: not one solution") };
        for step in BoardMove::ALL {
            let Ok(mut image) = step.applied(&puzzle) else { continue };
            let to = |values: &[i32]| {
                let mut moved = vec![0; values.len()];
                for (cell, value) in values.iter().enumerate() {
                    moved[step.image(&puzzle.shape, cell)] = *value;
                }
                moved
            };
            assert_eq!(check::broken(&image, &to(&solution)), None, "{example}: {step:?}");
            for _ in 0..20 {
                let values: Vec<i32> =
                    solution.iter().map(|_| puzzle.shape.value(rng.below(puzzle.shape.values))).collect();
                let satisfied = |puzzle: &Puzzle, values: &[i32]| {
                    let all = puzzle.constraints.iter();
                    all.filter(|one| one.is_satisfied(&puzzle.shape, values)).count()
                };
                let counts = (satisfied(&puzzle, &values), satisfied(&image, &to(&values)));
                assert_eq!(counts.0, counts.1, "{example}: {step:?} {values:?}");
            }
            let mut digits: Vec<i32> = (0..puzzle.shape.values).map(|bit| puzzle.shape.value(bit)).collect();
            rng.shuffle(&mut digits);
            let other = canonical::renamed(&image, &digits);
            assert_eq!(other.is_some(), form.has_free_digits, "{example}");
            renamed += usize::from(other.is_some());
            image = other.unwrap_or(image);
            rng.shuffle(&mut image.constraints);
            assert_eq!(canonical(&image).expect("as the example").text, form.text, "{example}: {step:?}");
            moved += 1;
        }
        // The form is a puzzle whose form is itself.
        let again = parse(&form.text).unwrap_or_else(|error| panic!("{}: {error}", form.text));
        assert_eq!(canonical(&again), Ok(form), "{example}");
    }
    assert!(moved > 500 && renamed > 50, "{moved} {renamed}");
    refused.sort();
    refused.dedup();
    let expected = ["chaos construction", "doppelganger", "cells outside the grid"];
    assert!(refused.iter().all(|error| expected.iter().any(|rule| error.contains(rule))), "{refused:?}");
}

/// Different puzzles have different forms, and symmetries of a puzzle are counted.
#[test]
fn other_puzzles_have_other_canonical_forms() {
    let form = |text: &str| canonical(&parse(text).expect("a puzzle")).expect("a form");
    let one = form("size 4x4; 1...; ....; ....; ....; anti-knight");
    assert!(one.has_free_digits);
    assert_eq!(one.text, form("size 4x4; ....; ....; ....; ...3; anti-knight").text);
    assert_ne!(one.text, form("size 4x4; .1..; ....; ....; ....; anti-knight").text);
    // One reflection, and the three digits that are not given.
    assert_eq!(one.automorphisms, 2 * 6);
    assert_eq!(form("size 4x4; anti-knight").automorphisms, 8 * 24);
    // A thermometer depends on which digits are larger.
    let thermometer = form("size 4x4; 1...; ....; ....; ....; thermometer: r2c2 r2c3");
    assert!(!thermometer.has_free_digits);
    assert_eq!(thermometer.automorphisms, 1);
    assert_ne!(thermometer.text, form("size 4x4; 2...; ....; ....; ....; thermometer: r2c2 r2c3").text);
    assert_ne!(thermometer.text, form("size 4x4; 1...; ....; ....; ....; thermometer: r2c3 r2c2").text);
    // Alternatives and several grids do not depend on the names of digits either.
    let palindrome = |row: &str| {
        form(&format!("size 4x4; either; palindrome: r1c1 r2c3; end; {row}; ....; ....; ....")).text
    };
    assert_eq!(palindrome("1..."), palindrome("2..."));
    let grids = |rows: &str| form(&format!("size 6x6; grids 4x4: r1c1 r3c3; ....--; {rows}")).text;
    assert_eq!(
        grids(".42.--; 3..4..; .....4; --....; --..3."),
        grids(".21.--; 3..2..; .....2; --....; --..3.")
    );
    // Boxes of two rows and three columns turn into boxes of three rows and two columns.
    let boxes = form("size 6x6; 1.....; ......; ......; ......; ......; ......; white dot: r1c2 r1c3");
    assert_eq!(boxes.automorphisms, 1);
    // A clue about rows and columns keeps its meaning only in one reflection.
    let indexer = |text: &str| form(&format!("size 4x4; {text}")).text;
    assert_eq!(indexer("column indexer: r1c2"), indexer("row indexer: r2c1"));
    assert_ne!(indexer("column indexer: r1c2"), indexer("column indexer: r1c3"));
}

#[test]
fn each_constraint_of_the_reference_has_an_example() {
    for (row, example) in reference() {
        let (line, has) = (row.line, row.has);
        let rest =
            example.strip_suffix(line.as_str()).unwrap_or_else(|| panic!("{example}: expected {line}"));
        let puzzle = parse(example).unwrap_or_else(|error| panic!("{example}: {error}"));
        let Outcome::Unique(values) = outcome(&puzzle) else { panic!("{example}: not one solution") };
        assert_eq!(check::broken(&puzzle, &values), None, "{example}");
        // A clue may also need the line in order to be read at all.
        match parse(rest.trim_end().trim_end_matches(';')) {
            Ok(without) => assert!(
                matches!(outcome(&without), Outcome::Several(_)),
                "{example}: the constraint is not needed"
            ),
            Err(error) => {
                assert!(error.to_string().contains(&format!("without a line \"{line}\"")), "{error}")
            }
        }
        assert_eq!(Target::FPuzzles.write(&puzzle).is_ok(), has, "{line}");
        for target in [Target::Iss, Target::Text] {
            let text = target.write(&puzzle).unwrap_or_else(|error| panic!("{line}: {error}"));
            let again = parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(matches!(outcome(&again), Outcome::Unique(found) if found == values), "{text}");
        }
    }
}

/// Each word with which a line of a text block can start has a row with the rule in words.
#[test]
fn the_reference_has_every_constraint() {
    let rows = reference();
    let is_described = |word: &&str| {
        rows.iter().any(|(row, _)| {
            let line = row.line.to_ascii_lowercase();
            let rest = line.strip_prefix(word);
            row.rule.len() > 10
                && rest.is_some_and(|rest| {
                    !rest.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '-')
                })
        })
    };
    // This word belongs to a constraint that has its row under another word.
    let part_of_another = |word: &&str| *word == "full rank ties";
    let missing: Vec<&str> =
        text_words().into_iter().filter(|word| !is_described(word) && !part_of_another(word)).collect();
    assert_eq!(missing, [""; 0], "constraints without a row in docs/geometries.md");
}

/// The table of techniques lists all of them in order, with their numbers and levels.
#[test]
fn the_table_of_techniques_is_their_order() {
    let (_, table) = PAGE.split_once("| technique | number | level |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let found: Vec<[&str; 3]> = rows
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            assert!(cells[4].len() > 10, "{row}");
            [cells[1], cells[2], cells[3]]
        })
        .collect();
    let numbers = Technique::ALL.map(|one| format!("{}.{}", one.tenths() / 10, one.tenths() % 10));
    let wanted: Vec<[&str; 3]> = Technique::ALL
        .iter()
        .zip(&numbers)
        .map(|(technique, number)| [technique.name(), number, Level::of(*technique).name()])
        .collect();
    assert_eq!(found, wanted);
}

/// Each example has its picture in `docs/rules`, and the folder contains no other files.
/// `GRIDLORE_RECORD=1` redraws them.
#[test]
fn the_pictures_show_the_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let mut pictures = BTreeMap::new();
    let of_rules = reference().into_iter().map(|(row, example)| (row.picture, example, 6_000));
    // A samurai has more than four times the cells of a sudoku.
    let of_boards = boards().into_iter().map(|(_, picture, example)| (picture, example, 16_000));
    for (picture, example, most) in of_rules.chain(of_boards) {
        let puzzle = parse(example).unwrap_or_else(|error| panic!("{example}: {error}"));
        let svg = to_svg(&puzzle, &Texts::default());
        assert!(svg.len() < most, "{picture}: {} bytes", svg.len());
        assert_eq!(pictures.insert(picture.clone(), svg), None, "{picture}: two rows");
    }
    if std::env::var_os("GRIDLORE_RECORD").is_some() {
        std::fs::create_dir_all(&folder).expect("the folder of the pictures");
        for (name, svg) in &pictures {
            std::fs::write(folder.join(name), svg).expect("a picture");
        }
    }
    let files: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder of the pictures")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    let unused: Vec<&String> = files.iter().filter(|name| !pictures.contains_key(*name)).collect();
    assert_eq!(unused, Vec::<&String>::new(), "pictures that no row shows");
    for (name, svg) in &pictures {
        let recorded = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert_eq!(recorded, *svg, "docs/rules/{name} is out of date: draw it again with GRIDLORE_RECORD=1");
    }
}

#[test]
fn the_block_of_the_page_is_a_puzzle() {
    let block = PAGE.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    let puzzle = parse(block).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(puzzle.constraints.len(), 2 + 6 + 3);
    assert!(!matches!(outcome(&puzzle), Outcome::Impossible));
}
