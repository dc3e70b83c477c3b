//! Avoidable rectangles: placed digits (not givens) that would alternate in the corners of a
//! rectangle.

use super::rectangle::{Rectangle, rectangles};
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, Step, Technique};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let blank_count = if technique == Technique::AvoidableRectangle1 { 1 } else { 2 };
    for rectangle in rectangles(shape) {
        let cells = rectangle.set();
        let blanks = cells & state.blanks();
        if cells.intersects(state.givens()) || blanks.len() != blank_count {
            continue;
        }
        let Some(wanted) = wanted(finder, &rectangle) else { continue };
        let digits: DigitSet = wanted.into_iter().collect();
        let open: Vec<(usize, usize)> = (0..4)
            .map(|place| (rectangle.cells[place], wanted[place]))
            .filter(|(cell, _)| blanks.contains(*cell))
            .collect();
        if !open.iter().all(|&(cell, digit)| state.has(Candidate::new(cell, digit))) {
            continue;
        }
        let step = Step { digits, cells, ..Step::new(technique) };
        if let [(cell, digit)] = open[..] {
            finder.take(step.removing([Candidate::new(cell, digit)]))?;
            continue;
        }
        let extra = open
            .iter()
            .fold(DigitSet::EMPTY, |all, &(cell, digit)| all | state.candidates(cell).without(digit));
        if let Some(digit) = extra.single() {
            let roof: CellSet = open.iter().map(|&(cell, _)| cell).collect();
            finder.take(step.removing(state.removals(digit, shape.common_peers(roof))))?;
        }
    }
    Flow::Continue(())
}

/// Returns the alternating digits of the four corners that fit the placed digits, provided that two
/// different digits are placed.
fn wanted(finder: &Finder<'_>, rectangle: &Rectangle) -> Option<[usize; 4]> {
    let values = rectangle.cells.map(|cell| finder.state.value(cell));
    // Corners 0 and 3 hold the same digit, and so do corners 1 and 2.
    let known = |one: usize, other: usize| if values[one] == 0 { values[other] } else { values[one] };
    let (first, second) = (known(0, 3), known(1, 2));
    if first == 0 || second == 0 || first == second {
        return None;
    }
    let wanted = [first, second, second, first];
    (0..4).all(|place| values[place] == 0 || values[place] == wanted[place]).then_some(wanted)
}
