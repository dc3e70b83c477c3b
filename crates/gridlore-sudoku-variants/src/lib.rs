//! Variant sudoku: rules of many kinds, constraint lines, and an exact solver.
//!
//! ```
//! use gridlore_core::Budget;
//! use gridlore_sudoku_variants::{Outcome, Solver, check, parse_constraints};
//!
//! let puzzle = parse_constraints(".Shape~4x4.Thermo~R1C1~R1C2~R1C3")?;
//! let mut solver = Solver::new(&puzzle).expect("the puzzle is small");
//! let outcome = solver.outcome(&mut Budget::unlimited()).expect("an unlimited budget");
//! let Outcome::Several(two) = outcome else { panic!("it has 48 solutions") };
//! assert_eq!(check::broken(&puzzle, &two[0]), None);
//! # Ok::<(), gridlore_core::ParseError>(())
//! ```
//!
//! A [`Puzzle`] is a [`Shape`] with [`Constraint`]s: thermometers, cages, dots and so on, as
//! setters name them. Rows, columns and boxes are constraints like any other. For the engine, each
//! constraint is converted to general [`Rule`]s: different values, sums, relations between two
//! cells, and words of a language ([`Word`]) for lines, cages and clues outside the grid.
//!
//! ```text
//!   shape, constraint, puzzle    the parts of a puzzle
//!   grid                         overlapping grids
//!   check                        the independent checker
//!   rule, relation               the rules that the engine solves
//!   sentence                     lists of words for sentences
//!   label                        escaped characters in labels
//!   regex                        regular expressions as automata
//!   plain                        standard boards, for the engine of gridlore-sudoku
//!   engine                       propagators and the search
//!   analysis                     true candidates, unnecessary clues, conflicts
//!   explain                      solving steps for people, with reasons
//!   generate                     puzzles generated from rules
//!   canonical                    one form for all puzzles that differ only by symmetries
//!   build                        code shared by the parsers of all formats
//!   notation                     constraint lines and short killer formats
//!   text                         readable blocks of text
//! ```
//!
//! Two parts are in other crates: the formats with JSON are in `gridlore-sudoku-formats`, and the
//! engine of `gridlore-sudoku` solves standard boards without such rules.

pub mod analysis;
pub mod build;
pub mod canonical;
pub mod check;
pub mod constraint;
mod engine;
pub mod explain;
pub mod generate;
pub mod grid;
mod label;
mod notation;
mod plain;
mod puzzle;
mod regex;
mod relation;
mod rule;
mod sentence;
mod shape;
mod text;

pub use constraint::Constraint;
pub use engine::{MAX_CELLS, Outcome, Solver, TooLarge};
pub use grid::Grid;
pub use notation::{is_constraints, parse_constraints, to_constraints};
pub use puzzle::Puzzle;
pub use relation::Relation;
pub use rule::{Area, Automaton, FullRank, Rule, Ties, Word};
pub use shape::{CellSet, House, MAX_SIDE, Shape};
pub use text::{MAX_LENGTH, is_text, parse_text, text_words, to_text};
