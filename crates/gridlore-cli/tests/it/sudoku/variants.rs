//! Tests of `gridlore sudoku solve|check|count|solutions|convert` on puzzles with variant rules.

use crate::program::{Run, run};

fn expect(run: &Run, exit: i32, out: &str) {
    assert_eq!((run.out.as_str(), run.exit), (out, exit), "{}", run.err);
}

/// A 4x4 puzzle with one solution, and a puzzle with 48.
const UNIQUE: &str = ".Shape~4x4.Thermo~R1C1~R2C2~R3C3~R4C4.Cage~6~R1C2~R1C3.Thermo~R4C1~R3C1";
const OPEN: &str = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3";
/// The beginning of an f-puzzles link.
const LINK: &str = "https://www.f-puzzles.com/?load=";

#[test]
fn a_puzzle_of_any_format_is_an_argument_or_a_line() {
    expect(&run(&["sudoku", "solve", UNIQUE], b""), 0, "1423324141322314\n");
    let json = r#"{"size":4,"grid":[],"thermometer":[{"lines":[["R1C1","R2C2","R3C3","R4C4"],["R4C1","R3C1"]]}],"killercage":[{"cells":["R1C2","R1C3"],"value":"6"}]}"#;
    expect(&run(&["sudoku", "solve", json], b""), 0, "1423324141322314\n");
    // Slashes do not make it a file name.
    let titled = json.replacen('{', "{\"title\":\"6/7\",", 1);
    expect(&run(&["sudoku", "solve", &titled], b""), 0, "1423324141322314\n");
    let lines = format!("# three\n{UNIQUE}\n{OPEN}\n{}.~R1C1_2\n", UNIQUE);
    expect(
        &run(&["sudoku", "solve", "-"], lines.as_bytes()),
        1,
        "# three\n1423324141322314\n# several\n# none\n",
    );
    expect(
        &run(&["sudoku", "solve", "--format", "grid", UNIQUE], b""),
        0,
        "1 4 2 3\n3 2 4 1\n4 1 3 2\n2 3 1 4\n\n",
    );
    expect(&run(&["sudoku", "check", UNIQUE], b""), 0, "unique\n");
    expect(&run(&["sudoku", "count", OPEN], b""), 1, "48\n");
    let solutions = run(&["sudoku", "solutions", "--limit", "3", OPEN], b"");
    assert_eq!(solutions.out.lines().filter(|line| line.len() == 16).count(), 3, "{}", solutions.out);
}

#[test]
fn an_unknown_rule_is_named() {
    let bad = run(&["sudoku", "solve", ".Shape~4x4.Teleport~R1C1~R1C2"], b"");
    expect(&bad, 2, "# error: column 12: found \".Teleport\", expected a known constraint\n");
    let damaged = run(&["sudoku", "solve", &format!("{LINK}N4Ig")], b"");
    expect(
        &damaged,
        2,
        "# error: column 1: found data that cannot be decompressed, expected f-puzzles data\n",
    );
    let wrong_command = run(&["sudoku", "scramble", UNIQUE], b"");
    assert_eq!(wrong_command.exit, 2, "{}", wrong_command.out);
    assert!(wrong_command.out.contains("found a puzzle with variant rules"), "{}", wrong_command.out);
}

