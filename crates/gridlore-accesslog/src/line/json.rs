//! Parses access logs with one JSON object per line: those of Caddy, and those of nginx and other
//! servers that are configured to log JSON with their usual field names.
//!
//! Objects are flattened: a value belongs to the innermost key, and only the first entry of an
//! array is used, which suits the headers that Caddy logs. Strings keep their escapes.
//!
//! Cost: one pass over the bytes of a line.
//!
//! # Source
//! RFC 8259; Caddy documentation, "How Logging Works"; nginx documentation, `log_format` with
//! `escape=json`.

use crate::line::day::moment;
use crate::line::fault::{Fault, Reason};
use crate::line::{Line, Request, closing, is_status, micros};

/// Maximum depth of nested objects.
const MAX_DEPTH: usize = 16;

/// The fields found in a line.
#[derive(Default)]
struct Fields<'a> {
    host: Option<&'a [u8]>,
    /// The visitor behind a trusted proxy, which takes precedence over `host`.
    client: Option<&'a [u8]>,
    virtual_host: Option<&'a [u8]>,
    user: Option<&'a [u8]>,
    time: Option<&'a [u8]>,
    request: Option<&'a [u8]>,
    method: Option<&'a [u8]>,
    target: Option<&'a [u8]>,
    status: Option<&'a [u8]>,
    bytes: Option<&'a [u8]>,
    referrer: Option<&'a [u8]>,
    agent: Option<&'a [u8]>,
    /// The duration of the request in seconds.
    seconds: Option<&'a [u8]>,
}

impl<'a> Fields<'a> {
    fn take(&mut self, key: &[u8], value: &'a [u8]) {
        let field = match key {
            b"client_ip" => &mut self.client,
            b"remote_ip" | b"remote_addr" => &mut self.host,
            b"host" => &mut self.virtual_host,
            b"user_id" | b"remote_user" => &mut self.user,
            b"ts" | b"time" | b"time_local" | b"time_iso8601" | b"msec" => &mut self.time,
            b"request" => &mut self.request,
            b"method" | b"request_method" => &mut self.method,
            b"uri" | b"request_uri" => &mut self.target,
            b"status" => &mut self.status,
            b"size" | b"body_bytes_sent" | b"bytes_sent" => &mut self.bytes,
            b"Referer" | b"referer" | b"http_referer" => &mut self.referrer,
            b"User-Agent" | b"user-agent" | b"http_user_agent" => &mut self.agent,
            b"duration" | b"request_time" => &mut self.seconds,
            _ => return,
        };
        // The first value belongs to the request; response headers can have the same name.
        field.get_or_insert(value);
    }
}

pub(crate) fn line(line: &[u8]) -> Result<Line<'_>, Fault> {
    let fault = |at: usize, reason| Fault { column: at + 1, reason };
    let mut found = Fields::default();
    let mut scanner = Scanner { bytes: line, at: 0 };
    scanner
        .value(b"", MAX_DEPTH, &mut found)
        .filter(|()| {
            scanner.blank();
            scanner.at == line.len()
        })
        .ok_or_else(|| fault(scanner.at.min(line.len()), Reason::BadJson))?;
    let place =
        |value: Option<&[u8]>| value.map_or(line.len(), |value| value.as_ptr().addr() - line.as_ptr().addr());
    let host = found.client.or(found.host);
    let (Some(host), Some(_)) = (host, found.request.or(found.target)) else {
        return Err(fault(line.len(), Reason::NoRequest));
    };
    let (day, second) =
        found.time.and_then(moment).ok_or_else(|| fault(place(found.time), Reason::BadTime))?;
    let status = found.status.and_then(number).filter(|&status| is_status(status));
    let status = status.ok_or_else(|| fault(place(found.status), Reason::BadStatus))?;
    let bytes = match found.bytes {
        None | Some(b"-" | b"") => None,
        some => Some(some.and_then(number).ok_or_else(|| fault(place(some), Reason::BadSize))?),
    };
    let some = |value: Option<&'_ [u8]>| value.filter(|value| !value.is_empty()).is_some();
    let dash: &[u8] = b"-";
    Ok(Line {
        virtual_host: found.virtual_host.unwrap_or_default(),
        host,
        user: found.user.filter(|user| !user.is_empty()).unwrap_or(dash),
        day,
        second,
        request: match (found.method, found.target) {
            (Some(method), Some(target)) if some(Some(method)) => Request::Parts { method, target },
            _ => Request::Line(found.request.or(found.target).unwrap_or_default()),
        },
        status: u16::try_from(status).unwrap_or_default(),
        bytes,
        micros: found.seconds.and_then(|seconds| micros(seconds, 1_000_000)),
        combined: Some((
            found.referrer.filter(|referrer| !referrer.is_empty()).unwrap_or(dash),
            found.agent.filter(|agent| !agent.is_empty()).unwrap_or(dash),
        )),
    })
}

