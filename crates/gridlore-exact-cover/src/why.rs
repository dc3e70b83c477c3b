//! Explains why there is no solution: a minimal set of items that cannot all be covered.
//!
//! A relaxed item has the same maximum as before, but need not be covered at all. Items are relaxed
//! in groups of decreasing size as long as there is still no solution; the remaining items are the
//! reason.
//!
//! Cost: one search for a single solution per group. For each remaining item, there are at most
//! twice as many groups as items.
#![expect(clippy::cast_possible_truncation, reason = "items are numbered in 32 bits")]

use crate::problem::{Bounds, Entry, Problem};
use gridlore_core::{Budget, BudgetSpent};

impl Problem {
    /// Returns primary items that cannot all be covered, although any proper subset of them can;
    /// `None` if there is a solution.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the searches try more options than `budget` allows.
    pub fn impossible_items(&self, budget: &mut Budget) -> Result<Option<Vec<u32>>, BudgetSpent> {
        let mut kept: Vec<u32> =
            (0..self.primary() as u32).filter(|item| self.bounds(*item).least > 0).collect();
        if self.is_possible_for(&kept, budget)? {
            return Ok(None);
        }
        let mut size = kept.len().div_ceil(2);
        while size > 0 {
            let mut from = 0;
            while from < kept.len() {
                let group = from..kept.len().min(from + size);
                let mut fewer = kept.clone();
                fewer.drain(group.clone());
                if self.is_possible_for(&fewer, budget)? {
                    from = group.end;
                } else {
                    kept = fewer;
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        Ok(Some(kept))
    }

    /// Returns whether these primary items can all be covered if the other items are relaxed.
    fn is_possible_for(&self, kept: &[u32], budget: &mut Budget) -> Result<bool, BudgetSpent> {
        let mut order: Vec<u32> = kept.to_vec();
        // An item that may be covered several times stays primary, with a minimum of 0.
        order.extend(
            (0..self.primary() as u32).filter(|item| !kept.contains(item) && self.bounds(*item).most > 1),
        );
        let primary = order.len();
        let others: Vec<u32> = (0..self.items() as u32).filter(|item| !order.contains(item)).collect();
        order.extend(others);
        let mut places = vec![0; self.items()];
        for (place, item) in order.iter().enumerate() {
            places[*item as usize] = place as u32;
        }
        let name = |item: &u32| self.name(*item).to_owned();
        let bounds = |item: &u32| Bounds {
            least: if kept.contains(item) { self.bounds(*item).least } else { 0 },
            most: self.bounds(*item).most,
        };
        let mut relaxed = Self::from_items(
            order[..primary].iter().map(|item| (name(item), bounds(item))),
            order[primary..].iter().map(name),
        );
        for option in 0..self.options() {
            let entries: Vec<Entry> = self
                .entries_of(option)
                .iter()
                .map(|entry| Entry {
                    item: places[entry.item as usize],
                    colour: if entry.colour == 0 {
                        0
                    } else {
                        relaxed.colour(self.colour_name(entry.colour))
                    },
                })
                .collect();
            // Options without any primary item are refused, but they are not needed.
            let _ = relaxed.add_entries(&entries, 0);
        }
        relaxed.solutions().advance(budget)
    }
}
