//! Cells with a known sum: cages, innies and outies.
//!
//! ```text
//!   innies   the cells of some houses that are in no cage inside them: their sum is what these cages leave
//!   outies   the cells outside some houses, in the cages that cover the houses: their sum is the surplus of the cages
//! ```
//!
//! If the cells all see each other, the sets of digits with this sum are listed once, and the
//! candidates are those of the sets that still fit. Otherwise, or if there are too many sets, each
//! cell is limited to the sum minus the minimum and maximum of the other cells.
//!
//! # Source
//! The rule of 45 and the terms are folklore among killer sudoku solvers.

use crate::{Geometry, House};

/// Maximum number of sets that are listed.
const MAX_SETS: usize = 2_000;
/// Maximum number of cells in innies and outies; sums of more cells reveal little.
const MAX_CELLS: usize = 8;

/// Cells with a known sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// The cells.
    pub cells: Vec<usize>,
    /// Their sum.
    pub total: u32,
    /// The reason for the sum.
    pub origin: Origin,
    /// The sets of digits with the sum, with bit 0 for 1. `None` if cells can hold equal digits or
    /// there are too many sets.
    sets: Option<Vec<u64>>,
}

/// The reason for a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The cells are a cage.
    Cage,
    /// The cells of these houses that are in no cage inside them.
    Innies(Vec<House>),
    /// The cells that are outside these houses but in the cages that cover them.
    Outies(Vec<House>),
}

impl Sum {
    fn new(cells: Vec<usize>, total: u32, origin: Origin, is_distinct: bool, side: usize) -> Self {
        let mut sets = Vec::new();
        let is_listed = is_distinct && list(side, cells.len(), total, 0, &mut sets);
        Self { cells, total, origin, sets: is_listed.then_some(sets) }
    }

    /// Returns the digits, with 1 in bit 0, that occur in all sets allowed by these candidates; 0
    /// if the sets are not listed or none is left.
    #[must_use]
    pub fn needed(&self, open: &[u64]) -> u64 {
        let all = open.iter().fold(0, |all, open| all | open);
        let sets = self.sets.iter().flatten().copied();
        let fitting = sets.filter(|set| set & !all == 0 && open.iter().all(|open| open & set != 0));
        fitting.reduce(|needed, set| needed & set).unwrap_or(0)
    }

    /// Removes the candidates, with digit 1 in bit 0, that the sum rules out in each cell. Returns
    /// `false` if the sum cannot be reached.
    #[must_use]
    pub fn narrow(&self, open: &mut [u64]) -> bool {
        match &self.sets {
            Some(sets) => by_sets(sets, open),
            None => by_bounds(u64::from(self.total), open),
        }
    }
}

/// Lists all sets of `count` digits up to `largest` that have the sum, each combined with `chosen`.
/// Returns `false` if there are too many.
fn list(largest: usize, count: usize, total: u32, chosen: u64, sets: &mut Vec<u64>) -> bool {
    if count == 0 {
        sets.extend((total == 0).then_some(chosen));
        return sets.len() <= MAX_SETS;
    }
    let total = total as usize;
    if count > largest || total < count * (count + 1) / 2 || total > count * (2 * largest + 1 - count) / 2 {
        return true;
    }
    (count..=largest.min(total)).rev().all(|digit| {
        let rest = u32::try_from(total - digit).expect("no more than the total");
        list(digit - 1, count - 1, rest, chosen | 1 << (digit - 1), sets)
    })
}

fn by_sets(sets: &[u64], open: &mut [u64]) -> bool {
    let all = open.iter().fold(0, |all, open| all | open);
    let (mut allowed, mut needed) = (0, u64::MAX);
    for &set in sets {
        if set & !all == 0 && open.iter().all(|open| open & set != 0) {
            allowed |= set;
            needed &= set;
        }
    }
    if allowed == 0 {
        return open.is_empty() && sets == [0];
    }
    let (mut once, mut twice) = (0, 0);
    for open in open.iter_mut() {
        *open &= allowed;
        twice |= once & *open;
        once |= *open;
    }
    let alone = needed & once & !twice;
    for open in open.iter_mut().filter(|open| **open & alone != 0) {
        *open &= alone;
    }
    true
}

