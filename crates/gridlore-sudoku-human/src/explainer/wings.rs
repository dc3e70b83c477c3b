//! XY-Wing, XYZ-Wing, and bent sets of four to seven cells: an almost locked set and a bivalue
//! cell.

use super::grid::{CELLS, Changes, Grid, PEERS, bits, cells_in, choices, count_of, seen_by_all};
use super::hint::{Difficulty, Hint, Search, offer};
use crate::Candidate;
use std::cmp::Reverse;

/// Finds a pivot with two or three candidates and two bivalue cells that it sees.
pub(super) fn xy_wing(grid: &Grid, pivot_count: u32) -> Search {
    let (name, difficulty) = if pivot_count == 2 { ("XY-Wing", 42) } else { ("XYZ-Wing", 44) };
    let pairs =
        cells_in(grid.blanks).filter(|&cell| grid.count(cell) == 2).fold(0, |set, cell| set | 1u128 << cell);
    for pivot in cells_in(grid.blanks).filter(|&cell| grid.count(cell) == pivot_count) {
        let of_pivot = grid.candidates(pivot);
        for first in cells_in(PEERS[pivot] & pairs) {
            let of_first = grid.candidates(first);
            for second in cells_in(PEERS[pivot] & pairs).filter(|&second| second > first) {
                let of_second = grid.candidates(second);
                let shared = of_first & of_second;
                let is_wing = shared.is_power_of_two()
                    && (of_first | of_second) & !shared == of_pivot & !shared
                    && (of_pivot & shared != 0) == (pivot_count == 3);
                if is_wing {
                    let mut cells = PEERS[first] & PEERS[second];
                    if pivot_count == 3 {
                        cells &= PEERS[pivot];
                    }
                    offer(name, difficulty, grid.removals(shared.trailing_zeros() as usize, cells))?;
                }
            }
        }
    }
    Search::Continue(())
}

/// The sort key of bent sets: easier sets first, then those with more removals, then those with the
/// first cells.
type Precedence = (Difficulty, Reverse<usize>, [usize; 2], u128);

/// Finds an almost locked set of `size - 1` cells and a bivalue cell whose two candidates are both
/// in the set.
pub(super) fn bent_set(grid: &Grid, changes: &Changes, size: u32) -> Search {
    let pairs: Vec<usize> = cells_in(grid.blanks).filter(|&cell| grid.count(cell) == 2).collect();
    let mut best: Option<(Precedence, Hint)> = None;
    let mut seen = Vec::new();
    for house in 0..27 {
        let fit = (0..9)
            .filter(|&place| (2..=size).contains(&grid.count(CELLS[house][place])))
            .fold(0u16, |fit, place| fit | 1 << place);
        if count_of(fit) < size - 1 {
            continue;
        }
        for places in choices(size - 1).filter(|places| places & !fit == 0) {
            let digits = bits(places).fold(0, |digits, place| digits | grid.candidates(CELLS[house][place]));
            if count_of(digits) != size {
                continue;
            }
            let set = bits(places).fold(0u128, |set, place| set | 1 << CELLS[house][place]);
            if seen.contains(&set) {
                continue;
            }
            seen.push(set);
            for &pair in &pairs {
                let both = grid.candidates(pair);
                let is_new = (set | 1 << pair) & changes.cells != 0;
                if !is_new || set >> pair & 1 != 0 || both & !digits != 0 {
                    continue;
                }
                let Some(hint) = with_pair(grid, set, digits, pair, size) else { continue };
                let first = set.trailing_zeros() as usize;
                let precedence =
                    (hint.difficulty, Reverse(hint.removals.len()), [first, pair], set.reverse_bits());
                if best.as_ref().is_none_or(|(best, _)| precedence < *best) {
                    best = Some((precedence, hint));
                }
            }
        }
    }
    best.map_or(Search::Continue(()), |(_, hint)| Search::Break(hint))
}

/// Returns the hint for a set and a bivalue cell if they have a restricted common digit.
fn with_pair(grid: &Grid, set: u128, digits: u16, pair: usize, size: u32) -> Option<Hint> {
    let both = grid.candidates(pair);
    let is_restricted = |digit: usize| grid.cells(digit) & set & !PEERS[pair] == 0;
    let restricted =
        bits(both).filter(|&digit| is_restricted(digit)).fold(0u16, |mask, digit| mask | 1 << digit);
    if restricted == 0 {
        return None;
    }
    let mut removals: Vec<Candidate> = Vec::new();
    let is_double = restricted == both;
    for digit in bits(digits) {
        let in_set = grid.cells(digit) & set;
        let cells = if both >> digit & 1 != 0 {
            if !is_double && restricted >> digit & 1 != 0 {
                continue;
            }
            seen_by_all(in_set) & PEERS[pair]
        } else if is_double {
            seen_by_all(in_set)
        } else {
            continue;
        };
        removals.extend(grid.removals(digit, cells & !set & !(1 << pair)));
    }
    if removals.is_empty() {
        return None;
    }
    let counts = cells_in(set).map(|cell| grid.count(cell));
    let (largest, total) = (counts.clone().max().unwrap_or(0), counts.sum::<u32>());
    let (name, difficulty) = match (size, largest) {
        (4, 3) => ("WXYZ-Wing", 56),
        (4, _) => ("WXYZ-Wing", 55),
        (5, 5) => ("VWXYZ-Wing", 62),
        (5, 3) => ("VWXYZ-Wing", 64),
        (5, _) => ("VWXYZ-Wing", 63),
        (6, _) => ("UVWXYZ-Wing", 66),
        _ => ("TUVWXYZ-Wing", 75),
    };
    let links = if is_double { 2 } else { 1 };
    Some(Hint::removing(format!("{name} {links}{largest}{total}"), difficulty, removals))
}
