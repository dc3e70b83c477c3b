//! The cells of a pattern on an infinite plane, stored as the 64 x 64 tiles that contain live
//! cells.
//!
//! A cell has a state from 0 (dead) to 255. A tile stores one plane per bit of the state, as many
//! as the largest state needs. Column numbers increase to the east, and row numbers to the south,
//! as in all pattern formats.
//!
//! Cost: 512 bytes per tile and plane; finding a tile is a search in a B-tree.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// The position of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row number, which increases to the south.
    pub y: i64,
    /// The column number, which increases to the east.
    pub x: i64,
}

impl Cell {
    /// Returns the cell at a column and a row.
    #[must_use]
    pub const fn new(x: i64, y: i64) -> Self {
        Self { y, x }
    }
}

/// The state of a cell: 0 is dead, and 1 is alive. Only some rules have higher states.
pub type State = u8;

/// One bit of each of 64 x 64 cells, a word per row; the lowest bit is the westernmost column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Plane(pub [u64; 64]);

impl Plane {
    /// No bit set.
    pub const EMPTY: Self = Self([0; 64]);

    /// Returns whether no bit is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }
}

/// A rectangle of cells, including its corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The north-western corner.
    pub from: Cell,
    /// The south-eastern corner.
    pub to: Cell,
}

impl Bounds {
    /// Returns the number of columns.
    #[must_use]
    pub const fn width(&self) -> u64 {
        self.to.x.abs_diff(self.from.x) + 1
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(&self) -> u64 {
        self.to.y.abs_diff(self.from.y) + 1
    }

    /// Returns the smallest bounds of the bits set in rows, the lowest bit being the westernmost,
    /// or `None` if no bit is set.
    pub(crate) fn from_rows(rows: &[u64]) -> Option<Self> {
        let all = rows.iter().fold(0, |all, row| all | row);
        let (north, south) =
            (rows.iter().position(|row| *row != 0)?, rows.iter().rposition(|row| *row != 0)?);
        let (west, east) = (i64::from(all.trailing_zeros()), 63 - i64::from(all.leading_zeros()));
        Some(Self { from: Cell::new(west, north as i64), to: Cell::new(east, south as i64) })
    }

    /// Returns the bounds moved by columns and rows.
    #[must_use]
    pub const fn moved(self, dx: i64, dy: i64) -> Self {
        Self {
            from: Cell::new(self.from.x + dx, self.from.y + dy),
            to: Cell::new(self.to.x + dx, self.to.y + dy),
        }
    }

    /// Returns the smallest bounds that contain both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            from: Cell::new(self.from.x.min(other.from.x), self.from.y.min(other.from.y)),
            to: Cell::new(self.to.x.max(other.to.x), self.to.y.max(other.to.y)),
        }
    }
}

/// The cells of a plane that are not dead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grid {
    /// The tiles, by row and column, with `planes` planes each. After [`Grid::tidy`], none is
    /// empty.
    tiles: BTreeMap<(i64, i64), Vec<Plane>>,
    planes: usize,
}

/// Returns the tile of a cell by row and column, and the cell's row and column within it.
const fn place(cell: Cell) -> ((i64, i64), usize, usize) {
    ((cell.y >> 6, cell.x >> 6), (cell.y & 63) as usize, (cell.x & 63) as usize)
}

/// Returns the number of bits that a state needs.
#[must_use]
pub const fn planes_needed(state: State) -> usize {
    if state < 2 { 1 } else { 8 - state.leading_zeros() as usize }
}

impl Grid {
    /// Returns an empty plane.
    #[must_use]
    pub const fn new() -> Self {
        Self { tiles: BTreeMap::new(), planes: 1 }
    }

    /// Returns a plane on which exactly these cells are alive.
    #[must_use]
    pub fn from_cells(cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut grid = Self::new();
        for cell in cells {
            grid.set(cell, 1);
        }
        grid
    }

    /// Returns the number of bits per state.
    #[must_use]
    pub const fn planes(&self) -> usize {
        self.planes
    }

