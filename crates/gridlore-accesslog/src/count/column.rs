//! Entries of one kind with their counts, indexed by number: all entries, or as many as a limit
//! allows.
//!
//! A limited column keeps the entries with the most hits. When there are too many, the entries with
//! the fewest hits are dropped and the largest count dropped is remembered: an entry that appears
//! later may have lost that many hits. So no count is too high, and none is too low by more than
//! [`Column::missed`], which is at most the number of all hits divided by the number of entries
//! kept. Columns of parts are merged in the same way. A limited column also shortens strings of
//! more than [`MAX_TEXT_BYTES`], so memory does not grow with their length either.
//!
//! # Source
//! Metwally, Agrawal and El Abbadi, "Efficient Computation of Frequent and Top-k Elements in Data
//! Streams" (Space-Saving), 2005. Dropping entries in batches and merging summaries follow Agarwal,
//! Cormode, Huang, Phillips, Wei and Yi, "Mergeable Summaries", 2012.

use crate::count::distinct::{Distinct, hash};
use crate::count::names::{Key, Names};
use std::hint::black_box;

/// The counts of an entry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) hits: u64,
    pub(crate) views: u64,
    pub(crate) bytes: u64,
    /// The kind of entry; see the constants of the tally.
    pub(crate) kind: u8,
    /// For a referrer, the number of its site; for a user agent, its class; for an address, its
    /// country.
    pub(crate) site: u32,
    /// The time of its last hit (see [`crate::Moment`]); for a request time, the longest time in
    /// microseconds.
    pub(crate) last: u32,
}

/// Maximum length in bytes of a string in a limited column.
pub(crate) const MAX_TEXT_BYTES: usize = 1_000;

/// Returns the form in which a limited column keeps a string of more than [`MAX_TEXT_BYTES`]: its
/// beginning, `…`, and a hexadecimal hash of the whole string, which keeps different strings
/// different. The form has at most [`MAX_TEXT_BYTES`] and depends only on the string, so parts of a
/// log agree on it.
#[cold]
fn shortened(text: &[u8]) -> Vec<u8> {
    let end = format!("…{:016x}", hash(text, b""));
    let mut start = MAX_TEXT_BYTES - end.len();
    // Avoids a cut within a UTF-8 character.
    while start > 0 && text[start] & 0xc0 == 0x80 {
        start -= 1;
    }
    [&text[..start], end.as_bytes()].concat()
}

/// Entries with their counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Column {
    pub(crate) names: Names,
    pub(crate) rows: Vec<Row>,
    /// The additional state of a limited column.
    pub(crate) bound: Option<ColumnBound>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ColumnBound {
    /// For each entry, the number of hits that may be missing from its count.
    pub(crate) since: Vec<u64>,
    /// The greatest number of hits of an entry that was dropped.
    pub(crate) missed: u64,
    /// All distinct entries ever seen.
    pub(crate) distinct: Distinct,
}

/// The number of entries looked up together.
const BATCH: usize = 32;

impl Column {
    /// Shortens the strings of a column that was not limited; each entry keeps its number.
    pub(crate) fn shorten(&mut self) {
        let texts = || (0..).zip(&self.rows).map(|(number, _)| self.names.text(number));
        if texts().all(|text| text.len() <= MAX_TEXT_BYTES) {
            return;
        }
        let mut names = Names::default();
        for text in texts() {
            let mut text = if text.len() > MAX_TEXT_BYTES { shortened(text) } else { text.to_vec() };
            // A log can contain the shortened form of another string. Every entry needs a different
            // string.
            while !names.number_by(Key::new(&text), &text).1 {
                text.push(b'.');
            }
        }
        self.names = names;
    }

    /// Returns the index of an entry, adding the entry if it is new; `kind` is called only for new
    /// entries.
    pub(crate) fn number(&mut self, text: &[u8], kind: impl FnOnce() -> (u8, u32)) -> u32 {
        self.number_by(Key::new(text), text, kind)
    }

    pub(crate) fn number_by(&mut self, key: Key, text: &[u8], kind: impl FnOnce() -> (u8, u32)) -> u32 {
        if text.len() > MAX_TEXT_BYTES && self.bound.is_some() {
            let text = shortened(text);
            return self.number_by_key(Key::new(&text), &text, kind);
        }
        self.number_by_key(key, text, kind)
    }

    fn number_by_key(&mut self, key: Key, text: &[u8], kind: impl FnOnce() -> (u8, u32)) -> u32 {
        let (number, is_new) = self.names.number_by(key, text);
        if is_new {
            let (kind, site) = kind();
            self.rows.push(Row { kind, site, ..Row::default() });
            if let Some(bound) = &mut self.bound {
                bound.since.push(bound.missed);
            }
        }
        number
    }

