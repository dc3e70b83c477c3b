//! The 27 houses of the standard board: nine rows, nine columns, nine boxes.

use crate::Cell;
use gridlore_sudoku_geometry::House;

/// Returns all houses: rows, columns, boxes.
pub(crate) fn houses() -> impl Iterator<Item = House> {
    (0..9).map(House::Row).chain((0..9).map(House::Column)).chain((0..9).map(House::Box))
}

/// Returns the nine cells of a row, a column or a box, in board order; none for other houses.
pub(crate) fn cells_of(house: House) -> impl Iterator<Item = Cell> + Clone {
    (0..9).filter_map(move |place| match house {
        House::Row(row) => Cell::at(row, place),
        House::Column(column) => Cell::at(place, column),
        House::Box(index) => Cell::at(index / 3 * 3 + place / 3, index % 3 * 3 + place % 3),
        _ => None,
    })
}
