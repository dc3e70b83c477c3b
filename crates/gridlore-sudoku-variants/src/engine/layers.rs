//! A word compiled for its cells: the states before each cell, each with its next states and the
//! values that lead to them. States with the same continuations are merged.

use super::word::Reading;
use std::collections::HashMap;

/// No next state.
const DEAD: u16 = u16::MAX;
/// Maximum number of states after one cell.
pub(super) const MAX_STATES: usize = 60_000;

/// The reason that a word is not compiled.
#[derive(Debug, Clone, Copy)]
pub(super) enum Excess {
    /// There are more than [`MAX_STATES`] states after a cell.
    States,
    /// No steps are left.
    Steps,
}

/// A compiled word.
#[derive(Debug, Clone)]
pub(super) struct Layers {
    /// For each cell, the states before it.
    layers: Vec<Layer>,
    /// Whether the states before each cell fit into a machine word.
    is_small: bool,
    size: usize,
}

/// The states before a cell.
#[derive(Debug, Clone)]
struct Layer {
    /// For each state, the index of its first step; finally, the end of the last state's steps.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

/// Values of a cell and the state to which they lead.
#[derive(Debug, Clone, Copy)]
struct Step {
    values: u32,
    next: u16,
}

impl Layer {
    const fn states(&self) -> usize {
        self.starts.len() - 1
    }

    fn steps(&self, state: u32) -> &[Step] {
        let state = state as usize;
        &self.steps[self.starts[state] as usize..self.starts[state + 1] as usize]
    }

    /// Adds a state with its next state for each value.
    fn push(&mut self, row: &[u16]) {
        let start = self.steps.len();
        for (bit, next) in row.iter().enumerate().filter(|(_, next)| **next != DEAD) {
            match self.steps[start..].iter_mut().find(|step| step.next == *next) {
                Some(step) => step.values |= 1 << bit,
                None => self.steps.push(Step { values: 1 << bit, next: *next }),
            }
        }
        self.starts.push(u32::try_from(self.steps.len()).expect("few steps"));
    }
}

impl Layers {
    /// Compiles a word. Each value in a state uses one step of `left`.
    pub(super) fn new(reading: &Reading<'_>, left: &mut usize) -> Result<Self, Excess> {
        /// No next state, before equivalent states are merged.
        const NONE: u32 = u32::MAX;
        let (values, size) = (reading.shape.values, reading.size);
        let mut states = vec![vec![reading.start()]];
        let mut steps: Vec<Vec<u32>> = Vec::new();
        for at in 0..size {
            let mut known: HashMap<u64, u32> = HashMap::new();
            let mut found = Vec::new();
            *left = left.checked_sub(states[at].len() * values).ok_or(Excess::Steps)?;
            let mut step = Vec::with_capacity(states[at].len() * values);
            for state in &states[at] {
                for bit in 0..values {
                    step.push(reading.step(at, *state, bit).map_or(NONE, |next| {
                        *known.entry(next).or_insert_with(|| {
                            found.push(next);
                            u32::try_from(found.len() - 1).unwrap_or(NONE)
                        })
                    }));
                }
            }
            if found.len() > MAX_STATES {
                return Err(Excess::States);
            }
            states.push(found);
            steps.push(step);
        }
        // From the end: which states can still be completed to a word, and which are equivalent.
        let mut class: Vec<u16> =
            states[size].iter().map(|state| if reading.is_end(*state) { 0 } else { DEAD }).collect();
        let mut layers = Vec::with_capacity(size);
        for step in steps.iter().rev() {
            let mut known: HashMap<Vec<u16>, u16> = HashMap::new();
            let mut layer = Layer { starts: vec![0], steps: Vec::new() };
            class = step
                .chunks(values)
                .map(|row| {
                    let row: Vec<u16> =
                        row.iter().map(|next| class.get(*next as usize).copied().unwrap_or(DEAD)).collect();
                    if row.iter().all(|next| *next == DEAD) {
                        return DEAD;
                    }
                    let number = u16::try_from(known.len()).expect("at most MAX_STATES states");
                    *known.entry(row).or_insert_with_key(|row| {
                        layer.push(row);
                        number
                    })
                })
                .collect();
            layers.push(layer);
        }
        layers.reverse();
        // A word that nothing satisfies has no first state.
        let is_small = layers.iter().all(|layer| layer.states() <= 64);
        let size = layers.iter().map(|layer| layer.steps.len()).sum();
        Ok(Self { layers, is_small, size })
    }

    /// Returns the number of steps of all states.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// Restricts the sets of values of the cells, in reading order, to the values of accepted
    /// words. Returns whether a word is left.
    pub(super) fn restrict(&self, sets: &mut [u32], scratch: &mut Scratch) -> bool {
        if self.layers[0].states() == 0 {
            return false;
        }
        if self.is_small {
            return self.restrict_small(sets, &mut scratch.words);
        }
        self.restrict_large(sets, scratch)
    }

