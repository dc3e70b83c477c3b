//! Variant sudoku: rules of any kind, the formats in which setters share them, and an exact solver.

pub mod check;
mod engine;
mod notation;
mod puzzle;
mod relation;
mod rule;
mod shape;

pub use engine::{MAX_CELLS, Outcome, Solver, TooLarge};
pub use notation::parse_constraints;
pub use puzzle::Puzzle;
pub use relation::Relation;
pub use rule::{Automaton, Rule, Word};
pub use shape::{MAX_SIDE, Shape};
