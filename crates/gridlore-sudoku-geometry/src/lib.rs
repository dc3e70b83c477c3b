//! Sudoku of any geometry, with sides up to 64: boxes of any shape, jigsaw regions, diagonals,
//! windows, moves of chess pieces, and cages.
//!
//! ```
//! use gridlore_core::Budget;
//! use gridlore_sudoku_geometry::{Geometry, Grid, Outcome, Solver, Symbols};
//!
//! let geometry: Geometry = "2x2 diagonals".parse()?;
//! let symbols = Symbols::usual(4);
//! let puzzle = Grid::parse(".... 2.4. ..2. ..3.", &geometry, &symbols)?;
//! let mut solver = Solver::new(&geometry);
//! let Ok(Outcome::Unique(solution)) = solver.outcome(&puzzle, &mut Budget::unlimited()) else { panic!("it has one") };
//! assert_eq!(solution.to_line(&symbols), "3412214343211234");
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! A [`Geometry`] defines which cells exclude each other, a [`Grid`] holds the numbers in the
//! cells, and [`Symbols`] define how numbers are written. Cells are numbered row-major from 0, and
//! digits from 1.
//!
//! ```text
//!   geometry                geometries and their text format
//!   board_rules             houses and peers of a geometry, computed once
//!   symbols, grid, line     parsing and printing of boards
//!   check                   the independent checker
//!   cages                   cells with a known sum
//!   incidence, search       the clause-learning search; solve is its interface
//!   generate                puzzles by recipe or level
//! ```
//!
//! The faster engines for the standard 9x9 board and its canonical forms are in `gridlore-sudoku`,
//! and named techniques are in `gridlore-sudoku-human`.

mod board_rules;
pub mod cages;
pub mod check;
mod errors;
mod generate;
mod geometry;
mod grid;
mod incidence;
mod line;
mod outcome;
mod search;
mod solve;
mod symbols;

pub use board_rules::Rules;
pub use generate::{Bias, Demand, Level, Pattern, Recipe, demand, full_grid, generated, generated_on};
pub use geometry::{Area, Cage, Geometry, House, Layout, MAX_SIDE, Rule};
pub use grid::Grid;
pub use line::{cells_before_remark, is_blank};
pub use outcome::Outcome;
pub use solve::{Solutions, Solver};
pub use symbols::{Guess, Symbols};
