//! Tests of `gridlore connect-four` as scripts use it.

use crate::program::{Run, run};
use crate::terminal::{is_restored, typed};

fn done(arguments: &[&str], input: &str) -> String {
    let Run { out, err, exit } = run(&[&["connect-four"], arguments].concat(), input.as_bytes());
    assert_eq!((exit, err.as_str()), (0, ""), "{arguments:?}");
    out
}

#[test]
fn each_line_gets_its_score() {
    let lines = "121212 18 and more\n2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n";
    let scores =
        "121212 18\n2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n";
    assert_eq!(done(&["solve", "-"], lines), scores);
    assert_eq!(done(&["solve", "--weak", "-"], "121212\n"), "121212 1\n");
    assert_eq!(done(&["solve", "121212"], ""), "121212 18\n");
    assert_eq!(done(&["solve", "--board", "4x4", "-"], "\n11\n"), " 0\n11 0\n");
    assert_eq!(done(&["solve", "1212121"], ""), "1212121 -18\n", "the game is over");
    let bad = run(&["connect-four", "solve", "-"], b"448\n121212\n");
    assert_eq!(
        (bad.exit, bad.out.as_str()),
        (2, "448 error: found '8', expected the number of a column\n121212 18\n")
    );
    assert_eq!(bad.err, "standard input:1:3: found '8', expected the number of a column\n");
    let spent = run(&["connect-four", "solve", "--budget", "10", "-"], b"4\n");
    assert_eq!((spent.exit, spent.out.as_str()), (3, "4 budget: the budget of 10 nodes is spent\n"));
    let size = run(&["connect-four", "solve", "--board", "20x6", "1"], b"");
    assert!(
        size.exit == 2 && size.err.contains("found \"20x6\", expected a size such as 7x6"),
        "{}",
        size.err
    );
    assert_eq!(done(&["solve", "--board", "12x8", "--weak", "1212121"], ""), "1212121 -1\n", "128 bits");
    assert_eq!(done(&["solve", "--board", "4x4x3", "-"], "\n1\n"), " 4\n1 -1\n", "three in a row");
    assert_eq!(
        done(&["solve", "--threads", "2", "4443252571221371"], ""),
        done(&["solve", "4443252571221371"], "")
    );
}

#[test]
fn each_column_gets_its_score() {
    // The side to move wins in the first column; otherwise, it must block the second.
    assert_eq!(done(&["analyze", "121212"], ""), "1 18\n2 -3\n3 -18\n4 -18\n5 -18\n6 -18\n7 -18\n");
    assert_eq!(done(&["analyze", "--board", "4x4"], ""), "1 0\n2 0\n3 0\n4 0\n");
    assert_eq!(done(&["perft", "7"], ""), "823536\n");
    let times = done(&["bench-win"], "");
    let names: Vec<&str> =
        times.lines().skip(1).filter_map(|line| line.strip_suffix(" ns")?.split(' ').next()).collect();
    assert_eq!(names[..4], ["lines", "shift", "logic", "many-portable"], "{times}");
    assert_eq!(done(&["perft", "12", "--board", "4x4"], ""), "5992096\n");
    let over = run(&["connect-four", "analyze", "12121212"], b"");
    assert_eq!(
        over.err,
        "gridlore: argument 1:1:8: found a move after X has won, expected the end of the game\n"
    );
}

#[test]
fn the_built_in_book_answers_early_positions() {
    assert_eq!(
        done(&["analyze", "--book", "own", "--budget", "0"], ""),
        "1 -2\n2 -1\n3 0\n4 1\n5 0\n6 -1\n7 -2\n"
    );
    assert_eq!(
        done(&["solve", "--book", "own", "--weak", "--budget", "0", "-"], "\n4\n44\n"),
        " 1\n4 -1\n44 1\n"
    );
    let other = run(&["connect-four", "solve", "--book", "own", "--board", "6x5", "1"], b"");
    assert!(
        other.exit == 2 && other.err.contains("--book own: found the board 6x5, expected 7x6"),
        "{}",
        other.err
    );
}

