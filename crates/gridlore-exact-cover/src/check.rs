//! Whether chosen options are a solution, from the definition alone.

use crate::Problem;

/// An item that is not covered as it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The item's number.
    pub item: u32,
    /// How often it is covered.
    pub times: usize,
}

impl Problem {
    /// Whether these options, each of them once, cover every primary item as often as its bounds say, and no secondary item twice, unless in the same colour each time.
    #[must_use]
    pub fn is_solution(&self, options: &[usize]) -> bool {
        let mut sorted = options.to_vec();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1])
            || sorted.last().is_some_and(|last| *last >= self.options())
        {
            return false;
        }
        self.faults(options).is_empty()
    }

    /// The items that these options cover too seldom or too often, or in different colours.
    ///
    /// # Panics
    /// When there is no such option.
    #[must_use]
    pub fn faults(&self, options: &[usize]) -> Vec<Fault> {
        let mut covered: Vec<Vec<u32>> = vec![Vec::new(); self.items()];
        for &option in options {
            for entry in self.entries_of(option) {
                covered[entry.item as usize].push(entry.colour);
            }
        }
        let is_sound = |item: u32, colours: &[u32]| {
            if self.is_primary(item) {
                let bounds = self.bounds(item);
                (bounds.least as usize..=bounds.most as usize).contains(&colours.len())
            } else {
                colours.len() <= 1 || (colours[0] != 0 && colours.iter().all(|colour| *colour == colours[0]))
            }
        };
        let faults = (0_u32..).zip(&covered).filter(|(item, colours)| !is_sound(*item, colours));
        faults.map(|(item, colours)| Fault { item, times: colours.len() }).collect()
    }

    /// What these options cost together.
    ///
    /// # Panics
    /// When there is no such option.
    #[must_use]
    pub fn total_cost(&self, options: &[usize]) -> u128 {
        options.iter().map(|&option| u128::from(self.cost(option))).sum()
    }
}
