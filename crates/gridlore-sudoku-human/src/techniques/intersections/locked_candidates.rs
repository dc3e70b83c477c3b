//! Locked candidates: a digit whose places in one house all lie in another house as well. Pointing
//! starts from a box or a region; claiming starts from a line.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{DigitSet, Step, Technique};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    for house in 0..shape.houses().len() {
        if shape.is_line(house) != (technique == Technique::Claiming) {
            continue;
        }
        for digit in state.digits() {
            let cells = state.places_in(house, digit);
            if cells.len() < 2 {
                continue;
            }
            for cover in shape.common_houses(cells).filter(|&cover| cover != house) {
                finder.take(
                    Step {
                        digits: DigitSet::only(digit),
                        cells,
                        houses: vec![house],
                        covers: vec![cover],
                        ..Step::new(technique)
                    }
                    .removing(state.removals(digit, shape.houses()[cover] - cells)),
                )?;
            }
        }
    }
    Flow::Continue(())
}
