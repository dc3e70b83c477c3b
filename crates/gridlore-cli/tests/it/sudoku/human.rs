//! Tests of `gridlore sudoku candidates|hint|steps|rate|conformance`: the behaviour that scripts
//! rely on.

use crate::program::run;
use gridlore_testing::shared_data;

const PUZZLE: &str = "....65.91......5..4591...7.....9..3...18.67...7..4.....9...4625..4......82.75....";
const HARD: &str = "...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3";

fn out(args: &[&str], input: &str, exit: i32) -> String {
    let run = run(args, input.as_bytes());
    assert_eq!(run.exit, exit, "{args:?}: {} {}", run.out, run.err);
    run.out
}

/// A puzzle with a typo at the end is not taken for a file name.
#[test]
fn a_typo_is_reported_with_its_place() {
    let found = run(&["sudoku", "hint", "53..x"], b"");
    assert_eq!(found.exit, 2);
    assert!(found.err.contains("argument 1, line 1, column 5: found 'x'"), "{}", found.err);
}

#[test]
fn candidates_are_rows_of_lists() {
    let rows = out(&["sudoku", "candidates", PUZZLE], "", 0);
    assert_eq!(rows.lines().nth(6), Some("137 9 37 3 138 4 6 2 5"));
    assert_eq!(rows.lines().count(), 9);
    // The output can be read back, in every format.
    for format in ["grid", "marks"] {
        let text = out(&["sudoku", "candidates", "--format", format, PUZZLE], "", 0);
        let again = out(&["sudoku", "candidates", "--format", format, "-"], &text, 0);
        if format == "marks" {
            assert_eq!(text, again);
        }
    }
    assert_eq!(
        out(&["sudoku", "candidates", "--geometry", "2x2", "1..............."], "", 0),
        "1 234 234 234\n234 234 1234 1234\n234 1234 1234 1234\n234 1234 1234 1234\n"
    );
    let clash = run(&["sudoku", "candidates", &PUZZLE.replacen("....", "55..", 1)], b"");
    assert!(
        clash.exit == 1 && clash.err.starts_with("These 5s see each other: r1c1, r1c2, r1c6 and r3c2."),
        "{}",
        clash.err
    );
    let bad = run(&["sudoku", "candidates", "12"], b"");
    assert!(
        bad.exit == 2 && bad.err.contains("found 2 characters in 1 group, expected 81 cells"),
        "{}",
        bad.err
    );
}

#[test]
fn hints_have_the_requested_detail() {
    let hint = |level: &str| out(&["sudoku", "hint", "--level", level, PUZZLE], "", 0);
    assert_eq!(hint("1"), "Look at box 8.\n");
    assert_eq!(hint("2"), "Naked Single in box 8.\n");
    assert_eq!(hint("3"), "Naked Single in r7c4.\n");
    let whole = out(&["sudoku", "hint", PUZZLE], "", 0);
    assert!(
        whole.starts_with(
            "Naked Single: r7c4=3\nEvery digit except 3 has been ruled out in r7c4. So r7c4 is 3.\n"
        ),
        "{whole}"
    );
    assert_eq!(whole.lines().count(), 16);
    let json = out(&["sudoku", "hint", "--json", PUZZLE], "", 0);
    assert!(
        json.starts_with("{\"technique\":\"Naked Single\",\"code\":\"0003\",\"changes\":\"r7c4=3\""),
        "{json}"
    );
}

#[test]
fn mistakes_come_before_hints() {
    // The digit obeys the rules but differs from the solution.
    let wrong = PUZZLE.replacen("...4625", "..+14625", 1);
    assert_eq!(out(&["sudoku", "hint", &wrong], "", 1), "1 was placed in r7c5 by mistake.\n");
    let library = format!(":0000:x:{PUZZLE}:374:::");
    assert_eq!(out(&["sudoku", "hint", &library], "", 1), "3 was removed from r7c4 by mistake.\n");
    let full = out(&["sudoku", "solve", PUZZLE], "", 0);
    assert_eq!(out(&["sudoku", "hint", full.trim()], "", 0), "The puzzle is solved.\n");
    let several = run(&["sudoku", "hint", &".".repeat(81)], b"");
    assert!(several.exit == 1 && several.err.contains("several solutions"), "{}", several.err);
}

