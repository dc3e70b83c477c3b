//! Tokens: the random texts that sessions and invitations are known by. The database holds their
//! hashes alone.

use anyhow::{Result, anyhow};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A text that nobody can guess: 256 random bits in hexadecimal digits.
pub(crate) fn token() -> Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no random numbers: {error}"))?;
    Ok(hexadecimal(&bytes))
}

/// What the database holds of a token. A token is random all through, so one plain hash is enough.
pub(crate) fn token_hash(token: &str) -> String {
    hexadecimal(&Sha256::digest(token.as_bytes()))
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ() {
        let (one, other) = (token().unwrap(), token().unwrap());
        assert!(one != other && one.len() == 64 && token_hash(&one) != token_hash(&other));
    }
}
