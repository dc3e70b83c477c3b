//! Mail of people with an account: links for a new password, and the address for notices.

pub(super) mod account;
pub(super) mod forgotten;
