//! Why a world has no more generations.

use crate::hash::HashError;
use crate::tree::TooMany;

/// Why there are no more generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// Squares can't.
    Hash(HashError),
    /// There are too many cells for tiles or the plain form.
    TooMany(TooMany),
    /// Tiles need more than so many bytes.
    Memory(usize),
    /// The edges of the world have more cells than this.
    Edges(u64),
}

impl std::fmt::Display for WorldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hash(error) => error.fmt(f),
            Self::TooMany(error) => write!(f, "{error}; hash can do it"),
            Self::Edges(most) => write!(
                f,
                "found a world whose edges have more than {most} cells, expected a smaller one, a torus with sides that are multiples of 64, or the plane"
            ),
            Self::Memory(bytes) => write!(
                f,
                "found a pattern whose tiles need more than {} MB, expected one that fits",
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
