//! The standard board as bit masks: the candidates of cells and the places of digits in houses.

use crate::{Candidate, State};
use std::array::from_fn;
use std::sync::LazyLock;

/// A house: 0 to 8 are the boxes, followed by the rows and the columns.
pub(super) type House = usize;

/// Index of the first house of each kind.
pub(super) const BOXES: House = 0;
pub(super) const ROWS: House = 9;
pub(super) const COLUMNS: House = 18;

/// The cells of each house, in reading order.
pub(super) const CELLS: [[usize; 9]; 27] = cells();
/// Box, row and column of each cell.
pub(super) const HOUSES_OF: [[House; 3]; 81] = houses_of();
/// The index of each cell within its box, row and column.
pub(super) const PLACE_IN: [[usize; 3]; 81] = place_in();
/// The cells that see each cell, as bits.
pub(super) const PEERS: [u128; 81] = peers();

/// For each cell, the cells that see it: by box, row and column, each listed only once.
pub(super) const NEAR: [[u128; 3]; 81] = near();

const fn cells() -> [[usize; 9]; 27] {
    let mut cells = [[0; 9]; 27];
    let mut house = 0;
    while house < 9 {
        let mut place = 0;
        while place < 9 {
            cells[BOXES + house][place] = (house / 3 * 3 + place / 3) * 9 + house % 3 * 3 + place % 3;
            cells[ROWS + house][place] = house * 9 + place;
            cells[COLUMNS + house][place] = place * 9 + house;
            place += 1;
        }
        house += 1;
    }
    cells
}

const fn houses_of() -> [[House; 3]; 81] {
    let mut of = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        of[cell] = [BOXES + row / 3 * 3 + column / 3, ROWS + row, COLUMNS + column];
        cell += 1;
    }
    of
}

const fn place_in() -> [[usize; 3]; 81] {
    let mut of = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        of[cell] = [row % 3 * 3 + column % 3, column, row];
        cell += 1;
    }
    of
}

const fn near() -> [[u128; 3]; 81] {
    let mut near = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut kind, mut known) = (0, 1 << cell);
        while kind < 3 {
            let mut place = 0;
            while place < 9 {
                near[cell][kind] |= 1 << CELLS[HOUSES_OF[cell][kind]][place];
                place += 1;
            }
            near[cell][kind] &= !known;
            known |= near[cell][kind];
            kind += 1;
        }
        cell += 1;
    }
    near
}

const fn peers() -> [u128; 81] {
    let mut peers = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        peers[cell] = NEAR[cell][0] | NEAR[cell][1] | NEAR[cell][2];
        cell += 1;
    }
    peers
}

/// Returns whether a mask has exactly two bits.
pub(super) const fn is_pair(mask: u16) -> bool {
    let without_lowest = mask & mask.wrapping_sub(1);
    without_lowest != 0 && without_lowest & (without_lowest - 1) == 0
}

/// Returns the kind of a house: 0 is a box, 1 a row, and 2 a column.
pub(super) const fn kind(house: House) -> usize {
    house / 9
}

/// Returns the bits of a mask, in ascending order.
pub(super) fn bits(mask: u16) -> impl Iterator<Item = usize> + Clone {
    let mut left = mask;
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            bit
        })
    })
}

/// Returns the cells of a set, in ascending order.
pub(super) fn cells_in(set: u128) -> impl Iterator<Item = usize> + Clone {
    let mut left = set;
    std::iter::from_fn(move || {
        let cell = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            cell
        })
    })
}

/// Returns the cells that see all cells of a set.
pub(super) fn seen_by_all(set: u128) -> u128 {
    cells_in(set).fold(u128::MAX >> 47, |seen, cell| seen & PEERS[cell])
}

/// Returns whether all cells of a set are in one house.
pub(super) fn share_house(cells: u128) -> bool {
    let Some(first) = cells_in(cells).next() else { return true };
    (0..3).any(|kind| cells_in(cells).all(|cell| HOUSES_OF[cell][kind] == HOUSES_OF[first][kind]))
}

/// Number of bits of each nine-bit mask. A table is used because baseline x86-64 has no instruction
/// that counts bits.
#[expect(clippy::cast_possible_truncation, reason = "a mask has nine bits")]
const COUNTS: [u8; 512] = {
    let mut counts = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        counts[mask] = mask.count_ones() as u8;
        mask += 1;
    }
    counts
};

/// Returns the number of bits of a nine-bit mask.
pub(super) const fn count_of(mask: u16) -> u32 {
    COUNTS[(mask & 0x1ff) as usize] as u32
}

/// Returns every choice of `count` out of nine items, as masks in ascending order.
pub(super) fn choices(count: u32) -> impl Iterator<Item = u16> {
    static CHOICES: LazyLock<[Vec<u16>; 10]> = LazyLock::new(|| {
        from_fn(|count| (0..512).filter(|&mask| count_of(mask) as usize == count).collect())
    });
    CHOICES[count as usize].iter().copied()
}

