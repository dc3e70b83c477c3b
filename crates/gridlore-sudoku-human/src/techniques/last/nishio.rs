//! Nishio: a digit is tried in a cell. Its other places then follow one by one, each as the last in
//! its house, until a house has none left. The cell therefore cannot hold the digit.
//!
//! # Source
//! Named after Tetsuya Nishio; Sudoku Explainer has a rating for it.

use super::trail::Trail;
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    for digit in state.digits() {
        for cell in finder.memo.ruled_out(state, digit) {
            let premise = Candidate::new(cell, digit);
            let mut trail = Trail::of_digit(state, digit);
            let Some(ends) = trail.suppose(premise) else { continue };
            let mut step = Step { nets: vec![trail.net(&ends)], ..Step::new(Technique::Nishio) };
            step.digits = step.nodes().map(|node| node.digit).collect();
            step.cells = step.nodes().fold(CellSet::EMPTY, |all, node| all | node.cells);
            finder.take(step.removing([premise]))?;
        }
    }
    Flow::Continue(())
}
