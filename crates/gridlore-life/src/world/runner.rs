//! An engine with its work so far and its rate, in units of the work for one tile of Life.

use super::error::WorldError;
use crate::hash::Hash;
use crate::plain::Oracle;
use crate::rule::{Dynamics, Rule, Shape, Table};
use crate::tiles::Tiles;
use gridlore_core::Budget;

/// The cost of a square, in tiles of Life, for rules as fast as Life and for machines.
const SQUARE: u64 = 7;

/// The cost of a square for count rules with several states, whose smallest squares are computed
/// cell by cell.
const SQUARE_OF_STATES: u64 = 64;

/// The cost of a machine's tile, in tiles of Life.
const MACHINE: u64 = 12;

/// The number of initial generations that do not indicate the rate of tiles.
const WARM_UP: u64 = 2;

/// The exponent of the first leap of squares when engines are compared.
const FIRST_LEAP: u32 = 8;

/// Returns the approximate cost of a tile, in tiles of Life.
fn tile_cost(rule: &Rule) -> u64 {
    match &rule.dynamics {
        Dynamics::Table(_) if rule.states > 2 => 8,
        Dynamics::Table(table) if *table == Table::life() => 1,
        Dynamics::Table(table) if table.counts(Shape::Moore).is_some() => 2,
        Dynamics::Table(_) => 8,
        Dynamics::Counts(counts) => 20 + 2 * u64::from(counts.neighbourhood.range().unsigned_abs()),
        Dynamics::Machine(_) => MACHINE,
    }
}

/// Returns the approximate cost of a square, in tiles of Life.
fn square_cost(rule: &Rule) -> u64 {
    match &rule.dynamics {
        Dynamics::Table(_) if rule.states > 2 => SQUARE_OF_STATES,
        Dynamics::Machine(_) => SQUARE,
        Dynamics::Table(_) | Dynamics::Counts(_) => SQUARE + tile_cost(rule) / 4,
    }
}

/// An engine with its state.
#[derive(Debug, Clone)]
pub(super) enum Now {
    Oracle(Box<Oracle>),
    Tiles(Box<Tiles>),
    Hash(Box<Hash>),
}

impl Now {
    pub(super) fn from_oracle(oracle: Oracle, generation: u64) -> Self {
        Self::Oracle(Box::new(oracle.counted_from(generation)))
    }

    pub(super) fn from_tiles(tiles: Tiles, generation: u64) -> Self {
        Self::Tiles(Box::new(tiles.counted_from(generation)))
    }

    pub(super) fn from_hash(hash: Hash, generation: u64) -> Self {
        Self::Hash(Box::new(hash.counted_from(generation)))
    }

    const fn generation(&self) -> u64 {
        match self {
            Self::Oracle(oracle) => oracle.generation(),
            Self::Tiles(tiles) => tiles.generation(),
            Self::Hash(hash) => hash.generation(),
        }
    }
}

/// A generation and the work it took to reach it.
#[derive(Debug, Clone, Copy)]
struct Mark {
    generation: u64,
    worked: u64,
}

/// An engine and the work it has done since it started, in tiles of Life.
#[derive(Debug, Clone)]
pub(super) struct Runner {
    pub(super) now: Now,
    pub(super) worked: u64,
    tile_cost: u64,
    square_cost: u64,
    /// Whether squares advance in growing leaps, so that their progress can be compared.
    is_compared: bool,
    start: u64,
    /// The last state for which generation and work match: for squares, the end of a leap.
    last: Mark,
    /// The marks at between a quarter and half of the work of `last`, and between half and all of
    /// it.
    marks: [Mark; 2],
}

impl Runner {
    pub(super) fn new(now: Now, rule: &Rule, is_compared: bool) -> Self {
        let start = now.generation();
        let mark = Mark { generation: start, worked: 0 };
        Self {
            now,
            worked: 0,
            tile_cost: tile_cost(rule),
            square_cost: square_cost(rule),
            is_compared,
            start,
            last: mark,
            marks: [mark; 2],
        }
    }

    pub(super) const fn generation(&self) -> u64 {
        self.now.generation()
    }

    /// Returns whether the rate is known. In the first generations tiles compute every cell, and
    /// later only those that change.
    pub(super) const fn is_warm(&self) -> bool {
        !matches!(self.now, Now::Tiles(_)) || self.generation() > self.start + WARM_UP
    }

