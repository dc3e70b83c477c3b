//! How large a search is, by random ways down the tree.

use crate::problem::Problem;
use crate::search::cells::Cells;
use crate::search::several::Several;
use gridlore_core::Rng;

/// What random ways down tell of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// How many options dancing cells would try, or for problems with multiplicities the engine
    /// that takes and leaves options, and how far off that may well be: the standard error of the
    /// mean.
    pub options: (f64, f64),
    /// How many solutions there are, in the same way.
    pub solutions: (f64, f64),
}

impl Problem {
    /// An estimate of how long a search takes and how many solutions it finds, by so many ways
    /// down; nothing for less than two ways.
    ///
    /// Where few ways lead far, the error is itself too small.
    ///
    /// # Source
    /// Donald Knuth, *Estimating the efficiency of backtrack programs*, 1975.
    #[must_use]
    pub fn estimate(&self, ways_down: u32, seed: u64) -> Option<Estimate> {
        if ways_down < 2 {
            return None;
        }
        let mut rng = Rng::new(seed);
        let ways: Vec<(f64, f64)> = if self.has_multiplicities() {
            let search = Several::of(self);
            (0..ways_down).map(|_| search.way_down(self, &mut rng)).collect()
        } else {
            let mut cells = Cells::of(self);
            (0..ways_down).map(|_| cells.way_down(&mut rng)).collect()
        };
        let told = |of: fn(&(f64, f64)) -> f64| {
            let count = f64::from(ways_down);
            let mean = ways.iter().map(of).sum::<f64>() / count;
            let square = ways.iter().map(|way| (of(way) - mean) * (of(way) - mean)).sum::<f64>();
            (mean, (square / (count - 1.0) / count).sqrt())
        };
        Some(Estimate { options: told(|way| way.0), solutions: told(|way| way.1) })
    }
}

/// How many options dancing cells would try, by so many ways down.
pub(crate) fn nodes(problem: &Problem, ways_down: u32, rng: &mut Rng) -> f64 {
    let mut cells = Cells::of(problem);
    (0..ways_down).map(|_| cells.way_down(rng).0).sum::<f64>() / f64::from(ways_down)
}
