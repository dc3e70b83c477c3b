//! What can be told of a position without a search: plans that a side can follow to the end,
//! whatever the other one does.
//!
//! A column is *even* or *odd* by the number of its empty cells. In an even column whoever answers
//! each stone with one on top of it gets the *upper* cell of each pair: all rows of the same parity
//! as the height. While the number of empty cells is even, one side is the *keeper*, the one that
//! does not move: on boards of even height the second.
//!
//! - **Follow-up** (claim-even): the keeper answers each stone in the column where it fell. It gets
//!   all upper cells of the even columns, so what the other side may get is told from the start. If
//!   that holds no four in a row, the keeper does not lose; if its own cells do, it wins, and the
//!   lower they are the earlier.
//! - **Zugzwang**: the other side would win with a lower cell; nobody wants to fill the cell under
//!   it. If it answers each stone in such a way that the keeper has to play there in the end, and
//!   the keeper gets no four in a row before, it wins.
//! - A four in a row comes too late if, in the same columns, the cells below it give the other side
//!   one first.
//! - A side that has no four in a row even with all empty cells does not win.
//!
//! # Source
//! Victor Allis, "A Knowledge-based Approach of Connect-Four", 1988: claim-even, after-even,
//! threats of the first side. Christophe Steininger's c4 showed what claim-even is worth as a set
//! of bits; the plan of zugzwang, and what comes too late for both plans, are ours.

use crate::board::cells::Cells;
use crate::score::table::Bounds;

/// The side to move has these moves, two at least; nobody wins at once.
#[derive(Clone, Copy, Default)]
pub(crate) struct Node {
    pub(crate) own: u64,
    pub(crate) all: u64,
    pub(crate) moves: u64,
    /// Empty cells with which the other side wins.
    pub(crate) their_threats: u64,
    pub(crate) left: i32,
}

/// The side with these stones gets these empty cells, each of them before any cell above it is
/// filled.
struct Plan {
    stones: u64,
    claimed: u64,
}

/// Rules of boards of one size.
pub(crate) struct Rules<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Rules<W, H> {
    /// Bounds of the score, as far as they bear on whether it is at least `beta`.
    #[inline]
    pub(crate) fn bounds(node: &Node, beta: i32) -> Bounds {
        let &Node { own, all, left, .. } = node;
        // The other side cannot win with its next stone, and this one not with its own.
        let mut bounds = Bounds { lower: -((left - 2) / 2), upper: (left - 1) / 2 };
        let is_upper = beta > 0;
        let is_keeper = left % 2 != 0;
        // Only what may settle the question is asked: whether the keeper, or the other side, has so
        // much.
        let (keeper_beta, other_beta) = if is_keeper { (beta, 1 - beta) } else { (1 - beta, beta) };
        if keeper_beta <= Self::MOST
            && let Some(score) = Self::followed_up(node, is_keeper, keeper_beta)
        {
            if is_keeper {
                bounds.lower = bounds.lower.max(score)
            } else {
                bounds.upper = bounds.upper.min(-score)
            }
        }
        if is_keeper
            && other_beta <= Self::MOST
            && let Some(score) = Self::forced(node, other_beta)
        {
            bounds.upper = bounds.upper.min(-score);
        }
        if is_keeper == is_upper {
            let empty = Cells::<W, H>::BOARD ^ all;
            let side = if is_upper { own } else { own ^ all };
            if !Cells::<W, H>::has_four(side | empty) {
                if is_upper { bounds.upper = bounds.upper.min(0) } else { bounds.lower = bounds.lower.max(0) }
            }
        }
        bounds
    }

