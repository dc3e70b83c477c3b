//! The engine for patterns that repeat themselves, in space or in time: a square that stands once,
//! and once what comes of it.
//!
//! What is in the middle of a square of side 2^n after 2^(n-2) generations depends on nothing
//! outside. It is made of what comes of nine squares of half the side, put together to four, and of
//! what comes of those; each is made once and then known, wherever and whenever it comes again. A
//! pattern with much of the same makes its generations so by the billion.
//!
//! What comes of a square is known for a time, and stays valid when other steps are asked for:
//! small squares are always asked for all the time that they can tell.
//!
//! Cost: 24 bytes a square, 32 a leaf's plane, and 13 to 32 for its place in the table; a soup is
//! the worst there is.
//!
//! # Source
//! William Gosper, *Exploiting regularities in large cellular spaces*, 1984. Leaves that are
//! stepped by SIMD are Adam Goucher's (lifelib), small names instead of addresses as well.
#![expect(
    clippy::cast_possible_truncation,
    reason = "squares have names of 32 bits, and coordinates within a leaf are small"
)]

mod ahead;
mod base;
mod cells;
mod future;
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

/// The squares that take as long to find as the future of a leaf by a machine, without its cells.
const LEAF_OF_MACHINE: u64 = 12;

/// The cells computed by a machine that take as long as finding a square.
const CELLS_PER_NODE: u64 = 18;

/// No square is larger than of this level.
const HIGHEST: u32 = 62;

/// A pattern as squares.
#[derive(Debug, Clone)]
pub struct Hash {
    rule: Rule,
    base: Base,
    store: Store,
    root: Name,
    level: u32,
    /// The empty squares, from the leaf on.
    empty: Vec<Name>,
    /// Bytes that may be taken.
    memory: usize,
    /// Squares that are in use while others are made.
    held: Vec<Name>,
    /// What is being made, by level.
    batches: Vec<Batch>,
    generation: u64,
    /// A cell sees as far as 2 to this power, at least.
    reach: u32,
    /// The logarithm of the generations of the step that is being made.
    step: u32,
    phase: usize,
    /// How many squares and leaves may yet be made of others before there is a pause.
    left: u64,
    /// Nodes of the budget that the future of a leaf takes.
    leaf_nodes: u64,
}

/// Why something could not be finished.
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

/// Why squares can't go on with a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HashError {
    /// The world has edges.
    Edges,
    /// A cell sees further than eight cells.
    Range(i32),
    /// The pattern, or one generation of it, needs more memory than is allowed: so many bytes.
    Memory(usize),
    /// It goes on for more generations or further than numbers do.
    Far,
}

impl std::fmt::Display for HashError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Edges => f.write_str("found a world with edges, expected the plane; tiles can do it"),
            Self::Range(range) => write!(f, "found a rule of range {range}, expected one up to 8; tiles can do it"),
            Self::Memory(bytes) => write!(f, "found a pattern that needs more than {} MB, expected one that fits", bytes >> 20),
            Self::Far => f.write_str("found a pattern wider than 2^62 cells or older than 2^62 generations, expected a smaller one"),
        }
    }
}

impl std::error::Error for HashError {}

impl Hash {
    /// The cells of a pattern under a rule, in generation 0, with so many bytes of memory at most.
    ///
    /// # Errors
    /// A rule or a world that squares can't tell, or too many cells for the memory.
    ///
    /// # Panics
    /// When a state of a cell is none of the rule's.
    pub fn new(rule: &Rule, cells: &Cells, memory: usize) -> Result<Self, HashError> {
        if rule.topology != Topology::Plane {
            return Err(HashError::Edges);
        }
        if !is_near(rule) {
            return Err(HashError::Range(rule.range()));
        }
        let base = Base::of(rule);
        let reach = rule.range().unsigned_abs().next_power_of_two().trailing_zeros();
        // A part is left to what is being made.
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
            batches: vec![Batch::default(); HIGHEST as usize + 1],
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
            Cells::Grid(grid) => &Macrocell::of_grid(grid),
        };
        hash.load(tree).map_err(full)?;
        if hash.level > HIGHEST {
            return Err(HashError::Far);
        }
        Ok(hash)
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> &Rule {
        &self.rule
    }

