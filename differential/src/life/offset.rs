//! Offsets from a cell to its neighbours, with names for the four orthogonal offsets.

/// An offset to another cell: columns to the east and rows to the south.
pub(crate) type Offset = (i64, i64);

pub(crate) const NORTH: Offset = (0, -1);
pub(crate) const EAST: Offset = (1, 0);
pub(crate) const SOUTH: Offset = (0, 1);
pub(crate) const WEST: Offset = (-1, 0);
