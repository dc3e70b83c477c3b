//! HoDoKu's order of avoidable rectangles. HoDoKu finds only those with two placed digits side by
//! side in a box.

use crate::{State, Step};

/// Returns the sort key of a rectangle: the cells of the two digits, then the line of the other two
/// cells. Returns `None` if HoDoKu does not find the rectangle.
///
/// # Source
/// The source code of the hodoku-py port.
pub(super) fn sort_key(state: &State<'_>, step: &Step) -> Option<(usize, usize, usize)> {
    let cells = || step.cells.iter();
    let sides = cells().flat_map(|one| cells().map(move |other| (one, other)));
    let line = |cell: usize, is_row: bool| if is_row { cell / 9 } else { cell % 9 };
    let is_side = |&(one, other): &(usize, usize)| {
        let is_box = one / 27 == other / 27 && one % 9 / 3 == other % 9 / 3;
        let is_line = line(one, true) == line(other, true) || line(one, false) == line(other, false);
        one != other && is_box && is_line && state.value(one) != 0 && state.value(other) != 0
    };
    let far = |(one, other): (usize, usize)| {
        let is_row = line(one, true) == line(other, true);
        let far = cells().find(|&cell| line(cell, is_row) != line(one, is_row));
        far.map(|far| (one, other, line(far, is_row)))
    };
    // A blank corner has a digit of the rectangle and one other candidate.
    let is_seen = (step.cells & state.blanks()).iter().all(|cell| state.candidates(cell).len() == 2);
    sides.filter(is_side).filter_map(far).min().filter(|_| is_seen)
}
