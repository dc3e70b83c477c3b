//! The rules in the form that the search uses: which candidates exclude each other, and which sets
//! contain exactly one true candidate.
//!
//! ```text
//!   candidate   a digit in a cell:  cell << shift | digit,  2^shift >= side, digits from 0
//!   slot        a set of candidates of which exactly one is true: a cell to fill (0..cells), or a digit to place in a house
//!               (cells + house * side + digit); at most one in a house with fewer cells than digits. The candidates
//!               of a slot are the bits of a word: digits of a cell, or places in a house.
//!   crossing    two houses that share two or more cells: a digit whose places in one house are all shared is ruled out
//!               in the rest of the other
//! ```
//!
//! Cost: a few words per cell and house. Nothing here changes during a search.

use crate::Geometry;
use crate::cages::{Sum, sums};

/// A cell's membership in a house.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    /// The slot of digit 0 in the house.
    pub(crate) slots: u32,
    /// The start of the house's cells in `Incidence::cells`.
    pub(crate) start: u32,
    /// The cell's bit in the house's slots.
    pub(crate) bit: u8,
    /// Whether the house has one cell per digit, so every digit must be in it.
    pub(crate) is_full: bool,
}

/// Another house that shares cells with a house.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crossing {
    /// The shared cells, as bits of this house's slots.
    pub(crate) shared: u64,
    /// The shared cells, as bits of the other house's slots.
    pub(crate) shared_there: u64,
    /// The slot of digit 0 in the other house.
    pub(crate) slots: u32,
}

/// The incidence structure of a geometry.
#[derive(Debug, Clone)]
pub(crate) struct Incidence {
    pub(crate) side: usize,
    pub(crate) shift: u32,
    /// Number of cells.
    pub(crate) size: usize,
    /// For each cell, the start of its members, with one more entry at the end.
    first_member: Vec<u32>,
    members: Vec<Member>,
    /// The cells of the houses, one after the other.
    pub(crate) cells: Vec<u16>,
    /// For each house, its start in `cells` and its number of cells.
    pub(crate) houses: Vec<(u32, u32)>,
    /// For each house and each of its cells, the start of the crossings that contain the cell, with
    /// one more entry at the end.
    first_crossing: Vec<u32>,
    crossings: Vec<Crossing>,
    /// For each cell, the start of its pairs, with one more entry at the end.
    first_pair: Vec<u32>,
    /// Pairs of cells that cannot hold the same digit although they do not share a house.
    pairs: Vec<u16>,
    /// Bit `b % 64` of word `a * peer_words + b / 64`: cells `a` and `b` cannot hold the same
    /// digit.
    peers: Vec<u64>,
    peer_words: usize,
    /// The sums of cells, and for each cell the sums that contain it.
    pub(crate) sums: Vec<Sum>,
    first_sum: Vec<u32>,
    sums_of: Vec<u32>,
}

/// Joins lists into one, and returns it with the start of each.
fn joined<T: Copy>(lists: &[Vec<T>]) -> (Vec<u32>, Vec<T>) {
    let mut first = vec![0];
    let mut all = Vec::new();
    for list in lists {
        all.extend_from_slice(list);
        first.push(index(all.len()));
    }
    (first, all)
}

/// Converts a count on a board of at most 4,096 cells and 64 digits.
fn index(count: usize) -> u32 {
    u32::try_from(count).expect("counts on a board are below 2^32")
}