#[test]
fn steps_lead_to_the_solution() {
    let steps = out(&["sudoku", "steps", HARD], "", 0);
    let placed = steps.lines().filter(|line| line.contains('=') && !line.contains("=>")).count();
    assert!(placed > 40, "{steps}");
    assert!(steps.lines().any(|line| line.starts_with("Locked Candidates Type 1 (Pointing): ")), "{steps}");
    let all = out(&["sudoku", "steps", "--all", "--technique", "pointing", HARD], "", 0);
    assert!(all.lines().count() > 1 && all.lines().all(|line| line.contains("(Pointing): ")), "{all}");
    let explained = out(&["sudoku", "explain", HARD], "", 0);
    assert!(explained.lines().filter(|line| line.starts_with("   ")).count() >= steps.lines().count());
    assert!(explained.starts_with("1. ") && explained.contains("+------"), "{explained}");
    let graded = out(&["sudoku", "grade", "-q", "-"], &format!("{PUZZLE}\n{HARD}\n"), 0);
    let lines: Vec<&str> = graded.lines().collect();
    assert_eq!(lines[0], format!("{PUZZLE}\tEasy\tsingles"));
    assert!(lines[1].starts_with(&format!("{HARD}\tUnfair\tXY-Chain x1, Sue de Coq x1, ")), "{}", lines[1]);
    let pictures = out(&["sudoku", "steps", "--svg", HARD], "", 0);
    assert_eq!(pictures.lines().count(), steps.lines().count());
    for (picture, step) in pictures.lines().zip(steps.lines()) {
        let title = step.replace('<', "&lt;").replace('>', "&gt;");
        assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>"), "{picture}");
        assert!(picture.contains(&format!("<title>{title}</title>")) && !picture.contains("var("), "{step}");
    }
    let json = out(&["sudoku", "steps", "--json", HARD], "", 0);
    assert_eq!(json.lines().count(), steps.lines().count());
}

/// Tests pictures in files, including PNG files, and steps of one technique.
#[test]
fn pictures_go_to_files_and_hints_keep_to_a_technique() {
    let folder = std::env::temp_dir().join(format!("gridlore-pictures-{}", std::process::id()));
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let count = out(&["sudoku", "steps", HARD], "", 0).lines().count();
    assert_eq!(out(&["sudoku", "steps", "--png", "--out", &path(""), HARD], "", 0), "");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), count);
    let hint = out(&["sudoku", "hint", "--technique", "xy-chain", "--level", "2", HARD], "", 0);
    assert!(hint.starts_with("XY-Chain in "), "{hint}");
    out(&["sudoku", "hint", "--technique", "XY-Chain", "--png", "--out", &path("chain.png"), HARD], "", 0);
    for name in ["001.png", "chain.png"] {
        let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(path(name)).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (1104, 1104));
        let share = |colour: [u8; 3]| pixels.chunks_exact(3).filter(|pixel| **pixel == colour).count();
        assert!(share([0xff; 3]) > 500_000 && share([0x1c, 0x1d, 0x21]) > 5_000, "{name}: paper and ink");
        // Links and eliminations are drawn.
        assert_eq!(share([0xa8, 0x37, 0x00]) > 500, name == "chain.png", "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
    let refused = |args: &[&str]| run(args, b"").err;
    assert!(refused(&["sudoku", "steps", "--png", HARD]).contains("needs --out FOLDER"));
    assert!(refused(&["sudoku", "hint", "--out", "x", HARD]).contains("--out needs --svg or --png"));
    assert!(
        refused(&["sudoku", "hint", "--technique", "guess", HARD])
            .contains("expected (part of) one of: Full House")
    );
    assert_eq!(
        out(&["sudoku", "hint", "--technique", "Jellyfish", PUZZLE], "", 1),
        "No step of \"Jellyfish\" applies here.\n"
    );
}

