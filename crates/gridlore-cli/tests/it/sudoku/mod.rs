//! Tests of `gridlore sudoku`: the behaviour that scripts rely on.

mod analysis;
mod booklet;
mod explain;
mod geometry;
mod grids;
mod human;
mod rules;
pub(crate) mod spark;
mod variants;

use crate::program::{Run, binary, run};
use gridlore_sudoku::{Board, check::is_solution};
use gridlore_testing::shared_data;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const CELL: &str = "expected a digit 1-9, or . or 0 for a blank";

/// Returns a line of every kind, the last without a line feed.
fn mixed() -> String {
    let none = PUZZLE.replacen("53.", "535", 1);
    format!("# a comment\n\n{PUZZLE}\r\n{none}\n{}\n53y\n  \n{PUZZLE}1\n{PUZZLE}", ".".repeat(81))
}

fn expect(run: &Run, exit: i32, out: &str) {
    assert_eq!((run.out.as_str(), run.exit), (out, exit), "{}", run.err);
}

#[test]
fn every_input_line_has_one_output_line() {
    let run = run(&["sudoku", "solve", "-"], mixed().as_bytes());
    let bad = format!("# error: column 3: found 'y', {CELL}");
    let long = "# error: column 82: found 82 cells, expected 81";
    expect(
        &run,
        2,
        &format!("# a comment\n\n{SOLUTION}\n# none\n# several\n{bad}\n  \n{long}\n{SOLUTION}\n"),
    );
    let err: Vec<&str> = run.err.lines().collect();
    assert_eq!(err[0], format!("standard input:6:3: found 'y', {CELL}"));
    assert_eq!(err[1], "standard input:8:82: found 82 cells, expected 81");
    assert!(
        err[2].starts_with("2 solved, 1 with several solutions, 1 unsolvable, 2 bad lines; 6 puzzles in "),
        "{}",
        err[2]
    );
    assert!(err[2].ends_with(" per second)") && err.len() == 3);
}

#[test]
fn check_says_why() {
    let run = run(&["sudoku", "check", "-q", "-"], mixed().as_bytes());
    let bad = format!("error: column 3: found 'y', {CELL}");
    let long = "error: column 82: found 82 cells, expected 81";
    let none = "none: two 5s in row 1 (columns 1 and 3)";
    expect(&run, 2, &format!("# a comment\n\nunique\n{none}\nseveral\n{bad}\n  \n{long}\nunique\n"));
    assert_eq!(run.err.lines().count(), 2);
}

#[test]
fn exit_codes_are_those_of_the_worst_line() {
    let exit = |arguments: &[&str]| run(&[&["sudoku", "solve"], arguments].concat(), b"").exit;
    let empty = ".".repeat(81);
    assert_eq!(exit(&[PUZZLE]), 0);
    assert_eq!(exit(&[PUZZLE, &empty]), 1);
    assert_eq!(exit(&[PUZZLE, &empty, "53y"]), 2);
    assert_eq!(exit(&["no/such/file.txt", PUZZLE]), 2);
}

#[test]
fn a_bad_argument_is_reported_with_its_place() {
    let bad = run(&["sudoku", "solve", "53y"], b"");
    expect(&bad, 2, &format!("# error: column 3: found 'y', {CELL}\n"));
    assert_eq!(
        bad.err,
        format!("argument 1:1:3: found 'y', {CELL}\ngridlore: there is no file named \"53y\"\n")
    );
    let empty = run(&["sudoku", "solve", ""], b"");
    expect(&empty, 2, "# error: column 1: found 0 cells, expected 81\n");
    let missing = run(&["sudoku", "solve", "missing.txt"], b"");
    expect(&missing, 2, "");
    assert!(missing.err == "gridlore: missing.txt: no such file\n", "{}", missing.err);
    let folder = run(&["sudoku", "solve", "/"], b"");
    expect(&folder, 2, "");
    assert!(folder.err.contains("/: found a folder, expected a file"), "{}", folder.err);
}