impl Incidence {
    pub(crate) fn new(geometry: &Geometry) -> Self {
        let side = geometry.side();
        let size = side * side;
        let peer_words = size.div_ceil(64);
        let mut peers = vec![0; size * peer_words];
        let mut relate = |one: usize, other: usize| {
            let word = &mut peers[one * peer_words + other / 64];
            let is_new = *word >> (other % 64) & 1 == 0;
            *word |= 1 << (other % 64);
            is_new
        };
        let mut members = vec![Vec::new(); size];
        let (mut cells, mut houses) = (Vec::new(), Vec::new());
        for (house, area) in geometry.areas().iter().enumerate() {
            let start = index(cells.len());
            houses.push((start, index(area.cells.len())));
            for (place, &cell) in area.cells.iter().enumerate() {
                members[cell].push(Member {
                    slots: index(size + house * side),
                    start,
                    bit: u8::try_from(place).expect("below 64"),
                    is_full: area.cells.len() == side,
                });
                cells.push(u16::try_from(cell).expect("below 4,096"));
                for &other in area.cells.iter().filter(|&&other| other != cell) {
                    relate(cell, other);
                }
            }
        }
        let mut pairs = vec![Vec::new(); size];
        for (one, other, _) in geometry.pairs() {
            if relate(one, other) {
                relate(other, one);
                pairs[one].push(u16::try_from(other).expect("below 4,096"));
                pairs[other].push(u16::try_from(one).expect("below 4,096"));
            }
        }
        let mut crossings = Vec::new();
        for (house, area) in geometry.areas().iter().enumerate() {
            let found: Vec<Crossing> = geometry
                .areas()
                .iter()
                .enumerate()
                .filter(|&(other, _)| other != house && area.cells.len() == side)
                .filter_map(|(other, there)| {
                    let bits = |of: &[usize], and: &[usize]| {
                        let is_shared = |(_, cell): &(usize, &usize)| and.contains(cell);
                        of.iter()
                            .enumerate()
                            .filter(is_shared)
                            .fold(0_u64, |bits, (place, _)| bits | 1 << place)
                    };
                    let shared = bits(&area.cells, &there.cells);
                    let shared_there = bits(&there.cells, &area.cells);
                    let is_of_use =
                        shared.count_ones() > 1 && shared_there.count_ones() < index(there.cells.len());
                    let slots = index(size + other * side);
                    is_of_use.then_some(Crossing { shared, shared_there, slots })
                })
                .collect();
            for place in 0..area.cells.len() {
                crossings.push(
                    found.iter().copied().filter(|crossing| crossing.shared >> place & 1 == 1).collect(),
                );
            }
        }
        let sums = sums(geometry, |one, other| peers[one * peer_words + other / 64] >> (other % 64) & 1 == 1);
        let mut sums_of = vec![Vec::new(); size];
        for (place, sum) in sums.iter().enumerate() {
            for &cell in &sum.cells {
                sums_of[cell].push(index(place));
            }
        }
        let (first_member, members) = joined(&members);
        let (first_crossing, crossings) = joined(&crossings);
        let (first_pair, pairs) = joined(&pairs);
        let (first_sum, sums_of) = joined(&sums_of);
        Self {
            side,
            shift: side.next_power_of_two().trailing_zeros().max(1),
            size,
            first_member,
            members,
            cells,
            houses,
            first_crossing,
            crossings,
            first_pair,
            pairs,
            peers,
            peer_words,
            sums,
            first_sum,
            sums_of,
        }
    }

    /// Returns the exclusive upper bound of candidates.
    pub(crate) const fn candidates(&self) -> usize {
        self.size << self.shift
    }

    pub(crate) const fn slots(&self) -> usize {
        self.size + self.houses.len() * self.side
    }

    /// Returns the number of slots in which exactly one candidate is true. They come first, because
    /// cages are the last houses.
    pub(crate) fn full_slots(&self) -> usize {
        let is_full = |&&(_, count): &&(u32, u32)| count as usize == self.side;
        self.size + self.houses.iter().take_while(is_full).count() * self.side
    }

    #[inline]
    pub(crate) const fn cell_of(&self, candidate: u32) -> usize {
        (candidate >> self.shift) as usize
    }

    #[inline]
    pub(crate) const fn digit_of(&self, candidate: u32) -> u32 {
        candidate & ((1 << self.shift) - 1)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a candidate is below 2^18")]
    pub(crate) const fn candidate(&self, cell: usize, digit: u32) -> u32 {
        (cell as u32) << self.shift | digit
    }

    #[inline]
    pub(crate) fn members(&self, cell: usize) -> &[Member] {
        &self.members[self.first_member[cell] as usize..self.first_member[cell + 1] as usize]
    }

    #[inline]
    pub(crate) fn pairs(&self, cell: usize) -> &[u16] {
        &self.pairs[self.first_pair[cell] as usize..self.first_pair[cell + 1] as usize]
    }

    #[inline]
    pub(crate) fn sums_of(&self, cell: usize) -> &[u32] {
        &self.sums_of[self.first_sum[cell] as usize..self.first_sum[cell + 1] as usize]
    }

    pub(crate) fn is_peer(&self, one: usize, other: usize) -> bool {
        self.peers[one * self.peer_words + other / 64] >> (other % 64) & 1 == 1
    }

    /// Returns the house and digit of a slot that is not a cell.
    #[inline]
    pub(crate) const fn house_and_digit(&self, slot: usize) -> (usize, usize) {
        ((slot - self.size) / self.side, (slot - self.size) % self.side)
    }

    /// Returns the candidate of bit `bit` of the slot.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a digit is below 64")]
    pub(crate) fn candidate_in(&self, slot: usize, bit: u32) -> u32 {
        if slot < self.size {
            return self.candidate(slot, bit);
        }
        let (house, digit) = self.house_and_digit(slot);
        let cell = self.cells[(self.houses[house].0 + bit) as usize];
        self.candidate(usize::from(cell), digit as u32)
    }

    /// Returns the number of candidates of a slot before any is ruled out.
    pub(crate) fn width(&self, slot: usize) -> u32 {
        if slot < self.size { index(self.side) } else { self.houses[self.house_and_digit(slot).0].1 }
    }

    /// Returns the crossings of a house that contain the cell at bit `bit`.
    #[inline]
    pub(crate) fn crossings(&self, house: usize, bit: u32) -> &[Crossing] {
        let place = (self.houses[house].0 + bit) as usize;
        &self.crossings[self.first_crossing[place] as usize..self.first_crossing[place + 1] as usize]
    }
}
