//! All almost locked sets of a board, and the digits that cannot be in two of them.

use crate::human::{AlmostLockedSet, CellSet, Digits, State};
use std::collections::HashSet;

/// All of them, each once: house by house, as [`grow`] meets them.
pub(in crate::human) fn almost_locked_sets(state: &State<'_>) -> Vec<AlmostLockedSet> {
    let mut sets = Vec::new();
    let mut seen = HashSet::new();
    for &house in state.shape().houses() {
        let cells: Vec<usize> = (house & state.blanks()).iter().collect();
        grow(state, &cells, AlmostLockedSet { cells: CellSet::EMPTY, digits: Digits::EMPTY }, &mut |set| {
            if seen.insert(set.cells) {
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
    /// Its cells that may hold a digit.
    pub(in crate::human) fn places(&self, state: &State<'_>, digit: usize) -> CellSet {
        self.cells & state.places(digit)
    }

    /// The cells that see all of its cells for a digit.
    pub(in crate::human) fn seen(&self, state: &State<'_>, digit: usize) -> CellSet {
        state.shape().common_peers(self.places(state, digit))
    }

    /// The digits that both have and only one of the two can hold: restricted common candidates.
    pub(in crate::human) fn restricted(&self, state: &State<'_>, other: &Self) -> Digits {
        let common = self.digits & other.digits;
        common.iter().filter(|&digit| other.places(state, digit).is_subset(self.seen(state, digit))).collect()
    }
}
