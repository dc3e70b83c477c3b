//! The player's layer over the givens of a symbol puzzle: symbols, three kinds of pencil marks,
//! colours and lines. A puzzle describes its board as a [`SymbolBoard`]; the functions here do the
//! rest.
//!
//! ```text
//!   method of Puzzle      function here
//!   start                 start                 the empty layer, as a position
//!   position              position              reads and validates a position
//!   apply                 apply                 entering, marking, drawing lines, clearing
//!   replay                replay                all moves of a saved game
//!   with_all_candidates   with_all_candidates   every candidate as a pencil mark
//!   check                 check                 clashes and wrong symbols
//!   is_solved             is_solved
//!   view                  view                  symbols, marks, colours, lines, clashes, labels
//! ```
//!
//! Each method is a single call in `impl Puzzle`; `examples/binairo.rs` shows all of them. The
//! puzzle itself implements rules, solving and hints.

mod board;
mod layer;
mod line;
#[cfg(any(feature = "sudoku-tutor", feature = "variant-hints"))]
mod mistakes;
mod play;
mod text;

pub use board::{Clash, SymbolBoard};
pub use layer::{COLOURS, Layer, bit, members};
#[cfg(any(feature = "sudoku-tutor", feature = "variant-hints"))]
pub(crate) use mistakes::{clash_hint, is_noted, mistake, plain, without_notes};
pub use play::{
    apply, check, is_solved, position_of_values, replay, signs_of, start, view, with_all_candidates,
};
pub use text::{layer_of, position, position_of};
