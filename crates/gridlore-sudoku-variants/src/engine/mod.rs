//! The engine: propagators for rules on sets of values, and a search that guesses in cells where
//! dead ends were found.

mod cage;
mod compile;
mod derive;
mod different;
mod first_digits;
mod layers;
mod probe;
mod propagate;
mod ranks;
mod regions;
mod search;
mod state;
mod sums;
mod weighted;
mod word;

pub use compile::TooLarge;
pub(crate) use search::Explorer;
pub use search::{MAX_CELLS, Outcome, Solver};
