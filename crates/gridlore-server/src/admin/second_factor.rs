//! The second factor: time-based codes from an authenticator app, and recovery codes in case the
//! app is lost.
//!
//! # Source
//! RFC 6238, as implemented by the crate totp-rs. Every code works once.

use crate::secret::token::{token, token_hash};
use crate::store::{Account, Store};
use anyhow::{Result, anyhow};
use jiff::Timestamp;
use maud::{Markup, html};
use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write as _;
use totp_rs::{Builder, Secret, Totp};

/// Number of recovery codes per account.
pub(crate) const RECOVERY_CODES: usize = 10;

/// Length of a secret in bytes, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

/// Generates a secret in base 32, as expected by authenticator apps.
pub(crate) fn new_secret() -> Result<String> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no random numbers: {error}"))?;
    Ok(Secret::from(bytes).to_base32())
}

/// Generates ten single-use recovery codes and their hashes.
pub(crate) fn new_recovery() -> Result<(Vec<String>, Vec<String>)> {
    let codes: Vec<String> = (0..RECOVERY_CODES)
        .map(|_| {
            Ok(token()?.as_bytes()[..16].chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join("-"))
        })
        .collect::<Result<_>>()?;
    let hashes = codes.iter().map(|code| recovery_hash(code)).collect();
    Ok((codes, hashes))
}

/// Returns the hash of a recovery code as the database stores it, ignoring variations in how the
/// code was typed. Codes are fully random, so one fast hash is enough.
fn recovery_hash(code: &str) -> String {
    let plain: String =
        code.chars().filter(char::is_ascii_hexdigit).map(|letter| letter.to_ascii_lowercase()).collect();
    token_hash(&format!("recovery {plain}"))
}

fn totp(secret: &str, account: &str, issuer: &str) -> Result<Totp> {
    let secret =
        Secret::try_from_base32(secret).map_err(|error| anyhow!("two-factor authentication: {error}"))?;
    let plain = |text: &str| text.replace(':', " ");
    let builder =
        Builder::new().with_secret(secret).with_account_name(plain(account)).with_issuer(Some(plain(issuer)));
    builder.build().map_err(|error| anyhow!("two-factor authentication: {error}"))
}

/// Checks a code against the secret. Returns the number of its 30-second step if it is right.
pub(crate) fn time_step(secret: &str, code: &str, now: Timestamp) -> Result<Option<i64>> {
    let digits: String = code.chars().filter(char::is_ascii_digit).take(10).collect();
    let time = u64::try_from(now.as_second())?;
    Ok(totp(secret, "a", "a")?.check(&digits, time).and_then(|step| i64::try_from(step).ok()))
}

/// Checks a code from the app, or a recovery code, and uses it up if it is right.
pub(crate) fn is_code(store: &Store, account: &Account, code: &str, now: Timestamp) -> Result<bool> {
    let Some(secret) = &account.totp else { return Ok(false) };
    let code = code.trim();
    if code.len() > 40 {
        return Ok(false);
    }
    if let Some(step) = time_step(secret, code, now)? {
        return Ok(store.use_totp_step(account.id, step)?);
    }
    Ok(code.len() >= 16 && store.use_recovery(account.id, &recovery_hash(code))?)
}

/// Maximum number of characters of the site's title in a QR code.
const MAX_ISSUER: usize = 30;

/// Returns the secret as a QR code for authenticator apps.
pub(crate) fn qr_code(secret: &str, account: &str, issuer: &str) -> Result<Markup> {
    let issuer: String = issuer.chars().take(MAX_ISSUER).collect();
    let url = totp(secret, account, &issuer)?
        .to_url()
        .map_err(|error| anyhow!("two-factor authentication: {error}"))?;
    let code = QrCode::encode_text(&url, QrCodeEcc::Medium)
        .map_err(|error| anyhow!("two-factor authentication: {error}"))?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in 0..size {
            if code.get_module(x, y) {
                let _ = write!(path, "M{},{}h1v1h-1z", x + 4, y + 4);
            }
        }
    }
    let side = size + 8;
    Ok(html! {
        svg.qr viewBox={ "0 0 " (side) " " (side) } role="img" aria-label="QR code for an authenticator app; the same secret is shown below as text" {
            rect width=(side) height=(side) fill="#fff";
            path d=(path) fill="#000";
        }
    })
}

