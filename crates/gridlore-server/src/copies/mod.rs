//! Copies of the whole site: a backup to restore, and an export that any host can serve.

pub(crate) mod backup;
pub(crate) mod export;
