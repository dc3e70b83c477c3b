//! Texts by number: each is kept once, and everything that is counted about it stands in arrays
//! under its number.
//!
//! Open addressing with linear probing. A slot holds a text of up to 16 bytes whole, as most
//! addresses are, so that one look into memory answers; of a longer one it holds the hash, and the
//! text is compared once. Cost: a text is kept in its own length and some 50 bytes more.

use foldhash::fast::FixedState;
use std::hash::{BuildHasher, Hasher};

/// Texts and their numbers, from 0.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    slots: Vec<Slot>,
    /// Where each text ends in `texts`.
    ends: Vec<u64>,
    texts: Vec<u8>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: Key,
    /// The number plus one; 0 for a free slot.
    number: u32,
}

/// What a slot knows of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Key {
    /// The text itself where it has at most 16 bytes, in two words that may overlap; else its hash
    /// and nothing.
    words: [u64; 2],
    bytes: u32,
}

/// Longest text that a slot holds whole.
const WHOLE: u32 = 16;

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
            // The same in every process, so that counts of several can be put together.
            _ => {
                let mut hasher = FixedState::with_seed(0).build_hasher();
                hasher.write(text);
                [hasher.finish(), 0]
            }
        };
        Self { words, bytes }
    }

    /// The upper and the lower half of a product, folded: as wyhash and foldhash mix.
    #[expect(clippy::cast_possible_truncation, reason = "both halves are wanted, each by itself")]
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
    /// Loads the slot in which a key is probably found, so that the look-up after it need not wait;
    /// many of these wait together.
    pub(crate) fn glance(&self, key: Key) -> u32 {
        self.slots[key.place(self.slots.len() - 1)].number
    }

    /// The number of a text, whose key is given too; the second is whether it is new.
    pub(crate) fn number_by(&mut self, key: Key, text: &[u8]) -> (u32, bool) {
        let mask = self.slots.len() - 1;
        let mut at = key.place(mask);
        loop {
            let slot = self.slots[at];
            if slot.number == 0 {
                break;
            }
            if slot.key == key && (key.bytes <= WHOLE || self.text(slot.number - 1) == text) {
                return (slot.number - 1, false);
            }
            at = (at + 1) & mask;
        }
        self.texts.extend_from_slice(text);
        self.ends.push(self.texts.len() as u64);
        // More texts than there are numbers would take hundreds of gigabytes.
        let number = u32::try_from(self.ends.len()).expect("there are fewer than 2^32 texts");
        self.slots[at] = Slot { key, number };
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        (number - 1, true)
    }

    /// The text of a number.
    pub(crate) fn text(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        #[expect(clippy::cast_possible_truncation, reason = "they are places in memory")]
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
    fn every_text_has_one_number_and_comes_back() {
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
        // Texts that share their first and last bytes, of every length that a slot holds.
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
