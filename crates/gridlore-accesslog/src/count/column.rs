//! Texts of one kind with their counts, by number; all of them, or so many as a bound allows.
//!
//! A bounded column keeps the texts with the most hits. When there are too many, those with the
//! fewest go, and what the last of them may have had is remembered: a text that comes (again) later
//! has at most so many hits that nobody counted. So no count is too high, and none is too low by
//! more than [`Column::missed`], which is at most the number of all hits divided by the number of
//! texts that are kept. Columns of parts are put together likewise.
//!
//! # Source
//! Metwally, Agrawal and El Abbadi, "Efficient Computation of Frequent and Top-k Elements in Data
//! Streams" (Space-Saving), 2005; that texts go in batches and that summaries can be put together
//! is from Agarwal, Cormode, Huang, Phillips, Wei and Yi, "Mergeable Summaries", 2012.

use crate::count::distinct::{Distinct, hash};
use crate::count::names::{Key, Names};
use std::hint::black_box;

/// Counts of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) hits: u64,
    pub(crate) views: u64,
    pub(crate) bytes: u64,
    /// What the text is, see the constants of the tally.
    pub(crate) kind: u8,
    /// For a referrer, the number of its site.
    pub(crate) site: u32,
}

/// Texts with their counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Column {
    pub(crate) names: Names,
    pub(crate) rows: Vec<Row>,
    /// What a bounded column knows besides.
    pub(crate) bound: Option<ColumnBound>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ColumnBound {
    /// For each text, how many of its hits may not have been counted.
    pub(crate) since: Vec<u64>,
    /// How many hits a text had at most that is not here.
    pub(crate) missed: u64,
    /// All texts that ever were.
    pub(crate) distinct: Distinct,
}

/// Texts that are looked up together.
const BATCH: usize = 32;

impl Column {
    /// The number of a text; `kind` is asked for when it is new.
    pub(crate) fn number(&mut self, text: &[u8], kind: impl FnOnce() -> (u8, u32)) -> u32 {
        self.number_by(Key::new(text), text, kind)
    }

    pub(crate) fn number_by(&mut self, key: Key, text: &[u8], kind: impl FnOnce() -> (u8, u32)) -> u32 {
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

    /// A text whose count was raised just now counts among the different ones, if it was the first
    /// time.
    pub(crate) fn tell_new(&mut self, number: u32, by: impl Fn(&Row) -> u64) {
        if let Some(bound) = &mut self.bound
            && by(&self.rows[number as usize]) == 1
        {
            bound.distinct.add(hash(self.names.text(number), b""));
        }
    }

    /// For each text, how many of its hits may not have been counted.
    pub(crate) fn since(&self) -> impl Iterator<Item = u64> {
        (0..self.rows.len()).map(|at| self.bound.as_ref().map_or(0, |bound| bound.since[at]))
    }

    /// How many hits of any text may not have been counted.
    pub(crate) fn missed(&self) -> u64 {
        self.bound.as_ref().map_or(0, |bound| bound.missed)
    }

    /// Adds what another column counted, and returns the numbers here of the texts there.
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
            let mut glances = 0;
            for (index, key) in (at..).zip(&mut keys[..rows.len()]) {
                *key = Key::new(other.names.text(index));
                glances ^= self.names.glance(*key);
            }
            black_box(glances);
            for (row, key) in rows.iter().zip(keys) {
                let known = self.rows.len();
                let number = self.number_by(key, other.names.text(at), || (row.kind, row.site));
                let own = self.row(number);
                own.hits += row.hits;
                own.views += row.views;
                own.bytes = own.bytes.saturating_add(row.bytes);
                if let (Some(own), Some(other)) = (&mut self.bound, &other.bound) {
                    // One that was here has the other's `missed` by now in place of what is known
                    // of it there.
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

    /// Keeps the `most` texts with the highest counts, and with nothing counted those that others
    /// need. Returns the new numbers; nothing is done, and nothing returned, where there are no
    /// more texts than that.
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
        // Some with the same count as the first that goes may stay.
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