#[test]
fn sudoku_explainers_steps_lead_to_its_rating() {
    for profile in ["se121", "sukaku"] {
        let steps = out(&["sudoku", "steps", "--profile", profile, HARD], "", 0);
        let difficulty = |line: &str| -> f32 {
            let (name, _) = line.split_once(": ").unwrap();
            name.rsplit(' ').next().unwrap().parse().unwrap()
        };
        let hardest = steps.lines().map(difficulty).fold(0.0, f32::max);
        let rated = out(&["sudoku", "rate", "--profile", profile, HARD], "", 0);
        assert!(rated.starts_with(&format!("{HARD}\t{hardest:.1}/")), "{rated}{steps}");
        let placed = steps.lines().filter(|line| line.contains('=')).count();
        assert_eq!(placed, HARD.matches(['.', '0']).count(), "{steps}");
        // The techniques are counted by name, hardest first.
        let graded = out(&["sudoku", "grade", "--profile", profile, HARD], "", 0);
        let printed = graded.trim().rsplit('\t').next().unwrap();
        let count = |word: &str| -> usize { word.rsplit(" x").next().unwrap().parse().unwrap() };
        let singles = steps.lines().filter(|line| line.contains(" Single ") && !line.contains("Direct"));
        assert_eq!(
            printed.split(", ").map(count).sum::<usize>() + singles.count(),
            steps.lines().count(),
            "{printed}"
        );
    }
    let refused = |args: &[&str]| run(args, b"").err;
    assert!(
        refused(&["sudoku", "steps", "--profile", "sukaku", "--svg", HARD]).contains("use hodoku or own")
    );
    assert!(
        refused(&["sudoku", "steps", "--profile", "se121", "--geometry", "2x2", "1.....3.........",])
            .contains("need a puzzle on the standard 9x9 board with one solution")
    );
}

#[test]
fn uniqueness_techniques_can_be_turned_off() {
    let puzzle = "3...4..6...592...1.8.6.....97.....45......2....6.3..9.2..4.......1..5.....789....";
    let rests_on_it = |steps: &str| steps.contains("Uniqueness") || steps.contains("Rectangle: ");
    assert!(rests_on_it(&out(&["sudoku", "steps", puzzle], "", 0).replace("Empty Rectangle", "")));
    for command in ["steps", "explain"] {
        let printed = out(&["sudoku", command, "--no-uniqueness", puzzle], "", 0);
        assert!(!rests_on_it(&printed.replace("Empty Rectangle", "")) && printed.contains("=9"), "{printed}");
    }
    let none = "No step of \"Uniqueness Test\" applies here.\n";
    let hint = ["sudoku", "hint", "--technique", "Uniqueness Test", "--no-uniqueness", puzzle];
    assert_eq!(out(&hint, "", 1), none);
}

#[test]
fn hodoku_ends_with_brute_force_and_a_hint_goes_deeper() {
    let beyond = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let steps = out(&["sudoku", "steps", beyond], "", 0);
    assert!(steps.starts_with("Brute Force: r5c3=9\n"), "{steps}");
    assert_eq!(steps.matches("Brute Force").count(), 2);
    assert_eq!(
        out(&["sudoku", "rate", "--profile", "hodoku", beyond], "", 0),
        format!("{beyond}\tExtreme\t21342\n")
    );
    let graded = out(&["sudoku", "grade", beyond], "", 0);
    assert!(graded.starts_with(&format!("{beyond}\tExtreme\tBrute Force x2, ")), "{graded}");
    let hint = out(&["sudoku", "hint", "--level", "2", beyond], "", 0);
    assert!(hint.starts_with("Nested Forcing Net Contradiction in "), "{hint}");
    let [short, full] =
        [&[][..], &["--full"]].map(|options| out(&[&["sudoku", "hint"], options, &[beyond]].concat(), "", 0));
    assert!(short.len() <= full.len() && !full.contains("(Folded"), "{full}");
    assert!(full.contains("\n1. Suppose that "), "{full}");
}

