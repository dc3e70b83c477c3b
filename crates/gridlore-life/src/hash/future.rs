//! What comes of squares: of many of one level at once.
//!
//! Finding a square is two looks at memory that nothing has told of before, and each takes longer
//! than all the arithmetic. So what is wanted of a level is worked on in blocks, and while one
//! square is on its way the others are asked for. A block goes on like this: the nine squares of
//! half the side of each are found; those whose future nobody knows are wanted of the level below,
//! and made; four squares are found of what came of them, and what comes of these is made in the
//! same way; the square of it is the future.
//!
//! # Source
//! Working level by level instead of square by square is what makes engines with several threads
//! possible (`gol_engines` has one); here it serves one.

use super::ahead::{GROUP, Stage, in_three_stages};
use super::store::{Full, Name, Store};
use super::{CELLS_PER_NODE, Hash, LEAF_LEVEL, Stop};
use std::convert::Infallible;
use std::ops::Range;

/// How many squares of a level are worked on side by side, at most and at least: of each level it
/// takes up to 250 bytes for each.
const BLOCK: Range<usize> = 16..256;

/// The bytes of memory for which one more is worked on: a level takes a thousandth of the memory,
/// then.
const BYTES_EACH: usize = 1 << 18;

/// What is being made of the squares of a level.
#[derive(Debug, Clone, Default)]
pub(super) struct Batch {
    /// Squares whose future is wanted, each once.
    wanted: Vec<Name>,
    /// Of each square of the block as many parts, row by row; first parts of today, then what came
    /// of them.
    parts: Vec<Name>,
    /// The quarters of squares that are looked for.
    keys: Vec<[Name; 4]>,
    /// The names of the first of them.
    found: Vec<Name>,
}

impl Batch {
    /// Bytes that are taken.
    pub(super) const fn bytes(&self) -> usize {
        (self.wanted.capacity() + self.parts.capacity() + self.found.capacity()) * size_of::<Name>()
            + self.keys.capacity() * size_of::<[Name; 4]>()
    }

    /// All squares that must be kept.
    fn held(&self) -> impl Iterator<Item = Name> {
        self.wanted.iter().chain(&self.parts).chain(self.keys.as_flattened()).chain(&self.found).copied()
    }

