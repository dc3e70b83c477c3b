//! Connected sets of cells: which cells may belong to a set, and which ones must.

use crate::engine::state::{Cells, both, count, members};
use crate::rule::Area;

/// Upper bound, exclusive, of the cost of the paths that are examined.
const MAX_COST: usize = 32;

/// Cells and their neighbours, as bits of a set.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Board<const W: usize> {
    area: Area,
    /// The cells that have a left neighbour, and those that have a right neighbour.
    inner: [Cells<W>; 2],
    all: Cells<W>,
}

/// The cells that may belong to a connected set, and those that do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) struct Part<const W: usize> {
    pub(in crate::engine) possible: Cells<W>,
    pub(in crate::engine) fixed: Cells<W>,
}

/// Whether the cells around a cell remain connected without it and without a detour through further
/// cells. For each set of the eight cells around it, clockwise from the top left, an entry says
/// whether those that share an edge with it are connected within these eight, or whether there are
/// fewer than two.
const IS_SMOOTH: [bool; 256] = smooth();

const fn smooth() -> [bool; 256] {
    let mut table = [false; 256];
    let mut set = 0;
    while set < 256 {
        // Runs of neighbours on the circle that contain a cell with a shared edge (odd places).
        let mut runs = 0;
        let mut place = 0;
        while place < 8 {
            let is_in = set >> place & 1 == 1;
            let is_in_before = set >> ((place + 7) % 8) & 1 == 1;
            if is_in && !is_in_before {
                let mut at = place;
                let mut has_edge = false;
                while set >> (at % 8) & 1 == 1 && at < place + 8 {
                    has_edge |= at % 2 == 1;
                    at += 1;
                }
                if has_edge {
                    runs += 1;
                }
            }
            place += 1;
        }
        table[set] = runs <= 1;
        set += 1;
    }
    table
}

impl<const W: usize> Board<W> {
    pub(in crate::engine) fn new(area: Area) -> Self {
        let (mut inner, mut all) = ([[0; W]; 2], [0; W]);
        for cell in 0..area.cells() {
            all[cell / 64] |= 1 << (cell % 64);
            if !cell.is_multiple_of(area.columns) {
                inner[0][cell / 64] |= 1 << (cell % 64);
            }
            if cell % area.columns + 1 < area.columns {
                inner[1][cell / 64] |= 1 << (cell % 64);
            }
        }
        Self { area, inner, all }
    }

    /// Returns the cells of the area in a set of all cells of the puzzle, as bits.
    pub(in crate::engine) fn of(&self, cells: &Cells<W>) -> Cells<W> {
        both(&lower(cells, self.area.first), &self.all)
    }

    /// Returns these cells and their neighbours.
    fn grown(&self, cells: &Cells<W>) -> Cells<W> {
        let left = lower(&both(cells, &self.inner[0]), 1);
        let right = higher(&both(cells, &self.inner[1]), 1);
        let above = lower(cells, self.area.columns);
        let below = higher(cells, self.area.columns);
        std::array::from_fn(|at| (cells[at] | left[at] | right[at] | above[at] | below[at]) & self.all[at])
    }

    /// Returns the cells of a set that are connected to the start.
    fn component(&self, start: Cells<W>, among: &Cells<W>) -> Cells<W> {
        let mut found = both(&start, among);
        loop {
            let next = both(&self.grown(&found), among);
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// Returns whether the cells around one cell of a set stay connected locally when it is
    /// removed.
    fn is_smooth(&self, cell: usize, among: &Cells<W>) -> bool {
        let columns = self.area.columns;
        let (row, column) = (cell / columns, cell % columns);
        let around = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)].into_iter().enumerate();
        let mut set = 0;
        for (place, (down, right)) in around {
            let (down, right) = (row + down, column + right);
            if down == 0 || right == 0 || right > columns {
                continue;
            }
            let other = (down - 1) * columns + right - 1;
            if other < W * 64 && among[other / 64] >> (other % 64) & 1 == 1 {
                set |= 1 << place;
            }
        }
        IS_SMOOTH[set]
    }

