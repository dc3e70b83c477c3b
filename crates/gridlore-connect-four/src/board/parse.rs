//! Reads positions: moves such as `4444326`, or a grid of `X`, `O` and `.` with the top row first.

use crate::board::position::{MoveError, Position};
use crate::board::size::{Column, Size};
use gridlore_core::{ParseError, ParseErrorKind, Place};

impl Position {
    /// Reads moves from the empty board. Columns are `1` to `9`, then `a`, `b` and so on.
    ///
    /// # Errors
    /// Returns [`ParseError`] at the first illegal move: an unknown character, a full column, or a
    /// move after the end of the game.
    pub fn parse_moves(size: Size, text: &str) -> Result<Self, ParseError> {
        let mut position = Self::new(size);
        for column in moves(size, text) {
            position = column?.1;
        }
        Ok(position)
    }

    /// Reads a grid, top row first.
    ///
    /// # Errors
    /// Returns [`ParseError`] at the first fault: an unknown character, the wrong number of cells
    /// or rows, a disc above an empty cell, or impossible numbers of discs.
    pub fn parse_grid(size: Size, text: &str) -> Result<Self, ParseError> {
        let error = |line, column, kind| Err(ParseError { at: Place { line, column }, kind });
        let rows: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(number, line)| (number + 1, line.trim_end()))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        let (mut first, mut second) = (0, 0);
        if rows.len() != size.height() {
            let kind = ParseErrorKind::Count { found: rows.len(), expected: size.height(), of: "rows" };
            return error(rows.last().map_or(1, |row| row.0), 1, kind);
        }
        for (&(number, line), row) in rows.iter().zip((0..size.height()).rev()) {
            let length = line.chars().count();
            if length != size.width() {
                let kind = ParseErrorKind::Count { found: length, expected: size.width(), of: "cells" };
                return error(number, length.min(size.width()) + 1, kind);
            }
            for (column, letter) in line.chars().enumerate() {
                match letter {
                    'X' | 'x' => first |= size.bit(column, row),
                    'O' | 'o' | '0' => second |= size.bit(column, row),
                    '.' | '_' => {}
                    found => {
                        let kind = ParseErrorKind::Character { found, expected: "X, O or ." };
                        return error(number, column + 1, kind);
                    }
                }
            }
        }
        let all = first | second;
        for (&(number, _), row) in rows.iter().zip((1..size.height()).rev()) {
            for column in 0..size.width() {
                if all & size.bit(column, row) != 0 && all & size.bit(column, row - 1) == 0 {
                    let found = "a disc above an empty cell".to_owned();
                    let expected = "a disc below it".to_owned();
                    return error(number, column + 1, ParseErrorKind::Wrong { found, expected });
                }
            }
        }
        let named = |count: u32, disc: char| match count {
            1 => format!("1 {disc}"),
            _ => format!("{count} {disc}s"),
        };
        Self::from_stones(size, first, second).ok_or_else(|| ParseError {
            at: Place { line: rows[0].0, column: 1 },
            kind: ParseErrorKind::Wrong {
                found: format!("{} and {}", named(first.count_ones(), 'X'), named(second.count_ones(), 'O')),
                expected: "as many Xs as Os, or one more X, since X moves first".to_owned(),
            },
        })
    }
}

/// Reads moves one by one, and returns each with the position after it.
///
/// # Errors
/// Returns the same errors as [`Position::parse_moves`]; the iterator ends after the first error.
pub fn moves(size: Size, text: &str) -> impl Iterator<Item = Result<(Column, Position), ParseError>> {
    let mut position = Some(Position::new(size));
    text.chars().enumerate().map_while(move |(index, letter)| {
        let before = position?;
        let at = Place { line: 1, column: index + 1 };
        let played = Column::from_letter(letter, size)
            .ok_or(ParseErrorKind::Character { found: letter, expected: "the number of a column" })
            .and_then(|column| {
                let after = before.after(column).map_err(|error| ParseErrorKind::Wrong {
                    found: match error {
                        MoveError::Full(column) => format!("a move into column {column}, which is full"),
                        MoveError::Over(Some(side)) => format!("a move after {} has won", side.letter()),
                        MoveError::Over(None) => "a move on a full board".to_owned(),
                    },
                    expected: match error {
                        MoveError::Full(_) => "a column with an empty cell".to_owned(),
                        MoveError::Over(_) => "the end of the game".to_owned(),
                    },
                })?;
                Ok((column, after))
            });
        position = played.as_ref().ok().map(|(_, after)| *after);
        Some(played.map_err(|kind| ParseError { at, kind }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    #[test]
    fn moves_and_grids_give_the_same_position() {
        let size = Size::USUAL;
        let position = Position::parse_moves(size, "4444326").unwrap();
        let grid = ".......\n.......\n...O...\n...X...\n...O...\n.OXX.X.\n";
        assert_eq!(position.to_string(), grid);
        assert_eq!(Position::parse_grid(size, grid), Ok(position));
        assert_eq!((position.plies(), position.to_move()), (7, Side::Second));
        assert_eq!(position.mirrored().mirrored(), position);
        assert_eq!(Position::parse_moves(size, "4444562").unwrap(), position.mirrored());
        let over = Position::parse_moves(size, "1212121").unwrap();
        assert_eq!((over.end(), over.moves().count()), (Some(Some(Side::First)), 0));
    }

    #[test]
    fn errors_name_their_place() {
        let size = Size::USUAL;
        for (text, expected) in [
            ("448", "line 1, column 3: found '8', expected the number of a column"),
            ("44-", "line 1, column 3: found '-', expected the number of a column"),
            (
                "4444444",
                "line 1, column 7: found a move into column 4, which is full, expected a column with an empty cell",
            ),
            ("12121212", "line 1, column 8: found a move after X has won, expected the end of the game"),
        ] {
            assert_eq!(Position::parse_moves(size, text).unwrap_err().to_string(), expected);
        }
        let grid = |rows: &[&str]| {
            let mut all = vec![".......".to_owned(); 6 - rows.len()];
            all.extend(rows.iter().map(|row| (*row).to_owned()));
            Position::parse_grid(size, &all.join("\n")).unwrap_err().to_string()
        };
        assert_eq!(
            grid(&["...X...", "......."]),
            "line 5, column 4: found a disc above an empty cell, expected a disc below it"
        );
        assert_eq!(grid(&["...?..."]), "line 6, column 4: found '?', expected X, O or .");
        assert_eq!(grid(&["...X.."]), "line 6, column 7: found 6 cells, expected 7");
        assert_eq!(
            grid(&["..OO.X."]),
            "line 1, column 1: found 1 X and 2 Os, expected as many Xs as Os, or one more X, since X moves first"
        );
        assert_eq!(
            Position::parse_grid(size, "").unwrap_err().to_string(),
            "line 1, column 1: found 0 rows, expected 6"
        );
    }
}
