//! The next generation of one tile for rules that look further than one cell, or have a picture for every state: cell by cell, over a window of numbers.
#![expect(clippy::cast_possible_truncation, reason = "rows and columns of a window are small")]

use super::kernel::Around;
use crate::grid::{Plane, State};
use crate::rule::{Counts, Machine, Offset};

/// A tile and the cells around it that a rule sees: rows of `64 + 2 * range` numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Window<T> {
    cells: Vec<T>,
}

/// A row of the tiles to the west, in the middle and to the east; rows beyond the tile are those of the tiles above and below.
fn row_of(around: &Around<'_>, at: i64) -> [u64; 3] {
    let (band, row) = match at {
        ..0 => (0, (at + 64) as usize),
        0..64 => (3, at as usize),
        _ => (6, (at - 64) as usize),
    };
    [around[band].0[row], around[band + 1].0[row], around[band + 2].0[row]]
}

/// The side of a window.
const fn side(range: usize) -> usize {
    64 + 2 * range
}

/// The spans of a neighbourhood: for each row, from which column to which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spans {
    range: usize,
    /// Row, first column and last column, as offsets.
    spans: Vec<(i32, i32, i32)>,
}

impl Spans {
    /// The spans of a rule's neighbourhood; the cell itself belongs to them where it is counted.
    pub(super) fn of(counts: &Counts) -> Self {
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

/// Who is to live by the number of living cells in a neighbourhood.
pub(super) fn counted(
    around: &Around<'_>,
    counts: &Counts,
    spans: &Spans,
    window: &mut Window<u16>,
    new: &mut [u64; 64],
) {
    let range = spans.range;
    // For each row of the window how many live before each column.
    let width = side(range) + 1;
    window.cells.resize(width * side(range), 0);
    for (line, before) in window.cells.chunks_exact_mut(width).enumerate() {
        let [west, here, east] = row_of(around, line as i64 - range as i64);
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

/// The next states by a machine; all planes of the nine tiles, in the order of [`Around`].
pub(super) fn told(around: &[&[Plane]; 9], machine: &Machine, window: &mut Window<State>, new: &mut [Plane]) {
    let width = side(1);
    window.cells.clear();
    window.cells.resize(width * width, 0);
    for plane in 0..new.len() {
        let bits: Around<'_> = around.map(|planes| &planes[plane]);
        for (line, cells) in window.cells.chunks_exact_mut(width).enumerate() {
            let [west, here, east] = row_of(&bits, line as i64 - 1);
            if west | here | east == 0 {
                continue;
            }
            cells[0] |= ((west >> 63) as State) << plane;
            cells[width - 1] |= ((east & 1) as State) << plane;
            for (column, cell) in cells[1..=64].iter_mut().enumerate() {
                *cell |= ((here >> column & 1) as State) << plane;
            }
        }
    }
    for plane in new.iter_mut() {
        *plane = Plane::EMPTY;
    }
    let steps: Vec<usize> = machine
        .inputs()
        .iter()
        .map(|&(x, y)| ((i64::from(y) + 1) * width as i64 + i64::from(x) + 1).unsigned_abs() as usize)
        .collect();
    let mut inputs = vec![0; steps.len()];
    for row in 0..64 {
        for column in 0..64 {
            let corner = row * width + column;
            for (input, step) in inputs.iter_mut().zip(&steps) {
                *input = window.cells[corner + step];
            }
            if inputs.iter().all(|state| *state == 0) {
                continue;
            }
            let state = machine.next(&inputs);
            for (bit, plane) in new.iter_mut().enumerate() {
                plane.0[row] |= u64::from(state >> bit & 1) << column;
            }
        }
    }
}
