//! Tests of the formats: their meaning, and errors for what they cannot express.

use gridlore_core::Budget;
use gridlore_sudoku_formats::{is_variant, parse, read};
use gridlore_sudoku_variants::{Outcome, Solver, check, to_text};

/// Returns the solution as a line, or `# several` or `# none`.
fn solved(text: &str) -> String {
    let puzzle = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut solver = Solver::new(&puzzle).expect("a small puzzle");
    match solver.outcome(&mut Budget::unlimited()).expect("an unlimited budget") {
        Outcome::Unique(values) => values.iter().map(ToString::to_string).collect(),
        Outcome::Several(_) => "# several".to_owned(),
        Outcome::Impossible => "# none".to_owned(),
    }
}

/// Returns a 4x4 f-puzzles grid with additional keys.
fn f_puzzles(keys: &str) -> String {
    let row = "[{},{},{},{}]";
    format!("{{\"size\":4,\"grid\":[{row},{row},{row},{row}],{keys}}}")
}

/// A white dot between 1 and 2 exempts its pair from the ban on ratios.
const EXEMPT: &str = r#""killercage":[{"cells":["R2C2","R2C3"],"value":"6"}],"difference":[{"cells":["R1C2","R2C2"]}],"ratio":[{"cells":["R1C4","R2C4"]},{"cells":["R2C2","R2C3"]},{"cells":["R3C1","R4C1"]},{"cells":["R3C3","R4C3"]},{"cells":["R4C2","R4C3"]}],"negative":["ratio"]"#;
/// A quadruple that lists a digit twice.
const REPEATED: &str = r#""littlekillersum":[{"cell":"R0C2","cells":["R1C3","R2C4"],"direction":"DR","value":"4"}],"thermometer":[{"lines":[["R1C1","R2C2","R2C3"]]}],"arrow":[{"lines":[["R4C4","R3C3","R2C2"]],"cells":["R4C4"]}],"quadruple":[{"cells":["R2C2","R2C3","R3C2","R3C3"],"values":[2,2]}]"#;

#[test]
fn f_puzzles_rules_have_their_edge_cases() {
    assert_eq!(solved(&f_puzzles(EXEMPT)), "4132324123141423");
    assert_eq!(solved(&f_puzzles(&EXEMPT.replace("\"6\"", "\"\""))), "# several");
    assert_eq!(solved(&f_puzzles(REPEATED)), "1432324141232314");
    assert_eq!(solved(&f_puzzles(&REPEATED.replace("[2,2]", "[2]"))), "# several");
}

#[test]
fn compressed_links_are_read() {
    let data = lz_str::compress_to_base64(&*f_puzzles(EXEMPT));
    assert!(is_variant(&data), "{data}");
    assert_eq!(solved(&data), "4132324123141423");
    assert_eq!(solved(&format!("https://www.f-puzzles.com/?load={data}")), "4132324123141423");
    assert_eq!(
        solved(&format!("https://f-puzzles.com/?load={}", data.replace('+', "%2B"))),
        "4132324123141423"
    );
}

#[test]
fn copies_for_display_say_nothing() {
    let copy = r#","cage":[{"cells":["R1C1","R1C2"],"value":"3","fromConstraint":"Some Cage"},{"cells":["R1C1"],"value":"title: x"}]"#;
    assert_eq!(solved(&f_puzzles(&format!("{EXEMPT}{copy}"))), "4132324123141423");
    let several = r#","cage":[{"cells":["R1C1","R1C2"],"value":"4,6"}]"#;
    assert_eq!(solved(&f_puzzles(&format!("{EXEMPT}{several}"))), "# none");
    assert_eq!(solved(&f_puzzles(&format!("{EXEMPT}{}", several.replace("4,6", "DR5")))), "4132324123141423");
}

