//! The techniques that a puzzle demands, to the extent that generators guarantee them: singles, or
//! also locked candidates and pairs.
//!
//! The order of steps does not matter: a deduction stays valid, or becomes simpler, whatever else
//! is found. The result is therefore the same however it is computed, and seeds keep producing the
//! same puzzles. Named techniques with reasons are in `gridlore-sudoku-human`; they would be too
//! slow for a generator, which calls this about a hundred times per puzzle, on boards of any side.
//!
//! Cost: a pass over all houses for every digit found, and no guessing; a few microseconds per
//! 9x9 puzzle.

use crate::Rules;

/// The techniques that suffice for a puzzle, starting with the easiest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Demand {
    /// Hidden singles.
    HiddenSingles,
    /// Hidden and naked singles.
    NakedSingles,
    /// Singles, locked candidates, naked and hidden pairs.
    Pairs,
}

/// Returns the techniques needed to solve the board, or `None` if pairs do not suffice. Sums of
/// cages are ignored.
///
/// # Input
/// The digit of each cell, or 0 for a blank, on a board that has a solution.
/// # Panics
/// Panics if the number of values differs from the number of cells.
#[must_use]
pub fn demand(rules: &Rules, values: &[u8]) -> Option<Demand> {
    let mut open = Open {
        rules,
        sets: rules.candidates(values),
        blanks: values.iter().filter(|&&value| value == 0).count(),
    };
    while open.hidden_singles() {}
    if open.blanks == 0 {
        return Some(Demand::HiddenSingles);
    }
    while open.naked_singles() || open.hidden_singles() {}
    if open.blanks == 0 {
        return Some(Demand::NakedSingles);
    }
    while open.locked_candidates() || open.naked_pairs() || open.hidden_pairs() {
        while open.naked_singles() || open.hidden_singles() {}
        if open.blanks == 0 {
            return Some(Demand::Pairs);
        }
    }
    None
}

/// The remaining candidates. The method for each technique returns whether it found anything.
struct Open<'r> {
    rules: &'r Rules,
    /// The candidates of each blank cell, with digit 1 in bit 0, and 0 for a filled cell.
    sets: Vec<u64>,
    blanks: usize,
}

impl Open<'_> {
    /// Places the digit of this bit in a cell.
    fn place(&mut self, cell: usize, digit: u64) {
        self.sets[cell] = 0;
        self.blanks -= 1;
        for &peer in self.rules.peers(cell) {
            self.sets[peer] &= !digit;
        }
    }

    /// Returns the digits with at least one place among these cells, and those with at least two.
    fn once_and_twice(&self, cells: &[usize]) -> (u64, u64) {
        cells.iter().fold((0, 0), |(once, twice), &cell| {
            let set = self.sets[cell];
            (once | set, twice | once & set)
        })
    }

    fn hidden_singles(&mut self) -> bool {
        let before = self.blanks;
        for (_, cells) in self.rules.houses() {
            let (once, twice) = self.once_and_twice(cells);
            let single = once & !twice;
            if single == 0 {
                continue;
            }
            for &cell in cells {
                let digit = self.sets[cell] & single;
                // On a board with a solution, two digits never have the same cell as their only
                // place.
                if digit != 0 {
                    self.place(cell, digit);
                }
            }
        }
        self.blanks < before
    }

    fn naked_singles(&mut self) -> bool {
        let before = self.blanks;
        for cell in 0..self.sets.len() {
            if self.sets[cell].is_power_of_two() {
                self.place(cell, self.sets[cell]);
            }
        }
        self.blanks < before
    }

    /// Removes digits from a cell and returns whether it had any of them.
    fn remove(&mut self, cell: usize, digits: u64) -> bool {
        let has_any = self.sets[cell] & digits != 0;
        self.sets[cell] &= !digits;
        has_any
    }

    /// Applies locked candidates: if a digit's places in one house all lie in another house, it has
    /// no other place there.
    fn locked_candidates(&mut self) -> bool {
        let rules = self.rules;
        let mut found = false;
        for (base, (_, cells)) in rules.houses().iter().enumerate() {
            for digit in bits(self.once_and_twice(cells).1) {
                let is_place = |&&cell: &&usize| self.sets[cell] & digit != 0;
                let places: Vec<usize> = cells.iter().filter(is_place).copied().collect();
                let Some((&first, others)) = places.split_first() else { continue };
                let is_in = |house: usize, cell: usize| rules.houses_of(cell).contains(&house);
                for &cover in rules.houses_of(first) {
                    if cover == base || !others.iter().all(|&cell| is_in(cover, cell)) {
                        continue;
                    }
                    for &cell in &rules.houses()[cover].1 {
                        found |= !is_in(base, cell) && self.remove(cell, digit);
                    }
                }
            }
        }
        found
    }

    /// Applies naked pairs: if two cells of a house have the same two candidates, the other cells
    /// of the house lose them.
    fn naked_pairs(&mut self) -> bool {
        let mut found = false;
        for (_, cells) in self.rules.houses() {
            for (place, &one) in cells.iter().enumerate() {
                let pair = self.sets[one];
                let Some(&other) = cells[place + 1..].iter().find(|&&other| self.sets[other] == pair) else {
                    continue;
                };
                if pair.count_ones() != 2 {
                    continue;
                }
                for &cell in cells.iter().filter(|&&cell| cell != one && cell != other) {
                    found |= self.remove(cell, pair);
                }
            }
        }
        found
    }

    /// Applies hidden pairs: if two digits of a house have the same two places, these cells lose
    /// all other candidates.
    fn hidden_pairs(&mut self) -> bool {
        let mut found = false;
        for (_, cells) in self.rules.houses() {
            // The places of a digit in the house, as bits.
            let places = |digit: u64| {
                let is_place = |(_, cell): &(usize, &usize)| self.sets[**cell] & digit != 0;
                cells
                    .iter()
                    .enumerate()
                    .filter(is_place)
                    .fold(0_u64, |places, (place, _)| places | 1 << place)
            };
            let twos: Vec<(u64, u64)> = bits(self.once_and_twice(cells).0)
                .map(|digit| (digit, places(digit)))
                .filter(|(_, places)| places.count_ones() == 2)
                .collect();
            for (place, &(one, two)) in twos.iter().enumerate() {
                for &(other, _) in twos[place + 1..].iter().filter(|(_, places)| *places == two) {
                    for cell in bits(two) {
                        found |= self.remove(cells[cell.trailing_zeros() as usize], !(one | other));
                    }
                }
            }
        }
        found
    }
}

/// Returns the single bits of a word, in ascending order.
fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
