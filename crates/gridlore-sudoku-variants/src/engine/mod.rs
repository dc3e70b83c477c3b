//! The engine: rules as propagators on sets of values, and a search that guesses where dead ends
//! were found.

mod cage;
mod compile;
mod layers;
mod propagate;
mod ranks;
mod search;
mod sums;
mod word;

pub use compile::TooLarge;
pub use search::{Outcome, Solver};

/// Number of 64-bit words in a set of cells.
const WORDS: usize = 5;
/// Maximum number of cells, with variables.
pub const MAX_CELLS: usize = 64 * WORDS;

/// A set of cells.
type Cells = [u64; WORDS];

/// The cells of a set, in order.
fn members(cells: &Cells) -> impl Iterator<Item = usize> + '_ {
    cells.iter().enumerate().flat_map(|(at, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(at * 64 + bit)
        })
    })
}
