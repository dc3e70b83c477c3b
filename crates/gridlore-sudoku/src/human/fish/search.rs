//! The search for fish of one digit: a choice of base houses, then covers for the first cell that has none, or a fin.
//!
//! The cells that may hold the digit are numbered, so that a set of them is one machine word, and so are the houses.

use super::{Family, Fins, Fish, Kind, MOST_CHAINED_FINS, MOST_ENDO_FINS, MOST_FINS};
use crate::human::step::Flow;
use crate::human::{CellSet, Shape, State};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Base and cover houses of a search.
type Sides<'a> = (&'a [usize], &'a [usize]);

/// Calls `each` with every fish that takes something away, those of one base one after the other.
///
/// None is found of a digit that has more than 128 cells, or where there are more than 64 houses.
pub(super) fn search(
    state: &State<'_>,
    digit: usize,
    kind: Kind,
    sides: Sides<'_>,
    each: &mut dyn FnMut(&Fish) -> Flow,
) -> Flow {
    if state.shape().houses().len() > 64 {
        return Flow::Continue(());
    }
    match state.places(digit).len() {
        0..=64 => search_in(&Places::<u64>::new(state, digit), state.shape(), kind, sides, each),
        65..=128 => search_in(&Places::<u128>::new(state, digit), state.shape(), kind, sides, each),
        _ => Flow::Continue(()),
    }
}

fn search_in<W: Word>(
    places: &Places<W>,
    shape: &Shape,
    kind: Kind,
    (bases, covers): Sides<'_>,
    each: &mut dyn FnMut(&Fish) -> Flow,
) -> Flow {
    let bases: Vec<usize> = bases.iter().copied().filter(|&house| places.of_house[house].len() > 1).collect();
    let most_covered = covers.iter().map(|&house| places.of_house[house].len()).max().unwrap_or(0);
    let allowed = covers.iter().fold(0_u64, |mask, &house| mask | 1 << house);
    let mut search = Search {
        places,
        shape,
        kind,
        bases,
        base: Vec::new(),
        cover: Vec::new(),
        most_covered,
        found: Vec::new(),
        each,
    };
    search.choose_base(0, W::NONE, W::NONE, allowed)
}

/// A set of numbered places.
trait Word:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    const NONE: Self;

    /// The places below `count`.
    fn first_places(count: usize) -> Self;
    fn only(place: usize) -> Self;
    fn len(self) -> usize;
    /// The first place of a set that has one.
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

/// The cells that may hold a digit, numbered as they rise.
struct Places<W> {
    cells: Vec<usize>,
    of_house: Vec<W>,
    /// By place, those that it sees.
    seen: Vec<W>,
    /// By place, a bit for each house that it is in.
    houses: Vec<u64>,
}

impl<W: Word> Places<W> {
    fn new(state: &State<'_>, digit: usize) -> Self {
        let shape = state.shape();
        let cells: Vec<usize> = state.places(digit).iter().collect();
        let within = |set: CellSet| {
            let places = cells.iter().enumerate().filter(|&(_, &cell)| set.contains(cell));
            places.fold(W::NONE, |all, (place, _)| all | W::only(place))
        };
        let of_house = shape.houses().iter().map(|&house| within(house)).collect();
        let seen = cells.iter().map(|&cell| within(shape.peers(cell))).collect();
        let houses = |&cell: &usize| shape.houses_of(cell).iter().fold(0, |mask, &house| mask | 1 << house);
        let houses = cells.iter().map(houses).collect();
        Self { of_house, seen, houses, cells }
    }

    fn all(&self) -> W {
        W::first_places(self.cells.len())
    }

    /// What each of these sees.
    fn common(&self, mut places: W) -> W {
        let mut common = self.all();
        while !places.is_empty() {
            let place = places.first();
            places &= !W::only(place);
            common &= self.seen[place];
        }
        common
    }

    fn cells(&self, mut places: W) -> CellSet {
        let mut cells = CellSet::EMPTY;
        while !places.is_empty() {
            let place = places.first();
            places &= !W::only(place);
            cells = cells.with(self.cells[place]);
        }
        cells
    }
}

/// What a search has still to do below a base.
#[derive(Clone, Copy)]
struct Open<W> {
    /// Places of the base that are neither covered nor fins.
    left: W,
    fins: W,
    /// How many more fins there may be.
    fins_left: usize,
    /// The digit's places that see all fins.
    seen: W,
    /// A bit for each house that may still be taken.
    allowed: u64,
}

