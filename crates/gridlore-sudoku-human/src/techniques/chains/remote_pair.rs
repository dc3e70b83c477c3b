//! Remote pair: cells with the same two candidates, each of which sees the next. Two cells that are
//! an odd number of links apart hold both digits between them, so cells that see both hold neither
//! digit.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{CellSet, Node, Step, Technique};

/// Maximum number of cells in a chain.
const MAX_CELLS: usize = 14;

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let twos = state.bivalues();
    for start in twos {
        let alike = twos.iter().filter(|&cell| state.candidates(cell) == state.candidates(start)).collect();
        grow(alike, &mut vec![start], finder)?;
    }
    Flow::Continue(())
}

fn grow(alike: CellSet, chain: &mut Vec<usize>, finder: &mut Finder<'_>) -> Flow {
    let (state, shape) = (finder.state, finder.state.shape());
    let end = chain[chain.len() - 1];
    if chain.len() >= 4 && chain.len().is_multiple_of(2) && end > chain[0] {
        let digits = state.candidates(end);
        let mut removed = CellSet::EMPTY;
        for one in 0..chain.len() {
            for other in (one + 3..chain.len()).step_by(2) {
                removed |= shape.peers(chain[one]) & shape.peers(chain[other]);
            }
        }
        let cells: CellSet = chain.iter().copied().collect();
        let gone: Vec<_> = digits.iter().flat_map(|digit| state.removals(digit, removed - cells)).collect();
        let digit = digits.first().unwrap_or(1);
        let nodes = chain.iter().enumerate().map(|(place, &cell)| Node {
            digit,
            cells: CellSet::only(cell),
            is_on: place % 2 == 1,
            through: None,
        });
        finder.take(
            Step { digits, cells, chains: vec![nodes.collect()], ..Step::new(Technique::RemotePair) }
                .removing(gone),
        )?;
    }
    if chain.len() < MAX_CELLS {
        for next in alike & shape.peers(end) {
            if !chain.contains(&next) {
                chain.push(next);
                let flow = grow(alike, chain, finder);
                chain.pop();
                flow?;
            }
        }
    }
    Flow::Continue(())
}
