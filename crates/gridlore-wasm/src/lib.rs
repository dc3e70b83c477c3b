//! The facade for the browser. It takes requests as text, returns responses as JSON, and contains
//! no logic of its own.
//!
//! Every request about a game contains the saved game, so the page can terminate the worker at any
//! time to cancel a long search without losing anything. Packings, patterns of Life and Prolog
//! programs are kept between requests. The page supplies the time.

#[cfg(feature = "puzzles")]
mod answer;
#[cfg(feature = "puzzles")]
mod exchange;
#[cfg(feature = "lessons")]
mod lessons;
pub mod memory;
#[cfg(feature = "packing")]
mod packing;
#[cfg(feature = "puzzles")]
mod preset;
#[cfg(feature = "prolog")]
mod program;
#[cfg(feature = "puzzles")]
mod request;
#[cfg(feature = "cover")]
mod steps;
#[cfg(feature = "variant-studio")]
mod studio;
#[cfg(feature = "life")]
mod watch;

#[cfg(feature = "puzzles")]
pub use exchange::answer;
#[cfg(feature = "packing")]
pub use packing::answer as packing_answer;
#[cfg(feature = "prolog")]
pub use program::answer as prolog_answer;
#[cfg(feature = "cover")]
pub use steps::answer as cover_answer;
#[cfg(feature = "life")]
pub use watch::answer as life_answer;
