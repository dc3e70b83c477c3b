//! Naked single: a cell with one candidate.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    for cell in state.blanks() {
        let Some(digit) = state.candidates(cell).single() else { continue };
        finder.take(Step {
            digits: DigitSet::only(digit),
            cells: CellSet::only(cell),
            ..Step::new(Technique::NakedSingle).placing(Candidate::new(cell, digit))
        })?;
    }
    Flow::Continue(())
}
