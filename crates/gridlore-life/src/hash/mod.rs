//! HashLife, the engine for patterns that are regular in space or time: equal squares are stored
//! once, and the future of each is computed once.
//!
//! After 2^(n-2) generations, the centre of a square of side 2^n depends on nothing outside the
//! square. It is computed from the futures of nine overlapping squares of half the side: they form
//! four squares, whose futures form the result. Each result is cached and reused wherever and
//! whenever the square recurs. This is how a regular pattern can run for billions of generations.
//!
//! A cached future applies to a fixed number of generations. It stays valid when the step changes,
//! because small squares always advance as far as their size permits.
//!
//! Cost: 24 bytes per square, 32 per plane of a leaf, and 13 to 32 for the slot in the hash table.
//! Random soups are the worst case.
//!
//! # Source
//! William Gosper, *Exploiting regularities in large cellular spaces*, 1984. SIMD for the leaves
//! and 32-bit names instead of pointers follow Adam Goucher's lifelib.
#![expect(
    clippy::cast_possible_truncation,
    reason = "squares have 32-bit names, and coordinates within a leaf are small"
)]

mod base;
mod cells;
mod future;
mod prefetch;
mod store;

use crate::grid::State;
use crate::pattern::Cells;
use crate::rule::{Dynamics, Rule};
use crate::topology::Topology;
use crate::tree::{Macrocell, Node};
use base::{Base, Leaf, is_near};
use future::Batch;
use gridlore_core::Budget;
use store::{Full, Name, Store};

/// The level of a leaf: 16 x 16 cells.
const LEAF_LEVEL: u32 = 4;

/// The number of squares that can be looked up in the time that a rule table takes per leaf, not
/// counting the time for the leaf's cells.
const LEAF_OF_MACHINE: u64 = 12;

/// The number of cells that a rule table computes in the time of one square lookup.
const CELLS_PER_NODE: u64 = 18;

/// The highest level of a square.
const MAX_LEVEL: u32 = 62;

/// A pattern in squares.
#[derive(Debug, Clone)]
pub struct Hash {
    rule: Rule,
    base: Base,
    store: Store,
    root: Name,
    level: u32,
    /// The empty square of each level, from the leaf upwards.
    empty: Vec<Name>,
    /// The memory limit in bytes.
    memory: usize,
    /// Squares in use during a computation.
    held: Vec<Name>,
    /// Unfinished computations, by level.
    batches: Vec<Batch>,
    generation: u64,
    /// The binary logarithm of the range, rounded up.
    reach: u32,
    /// The binary logarithm of the number of generations of the current step.
    step: u32,
    phase: usize,
    /// The number of squares and leaves that may still be computed before a pause.
    left: u64,
    /// The number of budget nodes that the future of a leaf costs.
    leaf_nodes: u64,
}

/// The reason why a computation stopped early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    Full,
    Pause,
    Far,
}

impl From<Full> for Stop {
    fn from(Full: Full) -> Self {
        Self::Full
    }
}

/// The reason why HashLife cannot run a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HashError {
    /// The grid is bounded.
    Edges,
    /// The range of the rule exceeds 8.
    Range(i32),
    /// The pattern, or a single generation of it, exceeds this memory limit in bytes.
    Memory(usize),
    /// The pattern exceeds the limit on size or age.
    Far,
}

impl std::fmt::Display for HashError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Edges => f.write_str("found a bounded grid, expected the infinite plane; the tiles engine can handle it"),
            Self::Range(range) => write!(f, "found a rule of range {range}, expected a range of at most 8; the tiles engine can handle it"),
            Self::Memory(bytes) => write!(f, "found a pattern that needs more than {} MB, expected one that fits into memory", bytes >> 20),
            Self::Far => f.write_str("found a pattern wider than 2^62 cells or older than 2^62 generations, expected a smaller one"),
        }
    }
}

impl std::error::Error for HashError {}

