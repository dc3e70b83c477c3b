//! A row of bits: a set of squares, a set of presses, a row of a matrix.

use std::fmt;

/// A fixed number of bits in words of 64; bits beyond the length are zero.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    words: Vec<u64>,
    length: usize,
}

impl Bits {
    /// `length` zeros.
    #[must_use]
    pub fn zeros(length: usize) -> Self {
        Self { words: vec![0; length.div_ceil(64)], length }
    }

    /// `length` bits of which those in `ones` are one.
    ///
    /// # Panics
    /// When a place is not below `length`.
    #[must_use]
    pub fn with_ones(length: usize, ones: impl IntoIterator<Item = usize>) -> Self {
        let mut bits = Self::zeros(length);
        ones.into_iter().for_each(|place| bits.flip(place));
        bits
    }

    /// How many bits there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Whether there is no bit at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The bit at `place`.
    ///
    /// # Panics
    /// When `place` is not below the length.
    #[must_use]
    pub fn get(&self, place: usize) -> bool {
        assert!(place < self.length, "there is no bit {place} of {}", self.length);
        self.words[place / 64] >> (place % 64) & 1 == 1
    }

    /// Turns the bit at `place`.
    ///
    /// # Panics
    /// When `place` is not below the length.
    pub fn flip(&mut self, place: usize) {
        assert!(place < self.length, "there is no bit {place} of {}", self.length);
        self.words[place / 64] ^= 1 << (place % 64);
    }

    /// Adds `other` over the field of two elements.
    ///
    /// # Panics
    /// When the lengths differ.
    pub fn add(&mut self, other: &Self) {
        assert_eq!(self.length, other.length, "rows of different lengths");
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word ^= other);
    }

    /// Whether an odd number of bits are one in both.
    ///
    /// # Panics
    /// When the lengths differ.
    #[must_use]
    pub fn is_odd_with(&self, other: &Self) -> bool {
        assert_eq!(self.length, other.length, "rows of different lengths");
        self.words.iter().zip(&other.words).fold(0, |sum, (word, other)| sum ^ (word & other)).count_ones()
            % 2
            == 1
    }

    /// How many bits are one.
    #[must_use]
    pub fn count_ones(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The place of the first one.
    #[must_use]
    pub fn first_one(&self) -> Option<usize> {
        let word = self.words.iter().position(|&word| word != 0)?;
        Some(64 * word + self.words[word].trailing_zeros() as usize)
    }

    /// The places of the ones, rising.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.length).filter(|&place| self.words[place / 64] >> (place % 64) & 1 == 1)
    }
}

/// `0` and `1`, first bit first.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.length).try_for_each(|place| f.write_str(if self.get(place) { "1" } else { "0" }))
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
