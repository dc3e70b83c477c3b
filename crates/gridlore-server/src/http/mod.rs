//! Requests and responses in general.
//!
//! - Callers: [`visit`] identifies them, [`rate`] and [`connections`] limit them.
//! - Cost: [`work`] hands out slots for everything expensive, [`memory`] counts the bytes in
//!   transit, and [`large_pieces`] makes forms with files cheap to parse.
//! - Responses: [`page`] is built once and sent many times, [`sent_file`] streams a file whose
//!   content type [`file_type`] finds, and [`safety`] adds the headers that every response needs.
//! - Logs: [`access_log`], and [`visits`] with its figures.

pub(crate) mod access_log;
pub(crate) mod connections;
pub(crate) mod file_type;
pub(crate) mod large_pieces;
pub(crate) mod memory;
pub(crate) mod page;
pub(crate) mod rate;
pub(crate) mod safety;
pub(crate) mod sent_file;
pub(crate) mod visit;
pub(crate) mod visits;
pub(crate) mod work;
