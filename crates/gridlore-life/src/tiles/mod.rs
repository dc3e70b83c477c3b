//! The engine for patterns that are active everywhere: tiles of 64 x 64 cells, of which only those
//! near a change are computed.
//!
//! Two buffers hold the even and the odd generations, so each new generation overwrites the one
//! from two generations earlier. If neither a tile nor its surroundings have changed since then,
//! its next generation is already in the buffer. Still lifes and blinkers, which make up most of
//! the ash of a soup, therefore cost nothing.
//!
//! Cost: 1 KB per tile and plane; a generation of a tile of Life takes a few tens of nanoseconds.
//!
//! # Source
//! QuickLife, by Alan Hensel and Tomas Rokicki, introduced the idea of skipping cells whose
//! surroundings are the same as two generations earlier. Many programs use bit-parallel adders;
//! William Gosper's may have been the first.
#![expect(clippy::cast_possible_truncation, reason = "tiles have 32-bit numbers")]

mod circuit;
mod edges;
pub(crate) mod half;
mod kernel;
mod lanes;
mod populations;
mod wide;

pub use kernel::Width;

use crate::grid::{Bounds, Cell, Grid, Plane, State, planes_needed};
use crate::rule::{Counts, Dynamics, Machine, Rule, Shape, Table};
use crate::topology::Topology;
use crate::window::Sight;
use circuit::Circuit;
use edges::Edges;
use gridlore_core::{Budget, BudgetSpent};
use kernel::{Around, Change, Register};
use populations::Populations;
use std::collections::HashMap;
use std::sync::Arc;
use wide::{Memo, Spans, Window};

/// The method for computing the next generation of a tile.
#[derive(Debug, Clone)]
enum Work {
    Life,
    /// A circuit over the number of live cells among nine.
    Counted(Circuit, Vec<Register>),
    /// A circuit over the nine cells.
    Pictured(Circuit, Vec<Register>),
    Larger(Counts, Spans, Window<u16>),
    /// A rule machine; the number counts the cells computed in this generation.
    Machine(Arc<Machine>, Window<State>, Memo, u64),
}

impl Work {
    fn new(rule: &Rule) -> Self {
        match &rule.dynamics {
            Dynamics::Table(table) => Self::from_table(table),
            Dynamics::Counts(counts) => Self::Larger(counts.clone(), Spans::new(counts), Window::default()),
            Dynamics::Machine(machine) => {
                Self::Machine(Arc::clone(machine), Window::default(), Memo::default(), 0)
            }
        }
    }

    /// Returns the number of cells that a machine has computed since the last call.
    fn take_computed(&mut self) -> u64 {
        match self {
            Self::Machine(.., computed) => std::mem::take(computed),
            _ => 0,
        }
    }

    fn from_table(table: &Table) -> Self {
        match table.counts(Shape::Moore) {
            Some((0b1000, 0b1100)) => Self::Life,
            Some((birth, survival)) => {
                let circuit = Circuit::from_fn(5, |index| {
                    let (nine, centre) = (index & 15, index >> 4);
                    let around = nine.checked_sub(centre).filter(|around| *around <= 8)?;
                    Some(if centre == 1 { survival } else { birth } >> around & 1 == 1)
                });
                let registers = kernel::registers(&circuit);
                Self::Counted(circuit, registers)
            }
            None => {
                let circuit = Circuit::from_fn(9, |picture| Some(table.lives(picture)));
                let registers = kernel::registers(&circuit);
                Self::Pictured(circuit, registers)
            }
        }
    }
}

/// The number of cells that a machine computes in the time that the rest of their tile takes.
const CELLS_PER_WORK: u64 = 32;

/// The encoding of states in planes: as binary numbers, or, for rules with dying states, one plane
/// for live cells and the others for the stage of dying.
#[derive(Debug, Clone, Copy)]
struct Coding {
    planes: usize,
    /// The number of dying stages plus one; 0 if cells die immediately.
    last: u64,
}

