//! The search: is the score of a position at least so much? One board at a time, known when the
//! program is compiled, in one word of 64 bits.
//!
//! A node is a position in which somebody has to think: nobody can win with the next stone, no
//! stone is forced, and at least two moves do not lose at once. All other positions are played
//! through without being counted.
//!
//! What keeps the tree small:
//! - moves under a cell where the other side would win are not looked at, and a move that is the
//!   only one is made at once;
//! - plans that a side can follow to the end tell who wins, see [`crate::score::rules`];
//! - what rules and the table tell of the positions after each move, before any of them is
//!   searched: where one of them settles the question, none is;
//! - moves in the order of the threats that are there after them, then of those that are left when
//!   all that is forced has been played, and from the middle outwards.
//!
//! Tried, and the tree became no smaller: threats weighed by parity (2% fewer nodes) or by whether
//! they are met at once, the other side's threats, how many moves it has left, the best move of an
//! earlier search, the number of rows through a cell; with the history of cutoffs it was five times
//! as large, with moves that take turns at growing numbers of nodes four times. An order learned
//! from 16,000 positions (which rows are open, threats by cell) found a move that settles the
//! question first 80 times of 100 instead of 67, but no cheaper one: moves that threaten are cheap
//! to search.
//!
//! # Source
//! Pascal Pons, "Solving Connect 4", 2015 (moves that do not lose, windows); Aske Plaat, "Research
//! Re: search & Re-search", 1996 (enhanced transposition cutoffs); Christophe Steininger's c4
//! showed what threats are worth in the order of moves.

use crate::board::cells::Cells;
use crate::score::rules::{Node, Rules};
use crate::score::table::{Bounds, Place, Table};
use crate::score::watch::Watch;
use gridlore_core::{Budget, BudgetSpent};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A search of boards of one size.
pub(crate) struct Search<const W: usize, const H: usize> {
    /// Positions with much before them, and those near the end: these are many and soon searched
    /// again, so that a table pays that is near the processor.
    table: Table,
    near: Table,
    nodes: u64,
    /// It stops when it has so many.
    limit: u64,
    /// Empty cells of the position that was asked for.
    root_left: i32,
    /// Moves of the positions on the way down, by the cells that are left there: a node of its own
    /// array would have to fill it first.
    children: Vec<Child>,
    watch: Watch,
    /// One that helps has a number, and orders moves a little otherwise.
    number: u64,
    helpers: Vec<Self>,
    /// Whoever finds the bound first has the others stop.
    is_found: Arc<AtomicBool>,
}

/// Positions with fewer stones left are kept in the near table, of so many bytes.
const NEAR_LEFT: i32 = 22;
const NEAR_BYTES: usize = 1 << 19;

/// Nodes between two looks at whether somebody wants it to stop, and nodes that one thread searches
/// before the others help.
const POLL: u64 = 4096;
const ALONE: u64 = 50_000;

/// More than any worth of a move in the order of moves.
const MOST_WORTH: u32 = 1 << 16;

/// No score: there were no nodes left, or somebody wanted it to stop.
const STOPPED: i32 = i32::MIN;

/// Positions with fewer stones than this are looked for in a mirror too.
const MIRRORED: i32 = 21;

/// What comes of static rules, before anything is searched.
enum Settled {
    Score(i32),
    Open(Node),
}

/// A move whose worth no rule tells: the position after it, and after what it forces.
#[derive(Clone, Copy, Default)]
struct Child {
    node: Node,
    place: Place,
    ruled: Bounds,
    is_turned: bool,
}

impl<const W: usize, const H: usize> Search<W, H> {
    /// A search by so many threads, with a table of at most so many bytes.
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

