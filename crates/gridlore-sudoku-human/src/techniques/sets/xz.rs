//! ALS-XZ: two almost locked sets that cannot both hold x. One of them therefore holds all its
//! other digits, and a common digit z is in one of the two. With two linking digits, both sets hold
//! all their other digits.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let links = finder.memo.set_links(state, finder.scope.overlapping_sets);
    let all = &links.all;
    for (first, one) in all.sets.iter().enumerate() {
        for &(second, restricted) in links.next[first].iter().filter(|(second, _)| *second > first) {
            let other = &all.sets[second];
            let common = one.digits & other.digits;
            // One set must not contain the other.
            if one.cells.is_subset(other.cells) || other.cells.is_subset(one.cells) || common.len() < 2 {
                continue;
            }
            let both = one.cells | other.cells;
            let mut gone: Vec<Candidate> = Vec::new();
            for z in common.iter() {
                if restricted.without(z).is_empty() {
                    continue;
                }
                let seen = all.seen(first, z) & all.seen(second, z);
                gone.extend(state.removals(z, seen - both));
            }
            let is_double = restricted.len() > 1 && !one.cells.intersects(other.cells);
            if is_double {
                for (number, set) in [(first, one), (second, other)] {
                    for digit in (set.digits - restricted).iter() {
                        gone.extend(state.removals(digit, all.seen(number, digit) - both));
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
