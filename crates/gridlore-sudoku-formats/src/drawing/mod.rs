//! Drawings: the form in which SudokuPad and Penpa-edit store a puzzle. Most rules are drawn, not
//! declared.
//!
//! ```text
//!   drawing           cells, regions, cages, lines, shapes and texts; no rules
//!   drawing::colour   colours, and their names in rules
//! ```

pub(crate) mod colour;

use crate::fog::Fog;
use crate::progress::Progress;
use colour::Colour;
use gridlore_sudoku_variants::{CellSet, Grid};

/// A point in hundredths of a cell from the top left corner of the grid: (50, 50) is the centre of
/// r1c1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Point {
    pub(crate) row: i32,
    pub(crate) column: i32,
}

/// Hundredths of a cell.
pub(crate) const UNIT: i32 = 100;
/// Maximum distance from the grid, in hundredths of a cell.
pub(crate) const MAX_PLACE: i32 = 20_000;
/// Maximum number of cages, lines and shapes, together with all their cells and points.
pub(crate) const MAX_ITEMS: usize = 12_000;
/// Maximum number of cages, lines and shapes.
pub(crate) const MAX_DRAWN: usize = 2_000;

impl Point {
    /// Returns the centre of a cell, given by its row and column from 0.
    pub(crate) const fn centre(row: i32, column: i32) -> Self {
        Self { row: row * UNIT + UNIT / 2, column: column * UNIT + UNIT / 2 }
    }

    /// Returns the row and column, from 0, of the cell that contains the point. The result may be
    /// outside the grid.
    pub(crate) const fn cell(self) -> (i32, i32) {
        (self.row.div_euclid(UNIT), self.column.div_euclid(UNIT))
    }

    /// Returns whether two points differ by at most this distance in both directions.
    pub(crate) const fn is_near(self, other: Self, distance: i32) -> bool {
        (self.row - other.row).abs() <= distance && (self.column - other.column).abs() <= distance
    }
}

/// A dashed cage, or a set of cells that only metadata names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Cage {
    pub(crate) cells: Vec<usize>,
    /// The text in the corner.
    pub(crate) text: String,
    pub(crate) sum: Option<i32>,
    /// Whether the file states that digits do not repeat.
    pub(crate) is_unique: Option<bool>,
    pub(crate) is_hidden: bool,
    /// The name of its style.
    pub(crate) style: String,
}

/// A line through points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) points: Vec<Point>,
    pub(crate) colour: Colour,
    /// Thickness in pixels, with 64 pixels per cell.
    pub(crate) thickness: i32,
    /// Whether there is an arrowhead at the last point.
    pub(crate) has_head: bool,
}

/// A rectangle or an ellipse, with a text in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) centre: Point,
    /// Width in hundredths of a cell.
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) is_round: bool,
    pub(crate) fill: Option<Colour>,
    pub(crate) border: Option<Colour>,
    pub(crate) text: String,
    /// Rotation in degrees, clockwise.
    pub(crate) angle: i32,
    /// Whether it is drawn above lines and digits.
    pub(crate) is_over: bool,
}

impl Shape {
    /// Returns whether the shape shades a whole cell.
    pub(crate) fn is_shade(&self) -> bool {
        self.fill.is_some() && self.width == UNIT && !self.is_round && !self.is_over
    }
}

/// Texts and flags of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Metadata {
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) rules: String,
    /// The solution as a single string.
    pub(crate) solution: String,
    pub(crate) is_anti_knight: bool,
    pub(crate) is_anti_king: bool,
    /// Whether digits may repeat in rows and columns.
    pub(crate) has_no_lines: bool,
}

/// A drawn puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Drawing {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Cells that are not in use.
    pub(crate) absent: CellSet,
    /// Grids that may overlap; empty if the board is one grid.
    pub(crate) grids: Vec<Grid>,
    /// Cells with their digits.
    pub(crate) givens: Vec<(usize, i32)>,
    /// Declared regions; `None` if the file declares none.
    pub(crate) regions: Option<Vec<Vec<usize>>>,
    pub(crate) cages: Vec<Cage>,
    pub(crate) lines: Vec<Line>,
    pub(crate) shapes: Vec<Shape>,
    /// Whether each main diagonal is declared: falling, rising.
    pub(crate) diagonals: [bool; 2],
    pub(crate) metadata: Metadata,
    pub(crate) fog: Option<Fog>,
    pub(crate) progress: Progress,
    /// Descriptions of parts that were not read.
    pub(crate) notes: Vec<String>,
}

impl Drawing {
    /// Returns the cell in a row and a column from 0 if it is in the grid.
    pub(crate) fn cell(&self, (row, column): (i32, i32)) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        (row < self.rows && column < self.columns).then_some(row * self.columns + column)
    }

    /// Returns the centre of a cell.
    pub(crate) fn centre(&self, cell: usize) -> Point {
        let place = |at: usize| i32::try_from(at).unwrap_or(0);
        Point::centre(place(cell / self.columns), place(cell % self.columns))
    }

    /// Returns the name of a cell, such as `r1c1`.
    pub(crate) fn name(&self, cell: usize) -> String {
        format!("r{}c{}", cell / self.columns + 1, cell % self.columns + 1)
    }
}
