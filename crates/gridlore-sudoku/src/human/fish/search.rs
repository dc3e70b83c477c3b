//! The search for fish of one digit: a choice of base houses, then covers for the first cell that has none, or a fin.

use super::{Family, Fins, Fish, Kind, MOST_ENDO_FINS, MOST_FINS};
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
    let allowed = covers.iter().fold(0_u64, |mask, &house| mask | 1 << house);
    let mut search =
        Search { state, digit, kind, bases, base: Vec::new(), cover: Vec::new(), found: Vec::new(), each };
    search.choose_base(0, CellSet::EMPTY, CellSet::EMPTY, allowed)
}

struct Search<'a, F> {
    state: &'a State<'a>,
    digit: usize,
    kind: Kind,
    bases: Vec<usize>,
    base: Vec<usize>,
    cover: Vec<usize>,
    /// Fish of the present base.
    found: Vec<Fish>,
    each: &'a mut F,
}

impl<F: FnMut(&Fish) -> Flow> Search<'_, F> {
    /// Chooses the rest of the base; `cells` are its cells so far, `twice` those in two of its houses.
    fn choose_base(&mut self, from: usize, cells: CellSet, twice: CellSet, allowed: u64) -> Flow {
        if self.base.len() == self.kind.size {
            let peers = self.state.shape().common_peers(twice);
            self.choose_cover(cells, cells - twice, twice, peers, allowed);
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
    fn choose_cover(&mut self, cells: CellSet, left: CellSet, fins: CellSet, peers: CellSet, allowed: u64) {
        let Some(cell) = left.first() else { return self.finish(cells, fins, peers) };
        let mut allowed = allowed;
        if self.cover.len() < self.kind.size {
            let shape = self.state.shape();
            for &house in shape.houses_of(cell) {
                if allowed >> house & 1 == 0 {
                    continue;
                }
                allowed &= !(1 << house);
                self.cover.push(house);
                self.choose_cover(cells, left - shape.houses()[house], fins, peers, allowed);
                self.cover.pop();
            }
        }
        let peers = peers & self.state.shape().peers(cell);
        if self.kind.fins == Fins::None
            || fins.len() == MOST_FINS
            || !peers.intersects(self.state.places(self.digit))
        {
            return;
        }
        for &house in self.state.shape().houses_of(cell) {
            allowed &= !(1 << house);
        }
        self.choose_cover(cells, left.without(cell), fins.with(cell), peers, allowed);
    }

    fn finish(&mut self, cells: CellSet, fins: CellSet, peers: CellSet) {
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
        let removed = if has_fins { removed & peers } else { removed };
        if !removed.is_empty() {
            let mut cover = self.cover.clone();
            cover.sort_unstable();
            let (base, cells) = (self.base.clone(), cells - fins);
            self.found.push(Fish { base, cover, fins, cells, removed });
        }
    }
}
