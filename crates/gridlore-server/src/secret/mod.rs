//! Tokens and passwords, of which the database stores only hashes. For data that the site signs
//! with its own secret, see [`crate::site::seal`].

pub(crate) mod password;
pub(crate) mod token;
