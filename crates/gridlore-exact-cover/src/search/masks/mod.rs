//! The engine for small problems: the covered items are a mask of at most 256 bits, and items are
//! covered in a fixed order.
//!
//! The bit of an item is its place in the order, so the next item to cover is the lowest zero bit.
//! Each option belongs to the group of its lowest item, so the options for the next item are its
//! group. They are not tested one by one: for each slice of a few bits of the mask, a table
//! contains the compatible options, 64 per word, and the search intersects these words.
//!
//! ```text
//!   covered   ...0110 0101 0011 1111
//!                |    |    |              the next item is the lowest 0; all bits below are set
//!               t3[6] t2[5] t1[3]         its options that are compatible with each slice of bits
//! ```
//!
//! With a good order, this is several times faster than dancing cells; with a bad order, the search
//! may never end. `order` searches for a good order.
//!
//! Cost: about ten nanoseconds per node, and tables of up to 2 MB.
#![expect(clippy::cast_possible_truncation, reason = "places in tables and options are numbered in 32 bits")]

mod walk;

pub(crate) use walk::Walk;

use crate::problem::Problem;
use crate::problem::reduce::Conflicts;
use crate::search::cells::Choice;
use std::ops::Range;

/// The covered items, or the items of an option.
pub(crate) type Mask<const WORDS: usize> = [u64; WORDS];

/// At most 64 options with the same lowest item.
#[derive(Debug, Clone, Copy)]
struct Group {
    /// The index of its first option.
    first: u32,
    /// The range of its tables.
    looks: (u32, u32),
    /// All options of the group.
    all: u64,
}

/// A slice of the mask, with its table of compatible options.
#[derive(Debug, Clone, Copy)]
struct Look {
    word: u8,
    shift: u8,
    /// The start of the table.
    table: u32,
}

/// A problem with its items in a fixed order.
#[derive(Debug, Clone)]
pub(crate) struct Masks<const WORDS: usize> {
    primary: usize,
    /// The first group of each primary item, and the end of the last.
    starts: Vec<u32>,
    groups: Vec<Group>,
    looks: Vec<Look>,
    tables: Vec<u64>,
    /// The bits of a mask slice.
    bits: u64,
    options: Vec<Mask<WORDS>>,
    /// For each option and group, the options that can follow; empty if not computed.
    pairs: Vec<u64>,
    /// For each place in the order, the items that no option from that place on covers.
    past: Vec<Mask<WORDS>>,
    /// The numbers of the options in the problem.
    numbers: Vec<u32>,
    /// The place of each option of the problem.
    places: Vec<u32>,
    /// The item of each bit.
    items: Vec<u32>,
}

/// Returns the lowest zero bit.
#[inline(always)]
pub(crate) const fn lowest_missing<const WORDS: usize>(mask: &Mask<WORDS>) -> usize {
    let mut word = 0;
    while word + 1 < WORDS && mask[word] == u64::MAX {
        word += 1;
    }
    word * 64 + mask[word].trailing_ones() as usize
}

#[inline(always)]
fn with<const WORDS: usize>(one: &Mask<WORDS>, other: &Mask<WORDS>) -> Mask<WORDS> {
    std::array::from_fn(|at| one[at] | other[at])
}

/// The table of pairs is kept only if at least one pair in this many is known to be impossible.
const MIN_PAIR_RATIO: usize = 100;

/// Maximum size of the tables in bytes; they should fit into a large cache.
const MAX_TABLE_BYTES: usize = 1 << 20;