/// Returns the secret in groups of four letters, for typing.
pub(crate) fn grouped(secret: &str) -> String {
    secret.as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Role;
    use crate::tests::folder;
    use jiff::SignedDuration;

    /// The secret in the examples of RFC 6238.
    const RFC: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    #[test]
    fn codes_match_the_standard() {
        let at = |second: i64| Timestamp::from_second(second).unwrap();
        // The codes are the last six of the eight digits in the standard's table for SHA-1.
        for (second, code) in
            [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (2_000_000_000, "279037")]
        {
            assert_eq!(time_step(RFC, code, at(second)).unwrap(), Some(second / 30), "{second}");
            assert_eq!(
                time_step(RFC, &format!("{} {}", &code[..3], &code[3..]), at(second + 30)).unwrap(),
                Some(second / 30)
            );
            assert_eq!(time_step(RFC, code, at(second + 300)).unwrap(), None);
        }
        assert_eq!(time_step(RFC, "", at(59)).unwrap(), None);
    }

    /// Creates a second account, and returns its number.
    fn another(store: &Store, now: Timestamp) -> i64 {
        store.invite("link2", Role::Owner, now + SignedDuration::from_hours(1)).unwrap();
        store.join("link2", "b", "B", "h", now).unwrap().unwrap()
    }

    #[test]
    fn a_code_works_once() {
        let data = folder("second");
        let store = Store::open(&data.join("test.sqlite3")).unwrap();
        let now = Timestamp::from_second(1_234_567_890).unwrap();
        store.invite("link", Role::Owner, now + SignedDuration::from_hours(1)).unwrap();
        let id = store.join("link", "a", "A", "h", now).unwrap().unwrap();
        let (codes, hashes) = new_recovery().unwrap();
        let step = time_step(RFC, "005924", now).unwrap().unwrap();
        assert!(store.set_second_factor(id, RFC, step, &hashes).unwrap());
        let account = store.account("a").unwrap().unwrap();
        let is_good = |code: &str| is_code(&store, &account, code, now).unwrap();
        assert!(!is_good("005924"), "the code confirmed the secret");
        store.remove_second_factor(id).unwrap();
        assert!(!store.set_second_factor(id, RFC, step, &[]).unwrap(), "turning it off keeps the code used");
        let id = another(&store, now);
        assert!(store.set_second_factor(id, RFC, step - 1, &[]).unwrap());
        let account = store.account("b").unwrap().unwrap();
        let is_good = |code: &str| is_code(&store, &account, code, now).unwrap();
        assert!(is_good("005924") && !is_good("005924"));
        assert!(store.set_recovery(id, &hashes).unwrap());
        assert!(!is_good("005924"), "new recovery codes do not make the code valid again");
        let typed = codes[3].replace('-', " ").to_uppercase();
        assert!(is_good(&typed) && !is_good(&codes[3]) && is_good(&codes[0]));
        assert!(!is_good("") && !is_good("000000") && !is_good(&"0".repeat(1000)));
        assert_eq!((codes.len(), store.count_recovery(id).unwrap()), (10, 8));
        store.remove_second_factor(id).unwrap();
        assert!(!store.set_recovery(id, &hashes).unwrap());
        std::fs::remove_dir_all(data).unwrap();
    }

    #[test]
    fn a_secret_is_shown_as_qr_code_and_as_text() {
        let secret = new_secret().unwrap();
        assert_eq!((secret.len(), grouped(&secret).len()), (32, 39));
        assert_ne!(secret, new_secret().unwrap());
        // Long names must fit.
        assert!(qr_code(&secret, &"\u{65e5}".repeat(60), &"\u{65e5}".repeat(200)).is_ok());
        let drawn = qr_code(&secret, "ann", "A: site").unwrap().0;
        assert!(
            drawn.starts_with("<svg") && !drawn.contains("style") && drawn.contains("M4,4h1v1h-1z"),
            "{drawn}"
        );
    }
}