/// Digits, candidates and places. Digits are `0..9` here: bit `d` of a mask is digit `d + 1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    /// The cells without a digit.
    pub(super) blanks: u128,
    /// The digit of each cell, from 0, or 9 for none.
    values: [u8; 81],
    candidates: [u16; 81],
    /// For each house and digit, the places in the house that have it as a candidate.
    places: [[u16; 9]; 27],
    /// For each digit, the cells that have it as a candidate.
    cells: [u128; 9],
}

impl Grid {
    /// Converts a state of the standard board.
    #[expect(clippy::cast_possible_truncation, reason = "digits are at most 9")]
    pub(super) fn new(state: &State<'_>) -> Self {
        let mut grid =
            Self { blanks: 0, values: [9; 81], candidates: [0; 81], places: [[0; 9]; 27], cells: [0; 9] };
        for cell in 0..81 {
            match state.value(cell) {
                0 => {
                    grid.blanks |= 1 << cell;
                    for digit in state.candidates(cell).iter() {
                        grid.add(cell, digit - 1);
                    }
                }
                digit => grid.values[cell] = digit as u8 - 1,
            }
        }
        grid
    }

    fn add(&mut self, cell: usize, digit: usize) {
        self.candidates[cell] |= 1 << digit;
        self.cells[digit] |= 1 << cell;
        for kind in 0..3 {
            self.places[HOUSES_OF[cell][kind]][digit] |= 1 << PLACE_IN[cell][kind];
        }
    }

    /// Removes a candidate, if present.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.candidates[cell] &= !(1 << digit);
        self.cells[digit] &= !(1 << cell);
        for kind in 0..3 {
            self.places[HOUSES_OF[cell][kind]][digit] &= !(1 << PLACE_IN[cell][kind]);
        }
    }

    /// Places a digit and removes it from its peers.
    #[expect(clippy::cast_possible_truncation, reason = "digits are at most 8")]
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        for other in bits(self.candidates[cell]) {
            self.remove(cell, other);
        }
        self.values[cell] = digit as u8;
        self.blanks &= !(1 << cell);
        for peer in cells_in(PEERS[cell] & self.cells[digit]) {
            self.remove(peer, digit);
        }
    }

    /// Returns the candidates of a cell; the mask is empty if the cell holds a digit.
    pub(super) const fn candidates(&self, cell: usize) -> u16 {
        self.candidates[cell]
    }

    /// Returns the number of candidates of a cell.
    pub(super) const fn count(&self, cell: usize) -> u32 {
        count_of(self.candidates[cell])
    }

    /// Returns the places in a house that have a digit as a candidate.
    pub(super) const fn places(&self, house: House, digit: usize) -> u16 {
        self.places[house][digit]
    }

    /// Returns the cells that have a digit as a candidate.
    pub(super) const fn cells(&self, digit: usize) -> u128 {
        self.cells[digit]
    }

    /// Returns, for each digit, the cells that have it as a candidate.
    pub(super) const fn all_cells(&self) -> &[u128; 9] {
        &self.cells
    }

    /// Returns the number of cells that hold this digit.
    pub(super) fn placed(&self, digit: usize) -> usize {
        self.values.iter().filter(|&&value| usize::from(value) == digit).count()
    }

    /// Returns the blank cells of a house.
    pub(super) fn blanks_in(&self, house: House) -> impl Iterator<Item = usize> + '_ {
        CELLS[house].into_iter().filter(|&cell| self.blanks >> cell & 1 != 0)
    }

    pub(super) const fn is_full(&self) -> bool {
        self.blanks == 0
    }

    /// Returns the candidates for a digit in these cells.
    pub(super) fn removals(&self, digit: usize, cells: u128) -> impl Iterator<Item = Candidate> + use<> {
        cells_in(self.cells[digit] & cells).map(move |cell| Candidate::new(cell, digit + 1))
    }
}

/// Candidates removed since a technique last found nothing.
pub(super) struct Changes {
    /// The cells that have lost candidates.
    pub(super) cells: u128,
    /// The digits of the lost candidates.
    pub(super) digits: u16,
}

impl Changes {
    /// Returns the changes between two boards, or everything if the earlier board is unknown.
    pub(super) fn since(before: Option<&Grid>, now: &Grid) -> Self {
        let Some(before) = before else { return Self { cells: u128::MAX, digits: 0x1ff } };
        let (mut cells, mut digits) = (0, 0);
        for digit in 0..9 {
            let gone = before.cells[digit] ^ now.cells[digit];
            cells |= gone;
            digits |= u16::from(gone != 0) << digit;
        }
        Self { cells, digits }
    }
}
