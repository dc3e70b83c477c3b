//! The step from a cell to one of its neighbours, and the four that go straight.

/// From a cell to one that it looks at: columns to the east and rows to the south.
pub(crate) type Offset = (i64, i64);

pub(crate) const NORTH: Offset = (0, -1);
pub(crate) const EAST: Offset = (1, 0);
pub(crate) const SOUTH: Offset = (0, 1);
pub(crate) const WEST: Offset = (-1, 0);
