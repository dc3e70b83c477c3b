//! HTTP/1.1 by hand: formats requests and reads responses from a stream.
//! There is no client library, because such libraries prevent a case from sending half a header, a
//! wrong length or a slow body.

use std::fmt::Write as _;
use std::io::{self, BufRead, Read};

/// The size limit of a response body, in bytes.
const MAX_BODY: u64 = 256 << 20;

/// The size limit of a header line, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// A response.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    /// The headers, with names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    /// Whether the connection can be reused.
    pub(crate) stays_open: bool,
}

impl Reply {
    /// Returns the body as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the first header of this name (in lower case).
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the target of a redirect; empty if the response is not a redirect.
    pub(crate) fn location(&self) -> &str {
        self.header("location").unwrap_or_default()
    }
}

/// Formats a request to the site at `127.0.0.1:port`; a `Host` in `headers` replaces the default.
pub(crate) fn request(
    port: u16,
    method: &str,
    path: &str,
    headers: &[(String, String)],
    body: Option<&[u8]>,
) -> Vec<u8> {
    let mut head = format!("{method} {path} HTTP/1.1\r\n");
    let has = |name: &str| headers.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
    if !has("host") {
        let _ = write!(head, "Host: 127.0.0.1:{port}\r\n");
    }
    if method == "POST" && !has("origin") {
        let _ = write!(head, "Origin: http://127.0.0.1:{port}\r\n");
    }
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    if let Some(body) = body {
        if !has("content-length") {
            let _ = write!(head, "Content-Length: {}\r\n", body.len());
        }
        if !has("content-type") {
            head.push_str("Content-Type: application/x-www-form-urlencoded\r\n");
        }
    }
    head.push_str("\r\n");
    let mut bytes = head.into_bytes();
    bytes.extend_from_slice(body.unwrap_or_default());
    bytes
}

/// Encodes the fields of a form as a body.
pub(crate) fn form(fields: &[(&str, &str)]) -> String {
    let encoded =
        |(name, value): &(&str, &str)| format!("{}={}", percent_encoded(name), percent_encoded(value));
    fields.iter().map(encoded).collect::<Vec<_>>().join("&")
}

/// Percent-encodes a string for a form or a query.
pub(crate) fn percent_encoded(text: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            encoded.push(char::from(DIGITS[usize::from(byte >> 4)]));
            encoded.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
    }
    encoded
}

/// Returns whether a browser would leave the site by following this `Location`, according to the
/// WHATWG URL standard.
pub(crate) fn leads_away(location: &str) -> bool {
    let trimmed = location.trim_matches(|letter: char| letter <= ' ');
    let cleaned: String = trimmed.chars().filter(|letter| !['\t', '\n', '\r'].contains(letter)).collect();
    let cleaned = cleaned.replace('\\', "/");
    if cleaned.starts_with("//") {
        return true;
    }
    let scheme = cleaned.split(['/', '?', '#']).next().unwrap_or_default();
    scheme.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
    })
}

/// Reads one response, skipping informational responses.
///
/// # Errors
/// Fails if the stream ends or fails before the response is complete, or does not contain a
/// response.
pub(crate) fn read_reply(stream: &mut impl BufRead, is_head: bool) -> io::Result<Reply> {
    loop {
        let reply = read_one(stream, is_head)?;
        if reply.status >= 200 {
            return Ok(reply);
        }
    }
}

fn read_one(stream: &mut impl BufRead, is_head: bool) -> io::Result<Reply> {
    let first = line(stream)?;
    let mut words = first.split(' ');
    let version = words.next().filter(|version| ["HTTP/1.1", "HTTP/1.0"].contains(version));
    let status = words.next().filter(|status| status.len() == 3).and_then(|status| status.parse().ok());
    let (Some(version), Some(status)) = (version, status) else {
        return Err(invalid(format!("found {first:?}, expected a status line")));
    };
    let mut reply = Reply { status, stays_open: version == "HTTP/1.1", ..Reply::default() };
    loop {
        let line = line(stream)?;
        if line.is_empty() {
            break;
        }
        let (name, value) =
            line.split_once(':').ok_or_else(|| invalid(format!("found {line:?}, expected a header")))?;
        reply.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    if reply.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close")) {
        reply.stays_open = false;
    }
    if is_head || matches!(status, 100..200 | 204 | 304) {
        return Ok(reply);
    }
    if reply.header("transfer-encoding").is_some_and(|value| value.eq_ignore_ascii_case("chunked")) {
        reply.body = chunks(stream)?;
    } else if let Some(length) = reply.header("content-length") {
        let length: u64 = length.parse().map_err(|_| invalid(format!("found the length {length:?}")))?;
        reply.body = exactly(stream, length)?;
    } else {
        reply.stays_open = false;
        stream.take(MAX_BODY).read_to_end(&mut reply.body)?;
    }
    Ok(reply)
}

