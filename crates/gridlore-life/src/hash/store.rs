//! The store of unique squares: the same four quarters always form the same square, regardless of
//! place and time.
//!
//! A square of level 4, 16 x 16 cells, is a leaf and contains its cells. A square of a higher level
//! contains the names of its quarters and of its future, in 24 bytes. Names are found in a hash
//! table with open addressing. A slot of eight bytes holds half a hash and the name, so a lookup
//! accesses the table once and the square once.
//!
//! When the memory limit is reached, a collection frees unreachable squares: their slots in the
//! table are marked as free. Nothing is moved or rehashed.
#![expect(clippy::cast_possible_truncation, reason = "a slot holds half a hash and a name, 32 bits each")]

use super::base::Leaf;
use super::prefetch::{GROUP, Stage, in_three_stages, prefetch};

/// The name of a square. Leaves have the highest bit set; 0 stands for no square.
pub(super) type Name = u32;

/// The bit that marks the name of a leaf.
const LEAF: Name = 1 << 31;

/// The time of a future that is being computed.
const PENDING: u32 = u32::MAX;

/// A square above the leaves.
#[derive(Debug, Clone, Copy)]
struct Square {
    quarters: [Name; 4],
    /// The name of its centre at a later time.
    future: Name,
    /// The difference in time, as encoded by the engine; 0 if unknown.
    when: u32,
}

/// A hash table of names.
#[derive(Debug, Clone)]
struct Places {
    /// Half a hash and a name. A name of 0 means a free slot; its half hash then says whether it
    /// was ever used. A search begins at the slot given by the highest bits of the hash, so a table
    /// of twice the length has the same order.
    slots: Vec<u64>,
    /// The shift that turns a half hash into a slot.
    shift: u32,
    used: usize,
    /// Slots that were used once and are free again.
    tombstones: usize,
}

const FREE: u64 = 0;
/// A free slot that does not end a search.
const TOMBSTONE: u64 = 1 << 32;

impl Places {
    fn new() -> Self {
        Self { slots: vec![FREE; 1 << 12], shift: 32 - 12, used: 0, tombstones: 0 }
    }

    const fn bytes(&self) -> usize {
        self.slots.len() * 8
    }

    /// Returns whether another name would make searches slow.
    const fn is_full(&self) -> bool {
        (self.used + self.tombstones) * 5 >= self.slots.len() * 3
    }

    /// Returns whether a larger table is needed, rather than a table of the same size without
    /// tombstones.
    const fn has_to_grow(&self) -> bool {
        self.used * 5 >= self.slots.len() * 2
    }

    #[inline]
    const fn start(&self, hash: u64) -> usize {
        (hash >> 32 >> self.shift) as usize
    }

