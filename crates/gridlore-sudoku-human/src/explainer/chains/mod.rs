//! Chains of implications: cycles and forcing chains from one premise, and multiple chains from the
//! candidates of a cell or a house.

mod consequences;
mod multiple;
mod nested;
mod network;
mod reason;
mod unary;

pub(super) use consequences::Spare;
pub(super) use multiple::Reach;
pub(super) use unary::cycles_and_chains;

use super::basics::place_in;
use super::grid::{CELLS, Grid, HOUSES_OF, House, NEAR, bits, cells_in, is_pair};
use super::hint::Search;
use nested::Memory;

/// Finds the easiest contradiction, or the easiest conclusion that all candidates of a cell or a
/// house share.
pub(super) fn multiple(grid: &Grid, reach: Reach, spare: &Spare) -> Search {
    multiple::multiple(grid, reach, &Memory::new(spare), spare)
}

/// Finds the easiest dynamic chain at the lowest level of patterns that yields one.
pub(super) fn dynamic(grid: &Grid, spare: &Spare) -> Search {
    multiple::dynamic(grid, &Memory::new(spare), spare)
}

/// A candidate that is on or off: `(cell * 9 + digit) * 2`, plus 1 if it is on.
pub(super) type Literal = usize;

/// Number of literals of a board.
pub(super) const LITERALS: usize = 1458;

pub(super) const fn literal(cell: usize, digit: usize, is_on: bool) -> Literal {
    (cell * 9 + digit) * 2 + is_on as usize
}

pub(super) const fn cell_of(literal: Literal) -> usize {
    literal / 18
}

pub(super) const fn digit_of(literal: Literal) -> usize {
    literal / 2 % 9
}

pub(super) const fn is_on(literal: Literal) -> bool {
    literal % 2 == 1
}

/// Returns the part of the difficulty that depends on a chain's length, in tenths. It increases
/// each time the length exceeds 4, 6, 8, 12, 16, 24 and so on.
pub(super) fn length_difficulty(complexity: u32) -> u16 {
    let (mut added, mut limit, mut is_odd) = (0, 4, false);
    while complexity > limit + 2 {
        added += 1;
        limit = if is_odd { limit * 4 / 3 } else { limit * 3 / 2 };
        is_odd = !is_odd;
    }
    added
}

/// The reason why one literal follows from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Cause {
    /// The literal is the premise, or follows from a pattern.
    None,
    /// A cell holds only one digit.
    Cell(u8),
    /// A house holds the digit only once.
    House(u8),
}

impl Cause {
    #[expect(clippy::cast_possible_truncation, reason = "there are 81 cells")]
    const fn cell(cell: usize) -> Self {
        Self::Cell(cell as u8)
    }

    #[expect(clippy::cast_possible_truncation, reason = "there are 27 houses")]
    const fn house(house: House) -> Self {
        Self::House(house as u8)
    }
}

/// For each digit, a set of cells to consider.
pub(super) type Among = [u128; 9];

/// Calls `each` with the literals among these that a candidate turns off, each only once: in its
/// cell if `in_cell`, then in its box, row and column.
#[inline]
pub(super) fn off_among(
    grid: &Grid,
    among: &Among,
    on: Literal,
    in_cell: bool,
    mut each: impl FnMut(Literal, Cause),
) {
    let (cell, digit) = (cell_of(on), digit_of(on));
    if in_cell {
        for other in bits(grid.candidates(cell) & !(1 << digit)) {
            if among[other] >> cell & 1 != 0 {
                each(literal(cell, other, false), Cause::cell(cell));
            }
        }
    }
    for kind in 0..3 {
        for other in cells_in(NEAR[cell][kind] & among[digit]) {
            each(literal(other, digit, false), Cause::house(HOUSES_OF[cell][kind]));
        }
    }
}

/// Calls `each` with the literals that turn on when a candidate is off, each only once: the other
/// candidate of its cell if `in_cell`, the other places in its houses if `in_houses`.
#[inline]
pub(super) fn on_from_off(
    grid: &Grid,
    off: Literal,
    in_cell: bool,
    in_houses: bool,
    mut each: impl FnMut(Literal, Cause),
) {
    let (cell, digit) = (cell_of(off), digit_of(off));
    if in_cell && is_pair(grid.candidates(cell)) {
        let other = (grid.candidates(cell) & !(1 << digit)).trailing_zeros() as usize;
        each(literal(cell, other, true), Cause::cell(cell));
    }
    if in_houses {
        let mut in_box = usize::MAX;
        for kind in 0..3 {
            let house = HOUSES_OF[cell][kind];
            let places = grid.places(house, digit);
            if !is_pair(places) {
                continue;
            }
            let others = places & !(1 << place_in(cell, house));
            let other = CELLS[house][others.trailing_zeros() as usize];
            if other != in_box {
                each(literal(other, digit, true), Cause::house(house));
            }
            if kind == 0 {
                in_box = other;
            }
        }
    }
}
