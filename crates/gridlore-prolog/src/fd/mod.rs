//! CLP(FD): finite domains, with propagators in Rust.
//!
//! ```text
//!   run          dispatches to the propagation functions
//!   reified, global, distinct, product, linear
//!   solver       variables, watchers, queues, trail
//!   matching     bipartite matching for all_distinct
//!   propagator   contents and watched events of each kind
//!   event, domain
//! ```
//!
//! This module is independent of terms: `builtins/constraints` converts terms to propagators and
//! propagators to residual goals; `machine/domains.rs` binds newly fixed variables on the heap.
//!
//! # Source
//! The predicates and the form of residual goals follow M. Triska's `library(clpfd)` in SWI-Prolog.

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
