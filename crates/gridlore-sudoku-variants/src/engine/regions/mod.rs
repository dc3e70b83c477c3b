//! Regions that are part of the puzzle, and other connected cells. For each cell, a variable holds
//! the number of its region.
//!
//! ```text
//!   area       which cells can belong to a connected set, and which ones must
//!   model      what the compiler makes of the rules
//!   connect    propagation
//! ```

mod area;
mod connect;
mod model;

pub(super) use area::Board;
pub(super) use model::{Connected, Regions, ignores_numbers, links, order_by};
