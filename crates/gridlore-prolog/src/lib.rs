//! Puzzles told as rules: Prolog with native CLP(FD).
//!
//! ```text
//!   text -> lexer -> reader -> terms on the heap (store, cell)
//!                                |
//!           consult -> compile -> code -> machine, builtins, library/*.pl
//!                                |
//!                             writer -> text
//! ```
//!
//! The modules, lowest first; each uses only those above it in this list:
//!
//! - `map`, `meter`: hash maps, and the steps that limits are counted in;
//! - `terms`: names, numbers, cells, the heap, and records off the heap;
//! - `syntax`: operators, lexer, reader and writer; the colours and queries of a text;
//! - `fd`: finite domains: the solver and its propagators, which know no terms;
//! - `code`: instructions, and the tables that they refer to;
//! - `compile`: from clauses to instructions;
//! - `host`: what the host grants, and what it is given: output and messages;
//! - `machine`: runs code: calls, choice points, exceptions, arithmetic, limits;
//! - `database`: the clauses and modules of programs, and the way in for their texts;
//! - `builtins`: predicates in Rust, constraints among them; `library/*.pl` stands on top of them;
//! - `program`: programs, queries and answers, for the host.
//!
//! Programs come from strangers. A text or a term may be as deep as memory allows, since no walk
//! recurses, and every loop whose length depends on the program counts its steps (`meter`), so that
//! limits of time, inferences and memory are passed by little.
//!
//! [`Program`] is the door: consult texts, ask queries, take answers one after the other or in
//! slices. It may use `gridlore-core` and `gridlore-exact-cover`, and no other engine; it reads no
//! file and no clock: what a host grants, texts by name and a clock, comes by functions that the
//! host gives.

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
