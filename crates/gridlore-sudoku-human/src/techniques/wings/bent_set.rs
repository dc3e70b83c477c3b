//! WXYZ-Wing, VWXYZ-Wing and larger wings: N cells in two houses with N candidates, where every
//! digit except one fits only once, because its places see each other. The remaining digit must
//! therefore be in one of the cells, and cells that see all its places cannot hold it.
//!
//! # Source
//! Extensions of the XYZ-Wing that are known from players' forums. Sudoku Explainer's descendants
//! call them bent sets.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{CellSet, DigitSet, State, Step, Technique};
use std::collections::HashSet;

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let count = match technique {
        Technique::WxyzWing => 4,
        Technique::VwxyzWing => 5,
        Technique::UvwxyzWing => 6,
        _ => 7,
    };
    let (state, shape) = (finder.state, finder.state.shape());
    let houses = shape.houses();
    // The same cells may lie in several pairs of houses.
    let mut known: HashSet<CellSet> = HashSet::new();
    for (index, &house) in houses.iter().enumerate() {
        // Search for large wings only in a line and a box that share several cells.
        let min_shared = if count > 5 { 2 } else { 1 };
        for &other in houses[index + 1..].iter().filter(|&&other| (other & house).len() >= min_shared) {
            let is_fit = |&cell: &usize| (2..=count).contains(&state.candidates(cell).len());
            let cells: Vec<usize> = (state.blanks() & (house | other)).iter().filter(is_fit).collect();
            sets(state, &cells, count, (CellSet::EMPTY, DigitSet::EMPTY), &mut |set, digits| {
                // A digit whose places do not all see each other fits more than once.
                let is_free = |digit: &usize| {
                    let places = set & state.places(*digit);
                    places.iter().any(|cell| !places.without(cell).is_subset(shape.peers(cell)))
                };
                let mut free = digits.iter().filter(is_free);
                let (Some(digit), None) = (free.next(), free.next()) else { return Flow::Continue(()) };
                if !known.insert(set) {
                    return Flow::Continue(());
                }
                let seen = shape.common_peers(set & state.places(digit));
                finder.take(
                    Step { digits, cells: set, ..Step::new(technique) }.removing(state.removals(digit, seen)),
                )
            })?;
        }
    }
    Flow::Continue(())
}

/// Calls `each` with the sets of `count` cells that have `count` candidates and extend the chosen
/// cells.
fn sets(
    state: &State<'_>,
    cells: &[usize],
    count: usize,
    (chosen, digits): (CellSet, DigitSet),
    each: &mut impl FnMut(CellSet, DigitSet) -> Flow,
) -> Flow {
    if chosen.len() == count {
        return if digits.len() == count { each(chosen, digits) } else { Flow::Continue(()) };
    }
    for (place, &cell) in cells.iter().enumerate() {
        let all = digits | state.candidates(cell);
        if all.len() <= count {
            sets(state, &cells[place + 1..], count, (chosen.with(cell), all), each)?;
        }
    }
    Flow::Continue(())
}
