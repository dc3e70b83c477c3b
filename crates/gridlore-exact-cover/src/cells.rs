//! Dancing cells: the engine for exact cover with colours.
//!
//! ```text
//!   item      a        b        c
//!   set    | 0 4 2 | 1 5 : 3 | 6 : 7 8 |      the entries of the options that hold an item lie side by side, those of options that can still be chosen
//!   size     3       2         1              first; an entry is taken out by changing places with the last of these, and put back by nothing but the size
//! ```
//!
//! An item with the fewest options is chosen, and all its options are taken out of the other sets; then each of them is tried in turn. When a primary item that the option does not cover is left
//! with none, the option is given up at once. Coming back is to copy the sizes of before: the order within a set does not matter.
//!
//! Cost: a node of the budget is one option tried; memory is 20 bytes an entry, and 4 an item for each option of a solution.
//!
//! # Source
//! Christine Solnon, *Exact cover and sparse sets*; Donald Knuth, *The Art of Computer Programming*, 7.2.2.1, and his programs SSXC and SSXCC, whose early exit this is. Ours are: covered items marked within the sizes, so that the
//! choice of an item is a minimum over plain numbers; options of the chosen item left out without being tried where they miss an item that has no other; and sizes copied back as a whole.
#![expect(
    clippy::cast_possible_truncation,
    reason = "entries are numbered in 31 bits, which the problem checked"
)]

use crate::problem::{Colour, Problem};
use gridlore_core::{Budget, BudgetSpent, Rng};

/// An option of a solution, and how it was come by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The option's number.
    pub option: usize,
    /// Which of its entries was the reason to choose it, from 0.
    pub entry: usize,
    /// The how-many-th option of that item it was, from 1,
    pub nth: usize,
    /// of so many.
    pub of: usize,
}

/// Set in the size of an item that is covered, or secondary and purified.
const COVERED: i32 = 1 << 30;

/// Set in the size of a secondary item, so that it never is 0.
const SECONDARY: i32 = 1 << 29;

/// Set in the size of an item that is being covered.
const NEW: i32 = 1 << 28;

/// The size itself.
const SIZE: i32 = NEW - 1;

/// An entry; between options there is one that is none.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// The item, or `BETWEEN`.
    item: u32,
    /// Where it is among the sets; between options, where the option before began.
    place: u32,
}

const BETWEEN: u32 = u32::MAX;

/// All sets of entries.
#[derive(Debug, Clone)]
pub(crate) struct Sets {
    primary: usize,
    nodes: Vec<Node>,
    /// The colour and the option of each node.
    colours: Vec<Colour>,
    options: Vec<u32>,
    set: Vec<u32>,
    /// Where the set of each item begins.
    base: Vec<u32>,
    size: Vec<i32>,
}

impl Sets {
    pub(crate) fn of(problem: &Problem) -> Self {
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
        Self { primary: problem.primary(), nodes, colours, options, set, base, size }
    }

    /// The item with the fewest options, the first of equals, and how many these are; none when all are covered.
    #[inline]
    fn smallest(&self) -> Option<(u32, i32)> {
        let sizes = &self.size[..self.primary];
        let least = sizes.iter().copied().min().filter(|least| *least < COVERED)?;
        let item = sizes.iter().position(|size| *size == least)?;
        Some((item as u32, least))
    }

    /// The entry behind an entry of an option; the first one behind the last.
    #[inline(always)]
    fn next_of_option(&self, entry: u32) -> u32 {
        let Node { item, place } = self.nodes[entry as usize + 1];
        if item == BETWEEN { place } else { entry + 1 }
    }

