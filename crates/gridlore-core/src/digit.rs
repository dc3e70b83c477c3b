//! A digit `1..=9` and a set of digits as nine bits of a `u16`.

use std::fmt;

/// A digit in `1..=9`; zero is no digit, a blank cell holds none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u8);

impl Digit {
    /// The nine digits, rising.
    pub const ALL: [Self; 9] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8), Self(9)];

    /// The digit of this value, if it is in `1..=9`.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        if matches!(value, 1..=9) { Some(Self(value)) } else { None }
    }

    /// The digit that the ASCII characters `'1'..='9'` write.
    #[must_use]
    pub const fn from_char(character: char) -> Option<Self> {
        match character {
            '1'..='9' => Some(Self(character as u8 - b'0')),
            _ => None,
        }
    }

    /// The value, in `1..=9`.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0
    }

    /// The ASCII character `'1'..='9'`.
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

/// A set of digits: bit `d - 1` stands for digit `d`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DigitSet(u16);

impl DigitSet {
    /// No digit.
    pub const EMPTY: Self = Self(0);
    /// All nine.
    pub const ALL: Self = Self(0x1ff);

    /// The set of the low nine bits of `bits`; higher bits are dropped.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & 0x1ff)
    }

    /// The nine bits.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set of one digit.
    #[must_use]
    pub const fn only(digit: Digit) -> Self {
        Self(1 << (digit.0 - 1))
    }

    /// How many digits it holds, `0..=9`.
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
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 & Self::only(digit).0 != 0
    }

    /// The set with `digit`.
    #[must_use]
    pub const fn with(self, digit: Digit) -> Self {
        Self(self.0 | Self::only(digit).0)
    }

    /// The set without `digit`.
    #[must_use]
    pub const fn without(self, digit: Digit) -> Self {
        Self(self.0 & !Self::only(digit).0)
    }

    /// The set with `digit` if it was not there, without it if it was.
    #[must_use]
    pub const fn toggled(self, digit: Digit) -> Self {
        Self(self.0 ^ Self::only(digit).0)
    }

    /// The digits that either set holds.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The smallest digit, if there is one.
    #[must_use]
    pub const fn first(self) -> Option<Digit> {
        #[expect(clippy::cast_possible_truncation, reason = "at most 16 trailing zeros")]
        Digit::new(self.0.trailing_zeros() as u8 + 1)
    }

    /// The one digit of a set of one.
    #[must_use]
    pub const fn single(self) -> Option<Digit> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// The digits, rising.
    pub fn iter(self) -> impl Iterator<Item = Digit> {
        Digit::ALL.into_iter().filter(move |&digit| self.contains(digit))
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Display for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_the_set_of_its_digits() {
        for bits in 0..512 {
            let set = DigitSet::from_bits(bits);
            assert_eq!(set.iter().collect::<DigitSet>(), set);
            assert_eq!(set.iter().count(), set.len());
            assert_eq!(set.single().is_some(), set.len() == 1);
            assert_eq!(set.first(), set.iter().next());
        }
    }
}
