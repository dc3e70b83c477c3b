//! Counts of pairs of numbers, with open addressing over 64-bit keys.

use super::distinct::Distinct;
use super::keys::{free_slots, place};

/// The number of times that each pair of numbers was seen, for all pairs or, as in a column, for as
/// many as a limit allows.
#[derive(Debug, Clone)]
pub(crate) struct Pairs {
    /// Key plus one, and the count; 0 for a free slot.
    slots: Vec<(u64, u64)>,
    len: usize,
    pub(crate) bound: Option<PairsBound>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct PairsBound {
    /// For each slot, the number of times that its pair may have been seen without being counted.
    since: Vec<u64>,
    /// The greatest count of a pair that was dropped.
    pub(crate) missed: u64,
    /// All distinct pairs ever seen, hashed by their strings.
    pub(crate) distinct: Distinct,
}

/// A pair, its count, and the number of times that it may have been seen without being counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PairCount {
    pub(crate) one: u32,
    pub(crate) other: u32,
    pub(crate) count: u64,
    pub(crate) since: u64,
}

impl Default for Pairs {
    fn default() -> Self {
        Self { slots: vec![(0, 0); 64], len: 0, bound: None }
    }
}

impl Pairs {
    /// Prefetches the slot where a pair probably is, so [`Pairs::add`] need not wait for memory.
    pub(crate) fn preload(&self, one: u32, other: u32) -> u64 {
        self.slots[place(key(one, other), self.slots.len() - 1)].0
    }

    /// Adds to the count of a pair; returns whether it is new.
    pub(crate) fn add(&mut self, one: u32, other: u32, count: u64) -> bool {
        let key = key(one, other);
        let mask = self.slots.len() - 1;
        let mut at = place(key, mask);
        let known = self.len;
        while self.slots[at].0 != key {
            if self.slots[at].0 == 0 {
                self.slots[at] = (key, 0);
                self.len += 1;
                if let Some(bound) = &mut self.bound {
                    bound.since[at] = bound.missed;
                }
                break;
            }
            at = (at + 1) & mask;
        }
        self.slots[at].1 += count;
        let is_new = self.len > known;
        if self.len * 4 > self.slots.len() * 3 {
            self.rebuild(self.slots.len() * 2, self.iter().collect());
        }
        is_new
    }

    /// Limits the table from now on; `distinct` holds its current pairs.
    pub(crate) fn set_bound(&mut self, distinct: Distinct) {
        self.bound = Some(PairsBound { since: vec![0; self.slots.len()], missed: 0, distinct });
    }

    /// Rebuilds the table with this number of slots and these pairs.
    fn rebuild(&mut self, slots: usize, pairs: Vec<PairCount>) {
        self.slots = free_slots((0, 0), slots);
        self.len = pairs.len();
        if let Some(bound) = &mut self.bound {
            bound.since = vec![0; slots];
        }
        for pair in pairs {
            let key = key(pair.one, pair.other);
            let mut at = place(key, slots - 1);
            while self.slots[at].0 != 0 {
                at = (at + 1) & (slots - 1);
            }
            self.slots[at] = (key, pair.count);
            if let Some(bound) = &mut self.bound {
                bound.since[at] = pair.since;
            }
        }
    }

    /// Returns the pairs, in arbitrary order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = PairCount> {
        let since = self.bound.as_ref().map_or(&[][..], |bound| &bound.since);
        let slots = self.slots.iter().enumerate().filter(|(_, slot)| slot.0 != 0);
        slots.map(move |(at, &(key, count))| {
            let (one, other) = halves(key);
            PairCount { one, other, count, since: since.get(at).copied().unwrap_or(0) }
        })
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn missed(&self) -> u64 {
        self.bound.as_ref().map_or(0, |bound| bound.missed)
    }

    /// Replaces all pairs.
    pub(crate) fn replace(&mut self, pairs: Vec<PairCount>) {
        self.rebuild((pairs.len() * 2).next_power_of_two().max(64), pairs);
    }

    /// Returns the `most` pairs with the highest counts. Remembers the greatest count among the
    /// rest.
    pub(crate) fn highest(&mut self, most: usize) -> Vec<PairCount> {
        let mut pairs: Vec<PairCount> = self.iter().collect();
        if pairs.len() > most
            && let Some(bound) = &mut self.bound
        {
            let all = |pair: &PairCount| pair.count + pair.since;
            // Ties are broken by number to make the selection reproducible.
            let order = |pair: &PairCount| (std::cmp::Reverse(all(pair)), pair.one, pair.other);
            let (_, next, _) = pairs.select_nth_unstable_by_key(most, order);
            bound.missed = bound.missed.max(all(next));
            pairs.truncate(most);
        }
        pairs
    }

    /// Adds the counts of another table; `numbers` maps its pairs to the numbers here.
    pub(crate) fn merge(&mut self, other: &Self, numbers: impl Fn(u32, u32) -> (u32, u32)) {
        let missed = other.missed();
        if let (Some(own), Some(other)) = (&mut self.bound, &other.bound) {
            own.since.iter_mut().for_each(|since| *since += missed);
            own.distinct.merge(&other.distinct);
        }
        for pair in other.iter() {
            let (one, other) = numbers(pair.one, pair.other);
            let is_new = self.add(one, other, pair.count);
            if self.bound.is_some() {
                self.add_since(
                    one,
                    other,
                    if is_new { pair.since } else { pair.since - missed.min(pair.since) },
                );
            }
        }
        if let Some(own) = &mut self.bound {
            own.missed += missed;
        }
    }

    /// Adds to the number of times that a known pair may have been seen without being counted.
    pub(crate) fn add_since(&mut self, one: u32, other: u32, since: u64) {
        let key = key(one, other);
        let mut at = place(key, self.slots.len() - 1);
        while self.slots[at].0 != key {
            at = (at + 1) & (self.slots.len() - 1);
        }
        if let Some(bound) = &mut self.bound {
            bound.since[at] += since;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the key consists of two halves")]
const fn halves(key: u64) -> (u32, u32) {
    (((key - 1) >> 32) as u32, (key - 1) as u32)
}

const fn key(one: u32, other: u32) -> u64 {
    ((one as u64) << 32 | other as u64) + 1
}

#[cfg(test)]
mod tests {
    use super::super::keys::Keys;
    use super::*;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn pairs_and_keys_match_the_standard_collections() {
        let (mut pairs, mut keys) = (Pairs::default(), Keys::default());
        let (mut map, mut set) = (HashMap::new(), HashSet::new());
        let mut state = 1_u64;
        for _ in 0..50_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (one, other) = ((state >> 50) as u32 % 90, (state >> 40) as u32 % 200);
            pairs.add(one, other, 2);
            *map.entry((one, other)).or_insert(0) += 2;
            let key = state >> 48 | 1;
            assert_eq!(keys.insert(key), set.insert(key));
        }
        assert_eq!(
            pairs.iter().map(|pair| ((pair.one, pair.other), pair.count)).collect::<HashMap<_, _>>(),
            map
        );
        assert_eq!(keys.iter().collect::<HashSet<_>>(), set);
    }
}
