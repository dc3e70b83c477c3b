//! Toggle puzzles: each move changes the colours of a fixed set of squares, and the task is to
//! reach the goal.
//!
//! ```
//! use gridlore_core::Budget;
//! use gridlore_flipper::{Outcome, Solver, Toggle};
//!
//! let flipper = Toggle::flipper();
//! let board = flipper.board("110 011 101")?;
//! let solver = Solver::new(&flipper);
//! let Outcome::Solvable(solutions) = solver.outcome(&board) else { panic!("all 512 boards are solvable") };
//! let fewest = solutions.fewest(&mut Budget::unlimited());
//! assert_eq!(flipper.presses_in_words(&fewest.presses), "2 3 4 6 8");
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! The order of presses does not matter, and pressing a move as often as there are colours has no
//! effect. A solution therefore consists of the number of presses of each move, and the solutions
//! are those of a linear system modulo the number of colours. For Lights Out on large boards,
//! [`lights_out`] has a faster method.

mod algebra;
pub mod check;
pub mod explain;
mod fewest;
pub mod generate;
pub mod lights_out;
mod meet;
mod parse;
mod puzzle;
mod solutions;
mod solve;
mod vector;

pub use algebra::bits::Bits;
pub use algebra::elimination;
pub use lights_out::{Neighbourhood, Plane};
pub use parse::size_of_flat_lights_out;
pub use puzzle::Toggle;
pub use solutions::{Fewest, Quiet, Solutions};
pub use solve::{Outcome, Solver};
pub use vector::Vector;