#[test]
fn every_line_gets_a_rating() {
    let input = format!("# a comment\n{PUZZLE}\n{}\n12\n", ".".repeat(81));
    let run = run(&["sudoku", "rate", "--profile", "hodoku", "-"], input.as_bytes());
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[..3], ["# a comment", &format!("{PUZZLE}\tEasy\t262"), "# several"]);
    assert!(lines[3].starts_with("# error: column 3: found 2 cells"), "{}", lines[3]);
    assert_eq!(run.exit, 2);
    assert!(run.err.contains("rated as in HoDoKu 2.2"), "{}", run.err);
}

/// Candidates can leave one solution where the givens have several. In this case, uniqueness
/// techniques are turned off, because they would give wrong results. (The data is not part of this
/// project.)
#[test]
fn puzzles_of_candidates_alone_are_rated_to_the_end() {
    let Some(path) = shared_data("sudoku-human/se-ratings-part.tsv") else { return };
    let data = std::fs::read_to_string(path).unwrap();
    let marks: Vec<&str> =
        data.lines().filter_map(|line| line.split('\t').nth(2)).filter(|text| text.len() == 729).collect();
    for profile in ["own", "hodoku"] {
        let rated = out(&["sudoku", "rate", "-q", "--profile", profile, "-"], &(marks.join("\n") + "\n"), 0);
        assert_eq!(rated.lines().count(), marks.len());
        assert!(rated.lines().all(|line| !line.ends_with("\t-")), "{profile}");
    }
}

#[test]
fn ratings_of_sudoku_explainer_are_three_numbers() {
    let marks = out(&["sudoku", "candidates", "--format", "marks", PUZZLE], "", 0);
    let (marks, blank) = (marks.trim(), ".".repeat(81));
    let input = format!("{PUZZLE}\n{marks}\n{blank}\n{}\n", ".".repeat(729));
    let found = run(&["sudoku", "rate", "--profile", "sukaku", "-"], input.as_bytes());
    // In SukakuExplainer, a cell with a single candidate is considered filled from the start.
    let none = "0.0/0.0/0.0";
    let expected = format!(
        "{PUZZLE}\t1.5/1.2/1.2\n{marks}\t1.5/1.2/1.2\n{blank}\t{none}\n{}\t{none}\n",
        ".".repeat(729)
    );
    assert_eq!(found.out, expected);
    assert!(found.err.contains("rated as in SukakuExplainer (2021)"), "{}", found.err);
    let rated = out(&["sudoku", "rate", "-q", "--profile", "se121", "-"], &format!("{HARD}\n"), 0);
    assert!(rated.starts_with(&format!("{HARD}\t7.")), "{rated}");
}

#[test]
fn puzzles_are_generated_for_a_technique_and_a_rating() {
    let made = |more: &[&str]| {
        let args = [&["sudoku", "generate", "-q", "--seed", "1", "--count", "2"], more].concat();
        out(&args, "", 0)
    };
    let wings = made(&["--technique", "xy-wing", "--rating", "4.0..4.6"]);
    let graded = out(&["sudoku", "grade", "-q", "--profile", "own", "-"], &wings, 0);
    assert_eq!(graded.lines().count(), 2);
    for line in graded.lines() {
        let rating: f64 = line.split('\t').nth(1).and_then(|rating| rating.parse().ok()).unwrap_or(0.0);
        assert!((4.0..=4.6).contains(&rating) && line.contains("XY-Wing x"), "{line}");
    }
    let chains = made(&["--profile", "sukaku", "--rating", "7.1"]);
    for line in out(&["sudoku", "rate", "-q", "--profile", "sukaku", "-"], &chains, 0).lines() {
        assert!(line.contains("\t7.1/"), "{line}");
    }
    // A technique that no profile uses, which applies when the simplest techniques no longer do.
    let fish = made(&["--technique", "finned mutant swordfish", "--early"]);
    assert_eq!(fish.lines().count(), 2);
    let of_explainer =
        run(&["sudoku", "generate", "--technique", "Swordfish", "--early", "--profile", "sukaku"], b"");
    assert!(of_explainer.err.contains("--early needs --profile hodoku or own"), "{}", of_explainer.err);
    let unknown = run(&["sudoku", "generate", "--technique", "jelly"], b"");
    assert!(
        unknown.err.contains(
            "ambiguous technique \"jelly\", expected one of: Jellyfish, Finned Jellyfish, Sashimi Jellyfish"
        ),
        "{}",
        unknown.err
    );
    let range = run(&["sudoku", "generate", "--rating", "5..4"], b"");
    assert!(
        range.exit == 2 && range.err.contains("found \"5..4\", expected a number such as 4.2 or a range"),
        "{}",
        range.err
    );
}

