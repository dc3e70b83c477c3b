//! The 27 houses: nine rows, nine columns, nine boxes.

use crate::Cell;
use std::fmt;

/// A house: nine cells that hold nine different digits. The index is in `0..9`; people count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum House {
    /// A row, 0 on top.
    Row(usize),
    /// A column, 0 on the left.
    Column(usize),
    /// A 3x3 box, row-major.
    Box(usize),
}

impl House {
    /// All houses: rows, columns, boxes.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..9).map(Self::Row).chain((0..9).map(Self::Column)).chain((0..9).map(Self::Box))
    }

    /// The row, the column and the box of `cell`.
    #[must_use]
    pub const fn of(cell: Cell) -> [Self; 3] {
        [Self::Row(cell.row()), Self::Column(cell.column()), Self::Box(cell.box_index())]
    }

    /// Whether `cell` is in it.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        match self {
            Self::Row(row) => cell.row() == row,
            Self::Column(column) => cell.column() == column,
            Self::Box(index) => cell.box_index() == index,
        }
    }

    /// Its nine cells, in board order.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        (0..9).filter_map(move |place| match self {
            Self::Row(row) => Cell::at(row, place),
            Self::Column(column) => Cell::at(place, column),
            Self::Box(index) => Cell::at(index / 3 * 3 + place / 3, index % 3 * 3 + place % 3),
        })
    }
}

/// `row 1`, `column 9`, `box 5`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(index) => write!(f, "row {}", index + 1),
            Self::Column(index) => write!(f, "column {}", index + 1),
            Self::Box(index) => write!(f, "box {}", index + 1),
        }
    }
}
