//! The grids of a board, which may overlap: samurai, gattai and the like.
//!
//! Each grid has its own rows, columns and boxes. Cells in no grid are absent, and so are holes in
//! a grid; rows, columns and boxes consist of the remaining cells.

use crate::shape::{CellSet, Shape};

/// A rectangle of a board that is a sudoku grid of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    /// The row of its top left cell, from 0.
    pub row: usize,
    /// The column of its top left cell, from 0.
    pub column: usize,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl Grid {
    /// Returns whether the grid is within a board.
    #[must_use]
    pub const fn fits(&self, board: &Shape) -> bool {
        self.row + self.rows <= board.rows && self.column + self.columns <= board.columns
    }

    /// Returns whether a cell, given by its row and column on the board from 0, is in the grid.
    #[must_use]
    pub const fn contains(&self, (row, column): (usize, usize)) -> bool {
        self.row <= row
            && row < self.row + self.rows
            && self.column <= column
            && column < self.column + self.columns
    }

    /// Returns the index of the top left cell, which may be absent.
    #[must_use]
    pub const fn first(&self, board: &Shape) -> usize {
        self.row * board.columns + self.column
    }

    /// Returns the name of the grid, made up of its size and its top left cell, such as
    /// `9x9 at r1c13`.
    #[must_use]
    pub fn name(&self, board: &Shape) -> String {
        format!("{}x{} at {}", self.rows, self.columns, board.cell_name(self.first(board)))
    }

    /// Returns the cells in these rows and columns of the grid, without absent ones.
    fn part(
        &self,
        board: &Shape,
        rows: std::ops::Range<usize>,
        columns: std::ops::Range<usize>,
    ) -> Vec<usize> {
        let cell = |row: usize, column: usize| (self.row + row) * board.columns + self.column + column;
        let cells = rows.flat_map(|row| columns.clone().map(move |column| cell(row, column)));
        cells.filter(|cell| !board.is_absent(*cell)).collect()
    }

    /// Returns its cells, without absent ones.
    #[must_use]
    pub fn cells(&self, board: &Shape) -> Vec<usize> {
        self.part(board, 0..self.rows, 0..self.columns)
    }

    /// Returns its rows, without absent cells.
    pub fn row_lines(&self, board: &Shape) -> impl Iterator<Item = Vec<usize>> {
        (0..self.rows).map(|row| self.part(board, row..row + 1, 0..self.columns))
    }

    /// Returns its columns, without absent cells.
    pub fn column_lines(&self, board: &Shape) -> impl Iterator<Item = Vec<usize>> {
        (0..self.columns).map(|column| self.part(board, 0..self.rows, column..column + 1))
    }

    /// Returns the name of a row (counted from 0) with the columns of the grid:
    /// `row 7 (columns 13–21)`.
    #[must_use]
    pub fn row_name(&self, row: usize) -> String {
        let (first, last) = (self.column + 1, self.column + self.columns);
        format!("row {} (columns {first}\u{2013}{last})", self.row + row + 1)
    }

    /// Returns the name of a column (counted from 0) with the rows of the grid.
    #[must_use]
    pub fn column_name(&self, column: usize) -> String {
        let (first, last) = (self.row + 1, self.row + self.rows);
        format!("column {} (rows {first}\u{2013}{last})", self.column + column + 1)
    }

    /// Returns its usual boxes, without absent cells; empty if there are no usual boxes for its
    /// size.
    #[must_use]
    pub fn boxes(&self, board: &Shape) -> Vec<Vec<usize>> {
        let own = Shape::new(self.rows, self.columns);
        let Some((rows, columns)) = own.box_of(own.values) else { return Vec::new() };
        let starts = (0..self.rows)
            .step_by(rows)
            .flat_map(|row| (0..self.columns).step_by(columns).map(move |column| (row, column)));
        let boxes = starts.map(|(row, column)| self.part(board, row..row + rows, column..column + columns));
        boxes.filter(|cells| !cells.is_empty()).collect()
    }
}

/// Returns the cells of a board that are in none of these grids.
#[must_use]
pub fn outside(board: &Shape, grids: &[Grid]) -> CellSet {
    let is_in = |cell: &usize| grids.iter().any(|grid| grid.contains(board.place(*cell)));
    (0..board.cells()).filter(|cell| !is_in(cell)).collect()
}

/// Returns the usual boxes of several grids, each listed once, in the order of the grids.
#[must_use]
pub fn boxes_of(board: &Shape, grids: &[Grid]) -> Vec<Vec<usize>> {
    let mut boxes = Vec::new();
    for cells in grids.iter().flat_map(|grid| grid.boxes(board)) {
        if !boxes.contains(&cells) {
            boxes.push(cells);
        }
    }
    boxes
}
