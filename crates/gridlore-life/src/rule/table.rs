//! Rules as tables: the next state for each of the 512 pictures of the 3 x 3 neighbourhood.
//!
//! Every rule of two states and range 1 is such a table: outer-totalistic rules (B3/S23) on the
//! square, von Neumann and hexagonal neighbourhoods, isotropic rules (B2-a/S12, see `letters`),
//! one-dimensional elementary rules (W110), and all others (MAP).
//!
//! # Source
//! The 512 pictures are in the order of the MAP format: nine bits, row by row. The north-western
//! cell is the highest bit, and the centre has the value 16.

use super::{CENTRE, letters};

/// The cells, other than the centre, on which a rule depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// All eight (Moore neighbourhood).
    Moore,
    /// The six of a hexagonal neighbourhood: all except north-east and south-west.
    Hexagonal,
    /// The four to the north, east, south and west.
    VonNeumann,
}

impl Shape {
    /// Returns the bits of its cells in a picture.
    #[must_use]
    pub const fn mask(self) -> usize {
        match self {
            Self::Moore => 0b111_101_111,
            Self::Hexagonal => 0b110_101_011,
            Self::VonNeumann => 0b010_101_010,
        }
    }

    /// Returns the number of its cells.
    #[must_use]
    pub const fn size(self) -> u32 {
        self.mask().count_ones()
    }
}

/// For each picture, whether its centre is alive in the next generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table([u64; 8]);

impl Table {
    /// Creates the table of a predicate over pictures.
    #[must_use]
    pub fn from_fn(mut lives: impl FnMut(usize) -> bool) -> Self {
        let mut words = [0; 8];
        for picture in 0..512 {
            words[picture / 64] |= u64::from(lives(picture)) << (picture % 64);
        }
        Self(words)
    }

    /// Returns Conway's Life, B3/S23.
    #[must_use]
    pub fn life() -> Self {
        Self::from_counts(Shape::Moore, 1 << 3, 0b1100)
    }

    /// Returns whether the centre of a picture is alive in the next generation.
    ///
    /// # Panics
    /// Panics if the picture is 512 or greater.
    #[must_use]
    pub const fn lives(&self, picture: usize) -> bool {
        self.0[picture / 64] >> (picture % 64) & 1 == 1
    }

    /// Returns the outer-totalistic rule with these neighbour counts: bit `n` of a set stands for
    /// `n` neighbours.
    #[must_use]
    pub fn from_counts(shape: Shape, birth: u16, survival: u16) -> Self {
        Self::from_fn(|picture| {
            let set = if picture & CENTRE == 0 { birth } else { survival };
            set >> (picture & shape.mask()).count_ones() & 1 == 1
        })
    }

    /// Returns a one-dimensional elementary rule. A dead cell takes its state from the three cells
    /// to its north, and live cells stay alive, so the generations appear below each other, row by
    /// row.
    #[must_use]
    pub fn wolfram(number: u8) -> Self {
        Self::from_fn(|picture| picture & CENTRE != 0 || number >> (picture >> 6) & 1 == 1)
    }

    /// Returns the rule with its input and its output inverted.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self::from_fn(|picture| !self.lives(511 ^ picture))
    }

    /// Returns the rule with its input inverted.
    #[must_use]
    pub fn with_inverted_input(&self) -> Self {
        Self::from_fn(|picture| self.lives(511 ^ picture))
    }

    /// Returns the rule with its output inverted.
    #[must_use]
    pub fn with_inverted_output(&self) -> Self {
        Self::from_fn(|picture| !self.lives(picture))
    }

    /// Returns the neighbour counts for birth and survival, if the rule depends only on counts
    /// within a shape.
    #[must_use]
    pub fn counts(&self, shape: Shape) -> Option<(u16, u16)> {
        let set = |centre| {
            (0..=shape.size()).fold(0, |set, count| {
                // One picture represents all with the same count; the comparison below verifies
                // this.
                let mut picture = shape.mask();
                while (picture.count_ones()) > count {
                    picture &= picture - 1;
                }
                set | u16::from(self.lives(picture | centre)) << count
            })
        };
        let (birth, survival) = (set(0), set(CENTRE));
        (Self::from_counts(shape, birth, survival) == *self).then_some((birth, survival))
    }

    /// Returns the shortest rulestring: outer-totalistic, elementary, in Hensel notation, or MAP.
    #[must_use]
    pub fn rulestring(&self) -> String {
        for (shape, letter) in [(Shape::Moore, ""), (Shape::Hexagonal, "H"), (Shape::VonNeumann, "V")] {
            if let Some((birth, survival)) = self.counts(shape) {
                let digits = |set: u16| -> String {
                    (0..9).filter(|count| set >> count & 1 == 1).map(|count| count.to_string()).collect()
                };
                return format!("B{}/S{}{letter}", digits(birth), digits(survival));
            }
        }
        if let Some(number) = (0..=255).find(|&number| Self::wolfram(number) == *self) {
            return format!("W{number}");
        }
        letters::rulestring(|picture| self.lives(picture)).unwrap_or_else(|| self.map())
    }

    /// Returns the MAP rulestring: 512 bits in base64.
    #[must_use]
    pub fn map(&self) -> String {
        let bit = |at: usize| usize::from(at < 512 && self.lives(at));
        let symbol =
            |at: usize| BASE64[(0..6).fold(0, |value, bit_of| value << 1 | bit(at * 6 + bit_of))] as char;
        format!("MAP{}", (0..86).map(symbol).collect::<String>())
    }
}

/// The base64 digits.
pub(crate) const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rulestrings_match_the_constructors() {
        assert_eq!(Table::from_counts(Shape::Moore, 1 << 3, 0b1100).rulestring(), "B3/S23");
        assert_eq!(Table::from_counts(Shape::Hexagonal, 1 << 2, 0b11000).rulestring(), "B2/S34H");
        assert_eq!(Table::from_counts(Shape::VonNeumann, 1 << 2, 0b1011).rulestring(), "B2/S013V");
        assert_eq!(Table::wolfram(110).rulestring(), "W110");
        // The MAP rulestring of Life, as given on LifeWiki.
        let life = Table::from_counts(Shape::Moore, 1 << 3, 0b1100);
        assert_eq!(
            life.map(),
            "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA"
        );
        assert_eq!(life.inverse().inverse(), life);
        assert_eq!(life.inverse().rulestring(), "B0123478/S01234678");
    }
}
