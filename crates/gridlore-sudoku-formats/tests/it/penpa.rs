//! Tests of Penpa-edit links: drawings by setters, and damaged links.

use gridlore_sudoku_formats::{Reading, is_variant, read};
use gridlore_sudoku_variants::Constraint;
use gridlore_sudoku_variants::constraint::Global;
use std::io::Write as _;

/// Returns the link for a text.
fn link(text: &str) -> String {
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", packed(text))
}

/// Returns the packed data of a text.
fn packed(text: &str) -> String {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(text.as_bytes()).expect("memory");
    let bytes = encoder.finish().expect("memory");
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut data = String::new();
    for part in bytes.chunks(3) {
        let number = part.iter().fold(0_usize, |number, byte| number << 8 | usize::from(*byte))
            << (8 * (3 - part.len()));
        data.extend((0..=part.len()).map(|place| char::from(alphabet[number >> (18 - 6 * place) & 63])));
    }
    data
}

/// Returns the text of a 4x4 grid with margins of one cell, the JSON of its question, and its
/// rules.
fn grid(question: &str, rules: &str) -> String {
    let header = format!(
        "square,6,6,38,0,1,1,266,266,54,54,0,0,0,1,Title: Tiny%2C drawn,Author: Me,,{rules},OFF,false"
    );
    // Squares are numbered in rows of ten; the grid starts at 33.
    let cells = "[33,1,1,1,7,1,1,1,7,1,1,1,7,1,1,1]";
    format!("{header}\n[1,1,1,1]\n[]\n{question}\n\n{cells}\n[]\n{{}}")
}

fn drawn(question: &str, rules: &str) -> Reading {
    let link = link(&grid(question, rules));
    assert!(is_variant(&link));
    read(&link).unwrap_or_else(|error| panic!("{question}: {error}"))
}

