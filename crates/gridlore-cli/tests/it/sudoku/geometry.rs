//! Tests of `gridlore sudoku` on boards of other geometries, which are given by options or
//! headings, or guessed.

use crate::program::{Run, run};

fn expect(run: &Run, exit: i32, out: &str) {
    assert_eq!((run.out.as_str(), run.exit), (out, exit), "{}", run.err);
}

const FOUR: &str = "....2.4...2...3.";
const FOUR_SOLVED: &str = "3412214343211234";

#[test]
fn the_board_is_given_by_an_option() {
    let geometry = ["--geometry", "2x2 diagonals"];
    let solve = |puzzle: &str| run(&[&["sudoku", "solve"], &geometry[..], &[puzzle]].concat(), b"");
    expect(&solve(FOUR), 0, &format!("{FOUR_SOLVED}\n"));
    expect(&solve("................"), 1, "# several\n");
    expect(&solve("1.........1....."), 1, "# none\n");
    let bad = solve("1........5");
    expect(&bad, 2, "# error: column 10: found \"5\", expected one of 1-4, or . or 0 for a blank\n");
    let check = run(&["sudoku", "check", "--geometry", "2x2 diagonals", "1.........1....."], b"");
    expect(&check, 1, "none: two 1s in the falling diagonal (row 1, column 1 and row 3, column 3)\n");
    let count =
        |geometry: &str| run(&["sudoku", "count", "--geometry", geometry, "................"], b"").out;
    assert_eq!([count("2x2"), count("2x2 x"), count("latin:4")], ["288\n", "48\n", "576\n"]);
    let grid = run(&["sudoku", "solve", "--format", "grid", "--geometry", "2x2 x", FOUR], b"");
    expect(&grid, 0, "3 4 | 1 2\n2 1 | 4 3\n----+----\n4 3 | 2 1\n1 2 | 3 4\n\n");
    let jigsaw = [
        "sudoku",
        "solve",
        "--format",
        "grid",
        "--geometry",
        "jigsaw:1121/1223/4423/4433",
        "................",
    ];
    let drawn = run(&jigsaw, b"").out;
    let rules: Vec<&str> = drawn.lines().filter(|line| line.contains('-')).collect();
    assert_eq!(rules, ["  +---+   +--", "--+---+   |", "      +---+"], "{drawn}");
    let usage = run(&["sudoku", "solve", "--geometry", "2x2 y", FOUR], b"");
    assert_eq!(usage.exit, 2);
    assert!(
        usage.err.contains("line 1, column 5: found \"y\", expected diagonals, windows"),
        "{}",
        usage.err
    );
    let symbols = run(&["sudoku", "solve", "--geometry", "2x2", "--symbols", "ABC", FOUR], b"");
    assert_eq!((symbols.exit, &symbols.err[..]), (2, "gridlore: --symbols: found 3 symbols, expected 4\n"));
    let budget = run(&["sudoku", "count", "--geometry", "2x3", "--budget", "10", &".".repeat(36)], b"");
    expect(&budget, 3, "# spent: the budget of 10 nodes is spent\n");
}

/// A file can contain several boards, each after its heading.
#[test]
fn headings_apply_to_the_lines_after_them() {
    let usual = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let input = format!(
        "{usual}\ngeometry: 2x2 diagonals\n{FOUR}\n# x\n{}\nsymbols: WORD\nR...\ngeometry: 2x2y\n{FOUR}\n\
         symbols: 1-4\ngeometry: 2x2\nsymbols: 1-5\n{FOUR}\ngeometry: 3x3\n{usual}\n",
        FOUR.replace('2', "B").replace('3', "C").replace('4', "D")
    );
    let solved_letters = FOUR_SOLVED.replace('1', "A").replace('2', "B").replace('3', "C").replace('4', "D");
    let found = run(&["sudoku", "solve", "-"], input.as_bytes());
    let lines: Vec<&str> = found.out.lines().collect();
    assert_eq!(lines.len(), input.lines().count());
    assert_eq!(
        &lines[..6],
        [solved, "geometry: 2x2 diagonals", FOUR_SOLVED, "# x", &solved_letters, "symbols: WORD"]
    );
    assert_eq!(lines[6], "# error: column 5: found 4 cells, expected 16");
    assert!(
        lines[7].starts_with("# error: column 11: found \"2x2y\", expected a layout first"),
        "{}",
        lines[7]
    );
    assert!(
        lines[8].starts_with("# error: column 1: bad heading before this line: found \"2x2y\""),
        "{}",
        lines[8]
    );
    assert_eq!(lines[10], "geometry: 2x2");
    assert_eq!(lines[11], "# error: column 10: found 5 symbols, expected 4");
    assert!(
        lines[12].starts_with("# error: column 1: bad heading before this line: found 5 symbols"),
        "{}",
        lines[12]
    );
    assert_eq!(lines[14], solved);
    assert_eq!(found.exit, 2);
    let note = "standard input:5: guessed the symbols A-D; use --symbols to choose";
    assert!(found.err.lines().any(|line| line == note), "{}", found.err);
    // The answers do not depend on the number of threads.
    for threads in ["1", "2", "5"] {
        assert_eq!(run(&["sudoku", "solve", "--threads", threads, "-"], input.as_bytes()).out, found.out);
    }
    let usual_only = run(&["sudoku", "scramble", "-"], input.as_bytes());
    let refused =
        "# error: column 1: found a board of geometry 2x2 diagonals, expected the standard 3x3 boxes";
    assert_eq!(usual_only.out.lines().nth(2), Some(refused));
}

