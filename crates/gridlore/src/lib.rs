//! The facade: every puzzle behind one trait, so that a command line, a page or a site knows no
//! engine by name.
//!
//! ```
//! let puzzle = gridlore::open("sudoku:easy#7")?;
//! let mut game = gridlore::Midend::new(puzzle);
//! let hint = game.hint()?;
//! game.act(hint.action.expect("a fresh puzzle has a next step"))?;
//! assert!(game.undo());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A **game id** names a puzzle for ever: `kind:params#seed` generates it,
//! `kind:params:description` spells it out. The **midend** plays it: moves with undo and redo,
//! hints, time, saving. Not here: input, output, clocks, JSON, HTML.
//!
//! From the lowest up: `play` (what passes between a puzzle, the midend and an edge), `game` and
//! `tutor` (what some puzzles have besides), `render` and `raster` (pictures), `symbols` (pencil
//! marks, colours and clashes for every puzzle of symbols), `kind` (the traits, and what a kind
//! is), the puzzles, the `registry` of them, and the `midend`.
//!
//! A puzzle of a caller's own implements [`Puzzle`], puts its [`Kind`] into a [`Registry`], and is
//! played, drawn, saved and restored as the others are: `examples/binairo.rs` is one.

#[cfg(feature = "connect-four")]
pub mod connect_four;
#[cfg(feature = "cover")]
pub mod cover;
#[cfg(feature = "flipper")]
pub mod flipper;
pub mod game;
mod game_id;
mod kind;
#[cfg(feature = "life")]
pub mod life;
#[cfg(any(feature = "cover", feature = "prolog"))]
mod markup;
mod midend;
mod play;
#[cfg(feature = "prolog")]
pub mod prolog;
pub mod raster;
mod registry;
pub mod render;
mod saved;
#[cfg(feature = "sudoku")]
mod sudoku;
pub mod symbols;
pub mod tutor;

pub use game_id::{GameId, Origin};
pub use gridlore_core::{Budget, BudgetSpent, ParseError, ParseErrorKind, Place, Rng, nearest};
pub use kind::{Exhibit, Files, Kind, Opened, Opens, Page, Preset, Puzzle, Reader, Shown, Workshop};
pub use midend::{Midend, RestoreError};
pub use play::{
    Action, CellView, Check, Hint, Pen, Position, PressView, Refusal, Solve, Stage, SymbolView, View,
};
pub use registry::{Registry, games_of_file, kind, kinds, open, show};

/// The README's code is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