fn chunks(stream: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line = line(stream)?;
        let digits = line.split(';').next().unwrap_or_default().trim();
        let length =
            u64::from_str_radix(digits, 16).map_err(|_| invalid(format!("found the chunk {line:?}")))?;
        if length == 0 {
            while !self::line(stream)?.is_empty() {}
            return Ok(body);
        }
        if body.len() as u64 + length > MAX_BODY {
            return Err(invalid("the response is too long".to_owned()));
        }
        body.extend(exactly(stream, length)?);
        if !self::line(stream)?.is_empty() {
            return Err(invalid("a chunk is longer than stated".to_owned()));
        }
    }
}

fn exactly(stream: &mut impl BufRead, length: u64) -> io::Result<Vec<u8>> {
    if length > MAX_BODY {
        return Err(invalid("the response is too long".to_owned()));
    }
    let mut body = Vec::new();
    stream.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(body)
}

/// Reads a line, without its end.
fn line(stream: &mut impl BufRead) -> io::Result<String> {
    let mut bytes = Vec::new();
    stream.take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.pop() != Some(b'\n') {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(text: &str) -> io::Result<Reply> {
        read_reply(&mut text.as_bytes(), false)
    }

    #[test]
    fn a_response_has_the_stated_length() {
        let found = reply("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX-A: b\r\n\r\nabcdef").unwrap();
        assert_eq!((found.status, found.body.as_slice(), found.stays_open), (200, b"abc".as_slice(), true));
        assert_eq!(found.header("x-a"), Some("b"));
        assert!(reply("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc").is_err(), "cut off");
        assert!(reply("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nabc").is_err());
    }

    #[test]
    fn chunks_are_joined() {
        let found = reply(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
        );
        assert_eq!(found.unwrap().text(), "abcde");
        let cut = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n";
        assert!(reply(cut).is_err());
        let wrong = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n";
        assert!(reply(wrong).is_err());
    }

    #[test]
    fn a_response_without_a_length_ends_the_connection() {
        let found = reply("HTTP/1.1 401 Unauthorized\r\n\r\nno").unwrap();
        assert_eq!((found.status, found.text().as_str(), found.stays_open), (401, "no", false));
        let closing = reply("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").unwrap();
        assert!(!closing.stays_open);
    }

    #[test]
    fn anything_but_a_response_is_an_error() {
        for text in
            ["", "HTTP/1.1", "HTTP/1.1 abc\r\n\r\n", "SSH-2.0-x\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "\r\n"]
        {
            assert!(reply(text).is_err(), "{text:?}");
        }
        assert!(reply("HTTP/1.1 200 OK\r\nno colon\r\n\r\n").is_err());
    }

    #[test]
    fn head_and_informational_responses_have_no_body() {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
        assert_eq!(read_reply(&mut head.as_bytes(), true).unwrap().status, 200);
        let continued = format!("HTTP/1.1 100 Continue\r\n\r\n{head}abcde");
        assert_eq!(reply(&continued).unwrap().text(), "abcde");
        assert!(reply("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n").unwrap().body.is_empty());
    }

    #[test]
    fn forms_are_encoded() {
        assert_eq!(form(&[("a", "x y&z"), ("b", "ü\n")]), "a=x%20y%26z&b=%C3%BC%0A");
    }

    #[test]
    fn a_request_carries_host_origin_and_length() {
        let text = String::from_utf8(request(80, "POST", "/x", &[], Some(b"ab"))).unwrap();
        assert_eq!(
            text,
            "POST /x HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\nContent-Length: 2\r\n\
             Content-Type: application/x-www-form-urlencoded\r\n\r\nab"
        );
    }

    #[test]
    fn locations_are_parsed_like_in_browsers() {
        for away in [
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            " //evil.example",
            "https:evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "java\nscript:alert(1)",
            "/\t\\evil.example",
            "\u{b}//evil.example",
        ] {
            assert!(leads_away(away), "{away:?}");
        }
        for own in [
            "/admin",
            "/.//evil.example",
            "/%2fevil.example",
            "",
            "/a?b=https://c",
            "/@evil.example",
            "/x:y",
            "?a:b",
        ] {
            assert!(!leads_away(own), "{own:?}");
        }
    }
}