#[test]
fn values_of_f_puzzles_that_are_not_understood_are_errors() {
    let error = |keys: &str| parse(&f_puzzles(keys)).map(|_| ()).unwrap_err().to_string();
    for (key, value) in
        [("killercage", "4/6"), ("killercage", "=6"), ("killercage", "abc"), ("difference", "x")]
    {
        let entry = format!(r#""{key}":[{{"cells":["R1C1","R1C2"],"value":"{value}"}}]"#);
        let expected = format!("line 1, column 1: found {key} with the value \"{value}\", expected a number");
        assert_eq!(error(&entry), expected);
    }
    assert_eq!(
        error(r#""negative":["ratio","whispers"]"#),
        "line 1, column 1: found the negative constraint \"whispers\", expected one of difference, ratio, xv"
    );
    assert!(
        parse(&f_puzzles(r#""killercage":[{"cells":["R1C1","R1C2"],"value":""}],"negative":[]"#)).is_ok()
    );
    assert_eq!(
        error(r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,"a"]}]"#),
        "line 1, column 1: found quadruple with the value \"a\", expected a number"
    );
    let given = f_puzzles(r#""killercage":[]"#).replacen("[{}", r#"[{"value":7,"given":true}"#, 1);
    let given = parse(&given).map(|_| ()).unwrap_err().to_string();
    assert_eq!(given, "line 1, column 1: found given 7 at r1c1, expected a digit from 1 to 4");
    assert_eq!(
        error(r#""arrow":[{"cells":["R1C1"],"lines":[["R1C1"]]}]"#),
        "line 1, column 1: found arrow at r1c1 without a shaft, expected a circle and at least one more cell"
    );
    assert_eq!(
        error(r#""entropicline":[{"lines":[["R1C1","R1C2"]]}]"#),
        "line 1, column 1: found entropic line at r1c1–r1c2 on digits 1 to 4, expected a number of digits that is a multiple of 3"
    );
    let short = parse("https://f-puzzles.com/?id=abc123").map(|_| ()).unwrap_err().to_string();
    assert!(
        short.starts_with(
            "line 1, column 1: found the short f-puzzles link \"abc123\", expected a link that contains"
        ),
        "{short}"
    );
}

/// Each field with a value of the wrong type is an error that names the field and its place.
#[test]
fn fields_of_another_type_are_errors() {
    let cell = |fields: &str| f_puzzles(r#""killercage":[]"#).replacen("[{}", &format!("[{{{fields}}}"), 1);
    let f_puzzles_cases = [
        (cell(r#""region":"a""#), "found \"a\" as region of r1c1, expected a whole number, or null for none"),
        (cell(r#""region":1.5"#), "found 1.5 as region of r1c1, expected a whole number, or null for none"),
        (
            cell(r#""givenPencilMarks":[1,"x"]"#),
            "found \"x\" as givenPencilMarks of r1c1, expected a digit from 1 to 4",
        ),
        (cell(r#""givenPencilMarks":3"#), "found 3 as givenPencilMarks of r1c1, expected a list"),
        (
            cell(r#""givenPencilMarks":[5]"#),
            "found 5 as givenPencilMarks of r1c1, expected a digit from 1 to 4",
        ),
        (
            cell(r#""centerPencilMarks":[1,{}]"#),
            "found {} as centerPencilMarks of r1c1, expected a digit from 1 to 4",
        ),
        (cell(r#""cornerPencilMarks":"12""#), "found \"12\" as cornerPencilMarks of r1c1, expected a list"),
        (cell(r#""given":"yes","value":1"#), "found \"yes\" as given of r1c1, expected true or false"),
        (cell(r#""given":true,"value":[1]"#), "found [1] as value of r1c1, expected a number"),
        (cell(r#""value":5"#), "found 5 in r1c1, expected a digit from 1 to 4"),
        (r#"{"size":4,"grid":{}}"#.to_owned(), "found {} as grid, expected a list"),
        (r#"{"size":4,"grid":[3]}"#.to_owned(), "found 3 as row 1 of grid, expected a list"),
        (r#"{"size":4,"grid":[["x"]]}"#.to_owned(), "found \"x\" as r1c1 of grid, expected an object"),
        (
            r#"{"size":4,"grid":[[],[],[],[],[]]}"#.to_owned(),
            "found 5 rows in grid, expected at most 4, the size of the grid",
        ),
        (
            r#"{"size":4,"grid":[[{},{},{},{},{}]]}"#.to_owned(),
            "found 5 cells of row 1 in grid, expected at most 4, the size of the grid",
        ),
        (f_puzzles(r#""title":7"#), "found 7 as title, expected a string"),
        (f_puzzles(r#""ruleset":{}"#), "found {} as ruleset, expected a string"),
        (f_puzzles(r#""solution":"1234""#), "found \"1234\" as solution, expected a list"),
        (f_puzzles(r#""antiknight":1"#), "found 1 as antiknight, expected true or false"),
        (f_puzzles(r#""diagonal+":"yes""#), "found \"yes\" as diagonal+, expected true or false"),
        (f_puzzles(r#""nonconsecutive":"yes""#), "found \"yes\" as nonconsecutive, expected true or false"),
        (f_puzzles(r#""thermometer":{}"#), "found {} as thermometer, expected a list"),
        (f_puzzles(r#""thermometer":[7]"#), "found 7 as an entry of thermometer, expected an object"),
        (
            f_puzzles(r#""thermometer":[{"lines":"R1C1"}]"#),
            "found \"R1C1\" as lines of thermometer, expected a list",
        ),
        (
            f_puzzles(r#""thermometer":[{"lines":["R1C1"]}]"#),
            "found \"R1C1\" as a line of thermometer, expected a list",
        ),
        (
            f_puzzles(r#""killercage":[{"cells":"R1C1","value":"3"}]"#),
            "found \"R1C1\" as cells of killercage, expected a list",
        ),
        (
            f_puzzles(r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":1}]"#),
            "found 1 as values of quadruple, expected a list",
        ),
        (
            f_puzzles(r#""clone":[{"cells":["R1C1"],"cloneCells":"R2C2"}]"#),
            "found \"R2C2\" as cloneCells of clone, expected a list",
        ),
        (
            f_puzzles(r#""cage":[{"cells":["R1C1"],"value":[1]}]"#),
            "found [1] as value of cage, expected a string",
        ),
        (
            f_puzzles(r#""thermometers":[]  ,"thermometr":[{}]"#),
            "found the constraint \"thermometr\", expected a known constraint; did you mean thermometer?",
        ),
    ];
    let pad = |fields: &str| format!(r#"{{"cells":[[{{}},{{}}],[{{}},{{}}]],{fields}}}"#);
    let pad_cell = |fields: &str| format!(r#"{{"cells":[[{{{fields}}},{{}}],[{{}},{{}}]]}}"#);
    let pad_cases = [
        (r#"{"cells":[[],5]}"#.to_owned(), "found 5 as row 2 of cells, expected a list"),
        (r#"{"cells":[[5]]}"#.to_owned(), "found 5 as r1c1 of cells, expected an object"),
        (pad_cell(r#""given":1,"value":2"#), "found 1 as given of r1c1, expected true or false"),
        (pad_cell(r#""pencilMarks":1"#), "found 1 as pencilMarks of r1c1, expected a list"),
        (pad_cell(r#""centremarks":"1""#), "found \"1\" as centremarks of r1c1, expected a list"),
        (pad_cell(r#""given":false,"value":"x""#), "found the digit \"x\" at r1c1, expected a number"),
        (pad(r#""regions":5"#), "found 5 as regions, expected a list"),
        (pad(r#""regions":[5]"#), "found 5 as cells of regions, expected a list"),
        (pad(r#""cages":"x""#), "found \"x\" as cages, expected a list"),
        (pad(r#""cages":[5]"#), "found 5 as an entry of cages, expected an object"),
        (
            pad(r#""cages":[{"cells":[[0,0]],"sum":"many"}]"#),
            "found \"many\" as sum of cages, expected a number",
        ),
        (
            pad(r#""cages":[{"cells":[[0,0]],"unique":"no"}]"#),
            "found \"no\" as unique of cages, expected true or false",
        ),
        (
            pad(r#""cages":[{"cells":[[0,0]],"value":{"a":1}}]"#),
            "found {\"a\":1} as value of cages, expected a string",
        ),
        (pad(r#""lines":[5]"#), "found 5 as an entry of lines, expected an object"),
        (pad(r#""lines":[{"wayPoints":"x"}]"#), "found \"x\" as wayPoints of lines, expected a list"),
        (
            pad(r#""arrows":[{"wayPoints":[[0.5,0.5]],"thickness":"x"}]"#),
            "found \"x\" as thickness of arrows, expected a number",
        ),
        (
            pad(r#""lines":[{"wayPoints":[[0.5,0.5]],"color":{"a":1}}]"#),
            "found {\"a\":1} as color of lines, expected a string",
        ),
        (
            pad(r#""overlays":[{"center":[0.5,0.5],"width":"wide"}]"#),
            "found \"wide\" as width of overlays, expected a number",
        ),
        (
            pad(r#""underlays":[{"center":[0.5,0.5],"rounded":1}]"#),
            "found 1 as rounded of underlays, expected true or false",
        ),
        (
            pad(r#""overlays":[{"center":[0.5,0.5],"text":{"a":1}}]"#),
            "found {\"a\":1} as text of overlays, expected a string",
        ),
        (pad(r#""overlays":7"#), "found 7 as overlays, expected a list"),
        (pad(r#""metadata":7"#), "found 7 as metadata, expected an object"),
        (pad(r#""metadata":{"title":{"a":1}}"#), "found {\"a\":1} as title of metadata, expected a string"),
        (pad(r#""global":7"#), "found 7 as global, expected a list"),
        (pad(r#""global":[7]"#), "found 7 as an entry of global, expected a string"),
    ];
    for (text, expected) in f_puzzles_cases.into_iter().chain(pad_cases) {
        let error = read(&text).map(|_| ()).expect_err(&text).to_string();
        assert_eq!(error, format!("line 1, column 1: {expected}"), "{text}");
    }
}

/// The entries of a player are not rules, but they are not lost: hints start from them.
#[test]
fn digits_and_marks_of_a_player_are_kept_apart_from_the_rules() {
    let cells =
        r#"[{"value":1,"given":true},{"value":2},{"centerPencilMarks":[4,3]},{"cornerPencilMarks":[3]}"#;
    let puzzle = f_puzzles(r#""killercage":[]"#).replacen("[{},{},{},{}", cells, 1);
    let pad = r#"{"cells":[[{"value":1},{"value":2,"given":false},{"centremarks":["4",3]},{"pencilMarks":["3"]}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#;
    for text in [puzzle.as_str(), pad] {
        let reading = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(reading.progress.digits, [(1, 2)], "{text}");
        assert_eq!(reading.progress.marks, [(2, vec![4, 3])], "{text}");
        assert!(reading.progress.has_corners, "{text}");
        let expected = "Digits and pencil marks entered by a player are not rules; only hint, steps and explain \
                        start from them. Corner marks were left out.";
        assert!(reading.notes.iter().any(|note| note == expected), "{text}: {:?}", reading.notes);
        assert_eq!(reading.puzzle, parse("size 4x4; 1...; ....; ....; ....").expect("a puzzle"), "{text}");
    }
    let letters = read(r#"{"cells":[[{"centremarks":["a"]}]]}"#).expect("a puzzle");
    assert_eq!(
        letters.notes[1..],
        ["The marks in the centre of r1c1 are not all numbers and were left out."]
    );
}

#[test]
fn the_solution_of_f_puzzles_is_read_if_it_is_complete() {
    let solution =
        |list: &str| read(&f_puzzles(&format!("\"solution\":[{list}]"))).expect("a puzzle").solution;
    let full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    assert_eq!(solution("1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1"), Some(full.to_vec()));
    assert_eq!(solution("1,2,3,4,null,4,1,2,2,1,4,3,4,3,2,1"), None);
    assert_eq!(solution("1,2,3,4"), None);
}

#[test]
fn killers_have_two_short_forms() {
    // The same cages: a row of nine cells with the sum 45, while the other cells are in no cage.
    let pointed = format!("j<<<<<<<<{}", "0".repeat(72));
    let numbers: Vec<String> =
        (0..81).map(|cell| if cell < 9 { format!("{}", 45 * 256) } else { cell.to_string() }).collect();
    for text in [pointed, format!("3x3::k:{}", numbers.join(":"))] {
        assert!(is_variant(&text));
        assert_eq!(solved(&text), "# several");
    }
}

#[test]
fn errors_name_what_was_found_and_what_was_expected() {
    let error = |text: &str| parse(text).map(|_| ()).unwrap_err().to_string();
    let cases = [
        (
            ".Thermos~R1C1~R1C2",
            "line 1, column 2: found \".Thermos\", expected a known constraint; did you mean Thermo?",
        ),
        (
            ".Cage~10~R1C1~R1Cz",
            "line 1, column 2: found \"R1Cz\", expected a cell of the 9x9 grid, such as R1C1",
        ),
        (
            ".Shape~20x20.~R1C1_1",
            "line 1, column 2: found \"20x20\", expected a size such as 9x9 (at most 16 cells per side), optionally followed by the values, such as 0-8",
        ),
        (
            ".Or.Thermo~R1C1~R1C2",
            "line 1, column 2: found .Or without .End, expected .End after its constraints",
        ),
        (".Renban~R1C1", "line 1, column 1: found a constraint with 1 cells, expected at least 2"),
        (
            ".Quad~R9C9~1",
            "line 1, column 2: found a quadruple at R9C9, expected a cell with cells to its right and below it",
        ),
        (
            "{\"size\":4,\"grid\":[],\"teleporters\":[{}]}",
            "line 1, column 1: found the constraint \"teleporters\", expected a known constraint",
        ),
        (
            "{\"size\":4,\"grid\":[],\"tele\\u001b[2J\":[{}]}",
            "line 1, column 1: found the constraint \"tele\\u{1b}[2J\", expected a known constraint",
        ),
        ("N4Ig", "line 1, column 1: found data that cannot be decompressed, expected f-puzzles data"),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn errors_in_text_blocks_name_the_line_and_the_column() {
    let error = |text: &str| parse(text).map(|_| ()).unwrap_err().to_string();
    let cases = [
        (
            "size 4x4\nthermo: r1c1 r9c9",
            "line 2, column 14: found \"r9c9\", expected a cell of the 4x4 grid, such as r1c1",
        ),
        (
            "# a comment\nsize 4x4; cage twelve: r1c1",
            "line 2, column 16: found \"twelve\", expected a number",
        ),
        (
            "size 4x4\nthermometr: r1c1",
            "line 2, column 1: found \"thermometr\", expected a known constraint; did you mean thermometer?",
        ),
        (
            "size 4x4\n\u{1b}[2Jfoo: 1",
            "line 2, column 1: found \"\\u{1b}[2Jfoo\", expected a known constraint",
        ),
        ("size 4x4\n12..\n....\n", "line 3, column 1: found 2 rows of digits, expected 4"),
        (
            "size 4x4\n12..\n.x..\n....\n....",
            "line 3, column 2: found \"x\", expected a digit from 1 to 4 or a dot",
        ),
        ("size 4x4\n12...\n....\n....\n....", "line 2, column 1: found a row of 5 cells, expected 4"),
        (
            "size 40x4\n",
            "line 1, column 1: found \"size 40x4\", expected a size such as \"size 9x9\", with at most 25 cells per side",
        ),
        (
            "size 4x4\narrow: r1c1 r1c2",
            "line 2, column 8: found \"r1c1 r1c2\", expected a circle and a shaft, such as r1c1 = r1c2 r1c3",
        ),
        ("size 4x4\nthermometer 4: r1c1", "line 2, column 13: found \"4\", expected a colon and cells"),
        ("size 4x4\nrenban line", "line 2, column 12: found nothing, expected a colon and cells"),
        (
            "size 4x4\nanti-knight: r1c1",
            "line 2, column 14: found \"r1c1\", expected nothing after these words",
        ),
        (
            "size 4x4\neither\n  odd: r1c1\n",
            "line 2, column 1: found either without end, expected a line \"end\" after the alternatives",
        ),
        ("size 4x4\nend", "line 2, column 1: found \"end\", expected a constraint (no \"either\" is open)"),
        ("size 4x4\nskyscraper 2: row 5", "line 2, column 19: found \"5\", expected a number from 1 to 4"),
        (
            "size 4x4\nskyscraper 2: row 1 from the top",
            "line 2, column 21: found \"from\", expected from the left or from the right",
        ),
        (
            "size 4x4\nregions: 1122",
            "line 2, column 10: found a layout of 4 cells, expected 16, one character for each cell",
        ),
        ("size 4x4\nwhite dot: r1c1-3", "line 2, column 12: found \"r1c1-3\", expected two cells"),
        (
            "size 4x4\nX: r1c1 r3c3",
            "line 2, column 4: found \"r1c1 r3c3\", expected two cells that share an edge (for others, write \"pair sum 10\")",
        ),
        ("size 4x4\n12..", "line 2, column 1: found 1 row of digits, expected 4"),
        ("size 4x4\ngiven 5: r1c1", "line 2, column 1: found given 5 at r1c1, expected a digit from 1 to 4"),
        (
            "size 4x4\nodd: r1c1\nthermometer: r1c1 r1c1",
            "line 3, column 1: found thermometer at r1c1–r1c1 through a cell twice, expected each cell once",
        ),
        (
            "size 4x4\nlittle killer 8: r1c1 r1c2",
            "line 2, column 1: found little killer at r1c1–r1c2 along cells that do not form a diagonal, expected the cells of a diagonal in order, such as r1c2 r2c3",
        ),
        (
            "size 4x4\neither\nlittle killer 5: row 1\nend",
            "line 3, column 1: found little killer at r1c1–r1c4 along cells that do not form a diagonal, expected the cells of a diagonal in order, such as r1c2 r2c3",
        ),
        (
            "size 4x4\nentropic line: r1c1 r1c2",
            "line 2, column 1: found entropic line at r1c1–r1c2 on digits 1 to 4, expected a number of digits that is a multiple of 3",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn text_blocks_are_read_as_people_write_them() {
    let same = [
        ("size 4x4\nThermo: r1c1, r1c2 , R1C3", "size 4x4\nthermometer: r1c1-3"),
        ("size 4x4\r\n\r\n  killer cage 6 : r1-2c1-2 # four\r\n", "size 4x4; cage 6: r1c1 r1c2 r2c1 r2c2"),
        ("size 4x4\n1 . . 0\n....\n0000\n...2\n", "size 4x4\ngiven 1: r1c1\ngiven 2: r4c4"),
        ("size 4x4\nx: r1c1 r1c2\nnonconsecutive", "size 4x4\nX: r1c1 r1c2\nnegative white dot"),
        ("Size 4x4\nsum 3: 2*r1c1-3 -r2c1-2", "size 4x4\nsum 3: 2*r1c1 2*r1c2 2*r1c3 -r2c1 -r2c2"),
        ("size 4x4\nquadruple 1 2: r2c2", "size 4x4\nquadruple 1 2: r2-3c2-3"),
        ("size 4x4\nregions: 1122/1122/3344/3344\nrenban: r1c1-2", "size 4x4\nrenban line: r1c1 r1c2"),
        (
            "size 2x12\n10 . 11 . . . . . . . . 12\n. . . . . . . . . . . 1\nno boxes",
            "size 2x12\nno boxes\ngiven 10: r1c1\ngiven 11: r1c3\ngiven 12: r1c12\ngiven 1: r2c12",
        ),
    ];
    for (one, other) in same {
        assert!(is_variant(one) && is_variant(other));
        assert_eq!(parse(one), parse(other), "{one}");
        assert!(parse(one).is_ok(), "{one}: {:?}", parse(one));
    }
}

#[test]
fn dots_between_other_cells_are_written_as_relations() {
    let puzzle = parse("size 4x4\ndifference 1: r1c1 r3c3\nratio 2: r1c1 r1c2\npair sum 5: r1c1 r1c3");
    let text = to_text(&puzzle.expect("a block")).expect("relations");
    assert_eq!(text, "size 4x4\ndifference 1: r1c1 r3c3\nblack dot: r1c1 r1c2\npair sum 5: r1c1 r1c3\n");
    assert!(parse(&text).is_ok());
}

#[test]
fn hostile_texts_are_refused_at_once() {
    let deep = ".Or".repeat(30_000) + ".End";
    assert!(parse(&deep).is_err());
    assert!(parse(&format!(".Var~A~x~99999.{}", "~R1C1_1")).is_err());
    assert!(parse(&".Thermo~R1C1~R1C2".repeat(10_000)).is_err());
    assert!(parse(&format!("https://f-puzzles.com/?load={}", "N4Ig".repeat(10_000))).is_err());
    assert!(parse("").is_err());
    assert!(parse(".Shape~9x9~0-99.~R1C1_1").is_err());
    assert!(parse(".Shape~9x9~0-2147483647.~R1C1_1").is_err());
    assert!(parse(".Modular~0~R1C1~R1C2").is_err());
    assert!(parse(".Sum~0_=_2147483647_1~R1C1~R1C1").is_err());
    assert!(parse(&f_puzzles(r#""ratio":[{"cells":["R1C1","R1C2"],"value":"2147483647"}]"#)).is_err());
    let pill = vec!["\"R1C1\""; 16].join(",");
    assert!(
        parse(&f_puzzles(&format!(r#""arrow":[{{"cells":[{pill}],"lines":[["R1C1","R1C2"]]}}]"#))).is_err()
    );
    assert!(parse(&format!("size 4x4\n{}", "either\n".repeat(30_000))).is_err());
    assert!(parse(&format!("size 4x4\n{}", "thermometer: r1c1 r1c2\n".repeat(20_000))).is_err());
    for text in [
        "size 4x4\nvalues 0-2147483647",
        "size 4x4\nanti-leaper 1 99999999999",
        "size 0x4",
        "size 4x4\nvariables 9999",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
}

/// One sample of each kind of item, which the test damages.
const ITEMS: &str = ".Shape~9x9~0-8.Jigsaw~000111222.RegionSize~9.Cage~10~R1C1~R1C2.SumLine~10~R1C1~R1C2~LOOP.Arrow~R1C1~R1C2.PillArrow~2~R1C1~R1C2~R1C3.EqualSum~R1C1~-~R1C2~R1C3.Quad~R1C1~1~2.LookAndSay~1223~R1C1~R1C2.Indexing~C~R1C1.Pair~8H_xf~_x~R1C1~R1C2.NFA~TgRAEv-IiIiIiAyMDmaA9ERQ~_~R1C1~R1C2.FullRank~C1~10~.FullRankTies~any.Sandwich~10~R1.XSum~R1~15~.LittleKiller~21~R2C9.Replicate~JBA~R1C1.Cage~3~R1C1~R1C2.End.Or.Thermo~R1C1~R1C2.And.~R1C1_5.End.End.Var~A~x~3.Sum~0_=_1_-1~R1C1~VA1.SameValues~2~R1C1~R1C2.Lunchbox~5~R1C1~R1C2~R1C3.RellikCage~9~R1C1~R1C2.CountDistinct~R1C1~R1C2.ContainExact~3_3~R1C1~R1C2";

#[test]
fn damaged_texts_are_errors_or_puzzles_but_never_stop_the_program() {
    let mut rng = gridlore_core::Rng::new(1);
    let items: Vec<&str> = ITEMS.split('.').skip(1).collect();
    let (mut puzzles, mut errors) = (0, 0);
    for _ in 0..3_000 {
        let mut text = String::new();
        for _ in 0..=rng.below(3) {
            let mut parts: Vec<&str> = items[rng.below(items.len())].split('~').collect();
            let other: Vec<&str> = items[rng.below(items.len())].split('~').collect();
            match rng.below(4) {
                0 => drop(parts.remove(rng.below(parts.len()))),
                1 => parts.truncate(1 + rng.below(parts.len())),
                2 => parts.push(other[rng.below(other.len())]),
                _ => {}
            }
            text = text + "." + &parts.join("~");
        }
        match parse(&text) {
            Err(_) => errors += 1,
            Ok(puzzle) => {
                puzzles += 1;
                if let Ok(mut solver) = Solver::new(&puzzle) {
                    let _ = solver.outcome(&mut Budget::nodes(20));
                }
            }
        }
    }
    assert!(puzzles > 50 && errors > 500, "{puzzles} puzzles, {errors} errors");
}

/// Lines of text blocks, which the test damages.
const LINES: &str = "values 0-5\n1..2\nno boxes\nregions: 1122/1122/3344/3344\nvariables 2\ncage 5/7: r1c1 r1c2\narrow: r1c1 = r1c2 r1c3\nsum 3: 2*r1c1 -r1c2 v1\nthermometer: r1c1-3\nwhisper line 3: r1c1 r1c2\nskyscraper 2: row 1 from the right\nlittle killer 9: r1c2 r2c3\nminimum: r1c1 except r1c2\nbox indexer: r1c1 of r1c1-4\nclone: r1c1 | r2c2\nlook-and-say cage 2x3 0x1: r1c1-3\ncount of different digits: r1c1 = r1c2-4\nnegative white dot, X: r1c1 r1c2 | r2c2 r2c3\nfull rank 3: column 2\nfull rank ties any\npairs \"a b\" 12/3/-/4: r1c1 r1c2\nautomaton \"é\" RNXoHKg: r1c1 r1c2\neither\nor\nend\nanti-leaper 1 3\nquadruple 1 1: r2c2\nregion sum line: r1c1-4";

#[test]
fn damaged_blocks_are_errors_or_puzzles_that_can_be_written_again() {
    let mut rng = gridlore_core::Rng::new(2);
    let lines: Vec<&str> = LINES.lines().collect();
    let (mut puzzles, mut errors) = (0, 0);
    for _ in 0..4_000 {
        let mut text = "size 4x4".to_owned();
        for _ in 0..=rng.below(3) {
            let mut signs: Vec<char> = lines[rng.below(lines.len())].chars().collect();
            let other: Vec<char> = lines[rng.below(lines.len())].chars().collect();
            match rng.below(4) {
                0 => drop(signs.remove(rng.below(signs.len()))),
                1 => signs.truncate(1 + rng.below(signs.len())),
                2 => signs.insert(rng.below(signs.len()), other[rng.below(other.len())]),
                _ => {}
            }
            text.push('\n');
            text.extend(signs);
        }
        match parse(&text) {
            Err(error) => {
                assert!(error.at.line >= 1 && error.at.column >= 1);
                errors += 1;
            }
            Ok(puzzle) => {
                puzzles += 1;
                if let Ok(written) = to_text(&puzzle) {
                    assert_eq!(
                        parse(&written).map(|again| again.shape),
                        Ok(puzzle.shape),
                        "{text}: {written}"
                    );
                }
                let values = vec![puzzle.shape.lowest; puzzle.cells()];
                let _ = check::broken(&puzzle, &values);
            }
        }
    }
    assert!(puzzles > 300 && errors > 500, "{puzzles} puzzles, {errors} errors");
}
