//! Tests of `gridlore sudoku hint|steps|explain` on puzzles with variant rules.

use crate::program::{Run, run};

/// A puzzle with one solution, as constraint lines, f-puzzles JSON and a text block.
const LINES: &str = ".Shape~4x4.Thermo~R1C1~R2C2~R3C3~R4C4.Cage~6~R1C2~R1C3.Thermo~R4C1~R3C1";
const JSON: &str = r#"{"size":4,"grid":[],"thermometer":[{"lines":[["R1C1","R2C2","R3C3","R4C4"],["R4C1","R3C1"]]}],"killercage":[{"cells":["R1C2","R1C3"],"value":"6"}]}"#;
const BLOCK: &str = "size 4x4\n....\n....\n....\n....\nthermometer: r1c1 r2c2 r3c3 r4c4\ncage 6: r1c2 r1c3\nthermometer: r4c1 r3c1\n";
/// A generated puzzle that needs a trial.
const TRIAL: &str = ".Shape~6x6.GreaterThan~R6C2~R6C3.GreaterThan~R6C1~R6C2.GreaterThan~R4C6~R4C5.GreaterThan~R1C2~R1C3.GreaterThan~R3C3~R2C3\
    .GreaterThan~R3C6~R4C6.GreaterThan~R4C4~R5C4.GreaterThan~R6C4~R6C5.GreaterThan~R3C1~R3C2.GreaterThan~R4C5~R5C5.GreaterThan~R5C4~R5C3.~R2C1_3";

fn out(args: &[&str], input: &str, exit: i32) -> String {
    let Run { out, err, exit: found } = run(args, input.as_bytes());
    assert_eq!(found, exit, "{out}{err}");
    out
}

#[test]
fn each_format_has_the_same_path() {
    let path = out(&["sudoku", "steps", LINES], "", 0);
    assert!(path.starts_with("Thermometer: r4c1<>4; r3c1<>1\n"), "{path}");
    assert_eq!(out(&["sudoku", "steps", JSON], "", 0), path);
    assert_eq!(out(&["sudoku", "steps", "-"], BLOCK, 0), path);
    let placed = path.lines().filter(|line| line.contains('=')).count();
    assert_eq!(placed, 16, "{path}");
    let explained = out(&["sudoku", "explain", LINES], "", 0);
    assert!(
        explained.contains(
            "+-----------+-----------+\n1. Thermometer: r4c1<>4; r3c1<>1\n   The digits of the thermometer from r4c1 to \
             r3c1 increase, so r4c1 is at most 3, and r3c1 is at least 2.\n"
        ),
        "{explained}"
    );
    let steps = path.lines().count();
    assert!(explained.ends_with(&format!("\nSolved in {steps} steps.\n")), "{explained}");
}

#[test]
fn a_hint_has_the_requested_detail() {
    let hint = |level: &str| out(&["sudoku", "hint", "--level", level, LINES], "", 0);
    assert_eq!(hint("1"), "Look at the thermometer from r4c1 to r3c1.\n");
    assert_eq!(hint("2"), "Thermometer: look at the thermometer from r4c1 to r3c1.\n");
    assert_eq!(hint("3"), "Thermometer in r4c1 and r3c1.\n");
    assert!(
        hint("4").contains("so r4c1 is at most 3, and r3c1 is at least 2.\n\n+-----------+"),
        "{}",
        hint("4")
    );
    let json = out(&["sudoku", "hint", "--json", LINES], "", 0);
    assert_eq!(
        json,
        "{\"technique\":\"Thermometer\",\"trial\":false,\"changes\":\"r4c1<>4; r3c1<>1\",\"placements\":[],\
         \"eliminations\":[{\"cell\":\"r4c1\",\"digit\":4},{\"cell\":\"r3c1\",\"digit\":1}],\
         \"cells\":[\"r4c1\",\"r3c1\"],\"constraints\":[{\"name\":\"thermometer\",\"cells\":[\"r4c1\",\"r3c1\"],\
         \"text\":\"The digits of the thermometer increase from r4c1 to r3c1.\"}],\
         \"text\":\"The digits of the thermometer from r4c1 to r3c1 increase, so r4c1 is at most 3, and r3c1 is at least 2.\"}\n"
    );
    let full = "size 4x4; 1234; 3412; 2143; 4321; thermometer: r1c1 r1c2";
    assert_eq!(out(&["sudoku", "hint", full], "", 0), "The puzzle is solved.\n");
}

