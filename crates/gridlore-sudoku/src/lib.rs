//! Parses, checks, solves, counts and generates sudoku puzzles of 9x9 cells.
//!
//! ```
//! use gridlore_core::Budget;
//! use gridlore_sudoku::{Board, Outcome, outcome};
//!
//! let puzzle = Board::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
//! let Ok(Outcome::Unique(solution)) = outcome(&puzzle, &mut Budget::unlimited()) else { panic!("it has one") };
//! assert!(gridlore_sudoku::check::is_solution(&solution, &puzzle));
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! One node is one guess: the digit of a cell, the place of a digit in a house, or the placement of
//! a digit in a band.
//!
//! ```text
//!   engine      solutions: many boards in lanes, or one
//!   canonical   one form for all boards that are equal up to the order of rows and columns and the names of digits
//!   generate    puzzles by level; minimal: by number of givens and symmetry; shaped: with givens in chosen cells
//! ```
//!
//! For boards of other sizes and rules see `gridlore-sudoku-geometry`; for named techniques, hints
//! and ratings, `gridlore-sudoku-human`.

mod board;
mod canonical;
pub mod check;
mod engine;
mod generate;
mod houses;
mod masks;
mod minimal;
mod parse;
pub mod reference;
mod shaped;
mod solve;
mod symmetry;

pub use board::{Board, Cell};
pub use canonical::{Canonical, canonical, is_isomorphic};
pub use engine::{Engine, counts_up_to, fastest_outcome, outcomes, outcomes_into};
pub use generate::generated;
pub use gridlore_sudoku_geometry::{Bias, House, Level, Outcome, Pattern, Recipe};
pub use minimal::{minimal, minimal_puzzles, weight};
pub use shaped::{obstacle, shaped};
pub use solve::{Solutions, count_solutions_up_to, outcome, solutions_up_to};
pub use symmetry::Symmetry;
