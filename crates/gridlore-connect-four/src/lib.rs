//! Connect Four on boards of any size: solving, explanations, opponents and game reviews.
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
//! Three independent methods detect a win: [`lines`], [`shift`] and [`logic`]. [`win::Way`]
//! provides all three.

mod board;
pub mod explain;
mod mcts;
mod outlook;
pub mod players;
pub mod review;
mod score;
pub mod win;

pub use board::parse::moves;
pub use board::perft::perft;
pub use board::position::{MoveError, Position, Side};
pub use board::size::{Column, Size};
pub use outlook::{Outlook, bounds_in_words};
pub use score::book;
pub use score::solve::Solver;
pub use score::watch::Watch;
pub use win::{lines, logic, shift};
