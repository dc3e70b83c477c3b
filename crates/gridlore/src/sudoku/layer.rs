//! What the player wrote on a board: digits, pencil marks of three kinds, colours; as text and back.
//!
//! Cell by cell, row by row: `.` for no digit of the player's, a digit, or `(137)` for marks in the middle of a blank cell; after any of these `[12]` for marks
//! in its corners, `/49/` for digits crossed out and `{3}` for colours. Givens are not repeated.

use gridlore_core::{ParseError, ParseErrorKind, Place};
use gridlore_sudoku_geometry::{Grid, Rules};

/// How many colours there are.
pub(super) const COLOURS: u8 = 6;

/// Digits are numbers from 1, 0 for none; sets have bit `n - 1` for `n`.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Layer {
    pub(super) values: Vec<u8>,
    pub(super) centre: Vec<u64>,
    pub(super) corner: Vec<u64>,
    /// What the player noted that cells can't hold.
    pub(super) crossed: Vec<u64>,
    pub(super) colours: Vec<u64>,
}

/// The numbers in a set, rising.
pub(super) fn members(set: u64) -> impl Iterator<Item = u8> {
    (1_u8..=64).filter(move |number| set >> (number - 1) & 1 != 0)
}

pub(super) const fn bit(number: u8) -> u64 {
    1 << (number - 1)
}

/// The signs of a set of digits.
pub(super) fn signs(rules: &Rules, set: u64) -> String {
    members(set).map(|digit| rules.symbols().text(digit)).collect()
}

/// The signs of a set of colours: `1` to `6`.
pub(super) fn colours(set: u64) -> String {
    members(set).map(|colour| colour.to_string()).collect()
}

impl Layer {
    pub(super) fn empty(size: usize) -> Self {
        let none = vec![0; size];
        Self {
            values: vec![0; size],
            centre: none.clone(),
            corner: none.clone(),
            crossed: none.clone(),
            colours: none,
        }
    }

    pub(super) fn to_text(&self, rules: &Rules) -> String {
        let mut text = String::new();
        for cell in 0..self.values.len() {
            match (self.values[cell], self.centre[cell]) {
                (0, 0) => text.push('.'),
                (0, marks) => text.push_str(&format!("({})", signs(rules, marks))),
                (digit, _) => text.push_str(&rules.symbols().text(digit)),
            }
            if self.corner[cell] != 0 {
                text.push_str(&format!("[{}]", signs(rules, self.corner[cell])));
            }
            if self.crossed[cell] != 0 {
                text.push_str(&format!("/{}/", signs(rules, self.crossed[cell])));
            }
            if self.colours[cell] != 0 {
                text.push_str(&format!("{{{}}}", colours(self.colours[cell])));
            }
        }
        text
    }

    /// Reads the text back, with every check.
    pub(super) fn parse(text: &str, rules: &Rules, givens: &Grid) -> Result<Self, ParseError> {
        let size = rules.geometry().size();
        let mut reader = Reader { signs: text.chars().collect(), at: 0, rules };
        let mut layer = Self::empty(size);
        for cell in 0..size {
            let Some(sign) = reader.next() else {
                return Err(
                    reader.fail(ParseErrorKind::Count { found: cell, expected: size, of: "cells" }, 1)
                );
            };
            if sign != '.' && givens.digit(cell).is_some() {
                return Err(reader.unexpected(sign, "'.', as the cell is given"));
            }
            match (sign, rules.symbols().value(sign)) {
                ('.', _) => {}
                ('(', _) => {
                    layer.centre[cell] = reader.digits(')', "a digit or ')'", "')' after pencil marks")?
                }
                (_, Some(digit)) => layer.values[cell] = digit,
                (found, None) => {
                    return Err(reader.unexpected(found, "a digit, '.' or '(' and pencil marks"));
                }
            }
            if reader.takes('[') {
                layer.corner[cell] = reader.digits(']', "a digit or ']'", "']' after pencil marks")?;
            }
            if reader.takes('/') {
                layer.crossed[cell] = reader.digits('/', "a digit or '/'", "'/' after digits crossed out")?;
            }
            if reader.takes('{') {
                layer.colours[cell] = reader.colours()?;
            }
        }
        match reader.next() {
            Some(_) => {
                Err(reader.fail(ParseErrorKind::Count { found: size + 1, expected: size, of: "cells" }, 0))
            }
            None => Ok(layer),
        }
    }

    /// Writes a digit; pencil marks in the cell go, and the same mark goes from the cells that see it.
    pub(super) fn enter(&mut self, rules: &Rules, cell: usize, digit: u8) {
        self.empty_cell(cell);
        self.values[cell] = digit;
        for &peer in rules.peers(cell) {
            self.centre[peer] &= !bit(digit);
            self.corner[peer] &= !bit(digit);
            self.crossed[peer] &= !bit(digit);
        }
    }

    /// Takes digit and marks out of a cell; colours stay.
    pub(super) fn empty_cell(&mut self, cell: usize) {
        self.values[cell] = 0;
        (self.centre[cell], self.corner[cell], self.crossed[cell]) = (0, 0, 0);
    }

    /// Whether a cell has a digit of the player's or marks.
    pub(super) fn is_written(&self, cell: usize) -> bool {
        self.values[cell] != 0 || self.centre[cell] | self.corner[cell] | self.crossed[cell] != 0
    }
}

/// The signs of a text, one after the other; columns count from 1.
struct Reader<'a> {
    signs: Vec<char>,
    at: usize,
    rules: &'a Rules,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let sign = self.signs.get(self.at).copied();
        self.at += usize::from(sign.is_some());
        sign
    }

    fn takes(&mut self, sign: char) -> bool {
        let is_next = self.signs.get(self.at) == Some(&sign);
        self.at += usize::from(is_next);
        is_next
    }

    /// What is wrong at the sign that was read last, or so many places after it.
    fn fail(&self, kind: ParseErrorKind, after: usize) -> ParseError {
        ParseError { at: Place { line: 1, column: self.at + after }, kind }
    }

    fn unexpected(&self, found: char, expected: &'static str) -> ParseError {
        self.fail(ParseErrorKind::Character { found, expected }, 0)
    }

    /// A set up to its closing sign.
    fn set(
        &mut self,
        close: char,
        expected: &'static str,
        end: &'static str,
        number: impl Fn(char) -> Option<u8>,
    ) -> Result<u64, ParseError> {
        let mut set = 0;
        loop {
            match self.next() {
                Some(sign) if sign == close => return Ok(set),
                Some(sign) => set |= bit(number(sign).ok_or_else(|| self.unexpected(sign, expected))?),
                None => {
                    let kind = ParseErrorKind::Name { found: String::new(), expected: end.to_owned() };
                    return Err(self.fail(kind, 1));
                }
            }
        }
    }

    fn digits(&mut self, close: char, expected: &'static str, end: &'static str) -> Result<u64, ParseError> {
        let rules = self.rules;
        self.set(close, expected, end, |sign| rules.symbols().value(sign))
    }

    fn colours(&mut self) -> Result<u64, ParseError> {
        self.set('}', "a colour from 1 to 6 or '}'", "'}' after colours", colour)
    }
}

/// A colour by its sign.
pub(super) fn colour(sign: char) -> Option<u8> {
    let number = u8::try_from(sign.to_digit(10)?).ok()?;
    (1..=COLOURS).contains(&number).then_some(number)
}