impl<const WORDS: usize> Masks<WORDS> {
    /// Builds the masks. `order` lists the primary items first; the number of items must be less
    /// than the number of bits.
    pub(crate) fn new(problem: &Problem, conflicts: &Conflicts, order: &[u32]) -> Self {
        let mut bit_of = vec![0; problem.items()];
        for (bit, item) in order.iter().enumerate() {
            bit_of[*item as usize] = bit;
        }
        let mut sorted: Vec<(usize, Mask<WORDS>, u32)> = (0..problem.options())
            .filter(|option| conflicts.is_useful(*option))
            .map(|option| {
                let mut mask = [0; WORDS];
                for entry in problem.entries_of(option) {
                    let bit = bit_of[entry.item as usize];
                    mask[bit / 64] |= 1 << (bit % 64);
                }
                let lowest = lowest_missing(&mask.map(|word| !word));
                (lowest, mask, option as u32)
            })
            .collect();
        sorted.sort_by_key(|(lowest, _, option)| (*lowest, *option));
        let mut masks = Self {
            primary: problem.primary(),
            starts: vec![0],
            groups: Vec::new(),
            looks: Vec::new(),
            tables: Vec::new(),
            bits: 0,
            options: sorted.iter().map(|entry| entry.1).collect(),
            numbers: sorted.iter().map(|entry| entry.2).collect(),
            places: vec![u32::MAX; problem.options()],
            pairs: Vec::new(),
            past: vec![[0; WORDS]; problem.primary() + 1],
            items: order.to_vec(),
        };
        for (place, number) in masks.numbers.iter().enumerate() {
            masks.places[*number as usize] = place as u32;
        }
        let mut open = [0; WORDS];
        let mut left = sorted.as_slice();
        for (bit, past) in masks.past.iter_mut().enumerate().rev() {
            while let Some(((_, option, _), before)) = left.split_last().filter(|(last, _)| last.0 >= bit) {
                open = with(&open, option);
                left = before;
            }
            for item in 0..problem.primary() {
                past[item / 64] |= (!open[item / 64] >> (item % 64) & 1) << (item % 64);
            }
        }
        let mut first = 0;
        for bit in 0..problem.primary() {
            let count = sorted[first..].iter().take_while(|entry| entry.0 == bit).count();
            for from in (first..first + count).step_by(64) {
                let count = (first + count - from).min(64);
                let all = if count == 64 { u64::MAX } else { (1 << count) - 1 };
                masks.groups.push(Group { first: from as u32, looks: (0, 0), all });
            }
            first += count;
            masks.starts.push(masks.groups.len() as u32);
        }
        for width in [8, 6, 4] {
            masks.lay_tables(width);
            if masks.tables.len() * 8 <= MAX_TABLE_BYTES {
                break;
            }
        }
        masks
    }

    /// Builds the tables, one for each slice of `width` bits.
    fn lay_tables(&mut self, width: u32) {
        self.bits = (1 << width) - 1;
        self.looks.clear();
        self.tables.clear();
        for bit in 0..self.primary {
            for at in self.starts[bit] as usize..self.starts[bit + 1] as usize {
                let group = self.groups[at];
                let options = &self.options[group.first as usize..][..group.all.count_ones() as usize];
                let used = options.iter().fold([0; WORDS], |used, option| with(&used, option));
                let from = self.looks.len() as u32;
                for (word, used) in used.into_iter().enumerate() {
                    // Earlier options cannot cover the item itself.
                    let mut left = if word == bit / 64 { used & !(1 << (bit % 64)) } else { used };
                    while left != 0 {
                        let shift = left.trailing_zeros().min(64 - width);
                        left &= !(self.bits << shift);
                        self.looks.push(Look {
                            word: word as u8,
                            shift: shift as u8,
                            table: self.tables.len() as u32,
                        });
                        let table = self.tables.len();
                        self.tables.push(group.all);
                        for value in 1..1_usize << width {
                            let lowest = value.trailing_zeros();
                            let left = if value & (value - 1) == 0 {
                                let bit = 1 << (shift + lowest);
                                let has = |entry: (usize, &Mask<WORDS>)| {
                                    u64::from(entry.1[word] & bit == 0) << entry.0
                                };
                                options.iter().enumerate().map(has).fold(0, |all, option| all | option)
                            } else {
                                self.tables[table + (value & (value - 1))]
                                    & self.tables[table + (1 << lowest)]
                            };
                            self.tables.push(left);
                        }
                    }
                }
                self.groups[at].looks = (from, self.looks.len() as u32);
            }
        }
    }

    /// Computes which options can follow each option, if enough pairs are impossible to make this
    /// useful.
    pub(crate) fn lay_pairs(&mut self, conflicts: &Conflicts) {
        let groups = self.groups.len();
        let mut known = 0;
        self.pairs = vec![u64::MAX; self.options.len() * groups];
        let mut places = vec![(0, 0); self.places.len()];
        for (at, group) in self.groups.iter().enumerate() {
            for bit in 0..group.all.count_ones() {
                places[self.numbers[(group.first + bit) as usize] as usize] = (at, bit);
            }
        }
        for (number, pairs) in self.numbers.iter().zip(self.pairs.chunks_mut(groups)) {
            for (word, mut excluded) in conflicts.excluded_by(*number as usize).into_iter().enumerate() {
                while excluded != 0 {
                    let other = word * 64 + excluded.trailing_zeros() as usize;
                    excluded &= excluded - 1;
                    if let Some((group, bit)) = places.get(other).filter(|_| conflicts.is_useful(other)) {
                        pairs[*group] &= !(1 << bit);
                        known += 1;
                    }
                }
            }
        }
        if known * MIN_PAIR_RATIO < self.options.len() * self.options.len() {
            self.pairs.clear();
        }
    }

