//! Sets of cells as masks of 81 bits, with the houses and peers of every cell.

use crate::Cell;

/// A set of cells of the standard board; bit `i` stands for the cell with index `i`.
pub(crate) type CellMask = u128;

/// All cells.
pub(crate) const ALL_CELLS: CellMask = (1 << 81) - 1;

/// The peers of each cell.
pub(crate) const PEERS: [CellMask; 81] = {
    let mut peers = [0; 81];
    let mut of = 0;
    while of < 81 {
        let mut other = 0;
        while other < 81 {
            if let (Some(one), Some(two)) = (Cell::new(of), Cell::new(other))
                && one.is_peer_of(two)
            {
                peers[of] |= 1 << other;
            }
            other += 1;
        }
        of += 1;
    }
    peers
};

/// The row, the column and the box of each cell.
pub(crate) const HOUSES: [[CellMask; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut of = 0;
    while of < 81 {
        let mut other = 0;
        while other < 81 {
            if let (Some(one), Some(two)) = (Cell::new(of), Cell::new(other)) {
                houses[of][0] |= if one.row() == two.row() { 1 << other } else { 0 };
                houses[of][1] |= if one.column() == two.column() { 1 << other } else { 0 };
                houses[of][2] |= if one.box_index() == two.box_index() { 1 << other } else { 0 };
            }
            other += 1;
        }
        of += 1;
    }
    houses
};

/// Returns the indices of a set, in ascending order.
pub(crate) fn indices(mut set: CellMask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lowest < 128).then_some(lowest)
    })
}
