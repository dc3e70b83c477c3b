//! A Prolog system with native CLP(FD), for puzzles written as rules.
//!
//! ```text
//!   text -> lexer -> reader -> terms on the heap (store, cell)
//!                                |
//!           consult -> compile -> code -> machine, builtins, library/*.pl
//!                                |
//!                             writer -> text
//! ```
//!
//! The modules, lowest first; each uses only those that precede it in this list:
//!
//! - `map`, `meter`: hash maps, and the meter that counts steps for the limits;
//! - `terms`: atoms, numbers, cells, the heap, and records off the heap;
//! - `syntax`: operators, lexer, reader and writer; syntax colouring and the queries of a program;
//! - `fd`: the finite-domain solver and its propagators, which are independent of terms;
//! - `code`: instructions and the tables to which they refer;
//! - `compile`: translates clauses to instructions;
//! - `host`: the services that the host provides to programs, and the output and messages that it
//!   receives;
//! - `machine`: runs code, with calls, choice points, exceptions, arithmetic and limits;
//! - `database`: the clauses and modules of programs, and consulting;
//! - `builtins`: predicates in Rust, including constraints; `library/*.pl` builds on them;
//! - `program`: the host's interface: programs, queries and answers.
//!
//! Programs are untrusted. Source text and terms may nest as deeply as memory allows, because no
//! traversal is recursive. Every loop whose length depends on the program counts its steps
//! (`meter`), so a program overshoots its limits on time, inferences and memory only slightly.
//!
//! [`Program`] is the entry point: consult source text, run queries, and take answers one by one or
//! in slices. The crate may use `gridlore-core` and `gridlore-exact-cover`, and no other engine. It
//! reads no files and no clock; the host provides both through functions.

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
