//! A partly solved board of any shape: cells, digits, houses and candidates.

mod candidate;
mod cell_set;
mod shape;
mod state;

pub use candidate::Candidate;
pub use cell_set::{CellSet, Cells};
pub use shape::{MAX_CELLS, MAX_DIGITS, Shape};
pub use state::State;
