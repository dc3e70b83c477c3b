//! Computes the futures of squares, one level at a time.
//!
//! Finding a square takes two unpredictable memory accesses, each slower than all the arithmetic.
//! Squares whose future is needed are therefore processed in blocks, level by level, and the memory
//! of some is prefetched while others are computed. For each block, the engine finds the nine
//! half-size parts of each square, computes the missing futures of these parts one level below,
//! combines the results into four squares, and computes their futures in the same way. The square
//! made of these four results is the future.
//!
//! # Source
//! Working level by level instead of square by square also makes multithreaded engines possible,
//! such as the one in `gol_engines`; this engine is single-threaded.

use super::prefetch::{GROUP, Stage, in_three_stages};
use super::store::{Full, Name, Store};
use super::{CELLS_PER_NODE, Hash, LEAF_LEVEL, Stop};
use std::convert::Infallible;
use std::ops::Range;

/// The smallest and largest number of squares of a level in a block. Each square takes up to 250
/// bytes per level.
const BLOCK: Range<usize> = 16..256;

/// The number of bytes of the memory limit per square of a block. At this ratio, a level takes
/// about a thousandth of the memory.
const BYTES_EACH: usize = 1 << 18;

/// The state of a computation at one level.
#[derive(Debug, Clone, Default)]
pub(super) struct Batch {
    /// The squares whose future is needed, each once.
    pending: Vec<Name>,
    /// The parts of each square of the block, row by row: at first the present parts, later their
    /// futures.
    parts: Vec<Name>,
    /// The quarters of the squares to find.
    keys: Vec<[Name; 4]>,
    /// The squares found so far, for the first of these keys.
    found: Vec<Name>,
}

impl Batch {
    /// Returns the number of bytes used.
    pub(super) const fn bytes(&self) -> usize {
        (self.pending.capacity() + self.parts.capacity() + self.found.capacity()) * size_of::<Name>()
            + self.keys.capacity() * size_of::<[Name; 4]>()
    }

    /// Returns all squares that must survive a collection.
    fn held(&self) -> impl Iterator<Item = Name> {
        self.pending.iter().chain(&self.parts).chain(self.keys.as_flattened()).chain(&self.found).copied()
    }

    /// Lists the five squares between the quarters of each square: north, west, centre, east,
    /// south.
    fn list_between(&mut self, store: &Store, block: Range<usize>) {
        let names = &self.pending[block];
        let keys = &mut self.keys;
        let Ok(()) = in_three_stages(names.len(), |stage, group| {
            for name in &names[group] {
                match stage {
                    Stage::First => store.prefetch(*name),
                    Stage::Second => store.prefetch_quarters(*name),
                    Stage::Third => {
                        let [a, b, c, d] = store.quarters(*name).map(|name| store.quarters(name));
                        keys.extend([
                            [a[1], b[0], a[3], b[2]],
                            [a[2], a[3], c[0], c[1]],
                            [a[3], b[2], c[1], d[0]],
                            [b[2], b[3], d[0], d[1]],
                            [c[1], d[0], c[3], d[2]],
                        ]);
                    }
                }
            }
            Ok::<(), Infallible>(())
        });
    }

    /// Collects the nine parts of each square: its quarters and the squares found between them.
    fn take_nine(&mut self, store: &Store, block: Range<usize>) {
        for (name, found) in self.pending[block].iter().zip(self.found.as_chunks().0) {
            let [a, b, c, d] = store.quarters(*name);
            let [north, west, centre, east, south] = *found;
            self.parts.extend([a, north, b, west, centre, east, c, south, d]);
        }
        self.keys.clear();
        self.found.clear();
    }

    /// Lists the four overlapping squares that nine parts form.
    fn list_fours(&mut self) {
        for nine in self.parts.as_chunks::<9>().0 {
            self.keys.extend([0, 1, 3, 4].map(|at| [nine[at], nine[at + 1], nine[at + 3], nine[at + 4]]));
        }
    }

    /// Replaces the parts with the squares found.
    fn take_found(&mut self) {
        self.keys.clear();
        self.parts.clear();
        std::mem::swap(&mut self.parts, &mut self.found);
    }

    fn clear(&mut self) {
        self.parts.clear();
        self.keys.clear();
        self.found.clear();
    }
}

impl Hash {
    /// Returns the time step of a level as the store records it. 0 means unknown. Steps of a single
    /// generation have different values in odd and even generations.
    fn when(&self, level: u32) -> u32 {
        let power = self.step.min(level - 2 - self.reach);
        (power + 1) * 2 + u32::from(power == 0 && self.phase == 1)
    }

    /// Returns the centre of a square after the generations of the step, or after as many as its
    /// size permits.
    pub(super) fn future(&mut self, name: Name, level: u32) -> Result<Name, Stop> {
        let when = self.when(level);
        if self.store.request_future(name, when) {
            self.batches[level as usize].pending.push(name);
            self.compute_pending(level).inspect_err(|_| self.cancel_pending())?;
        }
        Ok(self.store.future(name, when).expect("the future was computed"))
    }

    /// Drops all pending squares.
    fn cancel_pending(&mut self) {
        for batch in &mut self.batches {
            for name in batch.pending.drain(..) {
                self.store.cancel_future(name);
            }
            batch.clear();
        }
    }

