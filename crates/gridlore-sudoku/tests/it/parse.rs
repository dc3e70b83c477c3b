//! Boards from text and back, and the exact words of every error.

use crate::cases::cases;
use gridlore_core::Rng;
use gridlore_sudoku::Board;

fn check(text: &[u8], expected: &str, place: &str) {
    let found = match Board::parse_bytes(text) {
        Ok(board) => board.to_line(),
        Err(error) => format!("{error}"),
    };
    assert_eq!(found, expected, "{place}");
}

/// `\n`, `\t`, `\\` and `\xNN` in a case file stand for these bytes.
pub(crate) fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = match (first, tail) {
            (b'\\', [b'x', high, low, tail @ ..]) => {
                let hex = [*high, *low];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap());
                tail
            }
            (b'\\', [escaped, tail @ ..]) => {
                bytes.push(match escaped {
                    b'n' => b'\n',
                    b't' => b'\t',
                    other => *other,
                });
                tail
            }
            (byte, tail) => {
                bytes.push(*byte);
                tail
            }
        };
    }
    bytes
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
