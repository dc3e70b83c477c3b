//! The facade: every puzzle behind one trait, so a command line, a page or a site does not depend
//! on individual engines.
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
//! A **game id** names a puzzle permanently: `kind:params#seed` generates it, and
//! `kind:params:description` spells it out. The **midend** plays it: moves with undo and redo,
//! hints, time, and saved games. Input, output, clocks, JSON and HTML belong to the callers.
//!
//! The modules, from the lowest layer up: `play` (the types that puzzles, midend and callers
//! exchange), `game` and `tutor` (additional methods of some puzzles), `render` and `raster`
//! (pictures), `symbols` (pencil marks, colours, lines and clashes for every symbol puzzle), `kind`
//! (the traits and the definition of a kind), the puzzles, the `registry`, `branches` (moves that
//! were undone), and the `midend`.
//!
//! To add your own puzzle, implement [`Puzzle`] and add its [`Kind`] to a [`Registry`]. It is then
//! played, drawn, saved and restored like the built-in puzzles; see `examples/binairo.rs`.

mod branches;
#[cfg(feature = "connect-four")]
pub mod connect_four;
#[cfg(feature = "sudoku-tutor")]
pub mod course;
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
#[cfg(feature = "variant-sudoku")]
mod variants;

pub use branches::BranchView;
pub use game_id::{GameId, Origin};
pub use gridlore_core::{Budget, BudgetSpent, ParseError, ParseErrorKind, Place, Rng, nearest};
pub use kind::{
    Exhibit, Files, Kind, Opened, Opens, Page, Preset, Puzzle, Reader, Scale, Shown, Sizes, Workshop,
    needs_full_engine,
};
pub use midend::{Midend, RestoreError};
pub use play::{
    Action, CellView, Check, Drawing, Hint, LineView, Pen, Position, PressView, Refusal, Solve, Stage,
    SymbolView, Track, View,
};
pub use registry::{Registry, games_in_file, kind, kinds, open, show};
#[cfg(feature = "variant-studio")]
pub use variants::studio;

/// Runs the code blocks of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
