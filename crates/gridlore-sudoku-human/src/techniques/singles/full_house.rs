//! Full house: a house with one blank cell.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, DigitSet, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    for (house, &cells) in shape.houses().iter().enumerate() {
        let Some(cell) = (cells & state.blanks()).single() else { continue };
        let Some(digit) = state.candidates(cell).single() else { continue };
        finder.take(Step {
            digits: DigitSet::only(digit),
            cells,
            houses: vec![house],
            ..Step::new(Technique::FullHouse).placing(Candidate::new(cell, digit))
        })?;
    }
    Flow::Continue(())
}
