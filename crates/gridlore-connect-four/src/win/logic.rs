//! Win detection by logic: a side has won if there are a cell and a direction such that this cell
//! and the following cells in that direction contain its discs.
//!
//! The first cell of the line is a variable whose domain is all cells. Each disc of the line is a
//! constraint that removes the cells for which it fails. A line exists if a cell remains.
//!
//! Cost: in each direction, every cell is tested once per disc of a line. This is the plain method,
//! for comparison with the fast methods.

use crate::board::size::Size;

/// Returns whether the discs contain a winning line.
#[must_use]
pub fn has_run(size: Size, stones: u128) -> bool {
    let has_stone = |column: Option<usize>, row: Option<usize>| match (column, row) {
        (Some(column), Some(row)) if column < size.width() && row < size.height() => {
            stones & size.bit(column, row) != 0
        }
        _ => false,
    };
    [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(right, up): (isize, isize)| {
        let mut begins: Vec<(usize, usize)> =
            (0..size.width()).flat_map(|column| (0..size.height()).map(move |row| (column, row))).collect();
        for step in (0_isize..).take(size.run()) {
            begins.retain(|&(column, row)| {
                has_stone(column.checked_add_signed(step * right), row.checked_add_signed(step * up))
            });
        }
        !begins.is_empty()
    })
}