    pub(crate) fn row(&mut self, number: u32) -> &mut Row {
        &mut self.rows[number as usize]
    }

    /// Counts an entry as distinct if its count was just raised for the first time.
    pub(crate) fn count_distinct(&mut self, number: u32, by: impl Fn(&Row) -> u64) {
        if let Some(bound) = &mut self.bound
            && by(&self.rows[number as usize]) == 1
        {
            bound.distinct.add(hash(self.names.text(number), b""));
        }
    }

    /// Returns, for each entry, the number of hits that may be missing from its count.
    pub(crate) fn since(&self) -> impl Iterator<Item = u64> {
        (0..self.rows.len()).map(|at| self.bound.as_ref().map_or(0, |bound| bound.since[at]))
    }

    /// Returns the number of hits that may be missing from the count of any entry.
    pub(crate) fn missed(&self) -> u64 {
        self.bound.as_ref().map_or(0, |bound| bound.missed)
    }

    /// Adds the counts of another column, and returns the numbers that its entries have here.
    pub(crate) fn merge(&mut self, other: &Self) -> Vec<u32> {
        if let (Some(own), Some(other)) = (&mut self.bound, &other.bound) {
            for since in &mut own.since {
                *since += other.missed;
            }
            own.distinct.merge(&other.distinct);
        }
        let mut numbers = Vec::with_capacity(other.rows.len());
        let mut at = 0;
        for rows in other.rows.chunks(BATCH) {
            let mut keys = [Key::default(); BATCH];
            let mut preloaded = 0;
            for (index, key) in (at..).zip(&mut keys[..rows.len()]) {
                *key = Key::new(other.names.text(index));
                preloaded ^= self.names.preload(*key);
            }
            black_box(preloaded);
            for (row, key) in rows.iter().zip(keys) {
                let known = self.rows.len();
                let number = self.number_by(key, other.names.text(at), || (row.kind, row.site));
                let own = self.row(number);
                own.hits += row.hits;
                own.views += row.views;
                own.bytes = own.bytes.saturating_add(row.bytes);
                own.last = own.last.max(row.last);
                if let (Some(own), Some(other)) = (&mut self.bound, &other.bound) {
                    // For an entry that both columns have, `since` was raised by the other's
                    // `missed`; the exact value of the other column replaces it.
                    let there = if (number as usize) < known { other.missed } else { 0 };
                    own.since[number as usize] =
                        own.since[number as usize] + other.since[at as usize] - there;
                }
                numbers.push(number);
                at += 1;
            }
        }
        if let (Some(own), Some(other)) = (&mut self.bound, &other.bound) {
            own.missed += other.missed;
        }
        numbers
    }

    /// Keeps the `most` entries with the highest counts, and any other entries that are needed,
    /// whose counts are reset. Returns the new numbers, or `None` if there are at most `most`
    /// entries.
    pub(crate) fn keep(
        &mut self,
        most: usize,
        by: impl Fn(&Row) -> u64,
        is_needed: impl Fn(u32) -> bool,
    ) -> Option<Vec<Option<u32>>> {
        let bound = self.bound.as_mut().filter(|_| self.rows.len() > most)?;
        let highest: Vec<u64> =
            self.rows.iter().zip(&bound.since).map(|(row, since)| by(row) + since).collect();
        let mut sorted = highest.clone();
        let (above, &mut missed, _) = sorted.select_nth_unstable_by(most, |one, other| other.cmp(one));
        // Some entries that tie with the first dropped entry may stay.
        let mut room = above.iter().filter(|&&count| count == missed).count();
        bound.missed = bound.missed.max(missed);
        let (names, rows, since) = (
            std::mem::take(&mut self.names),
            std::mem::take(&mut self.rows),
            std::mem::take(&mut bound.since),
        );
        let mut numbers = Vec::with_capacity(rows.len());
        for (((number, row), since), highest) in (0..).zip(rows).zip(since).zip(highest) {
            let stays = highest > missed || (highest == missed && room > 0);
            room -= usize::from(stays && highest == missed);
            if !stays && !is_needed(number) {
                numbers.push(None);
                continue;
            }
            let new = self.number(names.text(number), || (row.kind, row.site));
            if stays && let Some(bound) = &mut self.bound {
                self.rows[new as usize] = row;
                bound.since[new as usize] = since;
            }
            numbers.push(Some(new));
        }
        Some(numbers)
    }
}
