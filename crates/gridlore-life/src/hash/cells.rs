//! Counts, lists, edits and draws the cells of a pattern in squares, and converts them to a tree.
//!
//! Each query visits a shared square once, however often it occurs, because the number of its
//! occurrences can be astronomical.

use super::base::Leaf;
use super::store::{Full, Name, Store};
use super::{Hash, HashError, LEAF_LEVEL, MAX_LEVEL};
use crate::grid::{Bounds, Cell, Grid, State};
use crate::tree::{Macrocell, Node, TooMany};
use crate::window::Sight;
use std::collections::HashMap;

impl Hash {
    /// Returns the number of cells that are not dead.
    #[must_use]
    pub fn population(&self) -> u128 {
        let mut known: Known<u128> = HashMap::default();
        self.square_population(self.root, &mut known)
    }

    fn square_population(&self, name: Name, known: &mut Known<u128>) -> u128 {
        if Store::is_leaf(name) {
            let planes = self.store.leaf(name).chunks_exact(4);
            let any =
                planes.fold([0; 4], |any: [u64; 4], plane| std::array::from_fn(|at| any[at] | plane[at]));
            return any.iter().map(|word| u128::from(word.count_ones())).sum();
        }
        if let Some(population) = known.get(&name) {
            return *population;
        }
        let population =
            self.store.quarters(name).into_iter().map(|name| self.square_population(name, known)).sum();
        known.insert(name, population);
        population
    }

    /// Converts the pattern to a tree.
    #[must_use]
    pub fn tree(&self) -> Macrocell {
        let mut tree = Macrocell::default();
        let mut known = HashMap::new();
        let mut small = HashMap::new();
        self.write(self.root, self.level, &mut tree, &mut known, &mut small);
        tree
    }

    /// Writes a square to a tree and returns its number, or 0 if it is empty.
    fn write(
        &self,
        name: Name,
        level: u32,
        tree: &mut Macrocell,
        known: &mut HashMap<Name, u32>,
        small: &mut HashMap<Node, u32>,
    ) -> u32 {
        if self.empty.get((level - LEAF_LEVEL) as usize) == Some(&name) {
            return 0;
        }
        if let Some(number) = known.get(&name) {
            return *number;
        }
        let number = if Store::is_leaf(name) {
            self.write_leaf(name, 0, 0, LEAF_LEVEL, tree, small)
        } else {
            let quarters =
                self.store.quarters(name).map(|name| self.write(name, level - 1, tree, known, small));
            if quarters == [0; 4] {
                0
            } else {
                tree.nodes.push(Node::Square(level, quarters));
                tree.nodes.len() as u32
            }
        };
        known.insert(name, number);
        number
    }

    /// Writes a part of a leaf to a tree and returns its number.
    fn write_leaf(
        &self,
        name: Name,
        row: usize,
        column: usize,
        level: u32,
        tree: &mut Macrocell,
        small: &mut HashMap<Node, u32>,
    ) -> u32 {
        let state = |row, column| self.base.decoded(self.store.cell(name, row, column));
        let node = if level == 3 && self.base.planes() == 1 {
            let bits = (0..64).fold(0, |bits, at| {
                bits | u64::from(self.store.cell(name, row + at / 8, column + at % 8)) << at
            });
            Some(Node::Leaf(bits)).filter(|_| bits != 0)
        } else if level == 1 {
            let states = [
                state(row, column),
                state(row, column + 1),
                state(row + 1, column),
                state(row + 1, column + 1),
            ];
            Some(Node::Small(states)).filter(|_| states != [0; 4])
        } else {
            let half = 1 << (level - 1);
            let quarters: [u32; 4] = std::array::from_fn(|quarter| {
                self.write_leaf(
                    name,
                    row + quarter / 2 * half,
                    column + quarter % 2 * half,
                    level - 1,
                    tree,
                    small,
                )
            });
            Some(Node::Square(level, quarters)).filter(|_| quarters != [0; 4])
        };
        let Some(node) = node else { return 0 };
        *small.entry(node).or_insert_with(|| {
            tree.nodes.push(node);
            tree.nodes.len() as u32
        })
    }

