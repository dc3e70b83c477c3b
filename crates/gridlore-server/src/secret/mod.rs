//! Tokens and passwords, of which the database holds hashes alone. What the site signs with its own
//! secret is not here: see [`crate::site::seal`].

pub(crate) mod password;
pub(crate) mod token;
