//! The shape of a board: its size, its values, its boxes, and which of its cells are absent.

use crate::sentence::joined;
use std::fmt;

/// Maximum number of rows, columns and values.
pub const MAX_SIDE: usize = 25;

/// A row or a column, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum House {
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
}

/// Number of words of a set of cells.
const WORDS: usize = (MAX_SIDE * MAX_SIDE).div_ceil(64);

/// A set of cells of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// No cells.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Returns whether the set contains a cell. Variables are in no set.
    #[must_use]
    pub const fn contains(&self, cell: usize) -> bool {
        cell / 64 < WORDS && self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }
}

/// Collects cells; those beyond the largest board are left out.
impl FromIterator<usize> for CellSet {
    fn from_iter<T: IntoIterator<Item = usize>>(cells: T) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            if let Some(word) = set.0.get_mut(cell / 64) {
                *word |= 1 << (cell % 64);
            }
        }
        set
    }
}

/// The size of a board, the values of its cells, and which cells are absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The smallest value: 0 or 1 in most puzzles.
    pub lowest: i32,
    /// Number of values.
    pub values: usize,
    /// The cells without a digit: holes, and the corners between overlapping grids. They have
    /// indices like all others. Solutions contain the lowest value there, which is meaningless.
    pub absent: CellSet,
}

impl Shape {
    /// Returns a board of this size with values from 1 to the longer side.
    #[must_use]
    pub const fn new(rows: usize, columns: usize) -> Self {
        let values = if rows > columns { rows } else { columns };
        Self { rows, columns, lowest: 1, values, absent: CellSet::EMPTY }
    }

    /// Returns a square grid with values from 1.
    #[must_use]
    pub const fn square(side: usize) -> Self {
        Self::new(side, side)
    }

    /// Returns the number of cells, including absent ones.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns whether a cell is absent.
    #[must_use]
    pub const fn is_absent(&self, cell: usize) -> bool {
        self.absent.contains(cell)
    }

    /// Returns the cells that are not absent.
    pub fn present(&self) -> impl Iterator<Item = usize> + use<> {
        let shape = *self;
        (0..self.cells()).filter(move |cell| !shape.is_absent(*cell))
    }

    /// Returns the set of all values; bit i is the value `lowest + i`.
    #[must_use]
    pub const fn all(&self) -> u32 {
        (1 << self.values) - 1
    }

    /// Returns the value of a bit of a set, which has at most [`MAX_SIDE`] bits.
    #[must_use]
    pub fn value(&self, bit: usize) -> i32 {
        self.lowest + i32::try_from(bit).unwrap_or(i32::MAX)
    }

    /// Returns the largest value.
    #[must_use]
    pub fn highest(&self) -> i32 {
        self.value(self.values - 1)
    }

    /// Returns the set with one value; empty if no cell can hold it.
    #[must_use]
    pub fn set_of(&self, value: i32) -> u32 {
        usize::try_from(value - self.lowest).map_or(0, |bit| if bit < self.values { 1 << bit } else { 0 })
    }

