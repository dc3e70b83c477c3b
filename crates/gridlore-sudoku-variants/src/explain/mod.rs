//! Explanations, which solve a puzzle as people do. Each step names its constraint, its cells and
//! the candidates that it removes, and gives the reason in English.
//!
//! Each step uses the easiest technique that applies, in the order of [`Technique`]: conclusions
//! from one cell, house or constraint at first sight, then subsets, all the ways to satisfy one
//! constraint or several, sums of houses, fish, and chains whose links may be any rule. If none
//! applies, a step tries a candidate, one level deep, and says so. The module shares no code with
//! the engine: a fact about a few cells is judged by the definition of its constraint. A puzzle is
//! as hard as its hardest step.
//!
//! ```
//! use gridlore_core::Budget;
//! use gridlore_sudoku_variants::{explain::Explainer, parse_text};
//!
//! let puzzle = parse_text("size 4x4; ....; ....; ....; ....; cage 3: r1c1 r1c2")?;
//! let mut explainer = Explainer::new(&puzzle);
//! let step = explainer.next_step(&mut Budget::unlimited()).expect("an unlimited budget");
//! let text = step.expect("a cage of 3 cannot have 4").text;
//! assert_eq!(text, "The cage of 3 in r1c1 and r1c2 can only be 1+2. So r1c1 and r1c2 cannot be 3 or 4.");
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! ```text
//!   step       steps and techniques
//!   fact       what constraints say about a few cells
//!   words      constraints, cells and digits in sentences
//!   board      facts, groups of different digits, and positions
//!   search     all the ways to satisfy some facts
//!   memory     results from earlier positions
//!   techniques a file for each kind of technique
//!   guide      the order of techniques
//!   rating     the difficulty of a puzzle
//! ```

mod board;
mod fact;
mod guide;
mod memory;
mod rating;
mod search;
mod step;
mod techniques;
mod words;

pub use guide::Explainer;
pub use rating::{Level, Rating, rate};
pub use step::{Node, Step, Technique};
