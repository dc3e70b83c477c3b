//! Simple colours: a cell that sees both colours of a cluster cannot hold the digit (trap), and a
//! colour with two cells that see each other is false (wrap).

use super::clusters::clusters;
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, Step, Technique};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    for digit in state.digits() {
        for colours in clusters(state, digit) {
            let step = Step {
                digits: DigitSet::only(digit),
                cells: colours[0] | colours[1],
                colours: colours.to_vec(),
                ..Step::new(technique)
            };
            let sees =
                |cells: CellSet| cells.iter().fold(CellSet::EMPTY, |all, cell| all | shape.peers(cell));
            if technique == Technique::SimpleColorsTrap {
                let between = sees(colours[0]) & sees(colours[1]);
                finder.take(step.removing(state.removals(digit, between - colours[0] - colours[1])))?;
            } else {
                let wrapped = colours.into_iter().filter(|&colour| sees(colour).intersects(colour));
                let cells = wrapped.fold(CellSet::EMPTY, |all, colour| all | colour);
                finder.take(step.removing(cells.iter().map(|cell| Candidate::new(cell, digit))))?;
            }
        }
    }
    Flow::Continue(())
}