    /// Returns the state of a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> State {
        let (tile, row, column) = place(cell);
        self.tiles.get(&tile).map_or(0, |planes| {
            planes.iter().rev().fold(0, |state, plane| state << 1 | (plane.0[row] >> column & 1) as State)
        })
    }

    /// Sets the state of a cell.
    pub fn set(&mut self, cell: Cell, state: State) {
        self.fill(cell, 1, state);
    }

    /// Sets the states of `length` cells, from `from` eastwards.
    pub fn fill(&mut self, from: Cell, length: u64, state: State) {
        let filled = self.fill_within(from, length, state, usize::MAX);
        debug_assert_eq!(filled, Ok(()), "there is no bound");
    }

    /// Like [`Grid::fill`], but fails if the tiles would exceed `max_bytes`.
    fn fill_within(
        &mut self,
        from: Cell,
        length: u64,
        state: State,
        max_bytes: usize,
    ) -> Result<(), TooManyTiles> {
        let count = self.planes.max(planes_needed(state));
        let max_tiles = max_bytes / (count * size_of::<Plane>());
        if self.tiles.len() > max_tiles {
            return Err(TooManyTiles);
        }
        self.widen(count);
        let Some(steps) = length.checked_sub(1) else { return Ok(()) };
        let to = Cell::new(from.x + steps.cast_signed(), from.y);
        let ((band, first), row, _) = place(from);
        let ((_, last), ..) = place(to);
        // The cells of the run within the tile at a column.
        let bits = |column: i64| {
            let from_start = if column == first { u64::MAX << (from.x & 63) } else { u64::MAX };
            let to_end = if column == last { u64::MAX >> (63 - (to.x & 63)) } else { u64::MAX };
            from_start & to_end
        };
        let draw = |planes: &mut Vec<Plane>, bits: u64| {
            for (bit, plane) in planes.iter_mut().enumerate() {
                let word = &mut plane.0[row];
                *word = if state >> bit & 1 == 1 { *word | bits } else { *word & !bits };
            }
        };
        // Go through the tiles of the run once, because searching for each would dominate the cost.
        let (mut missing, mut next) = (Vec::new(), first);
        for (&(_, column), planes) in self.tiles.range_mut((band, first)..=(band, last)) {
            draw(planes, bits(column));
            if next < column {
                missing.push(next..column);
            }
            next = column + 1;
        }
        if state == 0 {
            return Ok(());
        }
        missing.push(next..last + 1);
        for column in missing.into_iter().flatten() {
            if self.tiles.len() == max_tiles {
                return Err(TooManyTiles);
            }
            let mut planes = vec![Plane::EMPTY; count];
            draw(&mut planes, bits(column));
            self.tiles.insert((band, column), planes);
        }
        Ok(())
    }

    /// Extends all tiles to this number of planes.
    fn widen(&mut self, planes: usize) {
        if planes > self.planes {
            self.planes = planes;
            for tile in self.tiles.values_mut() {
                tile.resize(planes, Plane::EMPTY);
            }
        }
    }

    /// Inserts or replaces a tile. Its row and column are those of its first cell, divided by 64.
    ///
    /// # Panics
    /// Panics if there are no planes or more than eight.
    pub fn put(&mut self, (row, column): (i64, i64), planes: &[Plane]) {
        assert!((1..=8).contains(&planes.len()), "a tile has one to eight planes");
        self.widen(planes.len());
        let mut planes = planes.to_vec();
        planes.resize(self.planes, Plane::EMPTY);
        self.tiles.insert((row, column), planes);
    }

    /// Returns the tiles, row by row from north to south, each row from west to east.
    pub fn tiles(&self) -> impl Iterator<Item = ((i64, i64), &[Plane])> {
        self.tiles.iter().map(|(place, planes)| (*place, planes.as_slice()))
    }

    /// Removes empty tiles, and planes that no state needs.
    pub fn tidy(&mut self) {
        self.tiles.retain(|_, planes| planes.iter().any(|plane| !plane.is_empty()));
        let used = |at: usize| self.tiles.values().any(|planes| !planes[at].is_empty());
        let planes = (1..self.planes).rev().find(|&at| used(at)).map_or(1, |at| at + 1);
        for tile in self.tiles.values_mut() {
            tile.truncate(planes);
        }
        self.planes = planes;
    }

    /// Returns the highest state of any cell.
    #[must_use]
    pub fn highest_state(&self) -> State {
        if self.planes == 1 {
            return State::from(self.tiles.values().any(|planes| !planes[0].is_empty()));
        }
        self.runs().map(|run| run.2).max().unwrap_or(0)
    }

    /// Returns the number of cells that are not dead.
    #[must_use]
    pub fn population(&self) -> u64 {
        let population = |planes: &Vec<Plane>| -> u64 {
            (0..64)
                .map(|row| u64::from(planes.iter().fold(0, |all, plane| all | plane.0[row]).count_ones()))
                .sum()
        };
        self.tiles.values().map(population).sum()
    }

    /// Returns the smallest bounds of all cells that are not dead, or `None` if there are none.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        let bounds = |(&(row, column), planes): (&(i64, i64), &Vec<Plane>)| {
            let rows: [u64; 64] =
                std::array::from_fn(|row| planes.iter().fold(0, |all, plane| all | plane.0[row]));
            Some(Bounds::from_rows(&rows)?.moved(column * 64, row * 64))
        };
        self.tiles.iter().filter_map(bounds).reduce(Bounds::with)
    }

    /// Returns the runs of cells with the same non-zero state, row by row from north to south, each
    /// row from west to east: the first cell, the length and the state.
    pub fn runs(&self) -> impl Iterator<Item = (Cell, u64, State)> {
        // Tiles of the same row form a band.
        let mut bands: Vec<(i64, Band<'_>)> = Vec::new();
        for (&(row, column), planes) in &self.tiles {
            match bands.last_mut() {
                Some(band) if band.0 == row => band.1.push((column, planes)),
                _ => bands.push((row, vec![(column, planes)])),
            }
        }
        bands.into_iter().flat_map(|(row, band)| {
            (0..64).flat_map(move |line| runs_of_line(&band, row * 64 + line as i64, line))
        })
    }

    /// Returns the cells that are not dead, row by row from north to south, each row from west to
    /// east.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, State)> {
        self.runs().flat_map(|(from, length, state)| {
            (0..length.cast_signed()).map(move |step| (Cell::new(from.x + step, from.y), state))
        })
    }

    /// Returns the grid with all cells moved by columns and rows.
    #[must_use]
    pub fn moved(&self, dx: i64, dy: i64) -> Self {
        let mut grid = Self::new();
        for (cell, length, state) in self.runs() {
            grid.fill(Cell::new(cell.x + dx, cell.y + dy), length, state);
        }
        grid
    }
}

