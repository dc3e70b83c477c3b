//! The fast search, which decides whether the score of a position is at least `beta`. It is
//! compiled for each board size; a board fits into one 64-bit word.
//!
//! A node is a position with a real choice: neither side can win with its next disc, and at least
//! two moves do not lose immediately. Forced moves are played through and not counted.
//!
//! The following techniques keep the tree small:
//! - moves below a cell where the other side would win are skipped, and a single remaining move is
//!   played immediately;
//! - plans that a side can follow to the end decide the game; see [`crate::score::rules`];
//! - the rules and the table are consulted for the positions after all moves before any of them is
//!   searched; if one position settles the question, no search is needed;
//! - moves are ordered by the threats that they create, then by the threats left after all forced
//!   moves have been played, then from the middle outwards.
//!
//! The following orders were tried but did not make the tree appreciably smaller: weighting threats
//! by parity (2% fewer nodes) or by whether they are answered immediately, the other side's
//! threats, its number of moves, the best move of an earlier search, and the number of lines
//! through a cell. A history of cutoffs made the tree five times as large, and rotating the moves
//! at growing node counts made it four times as large. An order learned from 16,000 positions (open
//! lines, threats by cell) put a deciding move first in 80% of the cases instead of 67%, but these
//! moves were not cheaper to search: moves that threaten are cheap.
//!
//! # Source
//! Pascal Pons, "Solving Connect 4", 2015 (non-losing moves, windows); Aske Plaat, "Research Re:
//! search & Re-search", 1996 (enhanced transposition cutoffs). Christophe Steininger's c4 showed
//! the value of threats in move ordering.

use crate::board::cells::Cells;
use crate::score::rules::{Node, Rules};
use crate::score::table::{Bounds, Place, Table};
use crate::score::watch::Watch;
use gridlore_core::{Budget, BudgetSpent};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A search for boards of one size.
pub(crate) struct Search<const W: usize, const H: usize> {
    /// The main table, and a small table for positions near the end. There are many of these
    /// positions and they are quick to search again, so a table that fits into the cache pays off.
    table: Table,
    near: Table,
    nodes: u64,
    /// The node count at which the search stops.
    limit: u64,
    /// The number of empty cells in the root position.
    root_left: i32,
    /// The moves of the positions on the current path, by number of empty cells. Otherwise each
    /// node would have to initialise its own array.
    children: Vec<Child>,
    watch: Watch,
    /// The number of this thread, 0 for the first. Helper threads order moves slightly differently.
    number: u64,
    helpers: Vec<Self>,
    /// A flag with which the first thread to find the bound stops the others.
    is_found: Arc<AtomicBool>,
}

/// Positions with fewer empty cells than this use the near table; the second constant is its
/// maximum size in bytes.
const NEAR_LEFT: i32 = 22;
const NEAR_BYTES: usize = 1 << 19;

/// Number of nodes between two checks of the stop flag, and number of nodes that one thread
/// searches before the others help.
const POLL: u64 = 4096;
const ALONE: u64 = 50_000;

/// An upper bound for the value of a move in the move order.
const MAX_WORTH: u32 = 1 << 16;

/// A sentinel instead of a score: the nodes are spent, or the search must stop.
const STOPPED: i32 = i32::MIN;

/// Positions with fewer discs than this share a table entry with their mirror image.
const MIRRORED: i32 = 21;

/// The result of the static rules, before any search.
enum Settled {
    Score(i32),
    Open(Node),
}

/// A move that no rule settles, with the position after it and after the moves that it forces.
#[derive(Clone, Copy, Default)]
struct Child {
    node: Node,
    place: Place,
    ruled: Bounds,
    is_turned: bool,
}

impl<const W: usize, const H: usize> Search<W, H> {
    /// Creates a search with `threads` threads and a table of at most `bytes` bytes.
    pub(crate) fn new(bytes: usize, threads: usize, watch: &Watch) -> Self {
        let table = Table::new(bytes, Self::KEY_BITS);
        let is_found = Arc::new(AtomicBool::new(false));
        let one = |number: u64, helpers: Vec<Self>| Self {
            table: table.clone(),
            near: Table::new(bytes.min(NEAR_BYTES), Self::KEY_BITS),
            nodes: 0,
            children: vec![Child::default(); (W * H + 1) * W],
            limit: u64::MAX,
            root_left: 0,
            watch: watch.clone(),
            number,
            helpers,
            is_found: Arc::clone(&is_found),
        };
        let helpers = (1..threads as u64).map(|number| one(number, Vec::new())).collect();
        one(0, helpers)
    }