    /// Takes the options of an item, but for those that have it in this colour, out of the sets of their other items. Where it `stops`, it does at the first primary item that has none left, and says false.
    #[inline]
    fn hide(&mut self, item: u32, colour: Colour, stops: bool) -> bool {
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

/// A choice that is being made.
#[derive(Debug, Clone, Copy)]
struct Level {
    item: u32,
    /// Which of its options is tried now, counted from 1; 0 before the first.
    tried: u32,
    of: u32,
    /// How many primary items have no option but those of this item.
    bare: u32,
    entry: u32,
}

/// The solutions of a problem without multiplicities.
#[derive(Debug, Clone)]
pub(crate) struct Cells {
    sets: Sets,
    levels: Vec<Level>,
    depth: usize,
    /// The sizes of each level, before any of its options is chosen.
    saved: Vec<i32>,
    is_forward: bool,
    is_done: bool,
}

impl Cells {
    pub(crate) fn of(problem: &Problem) -> Self {
        let sets = Sets::of(problem);
        Self { sets, levels: Vec::new(), depth: 0, saved: Vec::new(), is_forward: true, is_done: false }
    }

    /// The options that are chosen, and how.
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

    /// Goes on to the next solution; false when there is none.
    /// Which part of the search is done where it was stopped, if all options of an item led to equally much of it.
    pub(crate) fn part_done(&self) -> f64 {
        let (mut done, mut part) = (0.0, 1.0);
        for (at, Level { tried, of, .. }) in self.levels[..self.depth].iter().enumerate() {
            // Of all but the last level one option is still being searched.
            let open = u32::from(at + 1 < self.depth);
            part /= f64::from((*of).max(1));
            done += part * f64::from(tried.saturating_sub(open));
        }
        done
    }

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

    /// Opens a level.
    fn begin(&mut self, item: u32, size: i32) {
        let sets = &mut self.sets;
        sets.size[item as usize] |= COVERED;
        sets.hide(item, 0, false);
        let bare = sets.size[..sets.primary].iter().filter(|size| **size == 0).count() as u32;
        let items = sets.size.len();
        if self.levels.len() == self.depth {
            self.levels.push(Level { item, tried: 0, of: 0, bare, entry: 0 });
            self.saved.resize((self.depth + 1) * items, 0);
        }
        self.levels[self.depth] = Level { item, tried: 0, of: size as u32, bare, entry: 0 };
        self.saved[self.depth * items..(self.depth + 1) * items].copy_from_slice(&sets.size);
        self.depth += 1;
    }

    /// Tries the next option of the last level that has one; false when none has.
    fn advance(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        let items = self.sets.size.len();
        while let Some(level) = self.depth.checked_sub(1).map(|at| &mut self.levels[at]) {
            if level.tried == level.of {
                self.depth -= 1;
                continue;
            }
            budget.spend()?;
            if level.tried > 0 {
                let saved = &self.saved[(self.depth - 1) * items..self.depth * items];
                self.sets.size.copy_from_slice(saved);
            }
            level.entry = self.sets.set[(self.sets.base[level.item as usize] + level.tried) as usize];
            level.tried += 1;
            if self.sets.choose(level.entry, level.bare) {
                self.is_forward = true;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Sets {
    /// Chooses the option of an entry whose own item is covered already; false when it misses one of so many items that nothing else covers, or leaves another without an option.
    #[inline]
    fn choose(&mut self, entry: u32, bare: u32) -> bool {
        let mut covered = 0;
        let mut other = self.next_of_option(entry);
        while other != entry {
            covered += u32::from(self.size[self.nodes[other as usize].item as usize] == 0);
            other = self.next_of_option(other);
        }
        if covered < bare {
            return false;
        }
        // First all are marked, so that none of them is missed when it has no options left. What was marked before is purified, and this option has its colour.
        let mut other = self.next_of_option(entry);
        while other != entry {
            let size = &mut self.size[self.nodes[other as usize].item as usize];
            *size = if *size & COVERED == 0 { *size | COVERED | NEW } else { *size };
            other = self.next_of_option(other);
        }
        let mut other = self.next_of_option(entry);
        while other != entry {
            let item = self.nodes[other as usize].item;
            if self.size[item as usize] & NEW != 0 {
                self.size[item as usize] &= !NEW;
                if !self.hide(item, self.colours[other as usize], true) {
                    return false;
                }
            }
            other = self.next_of_option(other);
        }
        true
    }
}

impl Cells {
    /// How many solutions there are.
    pub(crate) fn count(&mut self, budget: &mut Budget) -> Result<u64, BudgetSpent> {
        let mut count = 0;
        while self.next(budget)? {
            count += 1;
        }
        Ok(count)
    }

    /// From the beginning down to where no option is left or all is covered, by options at random: how many options would be tried, and solutions found, if it were everywhere as on this way.
    pub(crate) fn way_down(&mut self, rng: &mut Rng) -> (f64, f64) {
        self.depth = 0;
        let start = self.sets.size.clone();
        let (mut sum, mut product, mut is_dead) = (0.0, 1.0, false);
        while let Some((item, size)) = self.sets.smallest() {
            if size == 0 {
                is_dead = true;
                break;
            }
            product *= f64::from(size);
            sum += product;
            self.begin(item, size);
            let level = self.levels[self.depth - 1];
            let at = self.sets.base[item as usize] as usize + rng.below(level.of as usize);
            if !self.sets.choose(self.sets.set[at], level.bare) {
                is_dead = true;
                break;
            }
        }
        self.depth = 0;
        self.sets.size.copy_from_slice(&start);
        (sum, if is_dead { 0.0 } else { product })
    }
}
