//! World shapes as data, and the cell that is seen beyond an edge of each, by definition.
//!
//! # Source
//! Golly's help, *Bounded grids*.

use gridlore_core::Rng;

/// A column and a row.
pub(crate) type Place = (i64, i64);

/// The shape of a world; a side of 0 is unbounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Plane,
    /// Beyond the edges there is only empty space.
    Bounded(i64, i64),
    /// Width, height, and the shifts of rows beyond the southern edge and of columns beyond the
    /// eastern edge.
    Torus(i64, i64, i64, i64),
    /// Width and height; whether the twisted edges are the northern and southern edges; and the
    /// shift along the twisted edges.
    Klein(i64, i64, bool, i64),
    /// Both pairs of edges are twisted.
    Cross(i64, i64),
    /// The northern edge is joined to the western edge, and the southern edge to the eastern edge.
    Sphere(i64),
}

impl Shape {
    /// Returns width and height, with 0 for an unbounded side.
    pub(crate) const fn sides(self) -> (i64, i64) {
        match self {
            Self::Plane => (0, 0),
            Self::Bounded(width, height)
            | Self::Torus(width, height, ..)
            | Self::Klein(width, height, ..)
            | Self::Cross(width, height) => (width, height),
            Self::Sphere(side) => (side, side),
        }
    }

    /// Returns the north-western cell, with 0 for an unbounded side.
    pub(crate) const fn corner(self) -> Place {
        let (width, height) = self.sides();
        (-(width / 2), -(height / 2))
    }

    /// Returns the cell of the world that is seen at a place; `None` if there is none.
    pub(crate) fn seen(self, place: Place) -> Option<Place> {
        let (width, height) = self.sides();
        let (west, north) = self.corner();
        // Measure from the north-western corner, and count whole worlds to the east and south.
        let (x, y) = (place.0 - west, place.1 - north);
        let (east, south) = (worlds(x, width), worlds(y, height));
        let (x, y) = match self {
            Self::Plane => (x, y),
            Self::Bounded(..) => ((east, south) == (0, 0)).then_some((x, y))?,
            Self::Torus(_, _, of_rows, of_columns) => (x + south * of_rows, y + east * of_columns),
            Self::Klein(_, _, true, shift) if is_odd(south) => (width - 1 - x - is_shifted(shift), y),
            Self::Klein(_, _, false, shift) if is_odd(east) => (x, height - 1 - y - is_shifted(shift)),
            Self::Klein(..) => (x, y),
            Self::Cross(..) => {
                let mirrored =
                    |at: i64, side: i64, is_mirrored: bool| if is_mirrored { side - 1 - at } else { at };
                (mirrored(x, width, is_odd(south)), mirrored(y, height, is_odd(east)))
            }
            Self::Sphere(side) => match (east, south) {
                (0, 0) => (x, y),
                (-1, 0) => (y, -1 - x),
                (0, -1) => (-1 - y, x),
                (1, 0) => (y, 2 * side - 1 - x),
                (0, 1) => (2 * side - 1 - y, x),
                // Beyond a corner, the corner itself is seen.
                _ => (x.clamp(0, side - 1), y.clamp(0, side - 1)),
            },
        };
        let within = |at: i64, side: i64| if side == 0 { at } else { at.rem_euclid(side) };
        Some((west + within(x, width), north + within(y, height)))
    }

    /// Returns the suffix of a rule, which starts with a colon; empty for the plane.
    pub(crate) fn text(self) -> String {
        let (width, height) = self.sides();
        let shifted = |shift: i64| if shift == 0 { String::new() } else { format!("{shift:+}") };
        match self {
            Self::Plane => String::new(),
            Self::Bounded(..) => format!(":P{width},{height}"),
            Self::Torus(_, _, of_rows, of_columns) => {
                format!(":T{width}{},{height}{}", shifted(of_rows), shifted(of_columns))
            }
            Self::Klein(_, _, true, shift) => format!(":K{width}*{},{height}", shifted(shift)),
            Self::Klein(_, _, false, shift) => format!(":K{width},{height}*{}", shifted(shift)),
            Self::Cross(..) => format!(":C{width},{height}"),
            Self::Sphere(side) => format!(":S{side}"),
        }
    }