#[test]
fn formats_are_for_people_and_programs() {
    let grid = run(&["sudoku", "solve", "--format", "grid", PUZZLE], b"");
    assert!(grid.out.starts_with("5 3 4 | 6 7 8 | 9 1 2\n") && grid.out.contains("------+-------+------\n"));
    let drawn = run(&["sudoku", "check", "--format", "grid", PUZZLE], b"");
    assert!(
        drawn.out.starts_with("5 3 . | . 7 . | . . .\n") && drawn.out.ends_with("\nunique\n\n"),
        "{}",
        drawn.out
    );
    let json = run(&["sudoku", "solve", "--format", "json", "-q", "-"], mixed().as_bytes());
    let lines: Vec<serde_json::Value> =
        json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 9);
    assert_eq!((&lines[2]["solution"], &lines[2]["line"]), (&SOLUTION.into(), &3.into()));
    assert_eq!(lines[3]["reason"], "two 5s in row 1 (columns 1 and 3)");
    assert_eq!((&lines[5]["outcome"], &lines[5]["column"]), (&"error".into(), &3.into()));
    let check = run(&["sudoku", "check", "--format", "json", "--limit", "50", &".".repeat(81)], b"");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&check.out).unwrap()["solutions"], 50);
}

#[test]
fn solutions_are_counted_to_a_limit() {
    let two = PUZZLE.replacen("28....4", "2.....4", 1);
    let line = |limit: &str| run(&["sudoku", "check", "--limit", limit, &two], b"").out;
    assert_eq!(line("2"), "several: 2 or more solutions\n");
    let counted = line("100000");
    assert!(
        counted.starts_with("several: ") && counted.ends_with(" solutions\n") && !counted.contains("more"),
        "{counted}"
    );
}

#[test]
fn solutions_are_streamed() {
    let few = PUZZLE.replacen("28....4", "2.....4", 1);
    let few = run(&["sudoku", "solutions", &few], b"");
    let count = run(&["sudoku", "count", &PUZZLE.replacen("28....4", "2.....4", 1)], b"").out;
    let mut lines: Vec<&str> = few.out.lines().collect();
    assert_eq!((few.exit, format!("{}\n", lines.len())), (0, count));
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), few.out.lines().count(), "no solution is printed twice");
    for line in lines {
        assert!(is_solution(&Board::parse(line).unwrap(), &Board::parse(line).unwrap()), "{line}");
    }
    let input = format!("{PUZZLE}\n# x\n55{}\n", ".".repeat(79));
    expect(
        &run(&["sudoku", "solutions", "-"], input.as_bytes()),
        1,
        &format!("{SOLUTION}\n# 1 solutions\n# x\n# 0 solutions\n"),
    );
    // A bad line is reported, and the other lines are answered.
    let nothing = run(&["sudoku", "solutions", "", "no-such-file", PUZZLE], b"");
    assert_eq!(nothing.exit, 2);
    assert!(
        nothing.out.starts_with("# error: ") && nothing.out.ends_with(&format!("\n{SOLUTION}\n")),
        "{}",
        nothing.out
    );
    // The empty board has far too many solutions; a limit of ten prints ten.
    let ten = run(&["sudoku", "solutions", "--limit", "10", "--summary", &".".repeat(81)], b"");
    assert_eq!((ten.exit, ten.out.lines().count()), (0, 10));
    assert!(ten.err.starts_with("1 puzzle, 10 solutions in "), "{}", ten.err);
    let mut child = binary();
    child.args(["sudoku", "solutions", &".".repeat(81)]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!((child.wait().unwrap().code(), first.len()), (Some(0), 82));
}

#[test]
fn order_is_kept_with_any_number_of_threads() {
    let puzzles: String = run(&["sudoku", "generate", "-n", "60", "--seed", "1"], b"").out.repeat(5);
    let one = run(&["sudoku", "solve", "--threads", "1", "-q", "-"], puzzles.as_bytes());
    let four = run(&["sudoku", "solve", "--threads", "4", "-q", "-"], puzzles.as_bytes());
    assert_eq!(one.out, four.out);
    for (puzzle, solution) in puzzles.lines().zip(one.out.lines()) {
        assert!(is_solution(&Board::parse(solution).unwrap(), &Board::parse(puzzle).unwrap()));
    }
}

#[test]
fn lines_are_answered_as_they_come() {
    let mut child = binary();
    child.args(["sudoku", "solve", "-q", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(stdin, "{PUZZLE}").unwrap();
        stdin.flush().unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), SOLUTION, "the answer comes before the next question");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success() && answers.next().is_none());
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = binary();
    child
        .args(["sudoku", "generate", "-n", "100000", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str(), first.len()), (Some(0), "", 82));
}

