//! Results that the techniques remember from earlier positions of a puzzle.

use foldhash::fast::FixedState;
use std::sync::Arc;

type HashMap<K, V> = std::collections::HashMap<K, V, FixedState>;

/// Which candidates of a fact are possible together.
pub(super) type Ways = Arc<Together>;

/// Searches that found nothing, with the candidates of the cells at that time.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// Searches of one fact, by its index and the effort.
    pub ones: HashMap<(usize, u64), Vec<u32>>,
    /// Searches of two facts, by their indices and the effort.
    pub twos: HashMap<(usize, usize, u64), Vec<u32>>,
    /// Searches of a house, by its index and the effort.
    pub houses: HashMap<(usize, u64), Vec<u32>>,
    /// Which candidates are possible together, by the index of a fact and the effort.
    pub ways: HashMap<(usize, u64), (Vec<u32>, Option<Ways>)>,
}

/// For each candidate of a fact, the values that are possible with it.
#[derive(Debug, Clone)]
pub(super) struct Together {
    pub values: usize,
    /// The number of cells.
    pub count: usize,
    /// The possible values, by cell, value, and other cell.
    pub sets: Vec<u32>,
}

impl Together {
    /// Returns the values that the cell at `other` has in the ways in which the cell at `at` has
    /// one of these.
    pub(super) fn with(&self, at: usize, set: u32, other: usize) -> u32 {
        let mut open = set;
        let mut found = 0;
        while open != 0 {
            let bit = open.trailing_zeros() as usize;
            open &= open - 1;
            found |= self.sets[(at * self.values + bit) * self.count + other];
        }
        found
    }
}
