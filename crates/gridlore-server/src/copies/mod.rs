//! Copies of the whole site: backups, and static exports for any host.

pub(crate) mod backup;
pub(crate) mod export;
mod links;
mod search_index;