    pub(crate) fn clear(&self) {
        self.table.clear();
        self.near.clear();
        self.helpers.iter().for_each(Self::clear);
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.helpers.iter().map(Self::nodes).sum::<u64>()
    }

    /// Narrows `bounds` to the exact score of a position, or its sign if `is_weak`, for the side to
    /// move, whose discs are `own`. Neither side must have won, and the board must not be full. If
    /// the nodes are spent, `bounds` contains the best bounds found so far.
    pub(crate) fn narrow(
        &mut self,
        own: u64,
        all: u64,
        is_weak: bool,
        bounds: &mut Bounds,
        budget: &mut Budget,
    ) -> Result<(), BudgetSpent> {
        let left = Cells::<W, H>::ALL - all.count_ones() as i32;
        if Cells::<W, H>::threats(own, all) & Cells::<W, H>::landings(all) != 0 {
            let score = if is_weak { 1 } else { (left + 1) / 2 };
            *bounds = Bounds { lower: score, upper: score };
            return Ok(());
        }
        *bounds = if is_weak {
            Bounds { lower: -1, upper: 1 }
        } else {
            Bounds { lower: -(left / 2), upper: (left - 1) / 2 }
        };
        let mut probes = 0;
        while bounds.lower < bounds.upper {
            let Bounds { lower, upper } = *bounds;
            let mut middle = lower + (upper - lower) / 2;
            // Probe far from 0 first, where early wins are found quickly. Then determine the
            // winner, which narrows the rest of the search.
            if probes >= 2 && lower < 0 && upper > 0 {
                middle = 0;
            } else if middle <= 0 && lower / 2 < middle {
                middle = lower / 2;
            } else if middle >= 0 && upper / 2 > middle {
                middle = upper / 2;
            }
            probes += 1;
            let found = self.bound_by_all(own, all, middle + 1, budget)?;
            bounds.narrow(middle, found, is_weak);
        }
        Ok(())
    }

    /// Returns whether the score is at least `beta`. Neither side must have won, and the board must
    /// not be full.
    pub(crate) fn is_at_least(
        &mut self,
        own: u64,
        all: u64,
        beta: i32,
        budget: &mut Budget,
    ) -> Result<bool, BudgetSpent> {
        if Cells::<W, H>::threats(own, all) & Cells::<W, H>::landings(all) != 0 {
            let left = Cells::<W, H>::ALL - all.count_ones() as i32;
            return Ok((left + 1) / 2 >= beta);
        }
        Ok(self.bound_by_all(own, all, beta, budget)? >= beta)
    }

    /// Plays forced moves, and checks whether they settle the score; `left` cells are empty. Also
    /// returns whether the side to move has changed.
    #[inline]
    fn play_forced(mut own: u64, mut all: u64, mut left: i32, mut their_threats: u64) -> (Settled, bool) {
        let mut is_turned = false;
        loop {
            let mut moves = Cells::<W, H>::landings(all);
            let forced = moves & their_threats;
            if forced != 0 {
                if forced & (forced - 1) != 0 {
                    return (Settled::Score(-(left / 2)), is_turned);
                }
                moves = forced;
            }
            moves &= !(their_threats >> 1);
            if moves == 0 {
                return (Settled::Score(-(left / 2)), is_turned);
            }
            if left <= 2 {
                return (Settled::Score(0), is_turned);
            }
            if moves & (moves - 1) != 0 {
                return (Settled::Open(Node { own, all, moves, left, their_threats }), is_turned);
            }
            // A single remaining move is forced.
            own ^= all;
            all |= moves;
            left -= 1;
            is_turned = !is_turned;
            their_threats = Cells::<W, H>::threats(own ^ all, all);
        }
    }

