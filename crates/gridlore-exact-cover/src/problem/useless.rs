//! Removes options that are in no solution.
//!
//! An option is useless if some primary item has too few compatible options. Removing it may make
//! other options useless, so the check is repeated until nothing changes.
//!
//! Cost: per round and option, one step for each option that shares an item with it, plus one per
//! item.
//!
//! # Source
//! Donald Knuth's program DLX-PRE.

use crate::problem::{Bounds, Problem};

/// A reduced problem.
#[derive(Debug, Clone)]
pub struct Reduced {
    /// The problem, with all its items.
    pub problem: Problem,
    /// The original numbers of the remaining options.
    pub numbers: Vec<usize>,
    /// The number of rounds; the last round found nothing.
    pub rounds: usize,
}

impl Problem {
    /// Removes options that, checked individually, are in no solution. The set of solutions does
    /// not change.
    #[must_use]
    pub fn reduced(&self) -> Reduced {
        let of_item = self.options_of_items();
        let mut is_there = vec![true; self.options()];
        // For each option, the last option that excluded it.
        let mut kept_off_by = vec![usize::MAX; self.options()];
        let mut rounds = 0;
        loop {
            let mut is_changed = false;
            for option in 0..self.options() {
                if is_there[option] && self.is_useless(option, &of_item, &is_there, &mut kept_off_by) {
                    is_there[option] = false;
                    is_changed = true;
                }
            }
            rounds += 1;
            if !is_changed {
                break;
            }
        }
        let numbers: Vec<usize> = (0..self.options()).filter(|option| is_there[*option]).collect();
        let is_left = vec![true; self.items()];
        let problem = self.restricted(&is_left, |item| self.bounds(item), numbers.iter().copied());
        Reduced { problem, numbers, rounds }
    }

    /// Returns whether choosing this option leaves an item with too few options.
    fn is_useless(
        &self,
        option: usize,
        of_item: &[Vec<usize>],
        is_there: &[bool],
        kept_off_by: &mut [usize],
    ) -> bool {
        kept_off_by[option] = option;
        for entry in self.entries_of(option) {
            if self.bounds(entry.item).most > 1 && self.is_primary(entry.item) {
                continue;
            }
            for other in &of_item[entry.item as usize] {
                let agrees = entry.colour != 0 && self.entries_of(*other).contains(entry);
                if !agrees {
                    kept_off_by[*other] = option;
                }
            }
        }
        (0_u32..).zip(of_item).take(self.primary()).any(|(item, options)| {
            let Bounds { least, .. } = self.bounds(item);
            let has = self.entries_of(option).iter().any(|entry| entry.item == item);
            let needs = least.saturating_sub(u32::from(has)) as usize;
            let left = options.iter().filter(|other| is_there[**other] && kept_off_by[**other] != option);
            left.take(needs).count() < needs
        })
    }
}
