//! The search in a fixed order: one level for each item, what is covered in each, and a table of
//! states from which nothing comes.

use super::{Mask, Masks, lowest_missing, with};
use gridlore_core::{Budget, BudgetSpent};
use std::ops::Range;

/// An item that is being covered.
#[derive(Debug, Clone, Copy)]
struct Level<const WORDS: usize> {
    covered: Mask<WORDS>,
    /// The group that is looked at, and the one behind the last.
    groups: (u32, u32),
    /// What is left of it.
    possible: u64,
    /// The option that was chosen.
    option: u32,
}

/// How many nodes were left, and how many solutions found, when a level began.
#[derive(Debug, Clone, Copy)]
struct Mark {
    left: u64,
    found: u64,
}

/// States that no solution comes of, so that none is searched twice: covered items can be the same
/// by other options. What is found later takes the place of what has the same hash.
#[derive(Debug, Clone)]
struct Dead<const WORDS: usize> {
    states: Vec<Mask<WORDS>>,
    /// It is only asked up to so many options: further down a search is as quick as a look.
    deepest: usize,
    /// How many nodes were tried after each number of options, of one in so many.
    seen: Vec<u64>,
    /// How many were seen.
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

    /// Sees a node after so many options; now and then finds out anew how deep it is worth a look.
    #[cold]
    fn see(&mut self, depth: usize, nodes: u64) {
        self.seen[depth] += 1;
        self.all += 1;
        if nodes.is_multiple_of(SEEN * SAMPLE) {
            if self.all * SEEN > self.states.len() as u64 * WIDER && self.states.len() < 1 << MOST_STATES {
                self.widen();
            }
            let mut below = 0;
            let depths = self.seen.iter().enumerate().rev().find(|(_, here)| {
                let is_worth = **here > 0 && below >= **here * FOLLOW;
                below += **here;
                is_worth
            });
            self.deepest = depths.map_or(0, |(depth, _)| depth + 1);
        }
    }

    /// Makes room for four times as many states.
    fn widen(&mut self) {
        let more = (self.states.len() * 4).max(1 << STATES);
        let states = std::mem::replace(&mut self.states, vec![[0; WORDS]; more]);
        for state in states.into_iter().filter(|state| *state != [0; WORDS]) {
            let place = self.place(&state);
            self.states[place] = state;
        }
    }

    /// Whether a state is known to be dead.
    #[inline(always)]
    fn has(&self, covered: &Mask<WORDS>) -> bool {
        !self.states.is_empty() && self.states[self.place(covered)] == *covered
    }

    /// Notes a state of which so many nodes came and no solution.
    #[inline(always)]
    fn note(&mut self, covered: &Mask<WORDS>, nodes: u64) {
        if nodes < WORTH {
            return;
        }
        if self.states.is_empty() {
            self.states = vec![[0; WORDS]; 1 << STATES];
        }
        let place = self.place(covered);
        self.states[place] = *covered;
    }
}

/// One node of so many is seen, and so many of these make up a picture.
const SEEN: u64 = 32;
const SAMPLE: u64 = 2048;

/// As many nodes follow on a node that is worth a look.
const FOLLOW: u64 = 30;

/// The logarithm of how many dead states are kept, at the beginning and at most, and how many nodes
/// there are for each before there is room for more.
const STATES: u32 = 15;
const MOST_STATES: u32 = 22;
const WIDER: u64 = 128;

/// So many nodes are worth a note.
const WORTH: u64 = 16;

/// The solutions of a problem.
#[derive(Debug, Clone)]
pub(crate) struct Walk<const WORDS: usize> {
    masks: Masks<WORDS>,
    /// One for each item, and one more, of which so many are in use: the last of these has what was
    /// chosen last.
    levels: Vec<Level<WORDS>>,
    depth: usize,
    is_new: bool,
    dead: Dead<WORDS>,
    marks: Vec<Mark>,
    found: u64,
}

impl<const WORDS: usize> Walk<WORDS> {
    pub(crate) fn of(masks: Masks<WORDS>) -> Self {
        let level = Level { covered: [0; WORDS], groups: (0, 0), possible: 0, option: 0 };
        let dead = Dead { states: Vec::new(), deepest: 0, seen: vec![0; masks.primary + 1], all: 0 };
        let marks = vec![Mark { left: 0, found: 0 }; masks.primary + 1];
        Self { levels: vec![level; masks.primary + 1], masks, depth: 0, is_new: true, dead, marks, found: 0 }
    }

    /// The level of an item, by its bit, after these options.
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

    /// Goes on to the next solution; false when there is none.
    pub(crate) fn next(&mut self, budget: &mut Budget) -> Result<bool, BudgetSpent> {
        if std::mem::take(&mut self.is_new) {
            if self.masks.primary == 0 {
                return Ok(true);
            }
            self.levels[0] = Self::level(&self.masks, [0; WORDS], 0, []);
            self.depth = 1;
        }
        let mut left = budget.left();
        let found = self.go_on(&mut left);
        let _ = budget.spend_many(budget.left() - left);
        match found {
            Some(found) => Ok(found),
            None => Err(BudgetSpent { nodes: budget.spent() }),
        }
    }

    /// The same; nothing when no node is left.
    #[inline(always)]
    fn go_on(&mut self, left: &mut u64) -> Option<bool> {
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
            if left.is_multiple_of(SEEN) {
                self.dead.see(depth, *left);
            }
            level.option = masks.groups[level.groups.0 as usize].first + level.possible.trailing_zeros();
            level.possible &= level.possible - 1;
            let covered = with(&level.covered, &masks.options[level.option as usize]);
            let bit = lowest_missing(&covered);
            if bit >= masks.primary {
                self.found += 1;
                break Some(true);
            }
            if !masks.can_go_on(&covered, bit) || depth < self.dead.deepest && self.dead.has(&covered) {
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

    /// The options that are chosen.
    pub(crate) fn chosen(&self) -> impl Iterator<Item = u32> + Clone {
        self.levels[..self.depth].iter().map(|level| self.masks.numbers[level.option as usize])
    }

    /// Which part of the search is done where it was stopped, if all options of an item led to
    /// equally much of it.
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
            // Of all but the last level one option is still being searched.
            let open = u32::from(at + 1 < self.depth);
            done += part * f64::from(all.saturating_sub(left + open)) / f64::from(all);
            part /= f64::from(all);
        }
        done
    }

    /// The order that is searched.
    pub(crate) const fn masks(&self) -> &Masks<WORDS> {
        &self.masks
    }
}