/// A step that cannot be explained otherwise is a trial, and its text says so.
#[test]
fn trials_are_counted() {
    let explained = out(&["sudoku", "explain", TRIAL], "", 0);
    assert!(explained.contains(". Contradiction: r3c3<>3\n   Suppose r3c3 is 3. "), "{explained}");
    assert!(explained.ends_with(" steps; one of them tries a candidate.\n"), "{explained}");
    let steps = out(&["sudoku", "steps", "--json", TRIAL], "", 0);
    assert_eq!(steps.lines().filter(|line| line.contains("\"trial\":true")).count(), 1, "{steps}");
    let reasons = out(&["sudoku", "steps", "--explain", TRIAL], "", 0);
    assert_eq!(reasons.lines().filter(|line| line.starts_with("    ")).count(), steps.lines().count());
}

/// Every format results in the same level and techniques; for a puzzle without a rating, a reason
/// is printed.
#[test]
fn variants_are_rated_and_graded() {
    let rows = format!("{LINES}\n{JSON}\n# a comment\n{TRIAL}\n");
    let rated = out(&["sudoku", "rate", "-q", "-"], &rows, 0);
    assert_eq!(rated, format!("{LINES}\tEasy\t2.0\n{JSON}\tEasy\t2.0\n# a comment\n{TRIAL}\tExtreme\t8.5\n"));
    let block = out(&["sudoku", "rate", "-q", "-"], BLOCK, 0);
    assert!(block.starts_with("size 4x4; ") && block.ends_with("\tEasy\t2.0\n"), "{block}");
    assert_eq!(
        out(&["sudoku", "rate", "-q", "--profile", "own", LINES], "", 0),
        format!("{LINES}\tEasy\t2.0\n")
    );
    let graded = out(&["sudoku", "grade", "-q", "-"], &rows, 0);
    assert!(graded.starts_with(&format!("{LINES}\tEasy\tThermometer x3\n")), "{graded}");
    assert!(graded.contains("\tExtreme\tContradiction x1, "), "{graded}");
    // A plain puzzle in the same file has its HoDoKu level.
    let plain = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let both = out(&["sudoku", "rate", "-q", "-"], &format!("{plain}\n{LINES}\n"), 0);
    assert!(both.starts_with(&format!("{plain}\tEasy\t")) && both.ends_with("\tEasy\t2.0\n"), "{both}");
}

#[test]
fn variants_that_cannot_be_rated_say_why() {
    let none = "size 4x4; 11..; ....; ....; ....; anti-king";
    for (args, exit, answer) in [
        (&["rate", none][..], 1, "# none: no grid satisfies all rules"),
        (&["grade", none], 1, "# none: no grid satisfies all rules"),
        (&["rate", ".Shape~4x4.Thermo~R1C1~R1C2"], 1, "# several\n"),
        (
            &["grade", "--profile", "se121", LINES],
            2,
            "# error: --profile se121 rates only the standard board\n",
        ),
        (&["rate", ".Shape~4x4.Termo~R1C1~R1C2"], 2, "# error: column 12: found \".Termo\""),
    ] {
        let rated = out(&[&["sudoku"], args, &["-q"]].concat(), "", exit);
        assert!(rated.starts_with(answer), "{args:?}: {rated}");
    }
}

