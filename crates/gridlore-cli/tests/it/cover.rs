//! Tests of `gridlore cover` as scripts use it.

use crate::program::{Run, binary, run};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

fn cover(arguments: &[&str], input: &str) -> Run {
    run(&[&["cover"], arguments].concat(), input.as_bytes())
}

/// Returns a well-known problem.
fn made(arguments: &[&str]) -> String {
    let Run { out, err, exit } = cover(&[&["make"], arguments].concat(), "");
    assert_eq!((exit, err.as_str()), (0, ""), "{arguments:?}");
    out
}

#[test]
fn well_known_problems_are_counted() {
    for (arguments, expected) in [
        (&["queens", "8"][..], "92\n"),
        (&["langford", "7"], "52\n"),
        (&["latin", "4"], "576\n"),
        (&["dominoes", "10x10"], "258584046368\n"),
        (&["pentominoes", "3x20"], "8\n"),
        (&["soma"], "11520\n"),
        (&["queens", "3"], "0\n"),
        (
            &["sudoku", "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"],
            "1\n",
        ),
    ] {
        let Run { out, err, exit } = cover(&["count", "-"], &made(arguments));
        assert_eq!((out.as_str(), err.as_str(), exit), (expected, "", 0), "{arguments:?}");
    }
    for (up_to, expected) in [("2", "2\n"), ("1000", "92\n")] {
        let Run { out, exit, .. } = cover(&["count", "-", "--up-to", up_to], &made(&["queens", "8"]));
        assert_eq!((out.as_str(), exit), (expected, 0));
    }
    let latin = made(&["latin", "3"]);
    assert_eq!((latin.lines().count(), latin.lines().next().unwrap().split(' ').count()), (28, 27));
    let dudeney = made(&["dudeney"]);
    assert_eq!(dudeney.lines().next().unwrap().split(' ').count(), 13 + 64);
}

#[test]
fn solutions_are_printed_as_by_dlx2() {
    let text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
    let Run { out, err, exit } = cover(&["solve", "-"], text);
    assert_eq!(out, "1:\n a d f (2 of 2)\n b g (1 of 1)\n c e (1 of 1)\n");
    assert_eq!(
        err,
        "(6 options, 7 items, 16 entries successfully read)\nAltogether 1 solution, 5 options tried.\n"
    );
    assert_eq!(exit, 0);
    let colours = "A B C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nX:0 Y:1\nB X:1\nC Y:1\n";
    let Run { out, err, .. } = cover(&["solve", "-"], colours);
    assert!(
        err.starts_with("standard input:4: Option ignored (no primary items)\n(4 options, 3+2 items,"),
        "{err}"
    );
    assert!(out.contains(" A C X:1 Y:1 (2 of 2)\n"), "{out}");
    for engine in ["auto", "cells", "masks", "several"] {
        let Run { out, err, exit } =
            cover(&["solve", "-", "-q", "-n", "5", "--engine", engine], &made(&["queens", "6"]));
        assert_eq!(
            (out.lines().filter(|line| line.ends_with(':')).count(), err.as_str(), exit),
            (4, "", 0),
            "{engine}"
        );
    }
    let Run { out, err, .. } = cover(&["solve", "-", "-n", "2"], &made(&["latin", "4"]));
    assert_eq!(out.lines().filter(|line| line.ends_with(':')).count(), 2);
    assert!(err.contains("Altogether 2 solutions, ") && err.ends_with("stopped at the limit.\n"), "{err}");
}

#[test]
fn the_cheapest_come_first() {
    let text = "a b c\na b |3\nc |1\na |1\nb c |1 |2\n";
    let Run { out, exit, .. } = cover(&["solve", "-", "--cheapest", "5"], text);
    assert_eq!(out, "1: (cost 4)\n a b |3\n c |1\n2: (cost 4)\n a |1\n b c |3\n");
    assert_eq!(exit, 0);
}

