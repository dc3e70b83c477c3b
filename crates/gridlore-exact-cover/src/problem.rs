//! The question: items and options.

use crate::Solutions;
use gridlore_core::{Budget, BudgetSpent};
use std::fmt;

/// Items, numbered from 0, primary ones first, and options, each a set of items.
#[derive(Debug, Clone)]
pub struct Problem {
    pub(crate) primary: usize,
    pub(crate) items: usize,
    pub(crate) options: Vec<Vec<usize>>,
}

/// Why an option was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// The option names an item that is not there.
    NoSuchItem {
        /// The item's number.
        item: usize,
        /// How many items there are.
        items: usize,
    },
    /// The option names an item twice.
    ItemTwice {
        /// The item's number.
        item: usize,
    },
    /// The option covers no primary item, so nothing would ever choose it.
    NoPrimary,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchItem { item, items } => write!(f, "found item {item}, expected one of 0..{items}"),
            Self::ItemTwice { item } => write!(f, "found item {item} twice in one option, expected it once"),
            Self::NoPrimary => write!(f, "found an option without a primary item, expected at least one"),
        }
    }
}

impl std::error::Error for ProblemError {}

impl Problem {
    /// A problem of `primary` items that must be covered and `secondary` ones that may be; no option yet.
    #[must_use]
    pub const fn new(primary: usize, secondary: usize) -> Self {
        Self { primary, items: primary + secondary, options: Vec::new() }
    }

    /// Adds an option and returns its number, from 0 in the order of adding.
    ///
    /// # Errors
    /// [`ProblemError`] when an item does not exist or stands twice, or no item is primary; the problem is as before.
    pub fn option(&mut self, items: &[usize]) -> Result<usize, ProblemError> {
        for (place, &item) in items.iter().enumerate() {
            if item >= self.items {
                return Err(ProblemError::NoSuchItem { item, items: self.items });
            }
            if items[..place].contains(&item) {
                return Err(ProblemError::ItemTwice { item });
            }
        }
        if items.iter().all(|&item| item >= self.primary) {
            return Err(ProblemError::NoPrimary);
        }
        self.options.push(items.to_vec());
        Ok(self.options.len() - 1)
    }

    /// All solutions, one at a time, each a list of option numbers in the order they were chosen.
    #[must_use]
    pub fn solutions(&self) -> Solutions {
        Solutions::new(self)
    }

    /// How many solutions there are, counted up to `limit`.
    ///
    /// # Errors
    /// [`BudgetSpent`] when more options had to be tried than `budget` allows.
    pub fn count_solutions_up_to(&self, limit: usize, budget: &mut Budget) -> Result<usize, BudgetSpent> {
        let mut solutions = self.solutions();
        let mut count = 0;
        while count < limit && solutions.next_solution(budget)?.is_some() {
            count += 1;
        }
        Ok(count)
    }

    /// Whether `options` cover every primary item exactly once and no item twice; written from the definition alone.
    #[must_use]
    pub fn is_solution(&self, options: &[usize]) -> bool {
        let mut covered = vec![0_usize; self.items];
        for &option in options {
            let Some(items) = self.options.get(option) else { return false };
            for &item in items {
                covered[item] += 1;
            }
        }
        covered[..self.primary].iter().all(|&times| times == 1)
            && covered[self.primary..].iter().all(|&times| times <= 1)
    }
}
