//! The parts of a geometry: layouts, rules, cages and houses.

use std::fmt;

/// A rule other than rows, columns and boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The two long diagonals are houses (X sudoku).
    Diagonals,
    /// The windows, each of which overlaps four boxes, are houses (windoku).
    Windows,
    /// Cells a knight's move apart hold different digits.
    AntiKnight,
    /// Cells a king's move apart hold different digits.
    AntiKing,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 4] = [Self::Diagonals, Self::Windows, Self::AntiKnight, Self::AntiKing];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Diagonals => "diagonals",
            Self::Windows => "windows",
            Self::AntiKnight => "anti-knight",
            Self::AntiKing => "anti-king",
        }
    }

    /// Returns the moves that the rule forbids, as rows down and columns to the right. Upward moves
    /// are the same moves seen from the other cell.
    pub(super) const fn moves(self) -> &'static [(usize, isize)] {
        match self {
            Self::AntiKnight => &[(1, 2), (1, -2), (2, 1), (2, -1)],
            // Straight moves stay within a row or a column.
            Self::AntiKing => &[(1, 1), (1, -1)],
            Self::Diagonals | Self::Windows => &[],
        }
    }
}

/// Writes `diagonals`, `windows`, `anti-knight` or `anti-king`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The third kind of house, besides rows and columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Boxes of the same size.
    Boxes {
        /// The number of rows of a box.
        rows: usize,
        /// The number of columns of a box.
        columns: usize,
    },
    /// Regions of any shape (jigsaw): for each cell, row-major, the number of its region, counted
    /// from 0.
    Regions(Vec<usize>),
    /// Only rows and columns (a Latin square).
    Latin,
}

/// A cage: cells with different digits that add up to a sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cage {
    /// The cells, in ascending order.
    pub cells: Vec<usize>,
    /// The sum of their digits.
    pub sum: u32,
}

/// A house, whose cells hold different digits. Indices are counted from 0, names from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum House {
    /// A row, with 0 at the top.
    Row(usize),
    /// A column, with 0 on the left.
    Column(usize),
    /// A box, row-major.
    Box(usize),
    /// A region of a jigsaw.
    Region(usize),
    /// The diagonal from the top left to the bottom right.
    FallingDiagonal,
    /// The diagonal from the bottom left to the top right.
    RisingDiagonal,
    /// A window, row-major.
    Window(usize),
    /// A cage, numbered in the order of the cages.
    Cage(usize),
}

/// Writes a name such as `row 1`, `box 5` or `the falling diagonal`.
impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(index) => write!(f, "row {}", index + 1),
            Self::Column(index) => write!(f, "column {}", index + 1),
            Self::Box(index) => write!(f, "box {}", index + 1),
            Self::Region(index) => write!(f, "region {}", index + 1),
            Self::FallingDiagonal => f.write_str("the falling diagonal"),
            Self::RisingDiagonal => f.write_str("the rising diagonal"),
            Self::Window(index) => write!(f, "window {}", index + 1),
            Self::Cage(index) => write!(f, "cage {}", index + 1),
        }
    }
}
