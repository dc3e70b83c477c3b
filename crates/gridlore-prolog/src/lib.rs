//! Puzzles told as rules: Prolog with native CLP(FD).
//!
//! ```text
//!   text -> lexer -> reader -> terms on the heap (store, cell)
//!                                |
//!           consult -> compile -> code -> machine, control, builtins, library/*.pl
//!                                |
//!                             writer -> text
//! ```
//!
//! Programs come from strangers. A text or a term may be as deep as memory allows, since no walk recurses, and every loop whose length depends on the program counts its steps (`meter`), so that limits of time, inferences and memory are passed by little.
//!
//! [`Program`] is the door: consult texts, ask queries, take answers one after the other or in slices. It may use `gridlore-core` and `gridlore-exact-cover`, and no other engine; it reads no file and no clock: what a host grants, texts by name and a clock, comes by functions that the host gives.

mod builtins;
mod code;
mod compile;
mod database;
mod fd;
mod host;
mod machine;
mod map;
mod meter;
mod program;
pub mod puzzles;
mod syntax;
mod terms;

pub use host::Source;
pub use host::message::{Message, Severity};
pub use program::{Allowance, Answer, Problem, Program, Query, QueryError, Step};
pub use syntax::{colour, lexer, queries};