#[test]
fn a_path_that_ends_early_says_why() {
    let several = run(&["sudoku", "explain", ".Shape~4x4.Thermo~R1C1~R1C2~R1C3"], b"");
    assert_eq!(several.exit, 1, "{}", several.out);
    assert!(
        several.err.contains("several solutions") && several.err.contains("16 cells are blank"),
        "{}",
        several.err
    );
    assert!(several.out.contains("\nThe position after 2 steps:\n+-----------+"), "{}", several.out);
    for command in ["hint", "steps", "explain"] {
        let none = run(&["sudoku", command, "size 4x4; 12..; ....; ....; ....; cage 4: r1c1 r1c2"], b"");
        assert_eq!((none.out.as_str(), none.exit), ("", 1), "{}", none.err);
        assert!(
            none.err.contains("There is no solution; to see why, run `gridlore sudoku conflict`."),
            "{}",
            none.err
        );
    }
    let sandwich = format!("size 9x9; {} sandwich 20: row 1; sandwich 8: column 2", ".........; ".repeat(9));
    let spent = run(&["sudoku", "explain", "--budget", "100", &sandwich], b"");
    assert_eq!(spent.exit, 3, "{}", spent.err);
    assert!(spent.err.contains("Stopped: the budget of 100 nodes is spent"), "{}", spent.err);
}

#[test]
fn options_for_plain_puzzles_are_refused() {
    for options in [
        &["steps", "--all"][..],
        &["steps", "--png", "--out", "pictures"],
        &["hint", "--technique", "XY-Wing"],
        &["hint", "--png"],
    ] {
        let refused = run(&[&["sudoku"], options, &[LINES]].concat(), b"");
        assert_eq!(refused.exit, 2, "{}", refused.out);
        assert!(refused.err.contains("not available for puzzles with variant rules"), "{}", refused.err);
    }
    // Plain puzzles are read from standard input as before.
    let plain = "....65.91......5..4591...7.....9..3...18.67...7..4.....9...4625..4......82.75....";
    assert_eq!(out(&["sudoku", "hint", "--level", "3", "-"], plain, 0), "Naked Single in r7c4.\n");
    let bad = run(&["sudoku", "explain", ".Shape~4x4.Teleport~R1C1~R1C2"], b"");
    assert_eq!(bad.exit, 2, "{}", bad.out);
    assert!(bad.err.contains("column 12: found \".Teleport\""), "{}", bad.err);
}

#[test]
fn steps_are_drawn() {
    let count = |svg: &str, part: &str| svg.matches(part).count();
    let lines = out(&["sudoku", "steps", LINES], "", 0);
    let pictures = out(&["sudoku", "steps", "--svg", LINES], "", 0);
    assert_eq!(pictures.lines().count(), lines.lines().count());
    for (line, picture) in lines.lines().zip(pictures.lines()) {
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"), "{picture}");
        // `Thermometer: r4c1<>4; r3c1<>1,2` removes three candidates.
        let removed = line.matches("<>").count() + line.matches(',').count();
        assert_eq!(count(picture, "class=\"strike\""), removed, "{line}");
        assert_eq!(count(picture, "class=\"node goal\""), line.matches('=').count(), "{line}");
        assert!(picture.contains(".strike"), "the style of a file");
    }
    let hint = out(&["sudoku", "hint", "--svg", LINES], "", 0);
    assert_eq!(Some(hint.trim_end()), pictures.lines().next());
}

