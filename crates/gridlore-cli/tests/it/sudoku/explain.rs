//! `gridlore sudoku hint|steps|explain` on puzzles with rules of variants.

use crate::program::{Run, run};

/// A puzzle with one solution as constraint lines, JSON of f-puzzles and a text block.
const LINES: &str = ".Shape~4x4.Thermo~R1C1~R2C2~R3C3~R4C4.Cage~6~R1C2~R1C3.Thermo~R4C1~R3C1";
const JSON: &str = r#"{"size":4,"grid":[],"thermometer":[{"lines":[["R1C1","R2C2","R3C3","R4C4"],["R4C1","R3C1"]]}],"killercage":[{"cells":["R1C2","R1C3"],"value":"6"}]}"#;
const BLOCK: &str = "size 4x4\n....\n....\n....\n....\nthermometer: r1c1 r2c2 r3c3 r4c4\ncage 6: r1c2 r1c3\nthermometer: r4c1 r3c1\n";
/// A puzzle that needs a trial.
const TRIAL: &str = "size 4x4; ...3; ....; 4...; ....; little killer 8: r1c2 r2c3 r3c4";

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

/// What nothing else explains is a trial, and says so.
#[test]
fn trials_are_counted() {
    let explained = out(&["sudoku", "explain", TRIAL], "", 0);
    assert!(explained.contains(". Contradiction: r1c2<>2\n   Suppose r1c2 is 2. "), "{explained}");
    assert!(explained.ends_with(" steps; one of them tries a candidate.\n"), "{explained}");
    let steps = out(&["sudoku", "steps", "--json", TRIAL], "", 0);
    assert_eq!(steps.lines().filter(|line| line.contains("\"trial\":true")).count(), 1, "{steps}");
    let reasons = out(&["sudoku", "steps", "--explain", TRIAL], "", 0);
    assert_eq!(reasons.lines().filter(|line| line.starts_with("    ")).count(), steps.lines().count());
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
            none.err.contains("There is no solution; gridlore sudoku conflict explains it."),
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
        &["steps", "--svg"],
        &["hint", "--technique", "XY-Wing"],
        &["hint", "--svg"],
    ] {
        let refused = run(&[&["sudoku"], options, &[LINES]].concat(), b"");
        assert_eq!(refused.exit, 2, "{}", refused.out);
        assert!(refused.err.contains("not available for puzzles with rules of variants"), "{}", refused.err);
    }
    // Plain puzzles are read from standard input as before.
    let plain = "....65.91......5..4591...7.....9..3...18.67...7..4.....9...4625..4......82.75....";
    assert_eq!(out(&["sudoku", "hint", "--level", "3", "-"], plain, 0), "Naked Single in r7c4.\n");
    let bad = run(&["sudoku", "explain", ".Shape~4x4.Teleport~R1C1~R1C2"], b"");
    assert_eq!(bad.exit, 2, "{}", bad.out);
    assert!(bad.err.contains("column 12: found \".Teleport\""), "{}", bad.err);
}