/// The error for tiles of a grid that would exceed the memory limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooManyTiles;

/// The number of tiles of a band that are buffered while they are drawn.
const BUFFERED: usize = 4096;
/// Marks a tile of the band that is not buffered yet.
const NOWHERE: u16 = u16::MAX;

/// The length of the pieces in which long runs are drawn. It is a power of two, small enough for
/// the tiles to stay in the cache.
const PIECE: u64 = 1 << 12;

/// Draws a grid row by row, faster than [`Grid::fill`] for many rows, within a memory limit.
///
/// Cost: linear in the area drawn. Empty space costs nothing, because the brush buffers only the
/// tiles of a band that it draws on.
#[derive(Debug)]
pub(crate) struct Brush {
    grid: Grid,
    max_bytes: usize,
    /// The column of the first tile that can be buffered.
    west: i64,
    /// The row of the buffered tiles.
    row: i64,
    /// The buffer index of each tile of the band.
    places: Vec<u16>,
    /// The buffered tiles, with their position in the band.
    kept: Vec<(u16, Plane)>,
    /// Long runs of the band. Drawn row by row, they would evict each tile from the cache before
    /// the next row needs it.
    long: Vec<(Cell, u64, State)>,
    /// The number of rows, added up over all tiles, that long runs may still draw.
    rows_left: usize,
}

impl Brush {
    /// Creates a brush for cells from this column eastwards that can use up to `max_bytes`.
    pub(crate) const fn new(west: i64, max_bytes: usize) -> Self {
        Self {
            grid: Grid::new(),
            max_bytes,
            west: west >> 6,
            row: 0,
            places: Vec::new(),
            kept: Vec::new(),
            long: Vec::new(),
            // Twice the number of rows in all tiles; only runs that overlap many times need more.
            rows_left: (max_bytes / size_of::<Plane>()).saturating_mul(2 * 64),
        }
    }

    /// Continues with cells from this column eastwards.
    pub(crate) fn move_to(&mut self, west: i64) -> Result<(), TooManyTiles> {
        self.lay_down()?;
        self.west = west >> 6;
        Ok(())
    }