impl Coding {
    fn new(rule: &Rule) -> Self {
        let last = rule.states - 1;
        let bits = planes_needed(State::try_from(last).expect("at most 256 states"));
        match &rule.dynamics {
            Dynamics::Machine(_) => Self { planes: bits, last: 0 },
            _ if last > 1 => Self { planes: 1 + bits, last: u64::from(last) },
            _ => Self { planes: 1, last: 0 },
        }
    }

    fn coded(self, state: State) -> u16 {
        match state {
            0 | 1 => u16::from(state),
            _ if self.last > 0 => (u16::from(state) - 1) << 1,
            _ => u16::from(state),
        }
    }

    fn decoded(self, code: u16) -> State {
        let state = if self.last > 0 && code > 1 { (code >> 1) + 1 } else { code };
        State::try_from(state).expect("at most 256 states")
    }
}

/// Computes the next generation of a tile from the nine tiles around it, each with all its planes.
/// `old` holds the previous generation, or nothing at the start, and is replaced by the result.
/// Returns the differences.
fn next_generation(
    width: Width,
    work: &mut Work,
    around: &[&[Plane]; 9],
    old: &mut [Plane],
    last: u64,
) -> Change {
    let living: Around<'_> = std::array::from_fn(|side| &around[side][0]);
    let mut new = Plane::EMPTY;
    match work {
        Work::Machine(machine, window, memo, computed) => {
            let mut made = [Plane::EMPTY; 8];
            let made = &mut made[..old.len()];
            *computed += wide::machine(around, old, machine, window, memo, made);
            let planes = old.iter_mut().zip(made);
            return planes
                .map(|(old, new)| kernel::replaced(width, new, old))
                .fold(Change::default(), Change::or);
        }
        Work::Life => {
            kernel::life(width, &living, &mut new);
        }
        Work::Counted(circuit, registers) => kernel::counted(width, &living, circuit, registers, &mut new),
        Work::Pictured(circuit, registers) => kernel::pictured(width, &living, circuit, registers, &mut new),
        Work::Larger(counts, spans, window) => wide::counted(&living, counts, spans, window, &mut new.0),
    }
    match old {
        [old] => kernel::replaced(width, &new, old),
        old => kernel::aged(width, &new, around[4], old, last),
    }
}

/// A tile: its position, its neighbours and its part in the grid.
#[derive(Debug, Clone, Default)]
struct Tile {
    column: i64,
    row: i64,
    /// The numbers of its neighbours, in the order of [`AROUND`]; 0 for a missing neighbour.
    near: [u32; 8],
    /// The number of the mask in [`Edges`] that selects its cells within a bounded grid; 0 for all.
    mask: u32,
    is_free: bool,
}

