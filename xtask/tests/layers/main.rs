//! Checks the direction of dependencies: between crates, between the modules of a crate, and
//! between the scripts of the browser side.

mod crates;
mod cycles;
mod modules;
mod scripts;
