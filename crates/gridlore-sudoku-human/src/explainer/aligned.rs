//! Aligned pair and triplet exclusion: combinations of candidates that leave another cell without a
//! candidate.

use super::grid::{Changes, Grid, PEERS, bits, cells_in};
use super::hint::{Search, offer};
use crate::Candidate;

/// Tries the combinations of candidates of two or three cells.
pub(super) fn aligned_exclusion(grid: &Grid, changes: &Changes, count: usize) -> Search {
    let (name, difficulty, limit) =
        if count == 2 { ("Aligned Pair Exclusion", 62, 2) } else { ("Aligned Triplet Exclusion", 75, 3) };
    // Cells that exclude combinations have no more candidates than there are chosen cells.
    let small = cells_in(grid.blanks)
        .filter(|&cell| (2..=limit).contains(&grid.count(cell)))
        .fold(0u128, |set, cell| set | 1 << cell);
    let bases: Vec<usize> =
        cells_in(grid.blanks).filter(|&cell| grid.count(cell) >= 2 && PEERS[cell] & small != 0).collect();
    let is_new = |cells: &[usize], excluders: u128| {
        (excluders | cells_mask(cells)) & changes.cells != 0 && excluders & excluders.wrapping_sub(1) != 0
    };
    for (first_index, &first) in bases.iter().enumerate() {
        for (second_index, &second) in bases.iter().enumerate().take(first_index) {
            let of_two = PEERS[first] & PEERS[second] & small;
            if count == 2 {
                let cells = [second, first];
                if is_new(&cells, of_two) {
                    offer(name, difficulty, excluded(grid, &cells, of_two & !cells_mask(&cells)))?;
                }
                continue;
            }
            for &third in &bases[..second_index] {
                let cells = [third, second, first];
                let excluders = of_two & PEERS[third] & !cells_mask(&cells);
                if is_new(&cells, excluders) {
                    offer(name, difficulty, excluded(grid, &cells, excluders))?;
                }
            }
        }
    }
    Search::Continue(())
}

fn cells_mask(cells: &[usize]) -> u128 {
    cells.iter().fold(0, |set, cell| set | 1 << cell)
}

/// Returns the candidates that no possible combination uses.
fn excluded(grid: &Grid, cells: &[usize], excluders: u128) -> Vec<Candidate> {
    // Cells with any other candidate exclude nothing.
    let digits = cells.iter().fold(0, |digits, &cell| digits | grid.candidates(cell));
    let excluders = cells_in(excluders)
        .filter(|&cell| grid.candidates(cell) & !digits == 0)
        .fold(0u128, |set, cell| set | 1 << cell);
    if excluders == 0 {
        return Vec::new();
    }
    let mut search = Combinations { grid, cells, excluders, chosen: [0; 3], allowed: [0; 3] };
    for (index, &cell) in cells.iter().enumerate() {
        for digit in bits(grid.candidates(cell)) {
            // One combination per digit is enough, and it also allows its digits in the other
            // cells.
            if search.allowed[index] >> digit & 1 == 0 {
                search.chosen[index] = digit;
                search.complete(0, index);
            }
        }
    }
    let left = cells.iter().zip(search.allowed);
    left.flat_map(|(&cell, allowed)| {
        bits(grid.candidates(cell) & !allowed).map(move |digit| Candidate::new(cell, digit + 1))
    })
    .collect()
}

struct Combinations<'a> {
    grid: &'a Grid,
    cells: &'a [usize],
    excluders: u128,
    chosen: [usize; 3],
    allowed: [u16; 3],
}

impl Combinations<'_> {
    /// Searches for a possible combination that keeps the digit chosen for the cell `fixed`.
    /// Returns whether there is one.
    fn complete(&mut self, index: usize, fixed: usize) -> bool {
        let count = self.cells.len();
        if index == count {
            let mask = self.chosen[..count].iter().fold(0u16, |mask, digit| mask | 1 << digit);
            if cells_in(self.excluders).any(|cell| self.grid.candidates(cell) & !mask == 0) {
                return false;
            }
            for (allowed, digit) in self.allowed.iter_mut().zip(&self.chosen[..count]) {
                *allowed |= 1 << digit;
            }
            return true;
        }
        let cell = self.cells[index];
        let digits = if index == fixed { 1 << self.chosen[fixed] } else { self.grid.candidates(cell) };
        for digit in bits(digits) {
            let clashes =
                |other: usize| self.chosen[other] == digit && PEERS[cell] >> self.cells[other] & 1 != 0;
            if !(0..index).any(clashes) {
                let before = self.chosen[index];
                self.chosen[index] = digit;
                if self.complete(index + 1, fixed) {
                    return true;
                }
                self.chosen[index] = before;
            }
        }
        false
    }
}
