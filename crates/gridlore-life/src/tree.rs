//! A square of cells as a quadtree that stores equal squares once.
#![expect(clippy::cast_possible_truncation, reason = "squares have 32-bit numbers")]

use crate::grid::{Bounds, Cell, Grid, Plane, State, planes_needed};
use std::collections::HashMap;

/// A node of the tree. Nodes are numbered from 1; number 0 is an empty square of any size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Node {
    /// 8 x 8 cells of two states, row by row; the lowest bit is the north-western cell.
    Leaf(u64),
    /// 2 x 2 cells: north-west, north-east, south-west, south-east.
    Small([State; 4]),
    /// Level (the binary logarithm of the side) and four squares of half the side: north-west,
    /// north-east, south-west, south-east.
    Square(u32, [u32; 4]),
}

impl Node {
    /// Returns the level: the binary logarithm of the side.
    #[must_use]
    pub const fn level(&self) -> u32 {
        match self {
            Self::Leaf(_) => 3,
            Self::Small(_) => 1,
            Self::Square(level, _) => *level,
        }
    }
}

/// A tree. Each node comes after its quarters, so the root is last. The centre of the root is the
/// origin of the plane.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Macrocell {
    /// The nodes; the first one has number 1.
    pub nodes: Vec<Node>,
}

/// The largest level whose cells still have 64-bit coordinates.
pub(crate) const MAX_LEVEL: u32 = 62;

/// The memory limit for the tiles of a tree whose cells are listed: enough for 2^31 cells close
/// together, or for 524,288 gliders far from each other.
const MAX_GRID_BYTES: u128 = 256 << 20;

/// The level of a square as large as a tile of a grid.
const TILE_LEVEL: u32 = 6;

impl Macrocell {
    /// Lists all live cells.
    ///
    /// # Errors
    /// Returns [`TooMany`] if there are more than `most` cells, or if they are so scattered that
    /// their tiles would take more than 256 MiB.
    pub fn grid(&self, most: u64) -> Result<Grid, TooMany> {
        let populations = self.populations();
        let mut grid = Grid::new();
        let Some(root) = self.nodes.last() else { return Ok(grid) };
        let planes = planes_needed(self.highest_state());
        let bytes = self.tiles().saturating_mul((planes * size_of::<Plane>()) as u128);
        if populations.last().is_some_and(|population| *population > u128::from(most))
            || bytes > MAX_GRID_BYTES
            || root.level() > MAX_LEVEL
        {
            return Err(TooMany { most });
        }
        let half = 1_i64 << root.level() >> 1;
        let mut tile = vec![Plane::EMPTY; planes];
        self.draw(self.nodes.len() as u32, Cell::new(-half, -half), &populations, &mut tile, &mut grid);
        grid.tidy();
        Ok(grid)
    }

    /// Returns the highest state of any cell.
    #[must_use]
    pub fn highest_state(&self) -> State {
        let highest = |node: &Node| match node {
            Node::Leaf(bits) => State::from(*bits != 0),
            Node::Small(states) => states.iter().copied().max().unwrap_or(0),
            Node::Square(..) => 0,
        };
        self.nodes.iter().map(highest).max().unwrap_or(0)
    }

    /// Returns the number of cells that are not dead.
    #[must_use]
    pub fn population(&self) -> u128 {
        self.populations().last().copied().unwrap_or(0)
    }

