//! Copies of the whole site: backups, and static exports for any host.

pub(crate) mod backup;
pub(crate) mod export;
