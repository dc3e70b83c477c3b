//! One round of deduction, for one board per lane.
//!
//! ```text
//!   m[3 d + b]   the places of digit d in band b: 27 bits, row 0 of the band in the lowest nine
//!
//!   counts                      number of candidates of each cell: none, one, two, more
//!
//!   close
//!   for each band, its nine digits in registers:
//!      rows                     a naked single removes its digit from the rest of its row
//!      ways of the band         minirows in none of the six ways to place a digit in the band are removed
//!      row singles              the last place of a digit in a row is removed from other digits
//!   for each digit, its three bands:
//!      ways of the stacks       the same six ways, for the columns of boxes
//! ```
//!
//! A minirow is a row of a box. In a band, a digit occupies one minirow in each row and one in each
//! box. There are six ways to do this, three even and three odd permutations. One word holds the
//! nine minirows of three digits, or the nine columns of boxes of three stacks, so both closures
//! cost a few rotations of 27 bits. Together they include hidden singles of boxes and columns, and
//! locked candidates.
//!
//! Cost: about 1,700 operations, a third of them shifts. A modern core executes two per cycle, and
//! this code comes close to that: only fewer operations would make it faster.
//!
//! # Source
//! The six ways of a band, and their use as the engine of a solver, are from tdoku (t-dillon,
//! 2019); the digit-by-band words are from JCZSolve (zhouyundong, JasonLion, champagne, 2016). New
//! here: the closures as rotations of words with three digits or three bands.

use crate::engine::choice::Masks;
use crate::engine::words::{Plain, Words};

/// All cells of a band.
pub(crate) const ALL: u32 = 0x7ff_ffff;
/// The first cell of each minirow; below, the second and third cells.
const FIRST: u32 = 0x124_9249;
const SECOND: u32 = FIRST << 1;
const THIRD: u32 = FIRST << 2;
/// The rows of a band.
const ROWS: [u32; 3] = [0x1ff, 0x1ff << 9, 0x1ff << 18];
/// The first eight cells of each row; below, the ninth and first cells.
const LOW: u32 = 0x3fd_feff;
const NINTH: u32 = 0x402_0100;
const ROW_FIRSTS: u32 = 0x4_0201;

/// Words of lanes, aligned to cache lines.
#[repr(align(64))]
pub(crate) struct Grid<const L: usize>(pub(crate) [[u32; L]; 27]);

/// Returns the ways of each digit in the three bands and the three stacks of a board. Bit `k` is
/// the even way, and bit `3 + k` the odd way, whose first row uses place `k`.
pub(crate) fn way_sets(masks: &Masks) -> [[u32; 9]; 6] {
    let word = |word: usize| Plain::load(&[masks[word]]);
    let number = |word: Plain<1>| {
        let mut number = [0];
        word.store(&mut number);
        number[0]
    };
    let words: [[u32; 2]; 9] = std::array::from_fn(|digit| {
        let bands = [0, 1, 2].map(|band| word(3 * digit + band));
        [number(minirow_ways(bands).1), number(column_ways(bands, &mut Plain::splat(ALL)).1)]
    });
    std::array::from_fn(|place| {
        words.map(|[of_bands, of_stacks]| match place {
            0..3 => set_of_three(of_bands, place),
            _ => set_of_stack(of_stacks, place - 3),
        })
    })
}

/// Returns the ways of one of the three digits whose minirows share a word.
fn set_of_three(word: u32, place: usize) -> u32 {
    (0..6).fold(0, |set, way| set | (word >> (2 - place + 3 * way) & 1) << way)
}

/// Returns the ways of a digit in a stack.
fn set_of_stack(word: u32, stack: usize) -> u32 {
    let word = word >> (3 * stack);
    word & 7 | (word >> 9 & 7) << 3
}

/// The numbers of candidates of cells, one word per band.
pub(crate) struct Counts<W> {
    /// Lanes with a cell that has no candidate.
    pub(crate) dead: u32,
    /// Cells with one candidate.
    pub(crate) naked: [W; 3],
    /// Cells with two or more candidates, and cells with three or more.
    pub(crate) twice: [W; 3],
    pub(crate) thrice: [W; 3],
}

/// Computes the first half of a round: counts the candidates of cells.
#[inline(always)]
pub(crate) fn counts<W: Words<L>, const L: usize>(grid: &Grid<L>) -> Counts<W> {
    let zero = W::splat(0);
    let mut full = W::splat(ALL);
    let (mut naked, mut twice, mut thrice) = ([zero; 3], [zero; 3], [zero; 3]);
    for band in 0..3 {
        let first = of_three(word(grid, 0, band), word(grid, 1, band), word(grid, 2, band));
        let second = of_three(word(grid, 3, band), word(grid, 4, band), word(grid, 5, band));
        let third = of_three(word(grid, 6, band), word(grid, 7, band), word(grid, 8, band));
        let (one, two, three) = sum(sum(first, second), third);
        full = full.and(one);
        (naked[band], twice[band], thrice[band]) = (one.without(two), two, three);
    }
    Counts { dead: !full.xor(W::splat(ALL)).zeros() & lanes::<L>(), naked, twice, thrice }
}