#[test]
fn the_easiest_step_profile_reaches_the_solution() {
    let rated = out(&["sudoku", "rate", "-q", "--profile", "own", "-"], &format!("{PUZZLE}\n{HARD}\n"), 0);
    assert_eq!(rated, format!("{PUZZLE}\t1.2\n{HARD}\t5.5\n"));
    let steps = out(&["sudoku", "steps", "--profile", "own", HARD], "", 0);
    assert!(steps.contains("Almost Locked Set XZ-Rule: ") && steps.lines().count() > 45, "{steps}");
    assert_eq!(
        out(&["sudoku", "hint", "--level", "3", "--profile", "own", HARD], "", 0),
        "Hidden Single in r123c456.\n"
    );
}

#[test]
fn positions_are_converted_between_formats() {
    let mut last = format!("{PUZZLE}\n");
    for format in
        ["sdk", "sdx", "ss", "candidates", "marks", "library", "opensudoku", "sudokuwiki", "grid", "line"]
    {
        // Marks do not show which cells have digits: a cell with one candidate is written like a
        // digit.
        let input = if matches!(format, "library" | "sdx") { format!("{PUZZLE}\n") } else { last };
        last = out(&["sudoku", "convert", "--to", format, "-"], &input, 0);
        assert!(!last.is_empty(), "{format}");
        // The output is also solvable.
        let steps = out(&["sudoku", "steps", "-"], &last, 0);
        assert!(steps.contains("Full House: "), "{format}: {steps}");
        if format == "candidates" || format == "marks" {
            last = format!("{PUZZLE}\n");
        }
    }
    assert_eq!(last, format!("{PUZZLE}\n"));
    let link = out(&["sudoku", "convert", "--to", "sudokuwiki", PUZZLE], "", 0);
    assert_eq!(out(&["sudoku", "convert", link.trim()], "", 0), format!("{PUZZLE}\n"));
    let two = out(&["sudoku", "convert", "--to", "opensudoku", "-"], &format!("{PUZZLE}\n{HARD}\n"), 0);
    assert_eq!(out(&["sudoku", "convert", "-"], &two, 0), format!("{PUZZLE}\n{HARD}\n"));
    assert!(out(&["sudoku", "hint", "--level", "2", link.trim()], "", 0).contains("Single in "));
    let one_wanted = run(&["sudoku", "hint", "-"], two.as_bytes());
    assert!(
        one_wanted.exit == 2 && one_wanted.err.contains("found 2 positions, expected one"),
        "{}",
        one_wanted.err
    );
    let bad = run(&["sudoku", "convert", "-"], b"[Puzzle]\n12x\n");
    assert!(bad.exit == 2 && bad.err.contains("line 1, column 3: found 'x'"), "{}", bad.err);
}

#[test]
fn a_library_passes_or_fails() {
    let blank = ".".repeat(81);
    let case =
        format!(":0003:3:{PUZZLE}:::374:\n:0003:3:{PUZZLE}:::375:\n:0610-x::{blank}::::\n# a comment\n\n");
    let text = out(&["sudoku", "conformance", "-"], &case, 1);
    assert_eq!(text, "0003 1 2\n0610 1 1\ntotal passed 2 of 3, must-not-find found 0\n");
    let bad = run(&["sudoku", "conformance", "-"], b":0003:3:12::::\n");
    assert!(
        bad.exit == 2
            && bad.err.contains("standard input, line 1, column 9: found 2 cells, expected 81 cells"),
        "{}",
        bad.err
    );
}

