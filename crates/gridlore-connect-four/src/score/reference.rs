//! The plain search, for boards of any size and any row length. It solves sizes without a compiled
//! search, and provides a second opinion on the others.
//!
//! A node is a position in which the side to move cannot win with its next disc. The search uses
//! neither claim-even nor threats. A side that can win immediately does so; otherwise moves are
//! tried from the middle outwards, with a null window and a table.
//!
//! Cost: more nodes than [`crate::score::search`], and more time per node. On the standard board,
//! it cannot solve positions early in a game.

use crate::board::size::Size;
use crate::score::table::Bounds;
use crate::score::watch::Watch;
use crate::win::shift;
use gridlore_core::{Budget, BudgetSpent};

/// The known bounds of a position. No position has the key of an empty entry.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u128,
    lower: i16,
    upper: i16,
}

const EMPTY: Entry = Entry { key: u128::MAX, lower: i16::MIN, upper: i16::MAX };

/// Number of nodes between two checks of the stop flag.
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
    /// Creates a search with a table of at most `bytes` bytes.
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

    /// Narrows `bounds` to the exact score of a position, or its sign if `is_weak`, for the side to
    /// move, whose discs are `own`. Neither side must have won, and the board must not be full. If
    /// the nodes are spent, `bounds` contains the best bounds found so far.
    pub(crate) fn narrow(
        &mut self,
        own: u128,
        all: u128,
        is_weak: bool,
        bounds: &mut Bounds,
        budget: &mut Budget,
    ) -> Result<(), BudgetSpent> {
        let left = self.left(all);
        *bounds = if is_weak {
            Bounds { lower: -1, upper: 1 }
        } else {
            Bounds { lower: -(left / 2), upper: (left + 1) / 2 }
        };
        while bounds.lower < bounds.upper {
            let middle = bounds.lower + (bounds.upper - bounds.lower).div_euclid(2);
            let found = self.bound(own, all, middle + 1, budget)?;
            bounds.narrow(middle, found, is_weak);
        }
        Ok(())
    }

    fn left(&self, all: u128) -> i32 {
        i32::try_from(self.size.cells()).expect("boards are small") - all.count_ones().cast_signed()
    }

    /// Returns a bound on the score: a lower bound if it is at least `beta`, otherwise an upper
    /// bound.
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
        if self.nodes.is_multiple_of(POLL) && !self.watch.add_nodes(POLL) {
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