struct Search<'a, W> {
    places: &'a Places<W>,
    shape: &'a Shape,
    kind: Kind,
    bases: Vec<usize>,
    base: Vec<usize>,
    cover: Vec<usize>,
    /// No house of the cover has more places for the digit than these.
    most_covered: usize,
    /// Fish of the present base.
    found: Vec<Fish>,
    each: &'a mut dyn FnMut(&Fish) -> Flow,
}

impl<W: Word> Search<'_, W> {
    /// Chooses the rest of the base; `own` are its places so far, `twice` those in two of its houses.
    fn choose_base(&mut self, from: usize, own: W, twice: W, allowed: u64) -> Flow {
        if self.base.len() == self.kind.size {
            let most_fins = match self.kind.fins {
                Fins::None => 0,
                Fins::Finned | Fins::Sashimi => MOST_FINS,
                Fins::Chained => MOST_CHAINED_FINS,
            };
            let fins_left = most_fins - twice.len();
            let seen = self.places.common(twice);
            self.choose_cover(own, Open { left: own & !twice, fins: twice, fins_left, seen, allowed });
            // Those whose covers come first on the board are told first.
            let mut found = std::mem::take(&mut self.found);
            found.sort_by(|one, other| one.cover.cmp(&other.cover));
            return found.iter().try_for_each(&mut *self.each);
        }
        for place in from..self.bases.len() {
            let house = self.bases[place];
            let of_house = self.places.of_house[house];
            let twice = twice | (own & of_house);
            let most = if self.kind.fins == Fins::None { 0 } else { MOST_ENDO_FINS };
            // A house within the others adds nothing.
            if twice.len() > most || (of_house & !own).is_empty() {
                continue;
            }
            self.base.push(house);
            let flow = self.choose_base(place + 1, own | of_house, twice, allowed & !(1 << house));
            self.base.pop();
            flow?;
        }
        Flow::Continue(())
    }

    /// Covers the places that are left, or makes them fins, which these peers all see. Houses that were passed over are no longer allowed, so that no
    /// cover is found twice.
    fn choose_cover(&mut self, own: W, mut open: Open<W>) {
        let houses_left = self.kind.size - self.cover.len();
        // So many places at least are to be covered, also when more of them have become fins.
        let least_covered = open.left.len().saturating_sub(open.fins_left);
        if least_covered > houses_left * self.most_covered {
            return;
        }
        while !open.left.is_empty() {
            let place = open.left.first();
            let mut houses = self.places.houses[place] & open.allowed;
            open.allowed &= !houses;
            // Those of a place that come before stay forbidden, those after are allowed below.
            while houses != 0 {
                let house = houses.trailing_zeros() as usize;
                houses &= houses - 1;
                let left = open.left & !self.places.of_house[house];
                if houses_left > 1 {
                    self.cover.push(house);
                    self.choose_cover(own, Open { left, allowed: open.allowed | houses, ..open });
                    self.cover.pop();
                } else if open.left.len() - left.len() >= least_covered {
                    // Whatever the last house leaves is fins.
                    let seen =
                        if self.has_to_see() { open.seen & self.places.common(left) } else { open.seen };
                    if !seen.is_empty() {
                        self.cover.push(house);
                        self.finish(own, open.fins | left, seen);
                        self.cover.pop();
                    }
                }
            }
            // Without any of its houses, it is a fin.
            if self.has_to_see() {
                open.seen &= self.places.seen[place];
            }
            if open.fins_left == 0 || open.seen.is_empty() {
                return;
            }
            open.fins_left -= 1;
            open.left &= !W::only(place);
            open.fins |= W::only(place);
        }
    }

    /// Whether what goes has to see all fins.
    fn has_to_see(&self) -> bool {
        self.kind.fins != Fins::Chained
    }

    fn finish(&mut self, own: W, fins: W, seen: W) {
        let has_fins = self.kind.fins != Fins::None;
        if self.cover.len() < self.kind.size || fins.is_empty() == has_fins {
            return;
        }
        if self.kind.family != Family::Basic && !self.kind.is_made_of(self.shape, &self.base, &self.cover) {
            return;
        }
        let (mut covered, mut twice) = (W::NONE, W::NONE);
        for &house in &self.cover {
            let of_house = self.places.of_house[house];
            twice |= covered & of_house;
            covered |= of_house;
        }
        // What is in two covers would fill both of them.
        let removed = ((covered & !own) | (twice & own)) & !fins;
        let removed = if has_fins { removed & seen } else { removed };
        if !removed.is_empty() || self.kind.fins == Fins::Chained {
            let mut cover = self.cover.clone();
            cover.sort_unstable();
            self.found.push(Fish {
                base: self.base.clone(),
                cover,
                fins: self.places.cells(fins),
                cells: self.places.cells(own & !fins),
                removed: self.places.cells(removed),
            });
        }
    }
}
