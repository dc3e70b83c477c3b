//! A word compiled for its cells: the states after each cell, each with the next state by value.
//! States from which the same words follow are one state.

use super::word::Reading;
use std::collections::HashMap;

/// No next state.
const DEAD: u16 = u16::MAX;
/// Maximum number of states after one cell.
pub(super) const MAX_STATES: usize = 60_000;

/// A compiled word.
#[derive(Debug, Clone)]
pub(super) struct Layers {
    values: usize,
    /// For each cell, the next state of each state and each value.
    next: Vec<Vec<u16>>,
}

impl Layers {
    /// Compiles a word; `None` if it has too many states.
    pub(super) fn new(reading: &Reading<'_>) -> Option<Self> {
        let (values, size) = (reading.shape.values, reading.size);
        let mut states = vec![vec![reading.start()]];
        let mut steps: Vec<Vec<Option<usize>>> = Vec::new();
        for at in 0..size {
            let mut known: HashMap<u64, usize> = HashMap::new();
            let mut found = Vec::new();
            let mut step = Vec::with_capacity(states[at].len() * values);
            for state in &states[at] {
                for bit in 0..values {
                    step.push(reading.step(at, *state, bit).map(|next| {
                        *known.entry(next).or_insert_with(|| {
                            found.push(next);
                            found.len() - 1
                        })
                    }));
                }
            }
            if found.len() > MAX_STATES {
                return None;
            }
            states.push(found);
            steps.push(step);
        }
        // From the end: which states can still become a word, and which are alike.
        let mut class: Vec<u16> =
            states[size].iter().map(|state| if reading.is_end(*state) { 0 } else { DEAD }).collect();
        let mut next = Vec::with_capacity(size);
        for step in steps.iter().rev() {
            let mut known: HashMap<Vec<u16>, u16> = HashMap::new();
            let mut table = Vec::new();
            class = step
                .chunks(values)
                .map(|row| {
                    let row: Vec<u16> =
                        row.iter().map(|next| next.map_or(DEAD, |next| class[next])).collect();
                    if row.iter().all(|next| *next == DEAD) {
                        return DEAD;
                    }
                    let number = u16::try_from(known.len()).expect("at most MAX_STATES states");
                    *known.entry(row.clone()).or_insert_with(|| {
                        table.extend(row);
                        number
                    })
                })
                .collect();
            next.push(table);
        }
        next.reverse();
        // A word that never holds has no first state.
        Some(Self { values, next })
    }

    /// Number of entries of the tables.
    pub(super) fn size(&self) -> usize {
        self.next.iter().map(Vec::len).sum()
    }

    /// Restricts the sets of values of the cells, in reading order, to words. Returns whether there
    /// is one.
    pub(super) fn restrict(&self, sets: &mut [u32], scratch: &mut Scratch) -> bool {
        let size = sets.len();
        if self.next[0].is_empty() {
            return false;
        }
        scratch.clear(size + 1);
        scratch.reached[0].push(0);
        for (at, set) in sets.iter().enumerate() {
            let states = self.next.get(at + 1).map_or(1, |table| table.len() / self.values);
            scratch.seen.clear();
            scratch.seen.resize(states, false);
            let (before, after) = scratch.reached.split_at_mut(at + 1);
            for state in &before[at] {
                let row = &self.next[at][usize::from(*state) * self.values..][..self.values];
                let mut left = *set;
                while left != 0 {
                    let next = row[left.trailing_zeros() as usize];
                    left &= left - 1;
                    if next != DEAD && !scratch.seen[usize::from(next)] {
                        scratch.seen[usize::from(next)] = true;
                        after[0].push(next);
                    }
                }
            }
            if after[0].is_empty() {
                return false;
            }
        }
        // Backwards: the states that reach the end, and the values that lead to them.
        scratch.alive.clear();
        scratch.alive.resize(1, true);
        for at in (0..size).rev() {
            let states = self.next[at].len() / self.values;
            scratch.seen.clear();
            scratch.seen.resize(states, false);
            let mut supported = 0;
            for state in &scratch.reached[at] {
                let row = &self.next[at][usize::from(*state) * self.values..][..self.values];
                let mut left = sets[at];
                let mut is_alive = false;
                while left != 0 {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    let next = row[bit as usize];
                    if next != DEAD && scratch.alive[usize::from(next)] {
                        is_alive = true;
                        supported |= 1 << bit;
                    }
                }
                scratch.seen[usize::from(*state)] = is_alive;
            }
            sets[at] = supported;
            if supported == 0 {
                return false;
            }
            std::mem::swap(&mut scratch.alive, &mut scratch.seen);
        }
        true
    }
}

/// Memory that calls of [`Layers::restrict`] share.
#[derive(Debug, Default, Clone)]
pub(super) struct Scratch {
    reached: Vec<Vec<u16>>,
    alive: Vec<bool>,
    seen: Vec<bool>,
}

impl Scratch {
    fn clear(&mut self, size: usize) {
        if self.reached.len() < size {
            self.reached.resize_with(size, Vec::new);
        }
        for states in &mut self.reached[..size] {
            states.clear();
        }
    }
}
