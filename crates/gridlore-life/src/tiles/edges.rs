//! Worlds with edges: which tiles there are, which of their cells belong to the world, and what is
//! seen beyond its edges.
//!
//! A torus whose sides are multiples of 64 is made by naming neighbours: its tiles have no edge at
//! all. In every other world the cells beyond an edge that are seen from within are a ring of cells
//! of their own, which after each generation become what the cells are of which they are the image.

use crate::grid::{Bounds, Cell, Plane};
use crate::topology::{Sides, Topology};

/// From a cell of the ring to the cell that is seen there, both counted from the origin.
pub(super) type Ring = Vec<(Cell, Cell)>;

/// The edges of a world.
#[derive(Debug, Clone)]
pub(super) struct Edges {
    topology: Topology,
    origin: Cell,
    range: i64,
    kind: Kind,
    /// Those that are not full; number 0 is never asked for.
    masks: Vec<Plane>,
    ring: Option<Ring>,
    span: Option<[i64; 4]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// No edges.
    Plane,
    /// Tiles that are each other's neighbours around the world: columns and rows of tiles.
    Joined(i64, i64),
    /// A ring around a rectangle.
    Ring,
}

impl Edges {
    /// The cell of the world that is the first of tile (0, 0).
    pub(super) fn origin(topology: &Topology) -> Cell {
        let from = topology.bounds().from;
        let start = |at: i64| if at == i64::MIN { 0 } else { at };
        Cell::new(start(from.x), start(from.y))
    }

    pub(super) fn of(topology: &Topology, origin: Cell, range: i32) -> Self {
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

    /// Whether cells beyond the edges have to be put there. Those of a rectangle with nothing
    /// around stay dead.
    pub(super) const fn has_ring(&self) -> bool {
        matches!(self.kind, Kind::Ring) && !matches!(self.topology, Topology::Bounded(_))
    }

    /// Whether a side is without end, so that the ring depends on where there are cells.
    pub(super) const fn is_open(&self) -> bool {
        let Sides { width, height } = self.topology.sides();
        width == 0 || height == 0
    }

    /// The tile that is at a place: another one around the world, none where the world has no cell,
    /// not even one that is seen.
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

    /// The number of the mask of a tile: which of its cells belong to the world; 0 where all do.
    pub(super) fn mask_number(&mut self, place: (i64, i64)) -> u32 {
        if !matches!(self.kind, Kind::Ring) {
            return 0;
        }
        let mask = self.made(place);
        if mask == FULL {
            return 0;
        }
        // Few are different: those of the edges and corners.
        let at = self.masks[1..].iter().position(|known| *known == mask).unwrap_or_else(|| {
            self.masks.push(mask);
            self.masks.len() - 2
        });
        u32::try_from(at + 1).expect("few masks")
    }

    /// A mask by its number.
    pub(super) fn mask(&self, number: u32) -> Option<&Plane> {
        (number > 0).then(|| &self.masks[number as usize])
    }

    fn made(&self, (column, row): (i64, i64)) -> Plane {
        let Sides { width, height } = self.topology.sides();
        let within = |at: i64, side: u32| side == 0 || (0..i64::from(side)).contains(&at);
        let columns = (0..64).fold(0, |bits, at| bits | u64::from(within(column * 64 + at, width)) << at);
        Plane(std::array::from_fn(|line| if within(row * 64 + line as i64, height) { columns } else { 0 }))
    }

    /// How many cells the ring has, at most, around cells with these bounds.
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

    /// The ring; where a side is without end, along the tiles from the first to the last column and
    /// row.
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
                    // All cells up to the eastern edge are within.
                    x = if width == 0 { columns.1 + 1 } else { i64::from(width) };
                    continue;
                }
                let world = Cell::new(x + self.origin.x, y + self.origin.y);
                if let Some(seen) = self.topology.seen(world) {
                    ring.push((Cell::new(x, y), Cell::new(seen.x - self.origin.x, seen.y - self.origin.y)));
                }
                x += 1;
            }
        }
        ring
    }

    /// Takes the ring back for the next time.
    pub(super) fn keep(&mut self, ring: Ring) {
        self.ring = Some(ring);
    }
}

/// All cells.
const FULL: Plane = Plane([u64::MAX; 64]);
