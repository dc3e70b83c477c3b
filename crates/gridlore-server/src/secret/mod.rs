//! Secrets that people hold: tokens and passwords. Neither reaches the disk; see `site/seal.rs` for
//! the site's own secret.

pub(crate) mod password;
pub(crate) mod token;
