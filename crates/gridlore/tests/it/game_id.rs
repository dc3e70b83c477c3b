//! Game ids: parsing, printing, and the exact text of every error.

use gridlore::{GameId, open};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Opens `id` and compares the puzzle's description, or the error.
fn check(id: &str, expected: &str) {
    let found = match open(id) {
        Ok(puzzle) => puzzle.description(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{id}");
}

#[test]
fn ids_open_their_puzzle() {
    check(&format!("sudoku:{PUZZLE}"), PUZZLE);
    check(&format!("sudoku::{PUZZLE}"), PUZZLE);
    check("sudoku:easy#7", &open("sudoku:easy#7").unwrap().description());
    assert_eq!(open("sudoku#7").unwrap().description(), open("sudoku:medium#7").unwrap().description());
    assert_ne!(open("sudoku:easy#7").unwrap().description(), open("sudoku:easy#8").unwrap().description());
}

#[test]
fn errors_name_the_place_in_the_id() {
    let id = "expected a game id such as sudoku:easy#7, which begins with a kind of puzzle";
    check("", &format!("line 1, column 1: found nothing, {id}"));
    check("Sudoku#1", &format!("line 1, column 1: found \"Sudoku\", {id}"));
    check("puzzles.txt", &format!("line 1, column 1: found \"puzzles.txt\", {id}"));
    check(
        "chess#1",
        &format!("line 1, column 1: found \"chess\", expected one of {}", crate::played_kinds()),
    );
    check(
        "sudoku",
        "line 1, column 7: found nothing, expected '#' and a seed, as in sudoku#7, or ':' and a description",
    );
    for kind in ["chess", "sudok"] {
        let hint = if kind == "sudok" { "; did you mean sudoku?" } else { "" };
        let kinds = crate::played_kinds();
        check(kind, &format!("line 1, column 1: found \"{kind}\", expected one of {kinds}{hint}"));
    }
    let seed = "expected a seed: a whole number from 0 to 18446744073709551615, without leading zeros";
    check("sudoku#", &format!("line 1, column 8: found nothing, {seed}"));
    check("sudoku:easy#07", &format!("line 1, column 13: found \"07\", {seed}"));
    check("sudoku:easy#-1", &format!("line 1, column 13: found \"-1\", {seed}"));
    let level = "expected one of rated-easy, rated-medium, rated-hard, rated-unfair, rated-extreme, easy, medium, hard, minimal, a rating such as se-4.2, a box such as 2x3, or a box and a level, as in 2x3-hard";
    check("sudoku:evil#1", &format!("line 1, column 8: found \"evil\", {level}"));
    check(
        "sudoku:hrad#1",
        &format!("line 1, column 8: found \"hrad\", {level}; did you mean sudoku:hard#1?"),
    );
    check("sudoku:53..7....", "line 1, column 17: found 9 cells, expected 81");
    check("sudoku:53y", "line 1, column 10: found 'y', expected a digit 1-9, or . or 0 for a blank");
    check(
        "sudoku:a#b:53",
        "line 1, column 8: found \"a#b\", expected parameters without '#' before a description",
    );
    check(
        &format!("sudoku:easy:{PUZZLE}"),
        "line 1, column 8: found \"easy\", expected the rows and columns of a box, such as 2x2, 2x3, 3x4 or 4x4, with at most 16 digits",
    );
}

/// A preset or a size without a seed, and words that are neither.
#[test]
fn ids_without_a_seed_are_explained() {
    check(
        "flipper:merlin",
        "line 1, column 15: found nothing, expected '#' and a seed, as in flipper:merlin#7, or ':' and a board",
    );
    check(
        "sudoku:2x3",
        "line 1, column 11: found nothing, expected '#' and a seed, as in sudoku:2x3#7, or ':' and a board",
    );
    check(
        "connect-four:9x6",
        "line 1, column 17: found nothing, expected '#' and a seed, as in connect-four:9x6#7, or ':' and a board",
    );
    check(
        "connect-four:14x9",
        "line 1, column 14: found \"14x9\", expected a size such as 7x6, or 9x7x5 for five in a row (at most 32 columns and rows, with columns x (rows + 1) at most 128)",
    );
    for (id, parts) in [
        (
            "flipper:merln",
            &["column 9: found \"merln\", expected 0 or 1", "as in flipper:merlin#7", "did you mean"][..],
        ),
        ("flipper:chess", &["found \"chess\"", "as in flipper:flipper#7", "\"lights-out,5,5\""]),
        ("sudoku:hrad", &["found \"hrad\", expected a digit 1-9", "did you mean sudoku:hard#7?"]),
        ("sudoku:5x5", &["found \"5x5\", expected 81 cells", "\"4x4-easy\""]),
        ("connect-four:first", &["found \"first\", expected the number of a column", "\"7x6\""]),
    ] {
        let error = open(id).unwrap_err().to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{id}: {error}");
    }
}

#[test]
fn print_parse_round_trip() {
    for id in
        ["sudoku#7", "sudoku:easy#7", "sudoku:12", "sudoku:p:d", "connect-four:4444326", "k:::", "k::a#5"]
    {
        assert_eq!(id.parse::<GameId>().unwrap().to_string(), id);
    }
}
