//! Exact cover: choose options so that every primary item is covered as often as its bounds
//! require, and no secondary item twice unless in the same colour.
//!
//! ```
//! use gridlore_core::Budget;
//! use gridlore_exact_cover::parse;
//!
//! let read = parse("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")?;
//! let mut solutions = read.problem.solutions();
//! let mut options = solutions.next_solution(&mut Budget::unlimited())?.expect("the problem has a solution");
//! options.sort_unstable();
//! assert_eq!(options, [0, 3, 4]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod count;
mod diagram;
mod format;
pub mod make;
pub mod packing;
mod problem;
mod search;
mod solutions;
mod why;

pub use check::{Checker, Fault};
pub use count::{Count, ParseCountError};
pub use diagram::{Diagram, DiagramError, Node};
pub use format::{Limits, Read, option_text, parse, parse_within, to_knuth, write_option};
pub use problem::useless::Reduced;
pub use problem::{Bounds, Colour, Entry, Problem, ProblemError};
pub use search::cells::Choice;
pub use search::dancing_links::{DancingLinks, Level, Snapshot, Step};
pub use search::estimate::Estimate;
pub use search::parts::Part;
pub use solutions::{Engine, Solutions};
