//! What a geometry is made of: layouts, rules, cages and houses.

use std::fmt;

/// Another rule besides rows, columns and boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The two long diagonals are houses (X sudoku).
    Diagonals,
    /// The boxes between the boxes are houses (windoku).
    Windows,
    /// No digit is a knight's move from itself.
    AntiKnight,
    /// No digit is a king's move from itself.
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

    /// The moves that the rule forbids: rows down and columns to the right. Moves upwards are
    /// these, seen from the other cell.
    pub(super) const fn moves(self) -> &'static [(usize, isize)] {
        match self {
            Self::AntiKnight => &[(1, 2), (1, -2), (2, 1), (2, -1)],
            // Straight moves stay in a row or a column.
            Self::AntiKing => &[(1, 1), (1, -1)],
            Self::Diagonals | Self::Windows => &[],
        }
    }
}

/// `diagonals`, `windows`, `anti-knight`, `anti-king`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How the third kind of house lies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Boxes of one size.
    Boxes {
        /// Rows of a box.
        rows: usize,
        /// Columns of a box.
        columns: usize,
    },
    /// Regions of any shape (jigsaw): of each cell, row by row, the number of its region from 0.
    Regions(Vec<usize>),
    /// Rows and columns alone (a latin square).
    Latin,
}

/// Cells of different digits that add up to a sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cage {
    /// The cells, ascending.
    pub cells: Vec<usize>,
    /// What their digits, from 1, add up to.
    pub sum: u32,
}

/// A house: cells of different digits. The index is from 0; people count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum House {
    /// A row, 0 on top.
    Row(usize),
    /// A column, 0 on the left.
    Column(usize),
    /// A box, row by row.
    Box(usize),
    /// A region of a jigsaw.
    Region(usize),
    /// From the top left to the bottom right.
    FallingDiagonal,
    /// From the bottom left to the top right.
    RisingDiagonal,
    /// A window, row by row.
    Window(usize),
    /// A cage, in the order of the cages.
    Cage(usize),
}

/// `row 1`, `box 5`, `the falling diagonal`.
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
