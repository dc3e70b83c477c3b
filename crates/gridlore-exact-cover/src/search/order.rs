//! Chooses the order in which the items of a small problem are covered.
//!
//! A good order stays local: the next item should have few open neighbours. Otherwise it has many
//! options, most of which lead nowhere. Several heuristics produce candidates. Random descents
//! estimate the size of the search for each, and the smallest wins.
//!
//! # Source
//! The estimate is Donald Knuth's, *Estimating the efficiency of backtrack programs*, 1975: the
//! product of the branching factors along a descent.

use crate::problem::Problem;
use crate::search::masks::Masks;
use gridlore_core::Rng;

/// Maximum number of classes of items that are tried at the end of an order.
const MAX_CLASSES: usize = 4;

/// The number of options shared by each pair of primary items.
struct Neighbours {
    count: usize,
    together: Vec<u32>,
}

impl Neighbours {
    fn new(problem: &Problem) -> Self {
        let count = problem.primary();
        let mut together = vec![0; count * count];
        for option in 0..problem.options() {
            let items = problem
                .entries_of(option)
                .iter()
                .map(|entry| entry.item as usize)
                .filter(|item| *item < count);
            for one in items.clone() {
                for other in items.clone() {
                    together[one * count + other] += 1;
                }
            }
        }
        Self { count, together }
    }

    fn row(&self, item: usize) -> &[u32] {
        &self.together[item * self.count..(item + 1) * self.count]
    }

    /// Returns sets of items, such as the pieces of a packing or the rows of a board, for which
    /// every option contains exactly one item of the set. Each set is grown from its first item.
    fn classes(&self, options: usize) -> Vec<Vec<bool>> {
        let mut classes: Vec<Vec<bool>> = Vec::new();
        for first in 0..self.count {
            if classes.len() == MAX_CLASSES || classes.iter().any(|class| class[first]) {
                continue;
            }
            let mut class = vec![false; self.count];
            let mut sum = 0;
            for item in first..self.count {
                if (0..item).all(|other| !class[other] || self.row(item)[other] == 0) {
                    class[item] = true;
                    sum += self.row(item)[item] as usize;
                }
            }
            if sum == options && class.contains(&false) {
                classes.push(class);
            }
        }
        classes
    }

    /// Returns a greedy order that starts with an item: the next item is always the one with the
    /// largest share of its neighbours already in the order. The items in `last` come at the end.
    fn greedy(&self, first: usize, last: &[bool]) -> Vec<u32> {
        let total: Vec<u64> = (0..self.count)
            .map(|item| {
                (0..self.count)
                    .filter(|other| !last[*other])
                    .map(|other| u64::from(self.row(item)[other]))
                    .sum()
            })
            .collect();
        let mut inside = vec![0_u64; self.count];
        let mut left: Vec<usize> = (0..self.count).filter(|item| !last[*item]).collect();
        let mut order = Vec::new();
        let mut next = first;
        while !left.is_empty() {
            left.retain(|item| *item != next);
            order.push(next);
            for item in &left {
                inside[*item] += u64::from(self.row(next)[*item]);
            }
            // Compare the shares as fractions.
            let best = left.iter().copied().reduce(|best, item| {
                let (mine, its) = (inside[item] * total[best].max(1), inside[best] * total[item].max(1));
                if mine > its { item } else { best }
            });
            next = best.unwrap_or(first);
        }
        order.extend((0..self.count).filter(|item| last[*item]));
        order.into_iter().map(|item| u32::try_from(item).expect("items are numbered in 32 bits")).collect()
    }

    /// Returns a spectral order: the items sorted by the lowest-frequency vibration mode of a
    /// network that links items with options in common. The items in `last` come at the end.
    fn spectral(&self, last: &[bool]) -> Vec<u32> {
        let items: Vec<usize> = (0..self.count).filter(|item| !last[*item]).collect();
        let ties: Vec<Vec<(usize, f64)>> = items
            .iter()
            .map(|one| {
                let others = items.iter().enumerate().filter(|(_, other)| *other != one);
                others
                    .map(|(at, other)| (at, f64::from(self.row(*one)[*other])))
                    .filter(|tie| tie.1 > 0.0)
                    .collect()
            })
            .collect();
        let degree: Vec<f64> = ties.iter().map(|ties| ties.iter().map(|tie| tie.1).sum()).collect();
        let shift = degree.iter().copied().fold(1.0, f64::max) * 2.0;
        let mut swing: Vec<f64> = (0..items.len()).map(|at| at as f64 + (at % 7) as f64 / 8.0).collect();
        for _ in 0..200 {
            let mean = swing.iter().sum::<f64>() / swing.len().max(1) as f64;
            let length = swing.iter().map(|at| (at - mean) * (at - mean)).sum::<f64>().sqrt().max(1e-30);
            swing.iter_mut().for_each(|at| *at = (*at - mean) / length);
            let next = |at: usize| {
                let pull: f64 = ties[at].iter().map(|(other, weight)| weight * swing[*other]).sum();
                (shift - degree[at]).mul_add(swing[at], pull)
            };
            swing = (0..items.len()).map(next).collect();
        }
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_by(|one, other| swing[*one].total_cmp(&swing[*other]));
        let order = order.into_iter().map(|at| items[at]).chain((0..self.count).filter(|item| last[*item]));
        order.map(|item| u32::try_from(item).expect("items are numbered in 32 bits")).collect()
    }
}

/// Returns the candidate orders: primary items, then secondary items.
pub(crate) fn orders(problem: &Problem) -> Vec<Vec<u32>> {
    let count = problem.primary();
    let neighbours = Neighbours::new(problem);
    let mut lasts = neighbours.classes(problem.options());
    lasts.push(vec![false; count]);
    let mut orders: Vec<Vec<u32>> = Vec::new();
    for last in lasts {
        let mut natural: Vec<usize> = (0..count).collect();
        natural.sort_by_key(|item| last[*item]);
        orders.push(natural.into_iter().filter_map(|item| u32::try_from(item).ok()).collect());
        let options = |item: &usize| neighbours.row(*item)[*item];
        if let Some(first) = (0..count).filter(|item| !last[*item]).min_by_key(options) {
            orders.push(neighbours.greedy(first, &last));
        }
        orders.push(neighbours.spectral(&last));
    }
    let secondary = count..problem.items();
    for order in &mut orders {
        order.extend(secondary.clone().filter_map(|item| u32::try_from(item).ok()));
    }
    orders.sort();
    orders.dedup();
    orders
}

/// Estimates the number of nodes of the search from random descents.
pub(crate) fn estimate<const WORDS: usize>(masks: &Masks<WORDS>, descents: u32, rng: &mut Rng) -> f64 {
    let mut sum = 0.0;
    for _ in 0..descents {
        let (mut covered, mut product) = ([0; WORDS], 1.0);
        while let Some(branches) = masks.branches(&covered).filter(|branches| !branches.is_empty()) {
            product *= branches.len() as f64;
            sum += product;
            covered = branches[rng.below(branches.len())].1;
        }
    }
    sum / f64::from(descents)
}
