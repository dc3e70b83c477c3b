//! One board as fast as may be: its nine digits in the lanes of a register, a register a band.
//!
//! ```text
//!   m[b]   lane d: where digit d may be in band b, 27 bits; lanes 9 to 15 are empty
//! ```
//!
//! The round is that of `round`, piece by piece: what there is done for three digits of a band in a word is done here for the three bands of
//! a digit, and for all digits at once. What goes across digits, how many candidates a cell has and which singles are taken, goes
//! around the lanes in four steps of 8, 4, 2 and 1.
//!
//! Cost: a round is some 300 operations on a register, and a board of 17 givens takes about twenty. A board in a batch costs less
//! than half of that; but this one waits for no other.
//!
//! # Source
//! As told in `round` and `choice`. Digits in lanes are our own.

use crate::choice::{Masks, WIDE_OPEN, Way, first, joined, pair, place, size, way};
use crate::lanes::Verdict;
use crate::round::{ALL, alone, column_ways, minirow_ways, row_singles, way_sets, without_way};
use crate::words::Ring;
use crate::{Board, Cell};
use gridlore_core::Digit;

/// What a band holds, lane by lane.
type Lanes = [u32; 16];

/// Room for the ways that are left to try, at first.
const ROOM: usize = 24;

/// How it stands when nothing follows any more.
enum Rest {
    Dead,
    /// The cells with two candidates or more.
    Still([u32; 3]),
}

/// Tells whether the board has no solution, one, or more.
#[inline(always)]
pub(crate) fn verdict<W: Ring>(board: &Board) -> Verdict {
    let mut masks = masks::<W>(board);
    let mut open: Vec<[W; 3]> = Vec::new();
    let mut found: Option<Board> = None;
    loop {
        if let Rest::Still(twice) = rest(&mut masks) {
            if twice != [0; 3] {
                if let Some((now, later)) = split(&masks, twice) {
                    if open.is_empty() {
                        open.reserve(ROOM);
                    }
                    open.push(later);
                    masks = now;
                    continue;
                }
            } else if found.is_some() {
                return Verdict::Several;
            } else {
                found = Some(solution(&masks));
            }
        }
        let Some(next) = open.pop() else {
            return match found {
                Some(board) => Verdict::Unique(board),
                None => Verdict::None,
            };
        };
        masks = next;
    }
}

/// Where each digit may be when only the givens' own cells are known.
#[inline(always)]
fn masks<W: Ring>(board: &Board) -> [W; 3] {
    let mut lanes = [[0; 16]; 3];
    let blank = W::places(board.values(), 0);
    for digit in 0..9 {
        let given = W::places(board.values(), digit + 1);
        for band in 0..3 {
            lanes[band][usize::from(digit)] = given[band] | blank[band];
        }
    }
    [W::load(&lanes[0]), W::load(&lanes[1]), W::load(&lanes[2])]
}

/// In every lane: which cells some lane has, and which two have.
#[inline(always)]
fn around<W: Ring>(mask: W) -> (W, W) {
    let other = mask.turned::<8>();
    let (once, twice) = (mask.or(other), mask.and(other));
    let (other, more) = (once.turned::<4>(), twice.turned::<4>());
    let (once, twice) = (once.or(other), twice.or(more).or(once.and(other)));
    let (other, more) = (once.turned::<2>(), twice.turned::<2>());
    let (once, twice) = (once.or(other), twice.or(more).or(once.and(other)));
    let (other, more) = (once.turned::<1>(), twice.turned::<1>());
    (once.or(other), twice.or(more).or(once.and(other)))
}

