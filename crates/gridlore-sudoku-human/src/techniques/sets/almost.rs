//! The almost locked sets of a board, and their restricted common candidates.

use crate::{AlmostLockedSet, CellSet, DigitSet, State};

/// Returns all almost locked sets without duplicates, house by house.
pub(crate) fn almost_locked_sets(state: &State<'_>) -> Vec<AlmostLockedSet> {
    let shape = state.shape();
    let mut sets = Vec::new();
    for (number, &house) in shape.houses().iter().enumerate() {
        let cells: Vec<usize> = (house & state.blanks()).iter().collect();
        grow(state, &cells, AlmostLockedSet { cells: CellSet::EMPTY, digits: DigitSet::EMPTY }, &mut |set| {
            // A set in several houses is attributed to the first of them.
            if shape.common_houses(set.cells).next() == Some(number) {
                sets.push(set);
            }
        });
    }
    sets
}

fn grow(state: &State<'_>, cells: &[usize], from: AlmostLockedSet, each: &mut impl FnMut(AlmostLockedSet)) {
    for (place, &cell) in cells.iter().enumerate() {
        let set =
            AlmostLockedSet { cells: from.cells.with(cell), digits: from.digits | state.candidates(cell) };
        if set.digits.len() == set.cells.len() + 1 {
            each(set);
        }
        grow(state, &cells[place + 1..], set, each);
    }
}

impl AlmostLockedSet {
    /// Returns the cells of the set that have the digit as a candidate.
    pub(crate) fn places(&self, state: &State<'_>, digit: usize) -> CellSet {
        self.cells & state.places(digit)
    }

    /// Returns the cells that see all of the set's places for the digit.
    pub(crate) fn seen(&self, state: &State<'_>, digit: usize) -> CellSet {
        state.shape().common_peers(self.places(state, digit))
    }
}

/// All almost locked sets of a board, with precomputed places and common peers for each digit.
pub(super) struct AlmostLockedSets {
    pub(super) sets: Vec<AlmostLockedSet>,
    /// By set and digit: the set's places for the digit, and the cells that see all of them.
    reach: Vec<(CellSet, CellSet)>,
    digits: usize,
}

impl AlmostLockedSets {
    pub(super) fn new(state: &State<'_>) -> Self {
        let sets = almost_locked_sets(state);
        let digits = state.shape().side() + 1;
        let mut reach = vec![(CellSet::EMPTY, CellSet::EMPTY); sets.len() * digits];
        for (set, reach) in sets.iter().zip(reach.chunks_exact_mut(digits)) {
            for digit in set.digits.iter() {
                reach[digit] = (set.places(state, digit), set.seen(state, digit));
            }
        }
        Self { sets, reach, digits }
    }

    /// Returns the set's places for one of its digits.
    pub(super) fn places(&self, set: usize, digit: usize) -> CellSet {
        self.reach[set * self.digits + digit].0
    }

    /// Returns the cells that see all of a set's places for one of its digits.
    pub(super) fn seen(&self, set: usize, digit: usize) -> CellSet {
        self.reach[set * self.digits + digit].1
    }

    /// Returns the restricted common candidates: digits of both sets that only one of them can
    /// hold.
    pub(super) fn restricted(&self, one: usize, other: usize) -> DigitSet {
        let common = self.sets[one].digits & self.sets[other].digits;
        common.iter().filter(|&digit| self.places(other, digit).is_subset(self.seen(one, digit))).collect()
    }
}
