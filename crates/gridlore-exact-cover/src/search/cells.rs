//! Dancing cells: the engine for exact cover with colours.
//!
//! ```text
//!   item      a        b        c
//!   set    | 0 4 2 | 1 5 : 3 | 6 : 7 8 |      each item has a set of its entries
//!   size     3       2         1
//! ```
//!
//! In each set, the entries of options that can still be chosen come first, and the size is their
//! number. An entry is removed by swapping it with the last of these and reducing the size;
//! restoring the size restores the entry.
//!
//! The search picks an item with the fewest options and removes all of these options from the other
//! sets; then it tries each of them. If a primary item that the option does not cover has no
//! options left, the option is abandoned immediately. Backtracking copies the earlier sizes; the
//! order within a set does not matter.
//!
//! Cost: a node of the budget is one option tried. Memory is 20 bytes per entry, and 4 per item for
//! each option of a solution.
//!
//! # Source
//! Christine Solnon, *Exact cover and sparse sets*; Donald Knuth, *The Art of Computer
//! Programming*, 7.2.2.1, and his programs SSXC and SSXCC, the source of the early exit. Additions
//! of our own: covered items are marked within the sizes, so choosing an item is a minimum over
//! plain numbers; options of the chosen item are skipped if they miss an item that has no other
//! option; and sizes are restored as a block.
#![expect(clippy::cast_possible_truncation, reason = "the problem has checked that 31 bits suffice")]

use crate::problem::{Colour, Problem};
use gridlore_core::{Budget, BudgetSpent, Rng};

/// A chosen option of a solution, with details of the choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The number of the option.
    pub option: usize,
    /// The index of the entry whose item the option was chosen to cover.
    pub entry: usize,
    /// This option's rank, from 1, among the item's remaining options.
    pub nth: usize,
    /// The number of the item's remaining options.
    pub of: usize,
}

/// A flag in the size of a covered item, or of a purified secondary item.
const COVERED: i32 = 1 << 30;

/// A flag in the size of a secondary item, which keeps the size above 0.
const SECONDARY: i32 = 1 << 29;

/// A flag in the size of an item that is being covered.
const NEW: i32 = 1 << 28;

/// The bits of the size itself.
const SIZE: i32 = NEW - 1;

/// An entry of an option, or the separator after an option.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The item, or `BETWEEN` for a separator.
    item: u32,
    /// The index in the sets; for a separator, the first entry of the preceding option.
    place: u32,
}

const BETWEEN: u32 = u32::MAX;

/// The sets of all items.
#[derive(Debug, Clone)]
pub(crate) struct Sets {
    primary: usize,
    nodes: Vec<Node>,
    /// The colour and the option of each node.
    colours: Vec<Colour>,
    options: Vec<u32>,
    set: Vec<u32>,
    /// The start of each item's set.
    base: Vec<u32>,
    size: Vec<i32>,
    /// Items with their earlier sizes, for levels without a copy of all sizes.
    log: Vec<(u32, i32)>,
}

impl Sets {
    pub(crate) fn new(problem: &Problem) -> Self {
        let items = problem.items();
        let mut size = vec![0; items];
        for option in 0..problem.options() {
            for entry in problem.entries_of(option) {
                size[entry.item as usize] += 1;
            }
        }
        let mut base = Vec::with_capacity(items);
        let mut next = 0;
        for size in &size {
            base.push(next);
            next += *size as u32;
        }
        let mut set = vec![0; next as usize];
        let mut filled = base.clone();
        let (mut nodes, mut colours, mut options) = (Vec::new(), Vec::new(), Vec::new());
        for option in 0..problem.options() {
            let first = nodes.len() as u32;
            for entry in problem.entries_of(option) {
                let place = &mut filled[entry.item as usize];
                set[*place as usize] = nodes.len() as u32;
                nodes.push(Node { item: entry.item, place: *place });
                *place += 1;
                colours.push(entry.colour);
                options.push(option as u32);
            }
            nodes.push(Node { item: BETWEEN, place: first });
            colours.push(0);
            options.push(option as u32);
        }
        for size in &mut size[problem.primary()..] {
            *size |= SECONDARY;
        }
        Self { primary: problem.primary(), nodes, colours, options, set, base, size, log: Vec::new() }
    }

