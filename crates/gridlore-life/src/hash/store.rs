//! Squares that stand once: the same four quarters are always the same square, whatever the place
//! and the time.
//!
//! A square of level 4, 16 x 16 cells, is a leaf with its cells; a higher one names its quarters,
//! 24 bytes with what comes of it. Names are found by a table of open addressing, eight bytes a
//! place: half a hash and the name, so that one look at the table and one at the square are all
//! that finding takes.
//!
//! When all the memory that is allowed is taken, what nobody can reach is given back: its places in
//! the table are marked as free, nothing is moved and no hash is made again.
#![expect(clippy::cast_possible_truncation, reason = "a place holds half a hash and a name, 32 bits each")]

use super::ahead::{GROUP, Stage, ask_for, in_three_stages};
use super::base::Leaf;

/// The name of a square. Leaves have the highest bit set; 0 is no square.
pub(super) type Name = u32;

/// The bit of a leaf's name.
const LEAF: Name = 1 << 31;

/// The time of a future that is being made.
const WANTED: u32 = u32::MAX;

/// A square above the leaves.
#[derive(Debug, Clone, Copy)]
struct Square {
    quarters: [Name; 4],
    /// What is in its middle later.
    future: Name,
    /// How much later: a number that the engine gives; 0 where it is not known.
    when: u32,
}

/// Places for names, by hash.
#[derive(Debug, Clone)]
struct Places {
    /// Half a hash and a name; a name of 0 is a free place, and then the half hash tells whether it
    /// was ever taken. A search begins where the highest bits of the hash say, so a table of twice
    /// the length has the same order.
    slots: Vec<u64>,
    /// How far a half hash is shifted to be a place.
    shift: u32,
    taken: usize,
    /// Places that were taken once and are free again.
    left: usize,
}

const FREE: u64 = 0;
/// A free place that does not end a search.
const LEFT: u64 = 1 << 32;

impl Places {
    fn new() -> Self {
        Self { slots: vec![FREE; 1 << 12], shift: 32 - 12, taken: 0, left: 0 }
    }

    const fn bytes(&self) -> usize {
        self.slots.len() * 8
    }

    /// Whether one more makes it too full for quick searches.
    const fn is_full(&self) -> bool {
        (self.taken + self.left) * 5 >= self.slots.len() * 3
    }

    /// Whether room is only made by more places.
    const fn has_to_grow(&self) -> bool {
        self.taken * 5 >= self.slots.len() * 2
    }

    #[inline]
    const fn start(&self, hash: u64) -> usize {
        (hash >> 32 >> self.shift) as usize
    }

    /// The name that is there and for which `is_it` holds.
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
        self.left -= usize::from(self.slots[at] == LEFT);
        self.taken += 1;
        self.slots[at] = hash >> 32 << 32 | u64::from(name);
    }

    /// Makes room: twice as many places where too many are taken, as many where they were only
    /// left.
    fn make_room(&mut self) {
        let length = if self.has_to_grow() { self.slots.len() * 2 } else { self.slots.len() };
        self.shift = 32 - length.trailing_zeros();
        let old = std::mem::replace(&mut self.slots, vec![FREE; length]);
        (self.taken, self.left) = (0, 0);
        for slot in old.into_iter().filter(|slot| *slot as u32 != 0) {
            self.insert(slot, slot as u32);
        }
    }

    /// Leaves the places of all names for which `is_alive` does not hold.
    fn leave(&mut self, is_alive: impl Fn(Name) -> bool) {
        for slot in &mut self.slots {
            if *slot as u32 != 0 && !is_alive(*slot as u32) {
                *slot = LEFT;
                self.taken -= 1;
                self.left += 1;
            }
        }
    }
}

/// A set of numbers, a bit each.
#[derive(Debug, Clone, Default)]
struct Marks(Vec<u64>);

impl Marks {
    fn of(length: usize) -> Self {
        Self(vec![0; length.div_ceil(64)])
    }