    /// Returns a random world for a rule of this range.
    pub(crate) fn random(rng: &mut Rng, range: i64) -> Self {
        let mut side = |min_side: i64| {
            let small = min_side + i64::try_from(rng.below(20)).expect("a small side");
            match rng.below(24) {
                0 => 64,
                1 => [63, 65, 66, 127, 128][rng.below(5)],
                2 => min_side,
                _ => small,
            }
        };
        let (width, height) = (side(1), side(1));
        let shift = |rng: &mut Rng, side: i64| {
            let side = usize::try_from(side).expect("a small side");
            i64::try_from(rng.below(2 * side + 1)).expect("a small side")
                - i64::try_from(side).expect("a small side")
        };
        match rng.below(20) {
            0..8 => Self::Plane,
            8 => Self::Bounded(width, height),
            9 => [Self::Bounded(0, height), Self::Bounded(width, 0)][rng.below(2)],
            10 | 11 => Self::Torus(width, height, 0, 0),
            12 => Self::Torus(width, height, shift(rng, width), 0),
            13 => Self::Torus(width, height, 0, shift(rng, height)),
            14 => [Self::Torus(0, height, 0, 0), Self::Torus(width, 0, 0, 0)][rng.below(2)],
            15 | 16 => {
                let is_of_rows = rng.below(2) == 0;
                let side = if is_of_rows { width } else { height };
                let shift = if side % 2 == 0 { [0, 1, -1][rng.below(3)] } else { 0 };
                Self::Klein(width, height, is_of_rows, shift)
            }
            17 => Self::Cross(width, height),
            // A sphere is undefined more than one cell beyond its edges.
            18 if range == 1 => Self::Sphere(width.min(40)),
            _ => Self::Torus(width, width, 0, 0),
        }
    }

    /// Returns simpler worlds; the plane is one of them only if this world has no joined edges.
    pub(crate) fn smaller(self) -> Vec<Self> {
        let less = |side: i64| if side > 8 { side / 2 } else { (side - 1).max(0) };
        let (width, height) = self.sides();
        let sides = [(less(width), height), (width, less(height))];
        let sides = sides
            .into_iter()
            .filter(|&(w, h)| (w, h) != (width, height) && (w > 0 || width == 0) && (h > 0 || height == 0));
        let with = |(width, height): (i64, i64)| match self {
            Self::Plane => Self::Plane,
            Self::Bounded(..) => Self::Bounded(width, height),
            Self::Torus(_, _, of_rows, of_columns) => Self::Torus(width, height, of_rows, of_columns),
            Self::Klein(_, _, is_of_rows, shift) => {
                let side = if is_of_rows { width } else { height };
                Self::Klein(width, height, is_of_rows, if side % 2 == 0 { shift } else { 0 })
            }
            Self::Cross(..) => Self::Cross(width, height),
            Self::Sphere(_) => Self::Sphere(width.min(height)),
        };
        let mut shapes: Vec<Self> = sides.map(with).collect();
        match self {
            Self::Torus(_, _, 0, 0) | Self::Bounded(..) => shapes.push(Self::Plane),
            Self::Torus(..) | Self::Klein(..) | Self::Cross(..) => {
                shapes.push(Self::Torus(width, height, 0, 0))
            }
            Self::Plane | Self::Sphere(_) => {}
        }
        shapes
    }
}

/// Returns the number of whole sides between 0 and this coordinate.
const fn worlds(at: i64, side: i64) -> i64 {
    if side == 0 { 0 } else { at.div_euclid(side) }
}

const fn is_odd(count: i64) -> bool {
    count % 2 != 0
}

/// Returns 1 if the twisted edge has any shift, otherwise 0.
const fn is_shifted(shift: i64) -> i64 {
    (shift != 0) as i64
}
