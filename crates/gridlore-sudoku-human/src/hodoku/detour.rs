//! XY-chains that come twice to no cell: where the shortest way between two ends does, the next
//! longer one that does not.

use super::{CellSet, MOST_NODES, Node, State, Step};
use std::collections::VecDeque;

/// A cell with two candidates, by the digit that is false when the chain comes to it.
type Stop = (usize, usize);

/// The same step by the shortest chain that comes twice to no cell, if there is one.
pub(super) fn detour(state: &State<'_>, step: Step) -> Option<Step> {
    let chain = step.chains.first()?;
    let (first, last) = (chain.first()?, chain.last()?);
    let (start, end) = (first.cells.single()?, last.cells.single()?);
    let search = Search { state, cells: state.bivalues(), left: distances(state, (end, last.digit)) };
    for most in chain.len() / 2..=MOST_NODES / 2 {
        let mut stops = vec![(start, first.digit)];
        if search.goes_on(&mut stops, CellSet::only(start), most) {
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

/// The digit that is true then.
fn other(state: &State<'_>, (cell, digit): Stop) -> usize {
    state.candidates(cell).without(digit).first().unwrap_or(0)
}

/// How many stops are left to the end, where its digit is true, by stop; `usize::MAX` where none
/// gets there.
fn distances(state: &State<'_>, (end, digit): Stop) -> Vec<usize> {
    let digits = state.shape().side() + 1;
    let mut left = vec![usize::MAX; state.shape().size() * digits];
    let goal = (end, state.candidates(end).without(digit).first().unwrap_or(0));
    left[goal.0 * digits + goal.1] = 0;
    let (mut open, bivalues) = (VecDeque::from([goal]), state.bivalues());
    while let Some((cell, digit)) = open.pop_front() {
        let distance = left[cell * digits + digit] + 1;
        // From these the chain comes here: the digit that is false here is true there.
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
    /// Whether the chain gets to its end in so many stops, and by none twice.
    fn goes_on(&self, stops: &mut Vec<Stop>, passed: CellSet, most: usize) -> bool {
        let Some(&(cell, digit)) = stops.last() else { return false };
        let left = self.left[cell * (self.state.shape().side() + 1) + digit];
        if left == 0 {
            return stops.len() == most;
        }
        if left == usize::MAX || stops.len() + left > most {
            return false;
        }
        let on = other(self.state, (cell, digit));
        for next in (self.cells & self.state.shape().peers(cell) & self.state.places(on)) - passed {
            stops.push((next, on));
            if self.goes_on(stops, passed.with(next), most) {
                return true;
            }
            stops.pop();
        }
        false
    }
}
