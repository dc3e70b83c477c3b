//! The direction of the house: which crate may use which, which module of a crate, and which script
//! of the browser side.

mod circles;
mod crates;
mod modules;
mod scripts;
