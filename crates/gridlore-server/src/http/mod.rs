//! Requests and responses in general.
//!
//! - Callers: [`visit`] identifies them; [`rate`] and [`connections`] limit them.
//! - Cost: [`work`] provides slots for expensive jobs, [`memory`] counts the bytes in transit, and
//!   [`large_pieces`] makes forms with files cheap to parse.
//! - Responses: [`page`] is a response that is built once and sent many times, [`sent_file`]
//!   streams files, [`file_type`] detects their content types, and [`safety`] adds the security
//!   headers of every response.
//! - Logs: [`access_log`], and [`visits`], which computes figures from it.

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
