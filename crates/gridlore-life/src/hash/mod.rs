//! The engine for patterns that repeat themselves, in space or in time: a square that stands once, and once what comes of it.
//!
//! What is in the middle of a square of side 2^n after 2^(n-2) generations depends on nothing outside. It is made of what comes of nine squares of half the side, put together to four, and of
//! what comes of those; each is made once and then known, wherever and whenever it comes again. A pattern with much of the same makes its generations so by the billion.
//!
//! What comes of a square is known for a time, and stays valid when other steps are asked for: small squares are always asked for all the time that they can tell.
//!
//! Cost: 32 bytes a square or a leaf's plane, and 13 to 32 for its place in the table; a soup is the worst there is.
//!
//! # Source
//! William Gosper, *Exploiting regularities in large cellular spaces*, 1984. Leaves that are stepped by SIMD are Adam Goucher's (lifelib), small names instead of addresses as well.
#![expect(
    clippy::cast_possible_truncation,
    reason = "squares have names of 32 bits, and coordinates within a leaf are small"
)]

mod ahead;
mod base;
mod store;

use crate::format::{Macrocell, Node};
use crate::grid::{Bounds, Cell, Grid, State};
use crate::pattern::{Cells, TooMany};
use crate::rule::Rule;
use crate::topology::Topology;
use crate::window::Sight;
use base::{Base, Leaf, is_near};
use gridlore_core::Budget;
use std::collections::HashMap;
use store::{Full, Name, Store};