/// The sum is the same for any number of shares.
#[test]
fn shares_add_up() {
    let text = made(&["langford", "8"]);
    let count = |arguments: &[&str]| {
        let Run { out, err, exit } = cover(&[&["count", "-"], arguments].concat(), &text);
        assert_eq!((err.as_str(), exit), ("", 0), "{arguments:?}");
        out.trim().parse::<u64>().unwrap()
    };
    assert_eq!(count(&[]), 300);
    assert_eq!(count(&["--threads", "3"]), 300);
    for of in [2, 3, 7, 2000] {
        let sum: u64 = (1..=of.min(7)).map(|part| count(&["--part", &format!("{part}/{of}")])).sum();
        assert!(sum == 300 || of == 2000, "{of} shares: {sum}");
    }
    // Shares print the same solutions as a single run, in another order.
    let lines = |arguments: &[&str]| {
        let Run { out, exit, .. } = cover(&[&["solve", "-", "-q", "--json"], arguments].concat(), &text);
        assert!(exit < 2, "{arguments:?}");
        let numbers = |line: &str| {
            let (_, numbers) = line.split_once("numbers\":[").unwrap();
            let mut numbers: Vec<u16> =
                numbers.trim_end_matches("]}").split(',').map(|number| number.parse().unwrap()).collect();
            numbers.sort_unstable();
            numbers
        };
        out.lines().map(numbers).collect::<Vec<_>>()
    };
    let mut whole = lines(&[]);
    let mut shares: Vec<_> = (1..=3).flat_map(|part| lines(&["--part", &format!("{part}/3")])).collect();
    whole.sort();
    shares.sort();
    assert_eq!(shares, whole);
    for bad in ["0/3", "4/3", "x", "1"] {
        let Run { err, exit, .. } = cover(&["count", "-", "--part", bad], &text);
        assert!(err.contains("expected a share such as 3/8"), "{err}");
        assert_eq!(exit, 2);
    }
}

/// A killed count is resumed: no part is counted twice, and the sum is correct.
#[test]
fn a_count_is_resumed_after_a_kill() {
    let folder = std::env::temp_dir().join(format!("gridlore-cover-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (problem, counts) = (folder.join("langford.dlx"), folder.join("counts"));
    std::fs::write(&problem, made(&["langford", "12"])).unwrap();
    let arguments = |command: &mut Command| {
        command.args(["cover", "count"]).arg(&problem).args(["--threads", "2", "--checkpoint"]).arg(&counts);
    };
    let mut command = binary();
    arguments(&mut command);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let lines = || std::fs::read_to_string(&counts).map_or(0, |text| text.lines().count());
    while lines() < 20 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = lines();
    assert!(before >= 20);
    // Simulate a last line that the kill cut off.
    std::fs::OpenOptions::new().append(true).open(&counts).unwrap().write_all(b"7").unwrap();
    let mut command = binary();
    arguments(&mut command);
    let output = command.output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "216288\n");
    let text = std::fs::read_to_string(&counts).unwrap();
    let mut parts: Vec<usize> =
        text.lines().skip(3).map(|line| line.split_once(' ').unwrap().0.parse().unwrap()).collect();
    assert!(parts.len() > 1000 && parts.len() + 3 > before);
    parts.sort_unstable();
    assert!(parts.iter().copied().eq(0..parts.len()), "each part occurs once");
    // Another problem is refused and leaves the file unchanged.
    std::fs::write(&problem, made(&["langford", "8"])).unwrap();
    let mut command = binary();
    arguments(&mut command);
    let output = command.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("found the counts of another problem or share"), "{err}");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&counts).unwrap(), text);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn lines_of_json() {
    let Run { out, exit, .. } =
        cover(&["solve", "-", "--json", "-q"], "a b | x\na x:red |3\nb x:red\nb x:blue\n");
    assert_eq!(
        out,
        "{\"solution\":1,\"cost\":3,\"options\":[[\"a\",\"x:red\"],[\"b\",\"x:red\"]],\"numbers\":[1,2]}\n"
    );
    assert_eq!(exit, 0);
    let Run { out, .. } = cover(&["solve", "-", "--json", "-q", "--cheapest", "1"], "a\na |3\na |1\n");
    assert_eq!(out, "{\"solution\":1,\"cost\":1,\"options\":[[\"a\"]],\"numbers\":[2]}\n");
}

#[test]
fn samples_and_estimates_are_the_same_for_a_seed() {
    let dominoes = made(&["dominoes", "8x8"]);
    let sample = |seed| {
        let Run { out, err, exit } = cover(&["sample", "-", "-n", "3", "--seed", seed], &dominoes);
        assert_eq!((err.as_str(), exit, out.lines().count()), ("", 0, 3 * 33));
        out
    };
    assert_eq!(sample("5"), sample("5"));
    assert_ne!(sample("5"), sample("6"));
    let Run { out, exit, .. } = cover(&["sample", "-"], "a b\na\n");
    assert_eq!((out.as_str(), exit), ("", 1));
    let Run { out, exit, .. } = cover(&["estimate", "-"], "a b\na\nb\n");
    assert_eq!((out.as_str(), exit), ("options tried 2.000e0 +- 0.0e0\nsolutions 1.000e0 +- 0.0e0\n", 0));
    let Run { out, exit, .. } = cover(&["estimate", "-"], "2|a\na\na\n");
    assert_eq!((out.as_str(), exit), ("options tried 2.000e0 +- 0.0e0\nsolutions 1.000e0 +- 0.0e0\n", 0));
}

