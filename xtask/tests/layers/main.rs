//! The direction of the house: which crate may use which, and which module of a crate.

mod crates;
mod modules;
