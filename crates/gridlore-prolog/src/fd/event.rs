//! Variables by number, what happens to their domains, and what comes of propagating.

/// A variable, by its number.
pub(crate) type Var = u32;

/// A domain became empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Failed;

pub(crate) type Propagated = Result<(), Failed>;

/// What happened to a domain.
pub(crate) const ON_FIX: u8 = 1;
pub(crate) const ON_BOUNDS: u8 = 2;
pub(crate) const ON_CHANGE: u8 = 4;