    /// Returns the item with the fewest options (the first if there are several), with the number
    /// of its options; `None` if all items are covered.
    #[inline]
    fn smallest(&self) -> Option<(u32, i32)> {
        let sizes = &self.size[..self.primary];
        let least = sizes.iter().copied().min().filter(|least| *least < COVERED)?;
        let item = sizes.iter().position(|size| *size == least)?;
        Some((item as u32, least))
    }

    /// Returns the next entry of an option, cyclically.
    #[inline(always)]
    fn next_of_option(&self, entry: u32) -> u32 {
        let Node { item, place } = self.nodes[entry as usize + 1];
        if item == BETWEEN { place } else { entry + 1 }
    }

    /// Removes the options of an item, except those that contain it in this colour, from the sets
    /// of their other items. If `stops` is true, stops at the first primary item without options
    /// and returns `false`.
    #[inline]
    fn hide<const IS_LOGGED: bool>(&mut self, item: u32, colour: Colour, stops: bool) -> bool {
        let from = self.base[item as usize] as usize;
        let size = (self.size[item as usize] & SIZE) as usize;
        for at in from..from + size {
            let entry = self.set[at];
            if colour != 0 && self.colours[entry as usize] == colour {
                continue;
            }
            let mut other = self.next_of_option(entry);
            while other != entry {
                let Node { item, place } = self.nodes[other as usize];
                if IS_LOGGED {
                    self.log.push((item, self.size[item as usize]));
                }
                let size = self.size[item as usize] - 1;
                self.size[item as usize] = size;
                let last = self.base[item as usize] + (size & SIZE) as u32;
                let moved = self.set[last as usize];
                self.set[place as usize] = moved;
                self.set[last as usize] = other;
                self.nodes[moved as usize].place = place;
                self.nodes[other as usize].place = last;
                if size == 0 && stops {
                    return false;
                }
                other = self.next_of_option(other);
            }
        }
        true
    }
}

/// A choice in progress.
#[derive(Debug, Clone, Copy)]
struct Level {
    item: u32,
    /// The current option, counted from 1; 0 before the first option.
    tried: u32,
    of: u32,
    /// The number of other primary items all of whose options contain this item.
    bare: u32,
    entry: u32,
    /// The length of the log before the first option, for a level without a copy.
    logged: usize,
}

/// Maximum total number of copied sizes on all levels; deeper levels log their changes.
const MAX_COPIED: usize = 1 << 26;

/// The solutions of a problem without multiplicities, found by dancing cells.
#[derive(Debug, Clone)]
pub(crate) struct Cells {
    sets: Sets,
    levels: Vec<Level>,
    depth: usize,
    /// The sizes of the first `copies` levels, before any of their options was chosen.
    saved: Vec<i32>,
    copies: usize,
    is_forward: bool,
    is_done: bool,
}

impl Cells {
    pub(crate) fn new(problem: &Problem) -> Self {
        Self::with_copies(problem, MAX_COPIED / problem.items().max(1))
    }

    /// Creates a search like [`Self::new`], with copies of the sizes for this many levels.
    fn with_copies(problem: &Problem, copies: usize) -> Self {
        Self {
            sets: Sets::new(problem),
            levels: Vec::new(),
            depth: 0,
            saved: Vec::new(),
            copies,
            is_forward: true,
            is_done: false,
        }
    }

    /// Returns the chosen options, with details of each choice.
    pub(crate) fn choices(&self) -> impl Iterator<Item = Choice> {
        self.levels[..self.depth].iter().map(|level| {
            let mut first = level.entry;
            while first > 0 && self.sets.nodes[first as usize - 1].item != BETWEEN {
                first -= 1;
            }
            Choice {
                option: self.sets.options[level.entry as usize] as usize,
                entry: (level.entry - first) as usize,
                nth: level.tried as usize,
                of: level.of as usize,
            }
        })
    }

