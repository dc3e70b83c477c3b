//! Finite domains: CLP(FD) with propagators in Rust.
//!
//! ```text
//!   #=, in, all_distinct, labeling, ... (library/clpfd.pl)
//!        |
//!   post: terms -> propagators         residual: propagators -> goals
//!        |                                  |
//!   solver: variables, watchers, queues, trail
//!        |
//!   propagator: linear, products, distinct, reified, global
//! ```
//!
//! # Source
//! The predicates, and how what is left of constraints is told, are those of M. Triska's `library(clpfd)` of SWI-Prolog.

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
