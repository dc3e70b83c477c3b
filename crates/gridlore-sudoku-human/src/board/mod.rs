//! A board in the midst of being solved, of any shape: cells, digits, houses, candidates.

mod cell_set;
mod digits;
mod shape;
mod state;

pub use cell_set::{CellSet, Cells};
pub use digits::{Candidate, Digits};
pub use shape::{MOST_CELLS, MOST_DIGITS, Shape};
pub use state::State;