    /// What the keeper has at least if it answers each stone in its column, where that may be
    /// `beta`.
    #[inline]
    fn followed_up(node: &Node, is_keeper: bool, beta: i32) -> Option<i32> {
        let &Node { own, all, .. } = node;
        let (keeper, other) = if is_keeper { (own, own ^ all) } else { (own ^ all, own) };
        let empty = Cells::<W, H>::BOARD ^ all;
        // Of an odd column either side may take the next cell at once.
        let open = Cells::<W, H>::landings(all) & Cells::<W, H>::UPPER;
        let plan = Plan { stones: keeper, claimed: empty & Cells::<W, H>::UPPER & !open };
        let most = Self::most(&plan);
        (most >= beta && Self::is_met(&plan, other | (empty & !plan.claimed), most > 0)).then_some(most)
    }

    /// What a plan gives at least if it is kept to the end: the other side can put off a four no
    /// longer than until all is full but what is above one of its cells.
    #[inline]
    fn most(plan: &Plan) -> i32 {
        if !Cells::<W, H>::has_four(plan.stones | plan.claimed) {
            return 0;
        }
        let mut height = 2 + H % 2;
        while height < H {
            let rows = Cells::<W, H>::BOTTOM * ((1 << height) - 1);
            if Cells::<W, H>::has_four(plan.stones | (plan.claimed & rows)) {
                return Self::worth(height);
            }
            height += 2;
        }
        1
    }

    /// The score of whoever wins with a cell of this row, counted from 1, when all is full but what
    /// is above it.
    #[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "at most 6")]
    const fn worth(row: usize) -> i32 {
        ((H - row) / 2 + 1) as i32
    }

    /// The most that a plan gives: nobody wins with a cell of the lowest row.
    const MOST: i32 = Self::worth(2);

    /// What the other side has at least if the keeper, which moves, has to play under a winning
    /// cell in the end.
    ///
    /// The columns of the winning cell and the even ones are followed up. All other cells are a
    /// heap of even size, in which each stone of the keeper is answered somewhere.
    #[inline]
    fn forced(node: &Node, beta: i32) -> Option<i32> {
        let &Node { own, all, their_threats, .. } = node;
        let mut threats = their_threats & Cells::<W, H>::LOWER;
        if threats == 0 {
            return None;
        }
        let empty = Cells::<W, H>::BOARD ^ all;
        let open = Cells::<W, H>::landings(all) & Cells::<W, H>::UPPER;
        // All cells of odd columns.
        let odd = ((empty + open) ^ empty) & empty;
        while threats != 0 {
            let winning = threats & threats.wrapping_neg();
            let column = Cells::<W, H>::column_of(winning);
            threats &= !column;
            let worth = Self::worth(winning.trailing_zeros() as usize % (H + 1) + 1);
            if worth < beta {
                continue;
            }
            let below = empty & column & (winning - 1);
            let even = empty & !odd & !column;
            let (claimed, reach) = if winning & odd == 0 {
                // The cells below but one are an odd number, and so are the odd columns.
                (0, odd | below)
            } else {
                (below & Cells::<W, H>::LOWER, (odd & !column) | (below & Cells::<W, H>::UPPER))
            };
            let plan = Plan { stones: own ^ all, claimed: claimed | (even & Cells::<W, H>::UPPER) };
            let wins = Cells::<W, H>::has_four(plan.stones | plan.claimed);
            if Self::is_met(&plan, own | reach | (even & Cells::<W, H>::LOWER), wins) {
                return Some(worth);
            }
        }
        None
    }

    /// By the lowest cell of a column: those of it and of the three to the right.
    const FOUR_COLUMNS: u64 = 1 | (1 << (H + 1)) | (1 << (2 * (H + 1))) | (1 << (3 * (H + 1)));