#[test]
fn drawn_puzzles_are_solved_and_their_guesses_are_on_standard_error() {
    let json = r##"{"cells":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"underlays":[{"center":[0.5,0.5],"width":0.85,"height":0.85,"rounded":true,"backgroundColor":"#CFCFCF"},{"center":[3.5,0.5],"width":0.85,"height":0.85,"rounded":true,"backgroundColor":"#CFCFCF"}],"lines":[{"color":"#CFCFCF","thickness":21,"wayPoints":[[0.5,0.5],[3.5,3.5]]},{"color":"#CFCFCF","thickness":21,"wayPoints":[[3.5,0.5],[2.5,0.5]]}],"cages":[{"cells":[[0,1],[0,2]],"value":"6","sum":6,"unique":true}]}"##;
    let solved = run(&["sudoku", "solve", json], b"");
    expect(&solved, 0, "1423324141322314\n");
    assert!(
        solved.err.contains("2 grey lines with a round end at r1c1, r4c1 are read as thermometers."),
        "{}",
        solved.err
    );
    let unknown = run(&["sudoku", "solve", "https://example.com/s/12"], b"");
    assert_eq!(unknown.exit, 2);
    assert!(
        unknown
            .out
            .starts_with("# error: column 1: found a link to example.com, expected a link to SudokuPad"),
        "{}",
        unknown.out
    );
    assert!(!unknown.err.contains("no file"), "{}", unknown.err);
    let short = run(&["sudoku", "solve", "https://sudokupad.app/wsj7iunsg6"], b"");
    assert_eq!(short.exit, 2);
    let bare = run(&["sudoku", "solve", "sudokupad.app/wsj7iunsg6"], b"");
    assert_eq!((bare.exit, &bare.out), (2, &short.out));
    assert!(
        short.out.starts_with(
            "# error: column 1: found the short SudokuPad link \"wsj7iunsg6\", expected a link that"
        ),
        "{}",
        short.out
    );
}

/// A puzzle with a rule that was not understood is converted only on request, and answers mention
/// the rule.
#[test]
fn rules_that_were_not_understood_are_errors_of_convert_and_remarks_of_answers() {
    let json = r##"{"cells":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"metadata":{"rules":"Grey lines are not palindromes."},"lines":[{"color":"#CFCFCF","thickness":10,"wayPoints":[[1.5,0.5],[1.5,2.5]]}]}"##;
    let sentence =
        "This sentence of the rules was not understood: \u{201c}Grey lines are not palindromes\u{201d}";
    let whole = run(&["sudoku", "convert", "--to", "text", json], b"");
    expect(&whole, 2, "");
    assert!(whole.err.contains(sentence), "{}", whole.err);
    assert!(whole.err.ends_with("to write the puzzle without them, use --partial\n"), "{}", whole.err);
    let rest = run(&["sudoku", "convert", "--partial", "--to", "text", json], b"");
    expect(&rest, 0, "size 4x4\nrules: Grey lines are not palindromes.\n");
    assert!(rest.err.contains(sentence), "{}", rest.err);
    let count = run(&["sudoku", "count", json], b"");
    expect(&count, 1, "288\n");
    assert!(count.err.contains("Some rules were left out"), "{}", count.err);
    let exact = run(&["sudoku", "count", UNIQUE], b"");
    assert_eq!(exact.err, "");
}

#[test]
fn variants_survive_sudokupad_and_penpa_edit_links() {
    for (format, start) in [
        ("scl", "https://sudokupad.app/scl"),
        ("penpa", "https://swaroopg92.github.io/penpa-edit/#m=solve&p="),
    ] {
        let link = run(&["sudoku", "convert", "--to", format, UNIQUE], b"");
        assert_eq!((link.exit, link.err.as_str()), (0, ""));
        assert!(link.out.starts_with(start), "{}", link.out);
        expect(&run(&["sudoku", "solve", link.out.trim()], b""), 0, "1423324141322314\n");
        let back = run(&["sudoku", "convert", "--to", "iss", "-"], link.out.as_bytes());
        assert_eq!(back.exit, 0, "{}", back.err);
        expect(&run(&["sudoku", "solve", back.out.trim()], b""), 0, "1423324141322314\n");
        assert!(back.err.contains("are read as thermometers"), "{}", back.err);
    }
    let unsaid = run(&["sudoku", "convert", "--to", "scl", ".Lunchbox~10~R1C1~R1C2~R1C3"], b"");
    assert_eq!((unsaid.exit, unsaid.out.as_str()), (2, ""));
    assert!(unsaid.err.contains("SudokuPad cannot express: lunchbox at r1c1\u{2013}r1c3"), "{}", unsaid.err);
    let mixed = "size 9x9; sandwich 5: row 1; x-sum 12: row 2";
    for format in ["scl", "penpa"] {
        let run = run(&["sudoku", "convert", "--to", format, mixed], b"");
        assert_eq!((run.exit, run.out.as_str()), (2, ""));
        let reason = "cannot express: two kinds of clues outside the grid, whose numbers look alike (sandwich at \
                      r1c1\u{2013}r1c9, ";
        assert!(run.err.contains(reason), "{}", run.err);
    }
}

