//! The text form of a layer, used in positions.
//!
//! The cells are listed row by row. Each is `.` if it has no entry, a symbol, or `(137)` for centre
//! marks in a blank cell. After that, `[12]` adds corner marks, `/49/` crossed-out symbols, `{3}`
//! colours and `_13_` the strokes of lines. Givens are not repeated.

use super::board::SymbolBoard;
use super::layer::{COLOURS, Layer, bit, members};
use super::line::{STROKES, Size};
use crate::play::Position;
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::str::Chars;

/// Returns the position that shows a layer.
///
/// ```
/// use gridlore::symbols::{Layer, bit, position_of};
#[doc = include_str!("three_cells.md")]
/// let mut layer = Layer::empty(3);
/// layer.values[1] = 3;
/// layer.centre[2] = bit(1) | bit(2);
/// layer.colours[2] = bit(6);
/// assert_eq!(position_of(&board, &layer).as_str(), ".3(12){6}");
/// ```
#[must_use]
pub fn position_of(board: &dyn SymbolBoard, layer: &Layer) -> Position {
    Printed::new(board, layer).position()
}

/// Appends the text of a cell.
fn push_cell(text: &mut String, signs: &[char], layer: &Layer, cell: usize) {
    let set = |text: &mut String, open: char, set: u64, close: char| {
        if set != 0 {
            text.push(open);
            text.extend(members(set).filter_map(|symbol| signs.get(usize::from(symbol) - 1)));
            text.push(close);
        }
    };
    match (layer.values[cell], layer.centre[cell]) {
        (0, 0) => text.push('.'),
        (0, marks) => set(text, '(', marks, ')'),
        (symbol, _) => text.push(signs[usize::from(symbol) - 1]),
    }
    set(text, '[', layer.corner[cell], ']');
    set(text, '/', layer.crossed[cell], '/');
    if layer.colours[cell] != 0 {
        text.push('{');
        text.push_str(&digits(layer.colours[cell]));
        text.push('}');
    }
    if layer.lines[cell] != 0 {
        text.push('_');
        text.push_str(&digits(layer.lines[cell]));
        text.push('_');
    }
}

/// The text of a layer that changes a few cells at a time; only changed cells are reprinted.
pub(super) struct Printed<'a> {
    signs: &'a [char],
    text: String,
    /// The byte offset at which each cell's text ends.
    ends: Vec<usize>,
}

/// Maximum number of changed cells that are patched one by one; beyond that, the whole layer is
/// reprinted.
const MAX_PATCHED: usize = 32;

impl<'a> Printed<'a> {
    pub(super) fn new(board: &'a dyn SymbolBoard, layer: &Layer) -> Self {
        let mut printed =
            Self { signs: board.signs(), text: String::new(), ends: Vec::with_capacity(layer.values.len()) };
        printed.print(layer);
        printed
    }

    fn print(&mut self, layer: &Layer) {
        let cells = layer.values.len();
        self.text.clear();
        self.text.reserve(cells);
        self.ends.clear();
        for cell in 0..cells {
            push_cell(&mut self.text, self.signs, layer, cell);
            self.ends.push(self.text.len());
        }
    }

    /// Updates the text from layer `before` to layer `after`.
    pub(super) fn follow(&mut self, before: &Layer, after: &Layer) {
        let changed = before.changed(after);
        if changed.len() > MAX_PATCHED {
            self.print(after);
            return;
        }
        for cell in changed {
            let end = self.ends[cell];
            let rest = self.text.split_off(end);
            self.text.truncate(if cell == 0 { 0 } else { self.ends[cell - 1] });
            push_cell(&mut self.text, self.signs, after, cell);
            let new_end = self.text.len();
            self.text.push_str(&rest);
            self.ends[cell..].iter_mut().for_each(|later| *later = *later + new_end - end);
        }
    }

    pub(super) fn position(&self) -> Position {
        Position::new(self.text.clone())
    }
}

/// Reads a position of `board` from untrusted text and validates it.
///
/// # Errors
/// Returns [`ParseError`] with the place in `text`.
///
/// ```
#[doc = include_str!("three_cells.md")]
/// // The example board has three cells, the first with a given 2.
/// let error = gridlore::symbols::position(&board, "1..").unwrap_err();
/// let message = "line 1, column 1: found '1', expected '.', since the cell is given";
/// assert_eq!(error.to_string(), message);
/// ```
pub fn position(board: &dyn SymbolBoard, text: &str) -> Result<Position, ParseError> {
    parse(board, text).map(|layer| position_of(board, &layer))
}

/// Returns the layer that a position of `board` shows.
///
/// # Panics
/// Panics if the position belongs to another board.
///
/// ```
/// use gridlore::symbols::{layer_of, members};
#[doc = include_str!("three_cells.md")]
/// let position = gridlore::symbols::position(&board, ".3(12){6}")?;
/// assert!(members(layer_of(&board, &position).centre[2]).eq([1, 2]));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn layer_of(board: &dyn SymbolBoard, position: &Position) -> Layer {
    parse(board, position.as_str()).expect("positions come from the same puzzle")
}

