//! Variable numbers, domain events, and the result of propagation.

/// The number of a variable.
pub(crate) type Var = u32;

/// Failure: a domain became empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Failed;

pub(crate) type Propagated = Result<(), Failed>;

/// Domain events: the variable became fixed, a bound changed, or any value was removed.
pub(crate) const ON_FIX: u8 = 1;
pub(crate) const ON_BOUNDS: u8 = 2;
pub(crate) const ON_CHANGE: u8 = 4;