    /// Whether the other side, which gets no more than these stones and cells, has no four in a row
    /// before the plan has given one; `wins`: whether it can.
    #[inline]
    fn is_met(plan: &Plan, reach: u64, wins: bool) -> bool {
        if !Cells::<W, H>::has_four(reach) {
            return true;
        }
        if !wins {
            return false;
        }
        for step in [H, H + 2, H + 1, 1] {
            let pairs = reach & (reach >> step);
            let mut fours = pairs & (pairs >> (2 * step));
            while fours != 0 {
                let first = fours & fours.wrapping_neg();
                fours ^= first;
                let pair = first | (first << step);
                let four = pair | (pair << (2 * step));
                // The column of the first cell, and the three to the right of it where the four is
                // not upright.
                let below = four.wrapping_sub(
                    Cells::<W, H>::bottom_of(first) * if step == 1 { 1 } else { Self::FOUR_COLUMNS },
                );
                if !Cells::<W, H>::has_four(plan.stones | (plan.claimed & below)) {
                    return false;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::position::Position;
    use crate::board::size::Size;
    use crate::score::reference::Reference;
    use crate::score::watch::Watch;
    use gridlore_core::{Budget, Rng};

    /// A position in which somebody has to think, with at most so many empty cells.
    fn open_node<const W: usize, const H: usize>(rng: &mut Rng, most_left: usize) -> Option<Node> {
        let mut position = Position::new(Size::new(W, H, 4)?);
        let left = 3 + rng.below(most_left - 2);
        while position.left() > i32::try_from(left).ok()? {
            let columns: Vec<_> = position.moves().collect();
            position = position.after(columns[rng.below(columns.len())]).ok()?;
            if position.winner().is_some() {
                return None;
            }
        }
        let all = u64::try_from(position.all()).ok()?;
        let own = u64::try_from(position.stones(position.to_move())).ok()?;
        let landings = Cells::<W, H>::landings(all);
        let their_threats = Cells::<W, H>::threats(own ^ all, all);
        let moves = landings & !(their_threats >> 1);
        let is_open = (their_threats | Cells::<W, H>::threats(own, all)) & landings == 0;
        (is_open && moves.count_ones() > 1).then(|| Node {
            own,
            all,
            moves,
            their_threats,
            left: position.left(),
        })
    }

    /// What the rules tell holds, and how often each of the plans told something: follow-up,
    /// zugzwang.
    fn told<const W: usize, const H: usize>(seed: u64, nodes: usize, most_left: usize) -> [usize; 2] {
        let mut rng = Rng::new(seed);
        let mut reference = Reference::new(Size::new(W, H, 4).unwrap(), 1 << 22, &Watch::default());
        let mut plans = [0; 2];
        let mut seen = 0;
        while seen < nodes {
            let Some(node) = open_node::<W, H>(&mut rng, most_left) else { continue };
            seen += 1;
            let score =
                reference.score(node.own.into(), node.all.into(), false, &mut Budget::unlimited()).unwrap();
            let half = node.left / 2 + 1;
            for beta in -half..=half {
                let bounds = Rules::<W, H>::bounds(&node, beta);
                assert!(
                    bounds.lower <= score && score <= bounds.upper,
                    "{W}x{H} {:#x} of {:#x}: {score}, and the rules tell {bounds:?}",
                    node.own,
                    node.all
                );
            }
            let is_keeper = node.left % 2 != 0;
            plans[0] += usize::from(Rules::<W, H>::followed_up(&node, is_keeper, 0).is_some());
            plans[1] += usize::from(is_keeper && Rules::<W, H>::forced(&node, 1).is_some());
        }
        plans
    }

    #[test]
    fn what_the_rules_tell_is_what_the_plain_search_finds() {
        let plans = [
            told::<4, 4>(1, 1000, 12),
            told::<5, 4>(2, 1000, 14),
            told::<6, 4>(3, 1000, 14),
            told::<4, 5>(4, 1000, 14),
            told::<5, 5>(5, 1000, 14),
            told::<7, 5>(6, 1000, 14),
            told::<4, 6>(7, 1000, 14),
            told::<6, 6>(8, 1000, 14),
            told::<7, 6>(9, 1000, 14),
            told::<5, 7>(10, 1000, 14),
            told::<7, 7>(11, 1000, 13),
        ];
        assert!(plans.iter().all(|plan| plan[0] > 150), "{plans:?}");
        assert!(plans.iter().skip(1).all(|plan| plan[1] > 2), "{plans:?}");
    }
}
