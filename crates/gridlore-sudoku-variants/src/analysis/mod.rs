//! Analyses for setters that go beyond the solution of a puzzle.
//!
//! ```text
//!   candidates   the number of solutions in which each candidate occurs
//!   clues        the clues that a unique solution requires
//!   conflict     a smallest set of clues without a solution
//!   parts        puzzles with some of their clues, solved with pauses
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
