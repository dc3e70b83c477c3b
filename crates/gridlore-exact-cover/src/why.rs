//! Why there is no solution: items that can't all be covered, and none of which could be left out.
//!
//! An item that is let go may be covered, at most as often as before, but need not be. Items are
//! let go in larger and smaller groups as long as there is still no solution; those that are left
//! are the reason.
//!
//! Cost: a search for each group, up to twice the number of items for each that is left; each
//! search is for one solution, or for none.
#![expect(clippy::cast_possible_truncation, reason = "items are numbered in 32 bits")]

use crate::problem::{Bounds, Entry, Problem};
use gridlore_core::{Budget, BudgetSpent};

impl Problem {
    /// Primary items that can't all be covered, though they could if any one of them were let go;
    /// `None` when there is a solution.
    ///
    /// # Errors
    /// [`BudgetSpent`] when more options had to be tried than `budget` allows.
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

    /// Whether these primary items can all be covered, the others being let go.
    fn is_possible_for(&self, kept: &[u32], budget: &mut Budget) -> Result<bool, BudgetSpent> {
        let mut order: Vec<u32> = kept.to_vec();
        // An item that may be covered several times stays a primary one that need not be.
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
        let mut relaxed = Self::of_items(
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
            // What covers none of the items that are left is not needed, and refused.
            let _ = relaxed.option_of(&entries, 0);
        }
        relaxed.solutions().advance(budget)
    }
}
