//! Parts of a problem that have nothing to do with each other: no option has items of two of them. As many solutions as there are of all together are the product of those of each.

use crate::problem::Problem;

impl Problem {
    /// The problems that it falls into; itself alone if it is one.
    #[must_use]
    pub fn components(&self) -> Vec<Self> {
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
        let mut firsts = leaders[..self.primary()].to_vec();
        firsts.sort_unstable();
        firsts.dedup();
        if firsts.len() < 2 {
            return vec![self.clone()];
        }
        let component = |first: usize| {
            let is_left: Vec<bool> = leaders.iter().map(|leader| *leader == first).collect();
            let options =
                (0..self.options()).filter(|option| is_left[self.entries_of(*option)[0].item as usize]);
            self.restricted(&is_left, |item| self.bounds(item), options)
        };
        firsts.into_iter().map(component).collect()
    }
}

/// Who speaks for an item.
fn leader(leaders: &mut [usize], item: usize) -> usize {
    let mut at = item;
    while leaders[at] != at {
        leaders[at] = leaders[leaders[at]];
        at = leaders[at];
    }
    at
}
