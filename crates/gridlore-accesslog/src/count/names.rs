//! Interns strings: each is stored once under a number, which is an index into the arrays of
//! counts.
//!
//! Uses open addressing with linear probing. A slot holds a string of up to 16 bytes, such as most
//! addresses, so one memory access suffices. For a longer string, the slot contains the hash, and
//! the string is compared once. Each string takes its length plus about 50 bytes.

use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hasher};

/// Strings and their numbers, from 0.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    slots: Vec<Slot>,
    /// The end of each string in `texts`.
    ends: Vec<u64>,
    texts: Vec<u8>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: Key,
    /// The number plus one; 0 for a free slot.
    number: u32,
}

/// The key of a string in a slot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Key {
    /// A string of up to 16 bytes as two words that may overlap; for a longer string, its hash and
    /// 0.
    words: [u64; 2],
    bytes: u32,
}

/// The length of the longest string that fits in a slot.
const MAX_INLINE: u32 = 16;

impl Key {
    pub(crate) fn new(text: &[u8]) -> Self {
        let bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let words = match text.len() {
            0 => [0, 0],
            1..4 => {
                [u64::from(text[0]), u64::from(text[text.len() / 2]) << 8 | u64::from(text[text.len() - 1])]
            }
            4..8 => [u64::from(four(text)), u64::from(four(&text[text.len() - 4..]))],
            8..=16 => [eight(text), eight(&text[text.len() - 8..])],
            // The hash is the same in every process, so the counts of several processes can be
            // merged.
            _ => {
                let mut hasher = FixedState::with_seed(0).build_hasher();
                hasher.write(text);
                [hasher.finish(), 0]
            }
        };
        Self { words, bytes }
    }

    /// Returns the first slot: the halves of a product, folded as in wyhash and foldhash.
    #[expect(clippy::cast_possible_truncation, reason = "each half of the product is used separately")]
    const fn place(self, mask: usize) -> usize {
        let [one, other] = self.words;
        let product = (one ^ 0x9e37_79b9_7f4a_7c15) as u128
            * (other ^ 0xd1b5_4a32_d192_ed03 ^ (self.bytes as u64) << 56) as u128;
        (product as u64 ^ (product >> 64) as u64) as usize & mask
    }
}

fn four(text: &[u8]) -> u32 {
    text.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn eight(text: &[u8]) -> u64 {
    text.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

impl Default for Names {
    fn default() -> Self {
        Self { slots: vec![Slot::default(); 64], ends: Vec::new(), texts: Vec::new() }
    }
}

impl Names {
    /// Prefetches the slot where a key probably is, so the following lookup need not wait for
    /// memory; many such loads run in parallel.
    pub(crate) fn preload(&self, key: Key) -> u32 {
        self.slots[key.place(self.slots.len() - 1)].number
    }

    /// Finds or inserts a string with its key; returns its number and whether it is new.
    pub(crate) fn number_by(&mut self, key: Key, text: &[u8]) -> (u32, bool) {
        let mask = self.slots.len() - 1;
        let mut at = key.place(mask);
        loop {
            let slot = self.slots[at];
            if slot.number == 0 {
                break;
            }
            if slot.key == key && (key.bytes <= MAX_INLINE || self.text(slot.number - 1) == text) {
                return (slot.number - 1, false);
            }
            at = (at + 1) & mask;
        }
        self.texts.extend_from_slice(text);
        self.ends.push(self.texts.len() as u64);
        // 2^32 strings would take hundreds of gigabytes.
        let number = u32::try_from(self.ends.len()).expect("there are fewer than 2^32 texts");
        self.slots[at] = Slot { key, number };
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        (number - 1, true)
    }

    /// Returns the string with this number.
    pub(crate) fn text(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        #[expect(clippy::cast_possible_truncation, reason = "they are indices into memory")]
        &self.texts[start as usize..self.ends[number] as usize]
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); mask + 1]);
        for slot in old.into_iter().filter(|slot| slot.number != 0) {
            let mut at = slot.key.place(mask);
            while self.slots[at].number != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number_of(names: &mut Names, text: &[u8]) -> (u32, bool) {
        names.number_by(Key::new(text), text)
    }

    #[test]
    fn texts_round_trip() {
        let mut names = Names::default();
        let text = |number: u32| format!("{}{number}", "x".repeat(number as usize % 7)).into_bytes();
        for number in 0..10_000 {
            assert_eq!(number_of(&mut names, &text(number)), (number, true));
        }
        for number in 0..10_000 {
            assert_eq!(number_of(&mut names, &text(number)), (number, false));
            assert_eq!(names.text(number), text(number));
        }
        assert_eq!(number_of(&mut names, b""), (10_000, true));
        assert_eq!((names.text(10_000), names.ends.len()), (&b""[..], 10_001));
        // Strings that share their first and last bytes, of every length that fits in a slot.
        let mut all = std::collections::HashMap::new();
        let mut names = Names::default();
        for bytes in 1..20 {
            for letter in *b"abc" {
                for place in 0..bytes {
                    let mut text = vec![b'a'; bytes];
                    text[place] = letter;
                    let (number, is_new) = number_of(&mut names, &text);
                    assert_eq!(all.insert(text, number), (!is_new).then_some(number));
                }
            }
        }
    }
}