    /// Returns the number of 64 x 64 squares that contain cells which are not dead.
    ///
    /// ```
    /// use gridlore_life::{Cells, parse};
    ///
    /// let text = "[M2] (x)\n#R B3/S23\n$$$*$\n4 1 0 0 1\n5 2 0 0 2\n6 3 0 0 3\n7 4 0 0 4\n";
    /// let Cells::Tree(tree) = parse(text)?.cells else { panic!("a tree") };
    /// assert_eq!((tree.tiles(), tree.population()), (2, 16));
    /// # Ok::<(), gridlore_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn tiles(&self) -> u128 {
        let mut tiles: Vec<u128> = Vec::with_capacity(self.nodes.len() + 1);
        tiles.push(0);
        for node in &self.nodes {
            tiles.push(match node {
                Node::Leaf(bits) => u128::from(*bits != 0),
                Node::Small(states) => u128::from(states.iter().any(|state| *state != 0)),
                Node::Square(level, quarters) => {
                    let sum =
                        quarters.iter().fold(0, |sum, at| u128::saturating_add(sum, tiles[*at as usize]));
                    if *level <= 6 { sum.min(1) } else { sum }
                }
            });
        }
        tiles.last().copied().unwrap_or(0)
    }

    /// Returns the population of each node by number, with that of the empty square first.
    fn populations(&self) -> Vec<u128> {
        let mut populations: Vec<u128> = Vec::with_capacity(self.nodes.len() + 1);
        populations.push(0);
        for node in &self.nodes {
            populations.push(match node {
                Node::Leaf(bits) => u128::from(bits.count_ones()),
                Node::Small(states) => states.iter().filter(|state| **state != 0).count() as u128,
                Node::Square(_, quarters) => {
                    quarters.iter().fold(0, |sum, at| u128::saturating_add(sum, populations[*at as usize]))
                }
            });
        }
        populations
    }

    /// Returns the smallest bounds of all cells that are not dead, or `None` if there are none or
    /// if the tree is too wide for 64-bit coordinates.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        // The bounds of each node, relative to its north-western cell.
        let mut known: Vec<Option<Bounds>> = vec![None];
        for node in &self.nodes {
            let single = |x: i64, y: i64| Bounds { from: Cell::new(x, y), to: Cell::new(x, y) };
            let bounds = match *node {
                Node::Leaf(bits) => (0..64)
                    .filter(|cell| bits >> cell & 1 == 1)
                    .map(|cell| single(cell % 8, cell / 8))
                    .reduce(Bounds::with),
                Node::Small(states) => (0..4)
                    .filter(|&cell| states[cell as usize] != 0)
                    .map(|cell| single(cell % 2, cell / 2))
                    .reduce(Bounds::with),
                Node::Square(level, _) if level > MAX_LEVEL => return None,
                Node::Square(level, quarters) => {
                    let half = 1_i64 << (level - 1);
                    let parts = (0..4).filter_map(|at| Some((at, known[quarters[at as usize] as usize]?)));
                    parts.map(|(at, bounds)| bounds.moved(at % 2 * half, at / 2 * half)).reduce(Bounds::with)
                }
            };
            known.push(bounds);
        }
        let half = 1_i64 << self.nodes.last()?.level() >> 1;
        Some(known.pop()??.moved(-half, -half))
    }

    /// Draws a node whose north-western cell is `from`. Squares as large as a tile are first drawn
    /// in `tile`, which is empty before and after the call.
    fn draw(&self, at: u32, from: Cell, populations: &[u128], tile: &mut [Plane], grid: &mut Grid) {
        if populations[at as usize] == 0 {
            return;
        }
        match self.nodes[at as usize - 1] {
            // Squares of this level coincide with tiles of the grid, unless they are the root.
            Node::Square(TILE_LEVEL, _) if (from.x | from.y) & 63 == 0 => {
                self.paint(at, 0, 0, tile);
                grid.put((from.y >> 6, from.x >> 6), tile);
                tile.fill(Plane::EMPTY);
            }
            Node::Leaf(bits) => {
                for row in 0..8 {
                    let mut byte = bits >> (row * 8) & 0xff;
                    while byte != 0 {
                        let column = i64::from(byte.trailing_zeros());
                        grid.set(Cell::new(from.x + column, from.y + row), 1);
                        byte &= byte - 1;
                    }
                }
            }
            Node::Small(states) => {
                for (quarter, state) in states.into_iter().enumerate().filter(|entry| entry.1 != 0) {
                    grid.set(Cell::new(from.x + quarter as i64 % 2, from.y + quarter as i64 / 2), state);
                }
            }
            Node::Square(level, quarters) => {
                let half = 1_i64 << (level - 1);
                for (quarter, at) in quarters.into_iter().enumerate() {
                    let (dx, dy) = (quarter as i64 % 2 * half, quarter as i64 / 2 * half);
                    self.draw(at, Cell::new(from.x + dx, from.y + dy), populations, tile, grid);
                }
            }
        }
    }

    /// Draws a node within an empty tile; its north-western cell is at this row and column.
    fn paint(&self, at: u32, row: usize, column: usize, tile: &mut [Plane]) {
        match at.checked_sub(1).map(|at| self.nodes[at as usize]) {
            None => {}
            Some(Node::Leaf(bits)) => {
                for (line, word) in tile[0].0[row..row + 8].iter_mut().enumerate() {
                    *word |= (bits >> (line * 8) & 0xff) << column;
                }
            }
            Some(Node::Small(states)) => {
                for (bit, plane) in tile.iter_mut().enumerate() {
                    let pair = |first: usize| {
                        u64::from(states[first] >> bit & 1) | u64::from(states[first + 1] >> bit & 1) << 1
                    };
                    plane.0[row] |= pair(0) << column;
                    plane.0[row + 1] |= pair(2) << column;
                }
            }
            Some(Node::Square(level, quarters)) => {
                let half = 1 << (level - 1);
                for (quarter, at) in quarters.into_iter().enumerate() {
                    self.paint(at, row + quarter / 2 * half, column + quarter % 2 * half, tile);
                }
            }
        }
    }

    /// Returns the tree of a grid.
    ///
    /// # Panics
    /// Never panics, because a square of side 2^62 contains the bounds of every grid that is not
    /// empty.
    #[must_use]
    pub fn from_grid(grid: &Grid) -> Self {
        let mut tree = Builder::default();
        let has_two_states = grid.planes() == 1;
        // Start with squares of 64 x 64 cells, by row and column, and double their side until only
        // those around the origin are left.
        let mut level = 6;
        let mut squares: HashMap<(i64, i64), u32> = grid
            .tiles()
            .map(|(place, planes)| (place, tree.tile(planes, has_two_states)))
            .filter(|entry| entry.1 != 0)
            .collect();
        if squares.is_empty() {
            return Self::default();
        }
        let is_around = |squares: &HashMap<(i64, i64), u32>| {
            squares.keys().all(|place| (-1..=0).contains(&place.0) && (-1..=0).contains(&place.1))
        };
        while !is_around(&squares) {
            let mut larger: HashMap<(i64, i64), [u32; 4]> = HashMap::new();
            for ((row, column), name) in squares {
                larger.entry((row >> 1, column >> 1)).or_default()[((row & 1) * 2 + (column & 1)) as usize] =
                    name;
            }
            level += 1;
            // Number the squares in a fixed order, so that equal grids produce equal files.
            let mut larger: Vec<_> = larger.into_iter().collect();
            larger.sort_unstable();
            squares =
                larger.into_iter().map(|(place, quarters)| (place, tree.square(level, quarters))).collect();
        }
        let at = |row, column| squares.get(&(row, column)).copied().unwrap_or(0);
        let quarters = [at(-1, -1), at(-1, 0), at(0, -1), at(0, 0)];
        tree.square(level + 1, quarters);
        Self { nodes: tree.nodes }
    }
}

