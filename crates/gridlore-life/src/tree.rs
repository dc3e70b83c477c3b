//! A square of cells as a tree of quarters, in which equal squares are stored once.
#![expect(clippy::cast_possible_truncation, reason = "squares of a file are numbered with 32 bits")]

use crate::grid::{Bounds, Cell, Grid, Plane, State};
use std::collections::HashMap;

/// A square of a tree; squares are named by their number from 1, 0 is an empty one of any size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Node {
    /// 8 x 8 cells of two states, the north-western one in the lowest bit, rows one after the
    /// other.
    Leaf(u64),
    /// 2 x 2 cells: north-west, north-east, south-west, south-east.
    Small([State; 4]),
    /// Four squares of half the side: north-west, north-east, south-west, south-east. The level is
    /// the logarithm of the side.
    Square(u32, [u32; 4]),
}

impl Node {
    /// The logarithm of the side.
    #[must_use]
    pub const fn level(&self) -> u32 {
        match self {
            Self::Leaf(_) => 3,
            Self::Small(_) => 1,
            Self::Square(level, _) => *level,
        }
    }
}

/// A tree: each square after those that it is made of, the whole last. Its middle is the middle of
/// the plane.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Macrocell {
    /// The squares; number 1 is the first.
    pub nodes: Vec<Node>,
}

/// No square is larger: its cells still have numbers.
pub(crate) const HIGHEST: u32 = 62;

impl Macrocell {
    /// All cells.
    ///
    /// # Errors
    /// When there are more than `most`.
    pub fn grid(&self, most: u64) -> Result<Grid, TooMany> {
        let populations = self.populations();
        let mut grid = Grid::new();
        let Some(root) = self.nodes.last() else { return Ok(grid) };
        if populations.last().is_some_and(|population| *population > u128::from(most))
            || root.level() > HIGHEST
        {
            return Err(TooMany { most });
        }
        let half = 1_i64 << root.level() >> 1;
        self.draw(self.nodes.len() as u32, Cell::new(-half, -half), &populations, &mut grid);
        grid.tidy();
        Ok(grid)
    }

    /// The highest state of a cell.
    #[must_use]
    pub fn highest_state(&self) -> State {
        let of = |node: &Node| match node {
            Node::Leaf(bits) => State::from(*bits != 0),
            Node::Small(states) => states.iter().copied().max().unwrap_or(0),
            Node::Square(..) => 0,
        };
        self.nodes.iter().map(of).max().unwrap_or(0)
    }

    /// How many cells are not dead.
    #[must_use]
    pub fn population(&self) -> u128 {
        self.populations().last().copied().unwrap_or(0)
    }

    /// The same of each square, by its number; that of the empty one first.
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

    /// The smallest bounds of all cells that are not dead; nothing where there are none, or the
    /// tree is wider than numbers go.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        // Of each square, from its north-western cell.
        let mut known: Vec<Option<Bounds>> = vec![None];
        for node in &self.nodes {
            let of = |x: i64, y: i64| Bounds { from: Cell::new(x, y), to: Cell::new(x, y) };
            let bounds = match *node {
                Node::Leaf(bits) => (0..64)
                    .filter(|cell| bits >> cell & 1 == 1)
                    .map(|cell| of(cell % 8, cell / 8))
                    .reduce(Bounds::with),
                Node::Small(states) => (0..4)
                    .filter(|&cell| states[cell as usize] != 0)
                    .map(|cell| of(cell % 2, cell / 2))
                    .reduce(Bounds::with),
                Node::Square(level, _) if level > HIGHEST => return None,
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

    fn draw(&self, at: u32, from: Cell, populations: &[u128], grid: &mut Grid) {
        if populations[at as usize] == 0 {
            return;
        }
        match self.nodes[at as usize - 1] {
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
                    self.draw(at, Cell::new(from.x + dx, from.y + dy), populations, grid);
                }
            }
        }
    }

    /// The tree of a grid.
    ///
    /// # Panics
    /// Never: every grid has bounds that a square of 2^62 cells holds, or is empty.
    #[must_use]
    pub fn of_grid(grid: &Grid) -> Self {
        let mut tree = Builder::default();
        let has_two_states = grid.planes() == 1;
        // Squares of 64 x 64 cells by row and column, then of twice the side, until one is left
        // around the middle.
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
            // Numbers in the order of the plane, so that the same grid is always the same text.
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

/// Squares that are named once.
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

    /// The square of a tile.
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

/// A tree has more cells than may be listed one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// How many may be listed.
    pub most: u64,
}

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "found a pattern of more than {} cells, or wider than numbers go, expected one that can be told cell by cell",
            self.most
        )
    }
}

impl std::error::Error for TooMany {}
