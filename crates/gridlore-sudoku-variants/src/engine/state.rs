//! A position: the values that each cell can have, and the cells that can have each value.

/// A set of cells.
pub(super) type Cells<const W: usize> = [u64; W];

/// A position.
#[derive(Debug, Clone)]
pub(super) struct State<const W: usize> {
    /// For each cell, its values.
    pub(super) sets: Vec<u32>,
    /// For each value, its cells.
    pub(super) places: Vec<Cells<W>>,
}

impl<const W: usize> State<W> {
    /// Returns a position with these sets of values.
    pub(super) fn new(sets: Vec<u32>, values: usize) -> Self {
        let mut places = vec![[0; W]; values];
        for (cell, set) in sets.iter().enumerate() {
            for (value, places) in places.iter_mut().enumerate() {
                if set >> value & 1 == 1 {
                    places[cell / 64] |= 1 << (cell % 64);
                }
            }
        }
        Self { sets, places }
    }

    /// Copies another position of the same puzzle.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.sets.copy_from_slice(&other.sets);
        self.places.copy_from_slice(&other.places);
    }

    /// Removes all values except these. Returns `None` if nothing changes.
    pub(super) fn keep(&mut self, cell: usize, values: u32) -> Option<u32> {
        let old = self.sets[cell];
        let new = old & values;
        if new == old {
            return None;
        }
        self.sets[cell] = new;
        let mut gone = old ^ new;
        while gone != 0 {
            let value = gone.trailing_zeros() as usize;
            gone &= gone - 1;
            self.places[value][cell / 64] &= !(1 << (cell % 64));
        }
        Some(new)
    }
}

/// Returns the cells of a set, in order.
pub(super) fn members<const W: usize>(cells: &Cells<W>) -> impl Iterator<Item = usize> + '_ {
    cells.iter().enumerate().flat_map(|(at, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(at * 64 + bit)
        })
    })
}

/// Returns the cells in both sets.
pub(super) fn both<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    std::array::from_fn(|at| one[at] & other[at])
}

/// Returns the number of cells of a set.
pub(super) fn count<const W: usize>(cells: &Cells<W>) -> u32 {
    cells.iter().map(|word| word.count_ones()).sum()
}