    /// Restricts sets like `restrict`, with a machine word for the states before each cell.
    fn restrict_small(&self, sets: &mut [u32], reached: &mut Vec<u64>) -> bool {
        reached.clear();
        let mut states = 1_u64;
        for (set, layer) in sets.iter().zip(&self.layers) {
            reached.push(states);
            let mut after = 0;
            while states != 0 {
                for step in layer.steps(states.trailing_zeros()) {
                    after |= u64::from(step.values & set != 0) << step.next;
                }
                states &= states - 1;
            }
            if after == 0 {
                return false;
            }
            states = after;
        }
        let mut alive = 1_u64;
        for ((set, layer), states) in sets.iter_mut().zip(&self.layers).zip(&*reached).rev() {
            let (mut left, mut supported, mut before) = (*states, 0, 0);
            while left != 0 {
                let state = left.trailing_zeros();
                left &= left - 1;
                let mut leading = 0;
                for step in layer.steps(state) {
                    leading |= if alive >> step.next & 1 == 1 { step.values } else { 0 };
                }
                before |= u64::from(leading & *set != 0) << state;
                supported |= leading;
            }
            *set &= supported;
            alive = before;
        }
        sets.iter().all(|set| *set != 0)
    }

    fn restrict_large(&self, sets: &mut [u32], scratch: &mut Scratch) -> bool {
        let size = sets.len();
        scratch.clear(&self.layers);
        scratch.reached[0].push(0);
        for ((at, set), layer) in sets.iter().enumerate().zip(&self.layers) {
            let (before, after) = scratch.reached.split_at_mut(at + 1);
            let after = &mut after[0];
            for state in &before[at] {
                for step in layer.steps(u32::from(*state)) {
                    let seen = &mut scratch.seen[usize::from(step.next)];
                    if step.values & set != 0 && !*seen {
                        *seen = true;
                        after.push(step.next);
                    }
                }
            }
            for state in &*after {
                scratch.seen[usize::from(*state)] = false;
            }
            if after.is_empty() {
                return false;
            }
        }
        // Backwards: the states that reach the end, and the values that lead to them. Each flag
        // that is read was written in the previous round.
        let [mut alive, mut flags] = scratch.alive.each_mut();
        alive[0] = true;
        for at in (0..size).rev() {
            let mut supported = 0;
            for state in &scratch.reached[at] {
                let mut leading = 0;
                for step in self.layers[at].steps(u32::from(*state)) {
                    if step.values & sets[at] != 0 && alive[usize::from(step.next)] {
                        leading |= step.values;
                    }
                }
                flags[usize::from(*state)] = leading != 0;
                supported |= leading;
            }
            sets[at] &= supported;
            if sets[at] == 0 {
                return false;
            }
            std::mem::swap(&mut alive, &mut flags);
        }
        true
    }
}

/// Memory that the calls of [`Layers::restrict`] share.
#[derive(Debug, Default, Clone)]
pub(super) struct Scratch {
    /// For each cell, the possible states before it, as a machine word.
    words: Vec<u64>,
    /// For each cell, the possible states before it.
    reached: Vec<Vec<u16>>,
    /// Whether a state is among those after the current cell; all false between cells.
    seen: Vec<bool>,
    /// Whether the end can be reached from a state, for two adjacent cells.
    alive: [Vec<bool>; 2],
}

impl Scratch {
    fn clear(&mut self, layers: &[Layer]) {
        let size = layers.len() + 1;
        if self.reached.len() < size {
            self.reached.resize_with(size, Vec::new);
        }
        for states in &mut self.reached[..size] {
            states.clear();
        }
        let states = layers.iter().map(Layer::states).max().unwrap_or(0).max(1);
        if self.seen.len() < states {
            self.seen.resize(states, false);
            for alive in &mut self.alive {
                alive.resize(states, false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_constraints;
    use crate::rule::{Rule, Word};
    use gridlore_core::Rng;

    #[test]
    fn small_and_large_automata_restrict_the_same_values() {
        let puzzle = parse_constraints(
            ".Renban~R1C1~R1C2~R1C3~R1C4.Entropic~R2C1~R2C2~R2C3~R2C4~R2C5.Between~R3C1~R3C2~R3C3~R3C4\
             .Zipper~R4C1~R4C2~R4C3~R4C4~R4C5.Regex~KDEyKSs~R5C1~R5C2~R5C3~R5C4.Lockout~4~R6C1~R6C2~R6C3",
        )
        .expect("a puzzle");
        let words: Vec<(Word, usize)> = puzzle
            .rules()
            .into_iter()
            .filter_map(|rule| match rule {
                Rule::Word(word, cells) => Some((word, cells.len())),
                _ => None,
            })
            .collect();
        assert!(words.len() >= 4, "{} words", words.len());
        let (mut random, mut scratch) = (Rng::new(1), Scratch::default());
        let (mut possible, mut small) = (0, 0);
        for (word, size) in &words {
            let layers = Layers::new(&Reading { word, shape: &puzzle.shape, size: *size }, &mut 1_000_000)
                .expect("few states");
            if !layers.is_small || layers.layers[0].states() == 0 {
                continue;
            }
            small += 1;
            for _ in 0..300 {
                let sets: Vec<u32> = (0..*size)
                    .map(|_| {
                        let bits = u32::try_from(random.next_u64() & 0x1ff).expect("nine bits");
                        bits.max(1)
                    })
                    .collect();
                let (mut one, mut other) = (sets.clone(), sets.clone());
                let is_possible = layers.restrict_small(&mut one, &mut scratch.words);
                scratch.clear(&layers.layers);
                assert_eq!(is_possible, layers.restrict_large(&mut other, &mut scratch), "{word:?} {sets:?}");
                if is_possible {
                    assert_eq!(one, other, "{word:?} {sets:?}");
                    possible += 1;
                }
            }
        }
        assert!(small >= 3 && possible > 100, "{small} words, {possible} choices");
    }
}
