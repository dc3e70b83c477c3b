//! Which avoidable rectangles HoDoKu sees, and which first: those with two placed digits side by
//! side in a box, the first of them first.

use crate::{State, Step};

/// When a rectangle's turn comes: by the first of the two digits, by the other, by the line in
/// which the other two cells lie. `None` where HoDoKu does not see it.
///
/// # Source
/// The port hodoku-py was read for this.
pub(super) fn turn(state: &State<'_>, step: &Step) -> Option<(usize, usize, usize)> {
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
    // A blank corner holds a digit of the rectangle, and one more.
    let is_seen = (step.cells & state.blanks()).iter().all(|cell| state.candidates(cell).len() == 2);
    sides.filter(is_side).filter_map(far).min().filter(|_| is_seen)
}
