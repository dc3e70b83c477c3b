//! The transposition table: bounds on scores by position, with exact keys.
//!
//! A key has as many bits as the board has cells and columns in total, at most 64. A reversible mix
//! spreads the bits. The lowest bits of the result select a bucket, and the other bits are stored
//! in the entry, so two positions are never mistaken for one another.
//!
//! ```text
//!   entry  | 63 ........... 18 | 17 .. 12 | 11 ..... 6 | 5 ...... 0 |
//!          |  tag, 46 bits     |  work    |  upper     |  lower     |
//! ```
//!
//! A zero word is an empty entry, so the table can use memory as the operating system provides it:
//! a memory page costs time only once the search writes to it. For this reason, the highest upper
//! bound is stored as 0.
//!
//! A bucket is half a cache line: four entries. A new entry replaces the entry with the least work.
//! An entry is one atomic word, so several threads can read and write the table concurrently
//! without seeing a torn entry.
//!
//! # Source
//! Bounds in both directions: Pascal Pons, "Solving Connect 4", part 12. Replacement by work:
//! Dennis Breuker, "Memory versus Search in Games", 1998.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of entries per bucket.
const ENTRIES: usize = 4;

/// Number of bits of an entry below the tag.
const VALUE_BITS: u32 = 18;

/// A table of buckets, whose number is a power of two. Clones share the same memory.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    entries: Arc<Box<[AtomicU64]>>,
    /// The index of the first entry at the beginning of half a cache line.
    first: usize,
    /// The number of bits of a bucket number.
    bucket_bits: u32,
}

/// Bounds of a score for the side to move, from `lower` to `upper`, inclusive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// Returns the bound that decides whether the score is at least `beta`, if there is one.
    #[inline]
    pub(crate) const fn cutoff_score(self, beta: i32) -> Option<i32> {
        if self.lower >= beta {
            Some(self.lower)
        } else if self.upper < beta {
            Some(self.upper)
        } else {
            None
        }
    }

    /// Narrows the bounds by the result of a search for a score above `middle`. If `is_weak` is
    /// true, only the sign of the score matters.
    pub(crate) fn narrow(&mut self, middle: i32, found: i32, is_weak: bool) {
        if found > middle {
            self.lower = found.min(self.upper)
        } else {
            self.upper = found.max(self.lower)
        }
        if is_weak {
            *self = Self { lower: self.lower.signum(), upper: self.upper.signum() };
        }
    }
}

/// The empty entry.
const EMPTY: u64 = 0;

/// The highest upper bound; no score reaches it.
const HIGHEST: i32 = 63 - ZERO;

const BUCKET_BYTES: usize = ENTRIES * size_of::<AtomicU64>();

/// The bucket and the tag of a position.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    bucket: usize,
    tag: u64,
}

/// The offset of stored scores, which makes them non-negative.
const ZERO: i32 = 32;

impl Table {
    /// Creates a table of at most `bytes` bytes for keys of `key_bits` bits.
    pub(crate) fn new(bytes: usize, key_bits: u32) -> Self {
        let affordable_bits = (bytes / BUCKET_BYTES).max(1).ilog2();
        // The tag has 46 bits, and a table larger than the key space would be useless.
        let bucket_bits = affordable_bits.max(key_bits.saturating_sub(64 - VALUE_BITS)).min(key_bits);
        // The allocation is not necessarily aligned to a bucket.
        let entries: Box<[AtomicU64]> = bytemuck::zeroed_slice_box((ENTRIES << bucket_bits) + ENTRIES - 1);
        let first = entries.as_ptr().align_offset(BUCKET_BYTES);
        let first = if first < ENTRIES { first } else { 0 };
        Self { entries: Arc::new(entries), first, bucket_bits }
    }

    #[inline]
    fn bucket(&self, number: usize) -> &[AtomicU64] {
        let start = self.first + number * ENTRIES;
        &self.entries[start..start + ENTRIES]
    }

    /// Empties the table.
    pub(crate) fn clear(&self) {
        for entry in &**self.entries {
            // Do not touch pages that were never written.
            if entry.load(Relaxed) != EMPTY {
                entry.store(EMPTY, Relaxed);
            }
        }
    }