/// The solution consists of the digits with which the editor compares entries, and of the givens.
#[test]
fn the_answer_of_a_link_is_its_solution() {
    let grid = link(&grid(r#"{zN:{"33":["1",1,"1"]}}"#, ""));
    let with = |answer: &str| read(&format!("{grid}&a={}", packed(answer))).expect("a puzzle");
    let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let entries: Vec<String> =
        (1..16).map(|cell| format!("\"{},{}\"", 33 + cell / 4 * 10 + cell % 4, solution[cell])).collect();
    let reading = with(&format!("[[],[],[],[],[{}],[]]", entries.join(",")));
    assert_eq!(reading.solution, Some(solution.to_vec()));
    assert_eq!(reading.puzzle, read(&grid).expect("a puzzle").puzzle);
    let reading = with(&format!("[[],[],[],[],[{}],[]]", entries[..4].join(",")));
    assert_eq!(reading.solution, None);
    let note =
        "The answer in the link has digits for 5 of 16 cells, so it is not compared with the solution.";
    assert!(reading.notes.iter().any(|one| one == note), "{:?}", reading.notes);
    for damaged in ["{}", "[[],[],[],[],[\"33\"]]", "[[],[],[],[],[\"33,x\"]]", "[[],[],[],[],[\"1,1\"]]"] {
        let reading = with(damaged);
        let note = "The answer in the link could not be read, so it is not compared with the solution.";
        assert!(reading.notes.iter().any(|one| one == note), "{damaged}: {:?}", reading.notes);
    }
    let error = read(&format!("{grid}&a=%%%")).map(|_| ()).expect_err("damaged data").to_string();
    assert!(error.contains("Penpa-edit data that cannot be decompressed"), "{error}");
}

fn sentences(reading: &Reading) -> Vec<String> {
    let shape = &reading.puzzle.shape;
    let all = reading.puzzle.constraints.iter().map(|constraint| constraint.sentence(shape));
    all.filter(|sentence| !sentence.starts_with("No digit repeats in a ")).collect()
}

#[test]
fn tools_of_the_editor_have_their_meaning() {
    // n = 100 squares: corners from 100, lower edges from 200, right edges from 300, quarters from
    // 400.
    let question = r#"{zN:{"33":["2",1,"1"],"22":["7_7",1,"2"],"363":["X",1,"5"],"133":["1 2",6,"5"]},z1:{"620":[" 5",1]},
        zY:{"45":[3,"circle_L",1],"46":[3,"square_L",1],"344":[8,"circle_SS",2],"253":[2,"circle_SS",2],"243":[6,"inequality",2]},
        zT:[[34,35,46]],z3:[[66,65,64]],z7:[],z6:[[55,56]],zL:{},zE:{"135,145":2,"145,155":2,"155,165":2,"165,175":2}}"#;
    let reading = drawn(
        &question.replace("\n        ", ""),
        "Normal sudoku rules apply. Grey circles are odd and grey squares are even.",
    );
    assert_eq!(reading.title, "Tiny, drawn");
    let expected = [
        "r1c1 is 2.",
        "No digit repeats on the diagonal from the bottom left to the top right.",
        "The digits in r3c3 and r3c4 are different and add up to 5.",
        "The digits in r4c3 and r4c2 add up to r4c4.",
        "The digits of the thermometer increase from r1c2 to r2c4.",
    ];
    let found = sentences(&reading);
    for sentence in expected {
        assert!(found.iter().any(|one| one == sentence), "{sentence} of {found:#?}");
    }
    let names: Vec<&str> = reading.puzzle.constraints.iter().map(|one| one.name()).collect();
    for name in ["little killer", "X", "quadruple", "odd", "even", "white dot", "black dot", "greater than"] {
        assert!(names.contains(&name), "{name} of {names:?}");
    }
    // A border inside the grid makes two regions.
    assert!(found.len() > 10 && names.contains(&"regions"), "{names:?}");
}

#[test]
fn lines_of_one_colour_are_joined_and_read_by_the_rules() {
    let question = r#"{zL:{"33,34":3,"34,45":3,"63,64":3},zE:{}}"#;
    let reading = drawn(question, "Green lines are renban lines%2C%2Dpurple ones are not.");
    assert_eq!(reading.rules, "Green lines are renban lines,\npurple ones are not.");
    let renbans = sentences(&reading).into_iter().filter(|one| one.contains("renban")).collect::<Vec<_>>();
    assert_eq!(renbans.len(), 2);
    assert!(renbans[0].contains("from r1c1 to r2c3"), "{renbans:?}");
    // Lines of unusual colours that the rules do not mention are named and left out.
    let reading = drawn(r#"{zL:{"33,34":8}}"#, "");
    assert!(
        reading.notes.contains(&"The red line at r1c1 was not understood and is left out.".to_owned()),
        "{:?}",
        reading.notes
    );
}

/// Returns the text of a board without margins: its cells in use, and thick borders around its
/// boxes.
fn board(rows: &[&str], boxed: usize) -> String {
    let (height, width) = (rows.len(), rows[0].len());
    let squares = (height + 4) * (width + 4);
    let square = |row: usize, column: usize| (row + 2) * (width + 4) + column + 2;
    let is_used = |row: usize, column: usize| rows[row].as_bytes()[column] != b' ';
    let (mut cells, mut borders, mut givens) = (Vec::new(), Vec::new(), Vec::new());
    let mut last = 0;
    for (row, signs) in rows.iter().enumerate() {
        for (column, sign) in signs.chars().enumerate().filter(|(_, sign)| *sign != ' ') {
            let at = square(row, column);
            cells.push((at - last).to_string());
            last = at;
            if sign != '.' {
                givens.push(format!("\"{at}\":[\"{sign}\",1,\"1\"]"));
            }
            // The lower right corner of the square diagonally above to the left.
            let corner = squares + at - (width + 4) - 1;
            if row % boxed == 0 && row > 0 && is_used(row - 1, column) {
                borders.push(format!("\"{},{}\":2", corner, corner + 1));
            }
            if column % boxed == 0 && column > 0 && is_used(row, column - 1) {
                borders.push(format!("\"{},{}\":2", corner, corner + width + 4));
            }
        }
    }
    format!(
        "square,{width},{height},38,0,1,1,266,266,54,54,0,0,0,0,Title: ,Author: ,,,OFF,false\n[0,0,0,0]\n[]\n\
         {{zN:{{{}}},zE:{{{}}}}}\n\n[{}]\n[]\n{{}}",
        givens.join(","),
        borders.join(","),
        cells.join(",")
    )
}

#[test]
fn boxes_of_boards_with_unused_cells_are_grids() {
    let rows = ["....  ", ".42.  ", "3..4..", ".....4", "  ....", "  ..3."];
    let reading = read(&link(&board(&rows, 2))).expect("two grids");
    let block = "size 6x6; grids 4x4: r1c1 r3c3; ....--; .42.--; 3..4..; .....4; --....; --..3.";
    let expected = read(block).expect("a block").puzzle;
    assert_eq!(reading.puzzle.shape, expected.shape);
    for constraint in &expected.constraints {
        let is_same = |one: &Constraint| match (one, constraint) {
            (Constraint::Global(Global::Regions(regions)), Constraint::Global(Global::Regions(expected))) => {
                regions.len() == expected.len() && regions.iter().all(|region| expected.contains(region))
            }
            _ => one == constraint,
        };
        assert!(reading.puzzle.constraints.iter().any(is_same), "{constraint:?}");
    }
    assert_eq!(reading.puzzle.constraints.len(), expected.constraints.len());
    assert!(
        reading.notes.contains(&"The board is read as 2 grids: 4x4 at r1c1, 4x4 at r3c3.".to_owned()),
        "{:?}",
        reading.notes
    );
    // Four overlapping grids use all cells of a square; the boxes of nine cells reveal them.
    let butterfly = ["............"; 12];
    let reading = read(&link(&board(&butterfly, 3))).expect("four grids");
    let tops: Vec<(usize, usize)> =
        reading.puzzle.grids().iter().map(|grid| (grid.row, grid.column)).collect();
    assert_eq!(tops, [(0, 0), (0, 3), (3, 0), (3, 3)]);
    assert_eq!(reading.puzzle.shape.values, 9);
    // A cell in no grid, and incomplete boxes.
    for rows in [
        ["..... ", ".42.  ", "3..4..", ".....4", "  ....", "  ..3."],
        ["....  ", ".42.  ", "3..4..", ".. ..4", "  ....", "  ..3."],
    ] {
        let error = read(&link(&board(&rows, 2))).map(|_| ()).unwrap_err().to_string();
        let end =
            "expected a rectangle of cells, or grids that overlap and have thick borders around their boxes";
        assert!(error.ends_with(end), "{error}");
    }
    // A given where there is no cell.
    let moved = board(&rows, 2).replacen("zN:{", "zN:{\"26\":[\"1\",1,\"1\"],", 1);
    let error = read(&link(&moved)).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 1, column 1: found r1c5 of given at r1c5, expected a cell with a digit, but this one is absent"
    );
}

#[test]
fn cages_of_older_links_are_found_by_their_outlines() {
    // The four quarters of square i have the numbers from 400 + 4 i.
    let quarter = |square: usize, corner: usize| 4 * (100 + square) + corner;
    let sides = [(44, 0, 1), (44, 0, 2), (44, 2, 3), (45, 0, 1), (45, 1, 3), (45, 2, 3)];
    let cage: Vec<String> = sides
        .iter()
        .map(|(square, from, to)| format!("\"{},{}\":10", quarter(*square, *from), quarter(*square, *to)))
        .collect();
    let question = format!("{{zC:{{{}}},z1:{{\"{}\":[\"7\",1]}}}}", cage.join(","), quarter(44, 0));
    let found = sentences(&drawn(&question, ""));
    assert!(
        found.contains(&"The digits in r2c2 and r2c3 are different and add up to 7.".to_owned()),
        "{found:?}"
    );
}

#[test]
fn errors_name_the_line_of_the_data() {
    let error = |text: &str| read(&link(text)).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        error("hex,4,4,38"),
        "line 1, column 1: found a grid of the kind \"hex\" in Penpa-edit data, expected square or sudoku"
    );
    assert_eq!(
        error("square,400,4,38\n[0,0,0,0]"),
        "line 1, column 1: found a grid of 4x400 cells in Penpa-edit data, expected 1 to 25 rows and columns"
    );
    assert!(error(&grid("{zN:[", "")).starts_with("line 4, column 1: found invalid JSON"));
    assert_eq!(
        error(&grid("{zT:[[33,99999]]}", "")),
        "line 4, column 1: found a place of thermo beyond the grid in Penpa-edit data, expected numbers below 1200"
    );
    assert_eq!(
        error(&grid("{}", "").replace("[33,1,1,1,7", "[33,1,1,8")),
        "line 6, column 1: found a 4x4 grid that uses only 15 of its cells in Penpa-edit data, expected a rectangle of cells, or grids that overlap and have thick borders around their boxes"
    );
    let whole = link(&grid("{zT:[[33,34]]}", ""));
    let cut = read(&whole[..whole.len() - 30]).map(|_| ()).unwrap_err().to_string();
    assert!(cut.contains("found Penpa-edit data that cannot be decompressed"), "{cut}");
    assert!(read("https://swaroopg92.github.io/penpa-edit/").is_err());
}

