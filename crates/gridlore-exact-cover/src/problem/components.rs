//! Independent parts of a problem: no option contains items of two parts. The number of solutions
//! is the product of the numbers of solutions of the parts.

use crate::problem::Problem;
use std::collections::BTreeMap;

impl Problem {
    /// Splits the problem into connected components; returns the problem itself if it is connected.
    #[must_use]
    pub fn components(&self) -> Vec<Self> {
        self.each_component().collect()
    }

    /// Returns the components like [`Problem::components`], but lazily. Cost: for all components
    /// together, linear in the size of the problem.
    pub(crate) fn each_component(&self) -> impl Iterator<Item = Self> {
        let mut leaders: Vec<usize> = (0..self.items()).collect();
        for option in 0..self.options() {
            let entries = self.entries_of(option);
            let mut first = leader(&mut leaders, entries[0].item as usize);
            for entry in &entries[1..] {
                let other = leader(&mut leaders, entry.item as usize);
                leaders[first.max(other)] = first.min(other);
                first = first.min(other);
            }
        }
        let leaders: Vec<usize> = (0..self.items()).map(|item| leader(&mut leaders, item)).collect();
        let mut parts: BTreeMap<usize, Part> = BTreeMap::new();
        let mut numbers = vec![0_u32; self.items()];
        for (item, leader) in leaders.iter().enumerate() {
            // Primary items come first, so a part that begins with a secondary item has no primary
            // item.
            if item < self.primary() || parts.contains_key(leader) {
                let part = parts.entry(*leader).or_default();
                numbers[item] = part.count;
                part.count += 1;
                part.items.push(item);
            }
        }
        for option in 0..self.options() {
            if let Some(part) = parts.get_mut(&leaders[self.entries_of(option)[0].item as usize]) {
                part.options.push(option);
            }
        }
        let is_whole = parts.len() < 2;
        let whole = is_whole.then(|| self.clone());
        let parts = if is_whole { BTreeMap::new() } else { parts };
        let part = move |part: Part| {
            self.part(
                &part.items,
                |item| Some(numbers[item as usize]),
                |item| self.bounds(item),
                part.options,
            )
        };
        whole.into_iter().chain(parts.into_values().map(part))
    }
}

/// The items and options of a component.
#[derive(Debug, Default)]
struct Part {
    /// The number of items.
    count: u32,
    items: Vec<usize>,
    options: Vec<usize>,
}

/// Returns the representative of an item's component.
fn leader(leaders: &mut [usize], item: usize) -> usize {
    let mut at = item;
    while leaders[at] != at {
        leaders[at] = leaders[leaders[at]];
        at = leaders[at];
    }
    at
}
