//! In which order the items of a small problem are best covered.
//!
//! A good order keeps to one place: what is covered next should have little left that is open, or
//! its options are many and most of them lead nowhere. Several ways to get such an order are tried,
//! and how large the search would be is estimated for each by random ways down the tree; the
//! smallest wins.
//!
//! # Source
//! The estimate is Donald Knuth's, *Estimating the efficiency of backtrack programs*, 1975: the
//! product of the numbers of ways on the way down.

use crate::problem::Problem;
use crate::search::masks::Masks;
use gridlore_core::Rng;

/// How many classes of items are tried as the last of an order.
const CLASSES: usize = 4;

/// How often two primary items are in one option, for each pair.
struct Neighbours {
    count: usize,
    together: Vec<u32>,
}

impl Neighbours {
    fn of(problem: &Problem) -> Self {
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

    /// Sets of items of which every option has exactly one: the pieces of a packing, the rows of a
    /// board. Each is found from its first item on.
    fn classes(&self, options: usize) -> Vec<Vec<bool>> {
        let mut classes: Vec<Vec<bool>> = Vec::new();
        for first in 0..self.count {
            if classes.len() == CLASSES || classes.iter().any(|class| class[first]) {
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

    /// From an item on, always the one of which the largest part of its neighbours is in the order
    /// already; those of `last` at the end.
    fn from(&self, first: usize, last: &[bool]) -> Vec<u32> {
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
            // The part that is inside, compared as fractions.
            let best = left.iter().copied().reduce(|best, item| {
                let (mine, its) = (inside[item] * total[best].max(1), inside[best] * total[item].max(1));
                if mine > its { item } else { best }
            });
            next = best.unwrap_or(first);
        }
        order.extend((0..self.count).filter(|item| last[*item]));
        order.into_iter().map(|item| u32::try_from(item).expect("items are numbered in 32 bits")).collect()
    }

    /// By the slowest swing of a net in which items with common options are tied together; those of
    /// `last` at the end.
    fn along(&self, last: &[bool]) -> Vec<u32> {
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
        let most = degree.iter().copied().fold(1.0, f64::max) * 2.0;
        let mut swing: Vec<f64> = (0..items.len()).map(|at| at as f64 + (at % 7) as f64 / 8.0).collect();
        for _ in 0..200 {
            let mean = swing.iter().sum::<f64>() / swing.len().max(1) as f64;
            let length = swing.iter().map(|at| (at - mean) * (at - mean)).sum::<f64>().sqrt().max(1e-30);
            swing.iter_mut().for_each(|at| *at = (*at - mean) / length);
            let next = |at: usize| {
                let pull: f64 = ties[at].iter().map(|(other, weight)| weight * swing[*other]).sum();
                (most - degree[at]).mul_add(swing[at], pull)
            };
            swing = (0..items.len()).map(next).collect();
        }
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_by(|one, other| swing[*one].total_cmp(&swing[*other]));
        let order = order.into_iter().map(|at| items[at]).chain((0..self.count).filter(|item| last[*item]));
        order.map(|item| u32::try_from(item).expect("items are numbered in 32 bits")).collect()
    }
}

/// The orders that are tried: primary items, then secondary ones.
pub(crate) fn orders(problem: &Problem) -> Vec<Vec<u32>> {
    let count = problem.primary();
    let neighbours = Neighbours::of(problem);
    let mut lasts = neighbours.classes(problem.options());
    lasts.push(vec![false; count]);
    let mut orders: Vec<Vec<u32>> = Vec::new();
    for last in lasts {
        let mut natural: Vec<usize> = (0..count).collect();
        natural.sort_by_key(|item| last[*item]);
        orders.push(natural.into_iter().filter_map(|item| u32::try_from(item).ok()).collect());
        let options = |item: &usize| neighbours.row(*item)[*item];
        if let Some(first) = (0..count).filter(|item| !last[*item]).min_by_key(options) {
            orders.push(neighbours.from(first, &last));
        }
        orders.push(neighbours.along(&last));
    }
    let secondary = count..problem.items();
    for order in &mut orders {
        order.extend(secondary.clone().filter_map(|item| u32::try_from(item).ok()));
    }
    orders.sort();
    orders.dedup();
    orders
}

/// How many nodes the search is estimated to have, by so many ways down.
pub(crate) fn estimate<const WORDS: usize>(masks: &Masks<WORDS>, ways_down: u32, rng: &mut Rng) -> f64 {
    let mut sum = 0.0;
    for _ in 0..ways_down {
        let (mut covered, mut product) = ([0; WORDS], 1.0);
        while let Some(ways) = masks.ways(&covered).filter(|ways| !ways.is_empty()) {
            product *= ways.len() as f64;
            sum += product;
            covered = ways[rng.below(ways.len())].1;
        }
    }
    sum / f64::from(ways_down)
}