/// The level of a leaf: 16 x 16 cells.
const LEAF_LEVEL: u32 = 4;

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
    /// Squares that are in use while others are made.
    held: Vec<Name>,
    generation: u64,
    /// A cell sees as far as 2 to this power, at least.
    reach: u32,
    /// The logarithm of the generations of the step that is being made.
    step: u32,
    phase: usize,
    /// How many squares and leaves may yet be made of others before there is a pause.
    left: u64,
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
        let store = Store::new(base.planes(), memory);
        let mut hash = Self {
            rule: rule.clone(),
            base,
            store,
            root: 0,
            level: LEAF_LEVEL,
            empty: Vec::new(),
            held: Vec::new(),
            generation: 0,
            reach,
            step: 0,
            phase: 0,
            left: u64::MAX,
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
        self.store.bytes()
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
    /// When the memory that is allowed does not hold even what one generation needs; the pattern is then as it was after the last step.
    pub fn run(&mut self, generations: u64) -> Result<(), HashError> {
        let to = self.generation.checked_add(generations).ok_or(HashError::Far)?;
        self.run_to(to, &mut Budget::unlimited())?;
        Ok(())
    }

    /// Makes generations up to this one, one node of the budget for each square or leaf whose future is made; whether it got there. What was made stays known, so that it may be called again
    /// until it does.
    ///
    /// # Errors
    /// As for [`Hash::run`].
    pub fn run_to(&mut self, to: u64, budget: &mut Budget) -> Result<bool, HashError> {
        // Steps from the smallest power of two on; where the rule has two phases, a first one brings an even generation, and leaves that can tell one generation alone are no use for more.
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
            Err(Stop::Full) if step == 0 => Err(HashError::Memory(self.store.most())),
            Err(Stop::Full) => {
                // What was made for the step is of no use; whether anything can be given back, the next attempt shows. Smaller steps need less.
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
        let quarters = self.hold([
            [empty, empty, empty, north_west],
            [empty, empty, north_east, empty],
            [empty, south_west, empty, empty],
            [south_east, empty, empty, empty],
        ])?;
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

    /// What is in the middle of a square after the generations of the step, or as many as the square can tell.
    fn future(&mut self, name: Name, level: u32) -> Result<Name, Stop> {
        let whole = level - 2 - self.reach;
        let power = self.step.min(whole);
        // The time as the store has it: 0 is unknown, odd single generations are another thing than even ones.
        let when = (power + 1) * 2 + u32::from(power == 0 && self.phase == 1);
        if let Some(future) = self.store.future(name, when) {
            return Ok(future);
        }
        self.left = self.left.checked_sub(1).ok_or(Stop::Pause)?;
        let quarters = self.store.quarters(name);
        let held = self.held.len();
        let future = if level == LEAF_LEVEL + 1 {
            self.leaf_future(quarters, 1 << power)?
        } else {
            // Nine squares of half the side, from north-west to south-east.
            for name in quarters {
                self.store.ask_for(name);
            }
            let [a, b, c, d] = quarters.map(|name| self.store.quarters(name));
            let [north, west, centre, east, south] = self.hold([
                [a[1], b[0], a[3], b[2]],
                [a[2], a[3], c[0], c[1]],
                [a[3], b[2], c[1], d[0]],
                [b[2], b[3], d[0], d[1]],
                [c[1], d[0], c[3], d[2]],
            ])?;
            let nine = [quarters[0], north, quarters[1], west, centre, east, quarters[2], south, quarters[3]];
            if level > LEAF_LEVEL + 2 {
                for name in nine {
                    self.store.ask_for_quarters(name);
                }
            }
            let mut later = [0; 9];
            for (later, name) in later.iter_mut().zip(nine) {
                *later = self.future(name, level - 1)?;
                self.held.push(*later);
            }
            let squares = [0, 1, 3, 4].map(|at| [later[at], later[at + 1], later[at + 3], later[at + 4]]);
            let mut parts = [0; 4];
            if self.step < whole {
                // The time is over already: only the middles are taken.
                for (part, square) in parts.iter_mut().zip(squares) {
                    *part = self.middle(square, level - 1)?;
                    self.held.push(*part);
                }
            } else {
                for (part, square) in parts.iter_mut().zip(self.hold(squares)?) {
                    *part = self.future(square, level - 1)?;
                    self.held.push(*part);
                }
            }
            self.made(parts)?
        };
        self.held.truncate(held);
        self.store.set_future(name, when, future);
        Ok(future)
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

    /// Squares of four quarters each, held until the square that they are needed for is made.
    #[inline]
    fn hold<const N: usize>(&mut self, all: [[Name; 4]; N]) -> Result<[Name; N], Full> {
        let mut names = [0; N];
        if self.store.squares(all, &mut names).is_err() {
            let held = self.held.len();
            self.held.extend(all.as_flattened());
            self.held.extend(names.iter().filter(|name| **name != 0));
            self.collect()?;
            self.held.truncate(held);
            self.store.squares(all, &mut names)?;
        }
        self.held.extend(names);
        Ok(names)
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

    /// The middle of a square that four quarters of a level below would make.
    fn middle(&mut self, quarters: [Name; 4], level: u32) -> Result<Name, Full> {
        if level == LEAF_LEVEL + 1 {
            return self.leaf_future(quarters, 0);
        }
        let [a, b, c, d] = quarters.map(|name| self.store.quarters(name));
        self.made([a[3], b[2], c[1], d[0]])
    }

    /// How many cells are not dead.
    #[must_use]
    pub fn population(&self) -> u128 {
        let mut known: Known<u128> = HashMap::default();
        self.population_of(self.root, &mut known)
    }

    fn population_of(&self, name: Name, known: &mut Known<u128>) -> u128 {
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
            self.store.quarters(name).into_iter().map(|name| self.population_of(name, known)).sum();
        known.insert(name, population);
        population
    }

    /// The pattern as a tree.
    #[must_use]
    pub fn tree(&self) -> Macrocell {
        let mut tree = Macrocell::default();
        let mut known = HashMap::new();
        let mut small = HashMap::new();
        self.write(self.root, self.level, &mut tree, &mut known, &mut small);
        tree
    }

    /// The number of a square in a tree; 0 where it is empty.
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

    /// The number of a part of a leaf.
    fn write_leaf(
        &self,
        name: Name,
        row: usize,
        column: usize,
        level: u32,
        tree: &mut Macrocell,
        small: &mut HashMap<Node, u32>,
    ) -> u32 {
        let state = |row, column| self.base.decoded(u16::from(self.store.cell(name, row, column)));
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

    /// All cells, where there are at most so many.
    ///
    /// # Errors
    /// When there are more.
    pub fn grid(&self, most: u64) -> Result<Grid, TooMany> {
        self.tree().grid(most)
    }

    /// The state of a cell.
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
        self.base.decoded(u16::from(self.store.cell(name, y as usize, x as usize)))
    }

    /// Makes the state of a cell this.
    ///
    /// # Errors
    /// When the memory does not hold it, or the cell is too far away.
    ///
    /// # Panics
    /// When the state is none of the rule's.
    pub fn set(&mut self, cell: Cell, state: State) -> Result<(), HashError> {
        assert!(u16::from(state) < self.rule.states, "state {state} of {}", self.rule.states);
        let memory = HashError::Memory(self.store.most());
        while !self.has(cell) {
            if self.level == HIGHEST {
                return Err(HashError::Far);
            }
            self.root = self.wrapped(self.root, self.level).map_err(|Full| memory)?;
            self.level += 1;
        }
        // The quarters on the way down.
        let half = 1_i64 << (self.level - 1);
        let (x, y) = (cell.x + half, cell.y + half);
        let quarter = |level: u32| ((y >> (level - 1) & 1) * 2 + (x >> (level - 1) & 1)) as usize;
        let mut way = Vec::new();
        let (mut name, mut level) = (self.root, self.level);
        while level > LEAF_LEVEL {
            way.push(self.store.quarters(name));
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
        let made = self.store.leaf_of(&leaf).or_else(|Full| {
            self.collect()?;
            self.store.leaf_of(&leaf)
        });
        let mut name = made.map_err(|Full| memory)?;
        while let Some(mut quarters) = way.pop() {
            level += 1;
            quarters[quarter(level)] = name;
            name = self.made(quarters).map_err(|Full| memory)?;
        }
        self.root = name;
        Ok(())
    }

    /// The smallest bounds of all cells that are not dead.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        let from = -(1_i64 << (self.level - 1));
        Some(self.bounds_of(self.root, self.level, &mut HashMap::default())?.moved(from, from))
    }

    /// The bounds of what lives in a square, counted from its first cell. Each square is looked at once: there may be no end of places where it lies.
    fn bounds_of(&self, name: Name, level: u32, known: &mut Known<Bounds>) -> Option<Bounds> {
        if self.empty.get((level - LEAF_LEVEL) as usize) == Some(&name) {
            return None;
        }
        if Store::is_leaf(name) {
            return Bounds::of_rows(&self.leaf_rows(name));
        }
        if let Some(bounds) = known.get(&name) {
            return Some(*bounds);
        }
        let half = 1_i64 << (level - 1);
        let quarters = self.store.quarters(name).into_iter().enumerate();
        let bounds = quarters.filter_map(|(quarter, name)| {
            let inside = self.bounds_of(name, level - 1, known)?;
            Some(inside.moved(quarter as i64 % 2 * half, quarter as i64 / 2 * half))
        });
        let bounds = bounds.reduce(Bounds::with)?;
        known.insert(name, bounds);
        Some(bounds)
    }

    /// Who of a leaf is not dead, row by row.
    fn leaf_rows(&self, name: Name) -> [u64; 16] {
        let leaf = self.store.leaf(name);
        std::array::from_fn(|row| {
            let words = leaf.chunks_exact(4).map(|plane| plane[row / 4] >> (row % 4 * 16) & 0xffff);
            words.fold(0, |all, word| all | word)
        })
    }

    /// Whether the root reaches as far as this cell.
    const fn has(&self, cell: Cell) -> bool {
        let half = 1_i64 << (self.level - 1);
        -half <= cell.x && cell.x < half && -half <= cell.y && cell.y < half
    }

    /// The same cells as another generation.
    #[must_use]
    pub(crate) const fn counted_from(mut self, generation: u64) -> Self {
        self.generation = generation;
        self
    }

    /// Puts what is in sight of the pattern there.
    pub(crate) fn show(&self, sight: &mut Sight) {
        let mut lowest = HashMap::default();
        let half = 1_i64 << (self.level - 1);
        if Store::is_leaf(self.root) {
            self.show_cells(self.root, Cell::new(-half, -half), sight);
            return;
        }
        // The root lies around cell (0, 0); its quarters and all below lie where squares of their size do.
        for (quarter, name) in self.store.quarters(self.root).into_iter().enumerate() {
            let first = Cell::new((quarter as i64 % 2 - 1) * half, (quarter as i64 / 2 - 1) * half);
            self.show_square(name, self.level - 1, first, sight, &mut lowest);
        }
    }

    /// Shows the cells of a leaf one by one.
    fn show_cells(&self, name: Name, first: Cell, sight: &mut Sight) {
        for at in 0..256 {
            let state = self.base.decoded(u16::from(self.store.cell(name, at / 16, at % 16)));
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

    /// The lowest state of a square's cells that are not dead; 0 where none is.
    fn lowest(&self, name: Name, known: &mut Known<State>) -> State {
        if let Some(state) = known.get(&name) {
            return *state;
        }
        let lower =
            |one: State, other: State| if one == 0 || (other > 0 && other < one) { other } else { one };
        let state = if Store::is_leaf(name) {
            let state = |at: usize| self.base.decoded(u16::from(self.store.cell(name, at / 16, at % 16)));
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

/// What is known of squares.
type Known<T> = HashMap<Name, T, foldhash::fast::FixedState>;