/// The digits and pencil marks of a game in progress are the starting point, in each format that
/// has them.
#[test]
fn a_position_is_the_start() {
    // r1c1 = 1 is a given of the block, and the candidates that the marks leave are placed first.
    let rules = r#""thermometer":[{"lines":[["R1C1","R2C2","R3C3","R4C4"],["R4C1","R3C1"]]}],"killercage":[{"cells":["R1C2","R1C3"],"value":"6"}]"#;
    let played = |cells: &str| format!(r#"{{"size":4,"grid":[[{cells}]],{rules}}}"#);
    let first = |puzzle: &str| out(&["sudoku", "hint", "--level", "4", puzzle], "", 0);
    let hint = first(&played(r#"{"value":1},{"centerPencilMarks":[4]}"#));
    assert!(hint.starts_with("Naked Single: r1c2=4\n"), "{hint}");
    let block =
        "size 4x4; 1 4 23 23; ....; ....; ....; ".to_owned() + BLOCK.split_once("....\nthermo").unwrap().1;
    let block = block.replacen("meter", "thermometer", 1).replace('\n', "; ");
    let explained = out(&["sudoku", "steps", &block], "", 0);
    assert!(!explained.contains("r1c2=4") && explained.contains("r1c3=2"), "{explained}");
    let line = out(&["sudoku", "steps", &format!("{LINES}.~R1C2_4.~R1C3_2_3")], "", 0);
    assert!(!line.contains("r1c2=4") && line.contains("r1c3=2"), "{line}");
    // Mistakes are reported with their cells.
    for command in ["hint", "steps", "explain"] {
        let mistakes = |puzzle: &str| {
            let run = run(&["sudoku", command, puzzle], b"");
            assert_eq!((run.exit, run.out.as_str()), (1, ""), "{}", run.err);
            run.err
        };
        let wrong = mistakes(&played(r#"{"value":2},{"centerPencilMarks":[1,2,3]}"#));
        assert!(
            wrong.contains("2 was placed in r1c1 by mistake.\n4 was removed from r1c2 by mistake.\n"),
            "{wrong}"
        );
        let wrong = mistakes(&format!("{LINES}.~R1C2_1_2"));
        assert!(wrong.contains("4 was removed from r1c2 by mistake.\nThere is no solution;"), "{wrong}");
        // If there are several solutions, only the rules determine what is impossible.
        let clash = mistakes(r#"{"size":4,"grid":[[{"value":1,"given":true},{"value":1}]]}"#);
        assert!(clash.contains("1 in r1c2 contradicts the rules or another digit."), "{clash}");
        let empty = mistakes(r#"{"size":4,"grid":[[{"value":1,"given":true},{"centerPencilMarks":[1]}]]}"#);
        assert!(empty.contains("The entries leave no candidate for r1c2."), "{empty}");
        let marks = mistakes("size 4x4; 12 12 12 4; ....; ....; ....");
        assert!(marks.contains("The candidates contradict each other or the rules.\n"), "{marks}");
    }
    // Other commands give the answer for the puzzle itself.
    let solved = run(&["sudoku", "solve", &played(r#"{"value":2}"#)], b"");
    assert_eq!(solved.out, "1423324141322314\n");
    assert!(
        solved.err.contains("Digits and pencil marks entered by a player are not rules"),
        "{}",
        solved.err
    );
}

/// Long trials are folded to their skeleton, and printed in full on request.
#[test]
fn long_trials_are_folded() {
    let puzzle = ".Windoku.Diagonal~-1.Diagonal~1.~R1C4_7~R6C5_4~R9C8_1~R7C3_2~R2C3_5~R4C9_8~R9C2_9~R3C9_3~R4C8_3~R8C2_4~R7C7_5~R5C9_6";
    let folded = out(&["sudoku", "explain", puzzle], "", 1);
    let line = folded.lines().find(|line| line.contains("(Folded: ")).expect("a long trial");
    assert!(line.contains("Then, among other consequences, ") && line.ends_with(" consequences.)"), "{line}");
    let full = out(&["sudoku", "explain", "--full", puzzle], "", 1);
    assert!(!full.contains("(Folded: ") && full.len() > folded.len() + 500, "{full}");
    assert_eq!(full.lines().count(), folded.lines().count());
    let steps = out(&["sudoku", "steps", "--explain", "--full", puzzle], "", 1);
    let json = out(&["sudoku", "steps", "--json", puzzle], "", 1);
    assert!(!steps.contains("(Folded: ") && !json.contains("(Folded: "), "{json}");
}

/// Without `--true`, `candidates` accepts only plain puzzles.
#[test]
fn candidates_of_a_variant_say_what_to_write() {
    for puzzle in [LINES, JSON, BLOCK] {
        let refused = run(&["sudoku", "candidates", "-"], puzzle.as_bytes());
        assert_eq!((refused.exit, refused.out.as_str()), (2, ""));
        assert_eq!(
            refused.err,
            "gridlore: standard input: found a puzzle with variant rules; use --true for the candidates that \
             occur in a solution\n"
        );
    }
}
