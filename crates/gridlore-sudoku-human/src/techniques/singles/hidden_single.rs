//! Hidden single: a digit with one cell left in a house.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, DigitSet, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    for house in shape.boxes_first() {
        for digit in state.digits() {
            let Some(cell) = state.places_in(house, digit).single() else { continue };
            finder.take(Step {
                digits: DigitSet::only(digit),
                cells: shape.houses()[house],
                houses: vec![house],
                ..Step::new(Technique::HiddenSingle).placing(Candidate::new(cell, digit))
            })?;
        }
    }
    Flow::Continue(())
}