#[test]
fn an_over_long_line_is_reported_and_the_next_is_solved() {
    let input = format!("{}\n{PUZZLE}\n", "1".repeat(3 << 20));
    let run = run(&["sudoku", "solve", "-q", "-"], input.as_bytes());
    expect(
        &run,
        2,
        &format!("# error: the line is too long, expected fewer than 1048576 bytes\n{SOLUTION}\n"),
    );
}

#[test]
fn comments_are_copied_byte_for_byte() {
    let mut child = binary();
    child.args(["sudoku", "solve", "-q", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let comments = b"# caf\xe9\r\n  \t\n#\n".as_slice();
    let input = [b"\xef\xbb\xbf", comments, PUZZLE.as_bytes(), b"\r\n"].concat();
    child.stdin.take().unwrap().write_all(&input).unwrap();
    let out = child.wait_with_output().unwrap().stdout;
    assert_eq!(out, [comments, SOLUTION.as_bytes(), b"\n"].concat());
}

#[test]
fn a_damaged_gz_is_reported_after_its_readable_lines() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(format!("{PUZZLE}\n").repeat(3).as_bytes()).unwrap();
    let mut packed = encoder.finish().unwrap();
    packed.truncate(packed.len() - 8);
    let damaged = run(&["sudoku", "solve", "-q", "-"], &packed);
    assert_eq!((damaged.exit, damaged.out), (2, format!("{SOLUTION}\n").repeat(3)));
    assert!(damaged.err.starts_with("gridlore: standard input: "), "{}", damaged.err);
    expect(&run(&["sudoku", "solve", "-q", "-"], b""), 0, "");
}

#[test]
fn bytes_that_are_not_text_are_reported() {
    let run = run(&["sudoku", "solve", "-q", "-"], b"53\xff\n");
    expect(&run, 2, &format!("# error: column 3: found the byte 0xFF, which is not UTF-8, {CELL}\n"));
}

#[test]
fn a_seed_always_gives_the_same_puzzles() {
    for kind in [&[][..], &["--difficulty", "minimal"]] {
        let generate = |more: &[&str]| run(&[&["sudoku", "generate"], kind, more].concat(), b"");
        let ten = generate(&["-n", "10", "--seed", "7"]);
        assert_eq!((ten.exit, ten.out.lines().count(), ten.err.as_str()), (0, 10, ""));
        assert_eq!(generate(&["-n", "10", "--seed", "7"]).out, ten.out);
        let third = ten.out.lines().nth(2).unwrap();
        let json = generate(&["--seed", "9", "--format", "json"]).out;
        let made: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&made["puzzle"], &made["seed"]), (&third.into(), &9.into()));
        // The id opens the same puzzle.
        let shown = run(&["show", made["id"].as_str().unwrap()], b"");
        let digits = |text: &str| -> String {
            text.chars().filter(|character| character.is_ascii_digit() || *character == '.').collect()
        };
        assert_eq!((shown.exit, digits(&shown.out)), (0, third.to_owned()));
        assert_ne!(generate(&[]).out, generate(&[]).out);
        let check = run(&["sudoku", "check", "-q", "-"], ten.out.as_bytes());
        expect(&check, 0, &"unique\n".repeat(10));
    }
}

#[test]
fn puzzles_are_generated_by_givens_and_symmetry() {
    let generate = |args: &[&str]| run(&[&["sudoku", "generate", "--seed", "3"], args].concat(), b"");
    let found = generate(&["-n", "40", "--clues", "22..23", "--summary"]);
    assert_eq!((found.exit, found.out.lines().count()), (0, 40));
    assert!(
        found.err.starts_with("40 puzzles in ") && found.err.ends_with(" per second)\n"),
        "{}",
        found.err
    );
    for line in found.out.lines() {
        assert!((22..=23).contains(&Board::parse(line).unwrap().filled_count()), "{line}");
    }
    let turned = generate(&["-n", "3", "--symmetry", "half-turn"]);
    assert_eq!((turned.exit, turned.out.lines().count()), (0, 3));
    for line in turned.out.lines() {
        let given: Vec<bool> = line.chars().map(|character| character != '.').collect();
        assert!(given.iter().eq(given.iter().rev()), "{line}");
    }
    // The puzzles of a seed do not depend on the number of threads or the engine.
    let plain = generate(&["-n", "30"]).out;
    assert_eq!(generate(&["-n", "30", "--threads", "1"]).out, plain);
    assert_eq!(generate(&["-n", "30", "--threads", "3", "--engine", "portable"]).out, plain);
    for (args, message) in [
        (["--clues", "12..50"], "--clues: found 12..50, expected a range within 17..40 on the 9x9 board"),
        (["--clues", "25..22"], "found \"25..22\", expected the smaller number first: 22..25"),
        (["--clues", "many"], "found \"many\", expected a number such as 24 or a range such as 22..26"),
        (["--pattern", "x..."], "found 4 cells, expected 81"),
        (["--symmetry", "round"], "found \"round\", expected one of none, half-turn, quarter-turn, mirror, "),
        (["--engine", "scalar"], "--engine scalar cannot generate puzzles"),
    ] {
        let refused = generate(&args);
        assert!(
            refused.exit == 2 && refused.out.is_empty() && refused.err.contains(message),
            "{}",
            refused.err
        );
    }
}

