//! Chooses the next guess: a cell, a digit's place, or a digit's way through a band.
//!
//! A bivalue cell is the best choice; of these, the one with the most open peers is found in one
//! pass. If there is none, the guess determines the size of the remaining search, so a closer look
//! is worthwhile: a digit with two ways through a band or stack fixes three minirows at once. If
//! most of the board is open, however, fixing minirows leaves the cells undecided, and a digit with
//! two places in a row is better.
//!
//! If only ways were considered, four digits could share the three cells of a minirow, and the
//! search would take a long time to discover this. [`way`] therefore counts the digits of minirows.
//!
//! # Source
//! Cells: FastBandSolver (2026). Ways: tdoku (t-dillon, 2019), without its choice by phminposuw.
//! New here: choosing between them by the number of open cells. The limit was determined by
//! measurements on the hardest puzzles and on boards with few random digits.

use crate::{Board, masks};

/// The places of each digit in each band: word `3 * digit + band`, 27 bits.
pub(crate) type Masks = [u32; 27];

/// Returns the board of masks in which every cell has exactly one digit.
#[inline(always)]
pub(crate) fn solved(masks: &Masks) -> Board {
    let mut values = [0; 81];
    for (band, values) in values.as_chunks_mut::<27>().0.iter_mut().enumerate() {
        let digits_with = |bit: usize| {
            (1..=9_usize)
                .filter(|digit| digit >> bit & 1 == 1)
                .fold(0, |cells, digit| cells | masks[3 * (digit - 1) + band])
        };
        let bits: [u32; 4] = std::array::from_fn(digits_with);
        for (place, value) in values.iter_mut().enumerate() {
            let bit = |number: usize| (bits[number] >> place & 1) << number;
            *value = (bit(0) | bit(1) | bit(2) | bit(3)).to_le_bytes()[0];
        }
    }
    Board::from_values(values)
}

/// A set of cells in two words, for the first 64 and the last 17 cells.
pub(crate) type Cells = [u64; 2];

/// Maximum number of open cells for guessing ways; if there are more, places of digits are guessed.
pub(crate) const WIDE_OPEN: u32 = 60;

/// Joins the cells of three bands into one set.
pub(crate) const fn joined([first, second, third]: [u32; 3]) -> Cells {
    [first as u64 | (second as u64) << 27 | (third as u64) << 54, third as u64 >> 10]
}

/// Returns the number of cells in the set.
pub(crate) const fn size([low, high]: Cells) -> u32 {
    low.count_ones() + high.count_ones()
}

/// Returns the first cell of a set that is not empty.
pub(crate) const fn first([low, high]: Cells) -> usize {
    if low == 0 { 64 + high.trailing_zeros() as usize } else { low.trailing_zeros() as usize }
}

/// Returns the number of open peers of the cell.
#[inline(always)]
fn open_peers(open: Cells, cell: usize) -> usize {
    let [low, high] = PEERS[cell];
    size([open[0] & low, open[1] & high]) as usize
}

/// Returns the first of the bivalue cells with the most open peers. There must be a bivalue cell.
#[inline(always)]
pub(crate) fn pair(open: Cells, pairs: Cells) -> usize {
    let mut best = 0;
    for half in 0..2 {
        let mut pairs = pairs[half];
        while pairs != 0 {
            let cell = 64 * half + pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            // This avoids a branch: the low seven bits are the cell, counted from the last.
            best = best.max((open_peers(open, cell) << 7) + (127 - cell));
        }
    }
    127 - best % 128
}

/// Returns a cell and a digit, `0..9`, with exactly one other place in the cell's row: of all such
/// pairs, the one with the most open peers.
pub(crate) fn place(masks: &Masks, open: Cells) -> Option<(usize, usize)> {
    let mut best = None;
    let mut most = 0;
    for (word, mask) in masks.iter().enumerate() {
        for row in 0..3 {
            let cells = mask & 0x1ff << (9 * row);
            if cells.count_ones() == 2 {
                let [one, other] = [cells.trailing_zeros(), 31 - cells.leading_zeros()]
                    .map(|place| 27 * (word % 3) + place as usize);
                let peers = open_peers(open, one) + open_peers(open, other);
                if peers > most {
                    (best, most) = (Some((one, word / 3)), peers);
                }
            }
        }
    }
    best
}

