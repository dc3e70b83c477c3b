//! Copies of the whole site: backups, and static exports for any host.

pub(crate) mod backup;
pub(crate) mod export;
mod links;
mod private_files;
mod search_index;
