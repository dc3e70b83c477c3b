//! The search in a fixed order, with one level per item and a table of dead states.

use super::{Mask, Masks, lowest_missing, with};
use gridlore_core::{Budget, BudgetSpent};
use std::ops::Range;

/// An item being covered.
#[derive(Debug, Clone, Copy)]
struct Level<const WORDS: usize> {
    covered: Mask<WORDS>,
    /// The current group, and the end of the item's groups.
    groups: (u32, u32),
    /// The untried options of the current group.
    possible: u64,
    /// The chosen option.
    option: u32,
}

/// The nodes left and the solutions found when a level began.
#[derive(Debug, Clone, Copy)]
struct Mark {
    left: u64,
    found: u64,
}

/// A hash table of states without solutions. Different options may cover the same items, so states
/// recur; the states in the table are not searched again. A later state replaces an earlier one
/// with the same hash.
#[derive(Debug, Clone)]
struct Dead<const WORDS: usize> {
    states: Vec<Mask<WORDS>>,
    /// The deepest level at which the table is consulted. Below it, searching is as fast as a
    /// lookup.
    deepest: usize,
    /// The number of sampled nodes at each depth.
    seen: Vec<u64>,
    /// The total number of sampled nodes.
    all: u64,
}

impl<const WORDS: usize> Dead<WORDS> {
    #[inline(always)]
    fn place(&self, covered: &Mask<WORDS>) -> usize {
        let hash = covered.iter().fold(0_u64, |hash, word| {
            let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xc2b2_ae3d_27d4_eb4f_u128;
            (product >> 64) as u64 ^ product as u64
        });
        hash as usize & (self.states.len() - 1)
    }

    /// Samples a node, and occasionally recomputes the deepest useful level.
    #[cold]
    fn sample(&mut self, depth: usize, nodes: u64) {
        self.seen[depth] += 1;
        self.all += 1;
        if nodes.is_multiple_of(SAMPLE_INTERVAL * SAMPLES) {
            if self.all * SAMPLE_INTERVAL > self.states.len() as u64 * NODES_PER_STATE
                && self.states.len() < 1 << MAX_STATE_BITS
            {
                self.widen();
            }
            let mut below = 0;
            let depths = self.seen.iter().enumerate().rev().find(|(_, here)| {
                let is_worth = **here > 0 && below >= **here * MIN_FOLLOWERS;
                below += **here;
                is_worth
            });
            self.deepest = depths.map_or(0, |(depth, _)| depth + 1);
        }
    }

    /// Quadruples the table.
    fn widen(&mut self) {
        let more = (self.states.len() * 4).max(1 << MIN_STATE_BITS);
        let states = std::mem::replace(&mut self.states, vec![[0; WORDS]; more]);
        for state in states.into_iter().filter(|state| *state != [0; WORDS]) {
            let place = self.place(&state);
            self.states[place] = state;
        }
    }

    /// Returns whether a state is known to be dead.
    #[inline(always)]
    fn has(&self, covered: &Mask<WORDS>) -> bool {
        !self.states.is_empty() && self.states[self.place(covered)] == *covered
    }

    /// Stores a state from which `nodes` nodes did not lead to a solution.
    #[inline(always)]
    fn note(&mut self, covered: &Mask<WORDS>, nodes: u64) {
        if nodes < MIN_NODES {
            return;
        }
        if self.states.is_empty() {
            self.states = vec![[0; WORDS]; 1 << MIN_STATE_BITS];
        }
        let place = self.place(covered);
        self.states[place] = *covered;
    }
}

/// The interval between sampled nodes, and the number of samples that form a distribution.
const SAMPLE_INTERVAL: u64 = 32;
const SAMPLES: u64 = 2048;

/// Minimum average number of nodes below a node for which a lookup is worthwhile.
const MIN_FOLLOWERS: u64 = 30;

/// Logarithms of the initial and the maximum number of dead states, and the number of nodes per
/// state before the table grows.
const MIN_STATE_BITS: u32 = 15;
const MAX_STATE_BITS: u32 = 22;
const NODES_PER_STATE: u64 = 128;

/// Minimum number of nodes below a state for which storing it is worthwhile.
const MIN_NODES: u64 = 16;

/// The solutions of a problem, found with masks.
#[derive(Debug, Clone)]
pub(crate) struct Walk<const WORDS: usize> {
    masks: Masks<WORDS>,
    /// One level per item, plus one. The first `depth` levels are in use; the last of these
    /// contains the latest choice.
    levels: Vec<Level<WORDS>>,
    depth: usize,
    is_new: bool,
    dead: Dead<WORDS>,
    marks: Vec<Mark>,
    found: u64,
}

