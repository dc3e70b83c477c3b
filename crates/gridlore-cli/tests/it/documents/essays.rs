//! Checks the statements and numbers in the essays against the program.
//!
//! Their boards and programs are tested in `puzzles.rs`, and their speeds in `figures.rs`.

use super::{documents, root};
use crate::program::run;
use regex::Regex;
use std::io::Write;

/// Returns the text of a document on one line.
fn text(name: &str) -> String {
    let all = documents();
    let (_, text) = all.iter().find(|(other, _)| other.ends_with(name)).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks that a document contains a sentence.
fn says(name: &str, sentence: &str) {
    assert!(text(name).contains(sentence), "{name}, expected: {sentence}");
}

/// Returns the output of a command without the final line feed.
fn printed(arguments: &[&str]) -> String {
    let run = run(arguments, b"");
    assert_eq!(run.exit, 0, "{arguments:?}: {}", run.err);
    run.out.trim_end().to_owned()
}

/// Returns a whole number with commas between groups of thousands.
fn commas(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the text of a browser script.
fn script(name: &str) -> String {
    std::fs::read_to_string(root().join("web/src").join(name)).unwrap()
}

#[test]
fn the_essay_on_life_counts_right() {
    let essay = "a-billion-generations.md";
    let far = printed(&["life", "run", "gosper-glider-gun", "--gens", "2^50"]);
    let numbers: Vec<&str> = far.split(' ').collect();
    // The form in which the board shows numbers of more than twelve digits.
    let shown = |digits: &str| {
        let leading: f64 = format!("{}.{}", &digits[..1], &digits[1..6]).parse().unwrap();
        format!("{leading:.3} × 10^{}", digits.len() - 1)
    };
    assert!(script("life/readable.js").contains("const WHOLE_DIGITS = 12;"));
    says(essay, &format!("It shows generation {} and {} live cells", shown(numbers[1]), shown(numbers[3])));
    let macrocell = std::env::temp_dir().join(format!("gridlore-gun-{}.mc", std::process::id()));
    printed(&["life", "run", "gosper-glider-gun", "--gens", "2^50", "-o", macrocell.to_str().unwrap()]);
    let bytes = std::fs::metadata(&macrocell).unwrap().len();
    std::fs::remove_file(macrocell).unwrap();
    assert!((18_000..24_000).contains(&bytes), "{bytes}");
    says(essay, "holds those 187 million million cells in some twenty kilobytes");
    let full = printed(&["life", "run", "max", "--gens", "1000000"]);
    let population = commas(full.rsplit(' ').next().unwrap());
    says(essay, &format!("generation 1,000,000, which has {population} live cells"));
    let settled = printed(&["life", "identify", "r-pentomino"]);
    assert!(settled.contains("from generation 1103 on"), "{settled}");
    says(essay, "settles after 1,103 generations");
    assert!(printed(&["life", "convert", "replicator", "--to", "life"]).lines().count() >= 13);
    says(essay, "a pattern of twelve cells copies itself");
    assert!(script("life/run/jump-input.js").contains("up to 2^62"));
    says(essay, "Generations, and the coordinates of cells, are limited to 2^62");
    assert!(script("life/life-engine.js").contains("megabytes(128, 512);"));
    says(essay, "the engine has at most half a gigabyte for the squares that it remembers");
    says("docs/life.md", "up to 512 MB, or 128 MB on small machines");
    assert!(script("life/label/notes.js").contains("MAX_LABELS = 200;"));
    says("docs/life.md", "A pattern can have 200 labels");
    let recording = script("life/record/recording.js");
    for limit in ["MAX_FRAMES = 1000;", "MAX_GIF_BYTES = 20_000_000;", "MAX_ZIP_BYTES = 100_000_000;"] {
        assert!(recording.contains(limit), "{limit}");
    }
    says("docs/life.md", "up to 1000 frames, and at most 20 MB as a GIF or 100 MB as a ZIP");
    let steps = script("life/edit/undo-steps.js");
    assert!(steps.contains("MAX_STEPS = 100;") && steps.contains("MAX_CHARACTERS = 400_000;"));
    says("docs/life.md", "with up to 100 steps of *Undo* and *Redo*");
    says("docs/life.md", "up to 400,000 characters of undo history");
    for rule in ["B36/S23", "B3678/S34678", "B2/S/C3", "R5,C0,M1,S34..58,B34..45,NM", "B3/S23:T60,40"] {
        says(essay, &format!("`{rule}`"));
        printed(&["life", "run", "glider", "--rule", rule, "--gens", "10"]);
    }
    printed(&["life", "run", "glider", "--rule", "B3/S23:K60*,40", "--gens", "10"]);
}

#[test]
fn the_essay_on_flipper_counts_right() {
    let essay = "nine-buttons.md";
    for line in printed(&["flipper", "table"]).lines() {
        let (square, presses) = line.split_once(": ").unwrap();
        says(essay, &format!("| {square} | {presses} |"));
    }
    let steps = printed(&["flipper", "table", "-v"]);
    for (number, step) in [("001 110 000", "1+2"), ("010 010 100", "1+4"), ("011 100 101", "1+5")] {
        let is_step = |line: &str| line.contains(&format!(" {step}, ")) && line.ends_with(number);
        assert!(steps.lines().any(is_step), "{steps}");
        says(essay, &format!("`{number}`"));
    }
    assert_eq!(steps.lines().filter(|line| line.starts_with("# square ")).count(), 9, "{steps}");
    says(essay, "`gridlore flipper table -v` prints all nine steps");
    assert_eq!(printed(&["flipper", "solve", "110011101"]), "2 3 4 6 8");
    says(essay, "2 3 4 6 8 remain");
    assert_eq!(printed(&["flipper", "solve", "101010101"]), "1 2 3 4 5 6 7 8 9");
    let presses = |line: &str| {
        let names = line.split(": ").nth(1).unwrap().split(' ');
        names.map(|name| 1_u32 << name.parse::<u32>().unwrap()).sum::<u32>()
    };
    let alone: Vec<u32> = printed(&["flipper", "table"]).lines().map(presses).collect();
    let mut counts = [0; 10];
    for board in 0..512 {
        let turned = alone.iter().enumerate().filter(|(square, _)| board >> square & 1 == 1);
        counts[turned.fold(0, |sum, (_, presses)| sum ^ presses).count_ones() as usize] += 1;
    }
    assert_eq!(counts, [1, 9, 36, 84, 126, 126, 84, 36, 9, 1]);
    says(
        essay,
        "one board needs none, nine need one, 36 need two, and so on through 84, 126, 126, 84, 36 and 9 to the single",
    );
    let id = printed(&["show", "--format", "id", "flipper:lights-out 5 5 presses 9#3"]);
    let board = id.rsplit(':').next().unwrap();
    let fewest = printed(&["flipper", "solve", "--puzzle", "lights-out 5 5", board]);
    assert_eq!(fewest.split(' ').count(), 9, "{fewest}");
    let all = printed(&["flipper", "solve", "--puzzle", "lights-out 5 5", "--all", board]);
    let mut presses: Vec<usize> = all.lines().map(|line| line.split(' ').count()).collect();
    presses.sort_unstable();
    assert_eq!(presses, [9, 9, 11, 15]);
    says(essay, "Its four solutions have 9, 9, 11 and 15 presses");
    assert_eq!(printed(&["flipper", "nullity", "5", "5"]), "2", "three of four boards cannot be solved");
    assert_eq!(1 << printed(&["flipper", "nullity", "19", "19"]).parse::<u32>().unwrap(), 65_536);
    assert_eq!(printed(&["flipper", "nullity", "39", "39"]), "32");
    says(essay, "Lights Out at 19 by 19, every solvable board has 65,536 solutions");
}

/// The lines in the essay turn the squares that the essay names, and solve every board.
#[test]
fn the_envelope_solves_every_board() {
    let essay = "back-of-the-envelope.md";
    let turns: Vec<u32> = printed(&["flipper", "table", "-v"])
        .lines()
        .filter_map(|line| line.strip_prefix("#   "))
        .filter_map(|line| line.split_once(": "))
        .map(|(_, turns)| u32::from_str_radix(&turns.replace(' ', ""), 2).unwrap())
        .collect();
    assert_eq!(turns.len(), 9);
    let all = documents();
    let (_, whole) = all.iter().find(|(name, _)| name.ends_with(essay)).unwrap();
    let stairs = whole.split("## The staircase").nth(1).unwrap();
    let rows = stairs.lines().filter(|line| line.starts_with('|') && line.contains('`'));
    let lines: Vec<(Vec<usize>, u32)> = rows
        .map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let moves = cells[2].split(' ').map(|name| name.parse().unwrap()).collect();
            (moves, u32::from_str_radix(&cells[3].replace([' ', '`'], ""), 2).unwrap())
        })
        .collect();
    assert_eq!(lines.len(), 9);
    for (square, (moves, turned)) in lines.iter().enumerate() {
        assert_eq!(moves.iter().fold(0, |sum, name| sum ^ turns[name - 1]), *turned);
        assert_eq!(turned.leading_zeros() as usize, 32 - 9 + square, "no earlier square is turned");
    }
    for board in 0..512_u32 {
        let left = lines.iter().enumerate().fold(board, |left, (square, (_, turned))| {
            if left >> (8 - square) & 1 == 1 { left ^ turned } else { left }
        });
        assert_eq!(left, 0, "{board:09b}");
    }
    let added =
        printed(&["flipper", "table", "-v"]).lines().filter(|line| line.starts_with("#   add")).count();
    assert_eq!(added, 33);
    says(essay, "Nine squares need at most 72 additions, and with the choices above, 33 were enough");
    assert_eq!(printed(&["flipper", "quiet", "--puzzle", "lights-out 5 1"]), "1 2 4 5");
    says(essay, "Then the last line without a frame is 1 + 2 + 4 + 5, and it turns nothing");
}

