//! A set of 64-bit keys with open addressing, and helpers for all tables with open addressing.

use std::hint::black_box;

/// A set of non-zero keys.
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
    /// Prefetches the slot where a key probably is, so [`Keys::insert`] need not wait for memory.
    pub(crate) fn preload(&self, key: u64) -> u64 {
        self.slots[place(key, self.slots.len() - 1)]
    }

    /// Inserts a key; returns whether it is new.
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

    /// Reserves room for `more` keys; has an effect only on an empty set.
    pub(crate) fn reserve(&mut self, more: usize) {
        // A third more slots than keys, because a table may be three quarters full.
        let slots = ((self.len + more) * 4 / 3 + 1).next_power_of_two();
        if self.len == 0 && slots > self.slots.len() {
            self.slots = free_slots(0, slots);
        }
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = free_slots(0, old.len() * 2);
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

/// Allocates the free slots of a table and writes them immediately. Zeroed memory would be mapped
/// at the first read and again at the first write; in a program with several threads, the second
/// mapping interrupts all processors.
pub(super) fn free_slots<T: Copy>(free: T, count: usize) -> Vec<T> {
    let mut slots = Vec::with_capacity(count);
    slots.resize(count, black_box(free));
    slots
}

/// Returns the first slot for a key: both halves of a product, folded as in wyhash and foldhash, so
/// both halves of the key matter.
#[expect(clippy::cast_possible_truncation, reason = "each half of the product is used separately")]
pub(super) const fn place(key: u64, mask: usize) -> usize {
    let product = (key ^ 0xd1b5_4a32_d192_ed03) as u128 * 0x9e37_79b9_7f4a_7c15;
    (product as u64 ^ (product >> 64) as u64) as usize & mask
}
