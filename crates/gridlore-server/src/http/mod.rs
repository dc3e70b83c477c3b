//! Requests and answers, whatever they are about.
//!
//! - Who asks: [`visit`] tells callers apart, [`rate`] and [`connections`] limit them.
//! - What it costs: [`work`] gives slots for everything expensive, [`memory`] counts bytes under
//!   way.
//! - What goes back: [`page`] is an answer made once and sent many times, [`sent_file`] a file,
//!   [`safety`] the headers of all.
//! - What is written down: [`access_log`], and [`visits`] counted of it.

pub(crate) mod access_log;
pub(crate) mod connections;
pub(crate) mod memory;
pub(crate) mod page;
pub(crate) mod rate;
pub(crate) mod safety;
pub(crate) mod sent_file;
pub(crate) mod visit;
pub(crate) mod visits;
pub(crate) mod work;
