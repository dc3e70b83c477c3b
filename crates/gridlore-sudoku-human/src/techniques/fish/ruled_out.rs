//! The cells that cannot hold a digit, regardless of all other digits, because no placement of the
//! digit in every house uses them. Fish can eliminate only from these cells, so most digits need no
//! search.

use super::places::{MAX_HOUSES, Places, Word};
use crate::{CellSet, State};

/// Maximum number of choices in the search; boards of the standard size need a few dozen.
const MAX_CHOICES: usize = 4096;

/// Returns the cells that no placement of the digit in every house uses. On large boards, the set
/// may contain other cells as well.
pub(crate) fn ruled_out(state: &State<'_>, digit: usize) -> CellSet {
    let places = state.places(digit);
    if state.shape().houses().len() > MAX_HOUSES {
        return places;
    }
    match places.len() {
        0..=64 => ruled_out_in(&Places::<u64>::new(state, digit)),
        65..=128 => ruled_out_in(&Places::<u128>::new(state, digit)),
        _ => places,
    }
}

fn ruled_out_in<W: Word>(places: &Places<W>) -> CellSet {
    let mut crossing = Crossing { places, choices_left: MAX_CHOICES };
    let (mut ruled_out, mut unknown) = (W::NONE, places.all());
    while !unknown.is_empty() {
        let place = W::only(unknown.first());
        let open = places.of_house.iter().copied().filter(|house| !house.is_empty()).collect();
        match crossing.through(place, places.all(), open, unknown) {
            Some(way) => unknown &= !way,
            None => {
                ruled_out |= place;
                unknown &= !place;
            }
        }
    }
    places.cells(ruled_out)
}

/// The search for placements of the digit in every house.
struct Crossing<'a, W> {
    places: &'a Places<W>,
    choices_left: usize,
}

impl<W: Word> Crossing<'_, W> {
    /// Returns a placement that includes this place and otherwise only possible places, with one
    /// place in each open house. Preferred places are tried first.
    fn through(&mut self, place: W, possible: W, mut open: Vec<W>, preferred: W) -> Option<W> {
        self.choices_left = self.choices_left.checked_sub(1)?;
        let possible = possible & !self.places.seen[place.first()];
        open.retain(|&house| (house & place).is_empty());
        let Some(mut next) = self.narrowest(&open, possible) else { return Some(place) };
        while !next.is_empty() {
            let candidates = if (next & preferred).is_empty() { next } else { next & preferred };
            let chosen = W::only(candidates.first());
            if let Some(way) = self.through(chosen, possible, open.clone(), preferred) {
                return Some(way | place);
            }
            next &= !chosen;
        }
        None
    }

    /// Returns the possible places of the open house that has the fewest, or `None` if no house is
    /// open.
    fn narrowest(&self, open: &[W], possible: W) -> Option<W> {
        let mut narrowest: Option<(usize, W)> = None;
        for &house in open {
            let left = house & possible;
            let count = left.len();
            if narrowest.is_none_or(|(least, _)| count < least) {
                narrowest = Some((count, left));
            }
        }
        narrowest.map(|(_, left)| left)
    }
}

#[cfg(test)]
mod tests {
    use super::ruled_out;
    use crate::techniques::fish::search::search;
    use crate::{Candidate, CellSet, FishFamily, FishFins, FishKind, State, solutions_up_to};
    use gridlore_sudoku::{Level, generated};
    use std::ops::ControlFlow;

    /// Calls `each` with minimal puzzles, and with the same puzzles without some arbitrary
    /// candidates that are not in the solution.
    fn each_state(mut each: impl FnMut(&State<'_>)) {
        for seed in 0..6_u8 {
            let puzzle = generated(Level::Minimal, seed.into());
            let mut state = State::usual(puzzle.values());
            each(&state);
            let solution = solutions_up_to(&state, 1).remove(0);
            for cell in state.blanks() {
                for digit in state.candidates(cell).iter() {
                    if solution[cell] != digit && (7 * cell + 5 * digit + usize::from(seed)).is_multiple_of(4)
                    {
                        state.remove(Candidate::new(cell, digit));
                    }
                }
            }
            each(&state);
        }
    }

    /// Returns whether a digit can be placed in the rows from `row` on, in addition to these cells,
    /// with one cell in every house.
    fn can_cross(state: &State<'_>, digit: usize, row: usize, chosen: CellSet) -> bool {
        let shape = state.shape();
        if row == shape.side() {
            let is_served = |house: &CellSet| {
                house.intersects(chosen) || !house.iter().any(|cell| state.places(digit).contains(cell))
            };
            return shape.houses().iter().all(is_served);
        }
        let places = state.places_in(row, digit);
        let can_go_by = |cell| {
            !shape.peers(cell).intersects(chosen) && can_cross(state, digit, row + 1, chosen.with(cell))
        };
        if places.is_empty() || places.intersects(chosen) {
            can_cross(state, digit, row + 1, chosen)
        } else {
            places.iter().any(can_go_by)
        }
    }

    #[test]
    fn cells_without_a_placement_are_ruled_out() {
        let mut count = 0;
        each_state(|state| {
            for digit in state.digits() {
                let found = ruled_out(state, digit);
                for cell in state.places(digit) {
                    let is_possible = can_cross(state, digit, 0, CellSet::only(cell));
                    assert_eq!(found.contains(cell), !is_possible, "{digit} in cell {cell}");
                }
                count += found.len();
            }
        });
        assert!(count > 50, "{count}");
    }

    #[test]
    fn fish_only_remove_ruled_out_candidates() {
        let mut count = 0;
        each_state(|state| {
            for (family, fins, size) in [
                (FishFamily::Basic, FishFins::Finned, 3),
                (FishFamily::Franken, FishFins::None, 2),
                (FishFamily::Franken, FishFins::Finned, 3),
                (FishFamily::Mutant, FishFins::Finned, 2),
            ] {
                let kind = FishKind { family, fins, size };
                for digit in state.digits() {
                    let possible = ruled_out(state, digit);
                    for (bases, covers) in kind.sides(state.shape()) {
                        let anything = state.places(digit);
                        let _ = search(state, digit, kind, (&bases, &covers), anything, &mut |fish| {
                            assert!(fish.removed.is_subset(possible), "{digit}: {fish:?}");
                            count += 1;
                            ControlFlow::Continue(())
                        });
                    }
                }
            }
        });
        assert!(count > 100, "{count}");
    }
}
