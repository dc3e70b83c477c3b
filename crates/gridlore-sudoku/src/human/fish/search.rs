//! The search for fish of one digit: a choice of base houses, then covers for the first cell that has none, or a fin.

use super::{Family, Fins, Fish, Kind, MOST_CHAINED_FINS, MOST_ENDO_FINS, MOST_FINS};
use crate::human::step::Flow;
use crate::human::{CellSet, State};

/// Base and cover houses of a search.
type Sides<'a> = (&'a [usize], &'a [usize]);

/// Calls `each` with every fish that takes something away, those of one base one after the other.
pub(super) fn search(
    state: &State<'_>,
    digit: usize,
    kind: Kind,
    (bases, covers): Sides<'_>,
    each: &mut impl FnMut(&Fish) -> Flow,
) -> Flow {
    let bases: Vec<usize> =
        bases.iter().copied().filter(|&house| state.places_in(house, digit).len() > 1).collect();
    let most_covered = covers.iter().map(|&house| state.places_in(house, digit).len()).max().unwrap_or(0);
    let allowed = covers.iter().fold(0_u64, |mask, &house| mask | 1 << house);
    let mut search = Search {
        state,
        digit,
        kind,
        bases,
        base: Vec::new(),
        cover: Vec::new(),
        most_covered,
        found: Vec::new(),
        each,
    };
    search.choose_base(0, CellSet::EMPTY, CellSet::EMPTY, allowed)
}

/// What a search has still to do below a base.
#[derive(Debug, Clone, Copy)]
struct Open {
    /// Cells of the base that are neither covered nor fins.
    left: CellSet,
    fins: CellSet,
    /// How many more fins there may be.
    fins_left: usize,
    /// The digit's cells that see all fins.
    seen: CellSet,
    /// A bit for each house that may still be taken.
    allowed: u64,
}

struct Search<'a, F> {
    state: &'a State<'a>,
    digit: usize,
    kind: Kind,
    bases: Vec<usize>,
    base: Vec<usize>,
    cover: Vec<usize>,
    /// No house of the cover has more cells for the digit than these.
    most_covered: usize,
    /// Fish of the present base.
    found: Vec<Fish>,
    each: &'a mut F,
}

impl<F: FnMut(&Fish) -> Flow> Search<'_, F> {
    /// Chooses the rest of the base; `cells` are its cells so far, `twice` those in two of its houses.
    fn choose_base(&mut self, from: usize, cells: CellSet, twice: CellSet, allowed: u64) -> Flow {
        if self.base.len() == self.kind.size {
            let most_fins = match self.kind.fins {
                Fins::None => 0,
                Fins::Finned | Fins::Sashimi => MOST_FINS,
                Fins::Chained => MOST_CHAINED_FINS,
            };
            self.choose_cover(
                cells,
                Open {
                    left: cells - twice,
                    fins: twice,
                    fins_left: most_fins - twice.len(),
                    seen: self.state.places(self.digit) & self.state.shape().common_peers(twice),
                    allowed,
                },
            );
            // Those whose covers come first on the board are told first.
            let mut found = std::mem::take(&mut self.found);
            found.sort_by(|one, other| one.cover.cmp(&other.cover));
            return found.iter().try_for_each(&mut *self.each);
        }
        for place in from..self.bases.len() {
            let house = self.bases[place];
            let own = self.state.places_in(house, self.digit);
            let twice = twice | (cells & own);
            let most = if self.kind.fins == Fins::None { 0 } else { MOST_ENDO_FINS };
            // A house within the others adds nothing.
            if twice.len() > most || own.is_subset(cells) {
                continue;
            }
            self.base.push(house);
            let flow = self.choose_base(place + 1, cells | own, twice, allowed & !(1 << house));
            self.base.pop();
            flow?;
        }
        Flow::Continue(())
    }

    /// Covers the cells that are left, or makes them fins, which these peers all see. Houses that were passed over are no longer allowed, so that no
    /// cover is found twice.
    fn choose_cover(&mut self, cells: CellSet, mut open: Open) {
        let houses_left = self.kind.size - self.cover.len();
        // So many cells at least are to be covered, also when more of them have become fins.
        let least_covered = open.left.len().saturating_sub(open.fins_left);
        if least_covered > houses_left * self.most_covered {
            return;
        }
        let shape = self.state.shape();
        while let Some(cell) = open.left.first() {
            for &house in shape.houses_of(cell) {
                if open.allowed >> house & 1 == 0 {
                    continue;
                }
                open.allowed &= !(1 << house);
                let own = shape.houses()[house];
                let left = open.left - own;
                if houses_left > 1 {
                    self.cover.push(house);
                    self.choose_cover(cells, Open { left, ..open });
                    self.cover.pop();
                } else if (open.left & own).len() >= least_covered {
                    // Whatever the last house leaves is fins.
                    let seen = open.seen & self.seen_by(left);
                    if !seen.is_empty() {
                        self.cover.push(house);
                        self.finish(cells, open.fins | left, seen);
                        self.cover.pop();
                    }
                }
            }
            // Without any of its houses, it is a fin.
            open.seen &= self.seen_by(CellSet::only(cell));
            if open.fins_left == 0 || open.seen.is_empty() {
                return;
            }
            open.fins_left -= 1;
            open.left = open.left.without(cell);
            open.fins = open.fins.with(cell);
        }
    }

    /// What sees all these fins, if it has to.
    fn seen_by(&self, fins: CellSet) -> CellSet {
        let shape = self.state.shape();
        if self.kind.fins == Fins::Chained {
            CellSet::first_cells(shape.size())
        } else {
            shape.common_peers(fins)
        }
    }

    fn finish(&mut self, cells: CellSet, fins: CellSet, seen: CellSet) {
        let has_fins = self.kind.fins != Fins::None;
        if self.cover.len() < self.kind.size || fins.is_empty() == has_fins {
            return;
        }
        if self.kind.family != Family::Basic
            && !self.kind.is_made_of(self.state.shape(), &self.base, &self.cover)
        {
            return;
        }
        let (mut covered, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for &house in &self.cover {
            let own = self.state.places_in(house, self.digit);
            twice |= covered & own;
            covered |= own;
        }
        // What is in two covers would fill both of them.
        let removed = ((covered - cells) | (twice & cells)) - fins;
        let removed = if has_fins { removed & seen } else { removed };
        if !removed.is_empty() {
            let mut cover = self.cover.clone();
            cover.sort_unstable();
            let (base, cells) = (self.base.clone(), cells - fins);
            self.found.push(Fish { base, cover, fins, cells, removed });
        }
    }
}
