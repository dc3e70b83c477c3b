//! How large a search is, by random ways down the tree.

use crate::cells::Cells;
use crate::problem::Problem;
use gridlore_core::Rng;

/// How many options dancing cells would try, by so many ways down.
pub(crate) fn nodes(problem: &Problem, ways_down: u32, rng: &mut Rng) -> f64 {
    let mut cells = Cells::of(problem);
    (0..ways_down).map(|_| cells.way_down(rng)).sum::<f64>() / f64::from(ways_down)
}
