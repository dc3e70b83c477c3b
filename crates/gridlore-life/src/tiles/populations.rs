//! The populations of tiles in even and in odd generations, with their sums. A tile that does not
//! change within two generations keeps its counts, so each generation requires one count per
//! changed tile.

/// The number of cells in each tile that are not dead.
#[derive(Debug, Clone, Default)]
pub(super) struct Populations {
    counts: [Vec<u32>; 2],
    sums: [u64; 2],
}

impl Populations {
    /// Returns the total population of the even (0) or odd (1) generation.
    pub(super) const fn sum(&self, parity: usize) -> u64 {
        self.sums[parity]
    }

    /// Returns the population of a tile.
    pub(super) fn of(&self, parity: usize, tile: u32) -> u32 {
        self.counts[parity].get(tile as usize).copied().unwrap_or(0)
    }

    /// Sets the population of a tile.
    pub(super) fn set(&mut self, parity: usize, tile: u32, count: u32) {
        let (counts, tile) = (&mut self.counts[parity], tile as usize);
        if counts.len() <= tile {
            counts.resize(tile + 1, 0);
        }
        let old = std::mem::replace(&mut counts[tile], count);
        self.sums[parity] = self.sums[parity] + u64::from(count) - u64::from(old);
    }
}
