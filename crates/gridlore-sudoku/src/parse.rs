//! Parsing of boards: a line of 81 characters, or a grid with borders.

use crate::{Board, Cell};
use gridlore_core::{Digit, ParseError, ParseErrorKind, Place};
use gridlore_sudoku_geometry::{cells_before_remark, is_blank};

/// The allowed contents of a cell, for error messages.
const CELL: &str = "a digit 1-9, or . or 0 for a blank";

impl Board {
    /// Parses a board of 81 cells, row-major: `1..9`, or for a blank `.`, `0`, `_`, `*`, `?` or
    /// `x`.
    ///
    /// # Input
    /// The cells can be on one or several lines. Spaces, tabs and `|` between cells are skipped, as
    /// are lines that consist only of `-`, `+`, `=` and spaces. After 81 adjacent cells and a
    /// space, tab, comma, semicolon or `#`, the rest of the line (a rating, name or remark) is
    /// skipped.
    /// # Errors
    /// Returns [`ParseError`] at the first character that is not a cell, at the end if cells are
    /// missing, or at the first surplus cell.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        if let Some(board) = plain_line(text.as_bytes()) {
            return Ok(board);
        }
        let text = cells_before_remark(text).unwrap_or(text);
        let mut board = Self::EMPTY;
        let mut found = 0;
        let mut end = Place { line: 1, column: 1 };
        let mut surplus = None;
        for (line, content) in text.lines().enumerate() {
            let is_rule = content.contains(['-', '=']) && content.chars().all(|c| "-+= |\t\r".contains(c));
            if is_rule {
                continue;
            }
            for (column, character) in content.chars().enumerate() {
                let at = Place { line: line + 1, column: column + 1 };
                let digit = match character {
                    ' ' | '\t' | '\r' | '|' => continue,
                    blank if is_blank(blank) => None,
                    '1'..='9' => Digit::from_char(character),
                    found => {
                        return Err(ParseError {
                            at,
                            kind: ParseErrorKind::Character { found, expected: CELL },
                        });
                    }
                };
                match Cell::new(found) {
                    Some(cell) => board.set(cell, digit),
                    None => surplus = surplus.or(Some(at)),
                }
                found += 1;
                end = Place { line: line + 1, column: column + 2 };
            }
        }
        let kind = ParseErrorKind::Count { found, expected: 81, of: "cells" };
        match surplus {
            Some(at) => Err(ParseError { at, kind }),
            None if found < 81 => Err(ParseError { at: end, kind }),
            None => Ok(board),
        }
    }

    /// Parses a board from bytes, like [`Board::parse`].
    ///
    /// # Errors
    /// Returns the same errors as [`Board::parse`], and [`ParseErrorKind::NotText`] at the first
    /// byte that is not valid UTF-8.
    pub fn parse_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        // Many files end their lines with a carriage return.
        if let Some(board) = plain_line(bytes.trim_ascii_end()) {
            return Ok(board);
        }
        std::str::from_utf8(bytes).map_or_else(
            |error| {
                let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                // A wrong character before the invalid byte is reported first; missing cells are
                // not.
                if let Err(error @ ParseError { kind: ParseErrorKind::Character { .. }, .. }) =
                    Self::parse(&good)
                {
                    return Err(error);
                }
                let line = good.matches('\n').count() + 1;
                let column = good.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
                let found = bytes[error.valid_up_to()];
                Err(ParseError {
                    at: Place { line, column },
                    kind: ParseErrorKind::NotText { found, expected: CELL },
                })
            },
            Self::parse,
        )
    }
}

/// Parses a line that consists of exactly 81 cells, in one pass.
fn plain_line(bytes: &[u8]) -> Option<Board> {
    let line: &[u8; 81] = bytes.try_into().ok()?;
    let mut is_plain = true;
    let values = line.map(|byte| {
        let value = if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') };
        is_plain &= value <= 9;
        value
    });
    is_plain.then(|| Board::from_values(values))
}