/// Rounds until no cell is solved that was not before.
#[inline(always)]
fn rest<W: Ring>(masks: &mut [W; 3]) -> Rest {
    let all = W::splat(ALL);
    let mut before = [all; 3];
    loop {
        let [a, b, c] = *masks;
        let counts = [around(a), around(b), around(c)];
        let full = counts[0].0.and(counts[1].0).and(counts[2].0);
        if full.xor(all).zeros() == 0 {
            return Rest::Dead;
        }
        let twice = [counts[0].1, counts[1].1, counts[2].1];
        let changed = twice[0].xor(before[0]).or(twice[1].xor(before[1])).or(twice[2].xor(before[2]));
        if changed.zeros() != 0 {
            let mut lanes = [[0; 16]; 3];
            twice[0].store(&mut lanes[0]);
            twice[1].store(&mut lanes[1]);
            twice[2].store(&mut lanes[2]);
            return Rest::Still([lanes[0][0], lanes[1][0], lanes[2][0]]);
        }
        before = twice;
        let naked =
            [counts[0].0.without(twice[0]), counts[1].0.without(twice[1]), counts[2].0.without(twice[2])];
        let ([a, b, c], _) = minirow_ways([alone(a, naked[0]), alone(b, naked[1]), alone(c, naked[2])]);
        // In a row in which a naked single stayed alone, there is no other.
        let ((a, rest_a), (b, rest_b), (c, rest_c)) = (singles_alone(a), singles_alone(b), singles_alone(c));
        let clash = rest_a.and(naked[0]).or(rest_b.and(naked[1])).or(rest_c.and(naked[2]));
        let mut alive = all;
        (*masks, _) = column_ways([a, b, c], &mut alive);
        if clash.zeros() != 0xffff || without_way(alive) & 0x1ff != 0 {
            return Rest::Dead;
        }
    }
}

/// The last cells of digits in rows are no other digit's; of two digits that claim a cell, neither has it then, which the next counts
/// tell. And all but the first cells of the rows.
#[inline(always)]
fn singles_alone<W: Ring>(mask: W) -> (W, W) {
    let (single, rest) = row_singles(mask);
    let mut others = single.turned::<8>();
    let mut once = single.or(others);
    let four = once.turned::<4>();
    (others, once) = (others.or(four), once.or(four));
    let two = once.turned::<2>();
    (others, once) = (others.or(two), once.or(two));
    (mask.without(others.or(once.turned::<1>())), rest)
}

/// The board of masks in which every cell has one digit.
#[inline(always)]
fn solution<W: Ring>(masks: &[W; 3]) -> Board {
    let mut board = Board::EMPTY;
    for (band, mask) in masks.iter().enumerate() {
        let mut lanes = [0; 16];
        mask.store(&mut lanes);
        for (digit, mut cells) in Digit::ALL.into_iter().zip(lanes) {
            while cells != 0 {
                if let Some(cell) = Cell::new(27 * band + cells.trailing_zeros() as usize) {
                    board.set(cell, Some(digit));
                }
                cells &= cells - 1;
            }
        }
    }
    board
}

/// What to try now, and what later; `None` where nothing can be right.
#[inline(always)]
fn split<W: Ring>(masks: &[W; 3], twice: [u32; 3]) -> Option<([W; 3], [W; 3])> {
    let mut lanes = [[0; 16]; 3];
    masks[0].store(&mut lanes[0]);
    masks[1].store(&mut lanes[1]);
    masks[2].store(&mut lanes[2]);
    let open = joined(twice);
    let pairs = joined([0, 1, 2].map(|band| twice[band] & !thrice(&lanes[band])));
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
                let with = |places: [u32; 3]| -> [Lanes; 3] {
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
    let own = W::load(&LANE[digit]).and(W::splat(bit));
    now[band] = now[band].without(W::splat(bit)).or(own);
    later[band] = later[band].without(own);
    Some((now, later))
}

#[inline(always)]
fn loaded<W: Ring>([a, b, c]: &[Lanes; 3]) -> [W; 3] {
    [W::load(a), W::load(b), W::load(c)]
}

/// The cells with three candidates or more.
fn thrice(lanes: &Lanes) -> u32 {
    let (mut one, mut two, mut three) = (0, 0, 0);
    for mask in &lanes[..9] {
        three |= two & mask;
        two |= one & mask;
        one |= mask;
    }
    three
}

fn masks_of(lanes: &[Lanes; 3]) -> Masks {
    std::array::from_fn(|word| lanes[word % 3][word / 3])
}

/// All bits in one lane.
const LANE: [Lanes; 9] = {
    let mut lanes = [[0; 16]; 9];
    let mut lane = 0;
    while lane < 9 {
        lanes[lane][lane] = u32::MAX;
        lane += 1;
    }
    lanes
};
