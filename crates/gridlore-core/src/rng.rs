//! Seeded randomness that is the same on every machine and in every release: xoshiro256** with
//! SplitMix64 seeding.
//!
//! A seed must give the same puzzle in every release, so this crate has its own generator, which
//! never changes. Do not use it for secrets.

/// A stream of random numbers, determined by its seed.
///
/// # Source
/// David Blackman and Sebastiano Vigna, *Scrambled linear pseudorandom number generators*, 2021
/// (xoshiro256**); Guy Steele, Doug Lea and Christine Flood, *Fast splittable pseudorandom number
/// generators*, 2014 (SplitMix64).
#[derive(Debug, Clone)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// Creates the stream of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut mix = seed;
        let state = std::array::from_fn(|_| {
            mix = mix.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = mix;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        });
        Self { state }
    }

    /// Creates stream number `index` of a family, so that puzzle 3 of seed 7 does not depend on
    /// puzzles 1 and 2.
    #[must_use]
    pub fn from_family(seed: u64, index: u64) -> Self {
        Self::new(Self::new(seed).next_u64().wrapping_add(index))
    }

    /// Returns the next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = self.state;
        let result = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (s2, s3) = (s2 ^ s0, s3 ^ s1);
        self.state = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 17), s3.rotate_left(45)];
        result
    }

    /// Returns an unbiased number in `0..bound`.
    ///
    /// # Panics
    /// Panics if `bound` is 0.
    ///
    /// # Source
    /// Daniel Lemire, *Fast random integer generation in an interval*, 2019.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "the bound must be greater than 0");
        let bound = bound as u64;
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(bound);
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the low half is wanted; the high half is below the bound"
            )]
            let (low, high) = (wide as u64, (wide >> 64) as usize);
            if low >= threshold {
                return high;
            }
        }
    }

    /// Shuffles `items`; every order is equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.below(last + 1);
            items.swap(last, chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the first outputs of the authors' C code for the state 1, 2, 3, 4; the first
    /// two were also computed by hand.
    #[test]
    fn first_numbers_are_the_published_ones() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        assert_eq!([rng.next_u64(), rng.next_u64(), rng.next_u64()], [11520, 0, 1_509_978_240]);
    }

    /// Compares with the published first output of SplitMix64 for seed 0.
    #[test]
    fn seeding_is_splitmix() {
        assert_eq!(Rng::new(0).state[0], 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn below_is_unbiased_and_shuffle_keeps_all_items() {
        let mut rng = Rng::new(7);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6)] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        let mut items: Vec<usize> = (0..100).collect();
        rng.shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn families_differ() {
        let mut first = Vec::new();
        for seed in 0..40 {
            first.extend((0..40).map(|index| Rng::from_family(seed, index).next_u64()));
        }
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 1600);
    }
}
