//! Fog in links and text blocks: it is read from the keys and cages that SudokuPad knows, and
//! written so that it is read back.

use gridlore_sudoku_formats::{Target, Texts, read};

const BLOCK: &str =
    "size 4x4\nrules: Fog.\nsolution: 1234341221434321\nfog: r1c1 r4c3-4\nthermometer: r3c1 r2c1\n";

/// Returns a SudokuPad object of 4 by 4 cells with these parts.
fn pad(parts: &str) -> String {
    let row = "[{},{},{},{}]";
    format!(
        "{{\"cells\":[{row},{row},{row},{row}],\"metadata\":{{\"solution\":\"1234341221434321\"}},{parts}}}"
    )
}

fn headings(text: &str) -> Vec<String> {
    let block =
        read(text).unwrap_or_else(|error| panic!("{text}: {error}")).to_block().expect("a text block");
    block.lines().filter(|line| line.starts_with("fog")).map(str::to_owned).collect()
}

#[test]
fn fog_is_read_from_all_its_keys() {
    let cases: [(&str, &[&str]); 8] = [
        ("\"foglight\":[[0,0],[3,2]]", &["fog: r1c1 r4c3"]),
        ("\"foglight\":[]", &["fog:"]),
        ("\"cages\":[{\"cells\":[[1,1],[1,2]],\"value\":\"FOGLIGHT\"}]", &["fog: r2c2 r2c3"]),
        (
            "\"cages\":[{\"cells\":[[0,0]],\"value\":\"foglight: r1c2-r2c2,r4c4\"}]",
            &["fog: r1c1 r1c2 r2c2 r4c4"],
        ),
        ("\"cages\":[{\"value\":\"foglight: r1c2\"}],\"foglight\":[[0,0]]", &["fog: r1c1 r1c2"]),
        (
            "\"triggereffect\":[{\"trigger\":{\"type\":\"cellvalue\",\"cell\":\"r1c1\"},\"effect\":{\"type\":\"foglight\",\"cells\":\"r1c2r1c3\"}}]",
            &["fog:", "fog link: r1c1 = r1c2 r1c3"],
        ),
        ("\"triggereffect\":[{\"trigger\":{\"cell\":\"r1c1\"},\"effect\":{\"type\":\"sound\"}}]", &[]),
        ("\"cages\":[{\"cells\":[[1,1],[1,2]],\"value\":\"5\"}]", &[]),
    ];
    for (parts, expected) in cases {
        assert_eq!(headings(&pad(parts)), expected, "{parts}");
    }
    let f_puzzles = |parts: &str| headings(&format!("{{\"size\":4,\"grid\":[],{parts}}}"));
    assert_eq!(f_puzzles("\"foglight\":[\"R1C1\",\"R2C2\"]"), ["fog: r1c1 r2c2"]);
    assert_eq!(f_puzzles("\"fogofwar\":[\"R1C1\"]"), ["fog: r1c1 r1c2 r2c1 r2c2"]);
    assert_eq!(f_puzzles("\"cage\":[{\"cells\":[\"R4C4\"],\"value\":\"FOGLIGHT\"}]"), ["fog: r4c4"]);
    assert_eq!(f_puzzles("\"cage\":[{\"cells\":[\"R4C4\"],\"value\":\"4\"}]"), [] as [&str; 0]);
}