/// `UNIQUE` as a text block.
const BLOCK: &str = "size 4x4\nthermometer: r1c1 r2c2 r3c3 r4c4\ncage 6: r1c2 r1c3\nthermometer: r4c1 r3c1\n";

#[test]
fn variants_are_converted_between_formats() {
    expect(&run(&["sudoku", "convert", "--to", "text", UNIQUE], b""), 0, BLOCK);
    let link = run(&["sudoku", "convert", "--to", "f-puzzles", "-"], BLOCK.as_bytes());
    assert!(link.out.starts_with(LINK) && link.exit == 0, "{}{}", link.out, link.err);
    expect(&run(&["sudoku", "solve", link.out.trim()], b""), 0, "1423324141322314\n");
    expect(&run(&["sudoku", "convert", "--to", "text", link.out.trim()], b""), 0, &reordered(BLOCK));
    // Several puzzles: blocks, lines, and a mixture with comments.
    let two = format!("# first\n{BLOCK}\n# second\n{BLOCK}");
    let lines = run(&["sudoku", "convert", "--to", "iss", "-"], two.as_bytes());
    expect(&lines, 0, &format!("{UNIQUE}\n{UNIQUE}\n"));
    expect(
        &run(&["sudoku", "convert", "--to", "text", "-"], lines.out.as_bytes()),
        0,
        &format!("{BLOCK}\n{BLOCK}"),
    );
    // A plain puzzle can be written in any format, whatever its original format.
    let cells = "050703060007000800000816000000030000005000100730040086906000204840572093000409000";
    let dotted = cells.replace('0', ".");
    let exchange = format!("https://sudokuexchange.com/play/?s={cells}");
    expect(&run(&["sudoku", "convert", &exchange], b""), 0, &format!("{dotted}\n"));
    let link = run(&["sudoku", "convert", "--to", "f-puzzles", cells], b"");
    expect(&run(&["sudoku", "convert", link.out.trim()], b""), 0, &format!("{dotted}\n"));
}

/// Draws pictures of a link, a line, a block in a file and a position, one puzzle at a time.
#[test]
fn one_puzzle_of_any_format_becomes_a_picture() {
    let picture = |source: &str, input: &str| {
        let made = run(&["sudoku", "convert", "--to", "svg", source], input.as_bytes());
        assert_eq!((made.exit, made.err.as_str()), (0, ""), "{source}");
        assert!(made.out.starts_with("<svg ") && made.out.ends_with("</svg>\n"), "{}", made.out);
        made.out
    };
    let line = picture(UNIQUE, "");
    assert!(line.contains("<title>Sudoku, 4 by 4: thermometer, killer cage</title>"), "{line}");
    for target in ["f-puzzles", "scl", "penpa", "iss", "text"] {
        let converted = run(&["sudoku", "convert", "--to", target, UNIQUE], b"").out;
        let made = run(&["sudoku", "convert", "--to", "svg", "-"], converted.as_bytes());
        assert_eq!(made.exit, 0, "{target}: {}", made.err);
        assert_eq!(made.out.matches("class=\"label\"").count(), 1, "{target}: {}", made.out);
        assert_eq!(made.out.matches("<path class=\"line ").count(), 2, "{target}: {}", made.out);
    }
    let titled = r#"{"size":4,"grid":[],"title":"Six <b>","author":"Ann","killercage":[{"cells":["R1C2","R1C3"],"value":"6"}]}"#;
    assert!(picture("-", titled).contains("<title>Six &lt;b&gt;, by Ann</title>"));
    // Positions have pencil marks if they contain candidates.
    let cells = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    let givens = picture(cells, "");
    assert_eq!(
        (givens.matches("class=\"given\"").count(), givens.matches("class=\"note\"").count()),
        (30, 0)
    );
    let candidates = run(&["sudoku", "convert", "--to", "candidates", cells], b"").out;
    assert!(picture("-", &candidates).matches("class=\"note\"").count() > 100);
    let two = run(&["sudoku", "convert", "--to", "svg", "-"], format!("{UNIQUE}\n{OPEN}\n").as_bytes());
    expect(&two, 2, "");
    assert!(two.err.contains("standard input: found 2 puzzles, expected one for a picture"), "{}", two.err);
}

