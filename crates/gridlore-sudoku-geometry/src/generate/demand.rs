//! What a puzzle demands of the person who solves it, as far as generators promise it: singles, or
//! locked candidates and pairs besides.
//!
//! Nothing is said about which step is taken, as nothing depends on it: a deduction that is there
//! stays there, or becomes a simpler one, whatever else is found. So the answer is the same in any
//! order, and puzzles by seed stay the same, however this is computed. The techniques by their
//! names, with a reason for each step, are in `gridlore-sudoku-human`; a generator asks a hundred
//! times a puzzle, on boards of any side, and would be slower by them.
//!
//! Cost: a look at every house for every digit that is found; some microseconds a puzzle of side 9,
//! no guessing.

use crate::Rules;

/// The least that solves a puzzle, the easiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Demand {
    /// Digits with one place left in a house.
    HiddenSingles,
    /// Cells with one candidate, too.
    NakedSingles,
    /// Locked candidates, naked pairs and hidden pairs, too.
    Pairs,
}

/// What solving the board demands; `None` when that is more than pairs. What cages add up to is not
/// looked at.
///
/// # Input
/// Of each cell its digit, 0 for a blank, on a board that has a solution.
/// # Panics
/// When there are not as many values as the board has cells.
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

/// The candidates that are left. Each method says whether it found anything.
struct Open<'r> {
    rules: &'r Rules,
    /// Of each blank cell the digits that it may hold, digit 1 in bit 0; nothing for a filled one.
    sets: Vec<u64>,
    blanks: usize,
}

impl Open<'_> {
    /// Puts the digit of this bit into a cell.
    fn place(&mut self, cell: usize, digit: u64) {
        self.sets[cell] = 0;
        self.blanks -= 1;
        for &peer in self.rules.peers(cell) {
            self.sets[peer] &= !digit;
        }
    }

    /// The digits with a place among these cells, and those with two or more.
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
                // Two digits with this one place would leave one of them none.
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

    /// Takes digits from a cell; whether it had any of them.
    fn remove(&mut self, cell: usize, digits: u64) -> bool {
        let has_any = self.sets[cell] & digits != 0;
        self.sets[cell] &= !digits;
        has_any
    }

    /// A digit whose places in one house all lie in another: it has no other place there.
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

    /// Two cells of a house with the same two candidates and no other: no other cell of it holds
    /// these.
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

    /// Two digits of a house with the same two places and no other: these cells hold nothing else.
    fn hidden_pairs(&mut self) -> bool {
        let mut found = false;
        for (_, cells) in self.rules.houses() {
            // Of each digit its places in the house, as bits.
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

/// The single bits of a word, rising.
fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
