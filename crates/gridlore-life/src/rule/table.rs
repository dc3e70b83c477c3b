//! Rules of the nine cells around and in the middle: what becomes of each of the 512 pictures that
//! they can be.
//!
//! All rules of two states and range 1 are such a table: those that count (B3/S23), on the square,
//! among four neighbours or among the six of a hexagon; those that look at where neighbours lie
//! (B2-a/S12, letters in `letters`); those of one dimension (W110), and any other (MAP).
//!
//! # Source
//! The order of the 512 pictures is that of the MAP format of the field: nine bits row by row, the
//! north-western cell the highest, the middle 16.

use super::{CENTRE, letters};

/// Which of the nine cells a rule looks at besides the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// All eight.
    Moore,
    /// The six of a hexagon: all but the north-eastern and the south-western one.
    Hexagonal,
    /// The four to the north, east, south and west.
    VonNeumann,
}

impl Shape {
    /// The bits of its cells in a picture.
    #[must_use]
    pub const fn mask(self) -> usize {
        match self {
            Self::Moore => 0b111_101_111,
            Self::Hexagonal => 0b110_101_011,
            Self::VonNeumann => 0b010_101_010,
        }
    }

    /// How many cells it has.
    #[must_use]
    pub const fn size(self) -> u32 {
        self.mask().count_ones()
    }
}

/// Whether the middle lives in the next generation, for each picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table([u64; 8]);

impl Table {
    /// The table of a predicate over pictures.
    #[must_use]
    pub fn of(mut lives: impl FnMut(usize) -> bool) -> Self {
        let mut words = [0; 8];
        for picture in 0..512 {
            words[picture / 64] |= u64::from(lives(picture)) << (picture % 64);
        }
        Self(words)
    }

    /// Conway's: born with three, surviving with two or three.
    #[must_use]
    pub fn life() -> Self {
        Self::of_counts(Shape::Moore, 1 << 3, 0b1100)
    }

    /// Whether the middle of a picture lives next.
    ///
    /// # Panics
    /// When the picture is not below 512.
    #[must_use]
    pub const fn lives(&self, picture: usize) -> bool {
        self.0[picture / 64] >> (picture % 64) & 1 == 1
    }

    /// Born and surviving with such numbers of neighbours: bit `n` of a set stands for `n` of them.
    #[must_use]
    pub fn of_counts(shape: Shape, birth: u16, survival: u16) -> Self {
        Self::of(|picture| {
            let set = if picture & CENTRE == 0 { birth } else { survival };
            set >> (picture & shape.mask()).count_ones() & 1 == 1
        })
    }

    /// A rule of one dimension: a cell that is dead becomes what the three to its north say, so
    /// that row by row a history is drawn; what lives stays.
    #[must_use]
    pub fn of_wolfram(number: u8) -> Self {
        Self::of(|picture| picture & CENTRE != 0 || number >> (picture >> 6) & 1 == 1)
    }

    /// The rule for the complement of a plane that gives the complement of what this one gives.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self::of(|picture| !self.lives(511 ^ picture))
    }

    /// What this rule makes of the complement of a plane.
    #[must_use]
    pub fn of_complement(&self) -> Self {
        Self::of(|picture| self.lives(511 ^ picture))
    }

    /// The complement of what this rule makes.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self::of(|picture| !self.lives(picture))
    }

    /// The numbers of neighbours with which a cell is born and survives, where nothing else matters
    /// among the cells of a shape.
    #[must_use]
    pub fn counts(&self, shape: Shape) -> Option<(u16, u16)> {
        let set = |centre| {
            (0..=shape.size()).fold(0, |set, count| {
                // The first cells of the shape stand for any others.
                let mut picture = shape.mask();
                while (picture.count_ones()) > count {
                    picture &= picture - 1;
                }
                set | u16::from(self.lives(picture | centre)) << count
            })
        };
        let (birth, survival) = (set(0), set(CENTRE));
        (Self::of_counts(shape, birth, survival) == *self).then_some((birth, survival))
    }

    /// The rulestring: as counts, with letters, of one dimension, or as MAP; the shortest that says
    /// it all.
    #[must_use]
    pub fn told(&self) -> String {
        for (shape, letter) in [(Shape::Moore, ""), (Shape::Hexagonal, "H"), (Shape::VonNeumann, "V")] {
            if let Some((birth, survival)) = self.counts(shape) {
                let digits = |set: u16| -> String {
                    (0..9).filter(|count| set >> count & 1 == 1).map(|count| count.to_string()).collect()
                };
                return format!("B{}/S{}{letter}", digits(birth), digits(survival));
            }
        }
        if let Some(number) = (0..=255).find(|&number| Self::of_wolfram(number) == *self) {
            return format!("W{number}");
        }
        letters::rulestring(|picture| self.lives(picture)).unwrap_or_else(|| self.map())
    }

    /// The rulestring as MAP: 512 bits in base64.
    #[must_use]
    pub fn map(&self) -> String {
        let bit = |at: usize| usize::from(at < 512 && self.lives(at));
        let sign =
            |at: usize| BASE64[(0..6).fold(0, |value, bit_of| value << 1 | bit(at * 6 + bit_of))] as char;
        format!("MAP{}", (0..86).map(sign).collect::<String>())
    }
}

/// The digits of base64.
pub(crate) const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_tell_what_made_them() {
        assert_eq!(Table::of_counts(Shape::Moore, 1 << 3, 0b1100).told(), "B3/S23");
        assert_eq!(Table::of_counts(Shape::Hexagonal, 1 << 2, 0b11000).told(), "B2/S34H");
        assert_eq!(Table::of_counts(Shape::VonNeumann, 1 << 2, 0b1011).told(), "B2/S013V");
        assert_eq!(Table::of_wolfram(110).told(), "W110");
        // The rulestring that the field gives for Life as MAP.
        let life = Table::of_counts(Shape::Moore, 1 << 3, 0b1100);
        assert_eq!(
            life.map(),
            "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA"
        );
        assert_eq!(life.inverse().inverse(), life);
        assert_eq!(life.inverse().told(), "B0123478/S01234678");
    }
}
