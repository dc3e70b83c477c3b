//! Counts the content that an import leaves out, by kind and reason.

use std::collections::BTreeMap;

/// Maximum number of kinds listed by name.
const MAX_KINDS: usize = 1_000;

/// Maximum length of a kind in characters.
const MAX_KIND_LENGTH: usize = 200;

/// Maximum number of notes on one post.
const MAX_NOTES: usize = 5;

/// Items of one kind that are left out for the same reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftOut<'a> {
    /// The kind of item.
    pub what: &'a str,
    /// The reason why they are left out.
    pub reason: &'a str,
    /// How many there are.
    pub count: usize,
}

/// Counts of content that is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    counts: BTreeMap<(String, String), usize>,
}

impl Tally {
    /// Counts one item.
    pub fn add(&mut self, what: &str, reason: &str) {
        self.add_many(what, reason, 1);
    }

    /// Counts several items of one kind.
    pub fn add_many(&mut self, what: &str, reason: &str, count: usize) {
        if count == 0 {
            return;
        }
        let what: String = what.chars().filter(|letter| !letter.is_control()).take(MAX_KIND_LENGTH).collect();
        let key = (what, reason.to_owned());
        if self.counts.len() < MAX_KINDS || self.counts.contains_key(&key) {
            *self.counts.entry(key).or_default() += count;
        } else {
            *self.counts.entry(("other things".to_owned(), reason.to_owned())).or_default() += count;
        }
    }

    /// Adds the counts of one post; returns notes that name its first tags and shortcodes.
    pub(super) fn take(&mut self, text: &Self) -> Vec<String> {
        for line in text.lines() {
            self.add_many(line.what, line.reason, line.count);
        }
        let is_named = |line: &LeftOut<'_>| line.what.starts_with(['[', '<']);
        let note = |line: LeftOut<'_>| format!("{} × {}: {}", line.count, line.what, line.reason);
        text.lines().filter(is_named).take(MAX_NOTES).map(note).collect()
    }

    /// Returns the counts, ordered by kind.
    pub fn lines(&self) -> impl Iterator<Item = LeftOut<'_>> {
        self.counts.iter().map(|((what, reason), count)| LeftOut { what, reason, count: *count })
    }
}
