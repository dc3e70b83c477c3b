//! The board: 81 cells, row-major with row 0 at the top, each blank or holding a digit.

use gridlore_core::{Digit, DigitSet};
use std::fmt;

/// One of the 81 cells of the board, `0..81`, row-major from the top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns the cell with this index, or `None` unless the index is in `0..81`.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, reason = "below 81")]
        if index < 81 { Some(Self(index as u8)) } else { None }
    }

    /// Returns the cell in this row and column, or `None` unless both are in `0..9`.
    #[must_use]
    pub const fn at(row: usize, column: usize) -> Option<Self> {
        if row < 9 && column < 9 { Self::new(9 * row + column) } else { None }
    }

    /// Returns all cells, row-major.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..81).map(Self)
    }

    /// Returns the index, `0..81`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, `0..9`, with 0 at the top.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// Returns the column, `0..9`, with 0 on the left.
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// Returns the index of the 3x3 box, `0..9`, row-major.
    #[must_use]
    pub const fn box_index(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// Returns the cell in words: `row 3, column 5`.
    #[must_use]
    pub fn in_words(self) -> String {
        format!("row {}, column {}", self.row() + 1, self.column() + 1)
    }

    /// Returns whether the two cells share a row, a column or a box. No cell is its own peer.
    #[must_use]
    pub const fn is_peer_of(self, other: Self) -> bool {
        self.0 != other.0
            && (self.row() == other.row()
                || self.column() == other.column()
                || self.box_index() == other.box_index())
    }
}

/// Writes the row and column, counted from 1: `r3c5`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A board, puzzle or solution: the digit of each cell. Boards can have clashes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    cells: [u8; 81],
}

impl Board {
    /// The empty board.
    pub const EMPTY: Self = Self { cells: [0; 81] };

    /// Returns the digits, with 0 for a blank.
    #[must_use]
    pub const fn values(&self) -> &[u8; 81] {
        &self.cells
    }

    /// Creates a board from digits, row-major, with 0 for a blank. Returns `None` unless there are
    /// 81 of them, each at most 9.
    #[must_use]
    pub fn try_from_values(values: &[u8]) -> Option<Self> {
        let cells: [u8; 81] = values.try_into().ok()?;
        cells.iter().all(|&value| value <= 9).then_some(Self { cells })
    }

    /// Creates a board from digits, with 0 for a blank; each must be at most 9.
    pub(crate) const fn from_values(cells: [u8; 81]) -> Self {
        Self { cells }
    }

    /// Returns the digit of `cell`, or `None` for a blank.
    #[must_use]
    pub const fn digit(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.cells[cell.index()])
    }

    /// Sets the digit of `cell`, or blanks it.
    pub const fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        self.cells[cell.index()] = match digit {
            Some(digit) => digit.value(),
            None => 0,
        };
    }

    /// Returns this board with `digit` in `cell`.
    #[must_use]
    pub const fn with(mut self, cell: Cell, digit: Digit) -> Self {
        self.set(cell, Some(digit));
        self
    }

    /// Returns the filled cells and their digits, row-major.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        Cell::all().filter_map(|cell| Some((cell, self.digit(cell)?)))
    }

    /// Returns the number of filled cells, `0..=81`.
    #[must_use]
    pub fn filled_count(&self) -> usize {
        self.cells.iter().filter(|&&digit| digit != 0).count()
    }

    /// Returns the digits that no peer of `cell` holds, regardless of the digit in `cell` itself.
    #[must_use]
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        let seen: DigitSet =
            self.filled().filter(|(peer, _)| cell.is_peer_of(*peer)).map(|(_, digit)| digit).collect();
        DigitSet::up_to(9) - seen
    }

    /// Writes the board as 81 characters, row-major: `1..9`, or `.` for a blank.
    #[must_use]
    pub fn to_line(&self) -> String {
        self.to_bytes().iter().copied().map(char::from).collect()
    }

    /// Returns the characters of [`Board::to_line`] as ASCII, without an allocation.
    ///
    /// ```
    /// # use gridlore_sudoku::Board;
    /// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// assert_eq!(Board::parse(line).unwrap().to_bytes(), *line.as_bytes());
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 81] {
        self.cells.map(|value| if value == 0 { b'.' } else { b'0' + value })
    }

    /// Writes the board as nine lines, with borders between boxes and `.` for a blank. Every line
    /// ends with a line feed.
    #[must_use]
    pub fn to_grid(&self) -> String {
        let mut text = String::new();
        for cell in Cell::all() {
            let (row, column) = (cell.row(), cell.column());
            if column == 0 && (row == 3 || row == 6) {
                text.push_str("------+-------+------\n");
            }
            text.push_str(match column {
                0 => "",
                3 | 6 => " | ",
                _ => " ",
            });
            text.push(self.digit(cell).map_or('.', Digit::to_char));
            if column == 8 {
                text.push('\n');
            }
        }
        text
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_line())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_line())
    }
}
