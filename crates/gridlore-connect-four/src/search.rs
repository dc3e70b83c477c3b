//! The search: is the score of a position at least so much? One board at a time, known when the program is compiled, in one word of 64 bits.
//!
//! A node is a position in which somebody has to think: nobody can win with the next stone, no stone is forced, and at least two moves do not lose at once. All other
//! positions are played through without being counted.
//!
//! What keeps the tree small:
//! - moves under a cell where the other side would win are not looked at, and a move that is the only one is made at once;
//! - **claim-even**: on boards of even height the second side can answer each stone in the column where it fell, and so gets every cell of an even row.
//!   If the first side makes no row without those, it does not win;
//! - a side that can make no row even with all empty cells does not win;
//! - what the table knows of the positions after each move, before any of them is searched;
//! - moves in the order of the threats that are there after them, and from the middle outwards. Threats weighed by parity or by whether they are met at once, the best move of
//!   an earlier search, the history of cutoffs and the number of rows through a cell were tried; none made the tree smaller, history five times as large.
//!
//! # Source
//! Victor Allis, "A Knowledge-based Approach of Connect-Four", 1988 (claim-even); Pascal Pons, "Solving Connect 4", 2015 (moves that do not lose, windows); Aske Plaat,
//! "Research Re: search & Re-search", 1996 (enhanced transposition cutoffs); Christophe Steininger's c4 showed what claim-even and threats are worth.

use crate::cells::Cells;
use crate::table::{Bounds, Place, Table};
use gridlore_core::{Budget, BudgetSpent};
use std::hint::black_box;

/// A search of boards of one size.
pub(crate) struct Search<const W: usize, const H: usize> {
    /// Positions with much before them, and those near the end: these are many and soon searched again, so that a table pays that is near the processor.
    table: Table,
    near: Table,
    nodes: u64,
}

/// Stones that are left at least where the positions after each move are looked up before any is searched: near the end that takes longer than searching them.
const ETC_LEFT: i32 = 14;

/// Positions with fewer stones left are kept in the near table, of so many bytes.
const NEAR_LEFT: i32 = 18;
const NEAR_BYTES: usize = 1 << 20;

/// What comes of static rules, before anything is searched.
enum Settled {
    Score(i32),
    /// The side to move has these moves, two at least; nobody wins at once.
    Open {
        own: u64,
        all: u64,
        moves: u64,
    },
}

