//! Reachability between candidates, which rules out chains before a literal-by-literal search.

use super::super::grid::{CELLS, Grid, bits, cells_in, is_pair};
use super::{Among, off_among};

/// Maximum number of linked candidates: those that share a cell or a house with exactly one other.
/// There are rarely more than a hundred.
const MAX_LINKED: usize = 256;

/// A set of linked candidates; bit i is the candidate with number i.
type Row = [u64; MAX_LINKED / 64];

/// Which candidates turn on when others are on.
pub(super) struct Network {
    /// The linked candidates. The relation is symmetric: each of two linked candidates turns on
    /// when the other is off.
    pub(super) linked: Among,
    number: [u8; 729],
    /// For each linked candidate, the candidates that turn on when it is off.
    gives: Vec<Row>,
    /// For each linked candidate, all candidates that chains can turn on when it is on.
    reaches: Vec<Row>,
    /// For each linked candidate, the linked candidates that turn it off when they are on.
    near: Vec<Row>,
    /// Whether there are too many linked candidates to number. If so, everything is considered
    /// reachable.
    is_crowded: bool,
}

fn or(row: &mut Row, other: &Row) {
    for (word, other) in row.iter_mut().zip(other) {
        *word |= other;
    }
}

fn meets(one: &Row, other: &Row) -> bool {
    one.iter().zip(other).fold(0, |met, (one, other)| met | one & other) != 0
}

const fn has(row: &Row, number: u8) -> bool {
    row[number as usize / 64] >> (number % 64) & 1 != 0
}

const fn set(row: &mut Row, number: u8) {
    row[number as usize / 64] |= 1 << (number % 64);
}

/// Calls `each` with every strong link: two candidates, one of which is on.
fn each_pair(grid: &Grid, mut each: impl FnMut(usize, usize)) {
    for cell in cells_in(grid.blanks) {
        let candidates = grid.candidates(cell);
        if is_pair(candidates) {
            let mut two = bits(candidates).map(|digit| cell * 9 + digit);
            if let (Some(one), Some(other)) = (two.next(), two.next()) {
                each(one, other);
            }
        }
    }
    for (house, cells) in CELLS.iter().enumerate() {
        for digit in 0..9 {
            let places = grid.places(house, digit);
            if is_pair(places) {
                let mut two = bits(places).map(|place| cells[place] * 9 + digit);
                if let (Some(one), Some(other)) = (two.next(), two.next()) {
                    each(one, other);
                }
            }
        }
    }
}

impl Network {
    pub(super) fn new(grid: &Grid) -> Self {
        let mut this = Self { linked: [0; 9], is_crowded: false, ..Self::crowded(grid) };
        each_pair(grid, |one, other| {
            for candidate in [one, other] {
                this.linked[candidate % 9] |= 1 << (candidate / 9);
            }
        });
        let mut linked: Vec<usize> = Vec::with_capacity(128);
        for (digit, &cells) in this.linked.iter().enumerate() {
            linked.extend(cells_in(cells).map(|cell| cell * 9 + digit));
        }
        let Ok(count) = u8::try_from(linked.len()) else { return Self::crowded(grid) };
        for (number, &candidate) in (0..count).zip(&linked) {
            this.number[candidate] = number;
        }
        this.gives = vec![[0; 4]; linked.len()];
        each_pair(grid, |one, other| {
            let (number, of_other) = (this.number[one], this.number[other]);
            set(&mut this.gives[usize::from(number)], of_other);
            set(&mut this.gives[usize::from(of_other)], number);
        });
        // First compute what is reachable in one step, then the transitive closure.
        this.near.reserve_exact(linked.len());
        let mut rows: Vec<Row> = Vec::with_capacity(linked.len());
        for &candidate in &linked {
            let (near, next) = this.around(grid, candidate, None);
            this.near.push(near);
            rows.push(next);
        }
        for number in 0..count {
            let through = rows[usize::from(number)];
            for row in &mut rows {
                if has(row, number) {
                    or(row, &through);
                }
            }
        }
        this.reaches = rows;
        this
    }

    /// Returns a network in which everything is considered reachable.
    pub(super) fn crowded(grid: &Grid) -> Self {
        Self {
            linked: *grid.all_cells(),
            number: [0; 729],
            gives: Vec::new(),
            reaches: Vec::new(),
            near: Vec::new(),
            is_crowded: true,
        }
    }