    /// Like [`Grid::fill`], but for cells that are drawn only once.
    #[inline]
    pub(crate) fn fill(&mut self, from: Cell, length: u64, state: State) -> Result<(), TooManyTiles> {
        // Most runs lie within a tile that is already buffered.
        let column = from.x & 63;
        if let Ok(tile) = usize::try_from((from.x >> 6) - self.west)
            && let Some(&place) = self.places.get(tile)
            && let Some((_, plane)) = self.kept.get_mut(usize::from(place))
            && from.y >> 6 == self.row
            && (1..=64 - column.cast_unsigned()).contains(&length)
            && state == 1
        {
            plane.0[(from.y & 63) as usize] |= u64::MAX >> (64 - length) << column;
            return Ok(());
        }
        self.fill_far(from, length, state)
    }

    #[inline(never)]
    fn fill_far(&mut self, from: Cell, length: u64, state: State) -> Result<(), TooManyTiles> {
        if from.y >> 6 != self.row {
            self.lay_down()?;
            self.row = from.y >> 6;
        }
        let end = from.x + length.cast_signed() - 1;
        let band = |x: i64| usize::try_from((x >> 6) - self.west).ok().filter(|tile| *tile < BUFFERED);
        let (Some(first), Some(last), 1) = (band(from.x), band(end), state) else {
            if length > PIECE {
                let planes = self.grid.planes.max(planes_needed(state));
                let tiles = (end >> 6) - (from.x >> 6) + 1;
                if tiles.cast_unsigned() > (self.max_bytes / (planes * size_of::<Plane>())) as u64 {
                    return Err(TooManyTiles);
                }
                let rows_left =
                    usize::try_from(tiles).ok().and_then(|tiles| self.rows_left.checked_sub(tiles));
                self.rows_left = rows_left.ok_or(TooManyTiles)?;
                self.long.push((from, length, state));
                return Ok(());
            }
            return self.grid.fill_within(from, length, state, self.max_bytes);
        };
        if self.places.is_empty() {
            self.places = vec![NOWHERE; BUFFERED];
        }
        let row = usize::try_from(from.y & 63).expect("below 64");
        for tile in first..=last {
            let from_start = if tile == first { u64::MAX << (from.x & 63) } else { u64::MAX };
            let to_end = if tile == last { u64::MAX >> (63 - (end & 63)) } else { u64::MAX };
            if self.places[tile] == NOWHERE {
                self.places[tile] = u16::try_from(self.kept.len()).expect("a band has 4096 tiles");
                self.kept.push((u16::try_from(tile).expect("below 4096"), Plane::EMPTY));
            }
            self.kept[usize::from(self.places[tile])].1.0[row] |= from_start & to_end;
        }
        Ok(())
    }

    /// Copies the buffered tiles into the grid.
    fn lay_down(&mut self) -> Result<(), TooManyTiles> {
        let count = self.grid.planes;
        for (tile, plane) in self.kept.drain(..) {
            self.places[usize::from(tile)] = NOWHERE;
            let place = (self.row, self.west + i64::from(tile));
            let planes = self.grid.tiles.entry(place).or_insert_with(|| vec![Plane::EMPTY; count]);
            for (row, new) in planes[0].0.iter_mut().zip(&plane.0) {
                *row |= new;
            }
        }
        self.lay_down_long()?;
        let is_within = self.grid.tiles.len() <= self.max_bytes / (count * size_of::<Plane>());
        is_within.then_some(()).ok_or(TooManyTiles)
    }

    /// Draws the long runs of the band in parallel, one piece of each at a time.
    fn lay_down_long(&mut self) -> Result<(), TooManyTiles> {
        // Sorted by the column of the next piece.
        let mut next: BinaryHeap<_> =
            self.long.iter().enumerate().map(|(index, run)| Reverse((run.0.x, index))).collect();
        while let Some(Reverse((x, index))) = next.pop() {
            let (from, length, state) = self.long[index];
            let end = from.x + length.cast_signed();
            let to = end.min((x | (PIECE.cast_signed() - 1)) + 1);
            let cell = Cell::new(x, from.y);
            self.grid.fill_within(cell, (to - x).cast_unsigned(), state, self.max_bytes)?;
            if to < end {
                next.push(Reverse((to, index)));
            }
        }
        self.long.clear();
        Ok(())
    }

