//! Finite domains: CLP(FD) with propagators in Rust.
//!
//! ```text
//!   run          what each propagator does
//!   reified, global, distinct, product, linear
//!   solver       variables, watchers, queues, trail
//!   matching     what all_distinct works on
//!   propagator   what each kind holds and watches
//!   event, domain
//! ```
//!
//! Nothing here knows terms: they become propagators, and propagators goals, in
//! `builtins/constraints`; the machine binds on the heap what became fixed, in
//! `machine/domains.rs`.
//!
//! # Source
//! The predicates, and how what is left of constraints is told, are those of M. Triska's
//! `library(clpfd)` of SWI-Prolog.

mod distinct;
pub(crate) mod domain;
pub(crate) mod event;
pub(crate) mod global;
mod linear;
mod matching;
mod product;
pub(crate) mod propagator;
pub(crate) mod reified;
mod run;
pub(crate) mod solver;
