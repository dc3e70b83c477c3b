//! Passwords: the rules for new ones, and the hashes that the database stores.

use anyhow::{Result, anyhow};
use argon2::password_hash::PasswordHasher;
use argon2::password_hash::phc::{Output, PasswordHash};
use argon2::{Argon2, Block, Params, Version};
use std::sync::LazyLock;

/// Minimum length of a password in characters.
pub(crate) const MIN_CHARACTERS: usize = 10;

/// Maximum length of a password in bytes. It limits the time that hashing takes.
pub(crate) const MAX_PASSWORD_BYTES: usize = 1000;

/// Checks a new password. Returns an error message if it is refused.
pub(crate) fn password_fault(name: &str, password: &str) -> Option<String> {
    let length = password.chars().count();
    if length < MIN_CHARACTERS {
        return Some(format!("The password has {length} characters; it needs at least {MIN_CHARACTERS}."));
    }
    if password.len() > MAX_PASSWORD_BYTES {
        return Some(format!("The password is longer than {MAX_PASSWORD_BYTES} bytes."));
    }
    let lower = password.to_lowercase();
    let is_one_letter = password.chars().all(|letter| password.starts_with(letter));
    let is_common =
        ["password12", "password123", "1234567890", "0123456789", "qwertyuiop"].contains(&lower.as_str());
    (is_one_letter || is_common || lower == name.repeat(2) || lower == name)
        .then(|| "This password is too easy to guess.".to_owned())
}

/// Hashes a password with Argon2id: version 19, 19 MiB, two passes and a random salt. Takes about
/// 50 ms.
///
/// # Source
/// RFC 9106; parameters from OWASP's password storage cheat sheet.
pub(crate) fn password_hash(password: &str) -> Result<String> {
    let hash =
        Argon2::default().hash_password(password.as_bytes()).map_err(|error| anyhow!("hashing: {error}"))?;
    Ok(hash.to_string())
}

/// Returns whether a password has this hash. Takes the same time without a hash, so that the time
/// does not reveal which accounts exist.
pub(crate) fn is_password(password: &str, hash: Option<&str>) -> bool {
    static NOBODY: LazyLock<Option<String>> = LazyLock::new(|| password_hash("nobody's").ok());
    let Some(known) = hash.or(NOBODY.as_deref()) else { return false };
    let matches = password.len() <= MAX_PASSWORD_BYTES && hashes_to(password, known).unwrap_or(false);
    matches && hash.is_some()
}

/// Number of bytes allocated for a hash, of which only the needed part is ever touched. The C
/// library returns blocks of more than 32 MiB to the system as soon as they are freed, but keeps
/// one or two smaller blocks for each thread that has ever hashed, which used 200 MB after many
/// sign-ins.
const ROOM: usize = 33 << 20;

/// Returns whether a password has this hash, comparing in constant time, or `None` if the hash is
/// not an Argon2 hash.
fn hashes_to(password: &str, known: &str) -> Option<bool> {
    let known = PasswordHash::new(known).ok()?;
    let (salt, expected) = (known.salt?, known.hash?);
    let argon = Argon2::new(
        known.algorithm.as_str().parse().ok()?,
        known.version.map_or(Ok(Version::V0x13), TryInto::try_into).ok()?,
        Params::try_from(&known).ok()?,
    );
    let blocks = argon.params().block_count();
    let mut memory = Vec::with_capacity(blocks.max(ROOM / size_of::<Block>()));
    memory.resize(blocks, Block::default());
    let mut found = vec![0; expected.len()];
    argon
        .hash_password_into_with_memory(password.as_bytes(), salt.as_ref(), &mut found, &mut memory[..])
        .ok()?;
    Some(Output::new(&found).ok()? == expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_recognised_by_its_hash() {
        let hash = password_hash("a fine password").unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, password_hash("a fine password").unwrap(), "each has its own salt");
        assert!(is_password("a fine password", Some(&hash)));
        assert!(!is_password("a fine passwore", Some(&hash)));
        assert!(!is_password("nobody's", None) && !is_password("x", Some("not a hash")));
    }

    #[test]
    fn weak_passwords_are_refused() {
        for weak in ["short", "aaaaaaaaaaaa", "Password123", "1234567890", "margaretmargaret", "margaret"] {
            assert!(password_fault("margaret", weak).is_some(), "{weak}");
        }
        assert_eq!(password_fault("margaret", "nine grids of lamps"), None);
    }
}
