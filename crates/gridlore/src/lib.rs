//! The facade: every puzzle behind one trait, so that a command line, a page or a site knows no engine by name.
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
//! A **game id** names a puzzle for ever: `kind:params#seed` generates it, `kind:params:description` spells it out.
//! The **midend** plays it: moves with undo and redo, hints, time, saving. Not here: input, output, clocks, JSON, HTML.

#[cfg(feature = "connect-four")]
pub mod connect_four;
#[cfg(feature = "cover")]
pub mod cover;
mod exhibit;
#[cfg(feature = "flipper")]
pub mod flipper;
pub mod game;
mod game_id;
#[cfg(feature = "life")]
pub mod life;
#[cfg(any(feature = "cover", feature = "prolog"))]
mod markup;
mod midend;
#[cfg(feature = "prolog")]
pub mod prolog;
mod puzzle;
pub mod raster;
mod registry;
pub mod render;
#[cfg(feature = "sudoku")]
mod sudoku;
pub mod tutor;

pub use exhibit::Exhibit;
pub use game_id::{GameId, Origin};
pub use gridlore_core::{Budget, BudgetSpent, ParseError, ParseErrorKind, Place};
pub use midend::{Midend, RestoreError};
pub use puzzle::{
    Action, CellView, Check, Hint, Pen, Position, PressView, Puzzle, Refusal, Solve, Stage, SymbolView, View,
};
pub use registry::{
    Files, Kind, Opened, Opens, Preset, Reader, Shown, Workshop, games_of_file, kind, kinds, open, show,
};

/// The README's code is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
