//! Commands on a data folder: posts as files, and people.

pub(crate) mod desk;
pub(crate) mod people;
pub(crate) mod source;