fn by_bounds(total: u64, open: &mut [u64]) -> bool {
    let least = |open: u64| u64::from(open.trailing_zeros()) + 1;
    let most = |open: u64| 64 - u64::from(open.leading_zeros());
    let all_least: u64 = open.iter().map(|&open| least(open)).sum();
    let all_most: u64 = open.iter().map(|&open| most(open)).sum();
    if total < all_least || total > all_most {
        return false;
    }
    for open in open {
        let from = (total + most(*open)).saturating_sub(all_most).max(1);
        let to = (total + least(*open) - all_least).min(64);
        *open &= u64::MAX << (from - 1) & u64::MAX >> (64 - to);
    }
    true
}

/// Returns all sums of a board: cages first, then innies and outies of rows, of columns, and of
/// each box or region.
#[must_use]
pub fn sums(geometry: &Geometry, is_peer: impl Fn(usize, usize) -> bool) -> Vec<Sum> {
    let side = geometry.side();
    let sum = |cells: Vec<usize>, total: u32, origin: Origin| {
        let is_distinct = cells
            .iter()
            .enumerate()
            .all(|(place, &one)| cells[..place].iter().all(|&other| is_peer(one, other)));
        Sum::new(cells, total, origin, is_distinct, side)
    };
    let cages = geometry.cages().iter();
    let mut sums: Vec<Sum> = cages.map(|cage| sum(cage.cells.clone(), cage.sum, Origin::Cage)).collect();
    if sums.is_empty() {
        return sums;
    }
    let of_kind = |wanted: fn(House) -> bool| -> Vec<(House, &[usize])> {
        let areas = geometry.areas().iter().filter(|area| wanted(area.house));
        areas.map(|area| (area.house, &area.cells[..])).collect()
    };
    let rows = of_kind(|house| matches!(house, House::Row(_)));
    let columns = of_kind(|house| matches!(house, House::Column(_)));
    let regions = of_kind(|house| matches!(house, House::Box(_) | House::Region(_)));
    let joined = |houses: &[(House, &[usize])]| -> (Vec<House>, Vec<usize>) {
        let cells = houses.iter().flat_map(|(_, cells)| *cells).copied().collect();
        (houses.iter().map(|(house, _)| *house).collect(), cells)
    };
    let spans = |lines: &[(House, &[usize])]| -> Vec<(Vec<House>, Vec<usize>)> {
        let ends = (0..side).flat_map(|from| (from + 1..=side).map(move |to| (from, to)));
        ends.map(|(from, to)| joined(&lines[from..to])).collect()
    };
    let mut covers = [spans(&rows), spans(&columns)].concat();
    covers.extend(regions.iter().map(|region| joined(std::slice::from_ref(region))));
    for (houses, mut cover) in covers {
        cover.sort_unstable();
        let has = |cell: &usize| cover.binary_search(cell).is_ok();
        let due = cover.len() / side * side * (side + 1) / 2;
        let (mut inside, mut touched) = (0, 0);
        let mut innies = cover.clone();
        let (mut uncaged, mut outies) = (cover.len(), Vec::new());
        for cage in geometry.cages() {
            let count = cage.cells.iter().filter(|cell| has(cell)).count();
            uncaged -= count;
            if count == cage.cells.len() {
                inside += cage.sum as usize;
                innies.retain(|cell| !cage.cells.contains(cell));
            }
            if count > 0 {
                touched += cage.sum as usize;
                outies.extend(cage.cells.iter().copied().filter(|cell| !has(cell)));
            }
        }
        // An impossible sum is replaced by one that no digits can reach.
        let mut add = |cells: Vec<usize>, more: usize, less: usize, origin: Origin| {
            let total = more.checked_sub(less).and_then(|total| u32::try_from(total).ok());
            sums.push(sum(cells, total.unwrap_or(u32::MAX), origin));
        };
        if inside > 0 && innies.len() <= MAX_CELLS {
            add(innies, due, inside, Origin::Innies(houses.clone()));
        }
        if uncaged == 0 && outies.len() <= MAX_CELLS {
            add(outies, touched, due, Origin::Outies(houses));
        }
    }
    sums
}
