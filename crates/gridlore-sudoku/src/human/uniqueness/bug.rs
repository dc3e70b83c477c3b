//! BUG+1: every blank cell has two candidates and every digit two cells in each house, but for one cell with a third. Without that third the puzzle would have two solutions.

use crate::human::step::{Finder, Flow};
use crate::human::{Candidate, CellSet, Digits, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let more = state.blanks() - state.bivalues();
    let Some(cell) = more.single() else { return Flow::Continue(()) };
    if state.candidates(cell).len() != 3 {
        return Flow::Continue(());
    }
    for digit in state.candidates(cell).iter() {
        let is_even = (0..shape.houses().len()).all(|house| {
            state.digits().all(|other| {
                let count = state.places_in(house, other).len();
                let is_extra = other == digit && shape.houses()[house].contains(cell);
                if is_extra { count == 3 } else { matches!(count, 0 | 2) }
            })
        });
        if is_even {
            let others = state.candidates(cell).without(digit);
            finder.take(
                Step {
                    digits: Digits::only(digit),
                    cells: CellSet::only(cell),
                    ..Step::new(Technique::BugPlusOne)
                }
                .removing(others.iter().map(|other| Candidate::new(cell, other))),
            )?;
        }
    }
    Flow::Continue(())
}