#[test]
fn the_reason_for_no_solution_is_printed() {
    let Run { out, err, exit } = cover(&["why", "-"], "a b c d\na b\nb c\nc a\nd\n");
    assert_eq!((out.as_str(), err.as_str(), exit), ("a b c\n", "", 1));
    let Run { out, exit, .. } = cover(&["why", "-"], "a b\na\n");
    assert_eq!((out.as_str(), exit), ("b\n", 1));
    let Run { out, exit, .. } = cover(&["why", "-"], "a b\na\nb\n");
    assert_eq!((out.as_str(), exit), ("there is a solution\n", 0));
}

#[test]
fn no_solution_and_a_spent_budget_are_reported() {
    let Run { out, err, exit } = cover(&["solve", "-", "-q"], "a b\na\n");
    assert_eq!((out.as_str(), err.as_str(), exit), ("", "", 1));
    let Run { out, exit, .. } = cover(&["count", "-"], "a b\na\n");
    assert_eq!((out.as_str(), exit), ("0\n", 0));
    let Run { err, exit, .. } = cover(&["solve", "-", "--budget", "10"], &made(&["langford", "8"]));
    assert!(err.contains("10 options tried; there may be more."), "{err}");
    assert_eq!(exit, 3);
    let Run { out, err, exit } = cover(&["count", "-", "--budget", "10"], &made(&["langford", "8"]));
    assert_eq!((out.as_str(), exit), ("", 3));
    assert_eq!(err, "gridlore: the budget of 10 nodes is spent; the count is incomplete\n");
}

#[test]
fn bad_input_is_reported_with_its_place() {
    for (arguments, input, expected) in [
        (
            &["count", "-"][..],
            "a b\nc\n",
            "gridlore: standard input:2:1: Unknown item name: found \"c\", expected a name from the first line\n",
        ),
        (
            &["count", "-"],
            "",
            "gridlore: standard input:1:1: No items: found nothing, expected a line with the item names\n",
        ),
        (&["make", "sudoku", "12"], "", "gridlore: the givens: found 2 cells, expected 81\n"),
        (
            &["make", "sudoku", "12x"],
            "",
            "gridlore: the givens, column 3: found 'x', expected a digit, or . or 0 for a blank\n",
        ),
    ] {
        let Run { out, err, exit } = cover(arguments, input);
        assert_eq!((out.as_str(), err.as_str(), exit), ("", expected, 2), "{arguments:?}");
    }
    let Run { err, exit, .. } = cover(&["make", "dominoes", "10"], "");
    assert!(err.contains("expected rows and columns such as 6x10"), "{err}");
    assert_eq!(exit, 2);
}

