//! Topologies: the infinite plane, or a bounded grid whose edges may be joined.
//!
//! A grid of `width` columns and `height` rows has its north-western cell at (-width/2, -height/2),
//! as in Golly. A size of 0 means infinite.
//!
//! # Source
//! The notation of bounded grids is Golly's (`B3/S23:T100,50`), by Andrew Trevorrow.

use crate::grid::{Bounds, Cell};
use gridlore_core::{ParseError, ParseErrorKind, Place};
use std::fmt;

/// The shape of the universe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Topology {
    /// The infinite plane.
    #[default]
    Plane,
    /// A rectangle with dead cells around it.
    Bounded(Sides),
    /// North is joined to south, and west to east. A cell that leaves to the south re-enters from
    /// the north, `shift.0` columns further east; one that leaves to the east re-enters from the
    /// west, `shift.1` rows further south.
    Torus(Sides, (i64, i64)),
    /// Like a torus, but one pair of edges is twisted and, with a non-zero shift, moved by one
    /// cell. All non-zero shifts are equivalent, and they require an even number of cells along
    /// that side.
    Klein(Sides, Twisted, i64),
    /// Both pairs of edges are twisted.
    CrossSurface(Sides),
    /// A square, with north joined to west and south to east.
    Sphere(u32),
}

/// Columns and rows; 0 means infinite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sides {
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
}

/// The twisted edges of a Klein bottle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Twisted {
    /// North and south.
    NorthSouth,
    /// West and east.
    WestEast,
}

impl Topology {
    /// Returns the numbers of columns and rows; 0 means infinite.
    #[must_use]
    pub const fn sides(&self) -> Sides {
        match self {
            Self::Plane => Sides { width: 0, height: 0 },
            Self::Bounded(sides)
            | Self::Torus(sides, _)
            | Self::Klein(sides, _, _)
            | Self::CrossSurface(sides) => *sides,
            Self::Sphere(side) => Sides { width: *side, height: *side },
        }
    }

