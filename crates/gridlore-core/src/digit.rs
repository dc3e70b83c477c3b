//! A digit `1..=9`.

use std::fmt;

/// A digit in `1..=9`. A blank cell is `Option::None`, not zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u8);

impl Digit {
    /// The nine digits in ascending order.
    pub const ALL: [Self; 9] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8), Self(9)];

    /// Creates a digit; `None` unless `value` is in `1..=9`.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        if matches!(value, 1..=9) { Some(Self(value)) } else { None }
    }

    /// Parses an ASCII character `'1'..='9'`.
    #[must_use]
    pub const fn from_char(character: char) -> Option<Self> {
        match character {
            '1'..='9' => Some(Self(character as u8 - b'0')),
            _ => None,
        }
    }

    /// Returns the value, in `1..=9`.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0
    }

    /// Returns the ASCII character, `'1'..='9'`.
    #[must_use]
    pub const fn to_char(self) -> char {
        (b'0' + self.0) as char
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl From<Digit> for usize {
    #[inline]
    fn from(digit: Digit) -> Self {
        Self::from(digit.0)
    }
}