#[test]
fn large_boards_are_piped_between_commands() {
    for (geometry, symbols) in
        [("4x3", "1-C"), ("4x4", "0-F"), ("4x4", "numbers"), ("3x3 anti-knight", "COMPUTING")]
    {
        let options = ["--geometry", geometry, "--symbols", symbols];
        let made = run(&[&["sudoku", "generate", "-n", "3", "--seed", "5"], &options[..]].concat(), b"");
        assert_eq!((made.exit, made.out.lines().count()), (0, 3), "{}", made.err);
        let solved = run(&[&["sudoku", "solve", "-q", "-"], &options[..]].concat(), made.out.as_bytes());
        assert_eq!((solved.exit, solved.out.lines().count()), (0, 3), "{}", solved.err);
        assert!(!solved.out.contains(['.', '#']), "{}", solved.out);
        let check = run(&[&["sudoku", "check", "-q", "-"], &options[..]].concat(), solved.out.as_bytes());
        expect(&check, 0, "unique\nunique\nunique\n");
        let listed = run(&[&["sudoku", "solutions", "-"], &options[..]].concat(), made.out.as_bytes());
        let listed: Vec<&str> = listed.out.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(listed, solved.out.lines().collect::<Vec<_>>());
        // Each puzzle depends only on its seed.
        let alone = run(&[&["sudoku", "generate", "--seed", "7"], &options[..]].concat(), b"");
        assert_eq!(alone.out.lines().next(), made.out.lines().nth(2));
    }
    let made = run(
        &["sudoku", "generate", "--geometry", "2x2", "--seed", "4", "--format", "json", "--clues", "4"],
        b"",
    );
    let made: serde_json::Value = serde_json::from_str(&made.out).unwrap();
    assert_eq!(
        (&made["geometry"], &made["symbols"], &made["givens"]),
        (&"2x2".into(), &"1-4".into(), &4.into())
    );
    assert!(made.get("id").is_none());
    let spent = run(
        &[
            "sudoku",
            "generate",
            "--geometry",
            "3x3",
            "--symbols",
            "A-I",
            "--clues",
            "2..3",
            "--budget",
            "100",
        ],
        b"",
    );
    expect(&spent, 3, "");
    assert!(spent.err.contains("the budget of 100 nodes is spent"), "{}", spent.err);
}

/// The puzzles of docs/geometries.md can be solved as printed.
#[test]
fn the_documents_puzzles_have_one_solution_each() {
    let text = include_str!("../../../../../docs/geometries.md");
    let puzzles = text.split("```puzzles\n").nth(1).unwrap().split("```").next().unwrap();
    let check = run(&["sudoku", "check", "-q", "-"], puzzles.as_bytes());
    let expected: Vec<&str> =
        puzzles.lines().map(|line| if line.starts_with(['#', 'g', 's']) { line } else { "unique" }).collect();
    assert_eq!((check.out.lines().collect::<Vec<_>>(), check.exit), (expected, 0), "{}", check.err);
    let solved = run(&["sudoku", "solve", "-q", "-"], puzzles.as_bytes());
    let again = run(&["sudoku", "check", "-q", "-"], solved.out.as_bytes());
    assert_eq!(again.out, check.out, "answers can be read back");
}

#[test]
fn killers_are_cages_on_a_board() {
    let cages = "2x2 cage:3=r1c1-2 cage:7=r1c3-4 cage:3=r2c3-4 cage:4=r3-4c1 cage:6=r3-4c2 cage:4=r3-4c3";
    let solved = run(&["sudoku", "solve", "--geometry", cages, "................"], b"");
    let count = run(&["sudoku", "count", "--geometry", cages, "................"], b"");
    assert_eq!(solved.out == "# several\n", count.out.trim().parse::<u64>().unwrap() > 1, "{}", count.out);
    let wrong = run(&["sudoku", "check", "--geometry", "2x2 cage:3=r1c1-2", "13.............."], b"");
    expect(&wrong, 1, "none: cage 1 adds up to 4 instead of 3\n");
}
