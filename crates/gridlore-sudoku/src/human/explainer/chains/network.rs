//! Which candidates follow from which at all: asked before a chain is looked for literal by literal.

use super::super::grid::{Grid, bits, cells_in};
use super::{literal, off_from_on, on_from_off};

/// Candidates that can be made to follow: those in a cell or a house with one other. There are rarely more than a hundred.
const MOST: usize = 256;

type Row = [u64; MOST / 64];

/// The candidates that go on when others are on, by links within cells, within houses, or both.
pub(super) struct Network {
    /// The number of each candidate that can follow.
    number: Vec<Option<u8>>,
    /// What goes on next when a candidate is off.
    gives: Vec<Row>,
    /// What goes on in the end when a candidate is on.
    reaches: Vec<Row>,
    /// Those that make a candidate go off when they are on.
    near: Vec<Row>,
    in_cells: bool,
    /// Whether there are more than can be told apart: then everything may follow.
    is_crowded: bool,
}

fn or(row: &mut Row, other: &Row) {
    for (word, other) in row.iter_mut().zip(other) {
        *word |= other;
    }
}

const fn has(row: &Row, number: u8) -> bool {
    row[number as usize / 64] >> (number % 64) & 1 != 0
}

impl Network {
    pub(super) fn new(grid: &Grid, in_cells: bool, in_houses: bool) -> Self {
        let mut this = Self {
            number: vec![None; 729],
            gives: vec![[0; 4]; 729],
            reaches: Vec::new(),
            near: vec![[0; 4]; 729],
            in_cells,
            is_crowded: false,
        };
        let all: Vec<(usize, usize)> = cells_in(grid.blanks)
            .flat_map(|cell| bits(grid.candidates(cell)).map(move |digit| (cell, digit)))
            .collect();
        let mut following: Vec<usize> = Vec::new();
        for &(cell, digit) in &all {
            on_from_off(grid, literal(cell, digit, false), in_cells, in_houses, |on, _| {
                let number = *this.number[on / 2].get_or_insert_with(|| {
                    following.push(on / 2);
                    u8::try_from(following.len() - 1).unwrap_or(u8::MAX)
                });
                this.gives[cell * 9 + digit][usize::from(number) / 64] |= 1 << (number % 64);
            });
        }
        if following.len() >= MOST {
            this.is_crowded = true;
            return this;
        }
        // First what follows in one step, then in any number of them.
        let mut rows: Vec<Row> = vec![[0; 4]; following.len()];
        for (number, (row, &of)) in rows.iter_mut().zip(&following).enumerate() {
            off_from_on(grid, of * 2 + 1, in_cells, |off, _| {
                or(row, &this.gives[off / 2]);
                this.near[off / 2][number / 64] |= 1 << (number % 64);
            });
        }
        for by in 0..rows.len() {
            let through = rows[by];
            let number = u8::try_from(by).unwrap_or(u8::MAX);
            for row in &mut rows {
                if has(row, number) {
                    or(row, &through);
                }
            }
        }
        this.reaches = rows;
        this
    }

    fn each(row: &Row) -> impl Iterator<Item = usize> {
        row.iter()
            .enumerate()
            .flat_map(|(word, &set)| cells_in(u128::from(set)).map(move |bit| word * 64 + bit))
    }

    /// What is on in the end when one of these is.
    fn closure(&self, row: &Row) -> Row {
        let mut all = *row;
        for number in Self::each(row) {
            or(&mut all, &self.reaches[number]);
        }
        all
    }

    /// What goes on next when a candidate is on, but for what one that goes off gives.
    fn next(&self, grid: &Grid, candidate: usize, without: Option<usize>) -> Row {
        let mut row = [0; 4];
        off_from_on(grid, candidate * 2 + 1, self.in_cells, |off, _| {
            if Some(off / 2) != without {
                or(&mut row, &self.gives[off / 2]);
            }
        });
        row
    }

    /// What a candidate that is on comes to.
    pub(super) fn fate(&self, grid: &Grid, candidate: usize) -> Fate {
        if self.is_crowded {
            return Fate { is_refuted: true, may_return: true };
        }
        let meets = |one: &Row, other: &Row| one.iter().zip(other).any(|(one, other)| one & other != 0);
        let Some(own) = self.number[candidate] else {
            let reached = self.closure(&self.next(grid, candidate, None));
            return Fate { is_refuted: meets(&reached, &self.near[candidate]), may_return: false };
        };
        let mut others = self.reaches[usize::from(own)];
        let is_refuted = meets(&others, &self.near[candidate]);
        // Back it comes by a candidate next to it, and from something else that is next to that one, and not by way of it.
        let bit = 1 << (own % 64);
        others[usize::from(own) / 64] &= !bit;
        let mut may_return = false;
        off_from_on(grid, candidate * 2 + 1, self.in_cells, |off, _| {
            let way = off / 2;
            if may_return || !has(&self.gives[way], own) || !meets(&others, &self.near[way]) {
                return;
            }
            let mut next = self.next(grid, candidate, Some(way));
            next[usize::from(own) / 64] &= !bit;
            let mut reached = self.closure(&next);
            reached[usize::from(own) / 64] &= !bit;
            may_return = meets(&reached, &self.near[way]);
        });
        Fate { is_refuted, may_return }
    }

    /// Whether a candidate that is off goes on by itself.
    pub(super) fn asserts(&self, candidate: usize) -> bool {
        self.is_crowded
            || self.number[candidate].is_some_and(|number| has(&self.closure(&self.gives[candidate]), number))
    }
}

/// What a candidate that is on comes to.
pub(super) struct Fate {
    /// It goes off by itself.
    pub(super) is_refuted: bool,
    /// A chain of four literals or more from it may come back to it.
    pub(super) may_return: bool,
}