/// The neighbours of a tile as columns and rows: north-west, north, north-east, west, east,
/// south-west, south, south-east.
const AROUND: [(i64, i64); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// A pattern in tiles.
#[derive(Debug, Clone)]
pub struct Tiles {
    rule: Rule,
    width: Width,
    /// How to compute a tile in each phase of the rule.
    works: Vec<Work>,
    coding: Coding,
    planes: usize,
    range: u32,
    /// The planes of all tiles in even and in odd generations. Tile 0 is always empty and stands in
    /// for all missing tiles.
    buffers: [Vec<Plane>; 2],
    tiles: Vec<Tile>,
    places: HashMap<(i64, i64), u32, foldhash::fast::FixedState>,
    free: Vec<u32>,
    /// The tiles to compute in the next generation, one bit each. They are processed in the order
    /// of their numbers, in which neighbours are usually close to each other.
    due: Vec<u64>,
    /// The tiles to compute in the generation in progress.
    at_work: Vec<u64>,
    /// The tiles that must also be computed in the generation after the next, changed or not.
    again: Vec<u32>,
    edges: Edges,
    /// The cell of the grid that is the first cell of tile (0, 0).
    origin: Cell,
    generation: u64,
    /// The number of tiles above which empty tiles are removed.
    sweep_at: usize,
    /// The number of cells that a machine computed in the last generation.
    computed: u64,
    /// The populations of all tiles, once [`Tiles::keep_population`] has been called.
    populations: Option<Populations>,
}

impl Tiles {
    /// Creates an engine with the cells of a grid as generation 0. Cells outside a bounded grid are
    /// dropped.
    #[must_use]
    pub fn new(rule: &Rule, grid: &Grid) -> Self {
        Self::with_width(rule, grid, Width::widest())
    }

    /// Returns the number of cells beyond the edges of a bounded grid that must be stored one by
    /// one for this pattern. It depends on the pattern if a side is infinite.
    #[must_use]
    pub fn edge_cells(rule: &Rule, grid: &Grid) -> u64 {
        Edges::new(&rule.topology, Edges::origin(&rule.topology), rule.range()).ring_length(grid.bounds())
    }

    /// Like [`Tiles::new`], but with an explicit instruction set, which does not affect the
    /// results.
    ///
    /// # Panics
    /// Panics if a state does not belong to the rule.
    #[must_use]
    pub fn with_width(rule: &Rule, grid: &Grid, width: Width) -> Self {
        let coding = Coding::new(rule);
        let planes = coding.planes;
        let origin =
            if rule.topology == Topology::Plane { Cell::new(0, 0) } else { Edges::origin(&rule.topology) };
        let mut tiles = Self {
            rule: rule.clone(),
            width,
            works: rule.phases().iter().map(Work::new).collect(),
            coding,
            planes,
            range: rule.range().unsigned_abs(),
            buffers: [vec![Plane::EMPTY; planes], vec![Plane::EMPTY; planes]],
            tiles: vec![Tile::default()],
            places: HashMap::default(),
            free: Vec::new(),
            due: vec![0],
            at_work: vec![0],
            again: Vec::new(),
            edges: Edges::new(&rule.topology, origin, rule.range()),
            origin,
            generation: 0,
            sweep_at: 1024,
            computed: 0,
            populations: None,
        };
        tiles.load(grid);
        let all: Vec<u32> = (1..tiles.tiles.len() as u32).collect();
        for at in all {
            tiles.touch(at);
        }
        tiles.join_edges();
        tiles
    }

    /// Loads the cells of a grid, as whole tiles if the layouts agree.
    fn load(&mut self, grid: &Grid) {
        let planes = self.planes;
        if self.coding.last == 0 && self.rule.topology == Topology::Plane && grid.planes() <= planes {
            let expected = (grid.tiles().count() + 1) * planes * 5 / 4;
            for buffer in &mut self.buffers {
                buffer.reserve(expected);
            }
            for (place, given) in grid.tiles() {
                let at = self.add((place.1, place.0)) as usize;
                self.buffers[0][at * planes..at * planes + given.len()].copy_from_slice(given);
            }
            return;
        }
        for (cell, length, state) in grid.runs() {
            assert!(u16::from(state) < self.rule.states, "state {state} of {}", self.rule.states);
            for x in cell.x..cell.x + length.cast_signed() {
                if self.rule.topology.has(Cell::new(x, cell.y)) {
                    self.put(Cell::new(x - self.origin.x, cell.y - self.origin.y), state);
                }
            }
        }
    }

    /// Returns the rule.
    #[must_use]
    pub const fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Returns the current generation.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the number of tiles.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.tiles.len() - 1 - self.free.len()
    }

    /// Returns the number of tiles to compute in the next generation.
    #[must_use]
    pub fn busy(&self) -> usize {
        self.due.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the work of the next generation: one unit per tile, plus, for a machine, one unit
    /// per 32 cells that the last generation computed.
    #[must_use]
    pub fn next_work(&self) -> u64 {
        1 + self.busy() as u64 + self.computed / CELLS_PER_WORK
    }

    /// Returns the approximate number of bytes used.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buffers.iter().map(|buffer| buffer.capacity() * size_of::<Plane>()).sum::<usize>()
            + self.tiles.capacity() * size_of::<Tile>()
            + self.places.capacity() * size_of::<((i64, i64), u32)>() * 2
    }

    fn now(&self) -> usize {
        (self.generation & 1) as usize
    }

    /// Sets the state of a cell relative to the origin, without scheduling its tile.
    fn put(&mut self, cell: Cell, state: State) {
        let code = self.coding.coded(state);
        let place = (cell.x >> 6, cell.y >> 6);
        let at = match self.places.get(&place) {
            Some(at) => *at,
            None if state == 0 => return,
            None => self.add(place),
        };
        let (row, column) = ((cell.y & 63) as usize, cell.x & 63);
        let (now, first) = (self.now(), at as usize * self.planes);
        for (bit, plane) in self.buffers[now][first..first + self.planes].iter_mut().enumerate() {
            let word = &mut plane.0[row];
            *word = *word & !(1 << column) | u64::from(code >> bit & 1) << column;
        }
    }

    /// Adds a tile.
    fn add(&mut self, place: (i64, i64)) -> u32 {
        let at = self.free.pop().unwrap_or_else(|| {
            self.tiles.push(Tile::default());
            if self.tiles.len() > 64 * self.due.len() {
                self.due.push(0);
            }
            for buffer in &mut self.buffers {
                buffer.extend(std::iter::repeat_n(Plane::EMPTY, self.planes));
            }
            u32::try_from(self.tiles.len() - 1).expect("fewer tiles than 2^32")
        });
        let mut near = [0; 8];
        for (side, near) in near.iter_mut().enumerate() {
            let (dx, dy) = AROUND[side];
            let Some(there) = self.edges.tile(place.0 + dx, place.1 + dy) else { continue };
            if there == place {
                *near = at;
            } else if let Some(&other) = self.places.get(&there) {
                *near = other;
                self.tiles[other as usize].near[7 - side] = at;
            }
        }
        let mask = self.edges.mask_number(place);
        self.tiles[at as usize] = Tile { column: place.0, row: place.1, near, mask, is_free: false };
        self.places.insert(place, at);
        // On a torus, a tile can be a neighbour on several sides.
        if self.edges.is_joined() {
            for (side, (dx, dy)) in AROUND.into_iter().enumerate() {
                if let Some(other) =
                    self.edges.tile(place.0 + dx, place.1 + dy).and_then(|there| self.places.get(&there))
                {
                    self.tiles[*other as usize].near[7 - side] = at;
                }
            }
        }
        at
    }

    /// Schedules a tile for the next generation. Tile 0 can be scheduled; it is skipped.
    #[inline]
    fn list(&mut self, at: u32) {
        self.due[at as usize / 64] |= 1 << (at % 64);
    }

    /// Schedules an edited tile and its neighbours for two generations.
    fn touch(&mut self, at: u32) {
        let first = at as usize * self.planes;
        let rows =
            self.buffers[self.now()][first..first + self.planes].iter().fold([0; 64], |mut all, plane| {
                for (all, row) in all.iter_mut().zip(&plane.0) {
                    *all |= row;
                }
                all
            });
        self.list(at);
        self.again.push(at);
        for side in 0..8 {
            let near = self.neighbour(at, side, &rows);
            self.list(near);
            self.again.push(near);
        }
    }

    /// Returns a tile's neighbour on a side, or 0 if none is needed. A missing neighbour is added
    /// if there are live cells near that side.
    fn neighbour(&mut self, at: u32, side: usize, rows: &[u64; 64]) -> u32 {
        let tile = &self.tiles[at as usize];
        let near = tile.near[side];
        if near != 0 {
            return near;
        }
        let (dx, dy) = AROUND[side];
        let reach = self.range as usize;
        let lines = match dy {
            -1 => 0..reach.min(64),
            1 => 64 - reach.min(64)..64,
            _ => 0..64,
        };
        let columns = match dx {
            -1 => u64::MAX >> (64 - reach.min(64)),
            1 => u64::MAX << (64 - reach.min(64)),
            _ => u64::MAX,
        };
        if rows[lines].iter().all(|row| row & columns == 0) {
            return 0;
        }
        match self.edges.tile(tile.column + dx, tile.row + dy) {
            Some(place) => self.add(place),
            None => 0,
        }
    }

    /// Computes the next generation.
    pub fn step(&mut self) {
        let (now, planes) = (self.now(), self.planes);
        let mut list = std::mem::replace(&mut self.due, std::mem::take(&mut self.at_work));
        self.due.clear();
        self.due.resize(list.len(), 0);
        list[0] &= !1;
        let again = std::mem::take(&mut self.again);
        let phase = usize::from(self.generation % 2 == 1) % self.works.len();
        // From here on, tiles are scheduled for the generation after this one.
        self.generation += 1;
        for (word, &bits) in list.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let at = (word * 64) as u32 + left.trailing_zeros();
                left &= left - 1;
                let change = self.work(at, now, phase);
                if change.rows != 0 {
                    self.spread(at, change);
                    if self.populations.is_some() {
                        self.recount(at);
                    }
                }
            }
        }
        self.at_work = list;
        self.computed = self.works[phase].take_computed();
        for at in again {
            self.list(at);
        }
        self.join_edges();
        if self.tiles.len() > self.sweep_at {
            self.sweep();
        }
        debug_assert!(self.buffers[0][..planes].iter().all(Plane::is_empty), "tile 0 stays empty");
    }

    /// Computes generations up to `to`, spending [`Tiles::next_work`] for each.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget is not sufficient. The current generation is then
    /// complete, and the run can be continued.
    pub fn run(&mut self, to: u64, budget: &mut Budget) -> Result<(), BudgetSpent> {
        while self.generation < to {
            if self.busy() == 0 && self.works.len() == 1 {
                // Only oscillators of period 2 are left, so skip an even number of generations.
                self.generation += (to - self.generation) & !1;
                if self.generation == to {
                    break;
                }
            }
            budget.spend_many(self.next_work())?;
            self.step();
        }
        Ok(())
    }

    /// Computes the next generation of a tile.
    fn work(&mut self, at: u32, now: usize, phase: usize) -> Change {
        let planes = self.planes;
        let tile = &self.tiles[at as usize];
        let near = &tile.near;
        let (even, odd) = self.buffers.split_at_mut(1);
        let (here, there) = if now == 0 { (&even[0], &mut odd[0]) } else { (&odd[0], &mut even[0]) };
        let numbers = [near[0], near[1], near[2], near[3], at, near[4], near[5], near[6], near[7]];
        let first = at as usize * planes;
        let old = &mut there[first..first + planes];
        let mask = self.edges.mask(tile.mask);
        if let (Work::Life, None) = (&self.works[phase], &mask)
            && let [old] = old
        {
            let around: Around<'_> = std::array::from_fn(|side| &here[numbers[side] as usize]);
            return kernel::life(self.width, &around, old);
        }
        let before = mask.map(|mask| (*mask, old.to_vec()));
        let around = numbers.map(|number| &here[number as usize * planes..][..planes]);
        let change = next_generation(self.width, &mut self.works[phase], &around, old, self.coding.last);
        let Some((mask, before)) = before else { return change };
        // Cells outside the grid keep their state; `join_edges` updates them.
        let mut change = Change::default();
        for (old, before) in old.iter_mut().zip(&before) {
            for ((row, before), mask) in old.0.iter_mut().zip(&before.0).zip(&mask.0) {
                *row = *row & mask | before & !mask;
            }
            change = change.or(Change::between(old, before));
        }
        change
    }

    /// Schedules a changed tile and the neighbours affected by the change.
    fn spread(&mut self, at: u32, change: Change) {
        self.list(at);
        let reach = self.range.min(64);
        let (low, high) = (u64::MAX >> (64 - reach), u64::MAX << (64 - reach));
        let (north, south) = (change.rows & low != 0, change.rows & high != 0);
        let (west, east) = (change.columns & low != 0, change.columns & high != 0);
        if !(north || south || west || east) {
            return;
        }
        // With range 1, only the corner cell affects the diagonal neighbour.
        let corner = |is_near: bool, row: u64, bit: u32| is_near && (reach > 1 || row >> bit & 1 == 1);
        let near = self.tiles[at as usize].near;
        let sides = [
            corner(north && west, change.north, 0),
            north,
            corner(north && east, change.north, 63),
            west,
            east,
            corner(south && west, change.south, 0),
            south,
            corner(south && east, change.south, 63),
        ];
        for (side, is_seen) in sides.into_iter().enumerate() {
            let near = near[side];
            if is_seen && near != 0 {
                self.list(near);
            } else if is_seen {
                let rows = self.rows(at);
                let added = self.neighbour(at, side, &rows);
                self.list(added);
            }
        }
    }

    /// Returns the rows of a tile, with the cells that are not dead as bits.
    fn rows(&self, at: u32) -> [u64; 64] {
        let first = at as usize * self.planes;
        let planes = &self.buffers[self.now()][first..first + self.planes];
        std::array::from_fn(|row| planes.iter().fold(0, |all, plane| all | plane.0[row]))
    }

    /// Copies the cells that appear beyond the edges of a bounded grid to their positions there.
    fn join_edges(&mut self) {
        if !self.edges.has_ring() {
            return;
        }
        let span = self.edges.is_open().then(|| {
            let columns = self.places.keys().map(|place| place.0);
            let rows = self.places.keys().map(|place| place.1);
            [columns.clone().min(), columns.max(), rows.clone().min(), rows.max()]
                .map(Option::unwrap_or_default)
        });
        let ring = self.edges.ring(span);
        let now = self.now();
        let mut changed: Vec<u32> = Vec::new();
        for &(there, seen) in &ring {
            let bits = |cell: Cell| -> u16 {
                let Some(&at) = self.places.get(&(cell.x >> 6, cell.y >> 6)) else { return 0 };
                let first = at as usize * self.planes;
                (0..self.planes).fold(0, |code, bit| {
                    let plane = &self.buffers[now][first + bit];
                    code | ((plane.0[(cell.y & 63) as usize] >> (cell.x & 63) & 1) as u16) << bit
                })
            };
            let (code, was) = (bits(seen), bits(there));
            if code != was {
                let state = self.coding.decoded(code);
                self.put(there, state);
                changed.extend(self.places.get(&(there.x >> 6, there.y >> 6)));
            }
        }
        changed.sort_unstable();
        changed.dedup();
        for at in changed {
            self.touch(at);
        }
        self.edges.keep(ring);
    }

    /// Removes empty tiles that are not scheduled and were already empty in the last generation.
    fn sweep(&mut self) {
        for at in 1..self.tiles.len() {
            let first = at * self.planes;
            let is_empty = self
                .buffers
                .iter()
                .all(|buffer| buffer[first..first + self.planes].iter().all(Plane::is_empty));
            let tile = &self.tiles[at];
            if tile.is_free || !is_empty || self.due[at / 64] >> (at % 64) & 1 == 1 {
                continue;
            }
            let (near, place) = (tile.near, (tile.column, tile.row));
            for other in near {
                for back in &mut self.tiles[other as usize].near {
                    if *back as usize == at {
                        *back = 0;
                    }
                }
            }
            self.tiles[at].is_free = true;
            self.places.remove(&place);
            self.free.push(at as u32);
        }
        self.sweep_at = (2 * self.tiles()).max(1024).max(self.tiles.len());
    }

    /// Returns the number of cells that are not dead.
    #[must_use]
    pub fn population(&self) -> u64 {
        match &self.populations {
            Some(populations) => populations.sum(self.now()),
            None => self.places.values().map(|&at| u64::from(self.population_of(at))).sum(),
        }
    }

    /// Returns the number of cells in a tile that are not dead.
    fn population_of(&self, at: u32) -> u32 {
        let mask = self.edges.mask(self.tiles[at as usize].mask);
        if self.planes == 1 && mask.is_none() {
            return self.buffers[self.now()][at as usize].0.iter().map(|row| row.count_ones()).sum();
        }
        let rows = self.rows(at);
        match mask {
            Some(mask) => rows.iter().zip(&mask.0).map(|(row, mask)| (row & mask).count_ones()).sum(),
            None => rows.iter().map(|row| row.count_ones()).sum(),
        }
    }

    /// From now on, recounts only the cells of changed tiles, so that [`Tiles::population`] costs
    /// nothing. Must be called in generation 0.
    pub(crate) fn keep_population(&mut self) {
        assert_eq!(self.generation, 0, "the other buffer is still empty");
        self.populations = Some(Populations::default());
        for at in 1..self.tiles.len() as u32 {
            self.recount(at);
        }
    }

    /// Counts the cells of a tile that has changed.
    fn recount(&mut self, at: u32) {
        let (now, count) = (self.now(), self.population_of(at));
        if let Some(populations) = &mut self.populations {
            populations.set(now, at, count);
        }
    }

    /// Returns the state of a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> State {
        let Some(cell) = self.rule.topology.resolve(cell) else { return 0 };
        let (x, y) = (cell.x - self.origin.x, cell.y - self.origin.y);
        let Some(&at) = self.places.get(&(x >> 6, y >> 6)) else { return 0 };
        let first = at as usize * self.planes;
        let code = self.buffers[self.now()][first..first + self.planes]
            .iter()
            .rev()
            .fold(0, |code, plane| code << 1 | (plane.0[(y & 63) as usize] >> (x & 63) & 1) as u16);
        self.coding.decoded(code)
    }

    /// Returns the current cells.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::new();
        for (&(column, row), &at) in &self.places {
            let rows = self.rows(at);
            let mask = self.edges.mask(self.tiles[at as usize].mask);
            if self.coding.last == 0 && self.origin == Cell::new(0, 0) && mask.is_none() {
                let first = at as usize * self.planes;
                grid.put((row, column), &self.buffers[self.now()][first..first + self.planes]);
                continue;
            }
            for (line, bits) in rows.iter().enumerate() {
                let mut left = bits & mask.map_or(u64::MAX, |mask| mask.0[line]);
                while left != 0 {
                    let x = column * 64 + i64::from(left.trailing_zeros()) + self.origin.x;
                    let cell = Cell::new(x, row * 64 + line as i64 + self.origin.y);
                    grid.set(cell, self.get(cell));
                    left &= left - 1;
                }
            }
        }
        grid.tidy();
        grid
    }

    /// Returns the smallest bounds of all cells that are not dead.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        let mut all: Option<Bounds> = None;
        for (&(column, row), &at) in &self.places {
            let from = Cell::new(column * 64 + self.origin.x, row * 64 + self.origin.y);
            let to = Cell::new(from.x + 63, from.y + 63);
            if all.is_some_and(|all| all.with(Bounds { from, to }) == all)
                || self.populations.as_ref().is_some_and(|populations| populations.of(self.now(), at) == 0)
            {
                continue;
            }
            let mut rows = self.rows(at);
            if let Some(mask) = self.edges.mask(self.tiles[at as usize].mask) {
                rows.iter_mut().zip(&mask.0).for_each(|(row, mask)| *row &= mask);
            }
            let Some(inside) = Bounds::from_rows(&rows) else { continue };
            let inside = inside.moved(from.x, from.y);
            all = Some(all.map_or(inside, |all| all.with(inside)));
        }
        all
    }

    /// Draws the visible part of the pattern.
    pub(crate) fn show(&self, sight: &mut Sight) {
        let is_plain = !sight.is_coloured() || self.coding.planes == 1;
        for (&(column, row), &at) in &self.places {
            let first = Cell::new(column * 64 + self.origin.x, row * 64 + self.origin.y);
            if !sight.sees(first.x, first.y, 6) {
                continue;
            }
            let mut rows = self.rows(at);
            if let Some(mask) = self.edges.mask(self.tiles[at as usize].mask) {
                rows.iter_mut().zip(&mask.0).for_each(|(row, mask)| *row &= mask);
            }
            if is_plain && self.origin == Cell::new(0, 0) {
                sight.rows(first.x, first.y, &rows);
                continue;
            }
            for (line, bits) in rows.iter().enumerate() {
                let mut left = *bits;
                while left != 0 {
                    let cell = Cell::new(first.x + i64::from(left.trailing_zeros()), first.y + line as i64);
                    sight.cell(cell, if is_plain { 1 } else { self.get(cell) });
                    left &= left - 1;
                }
            }
        }
    }

    /// Returns the same cells, renumbered as another generation.
    #[must_use]
    pub(crate) fn counted_from(mut self, generation: u64) -> Self {
        if (self.generation ^ generation) & 1 == 1 {
            self.buffers.swap(0, 1);
        }
        self.generation = generation;
        self
    }
}