/// Tests puzzles with givens in chosen cells, and weighted puzzles.
#[test]
fn puzzles_are_generated_by_pattern_and_with_a_controlled_bias() {
    let pattern = "...xxx.....x...x...x.....x.x...x...xx..x.x..xx...x...x.x.....x...x...x.....xxx...";
    let made = run(&["sudoku", "generate", "-n", "3", "--seed", "4", "--pattern", pattern], b"");
    assert_eq!((made.exit, made.out.lines().count()), (0, 3), "{}", made.err);
    for line in made.out.lines() {
        assert!(
            line.chars().zip(pattern.chars()).all(|(digit, sign)| (digit == '.') == (sign == '.')),
            "{line}"
        );
    }
    let check = run(&["sudoku", "check", "-q", "-"], made.out.as_bytes());
    expect(&check, 0, "unique\nunique\nunique\n");
    let alone = run(&["sudoku", "generate", "--seed", "6", "--pattern", pattern], b"");
    assert_eq!(alone.out.lines().next(), made.out.lines().nth(2));
    let few = pattern.replacen("xxx", "...", 4).replacen("x...x", ".....", 3);
    let refused = run(&["sudoku", "generate", "--pattern", &few], b"");
    assert!(refused.exit == 2 && refused.err.contains("--pattern: found "), "{}", refused.err);
    let spent = run(&["sudoku", "generate", "--seed", "1", "--budget", "10", "--pattern", pattern], b"");
    expect(&spent, 3, "");
    let easy = run(&["sudoku", "generate", "--clues", "34", "--spare", "-n", "20", "--seed", "1"], b"");
    assert!(easy.out.lines().all(|line| line.matches('.').count() == 47), "{}", easy.out);
    let easy = run(&["sudoku", "check", "-q", "-"], easy.out.as_bytes());
    assert_eq!((easy.out.matches("unique\n").count(), easy.exit), (20, 0));
    let weighted = ["sudoku", "generate", "--controlled-bias", "-n", "2", "--seed", "1", "--format", "json"];
    for line in run(&weighted, b"").out.lines() {
        let made: serde_json::Value = serde_json::from_str(line).unwrap();
        let givens = made["puzzle"].as_str().unwrap().chars().filter(|&sign| sign != '.').count();
        assert_eq!(made["givens"], givens);
        assert_eq!(made["weight"].as_f64().unwrap(), gridlore_sudoku::weight(givens));
    }
}

