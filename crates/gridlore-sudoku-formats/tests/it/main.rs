//! Tests of the formats, and of published puzzles in them.

mod drawings;
mod formats;
mod penpa;
mod reference;
mod shared;
mod written;