/// Finds the worst 5 by 5 boards by trying every set of presses, each with the three other sets
/// that have the same effect.
#[test]
fn the_number_of_worst_boards_of_five_by_five_is_right() {
    let mut quiet = vec![0_u32];
    for line in printed(&["flipper", "quiet", "--puzzle", "lights-out 5 5"]).lines() {
        let pattern = line.split(' ').map(|name| 1 << (name.parse::<u32>().unwrap() - 1)).sum::<u32>();
        quiet.extend(quiet.clone().iter().map(|other| other ^ pattern));
    }
    let mut counts = [0_u32; 26];
    for presses in 0..1_u32 << 25 {
        let fewest = quiet.iter().map(|pattern| (presses ^ pattern).count_ones()).min().unwrap();
        counts[fewest as usize] += 1;
    }
    let most = counts.iter().rposition(|&count| count > 0).unwrap();
    assert_eq!((most, counts[most] / 4), (15, 7_350));
    says("nine-buttons.md", "the worst boards need fifteen presses, and there are 7,350 of these");
}

/// Returns the number of inferences of a goal.
fn inferences(program: &str, goal: &str) -> f64 {
    let path = std::env::temp_dir().join(format!("gridlore-essay-{}.pl", std::process::id()));
    std::fs::File::create(&path).unwrap().write_all(program.as_bytes()).unwrap();
    let shown = run(&["prolog", "--time", "-g", goal, path.to_str().unwrap()], b"");
    std::fs::remove_file(path).unwrap();
    let number = Regex::new(r"% (\d+) inferences").unwrap();
    number.captures(&shown.err).unwrap_or_else(|| panic!("{}", shown.err))[1].parse().unwrap()
}

