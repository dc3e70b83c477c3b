//! The edges of bounded grids: which tiles exist, which of their cells belong to the grid, and
//! which cells appear beyond the edges.
//!
//! A torus whose sides are multiples of 64 needs only neighbour links: its tiles have no edges at
//! all. On every other grid, the neighbours beyond an edge form a ring of extra cells. After each
//! generation, each of these cells is copied from the cell that it mirrors.

use crate::grid::{Bounds, Cell, Plane};
use crate::topology::{Sides, Topology};

/// The cells of the ring, each with the cell that appears there, both relative to the origin.
pub(super) type Ring = Vec<(Cell, Cell)>;

/// The edges of a grid.
#[derive(Debug, Clone)]
pub(super) struct Edges {
    topology: Topology,
    origin: Cell,
    range: i64,
    kind: Kind,
    /// The masks of tiles at the edges; number 0 is unused.
    masks: Vec<Plane>,
    ring: Option<Ring>,
    span: Option<[i64; 4]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// No edges.
    Plane,
    /// Tiles linked around a torus, with the number of columns and rows of tiles.
    Joined(i64, i64),
    /// A rectangle with a ring around it.
    Ring,
}

impl Edges {
    /// Returns the cell of the grid that is the first cell of tile (0, 0).
    pub(super) fn origin(topology: &Topology) -> Cell {
        let from = topology.bounds().from;
        let start = |at: i64| if at == i64::MIN { 0 } else { at };
        Cell::new(start(from.x), start(from.y))
    }

    pub(super) fn new(topology: &Topology, origin: Cell, range: i32) -> Self {
        let Sides { width, height } = topology.sides();
        let kind = match topology {
            Topology::Plane => Kind::Plane,
            Topology::Torus(_, (0, 0)) if width > 0 && height > 0 && width % 64 == 0 && height % 64 == 0 => {
                Kind::Joined(i64::from(width / 64), i64::from(height / 64))
            }
            _ => Kind::Ring,
        };
        Self {
            topology: *topology,
            origin,
            range: i64::from(range),
            kind,
            masks: vec![FULL],
            ring: None,
            span: None,
        }
    }

    pub(super) fn is_joined(&self) -> bool {
        matches!(self.kind, Kind::Joined(..))
    }

    /// Returns whether cells beyond the edges must be copied. Those of an unjoined rectangle stay
    /// dead.
    pub(super) const fn has_ring(&self) -> bool {
        matches!(self.kind, Kind::Ring) && !matches!(self.topology, Topology::Bounded(_))
    }

    /// Returns whether a side is infinite, in which case the ring depends on the extent of the
    /// pattern.
    pub(super) const fn is_open(&self) -> bool {
        let Sides { width, height } = self.topology.sides();
        width == 0 || height == 0
    }

    /// Returns the position of a tile, which may differ from the one given if the grid is a torus,
    /// or `None` if the tile would contain no cell of the grid or the ring.
    pub(super) fn tile(&self, column: i64, row: i64) -> Option<(i64, i64)> {
        match self.kind {
            Kind::Plane => Some((column, row)),
            Kind::Joined(columns, rows) => Some((column.rem_euclid(columns), row.rem_euclid(rows))),
            Kind::Ring => {
                let Sides { width, height } = self.topology.sides();
                let is_near = |at: i64, side: u32| {
                    side == 0 || (at * 64 + 63 >= -self.range && at * 64 < i64::from(side) + self.range)
                };
                (is_near(column, width) && is_near(row, height)).then_some((column, row))
            }
        }
    }

    /// Returns the number of a tile's mask, which selects the cells that belong to the grid, or 0
    /// if all of them do.
    pub(super) fn mask_number(&mut self, place: (i64, i64)) -> u32 {
        if !matches!(self.kind, Kind::Ring) {
            return 0;
        }
        let mask = self.new_mask(place);
        if mask == FULL {
            return 0;
        }
        // There are only a few masks: those of edges and corners.
        let at = self.masks[1..].iter().position(|known| *known == mask).unwrap_or_else(|| {
            self.masks.push(mask);
            self.masks.len() - 2
        });
        u32::try_from(at + 1).expect("few masks")
    }

    /// Returns the mask with this number.
    pub(super) fn mask(&self, number: u32) -> Option<&Plane> {
        (number > 0).then(|| &self.masks[number as usize])
    }

    fn new_mask(&self, (column, row): (i64, i64)) -> Plane {
        let Sides { width, height } = self.topology.sides();
        let within = |at: i64, side: u32| side == 0 || (0..i64::from(side)).contains(&at);
        let columns = (0..64).fold(0, |bits, at| bits | u64::from(within(column * 64 + at, width)) << at);
        Plane(std::array::from_fn(|line| if within(row * 64 + line as i64, height) { columns } else { 0 }))
    }

    /// Returns the largest possible number of cells in the ring around cells with these bounds.
    pub(super) fn ring_length(&self, cells: Option<Bounds>) -> u64 {
        if !self.has_ring() {
            return 0;
        }
        let Sides { width, height } = self.topology.sides();
        let length = |side: u32, cells: Option<u64>| match u64::from(side) {
            0 => cells.unwrap_or(0).saturating_add(128),
            side => side,
        };
        let width = length(width, cells.map(|bounds| bounds.width()));
        let height = length(height, cells.map(|bounds| bounds.height()));
        let range = self.range.unsigned_abs();
        width.saturating_add(height).saturating_add(2 * range).saturating_mul(2 * range)
    }

    /// Returns the ring, which extends from the first to the last column or row of tiles along an
    /// infinite side.
    pub(super) fn ring(&mut self, span: Option<[i64; 4]>) -> Ring {
        if self.span == span
            && let Some(ring) = self.ring.take()
        {
            return ring;
        }
        self.span = span;
        let Sides { width, height } = self.topology.sides();
        let [west, east, north, south] = span.unwrap_or_default();
        let length = |side: u32, first: i64, last: i64| match i64::from(side) {
            0 => (first * 64 - self.range, last * 64 + 63 + self.range),
            side => (-self.range, side - 1 + self.range),
        };
        let (columns, rows) = (length(width, west, east), length(height, north, south));
        let within = |at: i64, side: u32| side == 0 || (0..i64::from(side)).contains(&at);
        let mut ring = Ring::new();
        for y in rows.0..=rows.1 {
            let is_row_within = within(y, height);
            let mut x = columns.0;
            while x <= columns.1 {
                if is_row_within && within(x, width) {
                    // All cells up to the eastern edge belong to the grid.
                    x = if width == 0 { columns.1 + 1 } else { i64::from(width) };
                    continue;
                }
                let world = Cell::new(x + self.origin.x, y + self.origin.y);
                if let Some(seen) = self.topology.resolve(world) {
                    ring.push((Cell::new(x, y), Cell::new(seen.x - self.origin.x, seen.y - self.origin.y)));
                }
                x += 1;
            }
        }
        ring
    }

    /// Keeps the ring for the next generation.
    pub(super) fn keep(&mut self, ring: Ring) {
        self.ring = Some(ring);
    }
}

/// A mask of all cells.
const FULL: Plane = Plane([u64::MAX; 64]);
