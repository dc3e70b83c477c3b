//! Board sizes, and the layout of cells as bits of a word.
//!
//! A column has a bit for each of its cells, lowest first, and above them one bit that no set of
//! cells uses. For 7x6:
//!
//! ```text
//!    6 13 20 27 34 41 48     the bits above the columns
//!    5 12 19 26 33 40 47
//!    4 11 18 25 32 39 46
//!    3 10 17 24 31 38 45
//!    2  9 16 23 30 37 44
//!    1  8 15 22 29 36 43
//!    0  7 14 21 28 35 42     the bottom
//! ```
//!
//! A step to the right is a shift by the height plus 1. The extra bit prevents steps from the top
//! of a column to the bottom of the next.
//!
//! # Source
//! John Tromp, the Fhourstones benchmark, 1988 to 2008.

use gridlore_core::{ParseError, Place};
use std::fmt;

/// The width and height of a board, and how many discs in a row win the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
    run: u8,
}

/// Number of bits of the word that contains a set of cells.
const BITS: usize = 128;

/// A column of a board; the leftmost is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Size {
    /// 7x6 with four in a row.
    pub const USUAL: Self = Self { width: 7, height: 6, run: 4 };

    /// Creates a size with 1 to 32 columns and rows, where 2 to 8 in a row win. The number of cells
    /// plus the number of columns must be at most 128. Returns `None` outside these limits.
    #[must_use]
    pub const fn new(width: usize, height: usize, run: usize) -> Option<Self> {
        let is_size =
            width >= 1 && width <= 32 && height >= 1 && height <= 32 && width * (height + 1) <= BITS;
        if is_size && run >= 2 && run <= 8 {
            #[expect(clippy::cast_possible_truncation, reason = "they are at most 32")]
            return Some(Self { width: width as u8, height: height as u8, run: run as u8 });
        }
        None
    }

    /// Parses `7x6`, or `9x7x5` for five in a row.
    ///
    /// # Errors
    /// Returns [`ParseError`] if the text is not a size or exceeds the limits of [`Self::new`].
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut parts = text.split('x').map(|part| part.trim().parse::<usize>().ok());
        let size = (|| {
            let (width, height) = (parts.next()??, parts.next()??);
            let run = parts.next().map_or(Some(4), |run| run)?;
            if parts.next().is_some() { None } else { Self::new(width, height, run) }
        })();
        size.ok_or_else(|| {
            ParseError::name(
                Place::column(1),
                text,
                "a size such as 7x6, or 9x7x5 for five in a row (at most 32 columns and rows, with columns x (rows + 1) at most 128)",
            )
        })
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Returns how many discs in a row win the game.
    #[must_use]
    pub const fn run(self) -> usize {
        self.run as usize
    }

    /// Returns the number of cells, which is the length of the longest game.
    #[must_use]
    pub const fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// Returns the distance in bits between a cell and its right neighbour.
    pub(crate) const fn stride(self) -> usize {
        self.height() + 1
    }

    /// Returns the bit of a cell. Columns and rows are counted from 0; row 0 is the lowest.
    #[must_use]
    pub const fn bit(self, column: usize, row: usize) -> u128 {
        1 << (column * self.stride() + row)
    }

    /// Returns the lowest cell of every column.
    pub(crate) const fn bottom(self) -> u128 {
        let mut cells = 0;
        let mut column = 0;
        while column < self.width() {
            cells |= self.bit(column, 0);
            column += 1;
        }
        cells
    }

    /// Returns all cells.
    pub(crate) const fn board(self) -> u128 {
        self.bottom() * ((1 << self.height()) - 1)
    }

    /// Returns the cells of a column.
    pub(crate) const fn cells_of(self, column: usize) -> u128 {
        ((1 << self.height()) - 1) << (column * self.stride())
    }

    /// Returns the columns from left to right.
    pub fn columns(self) -> impl DoubleEndedIterator<Item = Column> {
        (0..self.width).map(Column)
    }
}

/// Formats a size as `7x6`, followed by the number of discs in a row that win if it is not four:
/// `9x7x5`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)?;
        if self.run == 4 { Ok(()) } else { write!(f, "x{}", self.run) }
    }
}

impl Column {
    /// Creates a column from its index, from 0; `None` if the board has fewer columns.
    #[must_use]
    pub fn new(index: usize, size: Size) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < size.width()).map(Self)
    }

    /// Returns the index, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the column's character in moves: `1` to `9`, then `a` to `w`.
    #[must_use]
    pub const fn letter(self) -> char {
        (if self.0 < 9 { b'1' + self.0 } else { b'a' + self.0 - 9 }) as char
    }

    /// Creates a column from its character in moves; `None` if the board has no such column.
    #[must_use]
    pub fn from_letter(letter: char, size: Size) -> Option<Self> {
        let index = match letter {
            '1'..='9' => letter as usize - '1' as usize,
            'a'..='z' => letter as usize - 'a' as usize + 9,
            'A'..='Z' => letter as usize - 'A' as usize + 9,
            _ => return None,
        };
        Self::new(index, size)
    }
}

/// Formats the column as its character in moves.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_columns_round_trip() {
        for text in ["7x6", "9x7x5", "1x1x2", "16x7", "4x31"] {
            assert_eq!(Size::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "7", "7x", "0x6", "7x6x1", "7x6x4x4", "17x7", "33x1", "x", "7x6x"] {
            let error = Size::parse(text).unwrap_err().to_string();
            assert!(
                error.starts_with("line 1, column 1: found ") && error.contains("expected a size"),
                "{text}: {error}"
            );
        }
        let wide = Size::new(32, 3, 4).unwrap();
        for column in wide.columns() {
            assert_eq!(Column::from_letter(column.letter(), wide), Some(column));
        }
        assert_eq!(Column::from_letter('8', Size::USUAL), None);
        assert_eq!((Size::USUAL.board().count_ones(), Size::USUAL.bottom().count_ones()), (42, 7));
        assert_eq!(Size::USUAL.bit(3, 2), 1 << 23);
    }
}
