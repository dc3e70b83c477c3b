//! Static rules: bounds on a position's score without a search, from plans that a side can follow
//! to the end no matter what the other side plays.
//!
//! A column is *even* or *odd* by the number of its empty cells. In an even column, a side that
//! answers each disc with a disc on top of it gets the *upper* cell of each pair: the rows of the
//! same parity as the height. If the number of empty cells is even, the side that is not to move is
//! the *keeper*; on boards of even height, this is the second side.
//!
//! - **Follow-up** (claim-even): the keeper answers each disc in the same column. It gets all upper
//!   cells of the even columns, so the cells that the other side can get are known from the start.
//!   If they do not contain four in a row, the keeper does not lose. If the keeper's own cells
//!   contain a four, the keeper wins; the lower the four, the sooner.
//! - **Zugzwang**: the other side would win with a lower cell, and neither side wants to fill the
//!   cell below it. If the other side can answer each disc in such a way that the keeper must
//!   finally play there, and the keeper gets no four before that, the other side wins.
//! - A four comes too late if the cells below it, in the same columns, complete a four of the
//!   opponent first.
//! - A side that would not have a four even with all empty cells cannot win.
//!
//! # Source
//! Victor Allis, "A Knowledge-based Approach of Connect-Four", 1988: claim-even, after-even,
//! threats of the first side. Christophe Steininger's c4 showed the value of claim-even as a bit
//! set. The zugzwang plan and the test for late fours are our own.

use crate::board::cells::Cells;
use crate::score::table::Bounds;

/// A position to search: the side to move has at least two moves, and neither side can win
/// immediately.
#[derive(Clone, Copy, Default)]
pub(crate) struct Node {
    pub(crate) own: u64,
    pub(crate) all: u64,
    pub(crate) moves: u64,
    /// The empty cells with which the other side would win.
    pub(crate) their_threats: u64,
    pub(crate) left: i32,
}

/// A plan: empty cells that the side with `stones` is certain to get, each before any cell above it
/// is filled.
struct Plan {
    stones: u64,
    claimed: u64,
}

/// The static rules for boards of one size.
pub(crate) struct Rules<const W: usize, const H: usize>;

