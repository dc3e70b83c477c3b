//! XYZ-Wing: a pivot with candidates x, y and z sees two pincers, one with x and z, the other with
//! y and z. One of the three cells is z, so cells that see all of them cannot be z.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{CellSet, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let twos = state.bivalues();
    for pivot in state.blanks().iter().filter(|&cell| state.candidates(cell).len() == 3) {
        let own = state.candidates(pivot);
        let fitting = |cell: &usize| state.candidates(*cell).is_subset(own);
        let near: CellSet = (twos & shape.peers(pivot)).iter().filter(fitting).collect();
        for one in near {
            for other in near.iter().filter(|&other| other > one) {
                let Some(z) = (state.candidates(one) & state.candidates(other)).single() else { continue };
                let cells: CellSet = [pivot, one, other].into_iter().collect();
                finder.take(
                    Step { digits: own, cells, ..Step::new(Technique::XyzWing) }
                        .removing(state.removals(z, shape.common_peers(cells))),
                )?;
            }
        }
    }
    Flow::Continue(())
}