    /// Lists the five squares that lie between the quarters of each of these: north, west, centre,
    /// east, south.
    fn list_between(&mut self, store: &Store, block: Range<usize>) {
        let names = &self.wanted[block];
        let keys = &mut self.keys;
        let Ok(()) = in_three_stages(names.len(), |stage, group| {
            for name in &names[group] {
                match stage {
                    Stage::First => store.ask_for(*name),
                    Stage::Second => store.ask_for_quarters(*name),
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

    /// Takes the quarters of each of these and the squares between, which were found, as nine
    /// parts.
    fn take_nine(&mut self, store: &Store, block: Range<usize>) {
        for (name, found) in self.wanted[block].iter().zip(self.found.as_chunks().0) {
            let [a, b, c, d] = store.quarters(*name);
            let [north, west, centre, east, south] = *found;
            self.parts.extend([a, north, b, west, centre, east, c, south, d]);
        }
        self.keys.clear();
        self.found.clear();
    }

    /// Lists the four squares of nine parts each.
    fn list_fours(&mut self) {
        for nine in self.parts.as_chunks::<9>().0 {
            self.keys.extend([0, 1, 3, 4].map(|at| [nine[at], nine[at + 1], nine[at + 3], nine[at + 4]]));
        }
    }

    /// Takes what was found as the parts.
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
    /// The time of a level as the store has it: 0 is unknown, odd single generations are another
    /// thing than even ones.
    fn when(&self, level: u32) -> u32 {
        let power = self.step.min(level - 2 - self.reach);
        (power + 1) * 2 + u32::from(power == 0 && self.phase == 1)
    }

    /// What is in the middle of a square after the generations of the step, or as many as the
    /// square can tell.
    pub(super) fn future(&mut self, name: Name, level: u32) -> Result<Name, Stop> {
        let when = self.when(level);
        if self.store.wants(name, when) {
            self.batches[level as usize].wanted.push(name);
            self.make_wanted(level).inspect_err(|_| self.give_up())?;
        }
        Ok(self.store.future(name, when).expect("it was made"))
    }

    /// Forgets what is wanted.
    fn give_up(&mut self) {
        for batch in &mut self.batches {
            for name in batch.wanted.drain(..) {
                self.store.no_longer_wants(name);
            }
            batch.clear();
        }
    }

    /// What is being made holds these squares, and what is known to come of the parts.
    pub(super) fn held_by_batches(&self) -> impl Iterator<Item = Name> {
        let parts = self.batches.iter().flat_map(|batch| &batch.parts);
        self.batches.iter().flat_map(Batch::held).chain(parts.map(|name| self.store.last_future(*name)))
    }

    /// Makes the futures of all that is wanted of a level.
    fn make_wanted(&mut self, level: u32) -> Result<(), Stop> {
        let at = level as usize;
        let most = (self.memory / BYTES_EACH).clamp(BLOCK.start, BLOCK.end);
        let mut from = 0;
        while from < self.batches[at].wanted.len() {
            let block = from..self.batches[at].wanted.len().min(from + most);
            from = block.end;
            if level == LEAF_LEVEL + 1 {
                self.make_leaves(block)?;
            } else {
                self.make_block(level, block)?;
            }
        }
        self.batches[at].wanted.clear();
        Ok(())
    }

    fn make_block(&mut self, level: u32, block: Range<usize>) -> Result<(), Stop> {
        let at = level as usize;
        self.batches[at].list_between(&self.store, block.clone());
        self.find(at)?;
        self.batches[at].take_nine(&self.store, block.clone());
        self.make_parts(level)?;
        self.batches[at].list_fours();
        if self.step < level - 2 - self.reach {
            // The time is over already: only the middles are taken.
            self.find_middles(level)?;
            self.batches[at].take_found();
        } else {
            self.find(at)?;
            self.batches[at].take_found();
            self.make_parts(level)?;
        }
        let batch = &mut self.batches[at];
        batch.keys.extend(batch.parts.as_chunks::<4>().0);
        self.find(at)?;
        let when = self.when(level);
        let batch = &mut self.batches[at];
        for (name, future) in batch.wanted[block].iter().zip(&batch.found) {
            self.left = self.left.checked_sub(1).ok_or(Stop::Pause)?;
            self.store.set_future(*name, when, *future);
        }
        batch.clear();
        Ok(())
    }

    /// What comes of the parts takes their place.
    fn make_parts(&mut self, level: u32) -> Result<(), Stop> {
        let (below, when) = (level - 1, self.when(level - 1));
        let (lower, higher) = self.batches.split_at_mut(level as usize);
        let (lower, batch) = (&mut lower[below as usize], &mut higher[0]);
        for (at, name) in batch.parts.iter().enumerate() {
            if let Some(later) = batch.parts.get(at + GROUP) {
                self.store.ask_for(*later);
            }
            if self.store.wants(*name, when) {
                lower.wanted.push(*name);
            }
        }
        if !lower.wanted.is_empty() {
            self.make_wanted(below)?;
        }
        let batch = &mut self.batches[level as usize];
        for at in 0..batch.parts.len() {
            if let Some(later) = batch.parts.get(at + GROUP) {
                self.store.ask_for(*later);
            }
            batch.parts[at] = self.store.future(batch.parts[at], when).expect("it was made");
        }
        Ok(())
    }

    /// Finds the squares that are looked for at a level; room is made where there is none.
    fn find(&mut self, at: usize) -> Result<(), Full> {
        loop {
            let batch = &mut self.batches[at];
            match self.store.squares(&batch.keys, &mut batch.found) {
                Ok(()) => return Ok(()),
                Err(Full) => self.collect()?,
            }
        }
    }

    /// Finds the middles of the squares that are looked for at a level, instead of these.
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

    /// What comes of squares of four leaves.
    fn make_leaves(&mut self, block: Range<usize>) -> Result<(), Stop> {
        let at = LEAF_LEVEL as usize + 1;
        let when = self.when(LEAF_LEVEL + 1);
        let generations = 1 << self.step.min(LEAF_LEVEL - 1 - self.reach);
        for place in block.clone() {
            if place % GROUP == 0 {
                let names = &self.batches[at].wanted[place..block.end.min(place + GROUP)];
                for name in names {
                    self.store.ask_for(*name);
                }
                for name in names {
                    self.store.ask_for_leaves(*name);
                }
            }
            if self.left == 0 {
                return Err(Stop::Pause);
            }
            let name = self.batches[at].wanted[place];
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
        match self.store.leaf_of(&leaf) {
            Ok(name) => Ok(name),
            Err(Full) => {
                self.collect()?;
                self.store.leaf_of(&leaf)
            }
        }
    }
}
