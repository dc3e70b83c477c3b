//! Vectors modulo the number of colours, indexed by squares or moves: boards, goals, sets of
//! presses and certificates.

use crate::Bits;
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::fmt;

/// A vector of fixed length. Each entry is below the number of colours, which is at most 36.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector(Vec<u8>);

impl Vector {
    /// Returns `length` zeros.
    #[must_use]
    pub fn zeros(length: usize) -> Self {
        Self(vec![0; length])
    }

    /// Returns a vector of `length` entries: 1 at each place in `ones`, 0 elsewhere.
    ///
    /// # Panics
    /// Panics if a place is not below `length`.
    #[must_use]
    pub fn with_ones(length: usize, ones: impl IntoIterator<Item = usize>) -> Self {
        let mut vector = Self::zeros(length);
        ones.into_iter().for_each(|place| vector.0[place] = 1);
        vector
    }

    /// Creates a vector from its entries.
    #[must_use]
    pub const fn new(entries: Vec<u8>) -> Self {
        Self(entries)
    }

    /// Parses a board of `length` squares; see [`crate::Toggle::board`].
    ///
    /// # Errors
    /// Returns [`ParseError`] at the first character that is not a colour, or at the place where
    /// there are too few or too many squares.
    pub fn parse(text: &str, length: usize, colours: u8) -> Result<Self, ParseError> {
        board(text, length, colours, Place { line: 1, column: 1 })
    }

    /// Returns the number of entries.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the vector has no entries.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the entries.
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        &self.0
    }

    /// Returns the entry at `place`.
    ///
    /// # Panics
    /// Panics if there is no such place.
    #[must_use]
    pub fn get(&self, place: usize) -> u8 {
        self.0[place]
    }

    /// Sets the entry at `place`.
    ///
    /// # Panics
    /// Panics if there is no such place.
    pub fn set(&mut self, place: usize, entry: u8) {
        self.0[place] = entry;
    }

    /// Returns the sum of the entries; for presses, this is the number of presses.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().map(|&entry| usize::from(entry)).sum()
    }

    /// Returns whether every entry is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|&entry| entry == 0)
    }

    /// Returns the places of the non-zero entries in ascending order.
    pub fn support(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().filter(|&(_, &entry)| entry != 0).map(|(place, _)| place)
    }

    /// Adds `other` modulo `colours`.
    ///
    /// # Panics
    /// Panics if the lengths differ.
    pub fn add(&mut self, other: &Self, colours: u8) {
        assert_eq!(self.len(), other.len(), "vectors of different lengths");
        for (entry, other) in self.0.iter_mut().zip(&other.0) {
            // The minimum is the remainder: if the sum is below `colours`, the difference wraps
            // around to a large number.
            let sum = *entry + other;
            *entry = sum.min(sum.wrapping_sub(colours));
        }
    }

    /// Returns `other - self` modulo `colours`.
    ///
    /// # Panics
    /// Panics if the lengths differ.
    #[must_use]
    pub fn distance_to(&self, other: &Self, colours: u8) -> Self {
        assert_eq!(self.len(), other.len(), "vectors of different lengths");
        Self(self.0.iter().zip(&other.0).map(|(from, to)| (to + colours - from) % colours).collect())
    }

    /// Returns the entries modulo 2.
    pub(crate) fn to_bits(&self) -> Bits {
        Bits::with_ones(self.len(), (0..self.len()).filter(|&place| self.0[place] % 2 == 1))
    }
}

impl From<&Bits> for Vector {
    fn from(bits: &Bits) -> Self {
        Self::with_ones(bits.len(), bits.ones())
    }
}

/// Parses a board of `squares` squares; `start` is the place where `text` begins.
pub(crate) fn board(text: &str, squares: usize, colours: u8, start: Place) -> Result<Vector, ParseError> {
    let mut board = Vector::zeros(squares);
    let (mut found, mut end) = (0, start);
    let mut surplus = None;
    for (number, line) in text.lines().enumerate() {
        for (column, character) in line.chars().enumerate() {
            let before = if number == 0 { start.column } else { 1 };
            let at = Place { line: start.line + number, column: before + column };
            let digit = match character {
                ' ' | '\t' | '\r' => continue,
                '.' => Some(0),
                '#' => Some(1),
                'A'..='Z' => None,
                other => other.to_digit(36).and_then(|digit| u8::try_from(digit).ok()),
            };
            let Some(digit) = digit.filter(|&digit| digit < colours) else {
                let expected = if colours == 2 {
                    "0 or 1, or . or #"
                } else {
                    "a colour of the puzzle: 0, 1, 2 and so on"
                };
                return Err(ParseError {
                    at,
                    kind: ParseErrorKind::Character { found: character, expected },
                });
            };
            if found >= squares {
                surplus = surplus.or(Some(at));
            } else {
                board.set(found, digit);
            }
            found += 1;
            end = Place { column: at.column + 1, ..at };
        }
    }
    let kind = ParseErrorKind::Count { found, expected: squares, of: "squares" };
    match surplus {
        Some(at) => Err(ParseError { at, kind }),
        None if found < squares => Err(ParseError { at: end, kind }),
        None => Ok(board),
    }
}

/// Returns the digit of an entry: `0` to `9`, then `a` to `z`.
pub(crate) fn digit(entry: u8) -> char {
    char::from_digit(u32::from(entry), 36).expect("an entry is below 36")
}

/// Formats the vector with one digit per entry.
impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(|&entry| digit(entry)).collect::<String>())
    }
}

impl fmt::Debug for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
