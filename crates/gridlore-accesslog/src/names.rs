//! Texts by number: each is kept once, and everything that is counted about it stands in arrays under its number.
//!
//! Open addressing with linear probing; a slot holds half of the hash and the number, so that nearly every miss is seen without a look at the text.
//! Cost: one hash and about one comparison a look-up; a text is kept in its own length and 12 to 24 bytes more.

use foldhash::fast::FixedState;
use std::hash::BuildHasher;

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
    /// The upper half of the hash.
    tag: u32,
    /// The number plus one; 0 for a free slot.
    number: u32,
}

impl Default for Names {
    fn default() -> Self {
        Self { slots: vec![Slot::default(); 64], ends: Vec::new(), texts: Vec::new() }
    }
}

impl Names {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of a text; the second is whether it is new.
    pub(crate) fn number(&mut self, text: &[u8]) -> (u32, bool) {
        let hash = hash(text);
        let (tag, mask) = (tag(hash), self.slots.len() - 1);
        let mut at = place(hash, mask);
        loop {
            let slot = self.slots[at];
            if slot.number == 0 {
                break;
            }
            if slot.tag == tag && self.text(slot.number - 1) == text {
                return (slot.number - 1, false);
            }
            at = (at + 1) & mask;
        }
        self.texts.extend_from_slice(text);
        self.ends.push(self.texts.len() as u64);
        // More texts than there are numbers would take hundreds of gigabytes.
        let number = u32::try_from(self.ends.len()).expect("there are fewer than 2^32 texts");
        self.slots[at] = Slot { tag, number };
        if self.ends.len() * 4 > self.slots.len() * 3 {
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
        let size = self.slots.len() * 2;
        let mut slots = vec![Slot::default(); size];
        for number in 1..=self.ends.len() {
            #[expect(clippy::cast_possible_truncation, reason = "numbers fit, as they were made of such")]
            let number = number as u32;
            let hash = hash(self.text(number - 1));
            let mut at = place(hash, size - 1);
            while slots[at].number != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = Slot { tag: tag(hash), number };
        }
        self.slots = slots;
    }
}

/// The same in every process, so that counts of several can be put together.
fn hash(text: &[u8]) -> u64 {
    FixedState::with_seed(0).hash_one(text)
}

const fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

const fn place(hash: u64, mask: usize) -> usize {
    (hash & 0xffff_ffff) as usize & mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_one_number_and_comes_back() {
        let mut names = Names::default();
        let text = |number: u32| format!("{}{number}", "x".repeat(number as usize % 7)).into_bytes();
        for number in 0..10_000 {
            assert_eq!(names.number(&text(number)), (number, true));
        }
        for number in 0..10_000 {
            assert_eq!(names.number(&text(number)), (number, false));
            assert_eq!(names.text(number), text(number));
        }
        assert_eq!(names.number(b""), (10_000, true));
        assert_eq!((names.text(10_000), names.len()), (&b""[..], 10_001));
    }
}