    /// Returns the options of a group that can follow an option.
    #[inline(always)]
    fn after(&self, option: u32, group: u32) -> u64 {
        if self.pairs.is_empty() {
            u64::MAX
        } else {
            self.pairs[option as usize * self.groups.len() + group as usize]
        }
    }

    /// Returns the options of a group that are compatible with the covered items.
    #[inline(always)]
    fn possible(&self, group: &Group, covered: &Mask<WORDS>) -> u64 {
        let mut possible = group.all;
        for look in &self.looks[group.looks.0 as usize..group.looks.1 as usize] {
            let value = covered[usize::from(look.word)] >> look.shift & self.bits;
            possible &= self.tables[look.table as usize + value as usize];
        }
        possible
    }

    /// Replaces `choices`, which are empty or belong to an earlier solution, with the choices of a
    /// search in this order. A choice depends only on the previous choices, so a common prefix is
    /// kept.
    pub(crate) fn choices(&self, problem: &Problem, solution: &mut [u32], choices: &mut Vec<Choice>) {
        // The places of options are in the order of the items that the options are chosen to cover.
        for option in &mut *solution {
            *option = self.places[*option as usize];
        }
        solution.sort_unstable();
        let mut covered = [0; WORDS];
        let mut is_shared = true;
        for (at, &place) in solution.iter().enumerate() {
            let option = self.numbers[place as usize] as usize;
            is_shared = is_shared && choices.get(at).is_some_and(|choice| choice.option == option);
            if !is_shared {
                choices.truncate(at);
                choices.push(self.choice(problem, &covered, place));
            }
            covered = with(&covered, &self.options[place as usize]);
        }
        choices.truncate(solution.len());
    }

    /// Returns the choice of the option at a place, given the covered items.
    fn choice(&self, problem: &Problem, covered: &Mask<WORDS>, place: u32) -> Choice {
        let (mut nth, mut of) = (0, 0);
        for at in self.groups_of(covered) {
            let group = &self.groups[at as usize];
            let possible = self.possible(group, covered);
            if let Some(at) = place.checked_sub(group.first).filter(|at| *at < 64) {
                nth = of + (possible & ((1 << at) - 1)).count_ones() as usize + 1;
            }
            of += possible.count_ones() as usize;
        }
        let item = self.items[lowest_missing(covered)];
        let option = self.numbers[place as usize] as usize;
        let entry = problem.entries_of(option).iter().position(|entry| entry.item == item);
        Choice { option, entry: entry.unwrap_or(0), nth, of }
    }

    /// Returns the items in the order in which they are covered.
    pub(crate) fn order(&self) -> &[u32] {
        &self.items
    }

    /// Returns the place of an option; `u32::MAX` for a useless option.
    pub(crate) fn place(&self, option: u32) -> u32 {
        self.places[option as usize]
    }

    /// Returns whether every item that no later option covers is already covered.
    #[inline(always)]
    fn is_viable(&self, covered: &Mask<WORDS>, bit: usize) -> bool {
        covered.iter().zip(&self.past[bit]).all(|(covered, past)| past & !covered == 0)
    }

    /// Returns the number of primary items. All bits below this number must be covered.
    pub(crate) const fn primary(&self) -> usize {
        self.primary
    }

    /// Returns the groups of the next item.
    pub(crate) fn groups_of(&self, covered: &Mask<WORDS>) -> Range<u32> {
        let bit = lowest_missing(covered);
        self.starts[bit]..self.starts[bit + 1]
    }

    /// Returns the possible options of the group with this number.
    pub(crate) fn possible_at(&self, group: u32, covered: &Mask<WORDS>) -> u64 {
        self.possible(&self.groups[group as usize], covered)
    }

    /// Returns the covered items after choosing an option of a group.
    pub(crate) fn with_option(&self, group: u32, option: u32, covered: &Mask<WORDS>) -> Mask<WORDS> {
        with(covered, &self.options[(self.groups[group as usize].first + option) as usize])
    }

    /// Returns the options for the next item, each with the items covered after choosing it; `None`
    /// if all items are covered.
    pub(crate) fn branches(&self, covered: &Mask<WORDS>) -> Option<Vec<(u32, Mask<WORDS>)>> {
        let bit = lowest_missing(covered);
        if bit >= self.primary {
            return None;
        }
        let mut branches = Vec::new();
        for group in &self.groups[self.starts[bit] as usize..self.starts[bit + 1] as usize] {
            let mut possible = self.possible(group, covered);
            while possible != 0 {
                let at = group.first as usize + possible.trailing_zeros() as usize;
                possible &= possible - 1;
                branches.push((self.numbers[at], with(covered, &self.options[at])));
            }
        }
        Some(branches)
    }
}
