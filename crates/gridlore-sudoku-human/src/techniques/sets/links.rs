//! The graph of almost locked sets: which sets are linked, and the eliminations of a chain.

use super::almost::AlmostLockedSets;
use crate::{CellSet, DigitSet, State, Step, Technique};

/// All almost locked sets of a board, and how they are linked.
pub(crate) struct SetLinks {
    pub(super) all: AlmostLockedSets,
    /// By set, the linked sets in ascending order, with their restricted common candidates.
    pub(super) next: Vec<Vec<(usize, DigitSet)>>,
}

impl SetLinks {
    pub(crate) fn new(state: &State<'_>, allow_overlap: bool) -> Self {
        let all = AlmostLockedSets::new(state);
        let sets = &all.sets;
        let mut next = vec![Vec::new(); sets.len()];
        for one in 0..sets.len() {
            for other in one + 1..sets.len() {
                if (sets[one].digits & sets[other].digits).is_empty()
                    || (!allow_overlap && sets[one].cells.intersects(sets[other].cells))
                {
                    continue;
                }
                let digits = all.restricted(one, other);
                if !digits.is_empty() {
                    next[one].push((other, digits));
                    next[other].push((one, digits));
                }
            }
        }
        Self { all, next }
    }

    pub(super) fn cells(&self, set: usize) -> CellSet {
        self.all.sets[set].cells
    }

    pub(super) fn digits(&self, set: usize) -> DigitSet {
        self.all.sets[set].digits
    }

    /// Returns the cells in which both ends of a chain rule out a digit that they share.
    pub(super) fn removed(&self, state: &State<'_>, (first, last): (usize, usize), digit: usize) -> CellSet {
        state.places(digit) & self.all.seen(first, digit) & self.all.seen(last, digit)
    }

    /// Returns the step for a chain of sets with these linking digits, if it removes anything.
    /// `used` contains the linking digits that cannot be removed.
    pub(super) fn step(
        &self,
        technique: Technique,
        state: &State<'_>,
        sets: &[usize],
        (links, used): (DigitSet, DigitSet),
    ) -> Option<Step> {
        let ends = (sets[0], sets[sets.len() - 1]);
        let digits = (self.digits(ends.0) & self.digits(ends.1)) - used;
        if digits.iter().all(|z| self.removed(state, ends, z).is_empty()) {
            return None;
        }
        let gone = digits.iter().flat_map(|z| state.removals(z, self.removed(state, ends, z)));
        let step = Step {
            digits,
            cells: sets.iter().fold(CellSet::EMPTY, |all, &set| all | self.cells(set)),
            sets: sets.iter().map(|&set| self.all.sets[set]).collect(),
            links,
            ..Step::new(technique)
        };
        Some(step.removing(gone))
    }
}