#[test]
fn canonical_forms_identify_equivalent_puzzles() {
    let puzzles = run(&["sudoku", "generate", "-n", "5", "--seed", "1"], b"").out;
    let others = run(&["sudoku", "scramble", "--seed", "2", "-q", "-"], puzzles.as_bytes());
    assert_eq!((others.exit, others.out.lines().count()), (0, 5));
    assert_eq!(run(&["sudoku", "scramble", "--seed", "2", "-q", "-"], puzzles.as_bytes()).out, others.out);
    assert!(puzzles.lines().zip(others.out.lines()).all(|(puzzle, other)| puzzle != other));
    let forms = run(&["sudoku", "canonical", "-q", "-"], puzzles.as_bytes());
    expect(&run(&["sudoku", "canonical", "-q", "-"], others.out.as_bytes()), 0, &forms.out);
    expect(&run(&["sudoku", "canonical", "-q", "-"], forms.out.as_bytes()), 0, &forms.out);
    let both = format!("{puzzles}{}", others.out);
    let classes: String = forms.out.lines().map(|form| format!("{form} 2\n")).collect();
    expect(&run(&["sudoku", "canonical", "--classes", "-q", "-"], both.as_bytes()), 0, &classes);
    let json = run(&["sudoku", "canonical", "--json", &".".repeat(81)], b"").out;
    let form: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(form["automorphisms"], 2 * 6_u64.pow(8));
    let mixed = format!("# a comment\n11{}\ny\n", ".".repeat(79));
    let bad = run(&["sudoku", "canonical", "-"], mixed.as_bytes());
    expect(
        &bad,
        2,
        &format!(
            "# a comment\n# error: two 1s in row 1 (columns 1 and 2)\n# error: column 1: found 'y', {CELL}\n"
        ),
    );
    assert!(bad.err.contains("standard input:2:1: two 1s in row 1"), "{}", bad.err);
}

#[test]
fn all_puzzles_of_17_givens_are_solved() {
    let Some(path) = shared_data("sudoku/puzzles2_17_clue.gz") else { return };
    let run = run(&["sudoku", "solve", path.to_str().unwrap()], b"");
    assert_eq!(run.exit, 0);
    assert!(
        run.err.starts_with(
            "49158 solved, 0 with several solutions, 0 unsolvable, 0 bad lines; 49158 puzzles in "
        ),
        "{}",
        run.err
    );
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let mut solved = 0;
    assert_eq!(text.lines().count(), run.out.lines().count());
    for (puzzle, answer) in text.lines().zip(run.out.lines()) {
        if puzzle.starts_with('#') {
            assert_eq!(puzzle, answer);
        } else {
            assert!(is_solution(&Board::parse(answer).unwrap(), &Board::parse(puzzle).unwrap()), "{puzzle}");
            solved += 1;
        }
    }
    assert_eq!(solved, 49_158);
}

#[test]
fn every_engine_gives_the_same_lines() {
    let puzzles = run(&["sudoku", "generate", "-n", "50", "--seed", "3"], b"").out;
    let mixed = format!("{puzzles}# a comment\n\nnonsense\n{}\n{}{}\n", ".".repeat(81), "55", ".".repeat(79));
    let reference = run(&["sudoku", "solve", "-q", "--engine", "scalar", "-"], mixed.as_bytes());
    assert_eq!((reference.exit, reference.out.lines().count()), (2, 55));
    let mut ran = 0;
    for engine in ["portable", "lanes256", "lanes512"] {
        let found = run(&["sudoku", "solve", "-q", "--engine", engine, "-"], mixed.as_bytes());
        if found.err.contains("this processor cannot run") {
            assert_eq!(found.exit, 2);
            continue;
        }
        assert_eq!(
            (found.out, found.err, found.exit),
            (reference.out.clone(), reference.err.clone(), reference.exit),
            "{engine}"
        );
        ran += 1;
    }
    assert!(ran >= 1);
}

#[test]
fn every_line_gets_its_number_of_solutions() {
    let unique = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let two = unique.replacen("53..7....", "....7....", 1);
    let lines =
        format!("{unique}\n# a comment\n{two}\n{}\n{}{}\nnonsense\n", ".".repeat(81), "55", ".".repeat(79));
    let all = run(&["sudoku", "count", "-q", "--limit", "1000", "-"], lines.as_bytes());
    let counts: Vec<&str> = all.out.lines().collect();
    assert_eq!((counts[0], counts[1], counts[3], counts[4], all.exit), ("1", "# a comment", "1000", "0", 2));
    assert!(counts[5].starts_with("# error: column 1:"), "{}", counts[5]);
    // `check --limit` prints the same number, and a smaller limit stops the count.
    let several = run(&["sudoku", "check", "--limit", "1000", &two], b"").out;
    assert_eq!(several.trim(), format!("several: {} solutions", counts[2]));
    let one = run(&["sudoku", "count", "-q", "--limit", "1", "-"], lines.as_bytes()).out;
    assert_eq!(one.lines().filter(|line| *line == "1").count(), 3);
    let json = run(&["sudoku", "count", "--json", "--limit", "3", &".".repeat(81)], b"").out;
    assert!(json.contains("\"solutions\":3"), "{json}");
}
