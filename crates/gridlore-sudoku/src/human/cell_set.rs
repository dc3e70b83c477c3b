//! A set of cells as the bits of a word: boards of up to 128 cells.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A set of cells; bit `c` stands for cell `c`, row by row from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(u128);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);

    /// One cell, below 128.
    #[must_use]
    pub const fn only(cell: usize) -> Self {
        Self(1 << cell)
    }

    /// The cells `0..count`, at most 128.
    #[must_use]
    pub const fn first_cells(count: usize) -> Self {
        if count == 128 { Self(u128::MAX) } else { Self((1 << count) - 1) }
    }

    /// How many cells it holds.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it holds none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds `cell`.
    #[must_use]
    pub const fn contains(self, cell: usize) -> bool {
        self.0 >> cell & 1 != 0
    }

    /// Whether they share a cell.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every cell of it is in `other`.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The set with `cell`.
    #[must_use]
    pub const fn with(self, cell: usize) -> Self {
        Self(self.0 | 1 << cell)
    }

    /// The set without `cell`.
    #[must_use]
    pub const fn without(self, cell: usize) -> Self {
        Self(self.0 & !(1 << cell))
    }

    /// The first cell, if there is one.
    #[must_use]
    pub const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// The one cell of a set of one.
    #[must_use]
    pub const fn single(self) -> Option<usize> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// The cells, rising.
    #[must_use]
    pub const fn iter(self) -> Cells {
        Cells(self.0)
    }
}

impl BitAnd for CellSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CellSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for CellSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitAndAssign for CellSet {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl SubAssign for CellSet {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
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

/// The cells of a set, rising.
#[derive(Debug, Clone)]
pub struct Cells(u128);

impl Iterator for Cells {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let cell = CellSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}
