//! Access-log records: one hit of the site as one line of the combined format.
//!
//! Here is the writer's side, which the site uses. Not here yet: reading, counting, graphs and reports.
//! No engine and no clock: the caller gives the time, already written as the format wants it.

#![forbid(unsafe_code)]

mod record;

pub use record::Record;