    /// Restricts a connected set of `least` to `most` cells. Returns `None` if there is none.
    ///
    /// Each of the `pieces` is either wholly in the set or wholly outside it.
    pub(in crate::engine) fn connected(
        &self,
        part: &Part<W>,
        least: u32,
        most: u32,
        pieces: &[Cells<W>],
    ) -> Option<Part<W>> {
        let Part { mut possible, mut fixed } = *part;
        for piece in pieces {
            if both(piece, &fixed) != [0; W] {
                fixed = union(&fixed, piece);
            }
            if both(piece, &possible) != *piece {
                possible = without(&possible, piece);
            }
        }
        if both(&fixed, &possible) != fixed {
            return None;
        }
        let Some(seed) = members(&fixed).next() else {
            return self.somewhere(possible, least.max(1));
        };
        let mut seed_set = [0; W];
        seed_set[seed / 64] |= 1 << (seed % 64);
        let cost = most.checked_sub(count(&fixed))?;
        let reached = self.reached(self.component(seed_set, &fixed), &Part { possible, fixed }, cost, pieces);
        if both(&reached, &fixed) != fixed {
            return None;
        }
        possible = reached;
        if count(&possible) < least {
            return None;
        }
        if count(&possible) == least {
            return Some(Part { possible, fixed: possible });
        }
        // A cell is required if the others are too few or not connected without it.
        for cell in members(&possible) {
            if fixed[cell / 64] >> (cell % 64) & 1 == 1 || self.is_smooth(cell, &possible) {
                continue;
            }
            let mut others = possible;
            others[cell / 64] &= !(1 << (cell % 64));
            let left = self.component(seed_set, &others);
            if both(&left, &fixed) != fixed || count(&left) < least {
                fixed[cell / 64] |= 1 << (cell % 64);
            }
        }
        if count(&fixed) > most {
            return None;
        }
        Some(Part { possible, fixed })
    }

    /// Returns the cells that a path from a start reaches through at most `cost` cells that are not
    /// fixed. A cell of a piece costs as much as the whole piece.
    fn reached(&self, start: Cells<W>, part: &Part<W>, cost: u32, pieces: &[Cells<W>]) -> Cells<W> {
        let Part { possible, fixed } = part;
        let mut reached = start;
        // Pieces, by the cost of reaching them.
        let mut later = [[0; W]; MAX_COST];
        let mut seen_pieces = 0_u64;
        for spent in 0..cost as usize {
            let near = without(&both(&self.grown(&reached), possible), &reached);
            let mut single = near;
            for (number, piece) in pieces.iter().enumerate().take(64) {
                if seen_pieces >> number & 1 == 0 && both(piece, &near) != [0; W] {
                    single = without(&single, piece);
                    seen_pieces |= 1 << number;
                    let at = spent + count(piece) as usize;
                    if at <= cost as usize {
                        let later = &mut later[at.min(MAX_COST - 1)];
                        *later = union(later, piece);
                    }
                }
                if seen_pieces >> number & 1 == 1 {
                    single = without(&single, piece);
                }
            }
            let mut next = union(&union(&reached, &single), &later[(spent + 1).min(MAX_COST - 1)]);
            // Adjacent fixed cells cost nothing.
            next = union(&next, &self.component(both(&self.grown(&next), fixed), fixed));
            if next == reached && pieces.is_empty() {
                break;
            }
            reached = next;
        }
        reached
    }

    /// Restricts a connected set with no known cell to the components that are large enough.
    fn somewhere(&self, possible: Cells<W>, least: u32) -> Option<Part<W>> {
        let (mut left, mut kept, mut fixed) = (possible, [0; W], [0; W]);
        loop {
            let Some(cell) = members(&left).next() else { break };
            let mut start = [0; W];
            start[cell / 64] |= 1 << (cell % 64);
            let component = self.component(start, &left);
            if count(&component) >= least {
                kept = union(&kept, &component);
            }
            left = without(&left, &component);
        }
        if count(&kept) == 0 {
            return None;
        }
        if count(&kept) == least {
            fixed = kept;
        }
        Some(Part { possible: kept, fixed })
    }
}