impl<const WORDS: usize> Walk<WORDS> {
    pub(crate) fn new(masks: Masks<WORDS>) -> Self {
        let level = Level { covered: [0; WORDS], groups: (0, 0), possible: 0, option: 0 };
        let dead = Dead { states: Vec::new(), deepest: 0, seen: vec![0; masks.primary + 1], all: 0 };
        let marks = vec![Mark { left: 0, found: 0 }; masks.primary + 1];
        Self { levels: vec![level; masks.primary + 1], masks, depth: 0, is_new: true, dead, marks, found: 0 }
    }

    /// Returns the level of the item with this bit, after choosing the options in `last`.
    #[inline(always)]
    fn level(
        masks: &Masks<WORDS>,
        covered: Mask<WORDS>,
        bit: usize,
        last: impl IntoIterator<Item = u32>,
    ) -> Level<WORDS> {
        let groups = (masks.starts[bit], masks.starts[bit + 1]);
        let mut possible = 0;
        if groups.0 < groups.1 {
            possible = masks.possible(&masks.groups[groups.0 as usize], &covered);
            for option in last {
                possible &= masks.after(option, groups.0);
            }
        }
        Level { covered, groups, possible, option: 0 }
    }

    /// Advances to the next solution; returns `false` after the last.
    pub(crate) fn next(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        if std::mem::take(&mut self.is_new) {
            if self.masks.primary == 0 {
                return Ok(true);
            }
            self.levels[0] = Self::level(&self.masks, [0; WORDS], 0, []);
            self.depth = 1;
        }
        let mut left = budget.left();
        let found = self.advance(&mut left);
        let _ = budget.spend_many(budget.left() - left);
        match found {
            Some(found) => Ok(found),
            None => Err(BudgetSpent { nodes: budget.spent() }),
        }
    }

    /// Advances like [`Self::next`]; returns `None` if no nodes are left.
    #[inline(always)]
    fn advance(&mut self, left: &mut u64) -> Option<bool> {
        let masks = &self.masks;
        let Some(mut depth) = self.depth.checked_sub(1) else { return Some(false) };
        let mut level = self.levels[depth];
        let found = loop {
            if level.possible == 0 {
                level.groups.0 += 1;
                if level.groups.0 < level.groups.1 {
                    level.possible = masks.possible(&masks.groups[level.groups.0 as usize], &level.covered);
                } else if depth == 0 {
                    self.depth = 0;
                    return Some(false);
                } else {
                    if depth <= self.dead.deepest && self.marks[depth].found == self.found {
                        self.dead.note(&level.covered, self.marks[depth].left.saturating_sub(*left));
                    }
                    depth -= 1;
                    level = self.levels[depth];
                }
                continue;
            }
            if *left == 0 {
                break None;
            }
            *left -= 1;
            if left.is_multiple_of(SAMPLE_INTERVAL) {
                self.dead.sample(depth, *left);
            }
            level.option = masks.groups[level.groups.0 as usize].first + level.possible.trailing_zeros();
            level.possible &= level.possible - 1;
            let covered = with(&level.covered, &masks.options[level.option as usize]);
            let bit = lowest_missing(&covered);
            if bit >= masks.primary {
                self.found += 1;
                break Some(true);
            }
            if !masks.is_viable(&covered, bit) || depth < self.dead.deepest && self.dead.has(&covered) {
                continue;
            }
            self.levels[depth] = level;
            let last = [level.option, self.levels[depth.saturating_sub(1)].option];
            depth += 1;
            level = Self::level(masks, covered, bit, last);
            if depth <= self.dead.deepest {
                self.marks[depth] = Mark { left: *left, found: self.found };
            }
        };
        self.levels[depth] = level;
        self.depth = depth + 1;
        found
    }

    /// Returns the chosen options.
    pub(crate) fn chosen(&self) -> impl Iterator<Item = u32> + Clone {
        self.levels[..self.depth].iter().map(|level| self.masks.numbers[level.option as usize])
    }

    /// Returns the fraction of the search that is done, assuming that all options of an item take
    /// equally long.
    pub(crate) fn part_done(&self) -> f64 {
        let masks = &self.masks;
        let (mut done, mut part) = (0.0, 1.0);
        for (at, level) in self.levels[..self.depth].iter().enumerate() {
            let bit = lowest_missing(&level.covered);
            let count = |groups: Range<u32>| -> u32 {
                groups.map(|group| masks.possible_at(group, &level.covered).count_ones()).sum()
            };
            let all = count(masks.starts[bit]..masks.starts[bit + 1]).max(1);
            let left = level.possible.count_ones() + count(level.groups.0 + 1..level.groups.1);
            // On all levels except the last, one option is still in progress.
            let open = u32::from(at + 1 < self.depth);
            done += part * f64::from(all.saturating_sub(left + open)) / f64::from(all);
            part /= f64::from(all);
        }
        done
    }

    /// Returns the masks that are searched.
    pub(crate) const fn masks(&self) -> &Masks<WORDS> {
        &self.masks
    }
}
