//! Finds words of a list in an agent in one pass, because strangers can invent thousands of agents.

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// A list of words; upper and lower case are equivalent.
#[derive(Debug)]
pub(crate) struct Words(AhoCorasick);

impl Words {
    /// Builds the automaton of a list of words. A constant list of some 100 words takes less than a
    /// millisecond.
    pub(crate) fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        let mut builder = AhoCorasick::builder();
        let builder = builder.ascii_case_insensitive(true).kind(Some(AhoCorasickKind::DFA));
        // Building fails only for lists of millions of words.
        Self(builder.build(words).expect("a short list of words"))
    }

    /// Returns whether any of the words occurs in a text.
    pub(crate) fn any(&self, text: &[u8]) -> bool {
        self.0.is_match(text)
    }

    /// Returns the index of the first word of the list that occurs in a text, and its first
    /// position.
    pub(crate) fn first_of_list(&self, text: &[u8]) -> Option<(usize, usize)> {
        let found =
            self.0.find_overlapping_iter(text).map(|found| (found.pattern().as_usize(), found.start()));
        found.min()
    }

    /// Returns the position of the word that begins first in a text.
    pub(crate) fn first_in_text(&self, text: &[u8]) -> Option<usize> {
        self.0.find_overlapping_iter(text).map(|found| found.start()).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The automaton finds the same words as a search for each word by itself.
    #[test]
    fn words_are_found_as_by_separate_searches() {
        let list = ["edg/", "edge/", "abcd", "bc", "a", "ge/ed"];
        let words = Words::new(list);
        for text in ["", "Edge/Edg/", "xxabcbcd", "ABCD", "bcbc", "edg", "zzz", "GE/EDG/ a", "é bc é"] {
            let lower = text.to_ascii_lowercase();
            let places: Vec<_> = list.iter().map(|word| lower.find(word)).collect();
            let first = places.iter().enumerate().find_map(|(index, place)| Some((index, (*place)?)));
            assert_eq!(words.first_of_list(text.as_bytes()), first, "{text}");
            assert_eq!(
                words.first_in_text(text.as_bytes()),
                places.iter().flatten().min().copied(),
                "{text}"
            );
            assert_eq!(words.any(text.as_bytes()), first.is_some(), "{text}");
        }
    }
}
