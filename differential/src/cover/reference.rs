//! Exact cover by definition: takes or skips each option in turn.

use super::case::Case;

/// Maximum number of steps per case.
const MAX_STEPS: usize = 400_000;

/// Maximum number of solutions per case.
const MAX_SOLUTIONS: usize = 3_000;

/// Returns all solutions, sorted, each with its options sorted; `None` if there are too many
/// solutions or steps.
pub(crate) fn solutions(case: &Case) -> Option<Vec<Vec<usize>>> {
    let needed: Vec<bool> = vec![true; case.bounds.len()];
    Search::new(case, &needed).all()
}

/// Returns whether some options satisfy the bounds of the `needed` primary items without exceeding
/// the maximum of any item; `None` if there are too many steps.
pub(crate) fn is_possible(case: &Case, needed: &[bool]) -> Option<bool> {
    let mut search = Search::new(case, needed);
    search.limit = 1;
    search.all().map(|found| !found.is_empty())
}

struct Search<'a> {
    case: &'a Case,
    /// The primary items whose minimum must be reached.
    needed: &'a [bool],
    /// For each option, how often each item occurs in it and in the options after it.
    left: Vec<Vec<usize>>,
    /// The colours with which each item is currently covered.
    covered: Vec<Vec<u32>>,
    taken: Vec<usize>,
    found: Vec<Vec<usize>>,
    limit: usize,
    steps: usize,
}

impl<'a> Search<'a> {
    fn new(case: &'a Case, needed: &'a [bool]) -> Self {
        let mut left = vec![vec![0; case.items()]; case.options.len() + 1];
        for option in (0..case.options.len()).rev() {
            left[option] = left[option + 1].clone();
            for entry in &case.options[option].entries {
                left[option][entry.0] += 1;
            }
        }
        let covered = vec![Vec::new(); case.items()];
        Self { case, needed, left, covered, taken: vec![], found: vec![], limit: usize::MAX, steps: 0 }
    }

    fn all(mut self) -> Option<Vec<Vec<usize>>> {
        self.from(0)?;
        self.found.sort();
        Some(self.found)
    }

    /// Tries all options, starting with `option`.
    fn from(&mut self, option: usize) -> Option<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.found.len() > MAX_SOLUTIONS {
            return None;
        }
        if self.found.len() >= self.limit || !self.can_reach_minimums(option) {
            return Some(());
        }
        let Some(choice) = self.case.options.get(option) else {
            self.found.push(self.taken.clone());
            return Some(());
        };
        for &(item, colour) in &choice.entries {
            self.covered[item].push(colour);
        }
        if choice.entries.iter().all(|&(item, _)| self.is_allowed(item)) {
            self.taken.push(option);
            self.from(option + 1)?;
            self.taken.pop();
        }
        for &(item, _) in &choice.entries {
            self.covered[item].pop();
        }
        self.from(option + 1)
    }

    /// Returns whether the remaining options can still reach every minimum.
    fn can_reach_minimums(&self, option: usize) -> bool {
        (self.case.bounds.iter().enumerate()).all(|(item, bounds)| {
            !self.needed[item] || self.covered[item].len() + self.left[option][item] >= bounds.0 as usize
        })
    }

    /// Returns whether an item is covered at most its maximum number of times, or in only one
    /// colour.
    fn is_allowed(&self, item: usize) -> bool {
        let covered = &self.covered[item];
        match self.case.bounds.get(item) {
            Some(bounds) => covered.len() <= bounds.1 as usize,
            None => covered.len() < 2 || covered.iter().all(|colour| *colour != 0 && *colour == covered[0]),
        }
    }
}