#[test]
fn pieces_are_packed_and_drawn() {
    let pack = |arguments: &[&str], input: &str| cover(&[&["pack"], arguments].concat(), input);
    let square = "board 3x3\nturns none\npiece L\n###\n#\npiece S\n##\n##\npieces I1\n";
    let Run { out, err, exit } = pack(&["-", "--all"], square);
    assert_eq!((exit, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "┌───────────┐\n│ L   L   L │\n│   ┌───────┤\n│ L │ S   S │\n├───┤       │\n│ I │ S   S │\n└───┴───────┘\n"
    );
    let pentominoes = ["--board", "3x20", "--pieces", "pentominoes"];
    assert_eq!(pack(&[&pentominoes[..], &["--count"]].concat(), "").out, "8\n");
    assert_eq!(pack(&[&pentominoes[..], &["--count", "--distinct"]].concat(), "").out, "2\n");
    let letters = pack(&[&pentominoes[..], &["--all", "--distinct", "--format", "letters"]].concat(), "").out;
    assert_eq!(letters.lines().count(), 7, "three rows, an empty line, three rows");
    assert!(letters.lines().filter(|line| !line.is_empty()).all(|line| line.len() == 20), "{letters}");
    // Options override the board and the turns in the file.
    assert_eq!(pack(&["-", "--turns", "over", "--count"], square).out, "8\n");
    let knuth = pack(&["-", "--format", "knuth"], square).out;
    assert_eq!(cover(&["count", "-"], &knuth).out, "1\n");
    let svg = pack(&["-", "--format", "svg", "--all", "--turns", "over"], square).out;
    assert_eq!((svg.matches("<text").count(), svg.matches("<g ").count()), (72, 8));
    let folder = std::env::temp_dir().join(format!("gridlore-pack-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("square.png");
    let written = pack(&["-", "--format", "png", "--out", file.to_str().unwrap()], square);
    assert_eq!((written.out.as_str(), written.exit), ("", 0));
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    // An existing file is not overwritten if the pieces do not fit.
    let lost = pack(&["--board", "4x5", "--pieces", "tetrominoes", "--out", file.to_str().unwrap()], "");
    assert_eq!((lost.exit, std::fs::read(&file).unwrap() == bytes), (1, true));
    assert_eq!(pack(&["-", "-n", "0"], square).exit, 2);
    std::fs::remove_dir_all(folder).unwrap();
    let none = pack(&["--board", "4x5", "--pieces", "tetrominoes"], "");
    assert_eq!(
        (none.out.as_str(), none.err.as_str(), none.exit),
        ("", "gridlore: these pieces do not fit into this board\n", 1)
    );
    let wrong = pack(&["-"], "board 3x3\npieces Q");
    assert!(
        wrong.err.contains("standard input:2:8: found \"Q\", expected pentominoes") && wrong.exit == 2,
        "{}",
        wrong.err
    );
    let few = pack(&["--board", "3x3", "--pieces", "F"], "");
    assert!(
        few.err.contains("found pieces with 5 cells for a board with 9, expected the same number")
            && few.exit == 2,
        "{}",
        few.err
    );
    let nameless = pack(&["--board", "3x3", "--pieces", "F Q"], "");
    assert!(nameless.err.contains("--pieces, column 3: found \"Q\""), "{}", nameless.err);
    assert_eq!(pack(&["--board", "3x3"], "").exit, 2, "no pieces");
}

#[test]
fn solutions_are_checked() {
    let folder = std::env::temp_dir().join(format!("gridlore-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("langford.dlx");
    std::fs::write(&file, made(&["langford", "7"])).unwrap();
    let file = file.to_str().unwrap();
    let solved = cover(&["solve", file, "-q"], "").out;
    let checked = cover(&["check", file], &solved);
    assert_eq!((checked.out.as_str(), checked.exit), ("52 solutions, all correct, no two the same\n", 0));
    let lines = cover(&["solve", file, "-q", "--json"], "").out;
    assert_eq!(cover(&["check", file], &lines).out, checked.out);
    let twice = cover(&["check", file], &format!("{solved}{solved}"));
    assert!(twice.out.ends_with("104 solutions, 52 wrong\n") && twice.exit == 1);
    assert!(twice.out.starts_with("standard input:417: the same solution as on line 1\n"), "{}", twice.out);
    let first: String = solved.lines().take(7).map(|line| format!("{line}\n")).collect();
    let short = cover(&["check", file], &first);
    assert!(short.out.contains("is covered 0 times, expected once (2 items more)"), "{}", short.out);
    let unknown = cover(&["check", file], "1:\n 1 s1 s9 (1 of 2)\n");
    assert!(
        unknown.err.contains("standard input:2: found \"1 s1 s9\", expected one of the problem's options"),
        "{}",
        unknown.err
    );
    assert_eq!(unknown.exit, 2);
    assert!(cover(&["check", file], "1 s1 s3\n").err.contains("expected the number of a solution"));
    assert!(cover(&["check", file], "{\"numbers\":[0]}\n").err.contains("found option 0"));
    assert!(cover(&["check", "-", "-"], "").err.contains("can be standard input (-)"));
    std::fs::remove_dir_all(folder).unwrap();
    let several = cover(&["solve", "-", "--cheapest", "1", "-q"], "a 2|b\na b |3\nb |1\n");
    assert_eq!(several.out, "1: (cost 4)\n a b |3\n b |1\n");
}

#[test]
fn all_solutions_are_printed_as_a_diagram() {
    let Run { out, err, exit } = cover(&["zdd", "-"], &made(&["langford", "3"]));
    assert_eq!((out.lines().last(), err.as_str(), exit), (Some("7: (~2?4:6)"), "6 nodes, 2 solutions\n", 0));
    let none = cover(&["zdd", "-"], &made(&["queens", "3"]));
    assert_eq!((none.out.as_str(), none.exit), ("", 1));
    let Run { out, err, exit } = cover(&["marginals", "-"], &made(&["dominoes", "10x10"]));
    assert_eq!(
        (out.lines().next(), err.as_str(), exit),
        (Some("129292023184\t0.500000\t00 01"), "258584046368 solutions\n", 0)
    );
    // Diagrams do not support colours, so solutions are counted one by one.
    let coloured = cover(&["marginals", "-"], "a b | X\na X:r\na X:g\nb X:r\n");
    assert_eq!(coloured.out, "1\t1.000000\ta X:r\n0\t0.000000\ta X:g\n1\t1.000000\tb X:r\n");
    let reduced = cover(&["reduce", "-"], &made(&["pentominoes", "6x10"]));
    assert_eq!(
        (reduced.err.as_str(), reduced.out.lines().count()),
        ("144 options removed in 2 rounds\n", 1 + 2056 - 144)
    );
    assert!(cover(&["zdd", "-"], "a | X\na X:r\n").err.contains("and neither colours nor multiplicities"));
}
