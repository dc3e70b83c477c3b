//! Sudoku of any geometry: boxes of any shape, jigsaw regions, diagonals, windows, moves of chess
//! pieces, cages; sides up to 64.
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
//! A [`Geometry`] says which cells exclude each other, a [`Grid`] which numbers the cells hold,
//! [`Symbols`] how numbers are written. Cells are numbered row by row from 0, digits from 1.
//!
//! ```text
//!   geometry                a geometry, what it is made of, and its words
//!   board_rules             what holds for every board of a geometry, worked out once
//!   symbols, grid, line     boards read and printed
//!   check                   the independent checker
//!   cages                   cells that add up
//!   incidence, search       the search, which learns; solve is the way to it
//!   generate                puzzles by recipe, and by level: what they demand of a person
//! ```
//!
//! Not here: the engines for the board of 9x9 cells, which are faster there, and its canonical
//! forms (`gridlore-sudoku`); techniques by their names (`gridlore-sudoku-human`).

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
pub use geometry::{Area, Cage, Geometry, House, LARGEST_SIDE, Layout, Rule};
pub use grid::Grid;
pub use line::{cells_before_remark, is_blank};
pub use outcome::Outcome;
pub use solve::{Solutions, Solver};
pub use symbols::{Guess, Symbols};
