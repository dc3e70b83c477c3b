//! Seals: strings that a browser sends back, signed with the site's secret for one purpose.

use super::Site;
use crate::secret::token::{hexadecimal, token};
use anyhow::{Result, anyhow};
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha2::Sha256;

/// Upper bound for the length of a sealed text in bytes.
const MAX_SEALED_BYTES: usize = 1000;

/// Seals a text so that the site can recognise it later. A seal contains the time, a random part,
/// the text, and a signature of all three for this purpose.
///
/// # Source
/// HMAC (RFC 2104) with SHA-256.
pub(crate) fn sealed(site: &Site, purpose: &str, text: &str, now: Timestamp) -> Result<String> {
    let random = &token()?[..16];
    let body = format!("{}.{random}.{text}", now.as_second());
    Ok(format!("{body}.{}", signature(site, purpose, &body)?))
}

/// Returns the text in a seal and its age in seconds (negative if the clock was set back), or
/// `None` if the seal is not from this site.
pub(crate) fn opened(site: &Site, purpose: &str, sealed: &str) -> Result<Option<(String, i64)>> {
    let Some((body, signed)) = sealed.rsplit_once('.').filter(|_| sealed.len() < MAX_SEALED_BYTES) else {
        return Ok(None);
    };
    let expected = signature(site, purpose, body)?;
    // The comparison takes the same time for every wrong signature.
    let difference = expected.bytes().zip(signed.bytes()).fold(0, |all, (one, other)| all | (one ^ other));
    if expected.len() != signed.len() || difference != 0 {
        return Ok(None);
    }
    let mut parts = body.splitn(3, '.');
    let time = parts.next().and_then(|time| time.parse::<i64>().ok());
    Ok(time.zip(parts.nth(1)).map(|(time, text)| (text.to_owned(), Timestamp::now().as_second() - time)))
}

fn signature(site: &Site, purpose: &str, body: &str) -> Result<String> {
    Ok(hexadecimal(&authenticated(site, purpose, body)?[..16]))
}

fn authenticated(site: &Site, purpose: &str, body: &str) -> Result<[u8; 32]> {
    let mut mac = Hmac::<Sha256>::new_from_slice(site.secret()?.as_bytes())
        .map_err(|error| anyhow!("the site's secret: {error}"))?;
    mac.update(purpose.as_bytes());
    mac.update(b"\0");
    mac.update(body.as_bytes());
    Ok(mac.finalize().into_bytes().into())
}

/// Returns a keyed hash of a text for one purpose, as 64 hexadecimal digits. It cannot be computed
/// without the site's secret.
pub(crate) fn keyed_hash(site: &Site, purpose: &str, text: &str) -> Result<String> {
    Ok(hexadecimal(&authenticated(site, purpose, text)?))
}
