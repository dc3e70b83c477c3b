//! Tests of the formats, and of published puzzles in them.

mod drawings;
mod formats;
mod penpa;
mod shared;
mod written;