    /// Returns the squares in use by unfinished computations, and the known futures of their parts.
    pub(super) fn held_by_batches(&self) -> impl Iterator<Item = Name> {
        let parts = self.batches.iter().flat_map(|batch| &batch.parts);
        self.batches.iter().flat_map(Batch::held).chain(parts.map(|name| self.store.last_future(*name)))
    }

    /// Computes the futures of all pending squares of a level.
    fn compute_pending(&mut self, level: u32) -> Result<(), Stop> {
        let at = level as usize;
        let most = (self.memory / BYTES_EACH).clamp(BLOCK.start, BLOCK.end);
        let mut from = 0;
        while from < self.batches[at].pending.len() {
            let block = from..self.batches[at].pending.len().min(from + most);
            from = block.end;
            if level == LEAF_LEVEL + 1 {
                self.compute_leaves(block)?;
            } else {
                self.compute_block(level, block)?;
            }
        }
        self.batches[at].pending.clear();
        Ok(())
    }

    fn compute_block(&mut self, level: u32, block: Range<usize>) -> Result<(), Stop> {
        let at = level as usize;
        self.batches[at].list_between(&self.store, block.clone());
        self.find(at)?;
        self.batches[at].take_nine(&self.store, block.clone());
        self.advance_parts(level)?;
        self.batches[at].list_fours();
        if self.step < level - 2 - self.reach {
            // The step is already complete, so take the centres.
            self.find_middles(level)?;
            self.batches[at].take_found();
        } else {
            self.find(at)?;
            self.batches[at].take_found();
            self.advance_parts(level)?;
        }
        let batch = &mut self.batches[at];
        batch.keys.extend(batch.parts.as_chunks::<4>().0);
        self.find(at)?;
        let when = self.when(level);
        let batch = &mut self.batches[at];
        for (name, future) in batch.pending[block].iter().zip(&batch.found) {
            self.left = self.left.checked_sub(1).ok_or(Stop::Pause)?;
            self.store.set_future(*name, when, *future);
        }
        batch.clear();
        Ok(())
    }

    /// Replaces the parts with their futures.
    fn advance_parts(&mut self, level: u32) -> Result<(), Stop> {
        let (below, when) = (level - 1, self.when(level - 1));
        let (lower, higher) = self.batches.split_at_mut(level as usize);
        let (lower, batch) = (&mut lower[below as usize], &mut higher[0]);
        for (at, name) in batch.parts.iter().enumerate() {
            if let Some(later) = batch.parts.get(at + GROUP) {
                self.store.prefetch(*later);
            }
            if self.store.request_future(*name, when) {
                lower.pending.push(*name);
            }
        }
        if !lower.pending.is_empty() {
            self.compute_pending(below)?;
        }
        let batch = &mut self.batches[level as usize];
        for at in 0..batch.parts.len() {
            if let Some(later) = batch.parts.get(at + GROUP) {
                self.store.prefetch(*later);
            }
            batch.parts[at] = self.store.future(batch.parts[at], when).expect("the future was computed");
        }
        Ok(())
    }

    /// Finds the squares listed at a level, collecting garbage if there is no room.
    fn find(&mut self, at: usize) -> Result<(), Full> {
        loop {
            let batch = &mut self.batches[at];
            match self.store.squares(&batch.keys, &mut batch.found) {
                Ok(()) => return Ok(()),
                Err(Full) => self.collect()?,
            }
        }
    }

    /// Finds the centres of the squares listed at a level.
    fn find_middles(&mut self, level: u32) -> Result<(), Full> {
        let at = level as usize;
        if level == LEAF_LEVEL + 2 {
            for square in 0..self.batches[at].keys.len() {
                let middle = self.leaf_future(self.batches[at].keys[square], 0)?;
                self.batches[at].found.push(middle);
            }
            return Ok(());
        }
        for quarters in &mut self.batches[at].keys {
            let [a, b, c, d] = quarters.map(|name| self.store.quarters(name));
            *quarters = [a[3], b[2], c[1], d[0]];
        }
        self.find(at)
    }

    /// Computes the futures of squares that consist of four leaves.
    fn compute_leaves(&mut self, block: Range<usize>) -> Result<(), Stop> {
        let at = LEAF_LEVEL as usize + 1;
        let when = self.when(LEAF_LEVEL + 1);
        let generations = 1 << self.step.min(LEAF_LEVEL - 1 - self.reach);
        for place in block.clone() {
            if place % GROUP == 0 {
                let names = &self.batches[at].pending[place..block.end.min(place + GROUP)];
                for name in names {
                    self.store.prefetch(*name);
                }
                for name in names {
                    self.store.prefetch_leaves(*name);
                }
            }
            if self.left == 0 {
                return Err(Stop::Pause);
            }
            let name = self.batches[at].pending[place];
            let future = self.leaf_future(self.store.quarters(name), generations)?;
            self.store.set_future(name, when, future);
            let cells = self.base.take_computed() / CELLS_PER_NODE;
            self.left = self.left.saturating_sub(self.leaf_nodes + cells);
        }
        Ok(())
    }

    fn leaf_future(&mut self, quarters: [Name; 4], generations: u32) -> Result<Name, Full> {
        let leaves = quarters.map(|name| self.store.leaf(name));
        let leaf = self.base.middle(leaves, generations, self.phase);
        match self.store.intern_leaf(&leaf) {
            Ok(name) => Ok(name),
            Err(Full) => {
                self.collect()?;
                self.store.intern_leaf(&leaf)
            }
        }
    }
}