    /// Returns the bounds of the grid; an infinite side covers the whole range of `i64`.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let side = |length: u32| match i64::from(length) {
            0 => (i64::MIN, i64::MAX),
            length => (-(length / 2), length - length / 2 - 1),
        };
        let Sides { width, height } = self.sides();
        let ((west, east), (north, south)) = (side(width), side(height));
        Bounds { from: Cell::new(west, north), to: Cell::new(east, south) }
    }

    /// Returns whether a cell belongs to the grid.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        let Bounds { from, to } = self.bounds();
        (from.x..=to.x).contains(&cell.x) && (from.y..=to.y).contains(&cell.y)
    }

    /// Maps a position to the cell of the grid found there. Inside the grid, this is the cell
    /// itself; beyond a joined edge, it is a cell near another edge; otherwise, `None`.
    #[must_use]
    pub fn resolve(&self, cell: Cell) -> Option<Cell> {
        let Bounds { from, to } = self.bounds();
        let Sides { width, height } = self.sides();
        let (width, height) = (i64::from(width), i64::from(height));
        let mut cell = cell;
        // Each iteration moves one coordinate by one side length towards the grid.
        for _ in 0..1000 {
            if self.has(cell) {
                return Some(cell);
            }
            let mirror_x = |x: i64| from.x + to.x - x;
            let mirror_y = |y: i64| from.y + to.y - y;
            match *self {
                Self::Plane | Self::Bounded(_) => return None,
                Self::Torus(_, (dx, dy)) => {
                    if width > 0 && cell.x < from.x {
                        cell = Cell::new(cell.x + width, cell.y - dy);
                    } else if width > 0 && cell.x > to.x {
                        cell = Cell::new(cell.x - width, cell.y + dy);
                    } else if cell.y < from.y {
                        cell = Cell::new(cell.x - dx, cell.y + height);
                    } else {
                        cell = Cell::new(cell.x + dx, cell.y - height);
                    }
                }
                Self::Klein(_, twisted, shift) => {
                    let shift = -i64::from(shift != 0);
                    let is_beyond_x = cell.x < from.x || cell.x > to.x;
                    if is_beyond_x {
                        let step = if cell.x < from.x { width } else { -width };
                        let y = match twisted {
                            Twisted::WestEast => mirror_y(cell.y) + shift,
                            Twisted::NorthSouth => cell.y,
                        };
                        cell = Cell::new(cell.x + step, y);
                    } else {
                        let step = if cell.y < from.y { height } else { -height };
                        let x = match twisted {
                            Twisted::NorthSouth => mirror_x(cell.x) + shift,
                            Twisted::WestEast => cell.x,
                        };
                        cell = Cell::new(x, cell.y + step);
                    }
                }
                Self::CrossSurface(_) => {
                    if cell.x < from.x || cell.x > to.x {
                        let step = if cell.x < from.x { width } else { -width };
                        cell = Cell::new(cell.x + step, mirror_y(cell.y));
                    } else {
                        let step = if cell.y < from.y { height } else { -height };
                        cell = Cell::new(mirror_x(cell.x), cell.y + step);
                    }
                }
                Self::Sphere(_) => {
                    let beyond_x = cell.x < from.x || cell.x > to.x;
                    let beyond_y = cell.y < from.y || cell.y > to.y;
                    if beyond_x && beyond_y {
                        // Positions diagonally beyond a corner map to the corner itself.
                        cell = Cell::new(cell.x.clamp(from.x, to.x), cell.y.clamp(from.y, to.y));
                    } else if cell.x < from.x {
                        cell = Cell::new(cell.y, from.y + (from.x - 1 - cell.x));
                    } else if cell.y < from.y {
                        cell = Cell::new(from.x + (from.y - 1 - cell.y), cell.x);
                    } else if cell.x > to.x {
                        cell = Cell::new(cell.y, to.y - (cell.x - to.x - 1));
                    } else {
                        cell = Cell::new(to.x - (cell.y - to.y - 1), cell.x);
                    }
                }
            }
        }
        None
    }

    /// Parses the part of a rulestring after the colon: `P30,20`, `T30,20`, `T30+5,20`, `K30*,20`,
    /// `C30,20` or `S30`.
    ///
    /// # Errors
    /// Returns the first invalid part; its column is counted from the beginning of `text`.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let parse_error = |at: usize, found: String, expected: &str| ParseError {
            at: Place { line: 1, column: at + 1 },
            kind: ParseErrorKind::Wrong { found, expected: expected.to_owned() },
        };
        let quoted = |text: &str| format!("\"{}\"", text.escape_debug());
        let kind = text.chars().next().map(|letter| letter.to_ascii_uppercase());
        let Some(kind @ ('P' | 'T' | 'K' | 'C' | 'S')) = kind else {
            return Err(parse_error(0, quoted(text), "P, T, K, C or S and the size of the grid"));
        };
        let rest = &text[1..];
        let (first, second) =
            rest.split_once(',').map_or((rest, None), |(first, second)| (first, Some(second)));
        let at_second = first.len() + 2;
        let side = |at: usize, text: &str| -> Result<(u32, bool, i64), ParseError> {
            let digits = text.find(|symbol: char| !symbol.is_ascii_digit()).unwrap_or(text.len());
            let length: u32 = text[..digits]
                .parse()
                .ok()
                .filter(|length| *length <= 1 << 30)
                .ok_or_else(|| parse_error(at, quoted(text), "a number of cells up to 1073741824"))?;
            let rest = &text[digits..];
            let (is_twisted, rest) = rest.strip_prefix('*').map_or((false, rest), |rest| (true, rest));
            let shift = if rest.is_empty() {
                0
            } else {
                let number = rest.strip_prefix('+').unwrap_or(rest);
                let is_signed = rest.starts_with(['+', '-']);
                number.parse::<i32>().ok().filter(|_| is_signed).ok_or_else(|| {
                    parse_error(at + text.len() - rest.len(), quoted(rest), "a shift such as +5 or -5")
                })?
            };
            Ok((length, is_twisted, i64::from(shift)))
        };
        let (width, x_twisted, x_shift) = side(1, first)?;
        if kind == 'S' {
            if second.is_some_and(|second| second != first) || width == 0 || x_twisted || x_shift != 0 {
                return Err(parse_error(1, quoted(rest), "the side of a sphere, such as 30"));
            }
            return Ok(Self::Sphere(width));
        }
        let (height, y_twisted, y_shift) = match second {
            Some(second) => side(at_second, second)?,
            None => (width, false, 0),
        };
        let sides = Sides { width, height };
        let is_plain = !x_twisted && !y_twisted && x_shift == 0 && y_shift == 0;
        match kind {
            'P' if is_plain => Ok(Self::Bounded(sides)),
            'T' if !x_twisted && !y_twisted && (x_shift == 0 || y_shift == 0) => {
                if width == 0 && y_shift != 0 || height == 0 && x_shift != 0 {
                    return Err(parse_error(1, quoted(rest), "no shift along an infinite side"));
                }
                Ok(Self::Torus(sides, (x_shift, y_shift)))
            }
            'C' if is_plain && width > 0 && height > 0 => Ok(Self::CrossSurface(sides)),
            'K' if width > 0 && height > 0 && x_twisted != y_twisted => {
                let (twisted, shift) =
                    if x_twisted { (Twisted::NorthSouth, x_shift) } else { (Twisted::WestEast, y_shift) };
                let side = if x_twisted { width } else { height };
                if shift != 0 && side % 2 == 1 {
                    return Err(parse_error(
                        1,
                        quoted(rest),
                        "no shift on a twisted side with an odd number of cells",
                    ));
                }
                if (x_twisted && y_shift != 0) || (y_twisted && x_shift != 0) {
                    return Err(parse_error(1, quoted(rest), "a shift on the twisted side only"));
                }
                Ok(Self::Klein(sides, twisted, shift))
            }
            'P' => Err(parse_error(1, quoted(rest), "the size of the grid, such as 30,20")),
            'T' => Err(parse_error(1, quoted(rest), "the size of a torus, such as 30,20 or 30+5,20")),
            'C' => Err(parse_error(
                1,
                quoted(rest),
                "the size of a cross-surface, such as 30,20 (0 is not allowed)",
            )),
            _ => Err(parse_error(
                1,
                quoted(rest),
                "the size of a Klein bottle with one * for the twisted side, such as 30*,20",
            )),
        }
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sides { width, height } = self.sides();
        let shifted = |shift: i64| if shift == 0 { String::new() } else { format!("{shift:+}") };
        match self {
            Self::Plane => Ok(()),
            Self::Bounded(_) => write!(f, "P{width},{height}"),
            Self::Torus(_, (dx, dy)) => write!(f, "T{width}{},{height}{}", shifted(*dx), shifted(*dy)),
            Self::Klein(_, Twisted::NorthSouth, shift) => write!(f, "K{width}*{},{height}", shifted(*shift)),
            Self::Klein(_, Twisted::WestEast, shift) => write!(f, "K{width},{height}*{}", shifted(*shift)),
            Self::CrossSurface(_) => write!(f, "C{width},{height}"),
            Self::Sphere(side) => write!(f, "S{side}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_round_trip() {
        for text in [
            "P30,20",
            "P0,20",
            "T64,64",
            "T64+5,64",
            "T64,64-3",
            "K30*,20",
            "K30*+1,20",
            "K30,20*",
            "C9,8",
            "S7",
        ] {
            assert_eq!(Topology::parse(text).map(|shape| shape.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(Topology::parse("t30"), Topology::parse("T30,30"));
        let errors = [
            ("", "line 1, column 1: found \"\", expected P, T, K, C or S and the size of the grid"),
            ("X3", "line 1, column 1: found \"X3\", expected P, T, K, C or S and the size of the grid"),
            ("T3x,4", "line 1, column 3: found \"x\", expected a shift such as +5 or -5"),
            ("T3,y", "line 1, column 4: found \"y\", expected a number of cells up to 1073741824"),
            (
                "K3,4",
                "line 1, column 2: found \"3,4\", expected the size of a Klein bottle with one * for the twisted side, such as 30*,20",
            ),
            (
                "K9*+1,4",
                "line 1, column 2: found \"9*+1,4\", expected no shift on a twisted side with an odd number of cells",
            ),
            ("S0", "line 1, column 2: found \"0\", expected the side of a sphere, such as 30"),
            (
                "C0,4",
                "line 1, column 2: found \"0,4\", expected the size of a cross-surface, such as 30,20 (0 is not allowed)",
            ),
        ];
        for (text, error) in errors {
            assert_eq!(Topology::parse(text).unwrap_err().to_string(), error);
        }
    }

    /// If a cell is a neighbour of another across an edge, the reverse is also true.
    #[test]
    fn neighbours_are_mutual() {
        for text in ["P9,8", "T9,8", "T9+2,8", "T9,8-3", "K9*,8", "K8*+1,9", "K9,8*", "C9,8"] {
            let shape = Topology::parse(text).unwrap();
            let Bounds { from, to } = shape.bounds();
            let around = |cell: Cell| {
                let mut seen: Vec<Cell> = (-1..=1)
                    .flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)))
                    .filter(|offset| *offset != (0, 0))
                    .filter_map(|(dx, dy)| shape.resolve(Cell::new(cell.x + dx, cell.y + dy)))
                    .collect();
                seen.sort();
                seen
            };
            for y in from.y..=to.y {
                for x in from.x..=to.x {
                    let cell = Cell::new(x, y);
                    for other in around(cell) {
                        let count =
                            |of: Cell, one: Cell| around(of).iter().filter(|cell| **cell == one).count();
                        assert_eq!(count(cell, other), count(other, cell), "{text}: {cell:?} {other:?}");
                    }
                }
            }
        }
    }
}