/// Returns the cells of either of two sets.
pub(in crate::engine) fn union<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    std::array::from_fn(|at| one[at] | other[at])
}

/// Returns the cells of one set that are not in another.
pub(in crate::engine) fn without<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    std::array::from_fn(|at| one[at] & !other[at])
}

/// Returns the set with each index reduced by `by`.
fn lower<const W: usize>(cells: &Cells<W>, by: usize) -> Cells<W> {
    let (words, bits) = (by / 64, by % 64);
    std::array::from_fn(|at| {
        let word = |at: usize| cells.get(at).copied().unwrap_or(0);
        let low = word(at + words) >> bits;
        if bits == 0 { low } else { low | word(at + words + 1) << (64 - bits) }
    })
}

/// Returns the set with each index increased by `by`.
fn higher<const W: usize>(cells: &Cells<W>, by: usize) -> Cells<W> {
    let (words, bits) = (by / 64, by % 64);
    std::array::from_fn(|at| {
        let word = |back: usize| at.checked_sub(back).map_or(0, |at| cells[at]);
        let high = word(words) << bits;
        if bits == 0 { high } else { high | word(words + 1) >> (64 - bits) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area { first: 3, rows: 3, columns: 4 };

    fn set(cells: u64) -> Cells<2> {
        [cells, 0]
    }

    /// Returns whether the cells are one connected piece, by walking from cell to cell.
    fn is_connected(cells: u64) -> bool {
        let mut open: Vec<usize> = (0..12).find(|cell| cells >> cell & 1 == 1).into_iter().collect();
        let mut seen = 0_u64;
        while let Some(cell) = open.pop() {
            if seen >> cell & 1 == 1 || cells >> cell & 1 == 0 {
                continue;
            }
            seen |= 1 << cell;
            let (row, column) = (cell / 4, cell % 4);
            open.extend((row > 0).then(|| cell - 4));
            open.extend((row < 2).then_some(cell + 4));
            open.extend((column > 0).then(|| cell - 1));
            open.extend((column < 3).then_some(cell + 1));
        }
        seen == cells && cells != 0
    }

    #[test]
    fn no_connected_set_is_lost_and_forced_cells_are_in_all() {
        let board = Board::<2>::new(AREA);
        let mut seed = 7_u64;
        for round in 0..400_u32 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let possible = (seed >> 20 | seed >> 36) & 0xfff;
            let fixed = seed >> 50 & (seed >> 45) & possible & 0xfff;
            let (least, most) = [(4, 4), (1, 12), (3, 5), (6, 6)][round as usize % 4];
            let fitting: Vec<u64> = (0..1_u64 << 12)
                .filter(|cells| cells & !possible == 0 && fixed & !cells == 0)
                .filter(|cells| (least..=most).contains(&cells.count_ones()) && is_connected(*cells))
                .collect();
            let part = Part { possible: set(possible), fixed: set(fixed) };
            let Some(found) = board.connected(&part, least, most, &[]) else {
                assert!(fitting.is_empty(), "{possible:b} {fixed:b}: a set was lost");
                continue;
            };
            for cells in &fitting {
                assert_eq!(cells & !found.possible[0], 0, "{possible:b} {fixed:b} {cells:b}");
                assert_eq!(found.fixed[0] & !cells, 0, "{possible:b} {fixed:b} {cells:b}");
            }
        }
    }

    #[test]
    fn the_area_is_found_in_the_sets_of_all_cells() {
        let board = Board::<2>::new(Area { first: 60, rows: 3, columns: 4 });
        assert_eq!(board.of(&[1 << 61 | 1 << 59, 1 << 1]), set(0b10_0010));
    }
}