impl Hash {
    /// Creates an engine with a pattern in generation 0, within a memory limit in bytes.
    ///
    /// # Errors
    /// Fails if the engine does not support the rule or the topology, or the pattern exceeds the
    /// memory limit.
    ///
    /// # Panics
    /// Panics if a state does not belong to the rule.
    pub fn new(rule: &Rule, cells: &Cells, memory: usize) -> Result<Self, HashError> {
        if rule.topology != Topology::Plane {
            return Err(HashError::Edges);
        }
        if !is_near(rule) {
            return Err(HashError::Range(rule.range()));
        }
        let base = Base::new(rule);
        let reach = rule.range().unsigned_abs().next_power_of_two().trailing_zeros();
        // The rest is for unfinished computations.
        let store = Store::new(base.planes(), memory - memory / 16);
        let mut hash = Self {
            rule: rule.clone(),
            base,
            store,
            root: 0,
            level: LEAF_LEVEL,
            empty: Vec::new(),
            memory,
            held: Vec::new(),
            batches: vec![Batch::default(); MAX_LEVEL as usize + 1],
            generation: 0,
            reach,
            step: 0,
            phase: 0,
            left: u64::MAX,
            leaf_nodes: if matches!(rule.dynamics, Dynamics::Machine(_)) { LEAF_OF_MACHINE } else { 1 },
        };
        let full = |_: Full| HashError::Memory(memory);
        let tree = match cells {
            Cells::Tree(tree) => tree,
            Cells::Grid(grid) => &Macrocell::from_grid(grid),
        };
        hash.load(tree).map_err(full)?;
        if hash.level > MAX_LEVEL {
            return Err(HashError::Far);
        }
        Ok(hash)
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

    /// Returns the number of bytes used.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.batches.iter().map(Batch::bytes).sum::<usize>()
    }

    /// Returns the number of squares and leaves stored.
    #[must_use]
    pub const fn squares(&self) -> usize {
        self.store.length()
    }

    /// Returns the number of garbage collections so far.
    #[must_use]
    pub const fn collections(&self) -> u64 {
        self.store.collections()
    }

    fn load(&mut self, tree: &Macrocell) -> Result<(), Full> {
        let empty = self.store.intern_leaf(&Leaf::EMPTY)?;
        self.empty = vec![empty];
        self.root = empty;
        // The names of the file's nodes, by number; nodes smaller than a leaf are drawn into a
        // leaf.
        let mut names: Vec<Name> = vec![0; tree.nodes.len() + 1];
        for (at, node) in tree.nodes.iter().enumerate() {
            let level = node.level();
            names[at + 1] = match *node {
                Node::Square(level, quarters) if level > LEAF_LEVEL => {
                    let empty = self.empty_square(level - 1)?;
                    self.store.square(
                        quarters.map(|quarter| if quarter == 0 { empty } else { names[quarter as usize] }),
                    )?
                }
                _ if level == LEAF_LEVEL || at + 1 == tree.nodes.len() => {
                    let mut leaf = Leaf::EMPTY;
                    let side = 1_usize << level;
                    // A pattern smaller than a leaf is centred in it.
                    let from = if level < LEAF_LEVEL { 8 - side / 2 } else { 0 };
                    self.draw(tree, at as u32 + 1, from, from, &mut leaf);
                    self.store.intern_leaf(&leaf)?
                }
                _ => 0,
            };
        }
        if let Some(node) = tree.nodes.last() {
            self.level = node.level().max(LEAF_LEVEL);
            self.root = names[tree.nodes.len()];
        }
        Ok(())
    }

