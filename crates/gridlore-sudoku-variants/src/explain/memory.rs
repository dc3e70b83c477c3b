//! What the techniques remember of earlier positions of a puzzle.

use std::collections::HashMap;
use std::sync::Arc;

/// The links of a fact in chains, from one literal to another.
pub(super) type Links = Arc<Vec<(usize, usize)>>;

/// What was looked at without result: the candidates of the cells at that time.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// By the index of a fact.
    pub ones: HashMap<usize, Vec<u32>>,
    /// By the indices of two facts.
    pub twos: HashMap<(usize, usize), Vec<u32>>,
    /// By the index of a house.
    pub houses: HashMap<usize, Vec<u32>>,
    /// The links of chains, by the index of a fact.
    pub links: HashMap<usize, (Vec<u32>, Links)>,
}
