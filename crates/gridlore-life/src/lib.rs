//! Conway's Game of Life and related cellular automata: every family of rules, every common pattern
//! format, and three engines.
//!
//! ```
//! use gridlore_life::{Hash, Oracle, Tiles, parse};
//!
//! let acorn = parse("x = 7, y = 3, rule = B3/S23\nbo$3bo$2o2b3o!").unwrap();
//! let rule = acorn.rule().unwrap();
//! let grid = acorn.grid(1000).unwrap();
//! let mut tiles = Tiles::new(&rule, &grid);
//! let mut squares = Hash::new(&rule, &acorn.cells, 64 << 20).unwrap();
//! for _ in 0..5206 {
//!     tiles.step();
//! }
//! squares.run(5206).unwrap();
//! assert_eq!((tiles.population(), squares.population()), (633, 633));
//! ```
//!
//! [`Tiles`] suits patterns that are active everywhere, and [`struct@Hash`] (HashLife) suits
//! regular ones. [`Oracle`] is the plain reference implementation, which applies the definition of
//! a rule to a set of cells. Tests compare both engines with it for every family of rules.

mod format;
mod grid;
mod hash;
mod identify;
mod library;
mod pattern;
mod plain;
mod rule;
mod still;
mod tiles;
mod topology;
mod tree;
mod window;
mod world;

pub use format::{
    Format, MAX_BYTES, MAX_TEXT, TooLong, WriteError, is_apgcode, parse, parse_within, write, write_within,
};
pub use grid::{Bounds, Cell, Grid, Plane, State, planes_needed};
pub use hash::{Hash, HashError};
pub use identify::{Identifier, Identity, MAX_POPULATION, identify, settled};
pub use library::{Entry, library, soup};
pub use pattern::{Cells, Pattern};
pub use plain::{Oracle, Stepper};
pub use rule::{CountSet, Counts, Dynamics, Machine, NAMED_RULES, Neighbourhood, Offset, Rule, Shape, Table};
pub use tiles::{Tiles, Width};
pub use topology::{Sides, Topology, Twisted};
pub use tree::{Macrocell, Node, TooMany};
pub use window::Window;
pub use world::{Engine, MAX_EDGE_CELLS, World, WorldError};