    /// Draws a node of a file into a leaf that is at least as large.
    fn draw(&self, tree: &Macrocell, at: u32, row: usize, column: usize, leaf: &mut Leaf) {
        let mut put = |row: usize, column: usize, state: State| {
            assert!(u16::from(state) < self.rule.states, "state {state} of {}", self.rule.states);
            let code = self.base.coded(state);
            for plane in 0..self.base.planes() {
                leaf.0[plane * 4 + row / 4] |= u64::from(code >> plane & 1) << (row % 4 * 16 + column);
            }
        };
        if at == 0 {
            return;
        }
        match tree.nodes[at as usize - 1] {
            Node::Leaf(bits) => {
                for cell in (0..64).filter(|cell| bits >> cell & 1 == 1) {
                    put(row + cell / 8, column + cell % 8, 1);
                }
            }
            Node::Small(states) => {
                for (quarter, state) in states.into_iter().enumerate().filter(|entry| entry.1 != 0) {
                    put(row + quarter / 2, column + quarter % 2, state);
                }
            }
            Node::Square(level, quarters) => {
                let half = 1_usize << (level - 1);
                for (quarter, at) in quarters.into_iter().enumerate() {
                    self.draw(tree, at, row + quarter / 2 * half, column + quarter % 2 * half, leaf);
                }
            }
        }
    }

    /// Returns the empty square of a level.
    fn empty_square(&mut self, level: u32) -> Result<Name, Full> {
        while self.empty.len() <= (level - LEAF_LEVEL) as usize {
            let below = *self.empty.last().expect("the empty leaf comes first");
            let name = self.store.square([below; 4])?;
            self.empty.push(name);
        }
        Ok(self.empty[(level - LEAF_LEVEL) as usize])
    }

    /// Computes `generations` more generations.
    ///
    /// # Errors
    /// Returns [`HashError::Memory`] if the limit does not permit even a single generation; the
    /// pattern then remains as it was after the last step.
    pub fn run(&mut self, generations: u64) -> Result<(), HashError> {
        let to = self.generation.checked_add(generations).ok_or(HashError::Far)?;
        self.run_to(to, &mut Budget::unlimited())?;
        Ok(())
    }

