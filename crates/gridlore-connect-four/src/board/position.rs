//! A position: the discs of both sides, and the side to move.

use crate::board::size::{Column, Size};
use crate::win::shift;
use std::fmt;

/// A side. The first side plays X and begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that plays X.
    First,
    /// The side that plays O.
    Second,
}

impl Side {
    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns the side's letter, `X` or `O`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::First => 'X',
            Self::Second => 'O',
        }
    }
}

/// The discs on a board. Cells are bits; see [`Size`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    first: u128,
    all: u128,
}

/// The reason why a move is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveError {
    /// The column has no empty cell.
    Full(Column),
    /// The game is over. Contains the winner, or `None` if the board is full.
    Over(Option<Side>),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full(column) => write!(f, "column {column} is full"),
            Self::Over(Some(side)) => write!(f, "the game is over: {} has won", side.letter()),
            Self::Over(None) => write!(f, "the game is over: the board is full"),
        }
    }
}

impl std::error::Error for MoveError {}

impl Position {
    /// Returns the empty board.
    #[must_use]
    pub const fn new(size: Size) -> Self {
        Self { size, first: 0, all: 0 }
    }

    /// Creates a position from the discs of each side. Returns `None` if a cell is off the board or
    /// taken twice, a disc has an empty cell below it, or the numbers of discs are impossible with
    /// alternate moves.
    #[must_use]
    pub fn from_stones(size: Size, first: u128, second: u128) -> Option<Self> {
        let all = first | second;
        let (crosses, noughts) = (first.count_ones(), second.count_ones());
        // If no disc has an empty cell below it, adding one at the bottom of each column carries
        // past all discs of the column.
        let is_piled = ((all + size.bottom()) & all) == 0;
        let is_fair = crosses == noughts || crosses == noughts + 1;
        let is_apart = first & second == 0 && all & !size.board() == 0;
        (is_apart && is_piled && is_fair).then_some(Self { size, first, all })
    }

    /// Returns the board size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the cells of one side's discs.
    #[must_use]
    pub const fn stones(&self, side: Side) -> u128 {
        match side {
            Side::First => self.first,
            Side::Second => self.first ^ self.all,
        }
    }

    /// Returns the cells of all discs.
    #[must_use]
    pub const fn all(&self) -> u128 {
        self.all
    }

    /// Returns the number of discs on the board.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.all.count_ones() as usize
    }

    /// Returns the number of empty cells.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 128")]
    pub const fn left(&self) -> i32 {
        (self.size.cells() - self.plies()) as i32
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        if self.plies().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Returns the owner of the disc in a cell. Columns and rows are counted from 0; row 0 is the
    /// lowest.
    #[must_use]
    pub fn stone(&self, column: usize, row: usize) -> Option<Side> {
        let bit = self.size.bit(column, row);
        if self.first & bit != 0 { Some(Side::First) } else { (self.all & bit != 0).then_some(Side::Second) }
    }

    /// Returns the cell into which a disc in this column falls; `None` if the column is full.
    #[must_use]
    pub const fn landing(&self, column: Column) -> Option<u128> {
        let cell = (self.all + self.size.bit(column.index(), 0)) & self.size.cells_of(column.index());
        if cell == 0 { None } else { Some(cell) }
    }

    /// Returns the columns in which the side to move can play; none if the game is over.
    pub fn moves(&self) -> impl Iterator<Item = Column> {
        let is_open = self.winner().is_none();
        self.size.columns().filter(move |&column| is_open && self.landing(column).is_some())
    }

    /// Plays a column for the side to move.
    ///
    /// # Errors
    /// Returns [`MoveError`] if the move is illegal; the position remains unchanged.
    pub fn play(&mut self, column: Column) -> Result<(), MoveError> {
        if let Some(end) = self.end() {
            return Err(MoveError::Over(end));
        }
        let cell = self.landing(column).ok_or(MoveError::Full(column))?;
        if self.to_move() == Side::First {
            self.first |= cell;
        }
        self.all |= cell;
        Ok(())
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    /// Returns [`MoveError`] if the move is illegal.
    pub fn after(mut self, column: Column) -> Result<Self, MoveError> {
        self.play(column)?;
        Ok(self)
    }

    /// Returns the side that has a winning row.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|&side| shift::has_run(self.size, self.stones(side)))
    }

    /// Returns the result of the game: `None` while the game is in progress, otherwise the winner,
    /// or `Some(None)` for a draw.
    #[must_use]
    pub fn end(&self) -> Option<Option<Side>> {
        match self.winner() {
            Some(side) => Some(Some(side)),
            None => (self.plies() == self.size.cells()).then_some(None),
        }
    }

    /// Returns the mirror image: the leftmost column becomes the rightmost.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let turned = |stones: u128| {
            let columns = 0..self.size.width();
            columns.fold(0, |sum, column| {
                let cells = (stones & self.size.cells_of(column)) >> (column * self.size.stride());
                sum | cells << ((self.size.width() - 1 - column) * self.size.stride())
            })
        };
        Self { size: self.size, first: turned(self.first), all: turned(self.all) }
    }
}

/// Formats the board row by row, top row first, with `X`, `O` and `.`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.size.height()).rev() {
            let row: String = (0..self.size.width())
                .map(|column| self.stone(column, row).map_or('.', Side::letter))
                .collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
