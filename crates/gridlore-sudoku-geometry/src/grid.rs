//! Boards of any geometry as numbers, with parsing and printing.

use crate::errors::{at, unexpected};
use crate::{Geometry, Symbols};
use gridlore_core::{ParseError, ParseErrorKind, Place};

/// A board, puzzle or solution: one number per cell, row-major. Boards can have clashes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    values: Vec<u8>,
    side: usize,
}

impl Grid {
    /// Returns the empty board.
    #[must_use]
    pub fn empty(geometry: &Geometry) -> Self {
        Self { values: vec![0; geometry.size()], side: geometry.side() }
    }

    pub(crate) const fn from_values(values: Vec<u8>, side: usize) -> Self {
        Self { values, side }
    }

    /// Returns the digits, with 0 for a blank.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns the digit of a cell, counted from 1, or `None` for a blank.
    ///
    /// # Panics
    /// Panics if the cell is not on the board.
    #[must_use]
    pub fn digit(&self, cell: usize) -> Option<u8> {
        Some(self.values[cell]).filter(|&value| value > 0)
    }

    /// Sets the digit of a cell, or blanks it.
    ///
    /// # Panics
    /// Panics if the cell is not on the board, or the digit exceeds the side.
    pub fn set(&mut self, cell: usize, digit: Option<u8>) {
        assert!(digit.is_none_or(|digit| (1..=self.side).contains(&usize::from(digit))), "no such digit");
        self.values[cell] = digit.unwrap_or(0);
    }

    /// Returns the filled cells and their digits, row-major.
    pub fn filled(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.values.iter().copied().enumerate().filter(|&(_, value)| value > 0)
    }

    /// Parses a board: cells row by row, on one or several lines. Spaces, tabs and `|` between
    /// cells are skipped, as are lines that consist only of `-`, `+`, `=` and spaces. A blank is
    /// `.`, or `0` if that is not a symbol.
    ///
    /// # Errors
    /// Returns [`ParseError`] at the first character that is not a cell, at the end if cells are
    /// missing, or at the first surplus cell.
    pub fn parse(text: &str, geometry: &Geometry, symbols: &Symbols) -> Result<Self, ParseError> {
        let mut values = Vec::with_capacity(geometry.size());
        let mut end = Place { line: 1, column: 1 };
        let mut surplus = None;
        for (line, content) in text.lines().enumerate() {
            if content.contains(['-', '=']) && content.chars().all(|sign| "-+= |\t\r".contains(sign)) {
                continue;
            }
            let mut rest = content;
            let mut column = 1;
            loop {
                let skipped = rest.chars().take_while(|&sign| Symbols::is_between(sign)).count();
                rest = rest.trim_start_matches(Symbols::is_between);
                column += skipped;
                let length = match rest.chars().next() {
                    None => break,
                    Some(_) if symbols.is_numbers() => rest.find(Symbols::is_between).unwrap_or(rest.len()),
                    Some(sign) => sign.len_utf8(),
                };
                let (word, after) = rest.split_at(length);
                let here = Place { line: line + 1, column };
                let value = cell(word, symbols).ok_or_else(|| ParseError {
                    at: here,
                    kind: unexpected(format!("\"{}\"", word.escape_debug()), symbols.in_words()),
                })?;
                if values.len() == geometry.size() {
                    surplus = surplus.or(Some(here));
                }
                values.push(value);
                rest = after;
                column += word.chars().count();
                end = Place { line: line + 1, column };
            }
        }
        if values.len() == geometry.size() {
            return Ok(Self { values, side: geometry.side() });
        }
        let kind = ParseErrorKind::Count { found: values.len(), expected: geometry.size(), of: "cells" };
        Err(ParseError { at: surplus.unwrap_or(end), kind })
    }

    /// Parses a board from bytes, like [`Grid::parse`].
    ///
    /// # Errors
    /// Returns the same errors as [`Grid::parse`], and [`ParseErrorKind::Wrong`] for bytes that are
    /// not UTF-8.
    pub fn parse_bytes(bytes: &[u8], geometry: &Geometry, symbols: &Symbols) -> Result<Self, ParseError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::parse(text, geometry, symbols),
            Err(error) => {
                let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let found = format!("the byte 0x{:02X}, which is not UTF-8", bytes[error.valid_up_to()]);
                Err(at(good.chars().count() + 1, unexpected(found, symbols.in_words())))
            }
        }
    }

    /// Writes the board on one line, with one symbol per cell and `.` for a blank; numbers are
    /// separated by spaces.
    #[must_use]
    pub fn to_line(&self, symbols: &Symbols) -> String {
        let cells: Vec<String> = self.values.iter().map(|&value| symbols.text(value)).collect();
        cells.join(if symbols.is_numbers() { " " } else { "" })
    }

    /// Writes the board in rows, with borders between boxes or regions. Every line ends with a line
    /// feed.
    #[must_use]
    pub fn to_text(&self, geometry: &Geometry, symbols: &Symbols) -> String {
        let side = self.side;
        let width =
            (1..=side).map(|digit| symbols.text(u8::try_from(digit).unwrap_or(0)).len()).max().unwrap_or(1);
        let meet = |one: usize, other: usize| geometry.region_of(one) != geometry.region_of(other);
        // A column has a border on its right if regions meet there in any row.
        let is_line = |column: usize| {
            column + 1 < side && (0..side).any(|row| meet(row * side + column, row * side + column + 1))
        };
        let lines: Vec<bool> = (0..side).map(is_line).collect();
        let mut text = String::new();
        for row in 0..side {
            if row > 0 {
                text.push_str(&rule_above(row, &lines, width, side, meet));
            }
            for (column, &value) in self.values[row * side..(row + 1) * side].iter().enumerate() {
                let cell = row * side + column;
                text.push_str(match column {
                    0 => "",
                    column if !lines[column - 1] => " ",
                    _ if meet(cell - 1, cell) => " | ",
                    _ => "   ",
                });
                text.push_str(&format!("{:>width$}", symbols.text(value)));
            }
            text.push('\n');
        }
        text
    }
}

/// Returns the border above a row, with a line feed, or an empty string if no regions meet there.
fn rule_above(
    row: usize,
    lines: &[bool],
    width: usize,
    side: usize,
    meet: impl Fn(usize, usize) -> bool,
) -> String {
    // Whether regions meet above the cell in this column.
    let above = |column: usize| column < side && meet((row - 1) * side + column, row * side + column);
    if !(0..side).any(above) {
        return String::new();
    }
    let sign = |is_line: bool| if is_line { "-" } else { " " };
    let mut text = String::new();
    for (column, &is_line) in lines.iter().enumerate() {
        let (here, next) = (above(column), above(column + 1));
        text.push_str(&sign(here).repeat(width));
        if is_line {
            let cell = row * side + column;
            let is_vertical = meet(cell - side, cell - side + 1) || meet(cell, cell + 1);
            let cross = match (is_vertical, here, next) {
                (false, here, next) => sign(here && next),
                (true, false, false) => "|",
                (true, ..) => "+",
            };
            text.push_str(&format!("{}{cross}{}", sign(here), sign(next)));
        } else if column + 1 < side {
            text.push_str(sign(here && next));
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Parses a cell; returns 0 for a blank.
fn cell(word: &str, symbols: &Symbols) -> Option<u8> {
    if symbols.is_numbers() {
        return symbols.number(word);
    }
    let sign = word.chars().next()?;
    symbols.value(sign).or((sign == '.' || sign == '0').then_some(0))
}