    /// Returns a bound like [`Self::bound`], but uses all threads if the search takes a long time.
    /// Each thread searches the whole tree in its own move order; the threads share the table.
    fn bound_by_all(
        &mut self,
        own: u64,
        all: u64,
        beta: i32,
        budget: &mut Budget,
    ) -> Result<i32, BudgetSpent> {
        if self.helpers.is_empty() {
            return self.bound(own, all, beta, budget);
        }
        let mut first = Budget::nodes(ALONE.min(budget.left()));
        let alone = self.bound(own, all, beta, &mut first);
        budget.spend_many(first.spent())?;
        if alone.is_ok() || budget.left() == 0 || self.watch.is_stopped() {
            return alone;
        }
        let each = budget.left();
        let mut helpers = std::mem::take(&mut self.helpers);
        let is_found = Arc::clone(&self.is_found);
        let results: Vec<(Result<i32, BudgetSpent>, u64)> = std::thread::scope(|scope| {
            let is_found = &is_found;
            let threads: Vec<_> = helpers
                .iter_mut()
                .chain(std::iter::once(&mut *self))
                .map(|search| {
                    scope.spawn(move || {
                        let mut budget = Budget::nodes(each);
                        let found = search.bound(own, all, beta, &mut budget);
                        if found.is_ok() {
                            is_found.store(true, Relaxed);
                        }
                        (found, budget.spent())
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("a search does not panic")).collect()
        });
        self.helpers = helpers;
        is_found.store(false, Relaxed);
        let spent = results.iter().map(|result| result.1).sum::<u64>().min(budget.left());
        budget.spend_many(spent)?;
        results.into_iter().find_map(|result| result.0.ok()).ok_or(BudgetSpent { nodes: budget.spent() })
    }

    /// Returns a bound on the score: a lower bound if it is at least `beta`, otherwise an upper
    /// bound. The side to move must not be able to win immediately.
    fn bound(&mut self, own: u64, all: u64, beta: i32, budget: &mut Budget) -> Result<i32, BudgetSpent> {
        let begin = self.nodes;
        self.limit = begin.saturating_add(budget.left());
        let found = self.bound_or_stopped(own, all, beta);
        budget.spend_many(self.nodes - begin)?;
        if found == STOPPED { Err(BudgetSpent { nodes: budget.spent() }) } else { Ok(found) }
    }

    /// Returns a bound like [`Self::bound`], or [`STOPPED`] if the nodes are spent.
    fn bound_or_stopped(&mut self, own: u64, all: u64, beta: i32) -> i32 {
        self.root_left = Cells::<W, H>::ALL - all.count_ones() as i32;
        let left = Cells::<W, H>::ALL - all.count_ones() as i32;
        let (settled, is_turned) = Self::play_forced(own, all, left, Cells::<W, H>::threats(own ^ all, all));
        let beta = if is_turned { 1 - beta } else { beta };
        let score = match settled {
            Settled::Score(score) => score,
            Settled::Open(node) => {
                let ruled = Rules::<W, H>::bounds(&node, beta);
                match ruled.cutoff_score(beta) {
                    Some(score) => score,
                    None => {
                        let place = self.table_of(node.left).place(Self::key(&node), Self::KEY_BITS);
                        match self.search_node(&node, beta, place, ruled) {
                            STOPPED => return STOPPED,
                            score => score,
                        }
                    }
                }
            }
        };
        if is_turned { -score } else { score }
    }

    #[inline]
    fn store(&self, place: Place, left: i32, found: Bounds, nodes: u64) {
        self.table_of(left).put(place, found, nodes);
    }

    #[inline]
    const fn table_of(&self, left: i32) -> &Table {
        if left < NEAR_LEFT { &self.near } else { &self.table }
    }

    /// Searches a node that no rule settles.
    fn search_node(&mut self, node: &Node, beta: i32, place: Place, ruled: Bounds) -> i32 {
        let &Node { own, all, moves, left, .. } = node;
        let known = self.table_of(left).get(place);
        let known = Bounds { lower: ruled.lower.max(known.lower), upper: ruled.upper.min(known.upper) };
        if let Some(score) = known.cutoff_score(beta) {
            return score;
        }
        if self.nodes == self.limit {
            return STOPPED;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && (!self.watch.add_nodes(POLL) || self.is_found.load(Relaxed)) {
            return STOPPED;
        }
        let begin = self.nodes;

        // Handle the moves that the rules settle, and sort the others for the search.
        let base = left.unsigned_abs() as usize * W;
        let mut order = [0_usize; W];
        let mut worths = [0_u32; W];
        let mut count = 0;
        let mut highest = i32::MIN;
        // Helper threads try the opponent's answers in reverse order, since all of them must be
        // refuted anyway.
        let is_turned_over = self.number > 0 && left >= NEAR_LEFT && (self.root_left - left) % 2 != 0;
        let mut glances = 0;
        let other = own ^ all;
        for column in Cells::<W, H>::COLUMNS {
            let cell = moves & column;
            if cell == 0 {
                continue;
            }
            let threats = Cells::<W, H>::threats(own | cell, all | cell);
            let (settled, is_turned) = Self::play_forced(other, all | cell, left - 1, threats);
            let settled_score = match settled {
                Settled::Score(score) => Some(score),
                Settled::Open(child) => {
                    let child_beta = if is_turned { beta } else { 1 - beta };
                    let ruled = Rules::<W, H>::bounds(&child, child_beta);
                    let cutoff = ruled.cutoff_score(child_beta);
                    if cutoff.is_none() {
                        let (place, glance) =
                            self.table_of(child.left).glance(Self::key(&child), Self::KEY_BITS);
                        glances ^= glance;
                        let mine = if is_turned {
                            Cells::<W, H>::threats(child.own, child.all)
                        } else {
                            child.their_threats
                        };
                        let worth = 64 * threats.count_ones() + mine.count_ones();
                        let worth = if is_turned_over { MAX_WORTH - worth } else { worth };
                        self.children[base + count] = Child { node: child, is_turned, place, ruled };
                        let mut at = count;
                        while at > 0 && worths[at - 1] < worth {
                            worths[at] = worths[at - 1];
                            order[at] = order[at - 1];
                            at -= 1;
                        }
                        worths[at] = worth;
                        order[at] = count;
                        count += 1;
                    }
                    cutoff
                }
            };
            if let Some(score) = settled_score {
                let score = if is_turned { score } else { -score };
                highest = highest.max(score);
                if score >= beta {
                    self.store(place, left, Bounds { lower: score, upper: known.upper }, 1);
                    return score;
                }
            }
        }
        black_box(glances);
        for at in base..base + count {
            let child = self.children[at];
            let its = self.table_of(child.node.left).get(child.place);
            if let Some(score) = its.cutoff_score(if child.is_turned { beta } else { 1 - beta }) {
                let score = if child.is_turned { score } else { -score };
                self.children[at].node.moves = 0;
                highest = highest.max(score);
                if score >= beta {
                    self.store(place, left, Bounds { lower: score, upper: known.upper }, 1);
                    return score;
                }
            }
        }
        let mut is_lower = false;
        for &at in &order[..count] {
            let child = self.children[base + at];
            if child.node.moves == 0 {
                continue;
            }
            let score = self.search_node(
                &child.node,
                if child.is_turned { beta } else { 1 - beta },
                child.place,
                child.ruled,
            );
            if score == STOPPED {
                return STOPPED;
            }
            highest = highest.max(if child.is_turned { score } else { -score });
            if highest >= beta {
                is_lower = true;
                break;
            }
        }
        let found = if is_lower {
            Bounds { lower: highest, upper: known.upper }
        } else {
            Bounds { lower: known.lower, upper: highest.clamp(known.lower, known.upper) }
        };
        let nodes = self.nodes - begin;
        self.store(place, left, found, nodes);
        if is_lower { found.lower } else { found.upper }
    }

    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    const KEY_BITS: u32 = (W * (H + 1)) as u32;

    /// Returns the key of a position. Early positions have the same key as their mirror image.
    #[inline]
    fn key(node: &Node) -> u64 {
        let key = node.own + node.all;
        if node.left > Cells::<W, H>::ALL - MIRRORED { key.min(Cells::<W, H>::mirrored(key)) } else { key }
    }
}
