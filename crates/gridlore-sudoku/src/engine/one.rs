//! One board as fast as may be: eight of its digits in the lanes of a register and the ninth beside
//! it, such a pair a band.
//!
//! ```text
//!   m[b]   lane d: where digit d may be in band b, 27 bits
//! ```
//!
//! The round is that of `round`, piece by piece: what there is done for three digits of a band in a
//! word is done here for the three bands of a digit, and for all digits at once. What goes across
//! digits, how many candidates a cell has and which singles are taken, goes around the lanes in
//! three steps of 4, 2 and 1. The ninth digit costs the wide part of the CPU nothing: it is
//! computed with in the other.
//!
//! Cost: a round is some 250 operations on a register and as many on single numbers, and a board of
//! 17 givens takes about twenty. A board in a batch costs less than half of that; but this one
//! waits for no other.
//!
//! # Source
//! As told in `round` and `choice`. Digits in lanes are our own.

use crate::Board;
use crate::engine::answer::Answer;
use crate::engine::choice::{Cells, Masks, WIDE_OPEN, Way, first, joined, pair, place, size, solved, way};
use crate::engine::round::{ALL, alone, column_ways, minirow_ways, row_singles, way_sets, without_way};
use crate::engine::words::{Nine, Ring, Words};
use gridlore_core::{Budget, BudgetSpent};
use std::cell::RefCell;

/// What the three bands hold, lane by lane.
pub(crate) type State = [[u32; 9]; 3];

/// The same in registers.
type Bands<V> = [Nine<V>; 3];

/// How it stands when nothing follows any more.
enum Rest {
    Dead,
    /// The cells with two candidates or more.
    Still([u32; 3]),
}

/// Counts the solutions of the board, no further than `limit`.
#[inline(always)]
pub(crate) fn counted<V: Ring, A: Answer>(board: &Board, limit: u64) -> A {
    // Not in a closure, which would not be compiled for the features of the copy.
    let mut open = ROOM.take();
    open.clear();
    open.push(start::<V>(board));
    let (mut count, mut first) = (0, [0; 27]);
    while count < limit
        && let Ok(Some(state)) = next::<V>(&mut open, &mut Budget::unlimited())
    {
        count += 1;
        if count == 1 {
            first = masks_of(&state);
        }
    }
    ROOM.set(open);
    A::of(count, &first)
}

thread_local! {
    /// Room for the ways that are left to try, kept from board to board.
    static ROOM: RefCell<Vec<State>> = const { RefCell::new(Vec::new()) };
}

/// Where each digit may be when only the givens' own cells are known.
#[inline(always)]
pub(crate) fn start<V: Ring>(board: &Board) -> State {
    let mut state = [[0; 9]; 3];
    let blank = V::places(board.values(), 0);
    for digit in 0..9 {
        let given = V::places(board.values(), digit + 1);
        for band in 0..3 {
            state[band][usize::from(digit)] = given[band] | blank[band];
        }
    }
    state
}

/// Goes on with the ways that are open, the last first, to the next solution.
#[inline(always)]
pub(crate) fn next<V: Ring>(
    open: &mut Vec<State>,
    budget: &mut Budget,
) -> Result<Option<State>, BudgetSpent> {
    while let Some(state) = open.pop() {
        let mut masks = loaded::<V>(&state);
        loop {
            let before = masks;
            let Rest::Still(twice) = rest(&mut masks) else { break };
            if twice == [0; 3] {
                return Ok(Some(stored(masks)));
            }
            if let Err(spent) = budget.spend() {
                // As it was, so that a later call does just the same.
                open.push(stored(before));
                return Err(spent);
            }
            let Some((now, later)) = split(&masks, twice) else { break };
            open.push(stored(later));
            masks = now;
        }
    }
    Ok(None)
}

/// The board of what [`next`] found.
#[inline(always)]
pub(crate) fn solution(state: &State) -> Board {
    solved(&masks_of(state))
}