    /// Returns the cell in a row and a column from 0, if that is on the board and not absent.
    #[must_use]
    pub fn cell(&self, row: isize, column: isize) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let cell = row * self.columns + column;
        (row < self.rows && column < self.columns && !self.is_absent(cell)).then_some(cell)
    }

    /// Returns the row and column of a cell, from 0.
    #[must_use]
    pub const fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// Returns the name of a cell, such as `r1c1`, or of a variable, such as `v1`.
    #[must_use]
    pub fn cell_name(&self, cell: usize) -> String {
        if cell >= self.cells() {
            return format!("v{}", cell - self.cells() + 1);
        }
        let (row, column) = self.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// Returns the names of cells as in a sentence: `r1c1, r1c2 and r1c3`.
    #[must_use]
    pub fn cell_names(&self, cells: &[usize]) -> String {
        joined(&cells.iter().map(|cell| self.cell_name(*cell)).collect::<Vec<_>>(), "and")
    }

    /// Returns the cells of a row, including absent ones.
    #[must_use]
    pub fn row(&self, row: usize) -> Vec<usize> {
        (0..self.columns).map(|column| row * self.columns + column).collect()
    }

    /// Returns the cells of a column, including absent ones.
    #[must_use]
    pub fn column(&self, column: usize) -> Vec<usize> {
        (0..self.rows).map(|row| row * self.columns + column).collect()
    }

    /// Returns the row or column that consists of these cells, and whether they are in reverse
    /// order.
    #[must_use]
    pub fn line_of(&self, cells: &[usize]) -> Option<(House, bool)> {
        let rows = (0..self.rows).map(|row| (House::Row(row), self.row(row)));
        let columns = (0..self.columns).map(|column| (House::Column(column), self.column(column)));
        rows.chain(columns).find_map(|(house, line)| match line {
            line if line == cells => Some((house, false)),
            line if line.iter().rev().eq(cells) => Some((house, true)),
            _ => None,
        })
    }

    /// Returns the rows and columns of the usual boxes with `cells` cells: as square as possible,
    /// and wider than tall if they cannot be square. Returns `None` if only a row or column would
    /// do.
    #[must_use]
    pub fn box_of(&self, cells: usize) -> Option<(usize, usize)> {
        (2..cells)
            .filter(|rows| cells.is_multiple_of(*rows))
            .map(|rows| (rows, cells / rows))
            .filter(|(rows, columns)| {
                self.rows.is_multiple_of(*rows) && self.columns.is_multiple_of(*columns)
            })
            .min_by_key(|(rows, columns)| (rows.abs_diff(*columns), *rows))
    }

    /// Returns the boxes of a given size, in reading order, without absent cells.
    #[must_use]
    pub fn boxes(&self, rows: usize, columns: usize) -> Vec<Vec<usize>> {
        let mut boxes = vec![Vec::new(); (self.rows / rows) * (self.columns / columns)];
        for cell in self.present() {
            let (row, column) = self.place(cell);
            boxes[row / rows * (self.columns / columns) + column / columns].push(cell);
        }
        boxes.retain(|cells| !cells.is_empty());
        boxes
    }

    /// Returns the four cells of the square with this cell at its top left, if none of them is
    /// beyond the board or absent.
    #[must_use]
    pub fn square_at(&self, cell: usize) -> Option<Vec<usize>> {
        let (row, column) = self.place(cell);
        let square = [cell, cell + 1, cell + self.columns, cell + self.columns + 1];
        (row + 1 < self.rows && column + 1 < self.columns && !square.iter().any(|cell| self.is_absent(*cell)))
            .then(|| square.to_vec())
    }

    /// Returns each pair of cells that share an edge, once.
    pub fn neighbours(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        self.pairs(&[(0, 1), (1, 0)])
    }

    /// Returns each pair of cells that one of these moves connects, once.
    pub fn pairs<'a>(&self, moves: &'a [(isize, isize)]) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let shape = *self;
        self.present().flat_map(move |cell| {
            let (row, column) = shape.place(cell);
            moves.iter().filter_map(move |(down, right)| {
                Some((cell, shape.cell(row.cast_signed() + down, column.cast_signed() + right)?))
            })
        })
    }
}

/// Prints `9x9`, followed by the values unless they are 1 to the longer side.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)?;
        if (self.lowest, self.values) != (1, self.rows.max(self.columns)) {
            write!(f, "~{}-{}", self.lowest, self.value(self.values - 1))?;
        }
        Ok(())
    }
}

/// Returns the cells without repetitions, in the order of their first occurrence.
pub(crate) fn distinct(cells: &[usize]) -> Vec<usize> {
    let mut found = Vec::new();
    for cell in cells {
        if !found.contains(cell) {
            found.push(*cell);
        }
    }
    found
}
