//! The choice between tiles and HashLife squares, by generations per unit of work.
//!
//! Tiles work at a steady rate, so a few generations predict their total work. Squares start slowly
//! and speed up as their cache fills. At first, squares get a burst of work: up to [`SURE_SHARE`]
//! of the work that tiles need for the whole distance, and up to [`LIKELY_SHARE`] of it while
//! squares may still arrive first. As soon as squares have less work left than tiles, they get all
//! of the work. For long distances, a burst ends after [`MAX_BURST`]; squares then get a quarter of
//! the work of tiles until they either overtake them or turn out to be slower. Work is counted
//! rather than timed, so a run takes the same course on every machine.

use super::runner::{Now, Runner};
use super::{MAX_CELLS, World};
use crate::hash::Hash;
use crate::pattern::Cells;
use crate::tiles::Tiles;

/// The minimum amount of work before the rival is first considered.
const FIRST_TRIAL: u64 = 1 << 14;

/// The work up to which squares get as much as tiles, no matter how close the goal is: a few
/// milliseconds.
const FAIR_WORK: u64 = 1 << 18;

/// For distances that take less work than this, about ten milliseconds, squares are not tried.
const MIN_WORK: u64 = 1 << 19;

/// The work of squares in a burst, per unit of work done by tiles.
const BURST_FACTOR: u64 = 16;

/// The maximum amount of work in a burst: about three seconds.
const MAX_BURST: u64 = 1 << 26;

/// The share of the tiles' total work that squares always get.
const SURE_SHARE: f64 = 0.15;

/// The share of the tiles' total work that squares get while they may arrive first.
const LIKELY_SHARE: f64 = 0.45;

/// Squares are unlikely to arrive first if, at their present rate, they need this many times the
/// work of tiles.
const UNLIKELY_FACTOR: f64 = 2.5;

/// The minimum work of squares before they are abandoned; they often gain nothing until a cycle is
/// complete.
const MIN_PATIENCE: u64 = 1 << 23;

/// How many times faster tiles must be to replace squares, which may yet speed up.
const CLEAR_FACTOR: f64 = 2.5;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
fn part(of: f64, work: u64) -> u64 {
    (of * work as f64) as u64
}

impl Runner {
    /// Returns the work after which the rival is worth considering, which is more for a large
    /// pattern.
    pub(super) fn first_trial(&self) -> u64 {
        match &self.now {
            Now::Tiles(tiles) => FIRST_TRIAL.max(48 * tiles.tiles() as u64),
            Now::Hash(_) | Now::Oracle(_) => FIRST_TRIAL,
        }
    }
}

impl World {
    /// Returns the work of the engine until the rival gets its next share.
    pub(super) fn until_trial(&self) -> u64 {
        (self.runner.worked / 8).max(FIRST_TRIAL / 8)
    }

    /// Gives squares their share of the work while tiles run, and returns the work used.
    pub(super) fn try_squares(&mut self, to: u64, most: u64) -> u64 {
        let left = self.runner.work_left(to);
        if self.rival.is_none() && self.runner.worked.saturating_add(left) < MIN_WORK {
            return 0;
        }
        let Some(mut rival) = self.rival.take().or_else(|| self.new_rival()) else {
            self.try_at = self.runner.worked.saturating_mul(4);
            return 0;
        };
        let share = self.rival_before.saturating_add(self.share_of_squares(&rival, to, left));
        if share <= rival.worked {
            self.rival = Some(rival);
            return 0;
        }
        // Use at most the rest of the budget, because trying a rival must not delay the caller.
        let Ok(used) = rival.run(to, (share - rival.worked).min(most.max(1))) else {
            self.try_at = self.runner.worked.saturating_mul(4);
            return 0;
        };
        let is_known = rival.worked >= FIRST_TRIAL || rival.generation() >= to;
        let is_nearer = is_known && rival.work_left(to) < left;
        if is_nearer && rival.generation() > self.runner.generation() {
            self.take_over(rival);
        } else if is_nearer {
            (self.rival, self.is_catching_up) = (Some(rival), true);
        } else if rival.worked >= MIN_PATIENCE
            && rival.is_steady()
            && rival.rate(to) * 4.0 < self.runner.rate(to)
        {
            self.try_at = self.runner.worked.saturating_mul(4);
        } else {
            self.rival = Some(rival);
        }
        used
    }

