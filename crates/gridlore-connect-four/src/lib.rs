//! Connect Four on any board: stones fall into columns, and so many in a row win.
//!
//! ```
//! use gridlore_connect_four::{Position, Size, Solver};
//! use gridlore_core::Budget;
//!
//! let position = Position::parse_moves(Size::USUAL, "44444432").unwrap();
//! let mut solver = Solver::new(Size::USUAL, 1 << 20).expect("7 by 6 is compiled in");
//! let after = Position::parse_moves(Size::USUAL, "121212").unwrap();
//! assert_eq!(solver.score(&after, &mut Budget::unlimited()), Ok(18));
//! assert_eq!(position.plies(), 8);
//! ```
//!
//! Whether somebody has won is told in three ways that know nothing of each other: [`lines`], [`shift`] and [`logic`].

mod cells;
pub mod lines;
pub mod logic;
mod parse;
mod perft;
mod position;
mod search;
pub mod shift;
mod size;
mod solve;
mod table;

pub use parse::moves;
pub use perft::perft;
pub use position::{MoveError, Position, Side};
pub use size::{Column, Size};
pub use solve::Solver;
