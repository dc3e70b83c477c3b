//! Mail: password reset links, the address of an account, and newsletters.

pub(super) mod account;
pub(super) mod forgotten;
pub(super) mod newsletter;
