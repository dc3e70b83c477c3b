//! Tests of the formats, and of published puzzles in them.

mod drawings;
mod explain;
mod formats;
mod pad;
mod penpa;
mod pictures;
mod reference;
mod shared;
mod written;