    fn number(&self, candidate: usize) -> Option<u8> {
        let is_linked = self.linked[candidate % 9] >> (candidate / 9) & 1 != 0;
        is_linked.then(|| self.number[candidate])
    }

    /// Returns the candidates that turn off when this one is on, and those that turn on next,
    /// except through `without`.
    fn around(&self, grid: &Grid, candidate: usize, without: Option<usize>) -> (Row, Row) {
        let (mut near, mut next) = ([0; 4], [0; 4]);
        off_among(grid, &self.linked, candidate * 2 + 1, true, |off, _| {
            let number = self.number[off / 2];
            set(&mut near, number);
            if Some(off / 2) != without {
                or(&mut next, &self.gives[usize::from(number)]);
            }
        });
        (near, next)
    }

    /// Returns all candidates that chains from these can turn on.
    fn closure(&self, row: &Row) -> Row {
        let mut all = *row;
        for (word, &set) in row.iter().enumerate() {
            for bit in cells_in(u128::from(set)) {
                or(&mut all, &self.reaches[word * 64 + bit]);
            }
        }
        all
    }

    /// Returns which kinds of chains can start from a candidate.
    pub(super) fn fate(&self, grid: &Grid, candidate: usize) -> Fate {
        if self.is_crowded {
            return Fate { is_refuted: true, may_return: true, is_asserted: true };
        }
        let Some(own) = self.number(candidate) else {
            let (near, next) = self.around(grid, candidate, None);
            let is_refuted = meets(&self.closure(&next), &near);
            return Fate { is_refuted, may_return: false, is_asserted: false };
        };
        let index = usize::from(own);
        let is_asserted = has(&self.closure(&self.gives[index]), own);
        let mut others = self.reaches[index];
        let is_refuted = meets(&others, &self.near[index]);
        // A cycle returns through a neighbour of the candidate. That neighbour must be reached from
        // another of its own neighbours, not from the candidate itself.
        let bit = 1 << (own % 64);
        others[index / 64] &= !bit;
        let mut may_return = false;
        off_among(grid, &self.linked, candidate * 2 + 1, true, |off, _| {
            let way = off / 2;
            let of_way = usize::from(self.number[way]);
            if may_return || !has(&self.gives[of_way], own) || !meets(&others, &self.near[of_way]) {
                return;
            }
            let (_, mut next) = self.around(grid, candidate, Some(way));
            next[index / 64] &= !bit;
            let mut reached = self.closure(&next);
            reached[index / 64] &= !bit;
            may_return = meets(&reached, &self.near[of_way]);
        });
        Fate { is_refuted, may_return, is_asserted }
    }

    /// Returns the candidates from which a chain can turn this one on.
    pub(super) fn leading_on(&self, candidate: usize) -> Leading<'_> {
        let mut row = [0; 4];
        if let (false, Some(number)) = (self.is_crowded, self.number(candidate)) {
            set(&mut row, number);
        }
        Leading { network: self, to: row }
    }

    /// Returns the candidates from which a chain can turn this one off.
    pub(super) fn leading_off(&self, grid: &Grid, candidate: usize) -> Leading<'_> {
        let is_known = !self.is_crowded;
        Leading { network: self, to: if is_known { self.around(grid, candidate, None).0 } else { [0; 4] } }
    }
}

/// The candidates that lead to a goal.
pub(super) struct Leading<'a> {
    network: &'a Network,
    to: Row,
}

impl Leading<'_> {
    /// Returns whether a linked candidate is one of them.
    pub(super) fn has(&self, candidate: usize) -> bool {
        let number = self.network.number[candidate];
        self.network.is_crowded
            || has(&self.to, number)
            || meets(&self.network.reaches[usize::from(number)], &self.to)
    }
}

/// Which kinds of chains can start from a candidate.
#[derive(Clone, Copy)]
pub(super) struct Fate {
    /// Whether a chain can turn the candidate off if it is on.
    pub(super) is_refuted: bool,
    /// Whether a chain of four literals or more can return to the candidate if it is on.
    pub(super) may_return: bool,
    /// Whether a chain can turn the candidate on if it is off.
    pub(super) is_asserted: bool,
}
