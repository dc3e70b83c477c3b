//! Reasons why a world cannot compute further generations.

use crate::hash::HashError;
use crate::tree::TooMany;

/// The reason why a world cannot compute further generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// An error of the hash engine.
    Hash(HashError),
    /// There are too many cells for the tile engine or the oracle.
    TooMany(TooMany),
    /// The tiles need more than this many bytes.
    Memory(usize),
    /// The edges of the grid have more cells than this.
    Edges(u64),
}

impl std::fmt::Display for WorldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hash(error) => error.fmt(f),
            Self::TooMany(error) => write!(f, "{error}; the hash engine can handle it"),
            Self::Edges(most) => write!(
                f,
                "found a bounded grid with more than {most} edge cells, expected a smaller one, a torus whose sides are multiples of 64, or the plane"
            ),
            Self::Memory(bytes) => write!(
                f,
                "found a pattern that needs more than {} MB, expected one that fits into memory",
                bytes >> 20
            ),
        }
    }
}

impl std::error::Error for WorldError {}

impl From<HashError> for WorldError {
    fn from(error: HashError) -> Self {
        Self::Hash(error)
    }
}