#[test]
fn f_puzzles_keep_their_texts() {
    let json = r#"{"size":4,"grid":[],"title":"Six","author":"Ann","ruleset":"Cells a knight's move apart differ.","killercage":[{"cells":["R1C2","R1C3"],"value":"6"}]}"#;
    let link = run(&["sudoku", "convert", "--to", "f-puzzles", json], b"");
    assert!(link.exit == 0 && link.err.contains("The rules in words are not read"), "{}", link.err);
    let reading = gridlore_sudoku_formats::read(link.out.trim()).expect("a link");
    assert_eq!(
        [reading.title, reading.author, reading.rules],
        ["Six", "Ann", "Cells a knight's move apart differ."]
    );
    let solved = run(&["sudoku", "count", json], b"");
    assert!(solved.err.contains("The rules in words are not read"), "{}", solved.err);
}

/// Returns the constraints of a block in the order of f-puzzles: thermometers, then cages.
fn reordered(block: &str) -> String {
    let mut lines: Vec<&str> = block.lines().collect();
    lines.sort_by_key(|line| (!line.starts_with("size"), line.starts_with("thermo")));
    lines.join("\n") + "\n"
}

#[test]
fn a_constraint_that_a_format_cannot_express_is_named() {
    let lockout = ".Lockout~4~R1C1~R2C1~R3C1";
    for (target, message) in [
        ("f-puzzles", "f-puzzles cannot express: lockout line at r1c1–r3c1"),
        ("line", "this format cannot express: lockout line at r1c1–r3c1"),
    ] {
        let run = run(&["sudoku", "convert", "--to", target, lockout], b"");
        expect(&run, 2, "");
        assert!(run.err.contains(message), "{}", run.err);
    }
}

#[test]
fn text_blocks_are_read_by_every_command() {
    let two = format!("{BLOCK}\n# another\n{BLOCK}thermometer: r1c2 r1c1 # too much\n");
    expect(&run(&["sudoku", "solve", "-"], two.as_bytes()), 1, "1423324141322314\n# none\n");
    expect(&run(&["sudoku", "check", BLOCK], b""), 0, "unique\n");
    let line = BLOCK.trim().replace('\n', "; ");
    expect(&run(&["sudoku", "count", &line], b""), 0, "1\n");
    expect(&run(&["sudoku", "count", &line.replacen("size", "Size", 1)], b""), 0, "1\n");
    // A block that consists only of its size looks like the first line of a block in a file.
    let size = run(&["sudoku", "count", "size 4x4"], b"");
    assert!(size.exit == 2 && size.out.contains("for an empty grid, write \"size 4x4;\""), "{}", size.out);
    assert!(!size.err.contains("no file"), "{}", size.err);
    expect(&run(&["sudoku", "count", "size 4x4;"], b""), 1, "288\n");
    let bad = run(&["sudoku", "solve", &format!("{BLOCK}cage 5: r1c9")], b"");
    expect(
        &bad,
        2,
        "# error: column 9: line 5 of the block: found \"r1c9\", expected a cell of the 4x4 grid, such as r1c1\n",
    );
    let cut = run(&["sudoku", "solve", "-"], format!("# a comment\n{BLOCK}").as_bytes());
    assert!(cut.exit == 2 && cut.err.contains("found only the first line"), "{}{}", cut.out, cut.err);
}

#[test]
fn sudoku_exchange_is_read_by_every_command() {
    let cells = "050703060007000800000816000000030000005000100730040086906000204840572093000409000";
    let solution = "158723469367954821294816375619238547485697132732145986976381254841572693523469718\n";
    let link = format!("https://sudokuexchange.com/play/?s={cells}");
    expect(&run(&["sudoku", "solve", &link], b""), 0, solution);
    expect(&run(&["sudoku", "solve", "-"], format!("0000183b305c {cells} 1.2\n").as_bytes()), 0, solution);
    // Commands that accept only plain puzzles read it as one.
    assert_eq!(run(&["sudoku", "canonical", &link], b"").exit, 0);
}