#[test]
fn the_essay_on_prolog_counts_right() {
    let essay = "puzzles-told-as-rules.md";
    let all = documents();
    let (_, whole) = all.iter().find(|(name, _)| name.ends_with(essay)).unwrap();
    let blocks: Vec<&str> =
        whole.split("```prolog\n").skip(1).map(|block| block.split("```").next().unwrap()).collect();
    let program = |at: usize| blocks[at].split("\n?- ").next().unwrap().to_owned() + "\n";
    let tries = inferences(&program(1), "puzzle(Letters)");
    assert_eq!((tries / 1e6).round(), 6.0);
    says(essay, "after six million inferences");
    let thinks = inferences(&program(2), "puzzle([S, E, N, D, M, O, R, Y])");
    assert!((50.0..300.0).contains(&thinks), "{thinks}");
    says(essay, "does not try any digits, and takes fewer than 300 inferences");
    let sudoku = printed(&["show", "prolog:sudoku"]);
    let program = sudoku.split("\n?- ").next().unwrap().to_owned() + "\n";
    let solves = inferences(&program, "puzzle(inkala, Rows), sudoku(Rows), maplist(label, Rows)");
    assert!((1_000.0..3_000.0).contains(&solves), "{solves}");
    says(essay, "One solution takes fewer than 3,000 inferences");
    let wrong = blocks.iter().find(|block| block.contains("grandparant")).unwrap();
    let (path, text) =
        (std::env::temp_dir().join(format!("gridlore-wrong-{}.pl", std::process::id())), wrong);
    std::fs::write(&path, text.split("\n?- ").next().unwrap()).unwrap();
    let shown = run(&["prolog", "-g", "grandparant(ada, Who)", path.to_str().unwrap()], b"").err;
    std::fs::remove_file(path).unwrap();
    for part in [":4:16: Singleton variables", ":6:1: Syntax error", "Did you mean: grandparent/2?"] {
        assert!(shown.contains(part), "{shown}");
    }
    says(essay, "the page points out the first two, with their lines, before you ask");
    says(essay, "the page suggests the name that you probably meant");
}

