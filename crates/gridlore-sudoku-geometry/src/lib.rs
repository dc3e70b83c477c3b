//! Sudoku of any geometry: boxes of any shape, jigsaw regions, diagonals, windows, moves of chess pieces, cages; sides up to 64.
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
//! A [`Geometry`] says which cells exclude each other, a [`Grid`] which numbers the cells hold, [`Symbols`] how numbers are
//! written. Cells are numbered row by row from 0, digits from 1.
//!
//! ```text
//!   rules, geometry, text   what a geometry is made of, what follows from it, and its words
//!   symbols, grid, line     boards read and printed
//!   check                   the independent checker
//!   cages                   cells that add up
//!   incidence, search       the search, which learns; solve is the way to it
//!   board_rules, demand     what holds for every board of a geometry, and what a puzzle demands of a person
//!   generate, level         puzzles by recipe and by level
//! ```
//!
//! Not here: the engines for the board of 9x9 cells, which are faster there, and its canonical forms (`gridlore-sudoku`); techniques
//! by their names (`gridlore-sudoku-human`).

mod board_rules;
pub mod cages;
pub mod check;
mod demand;
mod errors;
mod generate;
mod geometry;
mod grid;
mod incidence;
mod level;
mod line;
mod outcome;
mod recipe;
mod rules;
mod search;
mod solve;
mod symbols;
mod text;

pub use board_rules::Rules;
pub use demand::{Demand, demand};
pub use generate::{full_grid, generated};
pub use geometry::{Area, Geometry, LARGEST_SIDE};
pub use grid::Grid;
pub use level::{Level, generated_on};
pub use line::{cells_before_remark, is_blank};
pub use outcome::Outcome;
pub use recipe::{Bias, Pattern, Recipe};
pub use rules::{Cage, House, Layout, Rule};
pub use solve::{Solutions, Solver};
pub use symbols::{Guess, Symbols};
