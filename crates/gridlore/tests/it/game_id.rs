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
    check("", "line 1, column 1: found nothing, expected the name of a puzzle, such as sudoku");
    check("Sudoku#1", "line 1, column 1: found \"Sudoku\", expected the name of a puzzle, such as sudoku");
    check(
        "chess#1",
        &format!("line 1, column 1: found \"chess\", expected one of {}", crate::played_kinds()),
    );
    check("sudoku", "line 1, column 7: found nothing, expected ':' and a description, or '#' and a seed");
    let seed = "expected a seed: a whole number from 0 to 18446744073709551615, without leading zeros";
    check("sudoku#", &format!("line 1, column 8: found nothing, {seed}"));
    check("sudoku:easy#07", &format!("line 1, column 13: found \"07\", {seed}"));
    check("sudoku:easy#-1", &format!("line 1, column 13: found \"-1\", {seed}"));
    check("sudoku:evil#1", "line 1, column 8: found \"evil\", expected one of easy, medium, hard, minimal");
    check("sudoku:53..7....", "line 1, column 17: found 9 cells, expected 81");
    check("sudoku:53y", "line 1, column 10: found 'y', expected a digit 1-9, or . or 0 for a blank");
    check(
        "sudoku:a#b:53",
        "line 1, column 8: found \"a#b\", expected parameters without '#' before a description",
    );
    check(
        &format!("sudoku:easy:{PUZZLE}"),
        "line 1, column 13: found \"easy\", expected nothing, or the rows and columns of a box: 2x2, 2x3, 3x3, 3x4, 4x4 and others up to 16 digits",
    );
}

#[test]
fn print_parse_round_trip() {
    for id in
        ["sudoku#7", "sudoku:easy#7", "sudoku:12", "sudoku:p:d", "connect-four:4444326", "k:::", "k::a#5"]
    {
        assert_eq!(id.parse::<GameId>().unwrap().to_string(), id);
    }
}
