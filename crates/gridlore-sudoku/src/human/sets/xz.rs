//! ALS-XZ: two almost locked sets that cannot both hold x; so one of them holds all its other digits, and a common z is in one of the two. Doubly linked, they hold all their other digits both.

use super::almost::almost_locked_sets;
use crate::human::step::{Finder, Flow};
use crate::human::{Candidate, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let sets = almost_locked_sets(state);
    for (place, one) in sets.iter().enumerate() {
        for other in &sets[place + 1..] {
            let common = one.digits & other.digits;
            // One cell within another set's cells is no second set.
            if common.len() < 2
                || (one.cells | other.cells) == one.cells
                || (one.cells | other.cells) == other.cells
                || (!finder.scope.overlapping_sets && one.cells.intersects(other.cells))
            {
                continue;
            }
            let restricted = one.restricted(state, other);
            if restricted.is_empty() {
                continue;
            }
            let both = one.cells | other.cells;
            let mut gone: Vec<Candidate> = Vec::new();
            for z in common.iter() {
                if restricted.without(z).is_empty() {
                    continue;
                }
                let seen = shape.common_peers(one.places(state, z) | other.places(state, z));
                gone.extend(state.removals(z, seen - both));
            }
            let is_double = restricted.len() > 1 && !one.cells.intersects(other.cells);
            if is_double {
                for set in [one, other] {
                    for digit in (set.digits - restricted).iter() {
                        gone.extend(state.removals(digit, set.seen(state, digit) - both));
                    }
                }
            }
            finder.take(
                Step {
                    digits: common,
                    cells: both,
                    sets: vec![*one, *other],
                    links: restricted,
                    ..Step::new(Technique::AlsXz)
                }
                .removing(gone),
            )?;
        }
    }
    Flow::Continue(())
}
