//! The places of Penpa-edit's square grids, each with a number.
//!
//! A grid of n = (rows + 4) (columns + 4) squares, including a margin of two squares on each side,
//! has these numbers, where i is the number of a square in reading order:
//!
//! ```text
//!   i             the centre of square i
//!   n + i         its lower right corner
//!   2n + i        the middle of its lower edge
//!   3n + i        the middle of its right edge
//!   4 (n + i) + k   a quarter of it: top left, top right, bottom left, bottom right
//!   8n + 4i + k     near its top, right, left and bottom edge
//! ```

use crate::drawing::{Point, UNIT};

/// A square grid with empty rows and columns around the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Grid {
    /// Rows and columns of the puzzle.
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Empty rows and columns: top, bottom, left, right.
    pub(super) space: [usize; 4],
}

/// Number of rows or columns beyond the grid on each side.
const MARGIN: usize = 2;

/// A place of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Centre,
    Corner,
    Edge,
    Quarter,
}

impl Grid {
    /// Returns the number of squares in a row, including all margins.
    pub(super) const fn width(&self) -> usize {
        self.columns + self.space[2] + self.space[3] + 2 * MARGIN
    }

    const fn height(&self) -> usize {
        self.rows + self.space[0] + self.space[1] + 2 * MARGIN
    }

    /// Returns the number of squares.
    pub(super) const fn squares(&self) -> usize {
        self.width() * self.height()
    }

    /// Returns the kind of a place, and its point relative to the top left corner of the puzzle.
    pub(super) fn point(&self, number: usize) -> Option<(Kind, Point)> {
        let n = self.squares();
        let (kind, square, down, right) = match number / n {
            0 => (Kind::Centre, number, 50, 50),
            1 => (Kind::Corner, number - n, 100, 100),
            2 => (Kind::Edge, number - 2 * n, 100, 50),
            3 => (Kind::Edge, number - 3 * n, 50, 100),
            4..8 => {
                let (down, right) = [(25, 25), (25, 75), (75, 25), (75, 75)][number % 4];
                (Kind::Quarter, number / 4 - n, down, right)
            }
            8..12 => {
                let (down, right) = [(20, 50), (50, 80), (50, 20), (80, 50)][number % 4];
                (Kind::Quarter, (number - 8 * n) / 4, down, right)
            }
            _ => return None,
        };
        let place = |at: usize, space: usize| {
            i32::try_from(at).map(|at| at - i32::try_from(MARGIN + space).unwrap_or(0))
        };
        let row = place(square / self.width(), self.space[0]).ok()?;
        let column = place(square % self.width(), self.space[2]).ok()?;
        Some((kind, Point { row: row * UNIT + down, column: column * UNIT + right }))
    }

    /// Returns the number of the centre of a square, given by its row and column in the puzzle
    /// from 0.
    pub(super) fn centre(&self, (row, column): (i32, i32)) -> Option<usize> {
        let at = |at: i32, space: usize, end: usize| {
            let at = usize::try_from(i32::try_from(MARGIN + space).ok()? + at).ok()?;
            (at < end).then_some(at)
        };
        let row = at(row, self.space[0], self.height())?;
        let column = at(column, self.space[2], self.width())?;
        Some(row * self.width() + column)
    }

    /// Returns the number of the centre, corner or edge nearest to this point.
    pub(super) fn number(&self, point: Point) -> Option<usize> {
        let half = |at: i32| (at + UNIT / 4).div_euclid(UNIT / 2);
        let (row, column) = (half(point.row), half(point.column));
        // Even half-cell coordinates are on edges, which belong to the square above or to the left.
        let square = self.centre(((row + 1).div_euclid(2) - 1, (column + 1).div_euclid(2) - 1));
        let n = self.squares();
        match (row.rem_euclid(2), column.rem_euclid(2)) {
            (1, 1) => self.centre((row.div_euclid(2), column.div_euclid(2))),
            (0, 0) => square.map(|square| n + square),
            (0, _) => self.centre((row / 2 - 1, column.div_euclid(2))).map(|square| 2 * n + square),
            _ => self.centre((row.div_euclid(2), column / 2 - 1)).map(|square| 3 * n + square),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_points_agree() {
        let grid = Grid { rows: 6, columns: 9, space: [1, 0, 2, 1] };
        for number in 0..4 * grid.squares() {
            let (kind, point) = grid.point(number).expect("a place");
            assert_ne!(kind, Kind::Quarter);
            assert_eq!(grid.number(point), Some(number), "{point:?}");
        }
        assert_eq!(grid.point(12 * grid.squares()), None);
        // The places documented for a 9x9 grid.
        let grid = Grid { rows: 9, columns: 9, space: [0; 4] };
        assert_eq!(grid.centre((0, 0)), Some(28));
        assert_eq!(grid.point(28), Some((Kind::Centre, Point { row: 50, column: 50 })));
        assert_eq!(grid.point(4 * (169 + 54)), Some((Kind::Quarter, Point { row: 225, column: 25 })));
        assert_eq!(grid.number(Point { row: 400, column: 850 }), Some(2 * 169 + 75));
    }
}