    /// Finds the name with this hash for which `is_it` returns `true`.
    #[inline]
    fn find(&self, hash: u64, mut is_it: impl FnMut(Name) -> bool) -> Option<Name> {
        let mut at = self.start(hash);
        loop {
            let slot = self.slots[at];
            if slot >> 32 == hash >> 32 && slot as u32 != 0 && is_it(slot as u32) {
                return Some(slot as u32);
            }
            if slot == FREE {
                return None;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    fn insert(&mut self, hash: u64, name: Name) {
        let mut at = self.start(hash);
        while self.slots[at] as u32 != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.tombstones -= usize::from(self.slots[at] == TOMBSTONE);
        self.used += 1;
        self.slots[at] = hash >> 32 << 32 | u64::from(name);
    }

    /// Rebuilds the table, with twice the slots if too many are used, and otherwise just without
    /// tombstones.
    fn make_room(&mut self) {
        let length = if self.has_to_grow() { self.slots.len() * 2 } else { self.slots.len() };
        self.shift = 32 - length.trailing_zeros();
        let old = std::mem::replace(&mut self.slots, vec![FREE; length]);
        (self.used, self.tombstones) = (0, 0);
        for slot in old.into_iter().filter(|slot| *slot as u32 != 0) {
            self.insert(slot, slot as u32);
        }
    }

    /// Removes all names for which `is_alive` returns `false`.
    fn remove_dead(&mut self, is_alive: impl Fn(Name) -> bool) {
        for slot in &mut self.slots {
            if *slot as u32 != 0 && !is_alive(*slot as u32) {
                *slot = TOMBSTONE;
                self.used -= 1;
                self.tombstones += 1;
            }
        }
    }
}

/// A set of numbers, one bit each.
#[derive(Debug, Clone, Default)]
struct Marks(Vec<u64>);

impl Marks {
    fn with_len(length: usize) -> Self {
        Self(vec![0; length.div_ceil(64)])
    }

    /// Inserts a number, and returns whether it is new.
    fn insert(&mut self, at: usize) -> bool {
        let bit = 1 << (at % 64);
        let is_new = self.0[at / 64] & bit == 0;
        self.0[at / 64] |= bit;
        is_new
    }

    fn has(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Returns the first number, starting from `at`, that is not in the set.
    fn first_missing(&self, at: usize) -> usize {
        let mut at = at;
        while let Some(word) = self.0.get(at / 64) {
            let missing = !word >> (at % 64);
            if missing != 0 {
                return at + missing.trailing_zeros() as usize;
            }
            at = (at / 64 + 1) * 64;
        }
        at
    }
}

/// All squares and leaves.
#[derive(Debug, Clone)]
pub(super) struct Store {
    squares: Vec<Square>,
    /// Four words per plane of a leaf.
    leaves: Vec<u64>,
    leaf_words: usize,
    square_places: Places,
    leaf_places: Places,
    /// Squares and leaves in use at the last collection; those without a mark are free.
    square_marks: Marks,
    leaf_marks: Marks,
    next_square: usize,
    next_leaf: usize,
    /// The memory limit in bytes.
    most: usize,
    collections: u64,
}

/// The error for a store without room for another square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Full;

#[inline]
const fn mixed(first: u64, second: u64) -> u64 {
    let product = (first ^ 0x9e37_79b9_7f4a_7c15) as u128 * (second ^ 0xc2b2_ae3d_27d4_eb4f) as u128;
    let folded = (product >> 64) as u64 ^ product as u64;
    folded ^ folded >> 29
}

#[inline]
fn hash_quarters(quarters: [Name; 4]) -> u64 {
    let [a, b, c, d] = quarters.map(u64::from);
    mixed(a | b << 32, c | d << 32)
}

fn hash_leaf(words: &[u64]) -> u64 {
    words.iter().fold(0x2545_f491_4f6c_dd1d, |hash, word| mixed(hash, *word))
}

impl Store {
    /// Creates an empty store for leaves with `planes` planes, limited to `most` bytes.
    pub(super) fn new(planes: usize, most: usize) -> Self {
        let nothing = Square { quarters: [0; 4], future: 0, when: 0 };
        Self {
            squares: vec![nothing],
            leaves: vec![0; 4 * planes],
            leaf_words: 4 * planes,
            square_places: Places::new(),
            leaf_places: Places::new(),
            square_marks: Marks::default(),
            leaf_marks: Marks::default(),
            next_square: 1,
            next_leaf: 1,
            most,
            collections: 0,
        }
    }

    /// Returns the number of bytes used.
    pub(super) fn bytes(&self) -> usize {
        self.squares.capacity() * size_of::<Square>()
            + self.leaves.capacity() * 8
            + self.square_places.bytes()
            + self.leaf_places.bytes()
            + (self.square_marks.0.capacity() + self.leaf_marks.0.capacity()) * 8
    }

    /// Returns the number of garbage collections so far.
    pub(super) const fn collections(&self) -> u64 {
        self.collections
    }

    /// Returns the number of squares and leaves.
    pub(super) const fn length(&self) -> usize {
        self.square_places.used + self.leaf_places.used
    }

    pub(super) const fn is_leaf(name: Name) -> bool {
        name & LEAF != 0
    }

    /// Returns the cells of a leaf.
    pub(super) fn leaf(&self, name: Name) -> &[u64] {
        let at = (name & !LEAF) as usize * self.leaf_words;
        &self.leaves[at..at + self.leaf_words]
    }

    /// Returns the code of a cell in the planes of a leaf; with dying states it can exceed a byte.
    pub(super) fn cell(&self, name: Name, row: usize, column: usize) -> u16 {
        self.leaf(name)
            .chunks_exact(4)
            .rev()
            .fold(0, |code, plane| code << 1 | (plane[row / 4] >> (row % 4 * 16 + column) & 1) as u16)
    }

    /// Returns the quarters of a square above the leaves.
    #[inline]
    pub(super) fn quarters(&self, name: Name) -> [Name; 4] {
        self.squares[name as usize].quarters
    }

    /// Returns the future of a square, if it is known for this time.
    #[inline]
    pub(super) fn future(&self, name: Name, when: u32) -> Option<Name> {
        let square = &self.squares[name as usize];
        (square.when == when).then_some(square.future)
    }

    /// Returns the last known future of a square, for any time, or 0 if none is known.
    pub(super) fn last_future(&self, name: Name) -> Name {
        if Self::is_leaf(name) { 0 } else { self.squares[name as usize].future }
    }

    /// Marks the future of a square as pending, and returns whether it was neither known for this
    /// time nor already pending.
    #[inline]
    pub(super) fn request_future(&mut self, name: Name, when: u32) -> bool {
        let square = &mut self.squares[name as usize];
        let is_new = square.when != when && square.when != PENDING;
        if is_new {
            (square.future, square.when) = (0, PENDING);
        }
        is_new
    }

    /// Marks the future of a square as no longer pending, if it was.
    pub(super) fn cancel_future(&mut self, name: Name) {
        let square = &mut self.squares[name as usize];
        if square.when == PENDING {
            square.when = 0;
        }
    }

    #[inline]
    pub(super) fn set_future(&mut self, name: Name, when: u32, future: Name) {
        let square = &mut self.squares[name as usize];
        (square.future, square.when) = (future, when);
    }

    /// Returns whether a vector is full and must not grow.
    fn must_collect(&self, length: usize, capacity: usize, size: usize) -> bool {
        // While a vector grows, the old and the new one exist at the same time.
        length == capacity && self.bytes() + capacity.max(1024) * 2 * size > self.most
    }

    /// Prefetches a square.
    #[inline]
    pub(super) fn prefetch(&self, name: Name) {
        prefetch(self.squares.get(name as usize));
    }

    /// Prefetches the quarters of a square above the leaves.
    #[inline]
    pub(super) fn prefetch_quarters(&self, name: Name) {
        for quarter in self.squares[name as usize].quarters {
            self.prefetch(quarter);
        }
    }

    /// Prefetches the leaves of a square.
    #[inline]
    pub(super) fn prefetch_leaves(&self, name: Name) {
        for quarter in self.squares[name as usize].quarters {
            prefetch(self.leaves.get((quarter & !LEAF) as usize * self.leaf_words));
        }
    }

    /// Finds or inserts the squares with these quarters, skipping as many as `found` already holds.
    /// Several are looked up in parallel.
    pub(super) fn squares(&mut self, all: &[[Name; 4]], found: &mut Vec<Name>) -> Result<(), Full> {
        let from = found.len();
        let all = &all[from..];
        // The state of the groups in progress. The last stage is two groups behind the first, so
        // there is room for four groups.
        let mut work = [(0, 0); 4 * GROUP];
        in_three_stages(all.len(), |stage, group| {
            for at in group {
                let (hash, likely) = &mut work[at % (4 * GROUP)];
                match stage {
                    Stage::First => {
                        *hash = hash_quarters(all[at]);
                        prefetch(self.square_places.slots.get(self.square_places.start(*hash)));
                    }
                    Stage::Second => {
                        *likely = self.square_places.find(*hash, |_| true).unwrap_or(0);
                        self.prefetch(*likely);
                    }
                    // If no candidate was found, the square may have been inserted since. A
                    // candidate may also share only half of the hash.
                    Stage::Third if *likely == 0 || self.quarters(*likely) != all[at] => {
                        found.push(self.find_or_insert(*hash, all[at])?);
                    }
                    Stage::Third => found.push(*likely),
                }
            }
            Ok(())
        })
    }

    /// Finds or inserts the square of four quarters.
    #[inline]
    pub(super) fn square(&mut self, quarters: [Name; 4]) -> Result<Name, Full> {
        self.find_or_insert(hash_quarters(quarters), quarters)
    }

    #[inline]
    fn find_or_insert(&mut self, hash: u64, quarters: [Name; 4]) -> Result<Name, Full> {
        let squares = &self.squares;
        match self.square_places.find(hash, |name| squares[name as usize].quarters == quarters) {
            Some(name) => Ok(name),
            None => self.new_square(hash, quarters),
        }
    }

    #[cold]
    fn grown_square_places(&mut self) -> Result<(), Full> {
        if self.square_places.has_to_grow() && self.bytes() + self.square_places.bytes() * 2 > self.most {
            return Err(Full);
        }
        self.square_places.make_room();
        Ok(())
    }

    fn new_square(&mut self, hash: u64, quarters: [Name; 4]) -> Result<Name, Full> {
        if self.square_places.is_full() {
            self.grown_square_places()?;
        }
        let at = self.square_marks.first_missing(self.next_square);
        let square = Square { quarters, future: 0, when: 0 };
        if at < self.squares.len() {
            self.squares[at] = square;
        } else {
            if self.must_collect(self.squares.len(), self.squares.capacity(), size_of::<Square>())
                || at >= LEAF as usize
            {
                return Err(Full);
            }
            self.squares.push(square);
        }
        self.next_square = at + 1;
        let name = Name::try_from(at).map_err(|_| Full)?;
        self.square_places.insert(hash, name);
        Ok(name)
    }

    /// Finds or inserts the leaf with these cells.
    pub(super) fn intern_leaf(&mut self, cells: &Leaf) -> Result<Name, Full> {
        let words = &cells.0[..self.leaf_words];
        let hash = hash_leaf(words);
        let (leaves, length) = (&self.leaves, self.leaf_words);
        let found = self.leaf_places.find(hash, |name| {
            let at = (name & !LEAF) as usize * length;
            leaves[at..at + length] == *words
        });
        if let Some(name) = found {
            return Ok(name);
        }
        if self.leaf_places.is_full() {
            if self.leaf_places.has_to_grow() && self.bytes() + self.leaf_places.bytes() * 2 > self.most {
                return Err(Full);
            }
            self.leaf_places.make_room();
        }
        let at = self.leaf_marks.first_missing(self.next_leaf);
        if at * length < self.leaves.len() {
            self.leaves[at * length..(at + 1) * length].copy_from_slice(words);
        } else {
            let is_at_capacity = self.leaves.len() + length > self.leaves.capacity();
            let capacity = if is_at_capacity { self.leaves.len() } else { self.leaves.capacity() };
            if self.must_collect(self.leaves.len(), capacity, 8) || at >= LEAF as usize {
                return Err(Full);
            }
            self.leaves.extend_from_slice(words);
        }
        self.next_leaf = at + 1;
        let name = Name::try_from(at).map_err(|_| Full)? | LEAF;
        self.leaf_places.insert(hash, name);
        Ok(name)
    }

    /// Frees the squares that cannot be reached from the roots. A first attempt keeps known
    /// futures; if that keeps more than half of the squares, futures that nothing else needs are
    /// dropped.
    pub(super) fn collect(&mut self, roots: &[Name]) {
        self.collections += 1;
        let before = self.square_places.used + self.leaf_places.used;
        for keeps_futures in [true, false] {
            self.square_marks = Marks::with_len(self.squares.len());
            self.leaf_marks = Marks::with_len(self.leaves.len() / self.leaf_words);
            self.square_marks.insert(0);
            self.leaf_marks.insert(0);
            let kept = self.mark(roots, keeps_futures);
            if kept * 2 <= before {
                break;
            }
        }
        let (squares, leaves) = (&self.square_marks, &self.leaf_marks);
        let is_alive = |name: Name| {
            if Self::is_leaf(name) { leaves.has((name & !LEAF) as usize) } else { squares.has(name as usize) }
        };
        for (at, square) in self.squares.iter_mut().enumerate() {
            if squares.has(at) && !is_alive(square.future) {
                (square.future, square.when) = (0, 0);
            }
        }
        self.square_places.remove_dead(is_alive);
        self.leaf_places.remove_dead(is_alive);
        (self.next_square, self.next_leaf) = (1, 1);
    }

    /// Marks all reachable squares and leaves, and returns their number.
    fn mark(&mut self, roots: &[Name], with_futures: bool) -> usize {
        let mut left: Vec<Name> = roots.to_vec();
        let mut count = 0;
        while let Some(name) = left.pop() {
            if Self::is_leaf(name) {
                count += usize::from(self.leaf_marks.insert((name & !LEAF) as usize));
            } else if name != 0 && self.square_marks.insert(name as usize) {
                count += 1;
                let square = &self.squares[name as usize];
                left.extend(square.quarters);
                if with_futures && square.when != 0 {
                    left.push(square.future);
                }
            }
        }
        count
    }
}
