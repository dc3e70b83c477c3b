//! The fastest search for a single board: for each band, eight digits in the lanes of a register
//! and the ninth in a scalar register.
//!
//! ```text
//!   m[b]   lane d: the places of digit d in band b, 27 bits
//! ```
//!
//! The round follows that of `round`, but a word holds the three bands of a digit instead of three
//! digits of a band, for all digits at once. Operations across digits (counts of candidates, taken
//! singles) rotate the lanes in three steps of 4, 2 and 1. The ninth digit does not burden the
//! vector units, because the scalar units compute it.
//!
//! Cost: a round is about 250 vector operations and as many scalar ones, and a board with 17 givens
//! takes about twenty rounds. In a batch, a board costs less than half of that, but here no board
//! waits for others.
//!
//! # Source
//! See `round` and `choice`. New here: digits in lanes.

use crate::Board;
use crate::engine::answer::Answer;
use crate::engine::choice::{Cells, Masks, WIDE_OPEN, Way, first, joined, pair, place, size, solved, way};
use crate::engine::round::{ALL, alone, column_ways, minirow_ways, row_singles, way_sets, without_way};
use crate::engine::words::{Nine, Ring, Words};
use gridlore_core::{Budget, BudgetSpent};
use std::cell::RefCell;

/// The three bands of a board, lane by lane.
pub(crate) type State = [[u32; 9]; 3];

/// The three bands in registers.
type Bands<V> = [Nine<V>; 3];

/// The result of applying all rounds of deduction.
enum Rest {
    Dead,
    /// The cells with two or more candidates, by band.
    Still([u32; 3]),
}

/// Counts the solutions of the board, up to `limit`.
#[inline(always)]
pub(crate) fn counted<V: Ring, A: Answer>(board: &Board, limit: u64) -> A {
    // A closure would not be compiled for the CPU features of this copy.
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
    A::from_count(count, &first)
}

thread_local! {
    /// Memory for the states still to be searched, kept between boards.
    static ROOM: RefCell<Vec<State>> = const { RefCell::new(Vec::new()) };
}

/// Returns the places of each digit when only the cells of the givens are restricted.
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

/// Returns the places of each digit for cells with these candidates, bit d - 1 for digit d.
pub(crate) fn start_of_candidates(candidates: &[u16; 81]) -> State {
    let mut state = [[0; 9]; 3];
    for (band, cells) in state.iter_mut().zip(candidates.chunks(27)) {
        for (digit, places) in band.iter_mut().enumerate() {
            *places = (0..27).fold(0, |places, at| places | u32::from(cells[at] >> digit & 1) << at);
        }
    }
    state
}

/// Searches the open states, the last one first, until the next solution.
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
                // Save the state before this round, so that a later call can take the same steps.
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

/// Returns the board of a solution from [`next`].
#[inline(always)]
pub(crate) fn solution(state: &State) -> Board {
    solved(&masks_of(state))
}

/// Repeats rounds until no further cell is solved.
#[inline(always)]
fn rest<V: Ring>(masks: &mut Bands<V>) -> Rest {
    let all = Nine::<V>::splat(ALL);
    let mut before = [ALL; 3];
    loop {
        let [a, b, c] = *masks;
        let ((once_a, twice_a), (once_b, twice_b), (once_c, twice_c)) = (a.around(), b.around(), c.around());
        // The combined value is the same in every lane.
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
        // A row with a naked single has no other place for the digit.
        let ((a, rest_a), (b, rest_b), (c, rest_c)) = (singles_alone(a), singles_alone(b), singles_alone(c));
        let clash = rest_a.and(naked[0]).or(rest_b.and(naked[1])).or(rest_c.and(naked[2]));
        let mut alive = all;
        (*masks, _) = column_ways([a, b, c], &mut alive);
        if clash.zeros() != 0x1ff || without_way(alive) != 0 {
            return Rest::Dead;
        }
    }
}

/// Removes other digits from the last places of digits in rows. Also returns all but the first cell
/// of each row. If two digits claim a cell, neither keeps it, which the next count detects.
#[inline(always)]
fn singles_alone<V: Ring>(mask: Nine<V>) -> (Nine<V>, Nine<V>) {
    let (single, rest) = row_singles(mask);
    (mask.without(single.others()), rest)
}

/// Splits the search into a state for now and one for later. Returns `None` at a dead end.
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

/// Returns the bivalue cells among those with two or more candidates. Not inlined, because the
/// rounds need the registers, and the call costs little in comparison.
#[inline(never)]
fn pairs(lanes: &State, twice: [u32; 3]) -> Cells {
    joined([0, 1, 2].map(|band| twice[band] & !thrice(&lanes[band])))
}

/// Returns the cells with three or more candidates.
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

/// Masks with all bits set in one lane.
const LANE: [[u32; 9]; 9] = {
    let mut lanes = [[0; 9]; 9];
    let mut lane = 0;
    while lane < 9 {
        lanes[lane][lane] = u32::MAX;
        lane += 1;
    }
    lanes
};