impl<const W: usize, const H: usize> Search<W, H> {
    pub(crate) fn new(bytes: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let key_bits = (W * (H + 1)) as u32;
        Self {
            table: Table::new(bytes, key_bits),
            near: Table::new(bytes.min(NEAR_BYTES), key_bits),
            nodes: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.near.clear();
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The exact score of a position, or with `is_weak` its sign, for the side whose stones are `own`. Nobody has won, and not all cells are full.
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
        while lower < upper {
            let mut middle = lower + (upper - lower) / 2;
            // Far out first: what is won soon is found at once there.
            if middle <= 0 && lower / 2 < middle {
                middle = lower / 2;
            } else if middle >= 0 && upper / 2 > middle {
                middle = upper / 2;
            }
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

    /// Plays what is forced, and sees whether a rule tells the score; `beta` is of whoever moves at first, and what comes back of whoever moves then.
    #[inline]
    fn settled(mut own: u64, mut all: u64, beta: &mut i32, is_turned: &mut bool) -> Settled {
        loop {
            let left = Cells::<W, H>::ALL - all.count_ones() as i32;
            let other = own ^ all;
            let their_threats = Cells::<W, H>::threats(other, all);
            let mut moves = Cells::<W, H>::landings(all);
            let forced = moves & their_threats;
            if forced != 0 {
                if forced & (forced - 1) != 0 {
                    return Settled::Score(-(left / 2));
                }
                moves = forced;
            }
            moves &= !(their_threats >> 1);
            if moves == 0 {
                return Settled::Score(-(left / 2));
            }
            if left <= 2 {
                return Settled::Score(0);
            }
            if moves & (moves - 1) != 0 {
                return Settled::Open { own, all, moves };
            }
            // The only one: nobody has to think.
            (own, all) = (other, all | moves);
            *beta = 1 - *beta;
            *is_turned = !*is_turned;
        }
    }

    /// A bound of the score: if it is at least `beta` it is a lower one, else an upper one. The side to move cannot win at once.
    fn bound(&mut self, own: u64, all: u64, beta: i32, budget: &mut Budget) -> Result<i32, BudgetSpent> {
        let (mut beta, mut is_turned) = (beta, false);
        let score = match Self::settled(own, all, &mut beta, &mut is_turned) {
            Settled::Score(score) => score,
            Settled::Open { own, all, moves } => self.open(own, all, moves, beta, budget)?,
        };
        Ok(if is_turned { -score } else { score })
    }

    /// The same where there are several moves.
    fn open(
        &mut self,
        own: u64,
        all: u64,
        moves: u64,
        beta: i32,
        budget: &mut Budget,
    ) -> Result<i32, BudgetSpent> {
        let left = Cells::<W, H>::ALL - all.count_ones() as i32;
        // The other side cannot win with its next stone, and this one not with its own.
        let mut lower = -((left - 2) / 2);
        let mut upper = (left - 1) / 2;
        let is_first = (Cells::<W, H>::ALL - left) % 2 == 0;
        let empty = Cells::<W, H>::BOARD ^ all;
        let other = own ^ all;
        if !Cells::<W, H>::has_four(own | empty) {
            upper = upper.min(0);
        }
        if !Cells::<W, H>::has_four(other | empty) {
            lower = lower.max(0);
        }
        if H.is_multiple_of(2) {
            let (first, second) = if is_first { (own, other) } else { (other, own) };
            // Whoever moves may take an even cell at once where a column is filled to an odd row.
            let open = Cells::<W, H>::landings(all) & Cells::<W, H>::EVEN;
            let claimed = empty & Cells::<W, H>::EVEN & !open;
            if !Cells::<W, H>::has_four(first | (empty & !claimed)) {
                let wins = i32::from(Cells::<W, H>::has_four(second | claimed));
                if is_first { upper = upper.min(-wins) } else { lower = lower.max(wins) }
            }
        }
        if lower >= beta {
            return Ok(lower);
        }
        if upper < beta {
            return Ok(upper);
        }
        let table = if left < NEAR_LEFT { &self.near } else { &self.table };
        let place = table.place(Self::key(own, all));
        let known = table.get(place);
        lower = lower.max(known.lower);
        upper = upper.min(known.upper);
        if lower >= beta {
            return Ok(lower);
        }
        if upper < beta {
            return Ok(upper);
        }
        budget.spend()?;
        self.nodes += 1;
        let begin = self.nodes;

        // What is known of the positions after each move, and in which order they are searched.
        let mut ordered = [(0_u32, 0_u64); W];
        let mut count = 0;
        let table = if left <= NEAR_LEFT { &self.near } else { &self.table };
        let mut places = [Place::default(); W];
        let mut glances = 0;
        let mut each = moves;
        for place in places.iter_mut().take(if left >= ETC_LEFT { W } else { 0 }) {
            let cell = each & each.wrapping_neg();
            each ^= cell;
            if cell == 0 {
                break;
            }
            let glance;
            (*place, glance) = table.glance(Self::key(other, all | cell));
            glances ^= glance;
        }
        for column in Cells::<W, H>::COLUMNS {
            let cell = moves & column;
            if cell == 0 {
                continue;
            }
            let after = all | cell;
            let threats = Cells::<W, H>::threats(own | cell, after);
            let worth = threats.count_ones();
            let mut at = count;
            while at > 0 && ordered[at - 1].0 < worth {
                ordered[at] = ordered[at - 1];
                at -= 1;
            }
            ordered[at] = (worth, cell);
            count += 1;
        }
        black_box(glances);
        for place in &places[..if left >= ETC_LEFT { count } else { 0 }] {
            let known = table.get(*place);
            if -known.upper >= beta {
                return Ok(-known.upper);
            }
        }
        let mut best = lower;
        let mut is_exact_lower = false;
        let mut highest = i32::MIN;
        for &(_, cell) in &ordered[..count] {
            let score = -self.bound(other, all | cell, 1 - beta, budget)?;
            highest = highest.max(score);
            if score >= beta {
                best = score;
                is_exact_lower = true;
                break;
            }
        }
        let found = if is_exact_lower {
            Bounds { lower: best, upper }
        } else {
            Bounds { lower, upper: highest.clamp(lower, upper) }
        };
        let table = if left < NEAR_LEFT { &mut self.near } else { &mut self.table };
        table.put(place, found, self.nodes - begin);
        Ok(if is_exact_lower { found.lower } else { found.upper })
    }

    /// The key of a position, the same for its mirror image while there is much to be found by it.
    #[inline]
    fn key(own: u64, all: u64) -> u64 {
        let key = own + all;
        if all.count_ones() < Cells::<W, H>::ALL.cast_unsigned() / 2 {
            key.min(Cells::<W, H>::mirrored(key))
        } else {
            key
        }
    }
}