/// Returns the characters of a set of colours or strokes: `1` to `9`.
pub(super) fn digits(set: u64) -> String {
    members(set).map(|number| char::from(b'0' + number)).collect()
}

/// Returns the colour of a character.
pub(super) fn colour(sign: char) -> Option<u8> {
    number(sign, COLOURS)
}

/// Returns the number of a character, from 1 to at most `last`.
fn number(sign: char, last: u8) -> Option<u8> {
    let number = u8::try_from(sign.to_digit(10)?).ok()?;
    (1..=last).contains(&number).then_some(number)
}

/// The words that messages use for symbols.
pub(super) struct Words {
    in_cell: &'static str,
    in_centre: &'static str,
    in_corner: &'static str,
    in_cross: &'static str,
    after_cross: &'static str,
    pub(super) to_enter: &'static str,
    pub(super) noun: &'static str,
}

/// The words for boards with digits, which may also have letters.
const DIGITS: Words = Words {
    in_cell: "a digit, '.' or '(' and pencil marks",
    in_centre: "a digit or ')'",
    in_corner: "a digit or ']'",
    in_cross: "a digit or '/'",
    after_cross: "'/' after crossed-out digits",
    to_enter: "a digit for a cell",
    noun: "digit",
};

/// The words for all other boards.
const SYMBOLS: Words = Words {
    in_cell: "a symbol, '.' or '(' and pencil marks",
    in_centre: "a symbol or ')'",
    in_corner: "a symbol or ']'",
    in_cross: "a symbol or '/'",
    after_cross: "'/' after crossed-out symbols",
    to_enter: "a symbol for a cell",
    noun: "symbol",
};

pub(super) fn words(board: &dyn SymbolBoard) -> &'static Words {
    if board.signs().iter().any(char::is_ascii_digit) { &DIGITS } else { &SYMBOLS }
}

/// Parses and validates the text of a position.
fn parse(board: &dyn SymbolBoard, text: &str) -> Result<Layer, ParseError> {
    let givens = board.givens();
    let words = words(board);
    let symbol = |sign| board.symbol(sign);
    let size = Size::of(board);
    let mut reader = Reader { rest: text.chars(), at: 0 };
    let mut layer = Layer::empty(givens.len());
    for (cell, &given) in givens.iter().enumerate() {
        let Some(sign) = reader.next() else {
            let kind = ParseErrorKind::Count { found: cell, expected: givens.len(), of: "cells" };
            return Err(reader.fail(kind, 1));
        };
        if sign != '.' && given != 0 {
            return Err(reader.unexpected(sign, "'.', since the cell is given"));
        }
        match sign {
            '.' => {}
            '(' => layer.centre[cell] = reader.set(')', words.in_centre, "')' after pencil marks", symbol)?,
            sign => {
                layer.values[cell] = symbol(sign).ok_or_else(|| reader.unexpected(sign, words.in_cell))?;
            }
        }
        if reader.takes('[') {
            layer.corner[cell] = reader.set(']', words.in_corner, "']' after pencil marks", symbol)?;
        }
        if reader.takes('/') {
            layer.crossed[cell] = reader.set('/', words.in_cross, words.after_cross, symbol)?;
        }
        if reader.takes('{') {
            let expected = "a colour from 1 to 9 or '}'";
            layer.colours[cell] = reader.set('}', expected, "'}' after colours", colour)?;
        }
        if reader.takes('_') {
            let expected = "a stroke from 1 to 8 that the cell has, or '_'";
            let stroke = |sign| number(sign, STROKES).filter(|&stroke| size.has(cell, stroke));
            layer.lines[cell] = reader.set('_', expected, "'_' after strokes", stroke)?;
        }
    }
    if reader.next().is_some() {
        let kind = ParseErrorKind::Count { found: givens.len() + 1, expected: givens.len(), of: "cells" };
        return Err(reader.fail(kind, 0));
    }
    Ok(layer)
}

/// A reader of characters; columns are counted from 1.
struct Reader<'a> {
    rest: Chars<'a>,
    /// The column of the last character read.
    at: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let sign = self.rest.next()?;
        self.at += 1;
        Some(sign)
    }

    fn takes(&mut self, sign: char) -> bool {
        let is_next = self.rest.as_str().starts_with(sign);
        if is_next {
            self.next();
        }
        is_next
    }

    /// Returns an error at the last character read, or `after` columns after it.
    fn fail(&self, kind: ParseErrorKind, after: usize) -> ParseError {
        ParseError { at: Place::column(self.at + after), kind }
    }

    fn unexpected(&self, found: char, expected: &'static str) -> ParseError {
        self.fail(ParseErrorKind::Character { found, expected }, 0)
    }

    /// Reads a set up to its closing character.
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
                None => return Err(ParseError::name(Place::column(self.at + 1), "", end)),
            }
        }
    }
}