    /// The exact score of a position, or with `is_weak` its sign, for the side whose stones are
    /// `own`. Nobody has won, and not all cells are full.
    pub(crate) fn score(
        &mut self,
        own: u64,
        all: u64,
        is_weak: bool,
        budget: &mut Budget,
    ) -> Result<i32, BudgetSpent> {
        let left = Cells::<W, H>::ALL - all.count_ones() as i32;
        if Cells::<W, H>::threats(own, all) & Cells::<W, H>::landings(all) != 0 {
            return Ok(if is_weak { 1 } else { (left + 1) / 2 });
        }
        let (mut lower, mut upper) = if is_weak { (-1, 1) } else { (-(left / 2), (left - 1) / 2) };
        let mut probes = 0;
        while lower < upper {
            let mut middle = lower + (upper - lower) / 2;
            // Far out first: what is won soon is found at once there. Then who wins at all, as all
            // else is told from that.
            if probes >= 2 && lower < 0 && upper > 0 {
                middle = 0;
            } else if middle <= 0 && lower / 2 < middle {
                middle = lower / 2;
            } else if middle >= 0 && upper / 2 > middle {
                middle = upper / 2;
            }
            probes += 1;
            let found = self.bound_by_all(own, all, middle + 1, budget)?;
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

    /// Whether the score is at least `beta`. Nobody has won, and not all cells are full.
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

    /// Plays what is forced, and sees whether a rule tells the score; `left` cells are empty.
    #[inline]
    fn settled(mut own: u64, mut all: u64, mut left: i32, mut their_threats: u64) -> (Settled, bool) {
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
            // The only one: nobody has to think.
            own ^= all;
            all |= moves;
            left -= 1;
            is_turned = !is_turned;
            their_threats = Cells::<W, H>::threats(own ^ all, all);
        }
    }

    /// The same as [`Self::bound`], by all threads where it takes long: each searches the whole, in
    /// an order of its own, and they share what they find out.
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

    /// A bound of the score: if it is at least `beta` it is a lower one, else an upper one. The
    /// side to move cannot win at once.
    fn bound(&mut self, own: u64, all: u64, beta: i32, budget: &mut Budget) -> Result<i32, BudgetSpent> {
        let begin = self.nodes;
        self.limit = begin.saturating_add(budget.left());
        let found = self.bound_or_stopped(own, all, beta);
        budget.spend_many(self.nodes - begin)?;
        if found == STOPPED { Err(BudgetSpent { nodes: budget.spent() }) } else { Ok(found) }
    }

    /// The same, or [`STOPPED`].
    fn bound_or_stopped(&mut self, own: u64, all: u64, beta: i32) -> i32 {
        self.root_left = Cells::<W, H>::ALL - all.count_ones() as i32;
        let left = Cells::<W, H>::ALL - all.count_ones() as i32;
        let (settled, is_turned) = Self::settled(own, all, left, Cells::<W, H>::threats(own ^ all, all));
        let beta = if is_turned { 1 - beta } else { beta };
        let score = match settled {
            Settled::Score(score) => score,
            Settled::Open(node) => {
                let ruled = Rules::<W, H>::bounds(&node, beta);
                match ruled.told(beta) {
                    Some(score) => score,
                    None => {
                        let place = self.table_of(node.left).place(Self::key(&node), Self::KEY_BITS);
                        match self.searched(&node, beta, place, ruled) {
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
    fn keep(&self, place: Place, left: i32, found: Bounds, nodes: u64) {
        self.table_of(left).put(place, found, nodes);
    }

    #[inline]
    const fn table_of(&self, left: i32) -> &Table {
        if left < NEAR_LEFT { &self.near } else { &self.table }
    }

    /// The same where no rule tells.
    fn searched(&mut self, node: &Node, beta: i32, place: Place, ruled: Bounds) -> i32 {
        let &Node { own, all, moves, left, .. } = node;
        let known = self.table_of(left).get(place);
        let known = Bounds { lower: ruled.lower.max(known.lower), upper: ruled.upper.min(known.upper) };
        if let Some(score) = known.told(beta) {
            return score;
        }
        if self.nodes == self.limit {
            return STOPPED;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && (!self.watch.goes_on(POLL) || self.is_found.load(Relaxed)) {
            return STOPPED;
        }
        let begin = self.nodes;

        // Moves that rules tell; the others in the order in which they are searched.
        let base = left.unsigned_abs() as usize * W;
        let mut order = [0_usize; W];
        let mut worths = [0_u32; W];
        let mut count = 0;
        let mut highest = i32::MIN;
        // One that helps takes the other side's answers the other way round: all of them have to be
        // met.
        let is_turned_over = self.number > 0 && left >= NEAR_LEFT && (self.root_left - left) % 2 != 0;
        let mut glances = 0;
        let other = own ^ all;
        for column in Cells::<W, H>::COLUMNS {
            let cell = moves & column;
            if cell == 0 {
                continue;
            }
            let threats = Cells::<W, H>::threats(own | cell, all | cell);
            let (settled, is_turned) = Self::settled(other, all | cell, left - 1, threats);
            let told = match settled {
                Settled::Score(score) => Some(score),
                Settled::Open(child) => {
                    let child_beta = if is_turned { beta } else { 1 - beta };
                    let ruled = Rules::<W, H>::bounds(&child, child_beta);
                    let told = ruled.told(child_beta);
                    if told.is_none() {
                        let (place, glance) =
                            self.table_of(child.left).glance(Self::key(&child), Self::KEY_BITS);
                        glances ^= glance;
                        let mine = if is_turned {
                            Cells::<W, H>::threats(child.own, child.all)
                        } else {
                            child.their_threats
                        };
                        let worth = 64 * threats.count_ones() + mine.count_ones();
                        let worth = if is_turned_over { MOST_WORTH - worth } else { worth };
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
                    told
                }
            };
            if let Some(score) = told {
                let score = if is_turned { score } else { -score };
                highest = highest.max(score);
                if score >= beta {
                    self.keep(place, left, Bounds { lower: score, upper: known.upper }, 1);
                    return score;
                }
            }
        }
        black_box(glances);
        for at in base..base + count {
            let child = self.children[at];
            let its = self.table_of(child.node.left).get(child.place);
            if let Some(score) = its.told(if child.is_turned { beta } else { 1 - beta }) {
                let score = if child.is_turned { score } else { -score };
                self.children[at].node.moves = 0;
                highest = highest.max(score);
                if score >= beta {
                    self.keep(place, left, Bounds { lower: score, upper: known.upper }, 1);
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
            let score = self.searched(
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
        self.keep(place, left, found, nodes);
        if is_lower { found.lower } else { found.upper }
    }

    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    const KEY_BITS: u32 = (W * (H + 1)) as u32;

    /// The key of a position, the same for its mirror image while there is much to be found by it.
    #[inline]
    fn key(node: &Node) -> u64 {
        let key = node.own + node.all;
        if node.left > Cells::<W, H>::ALL - MIRRORED { key.min(Cells::<W, H>::mirrored(key)) } else { key }
    }
}
