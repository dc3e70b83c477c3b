//! The search for fish of one digit: a choice of base houses, then covers for the first cell that
//! has none, or a fin.

use super::places::{MOST_HOUSES, Places, Word};
use super::{Fish, MOST_CHAINED_FINS, MOST_ENDO_FINS, MOST_FINS};
use crate::techniques::flow::Flow;
use crate::{CellSet, FishFamily, FishFins, FishKind, Shape, State};

/// Base and cover houses of a search.
type Sides<'a> = (&'a [usize], &'a [usize]);

/// Calls `each` with every fish that takes something away, those of one base one after the other;
/// only such of these cells go as may.
///
/// None is found of a digit that has more than 128 cells, or where there are more houses than
/// [`MOST_HOUSES`].
pub(super) fn search(
    state: &State<'_>,
    digit: usize,
    kind: FishKind,
    sides: Sides<'_>,
    may_go: CellSet,
    each: &mut dyn FnMut(&Fish) -> Flow,
) -> Flow {
    if state.shape().houses().len() > MOST_HOUSES {
        return Flow::Continue(());
    }
    match state.places(digit).len() {
        0..=64 => search_in(&Places::<u64>::new(state, digit), state.shape(), kind, sides, may_go, each),
        65..=128 => search_in(&Places::<u128>::new(state, digit), state.shape(), kind, sides, may_go, each),
        _ => Flow::Continue(()),
    }
}

fn search_in<W: Word>(
    places: &Places<W>,
    shape: &Shape,
    kind: FishKind,
    (bases, covers): Sides<'_>,
    may_go: CellSet,
    each: &mut dyn FnMut(&Fish) -> Flow,
) -> Flow {
    let bases: Vec<usize> = bases.iter().copied().filter(|&house| places.of_house[house].len() > 1).collect();
    let most_covered = covers.iter().map(|&house| places.of_house[house].len()).max().unwrap_or(0);
    let allowed = covers.iter().fold(0_u64, |mask, &house| mask | 1 << house);
    let mut search = Search {
        places,
        may_go: places.within(may_go),
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

/// What a search has still to do below a base.
#[derive(Clone, Copy)]
struct Open<W> {
    /// Places of the base that are neither covered nor fins.
    left: W,
    fins: W,
    /// How many more fins there may be.
    fins_left: usize,
    /// What may go and sees all fins.
    seen: W,
    /// The digit's places in the cover so far.
    covered: W,
    /// Those of them that are in two of its houses.
    covered_twice: W,
    /// A bit for each house that may still be taken.
    allowed: u64,
}

impl<W: Word> Open<W> {
    /// With a house more in the cover, and only these to be taken after it.
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
    /// What may be taken away.
    may_go: W,
    shape: &'a Shape,
    kind: FishKind,
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
    /// Chooses the rest of the base; `own` are its places so far, `twice` those in two of its
    /// houses.
    fn choose_base(&mut self, from: usize, own: W, twice: W, allowed: u64) -> Flow {
        if self.base.len() == self.kind.size {
            let most_fins = match self.kind.fins {
                FishFins::None => 0,
                FishFins::Finned | FishFins::Sashimi => MOST_FINS,
                FishFins::Chained => MOST_CHAINED_FINS,
            };
            let fins_left = most_fins - twice.len();
            let seen = self.places.common(twice, self.may_go);
            let (left, covered, covered_twice) = (own & !twice, W::NONE, W::NONE);
            self.choose_cover(
                own,
                Open { left, fins: twice, fins_left, seen, covered, covered_twice, allowed },
            );
            // Those whose covers come first on the board are told first.
            let mut found = std::mem::take(&mut self.found);
            found.sort_by(|one, other| one.cover.cmp(&other.cover));
            return found.iter().try_for_each(&mut *self.each);
        }
        for place in from..self.bases.len() {
            let house = self.bases[place];
            let of_house = self.places.of_house[house];
            let twice = twice | (own & of_house);
            let most = if self.kind.fins == FishFins::None { 0 } else { MOST_ENDO_FINS };
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

    /// Covers the places that are left, or makes them fins, which these peers all see. Houses that
    /// were passed over are no longer allowed, so that no cover is found twice.
    fn choose_cover(&mut self, own: W, mut open: Open<W>) {
        let houses_left = self.kind.size - self.cover.len();
        // So many places at least are to be covered, also when more of them have become fins.
        if open.left.len() > open.fins_left + houses_left * self.most_covered {
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
                let covered = open.and(self.places.of_house[house], open.allowed | houses);
                if houses_left > 1 {
                    self.cover.push(house);
                    self.choose_cover(own, covered);
                    self.cover.pop();
                } else {
                    self.finish(own, covered, house);
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
        self.kind.fins != FishFins::Chained
    }

    /// Takes the fish that a last house makes: whatever it leaves is fins.
    fn finish(&mut self, own: W, end: Open<W>, last: usize) {
        let fins = end.fins | end.left;
        let has_fins = self.kind.fins != FishFins::None;
        if fins.is_empty() == has_fins {
            return;
        }
        // What is in two covers would fill both of them.
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
