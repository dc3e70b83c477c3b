//! The places of a digit, numbered so that a set of places is one machine word.

use crate::{CellSet, State};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Maximum number of houses; a set of houses is also one word.
pub(super) const MAX_HOUSES: usize = 64;

/// A set of numbered places.
pub(super) trait Word:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    const NONE: Self;

    /// Returns the places below `count`.
    fn first_places(count: usize) -> Self;
    fn only(place: usize) -> Self;
    fn len(self) -> usize;
    /// Returns the first place of a non-empty set.
    fn first(self) -> usize;

    fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const NONE: Self = 0;

            fn first_places(count: usize) -> Self {
                <$word>::MAX.checked_shr(<$word>::BITS - u32::try_from(count).unwrap_or(0)).unwrap_or(0)
            }

            fn only(place: usize) -> Self {
                1 << place
            }

            fn len(self) -> usize {
                self.count_ones() as usize
            }

            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
        }
    };
}

word!(u64);
word!(u128);

/// The places of a digit, numbered in ascending order of their cells.
pub(super) struct Places<W> {
    cells: Vec<usize>,
    /// By house, the places in it.
    pub(super) of_house: Vec<W>,
    /// By place, the places that it sees.
    pub(super) seen: Vec<W>,
    /// By place, a bit for each of its houses.
    pub(super) houses: Vec<u64>,
}

impl<W: Word> Places<W> {
    pub(super) fn new(state: &State<'_>, digit: usize) -> Self {
        let shape = state.shape();
        let cells: Vec<usize> = state.places(digit).iter().collect();
        let mut places = Self { cells, of_house: Vec::new(), seen: Vec::new(), houses: Vec::new() };
        places.of_house = shape.houses().iter().map(|&house| places.within(house)).collect();
        places.seen = places.cells.iter().map(|&cell| places.within(shape.peers(cell))).collect();
        let houses = |&cell: &usize| shape.houses_of(cell).iter().fold(0, |mask, &house| mask | 1 << house);
        places.houses = places.cells.iter().map(houses).collect();
        places
    }

    /// Returns the places in these cells.
    pub(super) fn within(&self, cells: CellSet) -> W {
        let places = self.cells.iter().enumerate().filter(|&(_, &cell)| cells.contains(cell));
        places.fold(W::NONE, |all, (place, _)| all | W::only(place))
    }

    pub(super) fn all(&self) -> W {
        W::first_places(self.cells.len())
    }

    /// Returns the places among `common` that all of these places see.
    pub(super) fn common(&self, mut places: W, mut common: W) -> W {
        while !places.is_empty() && !common.is_empty() {
            let place = places.first();
            places &= !W::only(place);
            common &= self.seen[place];
        }
        common
    }

    pub(super) fn cells(&self, mut places: W) -> CellSet {
        let mut cells = CellSet::EMPTY;
        while !places.is_empty() {
            let place = places.first();
            places &= !W::only(place);
            cells = cells.with(self.cells[place]);
        }
        cells
    }
}
