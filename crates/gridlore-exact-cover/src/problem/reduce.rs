//! Preprocessing of small problems: finds options that are in no solution, and pairs of options
//! that share no item but are never in a solution together.
//!
//! An option is useless if some primary item that it does not cover has no compatible option left.
//! The same criterion applies to pairs.
//!
//! Cost: for each option and item, one word per 64 options.
//!
//! # Source
//! Donald Knuth's program DLX-PRE, for single options.

use crate::problem::Problem;

/// Items with more compatible options than this are not used to find pairs, because few options
/// conflict with that many.
const MAX_LEFT: usize = 16;

/// Conflicts between options, as bit sets.
#[derive(Debug, Clone)]
pub(crate) struct Conflicts {
    words: usize,
    items: usize,
    /// The useful options of each item.
    of_item: Vec<u64>,
    /// For each option, the options that share an item with it, including itself.
    of_option: Vec<u64>,
    /// Whether each option is useful.
    is_useful: Vec<bool>,
}

impl Conflicts {
    pub(crate) fn new(problem: &Problem) -> Self {
        Self::among(problem, &vec![true; problem.options()])
    }

    /// Computes the conflicts under the assumption that only the options in `is_there` exist.
    pub(crate) fn among(problem: &Problem, is_there: &[bool]) -> Self {
        let words = problem.options().div_ceil(64);
        let mut of_item = vec![0; problem.items() * words];
        for option in (0..problem.options()).filter(|option| is_there[*option]) {
            for entry in problem.entries_of(option) {
                of_item[entry.item as usize * words + option / 64] |= 1 << (option % 64);
            }
        }
        let mut of_option = vec![0; problem.options() * words];
        for (option, conflicts) in of_option.chunks_mut(words.max(1)).enumerate() {
            for entry in problem.entries_of(option) {
                let others = &of_item[entry.item as usize * words..][..words];
                conflicts.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
            }
        }
        let is_useful = is_there.to_vec();
        let mut conflicts = Self { words, items: problem.primary(), of_item, of_option, is_useful };
        while conflicts.drop_useless() {}
        conflicts
    }

    /// Returns whether an option can be in a solution.
    pub(crate) fn is_useful(&self, option: usize) -> bool {
        self.is_useful[option]
    }

    fn of_option(&self, option: usize) -> &[u64] {
        &self.of_option[option * self.words..][..self.words]
    }

    fn of_item(&self, item: usize) -> &[u64] {
        &self.of_item[item * self.words..][..self.words]
    }

    /// Returns the options of an item that are compatible with an option.
    fn left(&self, option: usize, item: usize) -> impl Iterator<Item = u64> {
        self.of_item(item).iter().zip(self.of_option(option)).map(|(of_item, of_option)| of_item & !of_option)
    }

    /// Returns whether an option contains an item.
    fn has(&self, option: usize, item: usize) -> bool {
        self.of_item(item)[option / 64] >> (option % 64) & 1 == 1
    }

    /// Drops the options that are now useless; returns whether there were any.
    fn drop_useless(&mut self) -> bool {
        let useless: Vec<usize> = (0..self.is_useful.len())
            .filter(|option| self.is_useful[*option])
            .filter(|option| {
                (0..self.items)
                    .any(|item| !self.has(*option, item) && self.left(*option, item).all(|word| word == 0))
            })
            .collect();
        for option in &useless {
            self.is_useful[*option] = false;
            for of_item in self.of_item.chunks_mut(self.words) {
                of_item[option / 64] &= !(1 << (option % 64));
            }
        }
        !useless.is_empty()
    }

    /// Returns the options that share no item with `option` but are never in a solution with it.
    pub(crate) fn excluded_by(&self, option: usize) -> Vec<u64> {
        let mut excluded = vec![0; self.words];
        for item in (0..self.items).filter(|item| !self.has(option, *item)) {
            let few: Vec<u64> = self.left(option, item).collect();
            if few.iter().map(|word| word.count_ones() as usize).sum::<usize>() > MAX_LEFT {
                continue;
            }
            // The options that conflict with all of these options and do not cover the item.
            let mut killers: Vec<u64> = self.of_item(item).iter().map(|word| !word).collect();
            for (at, mut word) in few.into_iter().enumerate() {
                while word != 0 {
                    let other = at * 64 + word.trailing_zeros() as usize;
                    word &= word - 1;
                    killers.iter_mut().zip(self.of_option(other)).for_each(|(all, word)| *all &= word);
                }
            }
            excluded.iter_mut().zip(killers).for_each(|(all, word)| *all |= word);
        }
        excluded.iter_mut().zip(self.of_option(option)).for_each(|(all, word)| *all &= !word);
        excluded
    }
}