/// Tests boards of other sizes and shapes, with their symbols.
#[test]
fn steps_work_on_other_boards() {
    let large = "...4.C......C96...53........A5.B4...A.1..7...B..9.....8...4..6..B4..5.1243.6....7A.....2....16.7.5...A.7..2..........4...A..1.6C3.8....B....A...";
    let steps = out(&["sudoku", "steps", "--geometry", "4x3", large], "", 0);
    assert!(steps.lines().any(|line| line.contains("Single: ") && line.ends_with("=C")), "{steps}");
    let chain = steps.lines().find(|line| line.starts_with("XY-Chain")).expect("an XY-chain");
    assert!(chain.contains("(6=8)") && chain.contains("r1c(12)"), "{chain}");
    // Candidate lists are read like cells, and removed candidates are taken into account.
    for form in ["rows", "grid"] {
        let lists = out(&["sudoku", "candidates", "--geometry", "4x3", "--format", form, large], "", 0);
        assert_eq!(out(&["sudoku", "steps", "--geometry", "4x3", "-"], &lists, 0), steps);
        let placed = steps.lines().find_map(|line| line.split_once("r1c1=")).expect("a digit").1;
        let wrong = lists.replacen("23578B", &"23578B".replace(placed, ""), 1);
        let printed = out(&["sudoku", "hint", "--geometry", "4x3", "-"], &wrong, 1);
        assert_eq!(printed, format!("{placed} was removed from r1c1 by mistake.\n"));
        let bad = run(
            &["sudoku", "hint", "--geometry", "4x3", "-"],
            lists.replacen("23578B", "2357XB", 1).as_bytes(),
        );
        assert!(bad.err.contains("found '2357XB', expected digits 1-C, each at most once"), "{}", bad.err);
    }
    // The same puzzle with other signs, from a file, and explained.
    let signs = "123456789ABC".chars().zip('A'..='L').collect::<std::collections::HashMap<_, _>>();
    let renamed: String = large.chars().map(|sign| signs.get(&sign).copied().unwrap_or('.')).collect();
    let named = out(&["sudoku", "explain", "--geometry", "4x3", "--symbols", "A-L", "-"], &renamed, 0);
    assert!(
        named.contains("Hidden Single: r4c2=D\n   In box 1, D can only go in r4c2. So r4c2 is D."),
        "{named}"
    );
    assert!(named.contains("+-"), "boxes are separated: {named}");
    let json = out(&["sudoku", "hint", "--json", "--geometry", "4x3", large], "", 0);
    assert!(json.contains("\"placements\":[{\"cell\":\"r4c2\",\"digit\":4}]"), "{json}");
    // Jigsaw regions, and cages that make the solution unique.
    let jigsaw = out(&["sudoku", "hint", "--geometry", "jigsaw:1122112233443344", "12..34..2....3.."], "", 0);
    assert!(jigsaw.contains("House: ") || jigsaw.contains("Single: "), "{jigsaw}");
    let cages = "2x2 cage:4=r1c1,r2c1 cage:6=r1c2,r2c2 cage:4=r1c3,r2c3 cage:3=r3c1-2 cage:7=r3c3-4";
    for (geometry, has_several) in [(cages, false), ("2x2", true)] {
        let hint = run(&["sudoku", "hint", "--geometry", geometry, "12..3..........."], b"");
        assert_eq!(hint.exit, 0, "{}", hint.err);
        assert_eq!(hint.err.contains("several solutions"), has_several, "{}", hint.err);
    }
    for (arguments, expected) in [
        (&["--geometry", "5x5", "1"][..], "found a board of 625 cells, expected at most 256"),
        (&["--geometry", "2x2", "1234"][..], "found 4 cells, expected 16"),
        (&["--geometry", "2x2", "12345..........."][..], "found \"5\""),
        (&["--geometry", "2x2", "--symbols", "1-9", "1..............."][..], "--symbols: "),
    ] {
        let bad = run(&[&["sudoku", "hint"][..], arguments].concat(), b"");
        assert!(bad.exit == 2 && bad.err.contains(expected), "{arguments:?}: {}", bad.err);
    }
}

/// A closed pipe is not an error.
#[test]
fn a_closed_pipe_is_not_an_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_gridlore"))
        .args(["sudoku", "candidates", PUZZLE])
        .stdout(writer)
        .output()
        .expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&program.stderr), "");
    assert_eq!(program.status.code(), Some(0));
}
