//! Tests of `gridlore play`, which plays any puzzle of the registry in the terminal.

use crate::program::{Run, run};
use crate::terminal::{is_restored, typed};

fn done(arguments: &[&str], input: &str) -> String {
    let Run { out, err, exit } = run(&[&["play"], arguments].concat(), input.as_bytes());
    assert_eq!((exit, err.as_str()), (0, ""), "{arguments:?}");
    out
}

#[test]
fn a_sudoku_is_played_line_by_line() {
    let out = done(&["sudoku:2x2", "--seed", "3"], "h\na\nr1c1=5\nr2c1=3\nc\nu\nr2c1~4\nfoo\ns\nu\n");
    for expected in [
        "\n2 . | . .\n. 3 | 1 .\n----+----\n. . | . .\n. . | 4 3\n",
        "Hidden Single. ",
        "10 left > ",
        "row 1, column 1 is a given and cannot be changed",
        "found \"foo\", expected a move: r1c2=4 to enter",
        "\n2 1 | 3 4\n4 3 | 1 2\n----+----\n3 4 | 2 1\n1 2 | 4 3\n",
        "\nSolved.\n",
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    let clash = out.split("9 left > ").next().unwrap();
    assert!(clash.contains("Two 3s in "), "{clash}");
}

#[test]
fn a_game_is_continued_from_its_saved_line() {
    let out = done(&["sudoku:2....31.......43"], "r1c2=1\nq\n");
    let saved =
        out.split("To continue this game: gridlore play '").nth(1).unwrap().split('\'').next().unwrap();
    let later = done(&[saved], "u\nr\n");
    let boards: Vec<&str> = later.split("left > ").collect();
    assert!(boards[0].contains("\n2 1 | . .\n"), "{later}");
    assert!(boards[1].contains("\n2 . | . .\n") && boards[2].contains("\n2 1 | . .\n"), "{later}");
    // A game that was replaced by a new puzzle, and a game that ends with a line that is not UTF-8.
    let left = done(&["sudoku:2....31.......43"], "r1c2=1\nn\nq\n");
    assert!(left.contains("To continue this game: gridlore play '1;sudoku:2....31.......43;"), "{left}");
    let broken = run(&["play", "sudoku:2....31.......43"], b"r1c2=1\n\xff\n");
    assert!(
        broken.exit == 2 && broken.out.contains("To continue this game"),
        "{} {}",
        broken.out,
        broken.err
    );
    // A game without moves and a solved game cannot be continued.
    assert!(!done(&["sudoku:2x2#3"], "q\n").contains("To continue"));
    assert!(!done(&["sudoku:2x2#3"], "s\nq\n").contains("To continue"));
}

#[test]
fn pressed_puzzles_and_games_are_played_by_the_names_of_moves() {
    let out = done(&["flipper:111111111"], "1\n10\ns\n");
    assert!(out.contains("found \"10\", expected a move (1 to 9) or a command: h hint"), "{out}");
    assert!(out.contains(" presses"), "{out}");
    let out = done(&["connect-four"], "4\n4\n");
    assert!(out.contains("Moves: 1 to 7."), "{out}");
    for (puzzle, expected) in [
        ("chess", "found \"chess\", expected one of sudoku, variant-sudoku, flipper, connect-four"),
        ("life", "gridlore life --help"),
        ("sudoku:2x2:55", "line 1, column 12: found \"5\""),
        ("1;sudoku:2x2#3;x;0", "saved game"),
    ] {
        let Run { err, exit, .. } = run(&["play", puzzle], b"");
        assert!(exit == 2 && err.contains(expected), "{puzzle}: {err}");
    }
}

#[test]
fn a_sudoku_is_played_on_the_full_screen() {
    let play = |keys: &[&[u8]]| typed("play sudoku:2....31.......43", keys);
    // Moves right to the blank cell and enters 1; then undoes it, enters a centre mark, and presses
    // Escape.
    let Some(out) = play(&[b"\x1b[C", b"1", b"\x1a", b"\t", b"1", b"h", b"?", b" ", b"\x1b"]) else { return };
    assert!(is_restored(&out), "{out}");
    for expected in [
        "pen: symbols",
        "centre",
        "Hidden Single",
        "any key closes",
        "To continue this game: gridlore play '1;sudoku:",
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    // A click selects a cell; steps with Ctrl-A solve the puzzle.
    let steps: Vec<&[u8]> =
        std::iter::once(&b"\x1b[<0;8;2M"[..]).chain([&b"\x01"[..]; 11]).chain([&b"\x03"[..]]).collect();
    let out = play(&steps).unwrap();
    assert!(is_restored(&out) && out.contains("Solved."), "{out}");
}

/// `sudoku play` takes a level, a rating, a board or a saved game, and plays as `play` does.
#[test]
fn sudoku_play_opens_what_play_opens() {
    let first = |arguments: &[&str]| {
        let Run { out, exit, .. } = run(&[&["sudoku", "play", "--line"], arguments].concat(), b"q\n");
        assert_eq!(exit, 0, "{arguments:?}");
        out.lines().next().unwrap().to_owned()
    };
    let board = "sudoku:.3..2..4.7.....1...56...73..4.7.....3...19.....1.4.......192.6....4....96.....48.";
    assert_eq!(first(&[board]), board);
    assert_eq!(first(&[board.trim_start_matches("sudoku:")]), board);
    assert_eq!(first(&["rated-hard", "--seed", "7"]), first(&["rated-hard#7"]));
    assert_eq!(first(&["--seed", "7"]), first(&["sudoku:rated-medium#7"]));
    assert_ne!(first(&["se-4.2", "--seed", "7"]), first(&["se-4.2", "--seed", "8"]));
    let unknown = run(&["sudoku", "play", "--line", "se-4.3"], b"");
    assert_eq!(unknown.exit, 2);
    assert!(unknown.err.contains("such as 4.2 or 4.4"), "{}", unknown.err);
}
