//! The search for fish of one digit. It chooses base houses, then covers each of their cells or
//! makes it a fin.

use super::places::{MAX_HOUSES, Places, Word};
use super::{Fish, MAX_CHAINED_FINS, MAX_ENDO_FINS, MAX_FINS};
use crate::techniques::flow::Flow;
use crate::{CellSet, FishFamily, FishFins, FishKind, Shape, State};

/// Base and cover houses of a search.
type Sides<'a> = (&'a [usize], &'a [usize]);

/// Calls `each` with every fish that removes the digit from `removable` cells. Fish with the same
/// base are passed consecutively.
///
/// The search finds nothing for a digit with more than 128 places, or on boards with more than
/// [`MAX_HOUSES`] houses.
pub(super) fn search(
    state: &State<'_>,
    digit: usize,
    kind: FishKind,
    sides: Sides<'_>,
    removable: CellSet,
    each: &mut dyn FnMut(&Fish) -> Flow,
) -> Flow {
    if state.shape().houses().len() > MAX_HOUSES {
        return Flow::Continue(());
    }
    match state.places(digit).len() {
        0..=64 => search_in(&Places::<u64>::new(state, digit), state.shape(), kind, sides, removable, each),
        65..=128 => {
            search_in(&Places::<u128>::new(state, digit), state.shape(), kind, sides, removable, each)
        }
        _ => Flow::Continue(()),
    }
}

fn search_in<W: Word>(
    places: &Places<W>,
    shape: &Shape,
    kind: FishKind,
    (bases, covers): Sides<'_>,
    removable: CellSet,
    each: &mut dyn FnMut(&Fish) -> Flow,
) -> Flow {
    let bases: Vec<usize> = bases.iter().copied().filter(|&house| places.of_house[house].len() > 1).collect();
    let max_covered = covers.iter().map(|&house| places.of_house[house].len()).max().unwrap_or(0);
    let allowed = covers.iter().fold(0_u64, |mask, &house| mask | 1 << house);
    let mut search = Search {
        places,
        removable: places.within(removable),
        shape,
        kind,
        bases,
        base: Vec::new(),
        cover: Vec::new(),
        max_covered,
        found: Vec::new(),
        each,
    };
    search.choose_base(0, W::NONE, W::NONE, allowed)
}

/// The state of a search for the covers of a base.
#[derive(Clone, Copy)]
struct Open<W> {
    /// Places of the base that are neither covered nor fins.
    left: W,
    fins: W,
    /// Number of fins that can still be added.
    fins_left: usize,
    /// The removable places that see all fins.
    seen: W,
    /// The digit's places in the cover so far.
    covered: W,
    /// The places in two cover houses.
    covered_twice: W,
    /// A bit for each house that can still be added.
    allowed: u64,
}

impl<W: Word> Open<W> {
    /// Returns the state after adding a house to the cover. Only the allowed houses may follow.
    fn and(self, of_house: W, allowed: u64) -> Self {
        Self {
            left: self.left & !of_house,
            covered: self.covered | of_house,
            covered_twice: self.covered_twice | (self.covered & of_house),
            allowed,
            ..self
        }
    }
}

struct Search<'a, W> {
    places: &'a Places<W>,
    /// The places that fish can remove.
    removable: W,
    shape: &'a Shape,
    kind: FishKind,
    bases: Vec<usize>,
    base: Vec<usize>,
    cover: Vec<usize>,
    /// Maximum number of places of a cover house.
    max_covered: usize,
    /// The fish of the current base.
    found: Vec<Fish>,
    each: &'a mut dyn FnMut(&Fish) -> Flow,
}

impl<W: Word> Search<'_, W> {
    /// Chooses the remaining base houses. `own` contains the places of the base so far, and `twice`
    /// those in two base houses.
    fn choose_base(&mut self, from: usize, own: W, twice: W, allowed: u64) -> Flow {
        if self.base.len() == self.kind.size {
            let max_fins = match self.kind.fins {
                FishFins::None => 0,
                FishFins::Finned | FishFins::Sashimi => MAX_FINS,
                FishFins::Chained => MAX_CHAINED_FINS,
            };
            let fins_left = max_fins - twice.len();
            let seen = self.places.common(twice, self.removable);
            let (left, covered, covered_twice) = (own & !twice, W::NONE, W::NONE);
            self.choose_cover(
                own,
                Open { left, fins: twice, fins_left, seen, covered, covered_twice, allowed },
            );
            // Fish are ordered by their covers.
            let mut found = std::mem::take(&mut self.found);
            found.sort_by(|one, other| one.cover.cmp(&other.cover));
            return found.iter().try_for_each(&mut *self.each);
        }
        for place in from..self.bases.len() {
            let house = self.bases[place];
            let of_house = self.places.of_house[house];
            let twice = twice | (own & of_house);
            let most = if self.kind.fins == FishFins::None { 0 } else { MAX_ENDO_FINS };
            // A house whose places are already all in the base adds nothing.
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

    /// Covers the remaining places, or makes them fins. Houses that were skipped are no longer
    /// allowed, so no cover is found twice.
    fn choose_cover(&mut self, own: W, mut open: Open<W>) {
        let houses_left = self.kind.size - self.cover.len();
        // Too many places remain for the remaining fins and cover houses.
        if open.left.len() > open.fins_left + houses_left * self.max_covered {
            return;
        }
        while !open.left.is_empty() {
            let place = open.left.first();
            let mut houses = self.places.houses[place] & open.allowed;
            open.allowed &= !houses;
            // Earlier houses of this place stay forbidden; later ones are allowed below.
            while houses != 0 {
                let house = houses.trailing_zeros() as usize;
                houses &= houses - 1;
                let covered = open.and(self.places.of_house[house], open.allowed | houses);
                if houses_left > 1 {
                    self.cover.push(house);
                    self.choose_cover(own, covered);
                    self.cover.pop();
                } else {
                    self.finish(own, covered, house);
                }
            }
            // Without a cover house, the place is a fin.
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

    /// Returns whether removed places must see all fins.
    fn has_to_see(&self) -> bool {
        self.kind.fins != FishFins::Chained
    }

    /// Adds the fish with this last cover house. All remaining places are fins.
    fn finish(&mut self, own: W, end: Open<W>, last: usize) {
        let fins = end.fins | end.left;
        let has_fins = self.kind.fins != FishFins::None;
        if fins.is_empty() == has_fins {
            return;
        }
        // A place in two cover houses would fill both of them.
        let mut removed = ((end.covered & !own) | (end.covered_twice & own)) & !fins;
        if self.has_to_see() {
            removed = self.places.common(end.left, removed & end.seen);
            if removed.is_empty() {
                return;
            }
        }
        if end.left.len() > end.fins_left {
            return;
        }
        self.cover.push(last);
        if self.kind.family == FishFamily::Basic || self.kind.is_made_of(self.shape, &self.base, &self.cover)
        {
            let mut cover = self.cover.clone();
            cover.sort_unstable();
            self.found.push(Fish {
                base: self.base.clone(),
                cover,
                fins: self.places.cells(fins),
                cells: self.places.cells(own & !fins),
                removed: self.places.cells(if has_fins { removed & end.seen } else { removed }),
            });
        }
        self.cover.pop();
    }
}