impl<const W: usize, const H: usize> Rules<W, H> {
    /// Returns bounds on the score that can decide whether it is at least `beta`.
    #[inline]
    pub(crate) fn bounds(node: &Node, beta: i32) -> Bounds {
        let &Node { own, all, left, .. } = node;
        // Neither side can win with its next disc.
        let mut bounds = Bounds { lower: -((left - 2) / 2), upper: (left - 1) / 2 };
        let is_upper = beta > 0;
        let is_keeper = left % 2 != 0;
        // Each rule runs only if it can decide whether the score is at least `beta`.
        let (keeper_beta, other_beta) = if is_keeper { (beta, 1 - beta) } else { (1 - beta, beta) };
        if keeper_beta <= Self::MAX_PLAN_SCORE
            && let Some(score) = Self::follow_up_score(node, is_keeper, keeper_beta)
        {
            if is_keeper {
                bounds.lower = bounds.lower.max(score)
            } else {
                bounds.upper = bounds.upper.min(-score)
            }
        }
        if is_keeper
            && other_beta <= Self::MAX_PLAN_SCORE
            && let Some(score) = Self::zugzwang_score(node, other_beta)
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

    /// Returns the score that follow-up guarantees the keeper, if it is at least `beta`.
    #[inline]
    fn follow_up_score(node: &Node, is_keeper: bool, beta: i32) -> Option<i32> {
        let &Node { own, all, .. } = node;
        let (keeper, other) = if is_keeper { (own, own ^ all) } else { (own ^ all, own) };
        let empty = Cells::<W, H>::BOARD ^ all;
        // In an odd column, either side can take the next cell immediately.
        let open = Cells::<W, H>::landings(all) & Cells::<W, H>::UPPER;
        let plan = Plan { stones: keeper, claimed: empty & Cells::<W, H>::UPPER & !open };
        let score = Self::plan_score(&plan);
        (score >= beta && Self::holds(&plan, other | (empty & !plan.claimed), score > 0)).then_some(score)
    }

    /// Returns the score that a plan guarantees if it is followed to the end. The other side can
    /// delay a four at most until every cell is full except those above one cell of the four.
    #[inline]
    fn plan_score(plan: &Plan) -> i32 {
        if !Cells::<W, H>::has_four(plan.stones | plan.claimed) {
            return 0;
        }
        let mut height = 2 + H % 2;
        while height < H {
            let rows = Cells::<W, H>::BOTTOM * ((1 << height) - 1);
            if Cells::<W, H>::has_four(plan.stones | (plan.claimed & rows)) {
                return Self::win_score(height);
            }
            height += 2;
        }
        1
    }

    /// Returns the score of a win with a cell in this row, counted from 1, when all cells except
    /// those above it are full.
    #[expect(clippy::cast_possible_wrap, clippy::cast_possible_truncation, reason = "at most 6")]
    const fn win_score(row: usize) -> i32 {
        ((H - row) / 2 + 1) as i32
    }

    /// The highest score of a plan, since no plan wins with a cell in the lowest row.
    const MAX_PLAN_SCORE: i32 = Self::win_score(2);

    /// Returns the score that zugzwang guarantees the other side, if it is at least `beta`: the
    /// keeper, which is to move, must finally play below a winning cell.
    ///
    /// The other side follows up in the column of the winning cell and in the even columns. All
    /// other cells form a pool of even size, so each disc of the keeper in it can be answered.
    #[inline]
    fn zugzwang_score(node: &Node, beta: i32) -> Option<i32> {
        let &Node { own, all, their_threats, .. } = node;
        let mut threats = their_threats & Cells::<W, H>::LOWER;
        if threats == 0 {
            return None;
        }
        let empty = Cells::<W, H>::BOARD ^ all;
        let open = Cells::<W, H>::landings(all) & Cells::<W, H>::UPPER;
        // All cells of the odd columns.
        let odd = ((empty + open) ^ empty) & empty;
        while threats != 0 {
            let winning = threats & threats.wrapping_neg();
            let column = Cells::<W, H>::column_of(winning);
            threats &= !column;
            let score = Self::win_score(winning.trailing_zeros() as usize % (H + 1) + 1);
            if score < beta {
                continue;
            }
            let below = empty & column & (winning - 1);
            let even = empty & !odd & !column;
            let (claimed, reach) = if winning & odd == 0 {
                // Without the lowest cell, the number of cells below is odd, like the number of odd
                // columns.
                (0, odd | below)
            } else {
                (below & Cells::<W, H>::LOWER, (odd & !column) | (below & Cells::<W, H>::UPPER))
            };
            let plan = Plan { stones: own ^ all, claimed: claimed | (even & Cells::<W, H>::UPPER) };
            let wins = Cells::<W, H>::has_four(plan.stones | plan.claimed);
            if Self::holds(&plan, own | reach | (even & Cells::<W, H>::LOWER), wins) {
                return Some(score);
            }
        }
        None
    }

    /// The lowest bits of a column and of the three columns to its right.
    const FOUR_COLUMNS: u64 = 1 | (1 << (H + 1)) | (1 << (2 * (H + 1))) | (1 << (3 * (H + 1)));

    /// Returns whether the opponent, who gets at most the cells in `reach`, does not complete a
    /// four before the plan does. `wins` says whether the plan completes a four.
    #[inline]
    fn holds(plan: &Plan, reach: u64, wins: bool) -> bool {
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
                // The cells below the four: in the column of its first cell, and in the three
                // columns to the right unless the four is vertical.
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

    /// Returns a random position to search, with at most `most_left` empty cells.
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

    /// Checks the bounds of the rules against the reference search, and returns how often follow-up
    /// and zugzwang gave a bound.
    fn plan_counts<const W: usize, const H: usize>(seed: u64, nodes: usize, most_left: usize) -> [usize; 2] {
        let mut rng = Rng::new(seed);
        let mut reference = Reference::new(Size::new(W, H, 4).unwrap(), 1 << 22, &Watch::default());
        let mut plans = [0; 2];
        let mut seen = 0;
        while seen < nodes {
            let Some(node) = open_node::<W, H>(&mut rng, most_left) else { continue };
            seen += 1;
            let mut exact = Bounds::default();
            reference
                .narrow(node.own.into(), node.all.into(), false, &mut exact, &mut Budget::unlimited())
                .unwrap();
            let score = exact.lower;
            let half = node.left / 2 + 1;
            for beta in -half..=half {
                let bounds = Rules::<W, H>::bounds(&node, beta);
                assert!(
                    bounds.lower <= score && score <= bounds.upper,
                    "{W}x{H} {:#x} of {:#x}: the score is {score}, the rules say {bounds:?}",
                    node.own,
                    node.all
                );
            }
            let is_keeper = node.left % 2 != 0;
            plans[0] += usize::from(Rules::<W, H>::follow_up_score(&node, is_keeper, 0).is_some());
            plans[1] += usize::from(is_keeper && Rules::<W, H>::zugzwang_score(&node, 1).is_some());
        }
        plans
    }

    #[test]
    fn bounds_of_the_rules_hold_for_the_reference_search() {
        let plans = [
            plan_counts::<4, 4>(1, 1000, 12),
            plan_counts::<5, 4>(2, 1000, 14),
            plan_counts::<6, 4>(3, 1000, 14),
            plan_counts::<4, 5>(4, 1000, 14),
            plan_counts::<5, 5>(5, 1000, 14),
            plan_counts::<7, 5>(6, 1000, 14),
            plan_counts::<4, 6>(7, 1000, 14),
            plan_counts::<6, 6>(8, 1000, 14),
            plan_counts::<7, 6>(9, 1000, 14),
            plan_counts::<5, 7>(10, 1000, 14),
            plan_counts::<7, 7>(11, 1000, 13),
        ];
        assert!(plans.iter().all(|plan| plan[0] > 150), "{plans:?}");
        assert!(plans.iter().skip(1).all(|plan| plan[1] > 2), "{plans:?}");
    }
}
