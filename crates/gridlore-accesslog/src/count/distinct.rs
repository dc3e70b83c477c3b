//! Estimates the number of distinct strings from the number of small hashes.
//!
//! The result is exact for small numbers, at least up to [`MIN_HASHES`]. Beyond that, only hashes
//! below a threshold are kept. Because hashes are evenly distributed, their number is scaled by the
//! ratio of the largest hash to the threshold. Merging sketches of parts is exact: the result does
//! not depend on the order of the parts.
//!
//! Cost: one hash per string, at most 64 KB; the standard error is [`DEVIATION`].
//!
//! # Source
//! Bar-Yossef, Jayram, Kumar, Sivakumar and Trevisan, "Counting Distinct Elements in a Data
//! Stream", 2002; the threshold as in Dasgupta, Lang, Rhodes and Thaler, "A Framework for
//! Estimating Stream Expression Cardinalities", 2016.

use crate::count::keys::Keys;

/// The minimum number of hashes kept once there have been more than twice as many.
const MIN_HASHES: usize = 4096;

/// The standard error of an estimate: 1 / sqrt(MIN_HASHES).
pub const DEVIATION: f64 = 0.016;

/// A sketch of the distinct strings that were added.
#[derive(Debug, Clone)]
pub(crate) struct Distinct {
    hashes: Keys,
    /// The threshold: all added hashes below it are kept.
    below: u64,
}

impl Default for Distinct {
    fn default() -> Self {
        Self { hashes: Keys::default(), below: u64::MAX }
    }
}

impl Distinct {
    /// Restores a sketch; returns `None` if a hash is 0 or not below the threshold.
    pub(crate) fn from_parts(below: u64, hashes: &[u64]) -> Option<Self> {
        let mut distinct = Self { below, ..Self::default() };
        for &hash in hashes {
            if hash == 0 || hash >= below {
                return None;
            }
            distinct.add(hash);
        }
        Some(distinct)
    }

    /// Adds a string by its hash (see [`hash`]).
    pub(crate) fn add(&mut self, hash: u64) {
        if hash < self.below && self.hashes.insert(hash) && self.hashes.len() > 2 * MIN_HASHES {
            let mut all: Vec<u64> = self.hashes.iter().collect();
            let (_, &mut bound, _) = all.select_nth_unstable(MIN_HASHES);
            self.cut(bound);
        }
    }

    fn cut(&mut self, below: u64) {
        if below < self.below {
            self.below = below;
            let old = std::mem::take(&mut self.hashes);
            for hash in old.iter().filter(|&hash| hash < below) {
                self.hashes.insert(hash);
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.cut(other.below);
        for hash in other.hashes.iter() {
            self.add(hash);
        }
    }

    /// Returns the exact or estimated number of distinct strings.
    pub(crate) fn count(&self) -> u64 {
        if self.is_exact() {
            return self.hashes.len() as u64;
        }
        let all = ((self.hashes.len() as u128) << 64) / u128::from(self.below.max(1));
        u64::try_from(all).unwrap_or(u64::MAX)
    }

    pub(crate) const fn is_exact(&self) -> bool {
        self.below == u64::MAX
    }

    pub(crate) const fn below(&self) -> u64 {
        self.below
    }

    pub(crate) fn hashes(&self) -> impl Iterator<Item = u64> {
        self.hashes.iter()
    }
}

/// Returns the hash of two strings, from 1 to 2^64 - 2. It is the same on every machine and in
/// every version, because parts of a log may be counted on different machines.
///
/// # Source
/// Folded 64-bit products as in Wang Yi's wyhash, 2019; the finaliser is that of Sebastiano Vigna's
/// splitmix64, 2015.
#[expect(clippy::cast_possible_truncation, reason = "both halves of the product are used")]
pub(crate) fn hash(one: &[u8], other: &[u8]) -> u64 {
    let mut sum: u64 = 0x243f_6a88_85a3_08d3;
    for text in [one, other] {
        for chunk in text.chunks(8) {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            let product = u128::from(sum ^ u64::from_le_bytes(bytes)) * 0x9e37_79b9_7f4a_7c15;
            sum = (product as u64 ^ (product >> 64) as u64).wrapping_add(0x1319_8a2e_0370_7344);
        }
        sum = (sum ^ text.len() as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        sum ^= sum >> 31;
    }
    sum = (sum ^ sum >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    sum = (sum ^ sum >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (sum ^ sum >> 31).clamp(1, u64::MAX - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketch(numbers: std::ops::Range<u32>) -> Distinct {
        let mut distinct = Distinct::default();
        for number in numbers {
            let hash = hash(format!("192.0.2.{number}").as_bytes(), b"Firefox");
            distinct.add(hash);
            distinct.add(hash);
        }
        distinct
    }

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
    fn few_are_exact_and_many_are_estimated() {
        for count in [0, 1, 100, 8192] {
            assert_eq!((sketch(0..count).count(), sketch(0..count).is_exact()), (u64::from(count), true));
        }
        for count in [10_000, 100_000, 1_000_000] {
            let distinct = sketch(0..count);
            let error = distinct.count() as f64 / f64::from(count) - 1.0;
            assert!(!distinct.is_exact() && error.abs() < 3.0 * DEVIATION, "{count}: {error}");
            assert!((MIN_HASHES..=2 * MIN_HASHES).contains(&distinct.hashes().count()));
        }
    }

    /// Hashes above the other part's threshold are dropped, because the other part has dropped its
    /// own.
    #[test]
    fn merging_takes_the_lower_threshold() {
        let (mut few, many) = (sketch(0..100), sketch(50..40_000));
        few.merge(&many);
        assert_eq!(few.below(), many.below());
        assert!(few.hashes().all(|hash| hash < many.below()));
        assert!((38_000..42_000).contains(&few.count()), "{}", few.count());
    }

    #[test]
    fn the_order_of_parts_does_not_matter() {
        let parts = [sketch(0..5000), sketch(3000..20_000), sketch(19_000..60_000)];
        let put_together = |order: [usize; 3]| {
            let mut all = Distinct::default();
            for part in order {
                all.merge(&parts[part]);
            }
            let read = Distinct::from_parts(all.below(), &all.hashes().collect::<Vec<_>>()).unwrap();
            assert_eq!(read.count(), all.count());
            all.count()
        };
        let counts = [[0, 1, 2], [2, 1, 0], [1, 0, 2]].map(put_together);
        for count in counts {
            assert!((58_000..62_000).contains(&count), "{counts:?}");
        }
        assert!(Distinct::from_parts(10, &[3, 11]).is_none() && Distinct::from_parts(10, &[0]).is_none());
    }
}