#[test]
fn the_statements_of_the_essay_on_connect_four_are_true() {
    let essay = "four-in-a-row.md";
    let shown = printed(&["connect-four", "analyze", "121212"]);
    let scores: Vec<i32> =
        shown.lines().map(|line| line.split(' ').nth(1).unwrap().parse().unwrap()).collect();
    assert!(
        scores[0] == 18 && scores[1] < 0 && scores[1] > -18 && scores[2..].iter().all(|&score| score == -18)
    );
    says(essay, "Column 1 is +18. Every other column except the second is −18");
    let record = std::fs::read_to_string(root().join("bench/record/2026-11-22/connect-four.tsv")).unwrap();
    let line = record.lines().find(|line| line.starts_with("empty board, who wins\t")).unwrap();
    let nodes: f64 = line.split('\t').nth(3).unwrap().parse().unwrap();
    assert_eq!((nodes / 1e6).round(), 34.0);
    assert_eq!(text(essay).matches("some thirty-four million").count(), 2, "description and text");
    let seconds: f64 = line.split('\t').nth(2).unwrap().parse::<f64>().unwrap() / 1e6;
    says(essay, &format!("some thirty-four million of them, which takes {seconds:.1} seconds"));
    let values =
        std::fs::read_to_string(root().join("bench/record/2026-11-22/connect-four-values.tsv")).unwrap();
    let line = values.lines().find(|line| line.starts_with("7x6\t")).unwrap();
    assert_eq!((line.split('\t').nth(5).unwrap().parse::<f64>().unwrap() / 1e6).round(), 85.0);
    says(essay, "The exact score required about eighty-five million when it was last measured");
    let wins = std::fs::read_to_string(root().join("bench/record/2026-11-22/connect-four-wins.txt")).unwrap();
    let recorded = |way: &str| -> f64 {
        let line = wins.lines().find(|line| line.starts_with(&format!("{way} "))).unwrap();
        line.split(' ').nth(1).unwrap().parse().unwrap()
    };
    let (ways, [lines, shift, logic]) =
        ("three-ways-to-see-four.md", ["lines", "shift", "logic"].map(recorded));
    says(
        ways,
        &format!(
            "| lines | {lines:.1} ns | | shift | {shift:.1} ns | | logic | {} ns |",
            commas(&format!("{logic:.0}"))
        ),
    );
    says(ways, &format!("many positions at once | {:.2} ns |", recorded("many-avx512")));
    assert_eq!(((lines / shift).round(), (logic / shift / 50.0).round()), (15.0, 15.0));
    says(ways, "lines take fifteen times as long as shifts, and logic 750 times");
    assert_eq!(((nodes * logic / 1e9).round(), (nodes * shift / 1e7).round()), (46.0, 6.0));
    says(ways, "takes 46 seconds with logic and six hundredths of a second with shifts");
    let help = printed(&["connect-four", "play", "--help"]).replace("\n", " ");
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("person, beginner, casual, club, strong, playouts or perfect"), "{help}");
    says(essay, "one of six players from a beginner to one that makes no mistakes");
    says("connect-four.md", "plays at six levels");
}

