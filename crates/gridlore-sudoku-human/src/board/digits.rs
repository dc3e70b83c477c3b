//! A set of digits `1..=16` as the bits of a word, and a digit in a cell.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of digits; bit `d - 1` stands for digit `d`, in `1..=16`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Digits(u16);

impl Digits {
    /// No digit.
    pub const EMPTY: Self = Self(0);

    /// One digit.
    #[must_use]
    pub const fn only(digit: usize) -> Self {
        Self(1 << (digit - 1))
    }

    /// The digits `1..=side`.
    #[must_use]
    pub const fn up_to(side: usize) -> Self {
        if side >= 16 { Self(u16::MAX) } else { Self((1 << side) - 1) }
    }

    /// The digits of a word, digit 1 in bit 0.
    pub(crate) const fn of_bits(bits: u64) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "digits are at most 16")]
        Self(bits as u16)
    }

    /// The digits as the bits of a word, digit 1 in bit 0.
    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// How many digits it holds.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it holds none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds `digit`.
    #[must_use]
    pub const fn contains(self, digit: usize) -> bool {
        self.0 >> (digit - 1) & 1 != 0
    }

    /// Whether every digit of it is in `other`.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with `digit`.
    #[must_use]
    pub const fn with(self, digit: usize) -> Self {
        Self(self.0 | 1 << (digit - 1))
    }

    /// The set without `digit`.
    #[must_use]
    pub const fn without(self, digit: usize) -> Self {
        Self(self.0 & !(1 << (digit - 1)))
    }

    /// The smallest digit, if there is one.
    #[must_use]
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize + 1) }
    }

    /// The one digit of a set of one.
    #[must_use]
    pub const fn single(self) -> Option<usize> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// The digits, rising.
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let digit = Self(left).first()?;
            left &= left - 1;
            Some(digit)
        })
    }
}

impl BitAnd for Digits {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Digits {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Digits {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOrAssign for Digits {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromIterator<usize> for Digits {
    fn from_iter<I: IntoIterator<Item = usize>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A digit in a cell: what may be, what is, or what is taken away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    cell: u8,
    digit: u8,
}

impl Candidate {
    /// The digit, in `1..=16`, in the cell, below 256.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "boards have at most 256 cells and 16 digits")]
    pub const fn new(cell: usize, digit: usize) -> Self {
        Self { cell: cell as u8, digit: digit as u8 }
    }

    /// The cell, row by row from 0.
    #[must_use]
    pub const fn cell(self) -> usize {
        self.cell as usize
    }

    /// The digit, from 1.
    #[must_use]
    pub const fn digit(self) -> usize {
        self.digit as usize
    }
}

/// Cell and digit: `c40=5`.
impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}={}", self.cell, self.digit)
    }
}
