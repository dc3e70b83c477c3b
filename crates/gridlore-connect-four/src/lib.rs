//! Connect Four on any board: stones fall into columns, and so many in a row win.
//!
//! ```
//! use gridlore_connect_four::{Position, Size, Solver};
//! use gridlore_core::Budget;
//!
//! let position = Position::parse_moves(Size::USUAL, "44444432").unwrap();
//! let mut solver = Solver::new(Size::USUAL, 1 << 20);
//! let after = Position::parse_moves(Size::USUAL, "121212").unwrap();
//! assert_eq!(solver.score(&after, &mut Budget::unlimited()), Ok(18));
//! assert_eq!(position.plies(), 8);
//! ```
//!
//! Whether somebody has won is told in three ways that know nothing of each other: [`lines`], [`shift`] and [`logic`]; [`win::Way`] is all three.

pub mod book;
mod cells;
pub mod explain;
pub mod lines;
pub mod logic;
mod mcts;
mod outlook;
mod parse;
mod perft;
pub mod players;
mod position;
mod reference;
pub mod review;
mod rules;
mod search;
pub mod shift;
mod size;
mod solve;
mod table;
mod watch;
pub mod win;

pub use outlook::Outlook;
pub use parse::moves;
pub use perft::perft;
pub use position::{MoveError, Position, Side};
pub use size::{Column, Size};
pub use solve::Solver;
pub use watch::Watch;
