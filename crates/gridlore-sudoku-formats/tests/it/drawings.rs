//! Tests of drawn puzzles: the meaning of shapes, colours and sentences, and the notes on them.

use gridlore_core::Budget;
use gridlore_sudoku_formats::{Reading, is_variant, parse_scl, read};
use gridlore_sudoku_variants::{Outcome, Solver};

/// Returns a 9x9 SudokuPad puzzle with these parts and rules.
fn pad(parts: &str, rules: &str) -> Reading {
    let row = format!("[{}]", ["{}"; 9].join(","));
    let cells = vec![row; 9].join(",");
    let region = |at: usize| {
        let cells = (0..9).map(|cell| format!("[{},{}]", at / 3 * 3 + cell / 3, at % 3 * 3 + cell % 3));
        format!("[{}]", cells.collect::<Vec<_>>().join(","))
    };
    let regions = (0..9).map(region).collect::<Vec<_>>().join(",");
    let text = format!(
        "{{\"cells\":[{cells}],\"regions\":[{regions}],\"metadata\":{{\"rules\":\"{rules}\"}}{}{parts}}}",
        if parts.is_empty() { "" } else { "," }
    );
    assert!(is_variant(&text), "{text}");
    read(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the sentences of all constraints except rows, columns and regions.
fn sentences(reading: &Reading) -> Vec<String> {
    let shape = &reading.puzzle.shape;
    let all = reading.puzzle.constraints.iter().map(|constraint| constraint.sentence(shape));
    all.filter(|sentence| !sentence.starts_with("No digit repeats in a ")).collect()
}

fn line(colour: &str, thickness: i32, points: &str) -> String {
    format!("{{\"color\":\"{colour}\",\"thickness\":{thickness},\"wayPoints\":[{points}]}}")
}

fn round(centre: &str, size: &str, fill: &str, border: &str, text: &str) -> String {
    format!(
        "{{\"center\":{centre},\"width\":{size},\"height\":{size},\"rounded\":true,\"backgroundColor\":\"{fill}\",\
         \"borderColor\":\"{border}\",\"text\":\"{text}\"}}"
    )
}

#[test]
fn a_grey_line_with_a_round_end_is_a_thermometer() {
    let bulb = round("[0.5,0.5]", "0.85", "#CFCFCF", "#CFCFCF", "");
    let stem = line("#CFCFCF", 21, "[0.5,0.5],[0.5,2.5],[2.5,4.5]");
    let reading = pad(&format!("\"underlays\":[{bulb}],\"lines\":[{stem}]"), "");
    assert_eq!(sentences(&reading), ["The digits of the thermometer increase from r1c1 to r3c5."]);
    assert_eq!(reading.notes, ["The grey line with a round end at r1c1 is read as a thermometer."]);
    // From the other end, and as a slow thermometer according to the rules.
    let stem = line("#CFCFCF", 21, "[2.5,4.5],[0.5,2.5],[0.5,0.5]");
    let parts = format!("\"underlays\":[{bulb}],\"lines\":[{stem}]");
    let reading = pad(&parts, "On slow thermometers, digits stay the same or increase from the bulb.");
    assert_eq!(sentences(&reading), ["The digits of the slow thermometer never decrease from r1c1 to r3c5."]);
}

#[test]
fn arrows_begin_in_circles_and_pills() {
    let circle = round("[0.5,0.5]", "0.75", "#ffffff", "#a1a1a1", "");
    let arrow = line("#a1a1a1", 5, "[0.5,0.8],[0.5,1.5],[1.5,2.5]");
    let reading = pad(&format!("\"overlays\":[{circle}],\"arrows\":[{arrow}]"), "");
    assert_eq!(sentences(&reading), ["The digits in r1c2 and r2c3 add up to r1c1."]);
    let pill =
        "{\"center\":[0.5,1],\"width\":1.75,\"height\":0.75,\"rounded\":true,\"borderColor\":\"#a1a1a1\"}";
    let arrow = line("#a1a1a1", 5, "[0.5,1.5],[0.5,2.5],[0.5,3.5]");
    let reading = pad(&format!("\"overlays\":[{pill}],\"arrows\":[{arrow}]"), "");
    assert_eq!(
        sentences(&reading),
        ["The digits in r1c3 and r1c4 add up to the number that r1c1 and r1c2 form."]
    );
}

#[test]
fn the_rules_say_what_a_colour_means() {
    let parts = format!("\"lines\":[{}]", line("#67F067", 10, "[0.5,0.5],[0.5,3.5]"));
    let whisper = |apart: i32| {
        vec![format!("Neighbouring digits on the whisper line from r1c1 to r1c4 differ by at least {apart}.")]
    };
    assert_eq!(sentences(&pad(&parts, "")), whisper(5));
    assert_eq!(
        sentences(&pad(&parts, "Digits next to each other on a green line differ by at least 4.")),
        whisper(4)
    );
    let renban = "Green lines are renban lines: consecutive digits in any order.";
    assert_eq!(
        sentences(&pad(&parts, renban)),
        ["The digits on the renban line from r1c1 to r1c4 are consecutive, in any order, and do not repeat."]
    );
    // A sentence about the colour that is not understood prevents guesses.
    let reading = pad(&parts, "Green lines have prime totals. Purple lines are renban lines.");
    assert_eq!(sentences(&reading), Vec::<String>::new());
    assert_eq!(
        reading.notes,
        [
            "The green line at r1c1 was not understood and is left out.",
            "This sentence of the rules was not understood: \u{201c}Green lines have prime totals\u{201d}",
        ]
    );
}

#[test]
fn marks_between_cells_are_dots_sums_and_signs() {
    let text = |centre: &str, text: &str| {
        format!("{{\"center\":{centre},\"width\":0.25,\"height\":0.25,\"text\":\"{text}\"}}")
    };
    let parts = format!(
        "\"overlays\":[{},{},{},{},{},{}]",
        round("[0.5,1]", "0.34", "#FFFFFF", "#000000", ""),
        round("[1,0.5]", "0.3", "#000000", "#000000", ""),
        round("[3,3]", "0.7", "#FFFFFF", "#000000", "1 2\\n3"),
        text("[4.5,5]", "X"),
        text("[5,4.5]", "V"),
        text("[7.5,8]", "<"),
    );
    let expected = [
        "r1c1 and r1c2 are consecutive.",
        "r1c1 and r2c1 are in the ratio 1:2.",
        "The cells r3c3, r3c4, r4c3 and r4c4 contain 1, 2 and 3.",
        "r5c5 and r5c6 add up to 10.",
        "r5c5 and r6c5 add up to 5.",
        "r8c9 is greater than r8c8.",
    ];
    assert_eq!(sentences(&pad(&parts, "")), expected);
    let all = sentences(&pad(
        &parts,
        "White dots: consecutive. Black dots: ratio 1:2. All possible dots are given.",
    ));
    let negative = "No two cells that share an unmarked edge are consecutive or are in the ratio 1:2.";
    assert!(all.contains(&negative.to_owned()), "{all:?}");
    let some = sentences(&pad(&parts, "White dots: consecutive. Not all dots are given."));
    assert_eq!(some, expected);
}

#[test]
fn numbers_outside_need_an_arrow_or_a_word() {
    let clue =
        |centre: &str| format!("{{\"center\":{centre},\"width\":0.25,\"height\":0.25,\"text\":\"12\"}}");
    let arrow = line("#000000", 2, "[-0.2,1.8],[-0.02,1.98]");
    let parts = format!("\"overlays\":[{}],\"arrows\":[{arrow}]", clue("[-0.5,1.5]"));
    let diagonal = sentences(&pad(&parts, ""));
    assert_eq!(diagonal.len(), 1);
    assert!(diagonal[0].contains("r1c3") && diagonal[0].contains("12"), "{diagonal:?}");
    let parts = format!("\"overlays\":[{}]", clue("[3.5,-0.5]"));
    let silent = pad(&parts, "Normal sudoku rules apply.");
    assert_eq!(sentences(&silent), Vec::<String>::new());
    assert_eq!(
        silent.notes,
        ["The number outside the grid left of row 4 was not understood and is left out."]
    );
    for (rules, name) in [
        ("Sandwich sums are outside the grid.", "sandwich"),
        ("X-sums are outside the grid.", "X-sum"),
        ("Skyscrapers: clues outside the grid.", "skyscraper"),
    ] {
        let reading = pad(&parts, rules);
        let names: Vec<&str> = reading.puzzle.constraints.iter().map(|one| one.name()).collect();
        assert_eq!(names, ["rows and columns", "regions", name]);
    }
}

/// Marks are left out if a sentence negates their usual meaning or gives them another.
#[test]
fn weakened_sentences_leave_their_marks_out() {
    let dot = |text: &str| format!("\"overlays\":[{}]", round("[0.5,1]", "0.34", "#FFFFFF", "#000000", text));
    let arrow = format!(
        "\"overlays\":[{}],\"arrows\":[{}]",
        round("[0.5,0.5]", "0.75", "#ffffff", "#a1a1a1", ""),
        line("#a1a1a1", 5, "[0.5,0.8],[0.5,1.5],[1.5,2.5]")
    );
    let grey = format!("\"lines\":[{}]", line("#CFCFCF", 10, "[0.5,0.5],[0.5,3.5]"));
    let quadruple = format!("\"overlays\":[{}]", round("[3,3]", "0.7", "#FFFFFF", "#000000", "1"));
    let cage = "\"cages\":[{\"cells\":[[0,0],[0,1],[0,2]],\"value\":\"21\",\"sum\":21,\"unique\":true}]";
    for (parts, rules) in [
        ("", "Cells a knight's move apart may contain the same digit."),
        ("", "Cells a knight's move apart must differ. The 5 need not obey the knight rule."),
        ("", "Except for the digit 1, cells a king's move apart cannot contain the same digit."),
        ("", "Digits may repeat in the same position of different boxes."),
        ("", "Adjacent digits need not be nonconsecutive."),
        (&dot("6"), "Digits separated by a white dot add up to the number in the dot."),
        (&arrow, "The product of the digits along an arrow is the digit in the circle."),
        (&grey, "Grey lines are not palindromes."),
        (&quadruple, "Digits in circles must not appear in the surrounding four cells."),
        (cage, "Look and say cages: 21 means that there are two 1s in the cage."),
    ] {
        let reading = pad(parts, rules);
        assert_eq!(sentences(&reading), Vec::<String>::new(), "{rules}");
        let last = rules.trim_end_matches('.').rsplit(". ").next().expect("a sentence");
        let note = format!("This sentence of the rules was not understood: \u{201c}{last}\u{201d}");
        assert!(reading.notes.contains(&note), "{rules}: {:?}", reading.notes);
    }
    let some = pad(&dot(""), "White dots: consecutive. Do not assume all dots are given.");
    assert_eq!(sentences(&some), ["r1c1 and r1c2 are consecutive."]);
}

/// Without declared regions, boxes are assumed, unless the rules say that there are none.
#[test]
fn rules_can_say_that_there_are_no_boxes() {
    let row = format!("[{}]", ["{}"; 4].join(","));
    let boxes = |rules: &str| {
        let text = format!(
            "{{\"cells\":[{}],\"metadata\":{{\"rules\":\"{rules}\"}}}}",
            vec![row.clone(); 4].join(",")
        );
        let reading = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let names: Vec<&str> = reading.puzzle.constraints.iter().map(|one| one.name()).collect();
        (names.contains(&"regions"), reading.notes.iter().any(|note| note.contains("was not understood")))
    };
    assert_eq!(boxes("Cells a knight's move apart cannot contain the same digit."), (true, false));
    assert_eq!(boxes("Normal sudoku rules apply."), (true, false));
    assert_eq!(boxes("There are no boxes."), (false, false));
    assert_eq!(boxes("Each row and column is a Latin square."), (false, false));
}

/// The note on a mark that is left out quotes its sentence, even if that uses familiar words.
#[test]
fn sentences_without_a_constraint_are_named() {
    let blue = format!("\"lines\":[{}]", line("#2ECBFF", 10, "[0.5,0.5],[0.5,3.5]"));
    let grey =
        "\"underlays\":[{\"center\":[1.5,1.5],\"width\":1,\"height\":1,\"backgroundColor\":\"#CFCFCF\"}]";
    let clue = "\"overlays\":[{\"center\":[0.5,-0.5],\"width\":0.25,\"height\":0.25,\"text\":\"6\"}]";
    for (parts, rules) in [
        (blue.as_str(), "Digits on a blue line have an even sum"),
        (grey, "Digits in grey cells are greater than all orthogonally adjacent digits in white cells"),
        (clue, "A sandwich clue and an X-sum share the place outside the grid"),
    ] {
        let reading = pad(parts, &format!("{rules}."));
        assert_eq!(sentences(&reading), Vec::<String>::new(), "{rules}");
        let note = format!("This sentence of the rules was not understood: \u{201c}{rules}\u{201d}");
        assert!(reading.notes.contains(&note), "{rules}: {:?}", reading.notes);
    }
    let x_sum =
        pad(clue, "A clue is the sum of the first X digits, where X is the first digit seen from that side.");
    let names: Vec<&str> = x_sum.puzzle.constraints.iter().map(|one| one.name()).collect();
    assert_eq!(names, ["rows and columns", "regions", "X-sum"]);
    assert!(!x_sum.notes.iter().any(|note| note.contains("not understood")), "{:?}", x_sum.notes);
}

/// A second sentence about a colour adds its rule.
#[test]
fn a_line_can_have_two_rules() {
    let parts = format!("\"lines\":[{}]", line("#67F067", 10, "[0.5,0.5],[0.5,3.5]"));
    let reading = pad(
        &parts,
        "Adjacent digits on the green line differ by at least 2. The green line is also a palindrome.",
    );
    assert_eq!(
        sentences(&reading),
        [
            "Neighbouring digits on the whisper line from r1c1 to r1c4 differ by at least 2.",
            "The digits on the palindrome from r1c1 to r1c4 read the same in both directions.",
        ]
    );
    assert!(!reading.notes.iter().any(|note| note.contains("not understood")), "{:?}", reading.notes);
}

#[test]
fn a_stored_solution_takes_wrong_guesses_back() {
    let grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let parts = format!(
        "\"cages\":[{{\"value\":\"solution: {grid}\"}}],\"lines\":[{}]",
        line("#67F067", 10, "[0.5,0.5],[0.5,2.5]")
    );
    let reading = pad(&parts, "");
    assert_eq!(sentences(&reading), Vec::<String>::new());
    assert_eq!(reading.solution.map(|values| values[0]), Some(5));
    let last = reading.notes.last().map(String::as_str);
    assert_eq!(
        last,
        Some(
            "The solution in the link contradicts this guess, so it was withdrawn: Neighbouring digits on the \
             whisper line from r1c1 to r1c3 differ by at least 5."
        )
    );
}

#[test]
fn declared_rules_are_exact() {
    let parts = "\"cages\":[{\"cells\":[[0,0],[0,1]],\"value\":\"10\",\"sum\":10,\"unique\":true},\
                 {\"cells\":[[1,0],[2,0]],\"sum\":7,\"unique\":false},{\"cells\":[[4,4],[4,5]],\"unique\":true},\
                 {\"value\":\"title: A title\"},{\"value\":\"author: Someone\"},{\"value\":\"antiknight: true\"}]";
    let reading = pad(parts, "");
    assert_eq!(
        sentences(&reading),
        [
            "Cells a knight's move apart have different digits.",
            "The digits in r1c1 and r1c2 are different and add up to 10.",
            "r2c1 + r3c1 = 7.",
            "The digits in r5c5 and r5c6 are different.",
        ]
    );
    assert_eq!((reading.title.as_str(), reading.author.as_str()), ("A title", "Someone"));
    assert_eq!(reading.notes, Vec::<String>::new());
}

#[test]
fn links_carry_data_in_several_forms() {
    let zipped = "{cs:50,ce:[[{v:1},,,],[,,{v:1},],[,{v:1},,],[,,,{v:'2'}]],re:[[[0,0],[0,1],[1,0],[1,1]],\
                  [[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],metadata:{norowcol:f}}";
    let data = lz_str::compress_to_base64(zipped);
    let encoded = data.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    let expected = parse_scl(zipped).expect("the short form").puzzle;
    assert_eq!(expected.constraints.len(), 6);
    for text in [
        format!("scl{data}"),
        format!("ctc{data}"),
        format!("https://sudokupad.app/scl{data}"),
        format!("https://sudokupad.app/scl{encoded}"),
        format!("https://sudokupad.app/scl{}", encoded.replace('%', "%25")),
        format!("https://sudokupad.app/?puzzleid=scl{encoded}&setting-nogrid=1"),
        format!("https://app.crackingthecryptic.com/sudoku/scl{data}#x"),
        zipped.to_owned(),
    ] {
        assert!(is_variant(&text), "{text}");
        assert_eq!(read(&text).map(|reading| reading.puzzle), Ok(expected.clone()), "{text}");
    }
    let f_puzzles = r#"{"size":4,"grid":[],"thermometer":[{"lines":[["R1C1","R2C2"]]}]}"#;
    let data = lz_str::compress_to_base64(f_puzzles);
    let exact = read(f_puzzles).expect("f-puzzles").puzzle;
    for prefix in ["fpuz", "fpuzzles", "https://sudokupad.app/fpuz"] {
        assert_eq!(read(&format!("{prefix}{data}")).map(|reading| reading.puzzle), Ok(exact.clone()));
    }
}

#[test]
fn collapsed_slashes_are_repaired() {
    // A text whose data contains two slashes in a row, which many sites merge into one.
    let text =
        (0..).map(|number| format!("{{\"id\":\"{number}\u{ffff}\",\"cells\":[[{{}},{{}}],[{{}},{{}}]]}}"));
    let (text, data) = text
        .map(|text| (text.clone(), lz_str::compress_to_base64(&*text)))
        .take(100_000)
        .find(|(_, data)| data.contains("//") && data.matches('/').count() < 12)
        .expect("one of many texts");
    let collapsed = data.replace("//", "/");
    assert_eq!(read(&format!("scl{collapsed}")), read(&text));
}

#[test]
fn ordinary_sudokus_have_run_lengths() {
    let empty = read("https://sudokupad.app/scfoooooooooooooK").expect("an empty grid");
    assert_eq!(empty.puzzle.shape.cells(), 81);
    let reading = read(&format!("scf{}", "0".repeat(80) + "7x")).expect("one given and diagonals");
    assert_eq!(
        sentences(&reading),
        [
            "r9c9 is 7.",
            "No digit repeats on the diagonal from the top left to the bottom right.",
            "No digit repeats on the diagonal from the bottom left to the top right.",
        ]
    );
    let error = |text: &str| read(text).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error("scf00000000"), "line 1, column 12: found 8 cells, expected 81");
    assert_eq!(
        error(&format!("scf{}", "o".repeat(14))),
        "line 1, column 17: found 84 cells up to 'o', expected 81"
    );
}

#[test]
fn short_links_cannot_be_opened() {
    let error = read("https://sudokupad.app/wsj7iunsg6").map(|_| ()).unwrap_err().to_string();
    assert!(
        error.starts_with(
            "line 1, column 1: found the short SudokuPad link \"wsj7iunsg6\", expected a link that contains"
        ),
        "{error}"
    );
    assert!(error.contains("sudokupad.app/scl"), "{error}");
    for text in [
        "https://sudokupad.app/",
        "https://sudokupad.app/?puzzleid=abc",
        "https://sudokupad.app/clover/may-1-2024",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn errors_name_what_was_found_in_a_link() {
    let error = |text: &str| read(text).map(|_| ()).unwrap_err().to_string();
    let cases = [
        (
            "sclN4IgzgLg",
            "found SudokuPad data that cannot be decompressed, expected a complete link; the end may be missing",
        ),
        (
            "{\"cells\":[[{},{}],[{},{}]],\"cages\":[{\"cells\":[[2,0]],\"sum\":3}]}",
            "found the cell [2,0] in cages of a SudokuPad link, expected a row and a column of the 2x2 grid, from 0",
        ),
        ("{\"cells\":[[{\"value\":\"A\"},{}],[{},{}]]}", "found the given \"A\" at r1c1, expected a number"),
        (
            "{\"cells\":[[{\"value\":3},{}],[{},{}]]}",
            "found the given 3 at r1c1, expected a digit from 1 to 2",
        ),
        (
            "{\"cells\":[[{},{}],[{},{}]],\"lines\":[{\"wayPoints\":[[0,1e9]]}]}",
            "found the point [0,1000000000.0] of a line in a SudokuPad link, expected a row and a column near the grid, such as [0.5, 0.5]",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), format!("line 1, column 1: {expected}"), "{text}");
    }
    let wide = format!("{{\"cells\":[[{}]]}}", vec!["{}"; 100].join(","));
    assert!(error(&wide).contains("a SudokuPad grid of 1x100 cells"), "{}", error(&wide));
}

/// Returns the data of a text of four million letters, in which each code is the entry that it
/// creates.
fn bomb() -> String {
    let mut bits: Vec<bool> = Vec::new();
    let mut put = |number: usize, width: usize| bits.extend((0..width).map(|place| number >> place & 1 == 1));
    put(0, 2);
    put(usize::from(b'a'), 8);
    let (mut width, mut room) = (3, 4);
    for code in 4..3_000 {
        put(code, width);
        room -= 1;
        if room == 0 {
            room = 1 << width;
            width += 1;
        }
    }
    put(2, width);
    bits.resize(bits.len() + 12 - bits.len() % 6, false);
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let sign = |six: &[bool]| {
        char::from(alphabet[six.iter().fold(0, |number, bit| number << 1 | usize::from(*bit))])
    };
    bits.chunks(6).map(sign).collect()
}

#[test]
fn bombs_and_deep_nests_are_refused_at_once() {
    let bomb = bomb();
    let error = read(&format!("scl{bomb}")).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("expand to more than 4194304"), "{error}");
    let error = read(&format!("https://f-puzzles.com/?load={}", bomb)).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("expands to more than 4194304"), "{error}");
    assert!(read(&format!("{{\"cells\":[[{}", "[".repeat(500_000))).is_err());
    for (count, expected) in [(5_000, "expected at most 2000 items"), (50_000, "too many objects")] {
        let many = vec!["{\"center\":[0,0]}"; count].join(",");
        let error = read(&format!("{{\"cells\":[[{{}}]],\"overlays\":[{many}]}}"));
        let error = error.map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// Replacements for parts of a puzzle's text.
const DAMAGE: [&str; 12] = ["", "[", "]", "{", "}", ",", "-1", "99999999999", "null", "\"\"", "0.5", "{},"];

#[test]
fn damaged_drawings_are_errors_or_puzzles_but_never_stop_the_program() {
    let bulb = round("[0.5,0.5]", "0.85", "#CFCFCF", "#CFCFCF", "");
    let text = format!(
        "{{\"cells\":[[{{\"value\":1}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}]],\
         \"regions\":[[[0,0],[0,1],[1,0],[1,1]]],\"cages\":[{{\"cells\":[[0,0],[0,1]],\"value\":\"3\",\"sum\":3,\"unique\":true}}],\
         \"underlays\":[{bulb}],\"lines\":[{}],\"arrows\":[{}],\"overlays\":[{},{}],\
         \"metadata\":{{\"rules\":\"Sandwich sums. Clones. Extra regions. All dots are given. Digits 0 to 4.\",\"solution\":\"1234341221434321\"}}}}",
        line("#CFCFCF", 21, "[0.5,0.5],[1.5,1.5],[2.5,2.5]"),
        line("#000000", 2, "[-0.2,1.8],[-0.02,1.98]"),
        round("[1,2]", "0.3", "#FFFFFF", "#000000", "1"),
        round("[-0.5,1.5]", "0.3", "#FFFFFF", "#000000", "7"),
    );
    let mut rng = gridlore_core::Rng::new(3);
    let (mut puzzles, mut errors) = (0, 0);
    for _ in 0..6_000 {
        let (from, length) = (rng.below(text.len()), rng.below(9));
        let to = (from + length).min(text.len());
        let damaged = format!("{}{}{}", &text[..from], DAMAGE[rng.below(DAMAGE.len())], &text[to..]);
        match parse_scl(&damaged) {
            Err(_) => errors += 1,
            Ok(reading) => {
                puzzles += 1;
                assert!(reading.to_svg().ends_with("</svg>\n"));
                if let Ok(mut solver) = Solver::new(&reading.puzzle) {
                    let outcome = solver.outcome(&mut Budget::nodes(20));
                    assert!(!matches!(outcome, Ok(Outcome::Unique(values)) if values.is_empty()));
                }
            }
        }
    }
    assert!(puzzles > 500 && errors > 500, "{puzzles} puzzles, {errors} errors");
}
