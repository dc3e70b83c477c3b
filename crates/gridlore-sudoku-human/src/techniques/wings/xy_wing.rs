//! XY-Wing: a pivot with candidates x and y sees two pincers, one with x and z, the other with y
//! and z. One of the pincers is z, so cells that see both cannot be z.

use super::node;
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{CellSet, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let twos = state.bivalues();
    for pivot in twos {
        let near = twos & shape.peers(pivot);
        for one in near {
            for other in near.iter().filter(|&other| other > one) {
                let (own, mine, yours) =
                    (state.candidates(pivot), state.candidates(one), state.candidates(other));
                let (Some(x), Some(y), Some(z)) =
                    ((own & mine).single(), (own & yours).single(), (mine & yours).single())
                else {
                    continue;
                };
                if x == y || own.contains(z) {
                    continue;
                }
                let cells: CellSet = [pivot, one, other].into_iter().collect();
                let chain = vec![
                    node(one, z, false),
                    node(one, x, true),
                    node(pivot, x, false),
                    node(pivot, y, true),
                    node(other, y, false),
                    node(other, z, true),
                ];
                finder.take(
                    Step { digits: own.with(z), cells, chains: vec![chain], ..Step::new(Technique::XyWing) }
                        .removing(state.removals(z, shape.peers(one) & shape.peers(other))),
                )?;
            }
        }
    }
    Flow::Continue(())
}
