//! Tests of `gridlore sudoku candidates --true`, `clues` and `conflict`.

use crate::program::{Run, run};
use serde_json::Value;

fn expect(run: &Run, exit: i32, out: &str) {
    assert_eq!((run.out.as_str(), run.exit), (out, exit), "{}", run.err);
}

/// A 4x4 puzzle with 48 solutions, and a puzzle without a solution.
const OPEN: &str = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3";
const NONE: &str = "size 4x4; ....; ....; ....; ...1; odd: r2c2; cage 3: r1c1 r1c2; thermometer: r2c1 r1c1";
/// A 4x4 puzzle with one solution and three clues, each of which is unnecessary.
const SPARE: &str =
    "size 4x4; thermometer: r1c1 r2c2 r3c3 r4c4; cage 6: r1c2 r1c3; thermometer: r4c1 r3c1; odd: r1c1";
const PLAIN: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn true_candidates_occur_in_solutions() {
    let rows = "12 23 34 1234\n1234 1234 123 123\n1234 1234 1234 1234\n1234 1234 1234 1234\n";
    expect(&run(&["sudoku", "candidates", "--true", OPEN], b""), 0, rows);
    let lines = format!("# two\n{OPEN}\n{NONE}\n");
    let two = run(&["sudoku", "candidates", "--true", "-"], lines.as_bytes());
    expect(
        &two,
        1,
        &format!(
            "# two\n{rows}# none: no grid satisfies all rules; to see why, run `gridlore sudoku conflict`\n"
        ),
    );
    // Of the 48 solutions, 36 have a 1 in r1c1 and 12 have a 2.
    let counted = run(&["sudoku", "candidates", "--true", "--up-to", "100", OPEN], b"");
    assert!(counted.out.starts_with("r1c1: 1 in 36, 2 in 12\n"), "{}", counted.out);
    let limited = run(&["sudoku", "candidates", "--true", "--up-to", "20", OPEN], b"");
    assert!(limited.out.starts_with("r1c1: 1 in 20+, 2 in 12\n"), "{}", limited.out);
    let json = run(&["sudoku", "candidates", "--true", "--up-to", "20", "--format", "json", OPEN], b"");
    let record: Value = serde_json::from_str(&json.out).unwrap();
    let first = &record["cells"][0]["candidates"];
    assert_eq!(first[0], serde_json::json!({"value": 1, "solutions": 20, "exact": false}));
    assert_eq!(first[1], serde_json::json!({"value": 2, "solutions": 12, "exact": true}));
    assert_eq!((&record["outcome"], &record["open"]), (&"done".into(), &0.into()));
    // For a plain puzzle with one solution, the digits of the solution are printed.
    let plain = run(&["sudoku", "candidates", "--true", PLAIN], b"");
    assert!(plain.exit == 0 && plain.out.starts_with("5 3 4 6 7 8 9 1 2\n"), "{}", plain.out);
}

#[test]
fn true_candidates_within_a_budget_say_what_is_open() {
    let none = run(&["sudoku", "candidates", "--true", "--budget", "0", OPEN], b"");
    assert_eq!(none.exit, 3, "{}", none.out);
    assert!(
        none.out.ends_with("# spent: 56 candidates are in no solution found so far but may be true\n"),
        "{}",
        none.out
    );
    let json = run(&["sudoku", "candidates", "--true", "--budget", "9", "--format", "json", OPEN], b"");
    let record: Value = serde_json::from_str(&json.out).unwrap();
    let number = |name: &str| record[name].as_u64().unwrap();
    assert_eq!(number("true") + number("false") + number("open"), 64);
    assert!(record["outcome"] == "spent" && number("true") >= 16 && number("open") > 0, "{record}");
    for wrong in [&["--up-to", "8"][..], &["--format", "json"], &["--true", "--format", "marks"]] {
        let bad = run(&[&["sudoku", "candidates", PLAIN], wrong].concat(), b"");
        assert_eq!(bad.exit, 2, "{wrong:?}: {}", bad.out);
    }
}

#[test]
fn unnecessary_clues_are_listed() {
    let text = "necessary: The digits of the thermometer increase from r1c1 to r4c4.
unnecessary: The digits in r1c2 and r1c3 are different and add up to 6.
unnecessary: The digits of the thermometer increase from r4c1 to r3c1.
unnecessary: r1c1 is odd.
# 4 clues: 3 unnecessary
# 2 can be removed together: The digits in r1c2 and r1c3 are different and add up to 6. r1c1 is odd.
";
    expect(&run(&["sudoku", "clues", SPARE], b""), 0, text);
    let json = run(&["sudoku", "clues", "--json", "--frame", SPARE], b"");
    let record: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(record["removable"], serde_json::json!([1, 3, 5]));
    assert_eq!(record["clues"][0]["name"], "rows and columns");
    assert_eq!(record["clues"][2]["necessity"], "necessary");
    // The other solution satisfies all other clues.
    let other = record["clues"][2]["other"].as_str().unwrap();
    let rest = SPARE.replace("thermometer: r1c1 r2c2 r3c3 r4c4; ", "");
    let solutions = run(&["sudoku", "solutions", &rest], b"");
    assert!(solutions.out.lines().any(|line| line == other), "{other} {}", solutions.out);
    expect(
        &run(&["sudoku", "clues", OPEN], b""),
        1,
        "# several: only a puzzle with one solution has necessary clues\n",
    );
    assert_eq!(run(&["sudoku", "clues", NONE], b"").exit, 1);
    // A plain puzzle. Without one of its unnecessary givens, its solution is still unique.
    let plain = run(&["sudoku", "clues", "-"], PLAIN.as_bytes());
    assert_eq!(
        plain.out.lines().filter(|line| line.starts_with("unnecessary: ")).count(),
        22,
        "{}",
        plain.out
    );
    assert!(plain.out.contains("unnecessary: r9c9 is 9.\n"), "{}", plain.out);
    let spent = run(&["sudoku", "clues", "--budget", "2", SPARE], b"");
    assert!(spent.exit == 3 && spent.out.contains("undecided: "), "{}", spent.out);
}

