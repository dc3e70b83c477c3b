//! A row of bits: the squares of a move, a row of a matrix over GF(2), or a polynomial.

use std::fmt;

/// A fixed number of bits in 64-bit words; bits beyond the length are zero.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    words: Vec<u64>,
    length: usize,
}

impl Bits {
    /// Returns `length` zeros.
    #[must_use]
    pub fn zeros(length: usize) -> Self {
        Self { words: vec![0; length.div_ceil(64)], length }
    }

    /// Returns `length` bits, set at each place in `ones`.
    ///
    /// # Panics
    /// Panics if a place is not below `length`.
    #[must_use]
    pub fn with_ones(length: usize, ones: impl IntoIterator<Item = usize>) -> Self {
        let mut bits = Self::zeros(length);
        ones.into_iter().for_each(|place| bits.set(place, true));
        bits
    }

    /// Creates `length` bits from words, lowest bit of the first word first. Bits beyond the length
    /// are dropped.
    ///
    /// # Panics
    /// Panics if the number of words does not match the number of bits.
    #[must_use]
    pub fn from_words(words: Vec<u64>, length: usize) -> Self {
        assert_eq!(words.len(), length.div_ceil(64), "wrong number of words for {length} bits");
        let mut bits = Self { words, length };
        bits.trim();
        bits
    }

    /// Returns the words; the first bit is the lowest bit of the first word.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the number of bits.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Returns whether there are no bits.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns the bit at `place`.
    ///
    /// # Panics
    /// Panics if `place` is not below the length.
    #[must_use]
    pub fn get(&self, place: usize) -> bool {
        assert!(place < self.length, "bit {place} is out of range for length {}", self.length);
        self.words[place / 64] >> (place % 64) & 1 == 1
    }

    /// Sets the bit at `place`.
    ///
    /// # Panics
    /// Panics if `place` is not below the length.
    pub fn set(&mut self, place: usize, bit: bool) {
        assert!(place < self.length, "bit {place} is out of range for length {}", self.length);
        let word = &mut self.words[place / 64];
        *word = *word & !(1 << (place % 64)) | u64::from(bit) << (place % 64);
    }

    /// Flips the bit at `place`.
    ///
    /// # Panics
    /// Panics if `place` is not below the length.
    pub fn flip(&mut self, place: usize) {
        assert!(place < self.length, "bit {place} is out of range for length {}", self.length);
        self.words[place / 64] ^= 1 << (place % 64);
    }

    /// Adds `other` over GF(2).
    ///
    /// # Panics
    /// Panics if the lengths differ.
    pub fn add(&mut self, other: &Self) {
        assert_eq!(self.length, other.length, "rows of different lengths");
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word ^= other);
    }

    /// Adds `other`, shifted up by `by` places, over GF(2); bits shifted beyond the end are
    /// dropped.
    pub fn add_moved_up(&mut self, other: &Self, by: usize) {
        let (words, bits) = (by / 64, by % 64);
        for place in words..self.words.len() {
            let at = |place: usize| other.words.get(place).copied().unwrap_or_default();
            let mut word = at(place - words) << bits;
            if bits > 0 && place > words {
                word |= at(place - words - 1) >> (64 - bits);
            }
            self.words[place] ^= word;
        }
        self.trim();
    }

    /// Adds `other`, shifted down by one place, over GF(2).
    pub fn add_moved_down(&mut self, other: &Self) {
        for place in 0..self.words.len() {
            let at = |place: usize| other.words.get(place).copied().unwrap_or_default();
            self.words[place] ^= at(place) >> 1 | at(place + 1) << 63;
        }
        self.trim();
    }

    fn trim(&mut self) {
        if let Some(last) = self.words.last_mut()
            && !self.length.is_multiple_of(64)
        {
            *last &= (1 << (self.length % 64)) - 1;
        }
    }

    /// Returns whether the number of bits set in both rows is odd.
    ///
    /// # Panics
    /// Panics if the lengths differ.
    #[must_use]
    pub fn is_odd_with(&self, other: &Self) -> bool {
        assert_eq!(self.length, other.length, "rows of different lengths");
        self.words.iter().zip(&other.words).fold(0, |sum, (word, other)| sum ^ (word & other)).count_ones()
            % 2
            == 1
    }

    /// Returns the number of set bits.
    #[must_use]
    pub fn count_ones(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the place of the first set bit.
    #[must_use]
    pub fn first_one(&self) -> Option<usize> {
        let word = self.words.iter().position(|&word| word != 0)?;
        Some(64 * word + self.words[word].trailing_zeros() as usize)
    }

    /// Returns the place of the last set bit.
    #[must_use]
    pub fn last_one(&self) -> Option<usize> {
        let word = self.words.iter().rposition(|&word| word != 0)?;
        Some(64 * word + 63 - self.words[word].leading_zeros() as usize)
    }

    /// Returns the places of the set bits, in ascending order.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(place, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    64 * place + bit
                })
            })
        })
    }
}

/// Formats the bits as `0` and `1`, first bit first.
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
