//! The search as one would first write it, for a board of any size and any length of a row: for
//! those that are not compiled in, and the second opinion on those that are.
//!
//! A node is a position in which nobody can win with the next stone. It knows no claim-even and no
//! threats, only: who can win at once, wins; the rest is looked at from the middle outwards, with a
//! window of one and a table.
//!
//! Cost: more nodes than [`crate::score::search`], and a longer one each; early in a game on a
//! usual board it does not come to an end.

use crate::board::size::Size;
use crate::score::watch::Watch;
use crate::win::shift;
use gridlore_core::{Budget, BudgetSpent};

/// What is known of a position; the key of an empty entry is that of no position.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u128,
    lower: i16,
    upper: i16,
}

const EMPTY: Entry = Entry { key: u128::MAX, lower: i16::MIN, upper: i16::MAX };

/// Nodes between two looks at whether somebody wants it to stop.
const POLL: u64 = 1024;

#[derive(Debug)]
pub(crate) struct Reference {
    size: Size,
    /// The cells of each column, from the middle outwards.
    columns: Vec<u128>,
    table: Vec<Entry>,
    nodes: u64,
    watch: Watch,
}

impl Reference {
    /// A search with a table of at most so many bytes.
    pub(crate) fn new(size: Size, bytes: usize, watch: &Watch) -> Self {
        let mut columns: Vec<usize> = (0..size.width()).collect();
        columns.sort_by_key(|&column| (2 * column + 1).abs_diff(size.width()));
        Self {
            size,
            columns: columns.into_iter().map(|column| size.cells_of(column)).collect(),
            table: vec![EMPTY; (bytes / size_of::<Entry>()).max(1)],
            nodes: 0,
            watch: watch.clone(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.table.fill(EMPTY);
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The exact score of a position, or with `is_weak` its sign, for the side whose stones are
    /// `own`. Nobody has won, and not all cells are full.
    pub(crate) fn score(
        &mut self,
        own: u128,
        all: u128,
        is_weak: bool,
        budget: &mut Budget,
    ) -> Result<i32, BudgetSpent> {
        let left = self.left(all);
        let (mut lower, mut upper) = if is_weak { (-1, 1) } else { (-(left / 2), (left + 1) / 2) };
        while lower < upper {
            let middle = lower + (upper - lower).div_euclid(2);
            let found = self.bound(own, all, middle + 1, budget)?;
            if found > middle {
                lower = found.min(upper)
            } else {
                upper = found.max(lower)
            }
            if is_weak {
                (lower, upper) = (lower.signum(), upper.signum());
            }
        }
        Ok(lower)
    }

    fn left(&self, all: u128) -> i32 {
        i32::try_from(self.size.cells()).expect("boards are small") - all.count_ones().cast_signed()
    }

    /// A bound of the score: if it is at least `beta` it is a lower one, else an upper one.
    pub(crate) fn bound(
        &mut self,
        own: u128,
        all: u128,
        beta: i32,
        budget: &mut Budget,
    ) -> Result<i32, BudgetSpent> {
        let left = self.left(all);
        let landings = (all + self.size.bottom()) & self.size.board();
        let moves = || self.columns.iter().map(|column| column & landings).filter(|&cell| cell != 0);
        if left == 0 {
            return Ok(0);
        }
        if moves().any(|cell| shift::has_run(self.size, own | cell)) {
            return Ok((left + 1) / 2);
        }
        let slot = self.slot(own, all);
        let entry = self.table[slot];
        let key = own + all;
        let (mut lower, mut upper) = (-(left / 2), (left - 1) / 2);
        if entry.key == key {
            lower = lower.max(entry.lower.into());
            upper = upper.min(entry.upper.into());
        }
        if lower >= beta || upper < beta {
            return Ok(if lower >= beta { lower } else { upper });
        }
        budget.spend()?;
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && !self.watch.goes_on(POLL) {
            return Err(BudgetSpent { nodes: budget.spent() });
        }
        let mut highest = i32::MIN;
        for cell in moves().collect::<Vec<_>>() {
            highest = highest.max(-self.bound(own ^ all, all | cell, 1 - beta, budget)?);
            if highest >= beta {
                break;
            }
        }
        if highest >= beta {
            lower = highest
        } else {
            upper = highest.max(lower)
        }
        #[expect(clippy::cast_possible_truncation, reason = "scores are at most 64")]
        let entry = Entry { key, lower: lower as i16, upper: upper as i16 };
        self.table[slot] = entry;
        Ok(if highest >= beta { lower } else { upper })
    }

    #[expect(clippy::cast_possible_truncation, reason = "the number of an entry")]
    fn slot(&self, own: u128, all: u128) -> usize {
        let key = own + all;
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((u128::from(mixed) * self.table.len() as u128) >> 64) as usize
    }
}
