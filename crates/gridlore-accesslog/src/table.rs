//! Counts by two numbers, and a set of such: open addressing over 64-bit keys.

/// How often each pair of numbers was seen.
#[derive(Debug, Clone)]
pub(crate) struct Pairs {
    /// Key plus one, and the count; 0 for a free slot.
    slots: Vec<(u64, u64)>,
    len: usize,
}

impl Default for Pairs {
    fn default() -> Self {
        Self { slots: vec![(0, 0); 64], len: 0 }
    }
}

impl Pairs {
    /// Loads the slot in which a pair is probably found, so that [`Pairs::add`] need not wait.
    pub(crate) fn glance(&self, one: u32, other: u32) -> u64 {
        self.slots[place(key(one, other), self.slots.len() - 1)].0
    }

    pub(crate) fn add(&mut self, one: u32, other: u32, count: u64) {
        let key = key(one, other);
        let mask = self.slots.len() - 1;
        let mut at = place(key, mask);
        while self.slots[at].0 != key {
            if self.slots[at].0 == 0 {
                self.slots[at] = (key, 0);
                self.len += 1;
                break;
            }
            at = (at + 1) & mask;
        }
        self.slots[at].1 += count;
        if self.len * 4 > self.slots.len() * 3 {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![(0, 0); old.len() * 2];
            let mask = self.slots.len() - 1;
            for (key, count) in old.into_iter().filter(|slot| slot.0 != 0) {
                let mut at = place(key, mask);
                while self.slots[at].0 != 0 {
                    at = (at + 1) & mask;
                }
                self.slots[at] = (key, count);
            }
        }
    }

    /// Both numbers and the count, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u32, u64)> {
        self.slots.iter().filter(|slot| slot.0 != 0).map(|&(key, count)| {
            let key = key - 1;
            #[expect(clippy::cast_possible_truncation, reason = "it is made of two halves")]
            ((key >> 32) as u32, key as u32, count)
        })
    }
}

const fn key(one: u32, other: u32) -> u64 {
    ((one as u64) << 32 | other as u64) + 1
}

/// A set of keys; a key is not 0.
#[derive(Debug, Clone)]
pub(crate) struct Keys {
    slots: Vec<u64>,
    len: usize,
}

impl Default for Keys {
    fn default() -> Self {
        Self { slots: vec![0; 64], len: 0 }
    }
}

impl Keys {
    /// Loads the slot in which a key is probably found, so that [`Keys::insert`] need not wait.
    pub(crate) fn glance(&self, key: u64) -> u64 {
        self.slots[place(key, self.slots.len() - 1)]
    }

    /// Whether it is new.
    pub(crate) fn insert(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = place(key, mask);
        while self.slots[at] != key {
            if self.slots[at] == 0 {
                self.slots[at] = key;
                self.len += 1;
                if self.len * 4 > self.slots.len() * 3 {
                    self.grow();
                }
                return true;
            }
            at = (at + 1) & mask;
        }
        false
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// Makes room for so many more keys, if all of them are new.
    pub(crate) fn reserve(&mut self, more: usize) {
        // A third of room beyond what a table may be filled to.
        let wanted = ((self.len + more) * 4 / 3 + 1).next_power_of_two();
        if self.len == 0 && wanted > self.slots.len() {
            self.slots = vec![0; wanted];
        }
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        let mask = self.slots.len() - 1;
        for key in old.into_iter().filter(|&key| key != 0) {
            let mut at = place(key, mask);
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = key;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> {
        self.slots.iter().copied().filter(|&key| key != 0)
    }
}

/// Both halves of a product, folded, as wyhash and foldhash mix: either half of a key alone decides.
#[expect(clippy::cast_possible_truncation, reason = "both halves are wanted, each by itself")]
const fn place(key: u64, mask: usize) -> usize {
    let product = (key ^ 0xd1b5_4a32_d192_ed03) as u128 * 0x9e37_79b9_7f4a_7c15;
    (product as u64 ^ (product >> 64) as u64) as usize & mask
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn they_hold_what_the_library_s_hold() {
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
            pairs.iter().map(|(one, other, count)| ((one, other), count)).collect::<HashMap<_, _>>(),
            map
        );
        assert_eq!(keys.iter().collect::<HashSet<_>>(), set);
    }
}