/// Rounds until no cell is solved that was not before.
#[inline(always)]
fn rest<V: Ring>(masks: &mut Bands<V>) -> Rest {
    let all = Nine::<V>::splat(ALL);
    let mut before = [ALL; 3];
    loop {
        let [a, b, c] = *masks;
        let ((once_a, twice_a), (once_b, twice_b), (once_c, twice_c)) = (a.around(), b.around(), c.around());
        // What goes around is the same in every lane.
        if once_a.ninth() & once_b.ninth() & once_c.ninth() != ALL {
            return Rest::Dead;
        }
        let twice = [twice_a.ninth(), twice_b.ninth(), twice_c.ninth()];
        if twice == before {
            return Rest::Still(twice);
        }
        before = twice;
        let naked = [once_a.without(twice_a), once_b.without(twice_b), once_c.without(twice_c)];
        let ([a, b, c], _) = minirow_ways([alone(a, naked[0]), alone(b, naked[1]), alone(c, naked[2])]);
        // In a row in which a naked single stayed alone, there is no other.
        let ((a, rest_a), (b, rest_b), (c, rest_c)) = (singles_alone(a), singles_alone(b), singles_alone(c));
        let clash = rest_a.and(naked[0]).or(rest_b.and(naked[1])).or(rest_c.and(naked[2]));
        let mut alive = all;
        (*masks, _) = column_ways([a, b, c], &mut alive);
        if clash.zeros() != 0x1ff || without_way(alive) != 0 {
            return Rest::Dead;
        }
    }
}

/// The last cells of digits in rows are no other digit's; of two digits that claim a cell, neither
/// has it then, which the next counts tell. And all but the first cells of the rows.
#[inline(always)]
fn singles_alone<V: Ring>(mask: Nine<V>) -> (Nine<V>, Nine<V>) {
    let (single, rest) = row_singles(mask);
    (mask.without(single.others()), rest)
}

/// What to try now, and what later; `None` where nothing can be right.
#[inline(always)]
fn split<V: Ring>(masks: &Bands<V>, twice: [u32; 3]) -> Option<(Bands<V>, Bands<V>)> {
    let lanes = stored(*masks);
    let open = joined(twice);
    let pairs = pairs(&lanes, twice);
    let is_wide = size(open) > WIDE_OPEN;
    let (cell, digit) = if pairs != [0; 2] {
        (pair(open, pairs), None)
    } else if is_wide && let Some((cell, digit)) = place(&masks_of(&lanes), open) {
        (cell, Some(digit))
    } else if is_wide {
        (first(open), None)
    } else {
        match way(&way_sets(&masks_of(&lanes))) {
            Way::Crowded => return None,
            Way::Unclear => (first(open), None),
            Way::Split { digit, now, later } => {
                let with = |places: [u32; 3]| -> State {
                    let mut lanes = lanes;
                    lanes.iter_mut().zip(places).for_each(|(lanes, places)| lanes[digit] &= places);
                    lanes
                };
                return Some((loaded(&with(now)), loaded(&with(later))));
            }
        }
    };
    let (band, bit) = (cell / 27, 1 << (cell % 27));
    let digit =
        digit.unwrap_or_else(|| lanes[band].iter().position(|mask| mask & bit != 0).unwrap_or_default());
    let (mut now, mut later) = (*masks, *masks);
    let own = Nine::<V>::load(&LANE[digit]).and(Nine::<V>::splat(bit));
    now[band] = now[band].without(Nine::<V>::splat(bit)).or(own);
    later[band] = later[band].without(own);
    Some((now, later))
}

#[inline(always)]
fn loaded<V: Ring>([a, b, c]: &State) -> Bands<V> {
    [Nine::<V>::load(a), Nine::<V>::load(b), Nine::<V>::load(c)]
}

#[inline(always)]
fn stored<V: Ring>([a, b, c]: Bands<V>) -> State {
    let mut state = [[0; 9]; 3];
    a.store(&mut state[0]);
    b.store(&mut state[1]);
    c.store(&mut state[2]);
    state
}

/// The cells with two candidates, of those with two or more. Beside the rounds this is little, and
/// in them it would be in the way.
#[inline(never)]
fn pairs(lanes: &State, twice: [u32; 3]) -> Cells {
    joined([0, 1, 2].map(|band| twice[band] & !thrice(&lanes[band])))
}

/// The cells with three candidates or more.
fn thrice(lanes: &[u32; 9]) -> u32 {
    let (mut one, mut two, mut three) = (0, 0, 0);
    for mask in lanes {
        three |= two & mask;
        two |= one & mask;
        one |= mask;
    }
    three
}

fn masks_of(lanes: &State) -> Masks {
    std::array::from_fn(|word| lanes[word % 3][word / 3])
}

/// All bits in one lane.
const LANE: [[u32; 9]; 9] = {
    let mut lanes = [[0; 9]; 9];
    let mut lane = 0;
    while lane < 9 {
        lanes[lane][lane] = u32::MAX;
        lane += 1;
    }
    lanes
};
