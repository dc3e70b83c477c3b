//! Regions that the solver has to find, and other connected cells. For each cell, a variable holds
//! the number of its region.
//!
//! ```text
//!   area       which cells may belong to a connected set, and which must
//!   model      the compiled form of the rules
//!   connect    propagation
//! ```

mod area;
mod connect;
mod model;

pub(super) use area::Board;
pub(super) use model::{Connected, Regions, ignores_numbers, links, order_by};