fn number(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Scans a JSON value.
struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn blank(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn next_is(&mut self, byte: u8) -> bool {
        self.blank();
        let is_next = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn string(&mut self) -> Option<&'a [u8]> {
        if !self.next_is(b'"') {
            return None;
        }
        let end = closing(self.bytes, self.at)?;
        let text = &self.bytes[self.at..end];
        self.at = end + 1;
        Some(text)
    }

    /// Scans a value and stores the fields found in it; returns `None` if it is invalid, which
    /// leaves `at` at the error.
    fn value(&mut self, key: &[u8], depth: usize, found: &mut Fields<'a>) -> Option<()> {
        self.blank();
        match self.bytes.get(self.at)? {
            b'"' => found.take(key, self.string()?),
            b'{' => {
                self.at += 1;
                let mut is_first = true;
                while !self.next_is(b'}') {
                    if !std::mem::take(&mut is_first) && !self.next_is(b',') {
                        return None;
                    }
                    let key = self.string()?;
                    if !self.next_is(b':') {
                        return None;
                    }
                    self.value(key, depth.checked_sub(1)?, found)?;
                }
            }
            b'[' => {
                self.at += 1;
                let mut is_first = true;
                while !self.next_is(b']') {
                    if !is_first && !self.next_is(b',') {
                        return None;
                    }
                    self.value(if is_first { key } else { b"" }, depth.checked_sub(1)?, found)?;
                    is_first = false;
                }
            }
            b'-' | b'0'..=b'9' => {
                let rest = &self.bytes[self.at..];
                let end = rest
                    .iter()
                    .position(|byte| !matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9'));
                let number = &rest[..end.unwrap_or(rest.len())];
                found.take(key, number);
                self.at += number.len();
            }
            _ => {
                let rest = &self.bytes[self.at..];
                let word =
                    [&b"true"[..], b"false", b"null"].into_iter().find(|word| rest.starts_with(word))?;
                self.at += word.len();
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CADDY: &str = r#"{"level":"info","ts":1772355601.52,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":"10.0.0.1","remote_port":"41342","client_ip":"192.0.2.1","proto":"HTTP/2.0","method":"GET","host":"example.org","uri":"/a?b=\"c\"","headers":{"User-Agent":["Firefox \"1\""],"Accept":["a","b"],"Referer":["https://b.example/"]}},"bytes_read":0,"user_id":"","duration":0.000929675,"size":10900,"status":200,"resp_headers":{"Referer":["x"],"Content-Type":[]}}"#;
    const NGINX: &str = r#"{ "time_iso8601": "2026-03-01T09:00:01+01:00", "remote_addr": "2001:db8::1", "remote_user": "ann", "request": "GET /a HTTP/1.1", "status": "404", "body_bytes_sent": "5", "http_referer": "", "http_user_agent": "" }"#;

    #[test]
    fn objects_are_hits() {
        let caddy = line(CADDY.as_bytes()).unwrap();
        assert_eq!(
            (caddy.host, caddy.virtual_host, caddy.user),
            (&b"192.0.2.1"[..], &b"example.org"[..], &b"-"[..])
        );
        assert_eq!((caddy.day.to_string().as_str(), caddy.second), ("01/Mar/2026", 32_401));
        assert_eq!((caddy.status, caddy.bytes), (200, Some(10_900)));
        let left_early = CADDY.replace("\"status\":200", "\"status\":0");
        assert_eq!(line(left_early.as_bytes()).unwrap().status, 0, "a visitor who left before the response");
        assert_eq!(caddy.method_and_path(), Some((&b"GET"[..], &b"/a"[..])));
        assert_eq!(caddy.combined, Some((&b"https://b.example/"[..], &br#"Firefox \"1\""#[..])));
        let nginx = line(NGINX.as_bytes()).unwrap();
        assert_eq!(
            (nginx.host, nginx.user, nginx.status, nginx.bytes),
            (&b"2001:db8::1"[..], &b"ann"[..], 404, Some(5))
        );
        assert_eq!((nginx.day.to_string().as_str(), nginx.second), ("01/Mar/2026", 32_401));
        assert_eq!(nginx.method_and_path(), Some((&b"GET"[..], &b"/a"[..])));
        assert_eq!(nginx.combined, Some((&b"-"[..], &b"-"[..])));
        let local = NGINX.replace("2026-03-01T09:00:01+01:00", "01/Mar/2026:09:00:01 +0100");
        assert_eq!(line(local.as_bytes()).unwrap().day, nginx.day);
    }

    #[test]
    fn errors_have_a_column() {
        for (text, expected) in [
            (CADDY[..40].to_owned(), "column 37: found invalid JSON"),
            (CADDY.replace("\"status\":200", "\"status\":2x"), "column 411: found invalid JSON"),
            (CADDY.replace("\"status\":200", "\"status\":20"), "column 410: found an invalid status"),
            (CADDY.replace("1772355601.52", "\"soon\""), "column 23: found an invalid time"),
            (CADDY.replace("10900", "\"x\""), "column 396: found an invalid size"),
            (r#"{"level":"info","ts":1,"msg":"serving"}"#.to_owned(), "column 40: found no request"),
            (format!("{CADDY} x"), "column 466: found invalid JSON"),
            ("{".to_owned() + &"\"a\":{".repeat(40), "column 86: found invalid JSON"),
        ] {
            let fault = line(text.as_bytes()).unwrap_err().to_string();
            assert!(fault.starts_with(expected), "{text}: {fault}, expected {expected}");
        }
    }

    proptest! {
        #[test]
        fn parse_never_panics(cut in 0_usize..450, with in any::<u8>(), bytes in proptest::collection::vec(prop_oneof![Just(b'{'), Just(b'"'), Just(b':'), Just(b'['), Just(b','), Just(b'\\'), any::<u8>()], 0..60)) {
            let mut text = CADDY.as_bytes().to_vec();
            text[cut] = with;
            let _ = line(&text);
            text.truncate(cut);
            let _ = line(&text);
            let _ = line(&bytes);
        }
    }
}