    /// Whether it was not there before.
    fn insert(&mut self, at: usize) -> bool {
        let bit = 1 << (at % 64);
        let is_new = self.0[at / 64] & bit == 0;
        self.0[at / 64] |= bit;
        is_new
    }

    fn has(&self, at: usize) -> bool {
        self.0.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// The first number from `at` on that is not there.
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

/// All squares.
#[derive(Debug, Clone)]
pub(super) struct Store {
    squares: Vec<Square>,
    /// Four words for each plane of a leaf.
    leaves: Vec<u64>,
    leaf_words: usize,
    square_places: Places,
    leaf_places: Places,
    /// Squares and leaves in use, after a collection; those without a mark are free.
    square_marks: Marks,
    leaf_marks: Marks,
    next_square: usize,
    next_leaf: usize,
    /// Bytes that may be taken.
    most: usize,
    collections: u64,
}

/// There is no room for another square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Full;

#[inline]
const fn mixed(first: u64, second: u64) -> u64 {
    let product = (first ^ 0x9e37_79b9_7f4a_7c15) as u128 * (second ^ 0xc2b2_ae3d_27d4_eb4f) as u128;
    let folded = (product >> 64) as u64 ^ product as u64;
    folded ^ folded >> 29
}

#[inline]
fn hash_of(quarters: [Name; 4]) -> u64 {
    let [a, b, c, d] = quarters.map(u64::from);
    mixed(a | b << 32, c | d << 32)
}

fn hash_of_leaf(words: &[u64]) -> u64 {
    words.iter().fold(0x2545_f491_4f6c_dd1d, |hash, word| mixed(hash, *word))
}

impl Store {
    /// No squares yet; leaves of so many planes, and at most so many bytes.
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

    /// Bytes that are taken.
    pub(super) fn bytes(&self) -> usize {
        self.squares.capacity() * size_of::<Square>()
            + self.leaves.capacity() * 8
            + self.square_places.bytes()
            + self.leaf_places.bytes()
            + (self.square_marks.0.capacity() + self.leaf_marks.0.capacity()) * 8
    }

    /// How often what nobody can reach was given back.
    pub(super) const fn collections(&self) -> u64 {
        self.collections
    }

    /// How many squares and leaves there are.
    pub(super) const fn length(&self) -> usize {
        self.square_places.taken + self.leaf_places.taken
    }

    pub(super) const fn is_leaf(name: Name) -> bool {
        name & LEAF != 0
    }

    /// The cells of a leaf.
    pub(super) fn leaf(&self, name: Name) -> &[u64] {
        let at = (name & !LEAF) as usize * self.leaf_words;
        &self.leaves[at..at + self.leaf_words]
    }

    /// What the planes of a leaf say of a cell: of cells that die slowly more than a byte.
    pub(super) fn cell(&self, name: Name, row: usize, column: usize) -> u16 {
        self.leaf(name)
            .chunks_exact(4)
            .rev()
            .fold(0, |code, plane| code << 1 | (plane[row / 4] >> (row % 4 * 16 + column) & 1) as u16)
    }

    /// The quarters of a square above the leaves.
    #[inline]
    pub(super) fn quarters(&self, name: Name) -> [Name; 4] {
        self.squares[name as usize].quarters
    }

    /// What comes of a square, if it is known for that time.
    #[inline]
    pub(super) fn future(&self, name: Name, when: u32) -> Option<Name> {
        let square = &self.squares[name as usize];
        (square.when == when).then_some(square.future)
    }

    /// What was last known to come of a square, for whatever time; 0 where nothing was.
    pub(super) fn last_future(&self, name: Name) -> Name {
        if Self::is_leaf(name) { 0 } else { self.squares[name as usize].future }
    }

    /// Whether the future of a square for that time is not known and was not wanted yet; now it is.
    #[inline]
    pub(super) fn wants(&mut self, name: Name, when: u32) -> bool {
        let square = &mut self.squares[name as usize];
        let is_new = square.when != when && square.when != WANTED;
        if is_new {
            (square.future, square.when) = (0, WANTED);
        }
        is_new
    }

    /// The future of a square is no longer wanted, if it was.
    pub(super) fn no_longer_wants(&mut self, name: Name) {
        let square = &mut self.squares[name as usize];
        if square.when == WANTED {
            square.when = 0;
        }
    }

    #[inline]
    pub(super) fn set_future(&mut self, name: Name, when: u32, future: Name) {
        let square = &mut self.squares[name as usize];
        (square.future, square.when) = (future, when);
    }

    /// Whether a vector of so many that holds so many has to grow for one more, and may not.
    fn must_collect(&self, length: usize, capacity: usize, size: usize) -> bool {
        // Growing keeps the old one until the new one is made.
        length == capacity && self.bytes() + capacity.max(1024) * 2 * size > self.most
    }

    /// Asks for the memory of a square.
    #[inline]
    pub(super) fn ask_for(&self, name: Name) {
        ask_for(self.squares.get(name as usize));
    }

    /// Asks for the memory of the quarters of a square that are no leaves.
    #[inline]
    pub(super) fn ask_for_quarters(&self, name: Name) {
        for quarter in self.squares[name as usize].quarters {
            self.ask_for(quarter);
        }
    }

    /// Asks for the memory of the quarters of a square that are leaves.
    #[inline]
    pub(super) fn ask_for_leaves(&self, name: Name) {
        for quarter in self.squares[name as usize].quarters {
            ask_for(self.leaves.get((quarter & !LEAF) as usize * self.leaf_words));
        }
    }

    /// The squares of all these times four quarters, from the first that is not found on, looked
    /// for side by side.
    pub(super) fn squares(&mut self, all: &[[Name; 4]], found: &mut Vec<Name>) -> Result<(), Full> {
        let from = found.len();
        let all = &all[from..];
        // Of the groups that are at work; as a stage is two groups behind the first at most, four
        // have room.
        let mut work = [(0, 0); 4 * GROUP];
        in_three_stages(all.len(), |stage, group| {
            for at in group {
                let (hash, likely) = &mut work[at % (4 * GROUP)];
                match stage {
                    Stage::First => {
                        *hash = hash_of(all[at]);
                        ask_for(self.square_places.slots.get(self.square_places.start(*hash)));
                    }
                    Stage::Second => {
                        *likely = self.square_places.find(*hash, |_| true).unwrap_or(0);
                        self.ask_for(*likely);
                    }
                    // Where none was likely, there may be one by now; and another may have the same
                    // half of a hash.
                    Stage::Third if *likely == 0 || self.quarters(*likely) != all[at] => {
                        found.push(self.square_of(*hash, all[at])?);
                    }
                    Stage::Third => found.push(*likely),
                }
            }
            Ok(())
        })
    }

    /// The square of four quarters.
    #[inline]
    pub(super) fn square(&mut self, quarters: [Name; 4]) -> Result<Name, Full> {
        self.square_of(hash_of(quarters), quarters)
    }

    #[inline]
    fn square_of(&mut self, hash: u64, quarters: [Name; 4]) -> Result<Name, Full> {
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

    /// The leaf of some cells.
    pub(super) fn leaf_of(&mut self, cells: &Leaf) -> Result<Name, Full> {
        let words = &cells.0[..self.leaf_words];
        let hash = hash_of_leaf(words);
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

    /// Gives back what can't be reached from these squares. First what is known of their futures is
    /// kept; where that leaves more than half of what there was, the futures that nobody needs
    /// otherwise are forgotten.
    pub(super) fn collect(&mut self, roots: &[Name]) {
        self.collections += 1;
        let before = self.square_places.taken + self.leaf_places.taken;
        for keeps_futures in [true, false] {
            self.square_marks = Marks::of(self.squares.len());
            self.leaf_marks = Marks::of(self.leaves.len() / self.leaf_words);
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
        self.square_places.leave(is_alive);
        self.leaf_places.leave(is_alive);
        (self.next_square, self.next_leaf) = (1, 1);
    }

    /// Marks what can be reached; how many that are.
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
