//! Signed requests, as sent by fediverse servers.
//!
//! # Source
//! draft-cavage-http-signatures-12, with the headers that Mastodon’s documentation requires: the
//! request’s target, host, date and, if there is a body, its digest.

use super::keys;
use anyhow::Result;
use axum::http::HeaderMap;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::fmt::rfc2822;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Maximum difference between a request’s date and the current time, because clocks differ and
/// servers repeat requests.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(12);

/// How long an expired signature is still accepted, because clocks differ.
const MAX_CLOCK_ERROR: SignedDuration = SignedDuration::from_mins(1);

/// Maximum length in bytes of the header with the signature.
const MAX_HEADER_BYTES: usize = 4_000;

/// Maximum length in bytes of all signed headers.
const MAX_SIGNED_BYTES: usize = 8 << 10;

/// Maximum number of headers that a signature names.
const MAX_NAMES: usize = 20;

/// A request to be signed.
#[derive(Debug)]
pub(crate) struct Unsigned<'a> {
    /// `get` or `post`.
    pub(crate) method: &'a str,
    pub(crate) url: &'a url::Url,
    /// The body, which is empty for a request without one.
    pub(crate) body: &'a [u8],
}

/// The key of a signer: its address, and the private key as PKCS #8.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signer<'a> {
    pub(crate) id: &'a str,
    pub(crate) private: &'a [u8],
}

/// Returns the headers that sign a request: date, digest and signature.
pub(crate) fn signed_headers(
    request: &Unsigned<'_>,
    signer: Signer<'_>,
    now: Timestamp,
) -> Result<Vec<(&'static str, String)>> {
    let url = request.url;
    let host = match url.port() {
        Some(port) => format!("{}:{port}", url.host_str().unwrap_or_default()),
        None => url.host_str().unwrap_or_default().to_owned(),
    };
    let target = match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    };
    let date = rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&now)?;
    let mut text = format!("(request-target): {} {target}\nhost: {host}\ndate: {date}", request.method);
    let mut names = "(request-target) host date".to_owned();
    let mut headers = vec![("date", date)];
    if !request.body.is_empty() {
        let digest = digest(request.body);
        let _ = write!(text, "\ndigest: {digest}");
        names.push_str(" digest");
        headers.push(("digest", digest));
    }
    let signature = STANDARD.encode(keys::signed(signer.private, text.as_bytes())?);
    headers.push((
        "signature",
        format!(
            "keyId=\"{}\",algorithm=\"rsa-sha256\",headers=\"{names}\",signature=\"{signature}\"",
            signer.id
        ),
    ));
    Ok(headers)
}

/// Returns the value of the `Digest` header for a body.
pub(super) fn digest(body: &[u8]) -> String {
    format!("SHA-256={}", STANDARD.encode(Sha256::digest(body)))
}

/// A received signature and the signed text, which are needed to verify the signature once the key
/// is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Received {
    /// The address of the key.
    pub(crate) key: String,
    pub(crate) text: String,
    pub(crate) signature: Vec<u8>,
}

impl Received {
    /// Returns whether the signature was made with the key.
    pub(super) fn is_by(&self, pem: &str) -> bool {
        keys::is_signed_by(pem, self.text.as_bytes(), &self.signature)
    }
}

