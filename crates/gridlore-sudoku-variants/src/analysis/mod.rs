//! Analyses for setters that go beyond the solution of a puzzle.
//!
//! ```text
//!   candidates   in how many solutions each candidate occurs
//!   clues        which clues are necessary for the solution to be unique
//!   conflict     a smallest set of clues without a solution
//!   parts        puzzles with some of the clues, solved with pauses
//!   hitting      smallest sets that hit all sets of a collection
//! ```
//!
//! A clue is any constraint outside the frame, which consists of rows, columns and regions.

mod candidates;
mod clues;
mod conflict;
mod hitting;
mod parts;

pub use candidates::{Count, Progress, TrueCandidates};
pub use clues::{Clue, Necessity, necessary_clues, removable_together};
pub use conflict::{Conflict, Proof, conflict};
pub use parts::{clues, is_frame};
