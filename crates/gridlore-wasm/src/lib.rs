//! The facade for the browser: a request in JSON in, an answer in JSON out, no logic and no state.
//!
//! A game travels with every request as its saved line, so the worker that runs this file can be thrown away at any
//! moment (that is how a long search is cancelled) and nothing is lost. Time comes from the page.

mod exchange;
pub mod memory;

pub use exchange::answer;