/// Returns the places of the digit in the band.
#[inline(always)]
fn word<W: Words<L>, const L: usize>(grid: &Grid<L>, digit: usize, band: usize) -> W {
    W::load(&grid.0[3 * digit + band])
}

/// Returns the cells in at least one of three masks, in at least two, and in all three.
#[inline(always)]
fn of_three<W: Words<L>, const L: usize>(a: W, b: W, c: W) -> (W, W, W) {
    (a.or(b).or(c), a.and(b).or(a.or(b).and(c)), a.and(b).and(c))
}

/// Adds two results of `of_three`.
#[inline(always)]
fn sum<W: Words<L>, const L: usize>(a: (W, W, W), b: (W, W, W)) -> (W, W, W) {
    let three = a.2.or(b.2).or(a.1.and(b.0)).or(a.0.and(b.1));
    (a.0.or(b.0), a.1.or(b.1).or(a.0.and(b.0)), three)
}

/// Returns a word with one bit set for each lane.
pub(crate) const fn lanes<const L: usize>() -> u32 {
    u32::MAX >> (32 - L)
}

/// Computes the second half of a round: removes candidates. Returns the lanes with a contradiction.
#[inline(always)]
pub(crate) fn close<W: Words<L>, const L: usize>(
    grid: &mut Grid<L>,
    half: &mut Grid<L>,
    naked: &[[u32; L]; 3],
) -> u32 {
    let zero = W::splat(0);
    let mut clash = zero;
    for band in 0..3 {
        let naked = W::load(&naked[band]);
        let [a, b, c] = trio([word(grid, 0, band), word(grid, 1, band), word(grid, 2, band)], naked);
        let [d, e, f] = trio([word(grid, 3, band), word(grid, 4, band), word(grid, 5, band)], naked);
        let [g, h, i] = trio([word(grid, 6, band), word(grid, 7, band), word(grid, 8, band)], naked);
        let masks = [a, b, c, d, e, f, g, h, i];
        let (mut taken, mut singles) = (zero, [zero; 9]);
        for digit in 0..9 {
            let (single, rest) = row_singles(masks[digit]);
            // A row with a naked single has no other place for the digit.
            clash = clash.or(rest.and(naked));
            clash = clash.or(taken.and(single));
            taken = taken.or(single);
            singles[digit] = single;
        }
        for digit in 0..9 {
            // A single of one digit excludes all other digits from its cell.
            masks[digit].without(taken.without(singles[digit])).store(&mut half.0[3 * digit + band]);
        }
    }
    let mut alive = W::splat(ALL);
    for digit in 0..9 {
        let masks = [word(half, digit, 0), word(half, digit, 1), word(half, digit, 2)];
        let ([a, b, c], _) = column_ways(masks, &mut alive);
        a.store(&mut grid.0[3 * digit]);
        b.store(&mut grid.0[3 * digit + 1]);
        c.store(&mut grid.0[3 * digit + 2]);
    }
    (!clash.zeros() & lanes::<L>()) | without_way(alive)
}

/// Returns three digits in a band after clearing the rows of naked singles and removing minirows
/// that are not in any of the six ways.
#[inline(always)]
fn trio<W: Words<L>, const L: usize>([a, b, c]: [W; 3], naked: W) -> [W; 3] {
    minirow_ways([alone(a, naked), alone(b, naked), alone(c, naked)]).0
}

/// Removes the other places of a digit from the rows of its naked singles.
#[inline(always)]
pub(crate) fn alone<W: Words<L>, const L: usize>(mask: W, naked: W) -> W {
    let single = mask.and(naked);
    let filled = filled_rows(single);
    mask.without(filled.add(filled).sub(filled.down::<8>()).without(single))
}

/// Removes minirows that are not in any of the six ways, from three digits in a band or one digit
/// in three bands. Returns the remaining places and the ways.
#[inline(always)]
pub(crate) fn minirow_ways<W: Words<L>, const L: usize>([a, b, c]: [W; 3]) -> ([W; 3], W) {
    // Each minirow is three bits: the third for the first mask, the second for the second mask, and
    // the first for the third mask.
    let minirows = filled_minirows(a).or(filled_minirows(b).down::<1>()).or(filled_minirows(c).down::<2>());
    let (kept, open) = ways(minirows);
    let (third, second, first) =
        (kept.and(W::splat(THIRD)), kept.and(W::splat(SECOND)), kept.and(W::splat(FIRST)));
    let masks = [
        a.and(third.add(third).sub(third.down::<2>())),
        b.and(second.up::<2>().sub(second.down::<1>())),
        c.and(first.up::<3>().sub(first)),
    ];
    (masks, open)
}

/// Returns the cells that are alone in their rows, and all but the first cell of each row.
#[inline(always)]
pub(crate) fn row_singles<W: Words<L>, const L: usize>(mask: W) -> (W, W) {
    let rest = mask.and(mask.sub(W::splat(ROW_FIRSTS)));
    let filled = filled_rows(rest);
    (mask.without(rest.or(filled.sub(filled.down::<8>()))), rest)
}