#[test]
fn the_essay_on_exact_covers_counts_right() {
    let essay = "dancing-links.md";
    let count = |id: &str| {
        let problem = printed(&["show", id]) + "\n";
        run(&["cover", "count", "-"], problem.as_bytes()).out.trim().to_owned()
    };
    assert_eq!(count("cover:packing-3x3"), "1", "there is no other solution");
    assert_eq!(count("cover:latin-3"), "12");
    says(essay, "27 options over 27 items, and twelve solutions");
    assert_eq!(count("cover:seven"), "1");
    says(essay, "It has seven columns, eight rows and one solution");
    assert_eq!(count("cover:queens-4"), "2");
    let blank = printed(&["cover", "make", "sudoku", &".".repeat(81)]);
    let lines: Vec<&str> = blank.lines().filter(|line| !line.starts_with('|')).collect();
    assert_eq!((lines.len() - 1, lines[0].split(' ').count()), (729, 324));
    says(essay, "729 options over 324 items");
    let packed =
        printed(&["cover", "pack", "--board", "6x10", "--pieces", "pentominoes", "--distinct", "--count"]);
    says(essay, &format!("in {} ways", commas(&packed)));
}

/// Checks the essay’s statements about each board against the words of the program.
#[test]
fn the_essay_on_techniques_says_what_hints_say() {
    let all = documents();
    let (_, whole) = all.iter().find(|(name, _)| name.ends_with("from-candidates-to-chains.md")).unwrap();
    let boards: Vec<&str> =
        whole.split("```sudoku\n").skip(1).map(|block| block.lines().next().unwrap()).collect();
    let expected = [
        ("r7c4=3", "The fourth cell has only a 3"),
        ("8 in b5 / r5", "In box 5, in the middle, 8 fits only in row 5"),
        ("2,4 in r59c1", "Two cells of column 1 hold 2 and 4 and nothing else"),
        ("4,9 in r9c", "In row 9, only two cells can be 4, and only the same two cells can be 9"),
        ("4 in r5 r8 / c1 c6", "In row 5, the 4 has two places, in columns 1 and 6. In row 8"),
        (
            "(2)r3c6=(2)r3c1-(2)r7c1=",
            "In rows 3 and 7, the 2 has two places each, one of which is in column 1",
        ),
        ("(7=8)r2c1-(8=6)r5c1-(6=7)r5c6", "The pivot, row 5, column 1, is 8 or 6"),
        ("7,9 in r12c48", "so the fourth is neither 7 nor 9"),
        ("(6=7)r5c9-(7=1)r5c6", "If the first cell is not 6, the last cell is"),
        ("AIC: ", "Let the two alternate"),
    ];
    assert_eq!(boards.len(), expected.len());
    for (board, (hint, sentence)) in boards.iter().zip(expected) {
        let shown = printed(&["sudoku", "hint", board]);
        assert!(shown.contains(hint), "{board}: {shown}");
        says("from-candidates-to-chains.md", sentence);
    }
    says("from-candidates-to-chains.md", "Ten ideas, each a small step beyond the last");
    says("solving-sudoku.md", "presents ten");
}