#[test]
fn damaged_grids_are_errors_or_puzzles_but_never_stop_the_program() {
    let text = grid(
        r#"{zN:{"33":["2",1,"1"],"22":["7_7",1,"2"],"133":["1 2",6,"5"]},z1:{"620":[" 5",1]},zY:{"45":[3,"circle_L",1],"344":[8,"circle_SS",2]},zT:[[34,35,46]],z3:[[66,65]],z0:[[33,34]],z6:[[55,56]],zL:{"33,34":3},zE:{"135,145":2,"122,133":12},zC:{"576,577":10},zS:{"33":1}}"#,
        "Normal sudoku rules apply. Green lines are palindromes. Sandwich sums.",
    );
    let damage = ["", "[", "}", ",", "-1", "99999999999999999999", "null", "\"\"", "0", "1e400", "zZ", "33,"];
    let mut rng = gridlore_core::Rng::new(11);
    let (mut puzzles, mut errors) = (0, 0);
    for _ in 0..4_000 {
        let (from, length) = (rng.below(text.len()), rng.below(6));
        let to = (from + length).min(text.len());
        let damaged = format!("{}{}{}", &text[..from], damage[rng.below(damage.len())], &text[to..]);
        match read(&link(&damaged)) {
            Err(_) => errors += 1,
            Ok(_) => puzzles += 1,
        }
    }
    assert!(puzzles > 500 && errors > 500, "{puzzles} puzzles, {errors} errors");
}

