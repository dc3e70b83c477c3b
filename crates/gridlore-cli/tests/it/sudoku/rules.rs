//! Tests of `gridlore sudoku generate --rule`.

use crate::program::{binary, run};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

fn generate(args: &[&str]) -> crate::program::Run {
    run(&[&["sudoku", "generate", "--seed", "3", "-q"], args].concat(), b"")
}

/// Each line is a puzzle that other commands can read, whatever the number of threads.
#[test]
fn puzzles_with_rules_are_read_again() {
    for options in [
        &["--rule", "killer,anti-knight", "--geometry", "2x3"][..],
        &["--rule", "thermo", "--rule", "kropki"],
        &["--rule", "jigsaw,arrow", "--geometry", "latin:7", "--symmetry", "half-turn"],
        &["--rule", "pair-sum", "--geometry", "2x3 diagonals cage:11=r1c1,r2c1"],
        &["--rule", "killer,greater-than", "--geometry", "2x5", "--spare"],
        &["--rule", "killer", "--geometry", "3x2 windows"],
        &["--rule", "killer,random,random", "--geometry", "2x3"],
    ] {
        let made = generate(&[options, &["-n", "3"]].concat());
        assert_eq!((made.exit, made.out.lines().count()), (0, 3), "{options:?}: {}", made.err);
        let one = generate(&[options, &["-n", "3", "--threads", "1"]].concat());
        assert_eq!(one.out, made.out, "{options:?}");
        let checked = run(&["sudoku", "check", "-q", "-"], made.out.as_bytes());
        assert_eq!(checked.out, "unique\nunique\nunique\n", "{options:?}: {}", made.out);
    }
    let boards = generate(&["--rule", "killer", "--geometry", "2x3 diagonals"]);
    assert!(boards.out.contains(".Diagonal~1") && boards.out.contains(".Cage~"), "{}", boards.out);
}

/// Every format contains the same puzzle, and JSON also contains its solution.
#[test]
fn puzzles_with_rules_are_written_in_all_formats() {
    let options = ["--rule", "even-odd,arrow", "--geometry", "2x3"];
    let record: Value =
        serde_json::from_str(&generate(&[&options[..], &["--format", "json"]].concat()).out).unwrap();
    assert_eq!(record["rules"], serde_json::json!(["even-odd", "arrow"]));
    let solution = format!("{}\n", record["solution"].as_str().unwrap());
    let solve = |text: &str| run(&["sudoku", "solve", "-q", text.trim()], b"").out;
    assert_eq!(solve(record["puzzle"].as_str().unwrap()), solution);
    for to in ["iss", "text", "f-puzzles", "scl", "penpa"] {
        let made = generate(&[&options[..], &["--to", to]].concat());
        assert_eq!(solve(&made.out), solution, "{to}: {}", made.out);
    }
    let block = generate(&[&options[..], &["--format", "grid", "-n", "2"]].concat()).out;
    assert!(block.starts_with("size 6x6\n") && block.contains("\n\nsize 6x6\n"), "{block}");
}

/// Zero givens can be requested.
#[test]
fn the_number_of_givens_can_be_chosen() {
    for (clues, range) in [("0", 0..=0), ("4..6", 4..=6)] {
        let options = ["--rule", "killer", "--clues", clues, "--format", "json", "--geometry", "2x3"];
        let record: Value = serde_json::from_str(&generate(&options).out).unwrap();
        assert!(range.contains(&record["givens"].as_u64().unwrap()), "{record}");
    }
}

