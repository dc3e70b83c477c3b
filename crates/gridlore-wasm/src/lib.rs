//! The facade for the browser: a request in JSON in, an answer in JSON out, no logic.
//!
//! A game travels with every request as its saved line, so the worker that runs this file can be
//! thrown away at any moment (that is how a long search is cancelled) and nothing is lost. What is
//! watched is kept between requests, and a line leads back to it. Time comes from the page.

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
pub use program::answer as asked;
#[cfg(feature = "cover")]
pub use steps::answer as walked;
#[cfg(feature = "life")]
pub use watch::answer as watched;