    /// Returns the fraction of the search that is done, assuming that all options of an item take
    /// equally long.
    pub(crate) fn part_done(&self) -> f64 {
        let (mut done, mut part) = (0.0, 1.0);
        for (at, Level { tried, of, .. }) in self.levels[..self.depth].iter().enumerate() {
            // On all levels except the last, one option is still in progress.
            let open = u32::from(at + 1 < self.depth);
            part /= f64::from((*of).max(1));
            done += part * f64::from(tried.saturating_sub(open));
        }
        done
    }

    /// Advances to the next solution; returns `false` after the last.
    pub(crate) fn next(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        if self.is_done {
            return Ok(false);
        }
        loop {
            if self.is_forward {
                let Some((item, size)) = self.sets.smallest() else {
                    self.is_forward = false;
                    return Ok(true);
                };
                if size == 0 {
                    self.is_forward = false;
                } else {
                    self.begin(item, size);
                    self.is_forward = false;
                }
            }
            if !self.advance(budget)? {
                self.is_done = true;
                return Ok(false);
            }
        }
    }

    /// Starts a level.
    fn begin(&mut self, item: u32, size: i32) {
        // The parent level restores the items covered here.
        let bare =
            if self.depth > self.copies { self.cover::<true>(item) } else { self.cover::<false>(item) };
        let level = Level { item, tried: 0, of: size as u32, bare, entry: 0, logged: self.sets.log.len() };
        if self.levels.len() == self.depth {
            self.levels.push(level);
        }
        self.levels[self.depth] = level;
        if self.depth < self.copies {
            let items = self.sets.size.len();
            let from = self.depth * items;
            if self.saved.len() == from {
                self.saved.extend_from_slice(&self.sets.size);
            } else {
                self.saved[from..from + items].copy_from_slice(&self.sets.size);
            }
        }
        self.depth += 1;
    }

    /// Covers the item of a level; returns the number of other primary items all of whose options
    /// contain this item.
    fn cover<const IS_LOGGED: bool>(&mut self, item: u32) -> u32 {
        let sets = &mut self.sets;
        if IS_LOGGED {
            sets.log.push((item, sets.size[item as usize]));
        }
        sets.size[item as usize] |= COVERED;
        sets.hide::<IS_LOGGED>(item, 0, false);
        sets.size[..sets.primary].iter().filter(|size| **size == 0).count() as u32
    }

    /// Restores the sizes of the last level.
    fn restore(&mut self) {
        let (at, items) = (self.depth - 1, self.sets.size.len());
        if at < self.copies {
            self.sets.size.copy_from_slice(&self.saved[at * items..(at + 1) * items]);
            self.sets.log.clear();
            return;
        }
        for (item, size) in self.sets.log.drain(self.levels[at].logged..).rev() {
            self.sets.size[item as usize] = size;
        }
    }

