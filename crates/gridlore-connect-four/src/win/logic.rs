//! Whether there are so many in a row, told as a rule: there is a cell and a direction such that
//! this cell and those after it have stones.
//!
//! The cell where a row begins is an unknown whose domain is all cells; each of the stones that the
//! rule asks for takes those out of its domain from which it would not be met. A row is there when
//! a cell is left.
//!
//! Cost: a look at every cell for each stone of a row, in each direction. It is the plain form
//! beside the fast ones.

use crate::board::size::Size;

/// Whether as many stones as win are in a row.
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