    /// Computes generations up to `to` and returns whether the budget was sufficient. The future of
    /// a square or leaf costs one node; with a machine, a leaf costs more, depending on the number
    /// of cells computed. If the budget was not sufficient, the results stay cached, so another
    /// call makes progress.
    ///
    /// # Errors
    /// Returns the same errors as [`Hash::run`].
    pub fn run_to(&mut self, to: u64, budget: &mut Budget) -> Result<bool, HashError> {
        // Steps start with the smallest power of two. If the rule has two phases, a step of one
        // generation first leads to an even generation. If a leaf can advance by only one
        // generation, all steps are of one generation.
        let longest = MAX_LEVEL - self.reach - 4;
        while self.generation < to {
            if !self.jump_or_step((to - self.generation).trailing_zeros().min(longest), budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Like [`Hash::jump`], but takes a single generation if the rule does not permit more.
    pub(crate) fn jump_or_step(&mut self, step: u32, budget: &mut Budget) -> Result<bool, HashError> {
        let is_single = self.base.has_phases() && (self.generation % 2 == 1 || self.reach == 3);
        self.jump(if is_single { 0 } else { step }, budget)
    }

    /// Computes 2^`step` generations in one step and returns whether the budget was sufficient.
    ///
    /// # Errors
    /// Returns the same errors as [`Hash::run`].
    pub fn jump(&mut self, step: u32, budget: &mut Budget) -> Result<bool, HashError> {
        if step + self.reach + 3 > MAX_LEVEL
            || self.generation.checked_add(1 << step).is_none_or(|to| to > 1 << MAX_LEVEL)
        {
            return Err(HashError::Far);
        }
        self.left = budget.left();
        let stepped = self.stepped(step);
        // This cannot fail, because no more was used than was left.
        let _ = budget.spend_many(budget.left() - self.left);
        self.held.clear();
        match stepped {
            Ok((root, level)) => {
                (self.root, self.level) = (root, level);
                self.generation += 1 << step;
                Ok(true)
            }
            Err(Stop::Pause) => Ok(false),
            Err(Stop::Far) => Err(HashError::Far),
            Err(Stop::Full) if step == 0 => Err(HashError::Memory(self.memory)),
            Err(Stop::Full) => {
                // The unfinished step is discarded. The next attempt shows whether that frees
                // enough memory; smaller steps need less.
                let _ = self.collect();
                Ok(self.jump(step - 1, budget)? && self.jump(step - 1, budget)?)
            }
        }
    }

    /// Frees squares that are no longer needed; fails if that frees too little memory.
    fn collect(&mut self) -> Result<(), Full> {
        let before = self.store.length();
        let mut roots = self.held.clone();
        roots.extend(&self.empty);
        roots.push(self.root);
        roots.extend(self.held_by_batches());
        self.store.collect(&roots);
        if self.store.length() * 10 > before * 9 { Err(Full) } else { Ok(()) }
    }

    fn stepped(&mut self, step: u32) -> Result<(Name, u32), Stop> {
        self.step = step;
        self.phase = if self.base.has_phases() { (self.generation % 2) as usize } else { 0 };
        let (mut root, mut level) = (self.root, self.level);
        while level < step + self.reach + 3 || !self.is_central(root, level)? {
            if level == MAX_LEVEL {
                return Err(Stop::Far);
            }
            root = self.padded(root, level)?;
            level += 1;
            self.held.push(root);
        }
        Ok((self.future(root, level)?, level - 1))
    }

    /// Returns the same pattern in a square of twice the side.
    fn padded(&mut self, root: Name, level: u32) -> Result<Name, Full> {
        if level == LEAF_LEVEL {
            // Place each quarter of the leaf in the inner corner of a new leaf.
            let mut quarters = [Leaf::EMPTY; 4];
            for (quarter, leaf) in quarters.iter_mut().enumerate() {
                for plane in 0..self.base.planes() {
                    for row in 0..8 {
                        let (from, to) = (quarter / 2 * 8 + row, if quarter < 2 { 8 + row } else { row });
                        let bits = self.store.leaf(root)[plane * 4 + from / 4] >> (from % 4 * 16) & 0xffff;
                        let bits = if quarter % 2 == 0 { bits << 8 & 0xff00 } else { bits >> 8 };
                        leaf.0[plane * 4 + to / 4] |= bits << (to % 4 * 16);
                    }
                }
            }
            let [north_west, north_east, south_west, south_east] = quarters;
            let names = [
                self.store.intern_leaf(&north_west)?,
                self.store.intern_leaf(&north_east)?,
                self.store.intern_leaf(&south_west)?,
                self.store.intern_leaf(&south_east)?,
            ];
            return self.store.square(names);
        }
        let empty = self.empty_square(level - 1)?;
        let [north_west, north_east, south_west, south_east] = self.store.quarters(root);
        let quarters = [
            [empty, empty, empty, north_west],
            [empty, empty, north_east, empty],
            [empty, south_west, empty, empty],
            [south_east, empty, empty, empty],
        ];
        let held = self.held.len();
        for quarters in quarters {
            let name = self.square_or_collect(quarters)?;
            self.held.push(name);
        }
        let quarters = std::array::from_fn(|at| self.held[held + at]);
        self.held.truncate(held);
        self.square_or_collect(quarters)
    }

    /// Returns whether all live cells are in the central square whose side is a quarter of the
    /// root's.
    fn is_central(&mut self, root: Name, level: u32) -> Result<bool, Full> {
        if level < LEAF_LEVEL + 3 {
            return Ok(false);
        }
        let (below, lower) = (self.empty_square(level - 2)?, self.empty_square(level - 3)?);
        for (quarter, name) in self.store.quarters(root).into_iter().enumerate() {
            for (part, name) in self.store.quarters(name).into_iter().enumerate() {
                if part != 3 - quarter {
                    if name != below {
                        return Ok(false);
                    }
                } else if self
                    .store
                    .quarters(name)
                    .into_iter()
                    .enumerate()
                    .any(|(place, name)| place != 3 - quarter && name != lower)
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Returns the square with four quarters, collecting garbage if there is no room.
    #[inline]
    fn square_or_collect(&mut self, quarters: [Name; 4]) -> Result<Name, Full> {
        match self.store.square(quarters) {
            Ok(name) => Ok(name),
            Err(Full) => {
                let held = self.held.len();
                self.held.extend(quarters);
                self.collect()?;
                self.held.truncate(held);
                self.store.square(quarters)
            }
        }
    }
}
