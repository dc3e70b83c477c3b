//! Passwords: which are taken, and the hashes that the database holds of them.

use anyhow::{Result, anyhow};
use argon2::password_hash::PasswordHasher;
use argon2::password_hash::phc::{Output, PasswordHash};
use argon2::{Argon2, Block, Params, Version};
use std::sync::LazyLock;

/// A password has at least so many characters.
pub(crate) const SHORTEST: usize = 10;

/// A password has at most this many bytes, as hashing takes time for each.
pub(crate) const LONGEST: usize = 1000;

/// Why a password is none that can be taken; `None` when it can.
pub(crate) fn password_fault(name: &str, password: &str) -> Option<String> {
    let length = password.chars().count();
    if length < SHORTEST {
        return Some(format!("The password has {length} characters; it needs at least {SHORTEST}."));
    }
    if password.len() > LONGEST {
        return Some(format!("The password is longer than {LONGEST} bytes."));
    }
    let lower = password.to_lowercase();
    let is_one_letter = password.chars().all(|letter| password.starts_with(letter));
    let is_common =
        ["password12", "password123", "1234567890", "0123456789", "qwertyuiop"].contains(&lower.as_str());
    (is_one_letter || is_common || lower == name.repeat(2) || lower == name)
        .then(|| "The password is one that others would try first.".to_owned())
}

/// Argon2id, version 19, 19 MiB, two passes, a salt of its own; some 50 ms.
///
/// # Source
/// RFC 9106; parameters as OWASP's password storage cheat sheet has them.
pub(crate) fn password_hash(password: &str) -> Result<String> {
    let hash =
        Argon2::default().hash_password(password.as_bytes()).map_err(|error| anyhow!("hashing: {error}"))?;
    Ok(hash.to_string())
}

/// Whether it is the password of this hash. Without a hash it takes as long, so that nobody learns
/// which names there are.
pub(crate) fn is_password(password: &str, hash: Option<&str>) -> bool {
    static NOBODY: LazyLock<Option<String>> = LazyLock::new(|| password_hash("nobody's").ok());
    let Some(known) = hash.or(NOBODY.as_deref()) else { return false };
    let matches = password.len() <= LONGEST && hashes_to(password, known).unwrap_or(false);
    matches && hash.is_some()
}

/// The memory of a hash is asked for with this much room, of which only the hash's part is ever
/// touched. The C library returns pieces of more than 32 MiB to the system as soon as they are
/// dropped; of smaller ones it keeps one or two for each thread that ever hashed, which took 200 MB
/// after many logins.
const ROOM: usize = 33 << 20;

/// Whether a password gives a hash, compared in constant time; `None` where the text is no hash of
/// argon2's.
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
    fn a_password_is_known_by_its_hash() {
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
