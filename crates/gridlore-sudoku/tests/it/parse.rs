//! Boards converted from text and back, and the exact wording of every error.

use gridlore_core::Rng;
use gridlore_sudoku::Board;
use gridlore_testing::{cases, unescaped};

fn check(text: &[u8], expected: &str, place: &str) {
    let found = match Board::parse_bytes(text) {
        Ok(board) => board.to_line(),
        Err(error) => format!("{error}"),
    };
    assert_eq!(found, expected, "{place}");
}

#[test]
fn texts_give_their_board_or_their_error() {
    for case in cases("parse.txt", 2) {
        check(&unescaped(&case.fields[0]), &case.fields[1], &case.place);
    }
}

#[test]
fn print_parse_round_trip() {
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let line: String = (0..81).map(|_| b".123456789"[rng.below(10)] as char).collect();
        let board = Board::parse(&line).unwrap();
        check(line.as_bytes(), &line, "line");
        check(board.to_grid().as_bytes(), &line, "grid");
    }
}

/// Lines from other programs can have other characters for blanks, and a remark after the cells.
#[test]
fn lines_with_remarks_and_other_blanks_are_read() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let board = Board::parse(puzzle).unwrap();
    for blank in "0_*?xX".chars() {
        let line = puzzle.replace('.', &blank.to_string());
        assert_eq!(Board::parse(&line).unwrap(), board, "{line}");
        assert_eq!(Board::parse_bytes(line.as_bytes()).unwrap(), board, "{line}");
    }
    for remark in ["\tEasy\t204", " 0.5 rating", ",123456789", ";x", "# mine", " # é", "\t", "\r"] {
        let line = format!("{puzzle}{remark}");
        assert_eq!(Board::parse(&line).unwrap(), board, "{line}");
        assert_eq!(Board::parse_bytes(line.as_bytes()).unwrap(), board, "{line}");
    }
    // Additional cells, or another puzzle below, are not a remark.
    for more in ["1", ".", "-", "\n1", &format!("\n{puzzle}"), &format!(" x\n{puzzle}")] {
        assert!(Board::parse(&format!("{puzzle}{more}")).is_err(), "{more:?}");
        assert!(Board::parse_bytes(format!("{puzzle}{more}").as_bytes()).is_err(), "{more:?}");
    }
}
