//! Tests of the formats, and of published puzzles in them.

mod formats;
mod reference;
mod shared;
mod written;