/// Assigns the same number to equal nodes.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    names: HashMap<Node, u32>,
    pub(crate) nodes: Vec<Node>,
}

impl Builder {
    pub(crate) fn name(&mut self, node: Node) -> u32 {
        *self.names.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            u32::try_from(self.nodes.len()).expect("fewer squares than 2^32")
        })
    }

    pub(crate) fn square(&mut self, level: u32, quarters: [u32; 4]) -> u32 {
        if quarters == [0; 4] { 0 } else { self.name(Node::Square(level, quarters)) }
    }

    /// Returns the node of a tile.
    fn tile(&mut self, planes: &[Plane], has_two_states: bool) -> u32 {
        let mut level = if has_two_states { 3 } else { 1 };
        let mut side = 64_usize >> level;
        let mut names: Vec<u32> = Vec::with_capacity(side * side);
        for row in 0..side {
            for column in 0..side {
                names.push(if has_two_states {
                    let leaf = (0..8).fold(0, |leaf, line| {
                        leaf | (planes[0].0[row * 8 + line] >> (column * 8) & 0xff) << (line * 8)
                    });
                    if leaf == 0 { 0 } else { self.name(Node::Leaf(leaf)) }
                } else {
                    let state = |line: usize, at: usize| {
                        planes.iter().rev().fold(0, |state, plane| {
                            state << 1 | (plane.0[row * 2 + line] >> (column * 2 + at) & 1) as State
                        })
                    };
                    let states = [state(0, 0), state(0, 1), state(1, 0), state(1, 1)];
                    if states == [0; 4] { 0 } else { self.name(Node::Small(states)) }
                });
            }
        }
        while side > 1 {
            level += 1;
            let half = side / 2;
            names = (0..half * half)
                .map(|at| {
                    let first = (at / half * 2) * side + at % half * 2;
                    self.square(
                        level,
                        [names[first], names[first + 1], names[first + side], names[first + side + 1]],
                    )
                })
                .collect();
            side = half;
        }
        names[0]
    }
}

/// The error for a tree with too many cells to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// The maximum number of cells that can be listed.
    pub most: u64,
}

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "found a pattern with more than {} cells, wider than 2^62 cells, or too scattered, expected one small enough to list cell by cell",
            self.most
        )
    }
}

impl std::error::Error for TooMany {}