    /// Resets the work after the pattern has been edited.
    pub(super) fn restart(&mut self) {
        self.worked = 0;
        self.start = self.generation();
        self.last = Mark { generation: self.start, worked: 0 };
        self.marks = [self.last; 2];
    }

    /// Returns the generations per unit of work up to the last mark: the recent rate, or for
    /// squares the overall rate if it is better.
    fn rate_at_last(&self) -> f64 {
        let rate = |generation: u64, worked: u64| {
            (self.last.generation - generation) as f64 / (self.last.worked - worked).max(1) as f64
        };
        let recent = rate(self.marks[0].generation, self.marks[0].worked);
        match self.now {
            Now::Hash(_) => recent.max(rate(self.start, 0)),
            Now::Tiles(_) | Now::Oracle(_) => recent,
        }
    }

    /// Returns the generations per unit of work. A leap of squares that takes more work than
    /// expected lowers the rate.
    pub(super) fn rate(&self, to: u64) -> f64 {
        let rate = self.rate_at_last();
        let under_way = (self.worked - self.last.worked) as f64;
        match self.now {
            Now::Hash(_) if self.generation() < to => {
                let leap = self.leap(to) as f64;
                if rate == 0.0 || rate * under_way > leap { leap / under_way.max(1.0) } else { rate }
            }
            _ => rate,
        }
    }

    /// Returns the work needed to reach a generation at the present rate.
    pub(super) fn work_left(&self, to: u64) -> u64 {
        let left = to.saturating_sub(self.generation()) as f64 / self.rate(to).max(f64::MIN_POSITIVE);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
        let left = left as u64;
        left
    }

    /// Returns whether the recent rate is no better than the overall rate.
    pub(super) fn is_steady(&self) -> bool {
        let whole = (self.last.generation - self.start) as f64 / self.last.worked.max(1) as f64;
        self.rate_at_last() < whole * 1.2
    }

    /// Returns the number of generations of the next leap of squares: at most half the distance
    /// since the start.
    fn leap(&self, to: u64) -> u64 {
        let way = (self.generation() - self.start) / 2;
        let longest = way.checked_ilog2().unwrap_or(0).max(FIRST_LEAP);
        1 << (to - self.generation()).trailing_zeros().min(longest).min(62)
    }

    /// Computes generations up to `to` with at most `work`, and returns the work used.
    pub(super) fn run(&mut self, to: u64, work: u64) -> Result<u64, WorldError> {
        let before = self.worked;
        match &mut self.now {
            Now::Oracle(oracle) => {
                let mut used = 0;
                while oracle.generation() < to && used < work {
                    used += 1 + oracle.population() * 16;
                    oracle.step();
                }
                self.worked += used;
            }
            Now::Tiles(tiles) => {
                let mut budget = Budget::nodes((work / self.tile_cost).max(tiles.next_work()));
                // If the tiles do not reach the generation, the rest of the budget is less than the
                // next generation needs.
                let used =
                    if tiles.run(to, &mut budget).is_ok() { budget.spent() * self.tile_cost } else { work };
                self.worked = self.worked.saturating_add(used);
            }
            Now::Hash(_) => self.run_squares(to, work)?,
        }
        if !matches!(self.now, Now::Hash(_)) || !self.is_compared {
            self.mark();
        }
        Ok(self.worked - before)
    }

    fn run_squares(&mut self, to: u64, work: u64) -> Result<(), WorldError> {
        let mut budget = Budget::nodes((work / self.square_cost).max(1));
        let before = self.worked;
        while self.generation() < to && budget.left() > 0 {
            let next = if self.is_compared { self.generation() + self.leap(to) } else { to };
            let Now::Hash(hash) = &mut self.now else { return Ok(()) };
            let ran = hash.run_to(next, &mut budget);
            self.worked = before.saturating_add(budget.spent() * self.square_cost);
            if !ran? {
                break;
            }
            self.mark();
        }
        Ok(())
    }

    fn mark(&mut self) {
        self.last = Mark { generation: self.generation(), worked: self.worked };
        if !self.is_warm() {
            self.marks = [self.last; 2];
            return;
        }
        if self.worked >= self.marks[1].worked.saturating_mul(2) {
            self.marks = [self.marks[1], self.last];
        }
    }
}
