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

/// Every rectangle of the board. Two digits that alternate in its corners may be exchanged when every house meets two of its cells or none, and nothing else
/// (a chess piece's move, a cage) connects a corner with another cell.
pub(super) fn rectangles(shape: &Shape) -> impl Iterator<Item = Rectangle> + '_ {
    let side = shape.side();
    let corners = (0..side).flat_map(move |top| {
        (top + 1..side).flat_map(move |bottom| {
            (0..side).flat_map(move |left| (left + 1..side).map(move |right| (top, bottom, left, right)))
        })
    });
    corners
        .map(move |(top, bottom, left, right)| Rectangle {
            cells: [top * side + left, top * side + right, bottom * side + left, bottom * side + right],
        })
        .filter(move |rectangle| {
            let cells = rectangle.set();
            let is_even = |house: &CellSet| matches!((*house & cells).len(), 0 | 2);
            shape.houses().iter().all(is_even)
                && cells.iter().all(|cell| {
                    let of_houses = shape
                        .houses_of(cell)
                        .iter()
                        .fold(CellSet::EMPTY, |all, &house| all | shape.houses()[house]);
                    shape.peers(cell).is_subset(of_houses)
                })
        })
}