    /// Lists all live cells.
    ///
    /// # Errors
    /// Returns [`TooMany`] if there are more than `most`.
    pub fn grid(&self, most: u64) -> Result<Grid, TooMany> {
        self.tree().grid(most)
    }

    /// Returns the state of a cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> State {
        let half = 1_i64 << (self.level - 1);
        let (mut x, mut y) = (cell.x.wrapping_add(half), cell.y.wrapping_add(half));
        if !(0..2 * half).contains(&x) || !(0..2 * half).contains(&y) {
            return 0;
        }
        let (mut name, mut level) = (self.root, self.level);
        while level > LEAF_LEVEL {
            let half = 1_i64 << (level - 1);
            let quarter = usize::from(y >= half) * 2 + usize::from(x >= half);
            (x, y) = (x & (half - 1), y & (half - 1));
            name = self.store.quarters(name)[quarter];
            level -= 1;
        }
        self.base.decoded(self.store.cell(name, y as usize, x as usize))
    }

    /// Sets the state of a cell.
    ///
    /// # Errors
    /// Fails if the memory limit is reached, or the cell is too far away.
    ///
    /// # Panics
    /// Panics if the state does not belong to the rule.
    pub fn set(&mut self, cell: Cell, state: State) -> Result<(), HashError> {
        assert!(u16::from(state) < self.rule.states, "state {state} of {}", self.rule.states);
        let memory = HashError::Memory(self.memory);
        while !self.has(cell) {
            if self.level == MAX_LEVEL {
                return Err(HashError::Far);
            }
            self.root = self.padded(self.root, self.level).map_err(|Full| memory)?;
            self.level += 1;
        }
        // The quarters on the path down to the cell.
        let half = 1_i64 << (self.level - 1);
        let (x, y) = (cell.x + half, cell.y + half);
        let quarter = |level: u32| ((y >> (level - 1) & 1) * 2 + (x >> (level - 1) & 1)) as usize;
        let mut path = Vec::new();
        let (mut name, mut level) = (self.root, self.level);
        while level > LEAF_LEVEL {
            path.push(self.store.quarters(name));
            name = self.store.quarters(name)[quarter(level)];
            level -= 1;
        }
        let mut leaf = Leaf::EMPTY;
        leaf.0[..self.store.leaf(name).len()].copy_from_slice(self.store.leaf(name));
        let code = self.base.coded(state);
        let (row, column) = ((y & 15) as usize, (x & 15) as usize);
        for plane in 0..self.base.planes() {
            let word = &mut leaf.0[plane * 4 + row / 4];
            let at = row % 4 * 16 + column;
            *word = *word & !(1 << at) | u64::from(code >> plane & 1) << at;
        }
        let made = self.store.intern_leaf(&leaf).or_else(|Full| {
            self.collect()?;
            self.store.intern_leaf(&leaf)
        });
        let mut name = made.map_err(|Full| memory)?;
        while let Some(mut quarters) = path.pop() {
            level += 1;
            quarters[quarter(level)] = name;
            name = self.square_or_collect(quarters).map_err(|Full| memory)?;
        }
        self.root = name;
        Ok(())
    }

    /// Returns the smallest bounds of all cells that are not dead.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        let from = -(1_i64 << (self.level - 1));
        Some(self.square_bounds(self.root, self.level, &mut HashMap::default())?.moved(from, from))
    }

    /// Returns the bounds of the live cells in a square, relative to its north-western cell. Each
    /// distinct square is visited once.
    fn square_bounds(&self, name: Name, level: u32, known: &mut Known<Bounds>) -> Option<Bounds> {
        if self.empty.get((level - LEAF_LEVEL) as usize) == Some(&name) {
            return None;
        }
        if Store::is_leaf(name) {
            return Bounds::from_rows(&self.leaf_rows(name));
        }
        if let Some(bounds) = known.get(&name) {
            return Some(*bounds);
        }
        let half = 1_i64 << (level - 1);
        let quarters = self.store.quarters(name).into_iter().enumerate();
        let bounds = quarters.filter_map(|(quarter, name)| {
            let inside = self.square_bounds(name, level - 1, known)?;
            Some(inside.moved(quarter as i64 % 2 * half, quarter as i64 / 2 * half))
        });
        let bounds = bounds.reduce(Bounds::with)?;
        known.insert(name, bounds);
        Some(bounds)
    }

    /// Returns the rows of a leaf, with the cells that are not dead as bits.
    fn leaf_rows(&self, name: Name) -> [u64; 16] {
        let leaf = self.store.leaf(name);
        std::array::from_fn(|row| {
            let words = leaf.chunks_exact(4).map(|plane| plane[row / 4] >> (row % 4 * 16) & 0xffff);
            words.fold(0, |all, word| all | word)
        })
    }

    /// Returns whether the root covers a cell.
    const fn has(&self, cell: Cell) -> bool {
        let half = 1_i64 << (self.level - 1);
        -half <= cell.x && cell.x < half && -half <= cell.y && cell.y < half
    }

    /// Returns the same cells, renumbered as another generation.
    #[must_use]
    pub(crate) const fn counted_from(mut self, generation: u64) -> Self {
        self.generation = generation;
        self
    }

    /// Draws the visible part of the pattern.
    pub(crate) fn show(&self, sight: &mut Sight) {
        let mut lowest = HashMap::default();
        let half = 1_i64 << (self.level - 1);
        if Store::is_leaf(self.root) {
            self.show_cells(self.root, Cell::new(-half, -half), sight);
            return;
        }
        // The root is centred on cell (0, 0), so its quarters and all squares below are aligned to
        // their size.
        for (quarter, name) in self.store.quarters(self.root).into_iter().enumerate() {
            let first = Cell::new((quarter as i64 % 2 - 1) * half, (quarter as i64 / 2 - 1) * half);
            self.show_square(name, self.level - 1, first, sight, &mut lowest);
        }
    }

    /// Draws a leaf cell by cell.
    fn show_cells(&self, name: Name, first: Cell, sight: &mut Sight) {
        for at in 0..256 {
            let state = self.base.decoded(self.store.cell(name, at / 16, at % 16));
            if state > 0 {
                sight.cell(Cell::new(first.x + at as i64 % 16, first.y + at as i64 / 16), state);
            }
        }
    }

    fn show_square(&self, name: Name, level: u32, first: Cell, sight: &mut Sight, lowest: &mut Known<State>) {
        if self.empty.get((level - LEAF_LEVEL) as usize) == Some(&name)
            || !sight.sees(first.x, first.y, level)
        {
            return;
        }
        let is_plain = !sight.is_coloured() || self.base.planes() == 1;
        if level <= sight.grain() {
            let state = if is_plain { 1 } else { self.lowest(name, lowest) };
            if state > 0 {
                sight.cell(first, state);
            }
        } else if !Store::is_leaf(name) {
            let half = 1_i64 << (level - 1);
            for (quarter, name) in self.store.quarters(name).into_iter().enumerate() {
                let (x, y) = (first.x + quarter as i64 % 2 * half, first.y + quarter as i64 / 2 * half);
                self.show_square(name, level - 1, Cell::new(x, y), sight, lowest);
            }
        } else if is_plain {
            let rows = self.leaf_rows(name);
            sight.rows(first.x, first.y, &rows);
        } else {
            self.show_cells(name, first, sight);
        }
    }

    /// Returns the lowest non-zero state within a square, or 0 if all cells are dead.
    fn lowest(&self, name: Name, known: &mut Known<State>) -> State {
        if let Some(state) = known.get(&name) {
            return *state;
        }
        let lower =
            |one: State, other: State| if one == 0 || (other > 0 && other < one) { other } else { one };
        let state = if Store::is_leaf(name) {
            let state = |at: usize| self.base.decoded(self.store.cell(name, at / 16, at % 16));
            (0..256).map(state).fold(0, lower)
        } else {
            let mut state = 0;
            for quarter in self.store.quarters(name) {
                state = lower(state, self.lowest(quarter, known));
                if state == 1 {
                    break;
                }
            }
            state
        };
        known.insert(name, state);
        state
    }
}

/// Results by square.
type Known<T> = HashMap<Name, T, foldhash::fast::FixedState>;