/// Parses the signature of a request to `target`, such as `/inbox`, on the site `host`, and checks
/// everything that does not depend on the key: the date, the digest, and that the signature covers
/// all required headers.
///
/// # Errors
/// Describes the fault in a short sentence for the sender.
pub(super) fn received(
    (host, target): (&str, &str),
    headers: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> Result<Received, &'static str> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let field = text("signature").ok_or("the request has no signature")?;
    if field.len() > MAX_HEADER_BYTES {
        return Err("the signature is too long");
    }
    let mut fields = Fields::default();
    fields.read(field).ok_or("the signature is malformed")?;
    if !matches!(fields.algorithm, "" | "rsa-sha256" | "hs2019") {
        return Err("the signature algorithm is not supported, expected rsa-sha256 or hs2019");
    }
    let names: Vec<&str> = fields.headers.split_ascii_whitespace().collect();
    if names.len() > MAX_NAMES {
        return Err("the signature covers too many headers");
    }
    if names
        .iter()
        .enumerate()
        .any(|(place, name)| names[..place].iter().any(|other| other.eq_ignore_ascii_case(name)))
    {
        return Err("the signature names a header twice");
    }
    let covers = |name: &str| names.iter().any(|covered| covered.eq_ignore_ascii_case(name));
    let has_time = covers("date") || covers("(created)");
    if !(covers("(request-target)") && covers("host") && covers("digest") && has_time) {
        return Err("the signature does not cover the target, the host, the date and the digest");
    }
    let mut times = Vec::new();
    if covers("date") {
        let date = text("date").ok_or("the request has no date")?;
        let parser = rfc2822::DateTimeParser::new();
        times.push(parser.parse_timestamp(date).map_err(|_| "the date is malformed")?);
    }
    if covers("(created)") {
        times.push(seconds(fields.created)?);
    }
    if times.iter().any(|at| *at < now - MAX_AGE || *at > now + MAX_AGE) {
        return Err("the date is more than twelve hours from now");
    }
    if covers("(expires)") && seconds(fields.expires)? + MAX_CLOCK_ERROR < now {
        return Err("the signature has expired");
    }
    let expected = digest(body);
    let found = text("digest").unwrap_or_default();
    // Algorithm names are not case-sensitive.
    let is_same = found.split(',').any(|one| {
        one.trim().split_once('=').is_some_and(|(name, value)| {
            name.eq_ignore_ascii_case("sha-256") && expected.strip_prefix("SHA-256=") == Some(value)
        })
    });
    if !is_same {
        return Err("the digest does not match the body");
    }
    let mut lines = Vec::new();
    for name in names {
        let name = name.to_ascii_lowercase();
        let value = match name.as_str() {
            "(request-target)" => format!("post {target}"),
            // Uses the site's host, because a proxy may have changed the header. A request for
            // another site must not be accepted.
            "host" => host.to_owned(),
            "(created)" => fields.created.to_owned(),
            "(expires)" => fields.expires.to_owned(),
            _ => {
                let values: Option<Vec<&str>> =
                    headers.get_all(&name).iter().map(|value| value.to_str().ok().map(str::trim)).collect();
                let values = values.filter(|values| !values.is_empty());
                values.ok_or("a signed header is missing")?.join(", ")
            }
        };
        lines.push(format!("{name}: {value}"));
    }
    let text = lines.join("\n");
    if text.len() > MAX_SIGNED_BYTES {
        return Err("the signed headers are too long");
    }
    let signature = STANDARD.decode(fields.signature).map_err(|_| "the signature is not base64")?;
    Ok(Received { key: fields.key.to_owned(), text, signature })
}

/// Returns the time in a field that contains seconds since 1970.
fn seconds(field: &str) -> Result<Timestamp, &'static str> {
    let seconds = field.parse().ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
    seconds.ok_or("a time in the signature is malformed")
}

/// The fields of the header with the signature.
#[derive(Debug, Default)]
struct Fields<'a> {
    key: &'a str,
    algorithm: &'a str,
    headers: &'a str,
    signature: &'a str,
    created: &'a str,
    expires: &'a str,
}

impl<'a> Fields<'a> {
    /// Parses fields such as `keyId="…",headers="…"`. Returns `None` if a field is malformed.
    fn read(&mut self, mut rest: &'a str) -> Option<()> {
        self.headers = "date";
        while !rest.is_empty() {
            let (name, after) = rest.split_once('=')?;
            let (value, after) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"')?,
                None => after.split_at(after.find(',').unwrap_or(after.len())),
            };
            match name.trim() {
                "keyId" => self.key = value,
                "algorithm" => self.algorithm = value,
                "headers" => self.headers = value,
                "signature" => self.signature = value,
                "created" => self.created = value.trim(),
                "expires" => self.expires = value.trim(),
                _ => {}
            }
            rest = after.trim_start().strip_prefix(',').unwrap_or(after.trim()).trim_start();
        }
        (!self.key.is_empty() && !self.signature.is_empty()).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    const BODY: &[u8] = b"{\"type\":\"Follow\"}";