#[test]
fn fog_is_written_and_read_back() {
    let linked =
        BLOCK.replace("fog: r1c1", "fog link: r1c1 r1c2 = r4c1\nfog link: r2c2 = r4c2 r4c3\nfog: r1c1");
    for (block, targets) in [
        (BLOCK, &[Target::Text, Target::Scl, Target::FPuzzles][..]),
        (&linked, &[Target::Text, Target::Scl][..]),
        (&BLOCK.replace("fog: r1c1 r4c3-4", "fog:"), &[Target::Text, Target::Scl, Target::FPuzzles][..]),
    ] {
        let reading = read(block).expect("a text block");
        let again = reading.to_block().expect("a text block");
        assert_eq!(read(&again).expect("our own text"), reading, "{again}");
        let (fog, solution) = (reading.fog.clone(), reading.solution.clone());
        assert!(fog.is_some(), "{block}");
        for target in targets {
            let texts = Texts { fog: fog.clone(), solution: solution.clone(), ..Texts::default() };
            let link = target.write_with(&reading.puzzle, &texts).expect("a link");
            assert_eq!(read(&link).expect("our own link").fog, fog, "{target:?}: {link}");
        }
    }
    let reading = read(&linked).expect("a text block");
    let texts = Texts { fog: reading.fog.clone(), ..Texts::default() };
    let error =
        Target::FPuzzles.write_with(&reading.puzzle, &texts).expect_err("f-puzzles has no links of fog");
    assert!(error.to_string().contains("fog links"), "{error}");
}

#[test]
fn wrong_cells_of_fog_are_named() {
    for (text, expected) in [
        (
            BLOCK.replace("r4c3-4", "r5c5"),
            "line 4, column 1: found \"r1c1 r5c5\" after fog, expected cells of the grid of 4x4",
        ),
        (pad("\"foglight\":[[0,9]]"), "the cell [0,9] in foglight of a SudokuPad link"),
        (pad("\"cages\":[{\"value\":\"foglight: x\"}]"), "\"x\" in foglight of a SudokuPad link"),
        ("{\"size\":4,\"grid\":[],\"foglight\":[\"R9C1\"]}".to_owned(), "foglight with the cells R9C1"),
    ] {
        let error = read(&text).expect_err("cells outside the grid").to_string();
        assert!(error.contains(expected), "{error}");
    }
    let links = "fog link: r1c1 = r1c2\n".repeat(1_001);
    let error = read(&BLOCK.replace("fog:", &format!("{links}fog:"))).expect_err("too many links");
    assert!(error.to_string().contains("too many fog links, expected at most 1000"), "{error}");
    // A short text must not become a long one.
    let links = "fog link: r1c1-r9c9 = r1c1-r9c9\n".repeat(124);
    let error = read(&format!("size 9x9\n{links}")).expect_err("too many cells").to_string();
    assert!(error.contains("fog links with 20088 cells, expected at most 20000"), "{error}");
    let links = &links[..links.len() / 124 * 123];
    assert!(read(&format!("size 9x9\n{links}")).is_ok());
}

/// Pictures and descriptions do not show what is in the fog.
#[test]
fn fog_covers_pictures_and_descriptions() {
    let reading = read(BLOCK).expect("a text block");
    let svg = reading.to_svg();
    assert_eq!(svg.matches("<rect class=\"fog\"").count(), 13, "{svg}");
    assert!(svg.rfind("<path class=\"line") < svg.find("<rect class=\"fog\""), "{svg}");
    assert!(!svg.contains("thermometer from") && svg.contains("Fog covers the board."), "{svg}");
    assert_eq!(
        reading.description().last().map(String::as_str),
        Some("Fog covers the board. Correct digits clear it.")
    );
    assert!(reading.rules().iter().all(|rule| rule.picture.is_none()));
    let without = read(&BLOCK.replace("fog: r1c1 r4c3-4\n", "")).expect("a text block").to_svg();
    assert!(!without.contains("fog"), "{without}");
    // Without a setter's rules, the kinds of rules are named, but not their cells.
    let plain = read("size 4x4; fog; cage 3: r1c1 r1c2; region count: r2c2 = r2c2 r4c4")
        .map(|reading| reading.rules());
    assert!(plain.is_err(), "a heading has a colon");
    let plain =
        read("size 4x4\nfog:\ncage 3: r1c1 r1c2\npair sum 7: r1c1 r4c4").expect("a text block").rules();
    let plain: Vec<&str> = plain.iter().map(|rule| &*rule.text).collect();
    assert!(plain.iter().any(|rule| rule.starts_with("Digits in a cage")), "{plain:?}");
    assert!(plain.iter().all(|rule| !rule.contains("r4c4")), "{plain:?}");
}
