//! Checks the direction of dependencies: between crates, between the modules of a crate, and
//! between the scripts of the browser side.

mod cycles;
mod crates;
mod modules;
mod scripts;
