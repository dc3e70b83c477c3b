//! Tests of `gridlore sudoku` on boards with several grids and with absent cells.

use crate::program::{Run, run};

fn expect(run: &Run, exit: i32, out: &str) {
    assert_eq!((run.out.as_str(), run.exit), (out, exit), "{}", run.err);
}

fn sudoku(arguments: &[&str]) -> Run {
    run(&[&["sudoku"], arguments].concat(), b"")
}

/// Two grids that share a box.
const PUZZLE: &str = "size 6x6; grids 4x4: r1c1 r3c3; ....--; .42.--; 3..4..; .....4; --....; --..3.";
const SOLUTION: &str = "2341--1423--321423413214--2341--4132";

#[test]
fn the_solution_is_read_back() {
    expect(&sudoku(&["solve", PUZZLE]), 0, &format!("{SOLUTION}\n"));
    expect(&sudoku(&["check", PUZZLE]), 0, "unique\n");
    expect(&sudoku(&["count", PUZZLE]), 0, "1\n");
    expect(&sudoku(&["solutions", PUZZLE]), 0, &format!("{SOLUTION}\n"));
    let rows = "2 3 4 1 - -\n1 4 2 3 - -\n3 2 1 4 2 3\n4 1 3 2 1 4\n- - 2 3 4 1\n- - 4 1 3 2\n\n";
    expect(&sudoku(&["solve", "--format", "grid", PUZZLE]), 0, rows);
    // The puzzle as a line, and as the rows of a file.
    let line = format!("size 6x6; grids 4x4: r1c1 r3c3; {SOLUTION}");
    expect(&sudoku(&["solve", &line]), 0, &format!("{SOLUTION}\n"));
    let file = format!("size 6x6\ngrids 4x4: r1c1 r3c3\n{rows}");
    expect(&run(&["sudoku", "check", "-"], file.as_bytes()), 0, "unique\n");
    // The puzzle is copied with its signs.
    let open = sudoku(&[
        "solve",
        "--format",
        "json",
        "size 6x6; grids 4x4: r1c1 r3c3; 1...--; ....--; ......; ......; --....; --....",
    ]);
    let copied = "size 6x6; grids 4x4: r1c1 r3c3; 1...--; ....--; ......; ......; --....; --....";
    assert!(open.out.contains("several") && open.out.contains(copied), "{}", open.out);
    expect(&sudoku(&["count", "--limit", "5000", "size 6x6; grids 4x4: r1c1 r3c3;"]), 1, "3456\n");
}

#[test]
fn answers_about_candidates_and_clues_leave_out_absent_cells() {
    let open = "size 6x6; grids 4x4: r1c1 r3c3; ....--; .42.--; 3..4..; .....4; --....; --....";
    let rows = sudoku(&["candidates", "--true", open]);
    let first = rows.out.lines().next().unwrap_or_default();
    assert!(first.ends_with(" - -") && rows.out.lines().count() == 6, "{}", rows.out);
    let counted = sudoku(&["candidates", "--true", "--up-to", "3", open]);
    assert_eq!(counted.out.lines().count(), 28, "{}", counted.out);
    assert!(!counted.out.contains("r1c5"), "{}", counted.out);
    let json = sudoku(&["candidates", "--true", "--format", "json", open]);
    assert_eq!(json.out.matches("\"cell\":").count(), 28, "{}", json.out);
    let clues = sudoku(&["clues", PUZZLE]);
    assert!(clues.out.ends_with("# 6 clues: 0 unnecessary\n"), "{}", clues.out);
    let json = sudoku(&["clues", "--json", PUZZLE]);
    assert!(json.out.contains(&format!("\"solution\":\"{SOLUTION}\"")), "{}", json.out);
    let conflict = sudoku(&[
        "conflict",
        "size 6x6; grids 4x4: r1c1 r3c3; 1..1--; ....--; ......; ......; --....; --....",
    ]);
    expect(
        &conflict,
        0,
        "smallest conflict: 2 clues\n  r1c1 is 1.\n  r1c4 is 1.\nand the rules of the grid:\n  No digit repeats in a row or column of a grid: 4x4 at r1c1 and 4x4 at r3c3.\n",
    );
    let solvable = sudoku(&["conflict", PUZZLE]);
    expect(&solvable, 0, &format!("solvable: {SOLUTION}\n"));
}

#[test]
fn steps_name_the_lines_of_a_grid() {
    let explained = sudoku(&["explain", PUZZLE]);
    assert_eq!(explained.exit, 0, "{}", explained.err);
    assert!(
        explained.out.contains("(columns 3–6)") && explained.out.contains("Solved in"),
        "{}",
        explained.out
    );
    let hint = sudoku(&["hint", PUZZLE]);
    let row = hint.out.lines().find(|line| line.starts_with('|')).expect("a row");
    assert!(row.ends_with(" |") && row.trim_end_matches('|').ends_with("      "), "{row:?}");
}

