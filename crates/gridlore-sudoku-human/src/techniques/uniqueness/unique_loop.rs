//! Unique loop: six or more cells with the same two candidates, two cells in each house that the
//! loop visits. If the cells held only these digits, the digits could be swapped around the loop,
//! so another candidate is true.
//!
//! Type 1: one cell has other candidates, and it holds neither of the two digits. Type 2: several
//! cells have the same third digit, and one of them holds it. Type 4: two cells in a house have
//! other candidates, and one of the two digits has no other place there, so the other digit is
//! removed from both cells.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, State, Step, Technique};
use std::collections::HashSet;

/// Maximum number of cells in a loop; nobody would notice longer loops.
const MAX_CELLS: usize = 14;
/// Maximum number of cells with other candidates.
const MAX_OTHERS: usize = 3;

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let mut known: HashSet<(DigitSet, CellSet)> = HashSet::new();
    for one in state.digits() {
        for other in state.digits().filter(|&other| other > one) {
            let pair = DigitSet::only(one).with(other);
            let pool = state.places(one) & state.places(other) & state.shape().plain();
            if pool.len() < 6 {
                continue;
            }
            let search = Search { state, pair, pool };
            for start in pool.iter().filter(|&cell| state.candidates(cell) == pair) {
                search.grow(&mut vec![start], &mut |cells| {
                    let set: CellSet = cells.iter().copied().collect();
                    if search.is_loop(cells, set) && known.insert((pair, set)) {
                        search.steps(set, finder)
                    } else {
                        Flow::Continue(())
                    }
                })?;
            }
        }
    }
    Flow::Continue(())
}

struct Search<'a> {
    state: &'a State<'a>,
    pair: DigitSet,
    pool: CellSet,
}

impl Search<'_> {
    /// Calls `each` with every path that returns to its start. The start is the loop's first
    /// bivalue cell.
    fn grow(&self, cells: &mut Vec<usize>, each: &mut impl FnMut(&[usize]) -> Flow) -> Flow {
        let (state, shape) = (self.state, self.state.shape());
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        if cells.len() >= 6 && cells.len().is_multiple_of(2) && shape.peers(last).contains(first) {
            each(cells)?;
        }
        if cells.len() == MAX_CELLS {
            return Flow::Continue(());
        }
        let set: CellSet = cells.iter().copied().collect();
        for next in (self.pool & shape.peers(last)) - set {
            let is_pair = state.candidates(next) == self.pair;
            let others = cells.iter().filter(|&&cell| state.candidates(cell) != self.pair).count();
            // A house contains at most two cells of the loop.
            let is_full = shape.houses_of(next).iter().any(|&house| (shape.houses()[house] & set).len() > 1);
            if (is_pair && next < first) || (!is_pair && others == MAX_OTHERS) || is_full {
                continue;
            }
            cells.push(next);
            let flow = self.grow(cells, each);
            cells.pop();
            flow?;
        }
        Flow::Continue(())
    }

    /// Returns whether every house contains either no cell of the loop, or one at an even and one
    /// at an odd position.
    fn is_loop(&self, cells: &[usize], set: CellSet) -> bool {
        let even: CellSet = cells.iter().copied().step_by(2).collect();
        self.state.shape().houses().iter().all(|&house| {
            let within = house & set;
            within.is_empty() || (within.len() == 2 && (within & even).len() == 1)
        })
    }

    fn steps(&self, set: CellSet, finder: &mut Finder<'_>) -> Flow {
        let (state, shape) = (self.state, self.state.shape());
        let others: CellSet = set.iter().filter(|&cell| state.candidates(cell) != self.pair).collect();
        let step =
            || Step { digits: self.pair, cells: set, fins: others, ..Step::new(Technique::UniqueLoop) };
        if let Some(cell) = others.single() {
            return finder.take(step().removing(self.pair.iter().map(|digit| Candidate::new(cell, digit))));
        }
        let extra = others.iter().fold(DigitSet::EMPTY, |all, cell| all | state.candidates(cell)) - self.pair;
        if let Some(digit) = extra.single() {
            finder.take(step().removing(state.removals(digit, shape.common_peers(others))))?;
        }
        if others.len() == 2 {
            for house in shape.common_houses(others) {
                for digit in self.pair.iter().filter(|&digit| state.places_in(house, digit) == others) {
                    let gone = self.pair.without(digit).iter();
                    let gone =
                        gone.flat_map(|digit| others.iter().map(move |cell| Candidate::new(cell, digit)));
                    finder.take(step().removing(gone))?;
                }
            }
        }
        Flow::Continue(())
    }
}