/// Checks the essay’s statements about each variant against the words of the program.
#[test]
fn the_essay_on_variants_says_what_hints_say() {
    let essay = "cages-and-arrows.md";
    let all = documents();
    let (_, whole) = all.iter().find(|(name, _)| name.ends_with(essay)).unwrap();
    let blocks = whole.split("```variant-sudoku\n").skip(1).map(|block| block.split("```").next().unwrap());
    let expected = [
        ("The cage of 23 in r1c9, r2c9 and r3c9 can only be 6+8+9.", "Its digits are 6, 8 and 9"),
        (
            "Box 1 adds up to 45, and the cages in it to 36. So r3c1 is 9.",
            "row 3, column 1, which is 45 − 36 = 9",
        ),
        ("so r8c3 is at most 2, r7c4 is 2 or 3", "the bulb is 1 or 2, the next cell 2 or 3"),
        ("so r8c7 is 7; the circle is at most 7", "That makes 7. The circle cannot be larger"),
    ];
    let path = std::env::temp_dir().join(format!("gridlore-variant-{}.txt", std::process::id()));
    let mut seen = 0;
    for (block, (hint, sentence)) in blocks.zip(expected) {
        std::fs::write(&path, block).unwrap();
        let shown = printed(&["sudoku", "hint", path.to_str().unwrap()]);
        assert!(shown.contains(hint), "{block}: {shown}");
        says(essay, sentence);
        seen += 1;
    }
    std::fs::remove_file(path).unwrap();
    assert_eq!(seen, expected.len());
    // The sums for which there is only one set of different digits.
    let sets = |cells: u32, sum: usize| {
        let of = |set: u32| (0..9).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + 1).sum::<usize>();
        (0_u32..512).filter(|set| set.count_ones() == cells && of(*set) == sum).count()
    };
    let alone: Vec<usize> = (6..=24).filter(|sum| sets(3, *sum) == 1).collect();
    assert_eq!((alone, sets(2, 3), sets(2, 17)), (vec![6, 7, 23, 24], 1, 1));
    says(essay, "For three cells, the sums of this kind are 6, 7, 23 and 24");
}

/// Checks the numbers in docs/prolog.md and in the essay on logs.
#[test]
fn sizes_and_bounds_match_the_documents() {
    let wasm = std::fs::read(root().join("web/pkg/prolog.wasm")).unwrap();
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(&wasm).unwrap();
    let kilobytes = packer.finish().unwrap().len() as f64 / 1e3;
    let page = text("docs/prolog.md");
    let shown = Regex::new(r"A page downloads (\d+) kB").unwrap().captures(&page).unwrap();
    let shown: f64 = shown[1].parse().unwrap();
    assert!((shown / kilobytes - 1.0).abs() < 0.03, "docs/prolog.md: {shown} kB, it has {kilobytes:.0}");
    let source = |path: &str| {
        std::fs::read_to_string(root().join("crates/gridlore-accesslog/src").join(path)).unwrap()
    };
    assert!(source("count/tally.rs").contains("const BATCH: usize = 32;"));
    says("who-came.md", "works on thirty-two lines at a time");
    assert!(source("count/distinct.rs").contains("const MIN_HASHES: usize = 4096;"));
    says("who-came.md", "Keep the 4,096 smallest hashes");
}

/// Words between asterisks that are not labels.
const NO_LABELS: &[&str] = &[
    "HighLife",
    "WireWorld",
    "Dancing links",
    "Golly",
    "Mathematical games",
    "Sources",
    "A table",
    "Solving Connect 4",
    "One of the two",
    "Not both",
    "HoDoKu",
    "Sudoku Explainer",
    "Solving every sudoku puzzle",
];

