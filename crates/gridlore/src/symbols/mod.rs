//! The layer that a player writes over the givens of a symbol puzzle: symbols, pencil marks of
//! three kinds, colours. A puzzle describes its board as a [`SymbolBoard`] and gets all of it.
//!
//! ```text
//!   Puzzle::start      start      the empty layer, as a position
//!   Puzzle::position   position   reads a position back and checks it
//!   Puzzle::apply      apply      entering, marking with every pen, clearing
//!   Puzzle::replay     replay     the same for all moves of a saved game
//!   Puzzle::noted      noted      every candidate as a pencil mark
//!   Puzzle::check      check      clashes and wrong symbols
//!   Puzzle::is_solved  is_solved
//!   Puzzle::view       view       symbols, marks, colours, clashes, labels for screen readers
//! ```
//!
//! Each line is one call in the puzzle's own `impl Puzzle`: `examples/binairo.rs` has them all.
//! Rules, solving and hints stay with the puzzle.

mod board;
mod layer;
mod play;
mod text;

pub use board::{Clash, SymbolBoard};
pub use layer::{COLOURS, Layer, bit, members};
pub use play::{apply, check, is_solved, noted, replay, shown, signs_of, start, view};
pub use text::{layer_of, position, position_of};
