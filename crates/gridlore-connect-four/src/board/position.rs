//! A position: whose stones are where, and who moves next.

use crate::board::size::{Column, Size};
use crate::win::shift;
use std::fmt;

/// A side. The first one has the crosses and begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Crosses, `X`.
    First,
    /// Noughts, `O`.
    Second,
}

impl Side {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// `X` or `O`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::First => 'X',
            Self::Second => 'O',
        }
    }
}

/// Stones on a board. Cells are bits, see [`Size`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    first: u128,
    all: u128,
}

/// Why a move is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveError {
    /// The column has no empty cell.
    Full(Column),
    /// Somebody has won, or no cell is empty.
    Over(Option<Side>),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full(column) => write!(f, "found a move into column {column}, which is full"),
            Self::Over(Some(side)) => write!(f, "found a move after the end, {} has won", side.letter()),
            Self::Over(None) => write!(f, "found a move after the end, the board is full"),
        }
    }
}

impl std::error::Error for MoveError {}

impl Position {
    /// The empty board.
    #[must_use]
    pub const fn new(size: Size) -> Self {
        Self { size, first: 0, all: 0 }
    }

    /// Stones that were put there, not one above a hole; `None` when they are not on the board, or
    /// no two sides can have put them there in turns.
    #[must_use]
    pub fn of_stones(size: Size, first: u128, second: u128) -> Option<Self> {
        let all = first | second;
        let (crosses, noughts) = (first.count_ones(), second.count_ones());
        // Nothing is above a hole: one more at the bottom of each column carries past all of its
        // stones.
        let is_piled = ((all + size.bottom()) & all) == 0;
        let is_fair = crosses == noughts || crosses == noughts + 1;
        let is_apart = first & second == 0 && all & !size.board() == 0;
        (is_apart && is_piled && is_fair).then_some(Self { size, first, all })
    }

    /// The size.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cells with stones of a side.
    #[must_use]
    pub const fn stones(&self, side: Side) -> u128 {
        match side {
            Side::First => self.first,
            Side::Second => self.first ^ self.all,
        }
    }

    /// The cells with stones.
    #[must_use]
    pub const fn all(&self) -> u128 {
        self.all
    }

    /// Stones so far.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.all.count_ones() as usize
    }

    /// Cells that are empty.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 128")]
    pub const fn left(&self) -> i32 {
        (self.size.cells() - self.plies()) as i32
    }

    /// Who moves next.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        if self.plies().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Whose stone is in a cell; column and row are from 0, row 0 is the lowest.
    #[must_use]
    pub fn stone(&self, column: usize, row: usize) -> Option<Side> {
        let bit = self.size.bit(column, row);
        if self.first & bit != 0 { Some(Side::First) } else { (self.all & bit != 0).then_some(Side::Second) }
    }

    /// The cell into which a stone of this column falls, none where it is full.
    #[must_use]
    pub const fn landing(&self, column: Column) -> Option<u128> {
        let cell = (self.all + self.size.bit(column.index(), 0)) & self.size.cells_of(column.index());
        if cell == 0 { None } else { Some(cell) }
    }

    /// The columns into which a stone may be put; none when the game is over.
    pub fn moves(&self) -> impl Iterator<Item = Column> {
        let is_open = self.winner().is_none();
        self.size.columns().filter(move |&column| is_open && self.landing(column).is_some())
    }

    /// Puts a stone of whoever moves next into a column.
    ///
    /// # Errors
    /// [`MoveError`]: the position stays as it was.
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

    /// The position after a move.
    ///
    /// # Errors
    /// [`MoveError`].
    pub fn after(mut self, column: Column) -> Result<Self, MoveError> {
        self.play(column)?;
        Ok(self)
    }

    /// Who has so many in a row.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        [Side::First, Side::Second].into_iter().find(|&side| shift::has_run(self.size, self.stones(side)))
    }

    /// Whether the game is over: the winner, or nobody.
    #[must_use]
    pub fn end(&self) -> Option<Option<Side>> {
        match self.winner() {
            Some(side) => Some(Some(side)),
            None => (self.plies() == self.size.cells()).then_some(None),
        }
    }

    /// The same in a mirror.
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

/// Row by row, the uppermost first: `X`, `O` and `.`.
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
