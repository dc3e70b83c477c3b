//! Tests of the formats, and of published puzzles in them.

mod booklet;
mod drawings;
mod explain;
mod formats;
mod pad;
mod pdf;
mod penpa;
mod pictures;
mod reference;
mod shared;
mod written;