    /// How many generations were made.
    #[must_use]
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Bytes that are taken.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.batches.iter().map(Batch::bytes).sum::<usize>()
    }

    /// Squares and leaves that are kept.
    #[must_use]
    pub const fn squares(&self) -> usize {
        self.store.length()
    }

    /// How often what nobody can reach was given back.
    #[must_use]
    pub const fn collections(&self) -> u64 {
        self.store.collections()
    }

    fn load(&mut self, tree: &Macrocell) -> Result<(), Full> {
        let empty = self.store.leaf_of(&Leaf::EMPTY)?;
        self.empty = vec![empty];
        self.root = empty;
        // The squares of the file by number: those below a leaf as cells, the others by name.
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
                    // A whole pattern that is smaller than a leaf lies in the middle of it.
                    let from = if level < LEAF_LEVEL { 8 - side / 2 } else { 0 };
                    self.draw(tree, at as u32 + 1, from, from, &mut leaf);
                    self.store.leaf_of(&leaf)?
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

    /// Draws a square of a file that is not larger than a leaf into one.
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

    /// The empty square of a level.
    fn empty_square(&mut self, level: u32) -> Result<Name, Full> {
        while self.empty.len() <= (level - LEAF_LEVEL) as usize {
            let below = *self.empty.last().expect("the empty leaf is there");
            let name = self.store.square([below; 4])?;
            self.empty.push(name);
        }
        Ok(self.empty[(level - LEAF_LEVEL) as usize])
    }

    /// Makes so many generations.
    ///
    /// # Errors
    /// When the memory that is allowed does not hold even what one generation needs; the pattern is
    /// then as it was after the last step.
    pub fn run(&mut self, generations: u64) -> Result<(), HashError> {
        let to = self.generation.checked_add(generations).ok_or(HashError::Far)?;
        self.run_to(to, &mut Budget::unlimited())?;
        Ok(())
    }

    /// Makes generations up to this one, one node of the budget for each square or leaf whose
    /// future is made, more for a leaf of a machine, by the cells it computes; whether it got
    /// there. What was made stays known, so that it may be called again until it does.
    ///
    /// # Errors
    /// As for [`Hash::run`].
    pub fn run_to(&mut self, to: u64, budget: &mut Budget) -> Result<bool, HashError> {
        // Steps from the smallest power of two on; where the rule has two phases, a first one
        // brings an even generation, and leaves that can tell one generation alone are no use for
        // more.
        let longest = HIGHEST - self.reach - 4;
        while self.generation < to {
            if !self.jump_or_step((to - self.generation).trailing_zeros().min(longest), budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same as [`Hash::jump`], one generation where the rule allows no more.
    pub(crate) fn jump_or_step(&mut self, step: u32, budget: &mut Budget) -> Result<bool, HashError> {
        let is_single = self.base.has_phases() && (self.generation % 2 == 1 || self.reach == 3);
        self.jump(if is_single { 0 } else { step }, budget)
    }

    /// Makes 2^`step` generations at once; whether the budget was enough for it.
    ///
    /// # Errors
    /// As for [`Hash::run`].
    pub fn jump(&mut self, step: u32, budget: &mut Budget) -> Result<bool, HashError> {
        if step + self.reach + 3 > HIGHEST
            || self.generation.checked_add(1 << step).is_none_or(|to| to > 1 << HIGHEST)
        {
            return Err(HashError::Far);
        }
        self.left = budget.left();
        let stepped = self.stepped(step);
        // No more was used than was left.
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
                // What was made for the step is of no use; whether anything can be given back, the
                // next attempt shows. Smaller steps need less.
                let _ = self.collect();
                Ok(self.jump(step - 1, budget)? && self.jump(step - 1, budget)?)
            }
        }
    }

    /// Gives back what nobody needs any more; nothing is won by it where that is too little.
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
        while level < step + self.reach + 3 || !self.is_in_the_middle(root, level)? {
            if level == HIGHEST {
                return Err(Stop::Far);
            }
            root = self.wrapped(root, level)?;
            level += 1;
            self.held.push(root);
        }
        Ok((self.future(root, level)?, level - 1))
    }

    /// The same pattern in a square of twice the side.
    fn wrapped(&mut self, root: Name, level: u32) -> Result<Name, Full> {
        if level == LEAF_LEVEL {
            // The quarters of a leaf, each in the corner of a leaf that is nearest to the middle.
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
                self.store.leaf_of(&north_west)?,
                self.store.leaf_of(&north_east)?,
                self.store.leaf_of(&south_west)?,
                self.store.leaf_of(&south_east)?,
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
            let name = self.made(quarters)?;
            self.held.push(name);
        }
        let quarters = std::array::from_fn(|at| self.held[held + at]);
        self.held.truncate(held);
        self.made(quarters)
    }

    /// Whether everything that lives is in the square of a quarter of the side in the middle.
    fn is_in_the_middle(&mut self, root: Name, level: u32) -> Result<bool, Full> {
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

    /// The square of four quarters; room is made where there is none.
    #[inline]
    fn made(&mut self, quarters: [Name; 4]) -> Result<Name, Full> {
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
