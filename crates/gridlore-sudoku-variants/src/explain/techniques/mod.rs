//! The techniques. Each finds its first step in a position.

pub(super) mod chain;
pub(super) mod exact;
pub(super) mod house;
pub(super) mod innies;
pub(super) mod pairs;
pub(super) mod patterns;
pub(super) mod set_chains;
pub(super) mod singles;
pub(super) mod subsets;
pub(super) mod sums;
pub(super) mod trial;
pub(super) mod ways;
