//! Toggle puzzles: every press of a button turns a fixed set of squares on or off; reach the goal.
//!
//! ```
//! use gridlore_core::Budget;
//! use gridlore_flipper::{Outcome, Solver, Toggle};
//!
//! let flipper = Toggle::flipper();
//! let board = flipper.board("110 011 101")?;
//! let solver = Solver::new(&flipper);
//! let Outcome::Solvable(solutions) = solver.outcome(&board) else { panic!("all 512 boards are") };
//! let fewest = solutions.fewest(&mut Budget::unlimited());
//! assert_eq!(flipper.presses_in_words(&fewest.presses), "2 3 4 6 8");
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! A press twice is no press, and their order does not matter: a solution is a set of presses, and the solutions are
//! those of a linear system over the field of two elements. Not here yet: more than two colours, the fast roads for
//! large boards, generating, playing.

mod bits;
pub mod check;
mod lights_out;
mod parse;
mod puzzle;
mod solve;

pub use bits::Bits;
pub use lights_out::{Neighbourhood, Plane, nullity};
pub use puzzle::Toggle;
pub use solve::{Fewest, Outcome, Solutions, Solver};