/// A puzzle that cannot be generated results in a reason and an exit code.
#[test]
fn wrong_rules_are_named() {
    for (options, exit, reason) in [
        (
            &["--rule", "kiler"][..],
            2,
            "found \"kiler\", expected a rule from `gridlore sudoku generate --help`, such as killer; did you \
             mean killer?",
        ),
        (
            &["--rule", "kropki,kropki-negative"],
            2,
            "--rule: found kropki and kropki-negative; kropki-negative already includes all white and black \
             dots; use kropki-negative alone",
        ),
        (
            &["--rule", "xv-negative,thermo,xv"],
            2,
            "--rule: found xv and xv-negative; xv-negative already includes all Xs and Vs",
        ),
        (
            &["--rule", "even-odd,odd"],
            2,
            "--rule: found odd and even-odd; even-odd already includes even and odd cells",
        ),
        (
            &["--rule", "kropki-negative,nonconsecutive"],
            2,
            "--rule: found nonconsecutive and kropki-negative; nonconsecutive rules out white dots; for \
             black dots, use nonconsecutive,kropki",
        ),
        (&["--rule", "thermo,killer,thermo"], 2, "--rule: thermo is given twice"),
        (
            &["--rule", "anti-knight", "--geometry", "3x3 anti-knight"],
            2,
            "--rule: found anti-knight, which --geometry already includes; leave out one of them",
        ),
        (
            &["--rule", "thermo", "--to", "svg", "-n", "2"],
            2,
            "--to svg: found 2 puzzles, expected one for a picture; --format json can contain several",
        ),
        (&["--rule", "entropy", "--geometry", "2x2"], 2, "--rule: the rule entropy does not fit this board"),
        (&["--rule", "anti-king", "--geometry", "2x2"], 2, "--rule: no grid satisfies all of these rules"),
        (&["--rule", "killer", "--geometry", "5x5"], 2, "found a 25x25 board, expected 4x4 to 16x16"),
        (&["--rule", "nabner", "--geometry", "2x2"], 1, "no puzzle for seed 3: 40 attempts failed"),
        (&["--rule", "killer", "--budget", "20"], 3, "the budget of 20 nodes is spent"),
        (&["--difficulty", "extreme"], 2, "--difficulty extreme needs --rule"),
        (
            &["--difficulty", "fair"],
            2,
            "found \"fair\", expected one of easy, medium, hard, minimal, extreme",
        ),
        (
            &["--difficulty", "easy", "--clues", "24"],
            2,
            "--difficulty with --clues, --symmetry or --geometry needs --rule or --board",
        ),
        (&["--rule", "killer", "--difficulty", "easy", "--spare"], 2, "leave out --spare"),
        (&["--rule", "killer", "--format", "grid", "--to", "scl"], 2, "leave out --to"),
        (&["--rule", "lockout", "--to", "f-puzzles", "--geometry", "2x3"], 2, "cannot express: lockout line"),
        (&["--to", "iss"], 2, "--rule"),
        (&["--spare"], 2, "--spare needs --clues, --pattern, --rule or --board"),
    ] {
        let wrong = generate(options);
        assert_eq!((wrong.exit, wrong.out.as_str()), (exit, ""), "{options:?}: {}", wrong.err);
        assert!(wrong.err.contains(reason), "{options:?}: {}", wrong.err);
    }
}

/// The level of a generated puzzle is that of `rate`, even with other options.
#[test]
fn puzzles_have_the_requested_difficulty() {
    for options in [
        &["--rule", "killer"][..],
        &["--rule", "killer", "--clues", "0", "--geometry", "2x3"],
        &["--rule", "thermo,kropki", "--symmetry", "half-turn"],
        &["--board", "size 9x9; anti-knight"],
    ] {
        for level in ["easy", "medium", "hard", "extreme"] {
            let made = generate(&[options, &["--to", "iss", "--difficulty", level]].concat());
            assert_eq!(made.exit, 0, "{options:?} {level}: {}", made.err);
            let rated = run(&["sudoku", "rate", "-q", made.out.trim()], b"").out;
            let found = rated.split('\t').nth(1).map(str::to_lowercase);
            assert_eq!(found.as_deref(), Some(level), "{options:?}: {rated}");
        }
    }
    let minimal = generate(&["--rule", "killer", "--difficulty", "minimal"]).out;
    assert_eq!(minimal, generate(&["--rule", "killer"]).out);
}

/// The document lists every rule.
#[test]
fn every_rule_is_in_the_document() {
    let help = generate(&["--help"]).out;
    let (_, names) = help.split_once(" are:\n").unwrap();
    let (names, _) = names.split_once("a random rule for each puzzle").unwrap();
    let document = include_str!("../../../../../docs/geometries.md");
    let (_, section) = document.split_once("### Generating puzzles").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let names: Vec<&str> =
        names.lines().filter_map(|line| line.trim().split_once("  ")).map(|(name, _)| name).collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        assert!(section.contains(&format!("`{name}`")), "{name}");
    }
}

/// Ctrl-C ends the work, and the complete puzzles are printed.
#[test]
fn ctrl_c_prints_what_is_complete() {
    let mut child = binary()
        .args(["sudoku", "generate", "--rule", "thermo", "-n", "1000000", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    let stopped = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{err}");
    let printed = 1 + rest.lines().count();
    assert!(err.contains(&format!("stopped after {printed} of 1000000 puzzles")), "{err}");
    let last = rest.lines().last().unwrap_or(first.trim());
    assert_eq!(run(&["sudoku", "check", last], b"").out, "unique\n");
}

/// A single puzzle with rules can be written as a picture, and several as pictures in JSON.
#[test]
fn a_generated_puzzle_becomes_a_picture() {
    let options = ["--rule", "thermo", "--geometry", "2x2", "--to"];
    let picture = generate(&[&options[..], &["svg"]].concat());
    assert_eq!((picture.exit, picture.err.as_str()), (0, ""));
    // `convert` draws the same puzzle in the same way.
    let line = generate(&[&options[..], &["iss"]].concat()).out;
    assert_eq!(run(&["sudoku", "convert", "--to", "svg", line.trim()], b"").out, picture.out);
    let several = generate(&[&options[..], &["svg", "-n", "2", "--format", "json"]].concat());
    assert_eq!(several.out.lines().count(), 2, "{}", several.err);
    for line in several.out.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert!(record["puzzle"].as_str().unwrap().starts_with("<svg "), "{record}");
    }
}