    /// Returns the finished grid.
    pub(crate) fn grid(mut self) -> Result<Grid, TooManyTiles> {
        self.lay_down()?;
        self.grid.tidy();
        Ok(self.grid)
    }
}

/// Tiles of one row, each with its column.
type Band<'a> = Vec<(i64, &'a [Plane])>;

/// Returns the runs of one row of cells through a band; a run can span several tiles.
fn runs_of_line(band: &Band<'_>, y: i64, line: usize) -> Vec<(Cell, u64, State)> {
    let mut runs: Vec<(Cell, u64, State)> = Vec::new();
    for &(column, planes) in band {
        let words: Vec<u64> = planes.iter().map(|plane| plane.0[line]).collect();
        let any = words.iter().fold(0, |all, word| all | word);
        let mut at = 0;
        while at < 64 && any >> at != 0 {
            at += (any >> at).trailing_zeros();
            let state =
                |at: u32| words.iter().rev().fold(0, |state, word| state << 1 | (word >> at & 1) as State);
            let here = state(at);
            // The cells with a different state.
            let other = words.iter().fold(0, |other, word| other | (word ^ (word >> at & 1).wrapping_neg()));
            let length = (other >> at).trailing_zeros().min(64 - at);
            let x = column * 64 + i64::from(at);
            match runs.last_mut() {
                Some((from, count, state)) if *state == here && from.x + count.cast_signed() == x => {
                    *count += u64::from(length);
                }
                _ => runs.push((Cell::new(x, y), u64::from(length), here)),
            }
            at += length;
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridlore_core::Rng;
    use std::collections::BTreeMap;

    #[test]
    fn a_grid_holds_what_was_set() {
        let mut rng = Rng::new(1);
        for most in [1, 2, 7, 255] {
            let (mut grid, mut plain) = (Grid::new(), BTreeMap::new());
            for _ in 0..3000 {
                let cell = Cell::new(rng.below(300) as i64 - 150, rng.below(300) as i64 - 150);
                let state = State::try_from(rng.below(most + 1)).unwrap();
                let length = rng.below(200) as u64;
                grid.fill(cell, length, state);
                for x in cell.x..cell.x + length as i64 {
                    plain.insert(Cell::new(x, cell.y), state);
                }
            }
            plain.retain(|_, state| *state != 0);
            let cells: Vec<_> = grid.cells().collect();
            assert_eq!(cells, plain.iter().map(|(cell, state)| (*cell, *state)).collect::<Vec<_>>());
            assert_eq!(grid.population(), plain.len() as u64);
            assert!(plain.iter().all(|(cell, state)| grid.get(*cell) == *state));
            let bounds = grid.bounds().unwrap();
            assert_eq!(bounds.from.y, plain.keys().next().unwrap().y);
            assert_eq!(bounds.from.x, plain.keys().map(|cell| cell.x).min().unwrap());
            assert_eq!(bounds.to.x, plain.keys().map(|cell| cell.x).max().unwrap());
            assert_eq!(bounds.to.y, plain.keys().last().unwrap().y);
            assert_eq!(grid.moved(70, -3).moved(-70, 3), {
                grid.tidy();
                grid
            });
        }
    }

    #[test]
    fn a_brush_draws_like_fill() {
        let mut rng = Rng::new(2);
        for most in [1, 3] {
            let (mut plain, mut brush) = (Grid::new(), Brush::new(-500_000, usize::MAX));
            for y in -70..70 {
                let mut x = -500_000 + rng.below(1000) as i64;
                for _ in 0..4 {
                    let longest = if rng.below(2) == 0 { 100 } else { 300_000 };
                    let length = 1 + rng.below(longest) as u64;
                    let state = State::try_from(rng.below(most + 1)).unwrap();
                    plain.fill(Cell::new(x, y), length, state);
                    brush.fill(Cell::new(x, y), length, state).unwrap();
                    x += length as i64 + rng.below(10_000) as i64;
                }
            }
            plain.tidy();
            assert_eq!(brush.grid(), Ok(plain), "states up to {most}");
        }
    }

    #[test]
    fn an_empty_grid_has_no_bounds() {
        let mut grid = Grid::from_cells([Cell::new(3, 4)]);
        grid.set(Cell::new(3, 4), 0);
        assert_eq!((grid.bounds(), grid.population()), (None, 0));
        grid.tidy();
        assert_eq!(grid.tiles().count(), 0);
    }
}