/// Every tool's entries are counted, because each of them takes time in the preview of a post.
#[test]
fn too_many_entries_of_any_tool_are_refused() {
    let entries = |count: usize, value: &str| {
        let all: Vec<String> = (0..count).map(|at| format!("\"{at}\":{value}")).collect();
        format!("{{{}}}", all.join(","))
    };
    let joined = |count: usize| {
        let all: Vec<String> = (0..count).map(|at| format!("\"{},{at}\":2", 133 + at % 9)).collect();
        format!("{{{}}}", all.join(","))
    };
    let number = entries(2_001, r#"["1",1,"1"]"#);
    let lists = format!("[{}]", vec!["[33,34]"; 2_001].join(","));
    let cases = [
        ("zN", number),
        ("zS", entries(2_001, "1")),
        ("zY", entries(2_001, r#"[1,"circle_L"]"#)),
        ("z1", entries(12_000, r#"["1",1]"#)),
        ("zE", joined(12_000)),
        ("zC", joined(12_000)),
        ("zL", joined(6_000)),
        ("zF", joined(6_000)),
        ("zW", joined(6_000)),
        ("zT", lists.clone()),
        ("z3", lists),
    ];
    for (tool, value) in cases {
        let link = link(&grid(&format!("{{{tool}:{value}}}"), ""));
        let error = read(&link).map(|_| ()).expect_err(tool).to_string();
        assert!(error.contains("too many drawn items"), "{tool}: {error}");
    }
}
