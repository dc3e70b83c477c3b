//! Hidden rectangle: a corner with candidates a and b, where a has no place outside the rectangle
//! in the row and the column of the opposite corner. With b in the opposite corner, the rectangle
//! would hold only a and b.

use super::rectangle::{Rectangle, blank_rectangles, first_pair};
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    for rectangle in blank_rectangles(state) {
        let only = finder.scope.one_pair_per_rectangle.then(|| first_pair(state, &rectangle));
        for place in 0..4 {
            let digits = state.candidates(rectangle.cells[place]);
            if digits.len() != 2 || only.is_some_and(|only| only != Some(digits)) {
                continue;
            }
            let (opposite, beside, below) = Rectangle::corners(place);
            let far = rectangle.cells[opposite];
            let next = [rectangle.cells[beside], rectangle.cells[below]];
            for a in digits.iter() {
                let Some(b) = digits.without(a).single() else { continue };
                // With b in the far corner, both neighbours are a, and the first corner is b.
                let is_possible = state.has(Candidate::new(far, b))
                    && next.iter().all(|&cell| state.has(Candidate::new(cell, a)));
                let only_here = |line: usize| state.places_in(line, a).is_subset(rectangle.set());
                if is_possible && only_here(shape.row(far)) && only_here(shape.side() + shape.column(far)) {
                    let step =
                        Step { digits, cells: rectangle.set(), ..Step::new(Technique::HiddenRectangle) };
                    finder.take(step.removing([Candidate::new(far, b)]))?;
                }
            }
        }
    }
    Flow::Continue(())
}