/// Every label that a document mentions exists on a button or field.
#[test]
fn every_label_that_is_named_exists() {
    let span = Regex::new(r"\*\*?([A-Z][^*\n]{0,34}[^*\n.])\*\*?").unwrap();
    let mut sources = String::new();
    for folder in ["web/src", "crates/gridlore-server/src", "crates/gridlore/src"] {
        for entry in walkdir::WalkDir::new(root().join(folder)) {
            let path = entry.unwrap().into_path();
            if path.extension().is_some_and(|end| end == "js" || end == "rs") {
                sources.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (name, whole) in documents() {
        if !name.starts_with("docs/") || name.ends_with("NEW-PUZZLE.md") {
            continue;
        }
        let (_, rest) = super::fences(&whole);
        for label in span.captures_iter(&rest).map(|found| found[1].to_owned()) {
            if NO_LABELS.contains(&label.as_str()) || label.split(' ').count() > 4 {
                continue;
            }
            seen += 1;
            let quoted = ["'", "\"", "`", ">"].iter().any(|quote| {
                sources.match_indices(&format!("{quote}{label}")).any(|(at, text)| {
                    sources[at + text.len()..].starts_with(['\'', '"', '`', '<', ':', ' ', '…'])
                })
            });
            if !quoted {
                wrong.push(format!("{name}: {label}"));
            }
        }
    }
    assert!(wrong.is_empty(), "no such label:\n{}", wrong.join("\n"));
    assert!(seen >= 20, "{seen}");
}

/// The gun starts with tiles, and switches to squares during a long run.
#[test]
fn the_gun_changes_its_engine_as_the_essay_says() {
    let engine = |to: u64| {
        let mut viewer = gridlore::life::Viewer::open("life:gosper-glider-gun", 512 << 20).unwrap();
        // The pattern is run in slices, as on the page.
        while !viewer.run(to, &mut gridlore::Budget::nodes(20_000)).unwrap() {}
        viewer.status().engine
    };
    assert_eq!((engine(10_000), engine(100_000)), ("tiles", "hash"));
    says(
        "a-billion-generations.md",
        "jump to 10,000: the program stays with the tile engine, which uses words and shifts. Restart and jump to 100,000",
    );
}

/// Checks the levels that a post may name, and their properties.
#[test]
fn the_levels_of_sudoku_match_the_documents() {
    let essay = "a-board-in-your-post.md";
    let needs = |level: &str| {
        let id = printed(&["show", "--format", "id", &format!("sudoku:{level}#2026")]);
        let steps = printed(&["sudoku", "steps", id.rsplit(':').next().unwrap()]);
        steps.lines().map(|line| line.split(':').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let is_single = |name: &String| name.ends_with("Single") || name == "Full House";
    assert!(needs("easy").iter().all(is_single) && needs("medium").iter().all(is_single));
    assert!(!needs("hard").iter().all(is_single));
    says(
        essay,
        "`easy` (hidden singles are enough), `medium` (singles are enough), `hard` (singles are not enough)",
    );
    let minimal = printed(&["show", "--format", "id", "sudoku:minimal#2026"]);
    let board = minimal.rsplit(':').next().unwrap();
    for (at, _) in board.char_indices().filter(|(_, sign)| *sign != '.') {
        let less = format!("{}.{}", &board[..at], &board[at + 1..]);
        assert!(run(&["sudoku", "check", &less], b"").out.starts_with("several"), "{less}");
    }
    says(essay, "no given can be removed");
    for (level, name) in [("rated-easy", "Easy"), ("rated-medium", "Medium"), ("rated-hard", "Hard")]
        .into_iter()
        .chain([("rated-unfair", "Unfair"), ("rated-extreme", "Extreme")])
    {
        let id = printed(&["show", "--format", "id", &format!("sudoku:{level}#2026")]);
        let rated = printed(&["sudoku", "rate", id.rsplit(':').next().unwrap().trim()]);
        assert_eq!(rated.split('\t').nth(1), Some(name), "{level}: {rated}");
        says(essay, &format!("`{level}`"));
    }
    says(essay, "are the levels of HoDoKu");
    says("README.md", "new puzzles of five levels, from easy to extreme");
}
