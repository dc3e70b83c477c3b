//! Multi colours: two clusters of a digit. If a colour of one sees a colour of the other, at least
//! one of the opposite colours is true, and cells that see both cannot hold the digit (type 1). A
//! colour that sees both colours of the other cluster is false (type 2).

use super::clusters::clusters;
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, Step, Technique};

pub(super) fn find(technique: Technique, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let sees = |cells: CellSet| cells.iter().fold(CellSet::EMPTY, |all, cell| all | shape.peers(cell));
    for digit in state.digits() {
        let clusters = clusters(state, digit);
        for (place, one) in clusters.iter().enumerate() {
            for other in clusters.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, other)| other) {
                let step = Step {
                    digits: DigitSet::only(digit),
                    cells: one[0] | one[1] | other[0] | other[1],
                    colours: vec![one[0], one[1], other[0], other[1]],
                    ..Step::new(technique)
                };
                let mut removed = CellSet::EMPTY;
                for mine in 0..2 {
                    let seen = sees(one[mine]);
                    if technique == Technique::MultiColors2 {
                        if seen.intersects(other[0]) && seen.intersects(other[1]) {
                            removed |= one[mine];
                        }
                        continue;
                    }
                    for yours in 0..2 {
                        if seen.intersects(other[yours]) {
                            removed |= sees(one[1 - mine]) & sees(other[1 - yours]) & state.places(digit);
                        }
                    }
                }
                finder.take(step.removing(removed.iter().map(|cell| Candidate::new(cell, digit))))?;
            }
        }
    }
    Flow::Continue(())
}