    fn request(now: Timestamp) -> (HeaderMap, String) {
        let key = keys::new_key().unwrap();
        let url = url::Url::parse("https://lamps.example/in?a=b").unwrap();
        let unsigned = Unsigned { method: "post", url: &url, body: BODY };
        let signer = Signer { id: "https://a.example/key", private: &key };
        let mut headers = HeaderMap::new();
        headers.insert("host", HeaderValue::from_static("lamps.example"));
        for (name, value) in signed_headers(&unsigned, signer, now).unwrap() {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_str(&value).unwrap());
        }
        (headers, keys::public_pem(&key).unwrap())
    }

    #[test]
    fn what_is_signed_is_verified() {
        let now = Timestamp::now();
        let (headers, pem) = request(now);
        let found = received(("lamps.example", "/in?a=b"), &headers, BODY, now).unwrap();
        assert_eq!(found.key, "https://a.example/key");
        assert!(found.is_by(&pem));
        let other = received(("lamps.example", "/in"), &headers, BODY, now).unwrap();
        assert!(!other.is_by(&pem), "the target is different");
        assert_eq!(
            received(("lamps.example", "/in?a=b"), &headers, b"{}", now),
            Err("the digest does not match the body")
        );
        let late = now + SignedDuration::from_hours(13);
        assert_eq!(
            received(("lamps.example", "/in?a=b"), &headers, BODY, late),
            Err("the date is more than twelve hours from now")
        );
        let elsewhere = received(("other.example", "/in?a=b"), &headers, BODY, now).unwrap();
        assert!(!elsewhere.is_by(&pem), "the host is different");
    }

    #[test]
    fn times_in_the_signature_replace_the_date() {
        let now: Timestamp = "2026-11-20T12:00:00Z".parse().unwrap();
        let (mut headers, _) = request(now);
        headers.remove("date");
        let mut with = |names: &str, times: &str| {
            let field = format!(
                "keyId=\"https://a.example/key\",algorithm=\"hs2019\",{times},headers=\"(request-target) host digest {names}\",signature=\"AA==\""
            );
            headers.insert("signature", HeaderValue::from_str(&field).unwrap());
            received(("lamps.example", "/in"), &headers, BODY, now)
        };
        let read = with("(created) (expires)", "created=1795176000,expires=1795176300").unwrap();
        let digest = digest(BODY);
        assert_eq!(
            read.text,
            format!(
                "(request-target): post /in\nhost: lamps.example\ndigest: {digest}\n(created): 1795176000\n(expires): 1795176300"
            )
        );
        assert!(with("(created)", "created=1795176000").is_ok());
        for (names, times, error) in [
            ("(created)", "created=1795100000", "the date is more than twelve hours from now"),
            ("(created)", "created=99999999999999999999", "a time in the signature is malformed"),
            ("(created)", "expires=1795176000", "a time in the signature is malformed"),
            ("(created) (expires)", "created=1795176000,expires=1795175000", "the signature has expired"),
            ("date", "created=1795176000", "the request has no date"),
            (
                "",
                "created=1795176000",
                "the signature does not cover the target, the host, the date and the digest",
            ),
        ] {
            assert_eq!(with(names, times), Err(error), "{names} {times}");
        }
    }

    #[test]
    fn incomplete_signatures_are_refused() {
        let now = Timestamp::now();
        let (headers, _) = request(now);
        let with = |field: &str| {
            let mut headers = headers.clone();
            headers.insert("signature", HeaderValue::from_str(field).unwrap());
            received(("lamps.example", "/in"), &headers, BODY, now)
        };
        let uncovered = "the signature does not cover the target, the host, the date and the digest";
        assert_eq!(with("keyId=\"a\",signature=\"AA==\""), Err(uncovered));
        assert_eq!(with("keyId=\"a\",headers=\"host date digest\",signature=\"AA==\""), Err(uncovered));
        let names = "headers=\"(request-target) host date digest";
        assert_eq!(
            with(&format!("keyId=\"a\",{names}\",signature=\"?\"")),
            Err("the signature is not base64")
        );
        assert_eq!(
            with(&format!("keyId=\"a\",{names} x-none\",signature=\"AA==\"")),
            Err("a signed header is missing")
        );
        assert_eq!(with(&format!("{names}\",signature=\"AA==\"")), Err("the signature is malformed"));
        assert_eq!(with("keyId=\"a"), Err("the signature is malformed"));
        assert_eq!(
            with(&format!("keyId=\"a\",algorithm=\"none\",{names}\",signature=\"AA==\"")),
            Err("the signature algorithm is not supported, expected rsa-sha256 or hs2019")
        );
        let many = format!("keyId=\"a\",{names}{}\",signature=\"AA==\"", " x".repeat(30));
        let twice = format!("keyId=\"a\",{names} Date\",signature=\"AA==\"");
        assert_eq!(with(&twice), Err("the signature names a header twice"));
        assert_eq!(with(&many), Err("the signature covers too many headers"));
        assert_eq!(with(&"a".repeat(5_000)), Err("the signature is too long"));
        assert_eq!(
            received(("lamps.example", "/in"), &HeaderMap::new(), BODY, now),
            Err("the request has no signature")
        );
    }
}