#[test]
fn a_drawn_position_is_read() {
    let grid = ".......\n.......\n.......\nXO.....\nXO.....\nXO.....\n";
    let asked = ["analyze", "--grid", "-"];
    assert_eq!(done(&asked, grid), done(&["analyze", "121212"], ""));
    let hole = run(
        &["connect-four", "analyze", "--grid", "-"],
        grid.replace("XO.....\nXO", "XO.....\n.O").as_bytes(),
    );
    assert!(
        hole.exit == 2 && hole.err.contains("standard input:4:1: found a disc above an empty cell"),
        "{}",
        hole.err
    );
}

#[test]
fn reasons_and_best_play_are_printed() {
    let printed = done(&["analyze", "--why", "--line", "121212"], "");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "1 18 X connects four in column 1, rows 1 to 4.");
    assert!(
        lines[2].starts_with("3 -18 This does not block O, who can connect four in column 2, rows 1 to 4."),
        "{}",
        lines[2]
    );
    assert_eq!(lines.last(), Some(&"line 1"));
}

#[test]
fn a_game_is_reviewed() {
    let text = done(&["review", "--board", "4x4", "1212131"], "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 10, "{text}");
    assert_eq!(lines[5], "  6 O 3  mistake     X wins at move 7; better: 1, a draw");
    assert_eq!(lines[6], "  7 X 1  best        X wins at move 7");
    assert_eq!(lines[9], "X wins with move 7");
    let json: serde_json::Value =
        serde_json::from_str(&done(&["review", "--json", "--board", "4x4", "1212131"], "")).unwrap();
    assert_eq!(json["reviewed"].as_array().unwrap().len(), 7);
    assert_eq!(json["reviewed"][5]["mark"], "mistake");
    assert_eq!(json["reviewed"][5]["best"], serde_json::json!(["1"]));
    assert_eq!(
        (&json["end"], &json["counts"][1]["mistakes"]),
        (&serde_json::json!("X"), &serde_json::json!(1))
    );
    let spent = run(&["connect-four", "review", "--budget", "3", "--board", "6x5", "1234"], b"");
    assert!(spent.exit == 3 && spent.err.contains("the budget of 3 nodes is spent"), "{}", spent.err);
    let bad = run(&["connect-four", "review", "449"], b"");
    assert!(bad.exit == 2 && bad.err.contains("argument 1:1:3: found '9'"), "{}", bad.err);
}

#[test]
fn a_game_is_played_line_by_line() {
    let input = "1\n2\n1\n2\n1\n2\nhint\nscores\nx\n1\nu\nr\n4\nq\n";
    let printed = done(&["play", "--o", "person"], input);
    assert!(
        printed.starts_with("X is a person, O is a person. Type a column, 1 to 7, and press Enter.\n"),
        "{printed}"
    );
    for expected in [
        "  X  O  .  .  .  .  . \n  1  2  3  4  5  6  7 \nX to move · move 7 > ",
        "Column 1. X connects four in column 1, rows 1 to 4.",
        "1 +18, X wins at move 7\n2 -3, O wins",
        "found \"x\", expected a column (1 to 7) or one of undo",
        " [X] O  .  .  .  .  . \n",
        "X won at move 7: four in column 1, rows 1 to 4.",
        "the game is over: X has won",
    ] {
        assert!(printed.contains(expected), "{expected:?} in {printed}");
    }
    // A level replies automatically, on either side, and undo also takes back its reply.
    let first = done(&["play", "--x", "club", "--o", "person", "--seed", "3"], "4\nu\nq\n");
    assert_eq!(first.matches("X plays column").count(), 2, "{first}");
    assert!(
        first.contains("O to move · move 4 > ") && first.trim_end().ends_with("O to move · move 2 >"),
        "{first}"
    );
    let again = done(&["play", "--x", "club", "--o", "person", "--seed", "3"], "4\nu\nq\n");
    assert_eq!(first, again, "the same seed plays the same game");
    let levels = done(&["play", "--x", "casual", "--o", "beginner", "--seed", "1", "--board", "5x4"], "");
    assert!(levels.contains("won at move") || levels.contains("A draw"), "{levels}");
    let nobody = run(&["connect-four", "play", "--x", "nobody"], b"");
    assert!(
        nobody.exit == 2 && nobody.err.contains("expected person or one of beginner, casual"),
        "{}",
        nobody.err
    );
}

#[test]
fn a_game_is_played_on_the_full_screen() {
    // Plays column 1 with its digit, with the arrow keys and Enter, and with the mouse; then tries
    // a hint, scores, undo and redo, up to a vertical four in column 1.
    let arguments = "connect-four play 121212 --o person";
    let keys: [&[u8]; 8] = [b"h", b"s", b"9", b"\x1b[<0;5;20M", b"u", b"r", b"v", b"q"];
    let Some(won) = typed(arguments, &keys) else { return };
    assert!(is_restored(&won), "{won}");
    for expected in
        ["rows 1 to 4.", "+18", "There is no column 9, only 1 to 7.", "[×]", "Move 7, X in column 1: best."]
    {
        assert!(won.contains(expected), "{expected} in {won}");
    }
    // A level replies automatically; Ctrl-C quits. If the previous line starts with the same "X ",
    // those characters are not drawn again.
    let answered =
        typed("connect-four play --x beginner --o person --seed 2", &[b"\x1b[D", b"\r", b"\x03"]).unwrap();
    assert!(is_restored(&answered) && answered.contains("plays column"), "{answered}");
    let way = "To continue this game: gridlore connect-four play ";
    assert!(answered.contains(way) && answered.contains("--x beginner --o person"), "{answered}");
}

#[test]
fn a_book_is_computed_and_resumed() {
    let folder = std::env::temp_dir().join(format!("gridlore-book-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("small.book").display().to_string();
    let make = ["book", "--plies", "4", "--board", "4x4", "--out", file.as_str()];
    let spent = run(&[&["connect-four"], &make[..], &["--budget", "5"]].concat(), b"");
    assert_eq!(spent.exit, 3, "{}", spent.err);
    let part = format!("{file}.part");
    assert!(std::path::Path::new(&part).exists(), "the scores so far are kept");
    assert_eq!(done(&make, ""), "64 positions of 4 plies on 4x4\n".replace("64", &positions_of(&file)));
    assert!(!std::path::Path::new(&part).exists());
    let asked = ["solve", "--board", "4x4", "--book", file.as_str(), "--budget", "0", "-"];
    assert_eq!(done(&asked, "\n1\n1234\n12\n"), done(&["solve", "--board", "4x4", "-"], "\n1\n1234\n12\n"));
    let again = run(&[&["connect-four"], &make[..]].concat(), b"");
    assert!(again.exit == 0 && again.err.contains("is already complete"), "{}", again.err);
    let other = run(&["connect-four", "solve", "--book", &file, "4"], b"");
    assert!(
        other.exit == 2 && other.err.contains("found a book for 4x4, expected one for 7x6"),
        "{}",
        other.err
    );
    std::fs::write(&part, "4x4 4\n0\nzero\n").unwrap();
    std::fs::remove_file(&file).unwrap();
    let broken = run(&[&["connect-four"], &make[..]].concat(), b"");
    assert!(
        broken.exit == 2 && broken.err.contains("small.book.part:3: found \"zero\", expected a score"),
        "{}",
        broken.err
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Returns the number of positions in the first line of a book.
fn positions_of(file: &str) -> String {
    let head = String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned();
    head.split(", ").nth(3).and_then(|part| part.split(' ').next()).unwrap().to_owned()
}