#[test]
fn formats_for_one_grid_name_what_they_cannot_express() {
    for (target, name) in [
        ("iss", "the notation of Interactive Sudoku Solver"),
        ("f-puzzles", "f-puzzles"),
        ("scl", "SudokuPad"),
    ] {
        let run = sudoku(&["convert", "--to", target, PUZZLE]);
        assert_eq!(run.err, format!("gridlore: {name} cannot express: a board of 2 grids\n"));
        let run = sudoku(&["convert", "--to", target, "size 4x4; ..-.; ....; ....; ...."]);
        assert_eq!(run.err, format!("gridlore: {name} cannot express: absent cells, such as r1c3\n"));
    }
    let line = sudoku(&["convert", PUZZLE]);
    assert_eq!(line.err, "gridlore: this format cannot express: a board of 2 grids\n");
    let text = sudoku(&["convert", "--to", "text", PUZZLE]);
    expect(&text, 0, &format!("{}\n", PUZZLE.replace("; ", "\n")));
    let link = sudoku(&["convert", "--to", "penpa", PUZZLE]);
    expect(&sudoku(&["solve", link.out.trim()]), 0, &format!("{SOLUTION}\n"));
    let svg = sudoku(&["convert", "--to", "svg", PUZZLE]);
    assert!(svg.out.contains("<title>Sudoku, 6 by 6, 2 grids</title>"), "{}", svg.out);
    assert!(svg.out.contains("Grids: 4x4 at r1c1, 4x4 at r3c3."), "{}", svg.out);
}

#[test]
fn puzzles_are_generated_on_a_board() {
    let board = "size 6x6; grids 4x4: r1c1 r3c3";
    let made = sudoku(&["generate", "--seed", "1", "--board", board]);
    assert!(made.out.starts_with("size 6x6\ngrids 4x4: r1c1 r3c3\n"), "{}{}", made.out, made.err);
    expect(&run(&["sudoku", "check", "-"], made.out.as_bytes()), 0, "unique\n");
    let json = sudoku(&["generate", "--seed", "1", "--format", "json", "--rule", "thermo", "--board", board]);
    assert!(json.out.contains("--") && json.out.contains("thermometer"), "{}", json.out);
    expect(
        &run(&["sudoku", "check", "--geometry", "3x3", "size 4x4; 1...; ....; ....; ...."], b""),
        2,
        "error: column 1: found a puzzle that specifies its own board; leave out --geometry\n",
    );
    for (arguments, expected) in [
        (
            &["--board", "size 6x6; grids 4x4: r1c4"][..],
            "gridlore: --board: line 1, column 22: found \"r1c4\", expected the top left cell of a 4x4 grid within the 6x6 board\n",
        ),
        (
            &["--board", "size 6x6; grids 4x4: r1c1 r3c3; anti-knight", "--rule", "anti-knight"],
            "gridlore: --rule anti-knight: the board already has this rule; leave out one of the two\n",
        ),
        (
            &["--board", "size 6x6; no rows and columns"],
            "gridlore: --board: found a board without rows and columns, expected one whose rows and columns repeat no digit\n",
        ),
        (&["--board", "size 6x6; variables 1"], "gridlore: --board: found variables, expected only cells\n"),
        (
            &["--board", board, "--symmetry", "mirror"],
            "gridlore: --symmetry: the board does not have this symmetry\n",
        ),
        (
            &["--board", board, "--rule", "windoku"],
            "gridlore: --rule: the rule windoku does not fit this board\n",
        ),
        (
            &["--board", board, "--to", "iss"],
            "gridlore: --to: the notation of Interactive Sudoku Solver cannot express: a board of 2 grids\n",
        ),
        (&["--to", "iss"], "gridlore: --to needs --rule or --board\n"),
    ] {
        let run = sudoku(&[&["generate", "--seed", "1"], arguments].concat());
        assert_eq!((run.err.as_str(), run.exit), (expected, 2), "{arguments:?}");
    }
}

/// Fog is kept in the formats that have it; for the others, a message says that it is left out.
#[test]
fn fog_is_kept_or_named() {
    const FOGGY: &str = "size 4x4\nfog: r1c1\nthermometer: r1c1 r1c2\n";
    for target in ["text", "scl", "f-puzzles"] {
        let link = run(&["sudoku", "convert", "--to", target, "-"], FOGGY.as_bytes());
        assert_eq!((link.exit, link.err.as_str()), (0, ""), "{target}");
        let again = run(&["sudoku", "convert", "--to", "text", "-"], link.out.as_bytes());
        assert!(again.out.contains("fog: r1c1\n"), "{target}: {}{}", again.out, again.err);
    }
    for target in ["iss", "penpa"] {
        let link = run(&["sudoku", "convert", "--to", target, "-"], FOGGY.as_bytes());
        assert_eq!(link.err, "This format has no fog, so the fog was left out.\n", "{target}");
    }
}
