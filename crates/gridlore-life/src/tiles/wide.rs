//! Computes the next generation of one tile cell by cell, for rules with a range above 1 or with
//! transitions.
#![expect(clippy::cast_possible_truncation, reason = "rows and columns of a window are small")]

use super::kernel::Around;
use crate::grid::{Plane, State};
use crate::rule::{Counts, Machine, Offset};

/// A tile and the surrounding cells within the range: rows of `64 + 2 * range` numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Window<T> {
    cells: Vec<T>,
}

/// A cache of table results, with one slot per hash of the inputs.
#[derive(Debug, Clone, Default)]
pub(super) struct Memo {
    answers: Vec<(u128, State)>,
}

impl Memo {
    const BITS: u32 = 12;

    fn next(&mut self, machine: &Machine, inputs: &[State]) -> State {
        let key = inputs.iter().fold(1_u128, |key, state| key << 8 | u128::from(*state));
        if self.answers.is_empty() {
            self.answers.resize(1 << Self::BITS, (0, 0));
        }
        let mixed = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (key >> 64) as u64;
        let at = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> (64 - Self::BITS);
        let answer = &mut self.answers[at as usize];
        if answer.0 != key {
            *answer = (key, machine.next(inputs));
        }
        answer.1
    }
}

/// Returns a row of the tile with the same row of the tiles to its west and east. Rows outside the
/// tile belong to the tiles above and below.
fn window_row(around: &Around<'_>, at: i64) -> [u64; 3] {
    let (band, row) = match at {
        ..0 => (0, (at + 64) as usize),
        0..64 => (3, at as usize),
        _ => (6, (at - 64) as usize),
    };
    [around[band].0[row], around[band + 1].0[row], around[band + 2].0[row]]
}

/// Returns the side of a window.
const fn side(range: usize) -> usize {
    64 + 2 * range
}

/// The horizontal spans of a neighbourhood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spans {
    range: usize,
    /// The row, first column and last column of each span, as offsets.
    spans: Vec<(i32, i32, i32)>,
}

impl Spans {
    /// Returns the spans of a rule's neighbourhood, including the cell itself if it is counted.
    pub(super) fn new(counts: &Counts) -> Self {
        let range = counts.neighbourhood.range();
        let mut offsets: Vec<Offset> = counts.neighbourhood.offsets().to_vec();
        if counts.has_centre {
            offsets.push((0, 0));
        }
        let mut spans = Vec::new();
        for y in -range..=range {
            let mut x = -range;
            while x <= range {
                if offsets.contains(&(x, y)) {
                    let from = x;
                    while x < range && offsets.contains(&(x + 1, y)) {
                        x += 1;
                    }
                    spans.push((y, from, x));
                }
                x += 1;
            }
        }
        Self { range: range.unsigned_abs() as usize, spans }
    }
}

/// Computes which cells are alive in the next generation, from the number of live cells in their
/// neighbourhoods.
pub(super) fn counted(
    around: &Around<'_>,
    counts: &Counts,
    spans: &Spans,
    window: &mut Window<u16>,
    new: &mut [u64; 64],
) {
    let range = spans.range;
    // The prefix sums of live cells for each row of the window.
    let width = side(range) + 1;
    window.cells.resize(width * side(range), 0);
    for (line, before) in window.cells.chunks_exact_mut(width).enumerate() {
        let [west, here, east] = window_row(around, line as i64 - range as i64);
        let mut sum = 0;
        before[0] = 0;
        for (column, before) in before[1..].iter_mut().enumerate() {
            let bit = match column {
                column if column < range => west >> (64 - range + column),
                column if column < range + 64 => here >> (column - range),
                column => east >> (column - range - 64),
            };
            sum += (bit & 1) as u16;
            *before = sum;
        }
    }
    for (at, new) in new.iter_mut().enumerate() {
        let mut around_each = [0_u16; 64];
        for &(y, from, to) in &spans.spans {
            let line = (at as i64 + range as i64 + i64::from(y)).unsigned_abs() as usize * width;
            let first = line + (range as i64 + i64::from(from)).unsigned_abs() as usize;
            let last = line + (range as i64 + i64::from(to) + 1).unsigned_abs() as usize;
            let (before, after) = (&window.cells[first..first + 64], &window.cells[last..last + 64]);
            for column in 0..64 {
                around_each[column] += after[column] - before[column];
            }
        }
        let here = around[4].0[at];
        *new = (0..64).fold(0, |row, column| {
            let set = if here >> column & 1 == 1 { &counts.survival } else { &counts.birth };
            row | u64::from(set.has(usize::from(around_each[column]))) << column
        });
    }
}

