//! Tokens: random strings that identify sessions and invitations. The database stores only their
//! hashes.

use anyhow::{Result, anyhow};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Generates an unguessable token: 256 random bits as hexadecimal digits.
pub(crate) fn token() -> Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no random numbers: {error}"))?;
    Ok(hexadecimal(&bytes))
}

/// Returns the hash of a token for the database. Tokens are fully random, so one fast hash is
/// enough.
pub(crate) fn token_hash(token: &str) -> String {
    hexadecimal(&Sha256::digest(token.as_bytes()))
}

/// Returns a hash of a sequence of strings, for detecting changes.
pub(crate) fn texts_hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hexadecimal(&hasher.finalize()[..16])
}

/// Formats bytes as lower-case hexadecimal digits.
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
