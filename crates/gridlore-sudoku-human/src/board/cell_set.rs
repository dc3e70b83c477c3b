//! Sets of cells as the bits of two words, for boards of up to 256 cells.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// Number of cells per word.
const WORD: usize = 128;

/// A set of cells, numbered row by row from 0. Bit `c` of the first word is cell `c`, and bit `c`
/// of the second is cell `128 + c`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(u128, u128);

impl CellSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0, 0);

    /// Returns the set that contains one cell, below 256.
    #[must_use]
    pub const fn only(cell: usize) -> Self {
        Self::EMPTY.with(cell)
    }

    /// Returns the set of the cells `0..count`, where `count` is at most 256.
    #[must_use]
    pub const fn first_cells(count: usize) -> Self {
        match count {
            0 => Self::EMPTY,
            1..=WORD => Self(u128::MAX >> (WORD - count), 0),
            _ => Self(u128::MAX, u128::MAX >> (2 * WORD - count)),
        }
    }

    /// Returns the number of cells.
    #[must_use]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub const fn len(self) -> usize {
        // On most boards, the second word is empty.
        let high = if self.1 == 0 { 0 } else { self.1.count_ones() };
        (self.0.count_ones() + high) as usize
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 | self.1 == 0
    }

    /// Returns whether the set contains `cell`.
    #[must_use]
    pub const fn contains(self, cell: usize) -> bool {
        let word = if cell < WORD { self.0 } else { self.1 };
        word >> (cell % WORD) & 1 != 0
    }

    /// Returns whether the sets share a cell.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 | self.1 & other.1 != 0
    }

    /// Returns whether every cell of this set is in `other`.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 | self.1 & !other.1 == 0
    }

    /// Returns the set with `cell`.
    #[must_use]
    pub const fn with(self, cell: usize) -> Self {
        if cell < WORD { Self(self.0 | 1 << cell, self.1) } else { Self(self.0, self.1 | 1 << (cell - WORD)) }
    }

    /// Returns the set without `cell`.
    #[must_use]
    pub const fn without(self, cell: usize) -> Self {
        if cell < WORD {
            Self(self.0 & !(1 << cell), self.1)
        } else {
            Self(self.0, self.1 & !(1 << (cell - WORD)))
        }
    }

    /// Returns the first cell, if any.
    #[must_use]
    pub const fn first(self) -> Option<usize> {
        if self.0 != 0 {
            Some(self.0.trailing_zeros() as usize)
        } else if self.1 != 0 {
            Some(WORD + self.1.trailing_zeros() as usize)
        } else {
            None
        }
    }

    /// Returns the only cell of a set, or `None` if the set does not have exactly one cell.
    #[must_use]
    pub const fn single(self) -> Option<usize> {
        let one_word = if self.1 == 0 { self.0 } else { self.1 };
        if (self.0 == 0 || self.1 == 0) && one_word.is_power_of_two() { self.first() } else { None }
    }

    /// Returns the cells in ascending order.
    #[must_use]
    pub const fn iter(self) -> Cells {
        Cells(self)
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0, self.1 & other.1)
    }
}

impl BitOr for CellSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0, self.1 | other.1)
    }
}

impl Sub for CellSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0, self.1 & !other.1)
    }
}

impl BitAndAssign for CellSet {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
        self.1 &= other.1;
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
        self.1 |= other.1;
    }
}

impl SubAssign for CellSet {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
        self.1 &= !other.1;
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for CellSet {
    type Item = usize;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        self.iter()
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Iterator over the cells of a set, in ascending order.
#[derive(Debug, Clone)]
pub struct Cells(CellSet);

impl Iterator for Cells {
    type Item = usize;

    // Inlining would enlarge the file that browsers load.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.first()?;
        let CellSet(low, high) = &mut self.0;
        let word = if cell < WORD { low } else { high };
        *word &= *word - 1;
        Some(cell)
    }
}
