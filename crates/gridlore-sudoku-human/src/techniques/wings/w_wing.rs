//! W-Wing: two cells with the same candidates a and b, and a house in which b has two places, each
//! seen by one of the cells. At least one of the two cells is a, so cells that see both cannot be
//! a.

use super::node;
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{CellSet, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let twos = state.bivalues();
    for one in twos {
        for other in
            twos.iter().filter(|&other| other > one && state.candidates(other) == state.candidates(one))
        {
            for a in state.candidates(one).iter() {
                let Some(b) = state.candidates(one).without(a).single() else { continue };
                let removed = state.places(a) & shape.peers(one) & shape.peers(other);
                if removed.is_empty() {
                    continue;
                }
                for house in 0..shape.houses().len() {
                    let link = state.places_in(house, b);
                    if link.len() != 2 || link.contains(one) || link.contains(other) {
                        continue;
                    }
                    let mut ends = link.iter();
                    let (Some(first), Some(last)) = (ends.next(), ends.next()) else { continue };
                    for (near, far) in [(first, last), (last, first)] {
                        if !shape.peers(one).contains(near) || !shape.peers(other).contains(far) {
                            continue;
                        }
                        let cells: CellSet = [one, other, near, far].into_iter().collect();
                        let chain = vec![
                            node(one, a, false),
                            node(one, b, true),
                            node(near, b, false),
                            node(far, b, true),
                            node(other, b, false),
                            node(other, a, true),
                        ];
                        finder.take(
                            Step {
                                digits: state.candidates(one),
                                cells,
                                houses: vec![house],
                                chains: vec![chain],
                                ..Step::new(Technique::WWing)
                            }
                            .removing(state.removals(a, removed)),
                        )?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}
