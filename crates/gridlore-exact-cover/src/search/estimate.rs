//! Estimates the size of a search by random descents.

use crate::problem::Problem;
use crate::search::cells::Cells;
use crate::search::several::Several;
use gridlore_core::Rng;

/// An estimate of the size of a search, from random descents.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The number of options that the search would try, and the standard error of the mean. The
    /// search is by dancing cells or, for problems with multiplicities, by binary steps.
    pub options: (f64, f64),
    /// The number of solutions, and its standard error.
    pub solutions: (f64, f64),
}

impl Problem {
    /// Estimates the length of a search and the number of its solutions from `descents` random
    /// descents; `None` if `descents` is less than 2.
    ///
    /// If only a few descents reach deep levels, the standard error is underestimated.
    ///
    /// # Source
    /// Donald Knuth, *Estimating the efficiency of backtrack programs*, 1975.
    #[must_use]
    pub fn estimate(&self, descents: u32, seed: u64) -> Option<Estimate> {
        if descents < 2 {
            return None;
        }
        let mut rng = Rng::new(seed);
        let samples: Vec<(f64, f64)> = if self.has_multiplicities() {
            let search = Several::new(self);
            (0..descents).map(|_| search.descend(self, &mut rng)).collect()
        } else {
            let mut cells = Cells::new(self);
            (0..descents).map(|_| cells.descend(&mut rng)).collect()
        };
        let mean_and_error = |of: fn(&(f64, f64)) -> f64| {
            let count = f64::from(descents);
            let mean = samples.iter().map(of).sum::<f64>() / count;
            let square = samples.iter().map(|sample| (of(sample) - mean) * (of(sample) - mean)).sum::<f64>();
            (mean, (square / (count - 1.0) / count).sqrt())
        };
        Some(Estimate {
            options: mean_and_error(|sample| sample.0),
            solutions: mean_and_error(|sample| sample.1),
        })
    }
}

/// Estimates the number of options that dancing cells would try.
pub(crate) fn nodes(problem: &Problem, descents: u32, rng: &mut Rng) -> f64 {
    let mut cells = Cells::new(problem);
    (0..descents).map(|_| cells.descend(rng).0).sum::<f64>() / f64::from(descents)
}