    /// Returns the bucket and tag of a key.
    #[expect(clippy::cast_possible_truncation, reason = "the number of a bucket")]
    #[inline]
    pub(crate) fn place(&self, key: u64, key_bits: u32) -> Place {
        let mask = u64::MAX >> (64 - key_bits);
        let half = key_bits / 2;
        // Each of these steps is reversible modulo 2^key_bits.
        let mut mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        mixed ^= mixed >> half;
        mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) & mask;
        mixed ^= mixed >> half;
        Place { bucket: (mixed & ((1 << self.bucket_bits) - 1)) as usize, tag: mixed >> self.bucket_bits }
    }

    /// Returns the place of a key, and the first word of its bucket. Reading this word early lets
    /// the memory accesses for several places overlap.
    #[inline]
    pub(crate) fn glance(&self, key: u64, key_bits: u32) -> (Place, u64) {
        let place = self.place(key, key_bits);
        (place, self.bucket(place.bucket)[0].load(Relaxed))
    }

    /// Returns the known bounds of a position; without an entry, bounds that include every score.
    #[inline]
    pub(crate) fn get(&self, place: Place) -> Bounds {
        let entries = self.bucket(place.bucket);
        for entry in entries {
            let entry = entry.load(Relaxed);
            if entry >> VALUE_BITS == place.tag {
                return bounds(entry);
            }
        }
        bounds(EMPTY)
    }

    /// Stores bounds found with `nodes` nodes, combined with the bounds already known.
    pub(crate) fn put(&self, place: Place, found: Bounds, nodes: u64) {
        let tag = place.tag;
        let entries = self.bucket(place.bucket);
        let work = u64::from((nodes | 1).ilog2() + 1).min(63);
        let mut at_place = 0;
        let mut least = u64::MAX;
        let mut found = found;
        for (at, entry) in entries.iter().enumerate() {
            let entry = entry.load(Relaxed);
            if entry >> VALUE_BITS == tag {
                let known = bounds(entry);
                found = Bounds { lower: found.lower.max(known.lower), upper: found.upper.min(known.upper) };
                at_place = at;
                break;
            }
            let its_work = entry >> 12 & 63;
            if its_work < least {
                (least, at_place) = (its_work, at);
            }
        }
        #[expect(clippy::cast_sign_loss, reason = "scores are from -32 to 31")]
        let value = (found.lower + ZERO) as u64 | ((HIGHEST - found.upper) as u64) << 6 | work << 12;
        entries[at_place].store(tag << VALUE_BITS | value, Relaxed);
    }
}

const fn bounds(entry: u64) -> Bounds {
    Bounds { lower: (entry & 63) as i32 - ZERO, upper: HIGHEST - (entry >> 6 & 63) as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore_core::Rng;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn no_two_keys_share_a_place_and_a_tag() {
        let table = Table::new(1 << 12, 12);
        let places: HashSet<_> = (0..1 << 12).map(|key| table.place(key, 12)).collect();
        assert_eq!(places.len(), 1 << 12, "the mix is reversible");
        for (bytes, bits) in [(0, 49), (1 << 20, 49), (1 << 16, 63), (1 << 10, 64)] {
            let table = Table::new(bytes, bits);
            let mut rng = Rng::new(1);
            let mut seen = HashMap::new();
            for _ in 0..10_000 {
                let key = rng.next_u64() >> (64 - bits);
                let place = table.place(key, bits);
                assert!(place.tag < 1 << (64 - VALUE_BITS));
                assert!(seen.insert(place, key).is_none_or(|known| known == key));
            }
        }
    }

    #[test]
    fn a_stored_entry_is_found_or_replaced_but_never_confused() {
        let table = Table::new(1 << 12, 49);
        let mut rng = Rng::new(2);
        let mut truth = HashMap::new();
        for _ in 0..100_000 {
            let key = rng.next_u64() >> 58 | (rng.next_u64() >> 60) << 40;
            let score = i32::try_from(key % 43).unwrap() - 21;
            let found = if rng.next_u64() & 1 == 0 {
                Bounds { lower: score, upper: 21 }
            } else {
                Bounds { lower: -21, upper: score }
            };
            table.put(table.place(key, 49), found, rng.next_u64() >> 50);
            truth.insert(key, score);
            let probe = rng.next_u64() >> 58 | (rng.next_u64() >> 60) << 40;
            let bounds = table.get(table.place(probe, 49));
            if bounds != super::bounds(EMPTY) {
                let score = truth[&probe];
                assert!(bounds.lower <= score && score <= bounds.upper);
            }
        }
    }
}
