//! XY-chains that visit no cell twice. If the shortest chain between two ends visits a cell twice,
//! HoDoKu takes the next longer chain that does not.

use super::{CellSet, MAX_NODES, Node, State, Step};
use std::collections::VecDeque;

/// A bivalue cell, and the digit that is false where the chain enters it.
type Stop = (usize, usize);

/// Replaces the step's chain by the shortest one that visits no cell twice, or returns `None` if
/// there is none.
pub(super) fn detour(state: &State<'_>, step: Step) -> Option<Step> {
    let chain = step.chains.first()?;
    let (first, last) = (chain.first()?, chain.last()?);
    let (start, end) = (first.cells.single()?, last.cells.single()?);
    let search = Search { state, cells: state.bivalues(), left: distances(state, (end, last.digit)) };
    for count in chain.len() / 2..=MAX_NODES / 2 {
        let mut stops = vec![(start, first.digit)];
        if search.reaches_end(&mut stops, CellSet::only(start), count) {
            let nodes = stops.iter().flat_map(|&stop| {
                let node = |digit: usize, is_on: bool| Node {
                    digit,
                    cells: CellSet::only(stop.0),
                    is_on,
                    through: None,
                };
                [node(stop.1, false), node(other(state, stop), true)]
            });
            return Some(Step { chains: vec![nodes.collect()], ..step });
        }
    }
    None
}

/// Returns the digit that is true in the cell.
fn other(state: &State<'_>, (cell, digit): Stop) -> usize {
    state.candidates(cell).without(digit).first().unwrap_or(0)
}

/// Returns, for each stop, the number of stops from it to the end, where `digit` is true, or
/// `usize::MAX` if the end cannot be reached.
fn distances(state: &State<'_>, (end, digit): Stop) -> Vec<usize> {
    let digits = state.shape().side() + 1;
    let mut left = vec![usize::MAX; state.shape().size() * digits];
    let goal = (end, state.candidates(end).without(digit).first().unwrap_or(0));
    left[goal.0 * digits + goal.1] = 0;
    let (mut open, bivalues) = (VecDeque::from([goal]), state.bivalues());
    while let Some((cell, digit)) = open.pop_front() {
        let distance = left[cell * digits + digit] + 1;
        // Cells before this one; the digit that is false here is true there.
        for before in bivalues & state.shape().peers(cell) & state.places(digit) {
            let stop = (before, other(state, (before, digit)));
            let known = &mut left[stop.0 * digits + stop.1];
            if *known == usize::MAX {
                *known = distance;
                open.push_back(stop);
            }
        }
    }
    left
}

struct Search<'a> {
    state: &'a State<'a>,
    cells: CellSet,
    left: Vec<usize>,
}

impl Search<'_> {
    /// Returns whether the chain can reach its end in exactly `count` stops without repeating any,
    /// and adds these to `stops`.
    fn reaches_end(&self, stops: &mut Vec<Stop>, passed: CellSet, count: usize) -> bool {
        let Some(&(cell, digit)) = stops.last() else { return false };
        let left = self.left[cell * (self.state.shape().side() + 1) + digit];
        if left == 0 {
            return stops.len() == count;
        }
        if left == usize::MAX || stops.len() + left > count {
            return false;
        }
        let on = other(self.state, (cell, digit));
        for next in (self.cells & self.state.shape().peers(cell) & self.state.places(on)) - passed {
            stops.push((next, on));
            if self.reaches_end(stops, passed.with(next), count) {
                return true;
            }
            stops.pop();
        }
        false
    }
}
