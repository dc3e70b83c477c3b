//! Rectangles whose digits could be exchanged: four cells in two rows, two columns and two boxes.

use crate::human::{CellSet, Shape};

/// Four cells: in the first row from the left, then in the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub(super) cells: [usize; 4],
}

impl Rectangle {
    pub(super) fn set(&self) -> CellSet {
        self.cells.into_iter().collect()
    }

    /// The places of the cell at the opposite corner, of the one in the same row, of the one in the same column.
    pub(super) const fn corners(place: usize) -> (usize, usize, usize) {
        (3 - place, place ^ 1, place ^ 2)
    }
}

/// Every rectangle of the board: see [`Shape::rectangles`].
pub(super) fn rectangles(shape: &Shape) -> impl Iterator<Item = Rectangle> + '_ {
    shape.rectangles().iter().map(|&cells| Rectangle { cells })
}
