//! Work on a data folder from the command line: posts as files, and people.

pub(crate) mod desk;
pub(crate) mod people;
pub(crate) mod source;
