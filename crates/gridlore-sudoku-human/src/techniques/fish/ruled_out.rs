//! The cells that cannot hold a digit whatever the others do: those through which it cannot go
//! across the whole board. Only they can be the prey of a fish, so that most digits need no search
//! at all.

use super::places::{MOST_HOUSES, Places, Word};
use crate::{CellSet, State};

/// After so many choices the rest may be anything; boards of the usual size need some dozens.
const MOST_CHOICES: usize = 4096;

/// The cells that are in no way for the digit to go across the board, and on large boards perhaps
/// some others.
pub(crate) fn ruled_out(state: &State<'_>, digit: usize) -> CellSet {
    let places = state.places(digit);
    if state.shape().houses().len() > MOST_HOUSES {
        return places;
    }
    match places.len() {
        0..=64 => ruled_out_in(&Places::<u64>::new(state, digit)),
        65..=128 => ruled_out_in(&Places::<u128>::new(state, digit)),
        _ => places,
    }
}

fn ruled_out_in<W: Word>(places: &Places<W>) -> CellSet {
    let mut crossing = Crossing { places, choices_left: MOST_CHOICES };
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

/// The search for ways across the board.
struct Crossing<'a, W> {
    places: &'a Places<W>,
    choices_left: usize,
}

impl<W: Word> Crossing<'_, W> {
    /// A way through a place, those that are still possible, and the houses that have none yet;
    /// through places of a kind rather than others.
    fn through(&mut self, place: W, possible: W, mut open: Vec<W>, rather: W) -> Option<W> {
        self.choices_left = self.choices_left.checked_sub(1)?;
        let possible = possible & !self.places.seen[place.first()];
        open.retain(|&house| (house & place).is_empty());
        let Some(mut next) = self.narrowest(&open, possible) else { return Some(place) };
        while !next.is_empty() {
            let preferred = if (next & rather).is_empty() { next } else { next & rather };
            let chosen = W::only(preferred.first());
            if let Some(way) = self.through(chosen, possible, open.clone(), rather) {
                return Some(way | place);
            }
            next &= !chosen;
        }
        None
    }

    /// What is left of the house with the fewest places, as far as that matters; `None` where all
    /// have one.
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

    /// Minimal puzzles with their candidates, and the same with some of them crossed out by a rule
    /// of no meaning, never those of the solution.
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

    /// Whether a digit can go across the rows from `row` on, past these cells, with one in every
    /// house.
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
    fn only_cells_that_no_way_across_the_board_goes_through_are_ruled_out() {
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
    fn fish_take_away_only_what_is_ruled_out() {
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
