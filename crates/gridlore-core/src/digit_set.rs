//! A set of digits `1..=16` as the bits of a `u16`.

use crate::Digit;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// A set of digits; bit `d - 1` stands for digit `d`, in `1..=16`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct DigitSet(u16);

impl DigitSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the set of one digit.
    #[must_use]
    #[inline]
    pub const fn only(digit: usize) -> Self {
        Self(1 << (digit - 1))
    }

    /// Returns the set of the digits `1..=side`.
    #[must_use]
    #[inline]
    pub const fn up_to(side: usize) -> Self {
        if side >= 16 { Self(u16::MAX) } else { Self((1 << side) - 1) }
    }

    /// Creates a set from bits; digit 1 is bit 0.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Returns the bits; digit 1 is bit 0.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the number of digits.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set contains `digit`.
    #[must_use]
    #[inline]
    pub const fn contains(self, digit: usize) -> bool {
        self.0 >> (digit - 1) & 1 != 0
    }

    /// Returns whether every digit of the set is in `other`.
    #[must_use]
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the set with `digit` added.
    #[must_use]
    #[inline]
    pub const fn with(self, digit: usize) -> Self {
        Self(self.0 | 1 << (digit - 1))
    }

    /// Returns the set with `digit` removed.
    #[must_use]
    #[inline]
    pub const fn without(self, digit: usize) -> Self {
        Self(self.0 & !(1 << (digit - 1)))
    }

    /// Returns the smallest digit, if any.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize + 1) }
    }

    /// Returns the digit of a set with exactly one; `None` otherwise.
    #[must_use]
    #[inline]
    pub const fn single(self) -> Option<usize> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// Returns the digits in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let digit = Self(left).first()?;
            left &= left - 1;
            Some(digit)
        })
    }
}

impl BitAnd for DigitSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for DigitSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for DigitSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOrAssign for DigitSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromIterator<Digit> for DigitSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits.into_iter().map(usize::from).collect()
    }
}

impl FromIterator<usize> for DigitSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_the_set_of_its_digits() {
        for bits in 0..=u16::MAX {
            let set = DigitSet::from_bits(bits);
            assert_eq!(set.iter().collect::<DigitSet>(), set);
            assert_eq!(set.iter().count(), set.len());
            assert_eq!(set.single().is_some(), set.len() == 1);
            assert_eq!(set.first(), set.iter().next());
            assert!(set.iter().all(|digit| set.contains(digit)));
        }
        assert_eq!(Digit::ALL.into_iter().collect::<DigitSet>(), DigitSet::up_to(9));
    }
}