    /// Returns the work that squares may have done by now, compared with tiles.
    fn share_of_squares(&self, rival: &Runner, to: u64, left: u64) -> u64 {
        let work = self.runner.worked - self.since;
        let way = work.saturating_add(left);
        let whole = (rival.worked - self.rival_before).saturating_add(rival.work_left(to));
        let is_likely = rival.worked == 0 || (whole as f64) < UNLIKELY_FACTOR * way as f64;
        let burst = part(if is_likely { LIKELY_SHARE } else { SURE_SHARE }, way)
            .min(work * BURST_FACTOR)
            .min(MAX_BURST);
        let is_long = part(SURE_SHARE, way) > MAX_BURST;
        let steady = if is_likely || is_long { work / 4 } else { 0 };
        work.min(FAIR_WORK).min(way / 4).max(burst).max(steady)
    }

    /// Continues with a rival that is behind but faster, and returns the work used.
    pub(super) fn catch_up(&mut self, to: u64, most: u64) -> u64 {
        self.is_catching_up = false;
        let Some(mut rival) = self.rival.take() else { return 0 };
        let Ok(used) = rival.run(to, (rival.worked / 4).clamp(1, most.max(1))) else {
            self.try_at = self.runner.worked.saturating_mul(4);
            return 0;
        };
        if rival.generation() > self.runner.generation() {
            self.take_over(rival);
        } else {
            self.is_catching_up = rival.work_left(to) < self.runner.work_left(to);
            self.rival = Some(rival);
        }
        used
    }

    /// Computes a few generations with tiles, starting from the current generation of the squares,
    /// and returns the work used.
    pub(super) fn try_tiles(&mut self, to: u64, most: u64) -> u64 {
        self.try_at = self.runner.worked.saturating_mul(2);
        let Some(mut tiles) = self.new_rival() else { return 0 };
        let share = (self.runner.worked / 8).min(most.max(1));
        let Ok(used) = tiles.run(to, share) else { return 0 };
        if tiles.generation() > self.runner.generation()
            && tiles.rate(to) > self.runner.rate(to) * CLEAR_FACTOR
        {
            self.take_over(tiles);
            // The replaced squares keep their cache, which may be useful again.
            self.since = 0;
            self.try_at = self.runner.first_trial();
        } else if tiles.rate(to) * 4.0 < self.runner.rate(to) {
            self.try_at = self.runner.worked.saturating_mul(8);
        }
        used
    }

    /// Replaces the runner with a rival that is ahead. Replaced squares become the rival; replaced
    /// tiles are dropped and rebuilt when needed.
    fn take_over(&mut self, rival: Runner) {
        let before = std::mem::replace(&mut self.runner, rival);
        let is_hash = matches!(before.now, Now::Hash(_));
        self.rival_before = if is_hash { before.worked } else { 0 };
        self.rival = is_hash.then_some(before);
        self.since = 0;
        self.try_at = self.runner.worked.saturating_mul(2).max(self.runner.first_trial());
    }

    /// Returns the other engine with the cells of this generation.
    fn new_rival(&mut self) -> Option<Runner> {
        let now = match &self.runner.now {
            Now::Tiles(tiles) => {
                let hash = Hash::new(&self.rule, &Cells::Grid(tiles.grid()), self.memory / 2).ok()?;
                Now::from_hash(hash, self.generation())
            }
            // Listing a large pattern cell by cell would take longer than continuing with squares.
            Now::Hash(hash) if hash.population() * 16 < u128::from(self.runner.worked) => {
                Now::from_tiles(Tiles::new(&self.rule, &hash.grid(MAX_CELLS).ok()?), self.generation())
            }
            Now::Hash(_) | Now::Oracle(_) => return None,
        };
        self.since = self.runner.worked;
        self.rival_before = 0;
        Some(Runner::new(now, &self.rule, true))
    }
}