/// Removes columns of boxes that are not in any of the six ways, from one digit in three bands.
/// Returns the remaining places and the ways. Clears the third bit of a stack in `alive` if the
/// stack has no way.
#[inline(always)]
pub(crate) fn column_ways<W: Words<L>, const L: usize>(masks: [W; 3], alive: &mut W) -> ([W; 3], W) {
    let [a, b, c] = masks;
    let columns = a.or(a.down::<9>()).or(a.down::<18>()).and(W::splat(ROWS[0]));
    let columns = columns.or(b.up::<9>().or(b).or(b.down::<9>()).and(W::splat(ROWS[1])));
    let columns = columns.or(c.up::<18>().or(c.up::<9>()).or(c).and(W::splat(ROWS[2])));
    let (kept, open) = stack_ways(columns, alive);
    ([a.and(in_rows(kept)), b.and(in_rows(kept.down::<9>())), c.and(in_rows(kept.down::<18>()))], open)
}

/// Expands nine columns to three rows.
#[inline(always)]
fn in_rows<W: Words<L>, const L: usize>(columns: W) -> W {
    columns.and(W::splat(ROWS[0])).times(W::splat(ROW_FIRSTS))
}

/// Returns the lanes with a stack that has no way.
#[inline(always)]
pub(crate) fn without_way<W: Words<L>, const L: usize>(alive: W) -> u32 {
    !W::splat(THIRD & ROWS[0]).without(alive).zeros() & lanes::<L>()
}

/// Marks each row that is not empty at its ninth cell.
#[inline(always)]
fn filled_rows<W: Words<L>, const L: usize>(mask: W) -> W {
    mask.and(W::splat(LOW)).add(W::splat(LOW)).or(mask).and(W::splat(NINTH))
}

/// Marks each minirow that is not empty at its third cell.
#[inline(always)]
fn filled_minirows<W: Words<L>, const L: usize>(mask: W) -> W {
    mask.and(W::splat(FIRST | SECOND)).add(W::splat(FIRST | SECOND)).or(mask).and(W::splat(THIRD))
}

/// Returns the bits of `one` where `mask` is set, and those of `other` elsewhere.
#[inline(always)]
fn select<W: Words<L>, const L: usize>(mask: u32, one: W, other: W) -> W {
    one.and(W::splat(mask)).or(other.and(W::splat(!mask)))
}

/// Returns the minirows of three digits that are part of one of the six ways, and the ways. Each
/// row of the band has nine bits: three per box, one for each digit.
#[inline(always)]
fn ways<W: Words<L>, const L: usize>(minirows: W) -> (W, W) {
    let row = W::splat(ROWS[0]);
    // The second and third rows, rotated by one box in both directions.
    let (by_12, by_15) = (minirows.down::<12>(), minirows.down::<15>());
    let before_second = select(0x3f, by_12, minirows.down::<3>());
    let after_second = select(0x7, by_15, minirows.down::<6>());
    let before_third = select(0x3f, minirows.down::<21>(), by_12);
    let after_third = select(0x7, minirows.down::<24>(), by_15);
    let even = minirows.and(row).and(before_second).and(after_third);
    let odd = minirows.and(row).and(after_second).and(before_third);
    // Two copies next to each other, so that a window of them is a rotation.
    let evens = even.or(even.up::<9>());
    let odds = odd.or(odd.up::<9>());
    let second = evens.up::<3>().or(odds.up::<6>()).and(W::splat(ROWS[1]));
    let third = evens.up::<15>().or(odds.up::<12>()).and(W::splat(ROWS[2]));
    (even.or(odd).or(second).or(third), even.or(odd.up::<9>()))
}

/// Rotates each group of three bits down by one.
#[inline(always)]
fn before<W: Words<L>, const L: usize>(word: W) -> W {
    select(FIRST | SECOND, word.down::<1>(), word.up::<2>())
}

/// Rotates each group of three bits up by one.
#[inline(always)]
fn after<W: Words<L>, const L: usize>(word: W) -> W {
    select(SECOND | THIRD, word.add(word), word.down::<2>())
}

/// Returns the columns of boxes that are part of one of the six ways, and the ways. Each band has
/// nine bits: three per stack, one for each column. Clears the third bit of a stack in `alive` if
/// the stack has no way.
#[inline(always)]
fn stack_ways<W: Words<L>, const L: usize>(columns: W, alive: &mut W) -> (W, W) {
    let row = columns.and(W::splat(ROWS[0]));
    let (down, up) = (before(columns), after(columns));
    let even = row.and(down.down::<9>()).and(up.down::<18>());
    let odd = row.and(up.down::<9>()).and(down.down::<18>());
    let kept = even.or(odd);
    let low = W::splat((FIRST | SECOND) & ROWS[0]);
    *alive = alive.and(kept.and(low).add(low).or(kept));
    let all = kept.or(after(even.up::<9>().or(odd.up::<18>()))).or(before(odd.up::<9>().or(even.up::<18>())));
    (all, even.or(odd.up::<9>()))
}