/// Computes the next states of a tile for a machine. `around` holds all planes of the nine tiles,
/// in the order of [`Around`], and `before` those of this tile one generation ago. Returns the
/// number of cells computed, which excludes cells whose neighbourhood did not change.
pub(super) fn machine(
    around: &[&[Plane]; 9],
    before: &[Plane],
    machine: &Machine,
    window: &mut Window<State>,
    memo: &mut Memo,
    new: &mut [Plane],
) -> u64 {
    let due = Due::new(around, before);
    new.copy_from_slice(around[4]);
    let width = side(1);
    window.cells.resize(width * width, 0);
    for (line, cells) in window.cells.chunks_exact_mut(width).enumerate() {
        if due.reads(line) {
            fill(cells, around, line, new.len());
        }
    }
    let mut steps = [0; 9];
    let steps = &mut steps[..machine.inputs().len()];
    for (step, &(x, y)) in steps.iter_mut().zip(machine.inputs()) {
        *step = ((i64::from(y) + 1) * width as i64 + i64::from(x) + 1).unsigned_abs() as usize;
    }
    let mut inputs = [0; 9];
    let inputs = &mut inputs[..steps.len()];
    let mut computed = 0;
    for (row, &cells) in due.rows.iter().enumerate() {
        let mut left = cells;
        computed += u64::from(cells.count_ones());
        while left != 0 {
            let column = left.trailing_zeros() as usize;
            left &= left - 1;
            let corner = row * width + column;
            for (input, step) in inputs.iter_mut().zip(&*steps) {
                *input = window.cells[corner + step];
            }
            let state = if inputs.iter().all(|state| *state == 0) {
                0
            } else if machine.is_table() {
                memo.next(machine, inputs)
            } else {
                machine.next(inputs)
            };
            for (bit, plane) in new.iter_mut().enumerate() {
                let word = &mut plane.0[row];
                *word = *word & !(1 << column) | u64::from(state >> bit & 1) << column;
            }
        }
    }
    computed
}

/// Fills a row of a window with states.
fn fill(cells: &mut [State], around: &[&[Plane]; 9], line: usize, planes: usize) {
    cells.fill(0);
    let last = cells.len() - 1;
    for plane in 0..planes {
        let bits: Around<'_> = around.map(|planes| &planes[plane]);
        let [west, here, east] = window_row(&bits, line as i64 - 1);
        if west | here | east == 0 {
            continue;
        }
        cells[0] |= ((west >> 63) as State) << plane;
        cells[last] |= ((east & 1) as State) << plane;
        for (column, cell) in cells[1..=64].iter_mut().enumerate() {
            *cell |= ((here >> column & 1) as State) << plane;
        }
    }
}

/// The cells of a tile that a machine must compute.
struct Due {
    rows: [u64; 64],
}

impl Due {
    /// Selects the cells that are near live cells and whose neighbourhood changed in the last
    /// generation. Changes in other tiles are not visible here, because those tiles may already be
    /// a generation ahead, so border cells are always computed.
    fn new(around: &[&[Plane]; 9], before: &[Plane]) -> Self {
        let mut live = [0; 66];
        for plane in 0..before.len() {
            let bits: Around<'_> = around.map(|planes| &planes[plane]);
            for (line, live) in live.iter_mut().enumerate() {
                let [west, here, east] = window_row(&bits, line as i64 - 1);
                *live |= here | here << 1 | here >> 1 | west >> 63 | east << 63;
            }
        }
        let mut changed = [0; 66];
        for (now, before) in around[4].iter().zip(before) {
            for ((changed, now), before) in changed[1..].iter_mut().zip(&now.0).zip(&before.0) {
                *changed |= now ^ before;
            }
        }
        for changed in &mut changed {
            *changed |= *changed << 1 | *changed >> 1;
        }
        let three = |rows: &[u64; 66], row: usize| rows[row] | rows[row + 1] | rows[row + 2];
        Self {
            rows: std::array::from_fn(|row| {
                let border = if row == 0 || row == 63 { u64::MAX } else { 1 | 1 << 63 };
                three(&live, row) & (three(&changed, row) | border)
            }),
        }
    }

    /// Returns whether any computed cell reads a row of the window.
    fn reads(&self, line: usize) -> bool {
        self.rows[line.saturating_sub(2)..=line.min(63)].iter().any(|row| *row != 0)
    }
}