/// Puzzles that differ only by a symmetry have the same canonical form, even in files with
/// headings.
#[test]
fn variants_have_a_canonical_form() {
    let one = "size 4x4; 3...; ....; ....; ....; palindrome: r1c1 r1c2 r2c3";
    let other = "size 4x4; ....; ....; ....; ...1; palindrome: r3c2 r4c3 r4c4";
    let form = "size 4x4; ....; ....; ....; ...1; palindrome: r2c3 r3c4 r4c4\n";
    let found = run(&["sudoku", "canonical", one], b"").out;
    assert_eq!(run(&["sudoku", "canonical", other], b"").out, found);
    assert_eq!(run(&["sudoku", "canonical", found.trim()], b"").out, found);
    assert_eq!(found.len(), form.len(), "{found}");
    let lines = format!("{one}\nsize 4x4; anti-knight\n{other}\n");
    let classes = run(&["sudoku", "canonical", "--classes", "-"], lines.as_bytes());
    assert!(classes.out.starts_with(&format!("{} 2\n", found.trim())), "{}", classes.out);
    let json = run(&["sudoku", "canonical", "--json", "size 4x4; anti-knight"], b"").out;
    assert!(json.contains("\"automorphisms\":192"), "{json}");
    let heading = run(&["sudoku", "canonical", "-"], b"geometry: 2x2\n...1............\n1...............\n");
    let lines: Vec<&str> = heading.out.lines().collect();
    assert!(lines[1].starts_with("size 4x4; ") && lines[1] == lines[2], "{}", heading.out);
    let refused = run(&["sudoku", "canonical", "size 4x4; chaos construction"], b"");
    let reason = "found chaos construction, expected rules that can be rotated or mirrored";
    expect(&refused, 2, &format!("# error: column 1: {reason}\n"));
}

/// The solution stored in a link is compared with the solution that is found.
#[test]
fn a_stored_solution_is_compared() {
    let json = |solution: &str| {
        let rules = r#""thermometer":[{"lines":[["R1C1","R2C2","R3C3","R4C4"],["R4C1","R3C1"]]}],"killercage":[{"cells":["R1C2","R1C3"],"value":"6"}]"#;
        format!("{{\"size\":4,\"grid\":[],{rules},\"solution\":[{solution}]}}")
    };
    let check = |solution: &str| run(&["sudoku", "check", &json(solution)], b"").out;
    assert_eq!(check("1,4,2,3,3,2,4,1,4,1,3,2,2,3,1,4"), "unique\n");
    assert_eq!(check("1,4,2,3"), "unique\n");
    assert_eq!(
        check("1,4,2,3,3,2,4,1,4,1,3,2,2,3,4,1"),
        "unique: not the stored solution: r4c3 is 1, stored is 4, and another cell differs\n"
    );
    assert_eq!(
        check("1,4,2,3,3,2,4,1,4,1,3,2,2,3,1,1"),
        "unique: not the stored solution: r4c4 is 4, stored is 1\n"
    );
    // A wrong solution is not written, because programs that read a drawing trust it.
    let wrong = run(&["sudoku", "convert", "--to", "scl", &json("1,4,2,3,3,2,4,1,4,1,3,2,2,3,1,1")], b"");
    assert_eq!(
        (wrong.exit, wrong.err.contains("The stored solution breaks a rule (")),
        (0, true),
        "{}",
        wrong.err
    );
    assert_eq!(run(&["sudoku", "check", wrong.out.trim()], b"").out, "unique\n");
    let right = run(&["sudoku", "convert", "--to", "scl", &json("1,4,2,3,3,2,4,1,4,1,3,2,2,3,1,4")], b"");
    assert_eq!((right.exit, right.err.as_str()), (0, ""));
    assert_ne!(right.out, wrong.out);
    let record =
        run(&["sudoku", "check", "--format", "json", &json("1,4,2,3,3,2,4,1,4,1,3,2,2,3,1,1")], b"").out;
    assert!(
        record.contains("\"outcome\":\"unique\"") && record.contains("not the stored solution"),
        "{record}"
    );
}
