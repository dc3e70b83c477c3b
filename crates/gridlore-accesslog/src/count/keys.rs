//! A set of 64-bit keys by open addressing, and what every table of this kind needs.

use std::hint::black_box;

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
            self.slots = slots_of(0, wanted);
        }
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = slots_of(0, old.len() * 2);
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

/// Free slots of a table. They are written now: memory that comes zeroed is mapped when it is read
/// and again when it is written, and in a program of several threads the second mapping stops all
/// processors.
pub(super) fn slots_of<T: Copy>(free: T, count: usize) -> Vec<T> {
    let mut slots = Vec::with_capacity(count);
    slots.resize(count, black_box(free));
    slots
}

/// The first slot for a key: both halves of a product, folded, as wyhash and foldhash mix, so that
/// either half of a key decides.
#[expect(clippy::cast_possible_truncation, reason = "both halves are wanted, each by itself")]
pub(super) const fn place(key: u64, mask: usize) -> usize {
    let product = (key ^ 0xd1b5_4a32_d192_ed03) as u128 * 0x9e37_79b9_7f4a_7c15;
    (product as u64 ^ (product >> 64) as u64) as usize & mask
}
