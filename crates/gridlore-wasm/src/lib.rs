//! The facade for the browser: a request in, an answer in JSON out, no logic.
//!
//! Every request about a game carries its saved line, so the worker that runs this module can be
//! discarded at any moment without losing anything; that is how a long search is cancelled. Patterns
//! and programs are kept between requests, and a line from an earlier answer restores them. Time
//! comes from the page.

#[cfg(feature = "puzzles")]
mod exchange;
#[cfg(feature = "lessons")]
mod lessons;
pub mod memory;
#[cfg(feature = "puzzles")]
mod preset;
#[cfg(feature = "prolog")]
mod program;
#[cfg(feature = "cover")]
mod steps;
#[cfg(feature = "life")]
mod watch;

#[cfg(feature = "puzzles")]
pub use exchange::answer;
#[cfg(feature = "prolog")]
pub use program::answer as prolog_answer;
#[cfg(feature = "cover")]
pub use steps::answer as cover_answer;
#[cfg(feature = "life")]
pub use watch::answer as life_answer;
