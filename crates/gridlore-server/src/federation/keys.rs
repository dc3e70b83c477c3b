//! RSA keys of blogs, and their signatures: PKCS #1 v1.5 with SHA-256, as is usual on the
//! fediverse.
//!
//! `rsa` generates keys and converts them between formats; `ring` signs and verifies in constant
//! time.

use anyhow::{Result, anyhow};
use getrandom::SysRng;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_SHA256, RsaKeyPair, UnparsedPublicKey};
use rsa::pkcs1::EncodeRsaPublicKey;
use rsa::pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey, LineEnding};
use rsa::{PrivateKey, PublicKey};
use std::fmt::Debug;

/// Size of the modulus of new keys in bits.
const KEY_BITS: usize = 2048;

/// Maximum length in bytes of a public key’s PEM, which is enough for an 8,192-bit key.
pub(super) const MAX_PEM_BYTES: usize = 2_000;

/// Generates a private key as PKCS #8 in DER. Takes about a second.
pub(crate) fn new_key() -> Result<Vec<u8>> {
    let key = PrivateKey::new(&mut SysRng, KEY_BITS).map_err(|error| anyhow!("no key: {error}"))?;
    let document = key.to_pkcs8_der().map_err(|error| anyhow!("a key cannot be encoded: {error}"))?;
    Ok(document.as_bytes().to_vec())
}

/// Returns the public key for a private key, as PEM.
pub(crate) fn public_pem(private: &[u8]) -> Result<String> {
    let fault = |error: &dyn Debug| anyhow!("a key in the database is damaged: {error:?}");
    let key = PrivateKey::from_pkcs8_der(private).map_err(|error| fault(&error))?;
    key.to_public_key().to_public_key_pem(LineEnding::LF).map_err(|error| fault(&error))
}

/// Returns the signature of a message.
pub(super) fn signed(private: &[u8], message: &[u8]) -> Result<Vec<u8>> {
    let pair = RsaKeyPair::from_pkcs8(private)
        .map_err(|error| anyhow!("a key in the database is damaged: {error}"))?;
    let mut signature = vec![0; pair.public().modulus_len()];
    pair.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message, &mut signature)
        .map_err(|_| anyhow!("a message cannot be signed"))?;
    Ok(signature)
}

/// Returns whether the signature of a message was made with the private key that belongs to `pem`.
/// Keys with fewer than 2,048 bits are not accepted.
pub(super) fn is_signed_by(pem: &str, message: &[u8], signature: &[u8]) -> bool {
    if pem.len() > MAX_PEM_BYTES {
        return false;
    }
    let Ok(key) = PublicKey::from_public_key_pem(pem.trim()) else { return false };
    let Ok(document) = key.to_pkcs1_der() else { return false };
    UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, document.as_bytes())
        .verify(message, signature)
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_verified() {
        let (key, other) = (new_key().unwrap(), new_key().unwrap());
        let (pem, foreign) = (public_pem(&key).unwrap(), public_pem(&other).unwrap());
        assert!(pem.starts_with("-----BEGIN PUBLIC KEY-----\n") && pem.len() < MAX_PEM_BYTES);
        let signature = signed(&key, b"text").unwrap();
        assert!(is_signed_by(&pem, b"text", &signature));
        assert!(!is_signed_by(&pem, b"texts", &signature));
        assert!(!is_signed_by(&foreign, b"text", &signature));
        assert!(!is_signed_by(&pem, b"text", &signature[1..]));
        assert!(!is_signed_by("nothing", b"text", &signature));
        assert!(public_pem(b"nothing").is_err() && signed(b"nothing", b"").is_err());
    }
}