    /// Tries the next option of the deepest level that has one; returns `false` if no level has
    /// one.
    fn advance(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        while let Some(at) = self.depth.checked_sub(1) {
            if self.levels[at].tried == self.levels[at].of {
                self.depth = at;
                continue;
            }
            budget.spend()?;
            if self.levels[at].tried > 0 {
                self.restore();
            }
            let level = &mut self.levels[at];
            level.entry = self.sets.set[(self.sets.base[level.item as usize] + level.tried) as usize];
            level.tried += 1;
            let (entry, bare) = (level.entry, level.bare);
            let is_chosen = if at < self.copies {
                self.sets.choose::<false>(entry, bare)
            } else {
                self.sets.choose::<true>(entry, bare)
            };
            if is_chosen {
                self.is_forward = true;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Sets {
    /// Chooses the option of an entry whose item is already covered. Returns `false` if the option
    /// misses one of the `bare` items that no other option can cover, or leaves another item
    /// without options.
    #[inline]
    fn choose<const IS_LOGGED: bool>(&mut self, entry: u32, bare: u32) -> bool {
        let mut covered = 0;
        let mut other = self.next_of_option(entry);
        while other != entry {
            covered += u32::from(self.size[self.nodes[other as usize].item as usize] == 0);
            other = self.next_of_option(other);
        }
        if covered < bare {
            return false;
        }
        // Mark all items of the option first, so that it does not matter if they run out of
        // options. Items that were already marked are purified in the colour of this option.
        let mut other = self.next_of_option(entry);
        while other != entry {
            let item = self.nodes[other as usize].item;
            let size = &mut self.size[item as usize];
            if IS_LOGGED && *size & COVERED == 0 {
                self.log.push((item, *size));
            }
            *size = if *size & COVERED == 0 { *size | COVERED | NEW } else { *size };
            other = self.next_of_option(other);
        }
        let mut other = self.next_of_option(entry);
        while other != entry {
            let item = self.nodes[other as usize].item;
            if self.size[item as usize] & NEW != 0 {
                self.size[item as usize] &= !NEW;
                if !self.hide::<IS_LOGGED>(item, self.colours[other as usize], true) {
                    return false;
                }
            }
            other = self.next_of_option(other);
        }
        true
    }
}

impl Cells {
    /// Counts the solutions.
    pub(crate) fn count(&mut self, budget: &mut Budget) -> Result<u64, BudgetSpent> {
        let mut count = 0;
        while self.next(budget)? {
            count += 1;
        }
        Ok(count)
    }

    /// Descends from the root by random options; returns estimates of the number of options that a
    /// search would try and of the number of solutions that it would find, assuming that every path
    /// is like this one.
    pub(crate) fn descend(&mut self, rng: &mut Rng) -> (f64, f64) {
        let start = self.sets.size.clone();
        let (mut sum, mut product, mut is_dead) = (0.0, 1.0, false);
        while let Some((item, size)) = self.sets.smallest() {
            if size == 0 {
                is_dead = true;
                break;
            }
            product *= f64::from(size);
            sum += product;
            let bare = self.cover::<false>(item);
            let at = self.sets.base[item as usize] as usize + rng.below(size as usize);
            if !self.sets.choose::<false>(self.sets.set[at], bare) {
                is_dead = true;
                break;
            }
        }
        self.sets.size.copy_from_slice(&start);
        (sum, if is_dead { 0.0 } else { product })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Entry;
    use gridlore_core::Rng;

    fn solutions(mut cells: Cells) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        while cells.next(&mut Budget::unlimited()).expect("no end") {
            all.push(cells.choices().map(|choice| choice.option).collect());
        }
        all
    }

    #[test]
    fn levels_without_a_copy_find_the_same_solutions() {
        let mut rng = Rng::new(4);
        let mut found = 0;
        for _ in 0..300 {
            let (primary, secondary) = (3 + rng.below(7), rng.below(4));
            let mut problem = Problem::new(primary, secondary);
            for _ in 0..10 + rng.below(40) {
                let mut items: Vec<usize> = vec![rng.below(primary)];
                items.extend((0..primary + secondary).filter(|_| rng.below(4) == 0));
                items.sort_unstable();
                items.dedup();
                let mut colour = |item| if item < primary { 0 } else { rng.below(3) as Colour };
                let entries: Vec<Entry> =
                    items.iter().map(|&item| Entry { item: item as u32, colour: colour(item) }).collect();
                problem.add_entries(&entries, 0).expect("a valid option");
            }
            let expected = solutions(Cells::new(&problem));
            for copies in [0, 1, 2, 3] {
                assert_eq!(solutions(Cells::with_copies(&problem, copies)), expected, "{copies} copies");
            }
            found += expected.len();
        }
        assert!(found > 1000, "{found} solutions");
    }
}