#[test]
fn a_conflict_names_the_clues() {
    let text = "smallest conflict: 2 clues
  The digits in r1c1 and r1c2 are different and add up to 3.
  The digits of the thermometer increase from r2c1 to r1c1.
and the rules of the grid:
  No digit repeats in a box or region.
";
    expect(&run(&["sudoku", "conflict", NONE], b""), 0, text);
    let json = run(&["sudoku", "conflict", "--json", "-"], NONE.as_bytes());
    let record: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&record["proof"], &record["least"]), (&"smallest".into(), &2.into()));
    assert_eq!(record["clues"][0]["cells"], serde_json::json!(["r1c1", "r1c2"]));
    // The named clues by themselves have no solution either.
    let named = "size 4x4; cage 3: r1c1 r1c2; thermometer: r2c1 r1c1";
    let check = run(&["sudoku", "check", named], b"");
    expect(&check, 1, "none: no grid satisfies all rules; to see why, run `gridlore sudoku conflict`\n");
    let solvable = run(&["sudoku", "conflict", SPARE], b"");
    expect(&solvable, 0, "solvable: 1423324141322314\n");
    let twice = PLAIN.replacen("53..", "53.3", 1);
    expect(
        &run(&["sudoku", "conflict", &twice], b""),
        0,
        "smallest conflict: 2 clues\n  r1c2 is 3.\n  r1c4 is 3.\nand the rules of the grid:\n  No digit repeats in a row or column.\n",
    );
    let spent = run(&["sudoku", "conflict", "--budget", "0", OPEN], b"");
    expect(&spent, 3, "# spent: it is not known whether the puzzle has a solution\n");
}

#[test]
fn boards_with_a_geometry_have_the_same_answers() {
    // Three ways to specify the same board: an option, a heading, and a text block.
    let (board, line) = ("2x2 diagonals cage:3=r1c1,r1c2", "1...............");
    let block = "size 4x4; 1...; ....; ....; ....; falling diagonal; rising diagonal; cage 3: r1c1 r1c2";
    let conflicting =
        "size 4x4; 1..1; ....; ....; ....; falling diagonal; rising diagonal; cage 3: r1c1 r1c2";
    for (command, line, block) in [
        (&["conflict"][..], "1..1............", conflicting),
        (&["conflict"], line, block),
        (&["clues"], line, block),
        (&["candidates", "--true"], line, block),
        (&["candidates", "--true", "--up-to", "9"], line, block),
    ] {
        let expected = run(&[&["sudoku"], command, &[block]].concat(), b"");
        let option = run(&[&["sudoku"], command, &["--geometry", board, line]].concat(), b"");
        expect(&option, expected.exit, &expected.out);
        let file = format!("geometry: {board}\n{line}\n");
        let heading = run(&[&["sudoku"], command, &["-"]].concat(), file.as_bytes());
        expect(&heading, expected.exit, &format!("geometry: {board}\n{}", expected.out));
    }
    // The answer contains the symbols of the board.
    let lettered = ["--geometry", "2x2", "--symbols", "ABCD"];
    let conflict = run(&[&["sudoku", "conflict"], &lettered[..], &["A..A............"]].concat(), b"");
    assert!(conflict.out.contains("\n  r1c1 is A.\n  r1c4 is A.\n"), "{}", conflict.out);
    let rows =
        run(&[&["sudoku", "candidates", "--true"], &lettered[..], &["A..B..C....D...."]].concat(), b"");
    expect(&rows, 0, "A C D B\nBD BD C A\nC AB AB D\nBD ABD AB C\n");
    let numbers = ["--geometry", "2x2", "--symbols", "numbers"];
    let puzzle = "1 . . 2 . . 3 . . . . 4 . . . .";
    let rows = run(&[&["sudoku", "candidates", "--true"], &numbers[..], &[puzzle]].concat(), b"");
    expect(&rows, 0, "1 3 4 2\n2,4 2,4 3 1\n3 1,2 1,2 4\n2,4 1,2,4 1,2 3\n");
    let solvable = run(&[&["sudoku", "conflict"], &numbers[..], &[puzzle]].concat(), b"");
    assert!(solvable.out.starts_with("solvable: 1 3 4 2 "), "{}", solvable.out);
    // The engine has a size limit.
    let large = ["sudoku", "conflict", "--geometry", "latin:26", "-"];
    let refused = run(&large, format!("{}\n", ". ".repeat(26 * 26)).as_bytes());
    assert_eq!(refused.exit, 2, "{}", refused.out);
    let reason = "found a 26x26 board, expected at most 25x25 for variant rules";
    assert!(refused.err.contains(reason), "{}", refused.err);
}
