//! Verifies solutions from the definition alone.

use crate::Problem;

/// An item that is not covered as required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The number of the item.
    pub item: u32,
    /// The number of times that the item is covered.
    pub times: usize,
}

/// A verifier for many solutions of one problem; it reuses its buffers.
///
/// Cost: one step per entry of the chosen options, plus one per item. [`Problem::faults`] is the
/// plain form; a test compares the two.
///
/// ```
/// use gridlore_exact_cover::{Checker, parse};
///
/// let problem = parse("a b c\na b\nb c\nc\n").unwrap().problem;
/// let mut checker = Checker::new(&problem);
/// assert!(checker.is_solution(&[0, 2]));
/// assert!(!checker.is_solution(&[0, 1]));
/// ```
#[derive(Debug, Clone)]
pub struct Checker<'a> {
    problem: &'a Problem,
    /// The number of times that the current options cover each item.
    times: Vec<u32>,
    /// The minimum and maximum of each primary item.
    bounds: Vec<(u32, u32)>,
    /// The colour in which each item was last covered.
    colours: Vec<u32>,
    /// The last solution that contained each option, counted from 1.
    met: Vec<u64>,
    solution: u64,
}

impl<'a> Checker<'a> {
    /// Creates a checker for one problem.
    #[must_use]
    pub fn new(problem: &'a Problem) -> Self {
        let bounds = (0_u32..).take(problem.primary()).map(|item| {
            let bounds = problem.bounds(item);
            (bounds.least, bounds.most)
        });
        Self {
            problem,
            times: vec![0; problem.items()],
            bounds: bounds.collect(),
            colours: vec![0; problem.items()],
            met: vec![0; problem.options()],
            solution: 0,
        }
    }

    /// Returns whether these options are a solution, as in [`Problem::is_solution`].
    #[must_use]
    pub fn is_solution(&mut self, options: &[usize]) -> bool {
        self.solution += 1;
        self.times.fill(0);
        for &option in options {
            match self.met.get_mut(option) {
                Some(met) if *met != self.solution => *met = self.solution,
                _ => return false,
            }
            for entry in self.problem.entries_of(option) {
                let item = entry.item as usize;
                let is_first = self.times[item] == 0;
                if item >= self.bounds.len()
                    && !is_first
                    && (entry.colour == 0 || entry.colour != self.colours[item])
                {
                    return false;
                }
                self.colours[item] = entry.colour;
                self.times[item] += 1;
            }
        }
        let primary = self.bounds.iter().zip(&self.times);
        primary.fold(true, |sound, (&(least, most), &times)| sound & (least <= times) & (times <= most))
    }
}

impl Problem {
    /// Returns whether these options, without repetition, cover every primary item as often as its
    /// bounds require, and no secondary item twice unless in the same colour.
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

    /// Returns the items that these options cover too rarely, too often, or in different colours.
    ///
    /// # Panics
    /// Panics if there is no such option.
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

    /// Returns the total cost of these options.
    ///
    /// # Panics
    /// Panics if there is no such option.
    #[must_use]
    pub fn total_cost(&self, options: &[usize]) -> u128 {
        options.iter().map(|&option| u128::from(self.cost(option))).sum()
    }
}
