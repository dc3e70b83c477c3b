//! Reasons why a pattern cannot be written.

use super::Format;
use crate::tree::TooMany;
use std::fmt;

/// The reason why a pattern cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The pattern has more than two states, which the format does not support.
    States,
    /// The pattern has too many cells to list.
    TooMany(TooMany),
    /// The file would be too long.
    TooLong(TooLong),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::States => f.write_str(
                "found a pattern with more than two states, expected a format that supports them: rle, mcl or mc",
            ),
            Self::TooMany(error) => write!(f, "{error}; the mc format has no limit"),
            Self::TooLong(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}

/// The error for a pattern whose file would exceed the length limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong {
    /// The format of the file.
    pub format: Format,
    /// The number of cells that are not dead.
    pub population: u64,
    /// The width and height of the smallest rectangle around these cells.
    pub sides: (u64, u64),
    /// The limit in bytes.
    pub max_bytes: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, population, sides: (width, height), max_bytes } = self;
        write!(
            f,
            "found a pattern of {population} cells, {width} wide and {height} high, whose {} file would be longer than {max_bytes} bytes, expected a smaller pattern; ",
            format.extension()
        )?;
        f.write_str(match format {
            Format::Life105 | Format::Plaintext => {
                "the formats rle, mc (Macrocell) and life (Life 1.06) can hold cells that are far apart"
            }
            _ => "the format mc (Macrocell) has no limit",
        })
    }
}
