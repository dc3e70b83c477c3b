//! Tests of the formats and of published puzzles in them.

#[cfg(feature = "booklet")]
mod booklet;
mod drawings;
mod explain;
mod fog;
mod formats;
mod pad;
#[cfg(feature = "booklet")]
mod pdf;
mod penpa;
mod pictures;
mod reference;
mod shared;
mod written;