/// The result of examining the ways of the digits.
pub(crate) enum Way {
    /// A minirow, or a column of a box, must hold more than three digits.
    Crowded,
    /// Either the first way of this digit, `0..9`, or one of its other ways, as the places of the
    /// digit by band.
    Split { digit: usize, now: [u32; 3], later: [u32; 3] },
    /// No digit has two or three ways.
    Unclear,
}

/// Chooses a digit with two or three ways, in the band or stack with the fewest ways. `sets` holds
/// the ways of each digit in the three bands and the three stacks, in six bits: bit `k` is the even
/// way, and bit `3 + k` the odd way, that starts in box `k`.
pub(crate) fn way(sets: &[[u32; 9]; 6]) -> Way {
    let crowded = |sets: &[u32; 9]| {
        let digits: u64 = sets.iter().map(|&set| COMMON[set as usize]).sum();
        (digits + 0x4_4444_4444) & 0x8_8888_8888 != 0
    };
    if sets.iter().any(crowded) {
        return Way::Crowded;
    }
    let ways = |sets: &[u32; 9]| -> u32 { sets.iter().map(|set| set.count_ones()).sum() };
    let Some((band, sets)) =
        sets.iter().enumerate().filter(|(_, sets)| ways(sets) > 9).min_by_key(|(_, sets)| ways(sets))
    else {
        return Way::Unclear;
    };
    let with = |number: u32| sets.iter().position(|set| set.count_ones() == number);
    with(2).or_else(|| with(3)).map_or(Way::Unclear, |digit| {
        let set = sets[digit];
        Way::Split {
            digit,
            now: places(band, set & set.wrapping_neg()),
            later: places(band, set & (set - 1)),
        }
    })
}

/// Returns the box that a way uses in a row, or the column that it uses in a band.
const fn step(way: u32, row: u32) -> u32 {
    if way < 3 { (way + row) % 3 } else { (way + 2 * row) % 3 }
}

/// Returns the cells that a set of ways uses in its band or stack, and all cells elsewhere, by
/// band.
fn places(band: usize, set: u32) -> [u32; 3] {
    let mut places = [0x7ff_ffff; 3];
    let ways = || (0..6).filter(|way| set >> way & 1 == 1);
    if band < 3 {
        places[band] = ways()
            .flat_map(|way| (0..3).map(move |row| 7 << (9 * row + 3 * step(way, row))))
            .fold(0, |all, cells| all | cells);
    } else {
        let stack = 3 * (band - 3);
        for (row, places) in (0..3).zip(&mut places) {
            let columns = ways().fold(0, |all, way| all | 0x4_0201 << step(way, row));
            *places &= !(0x1c_0e07 << stack) | columns << stack;
        }
    }
    places
}

/// The minirows that all ways of a set use, four bits per minirow.
const COMMON: [u64; 64] = {
    let mut common = [0; 64];
    let mut set = 1;
    while set < 64 {
        common[set] = 0x1_1111_1111;
        let mut way = 0;
        while way < 6 {
            if set >> way & 1 == 1 {
                common[set] &=
                    1 << (4 * step(way, 0)) | 1 << (12 + 4 * step(way, 1)) | 1 << (24 + 4 * step(way, 2));
            }
            way += 1;
        }
        set += 1;
    }
    common
};

/// The peers of each cell.
#[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
const PEERS: [Cells; 81] = {
    let mut peers = [[0; 2]; 81];
    let mut cell = 0;
    while cell < 81 {
        let of = masks::PEERS[cell];
        peers[cell] = [of as u64, (of >> 64) as u64];
        cell += 1;
    }
    peers
};
