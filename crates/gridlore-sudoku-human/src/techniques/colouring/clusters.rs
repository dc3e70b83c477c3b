//! Clusters: the cells of a digit that strong links connect, in two colours.

use crate::{CellSet, State};

/// Returns the clusters of a digit, each as the cells of its two colours: either all cells of the
/// first colour hold the digit, or all cells of the second do.
pub(super) fn clusters(state: &State<'_>, digit: usize) -> Vec<[CellSet; 2]> {
    let shape = state.shape();
    let mut partners = vec![CellSet::EMPTY; shape.size()];
    for house in 0..shape.houses().len() {
        let cells = state.places_in(house, digit);
        if cells.len() == 2 {
            for cell in cells {
                partners[cell] |= cells.without(cell);
            }
        }
    }
    let mut seen = CellSet::EMPTY;
    let mut found = Vec::new();
    for start in state.places(digit) {
        if seen.contains(start) || partners[start].is_empty() {
            continue;
        }
        let mut colours = [CellSet::only(start), CellSet::EMPTY];
        let mut fresh = colours;
        while !fresh[0].is_empty() || !fresh[1].is_empty() {
            let reach = |cells: CellSet| cells.iter().fold(CellSet::EMPTY, |all, cell| all | partners[cell]);
            fresh = [reach(fresh[1]) - colours[0], reach(fresh[0]) - colours[1]];
            colours = [colours[0] | fresh[0], colours[1] | fresh[1]];
        }
        seen |= colours[0] | colours[1];
        found.push(colours);
    }
    found
}
