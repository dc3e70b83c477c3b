//! Parses lines of the common and combined log formats, with or without a leading virtual host.
//! JSON objects are parsed by `json`, custom formats by `format`.
//!
//! ```text
//!   www.example.org:443 192.0.2.1 - ann [01/Mar/2026:09:00:00 +0000] "GET /a HTTP/1.1" 200 123 "https://b.example/" "Agent/1.0"
//!   virtual host        host  ident user time                        request         status size referrer          agent
//! ```
//!
//! Lines are bytes, because a log contains the data that visitors sent, which is not always text.
//! Fields are slices of the line, with their escapes unchanged.
//!
//! Cost: a few searches for quotation marks, 32 bytes at a time; no field is copied.
//!
//! # Source
//! Apache HTTP Server documentation, "Log Files" and `mod_log_config`; nginx documentation,
//! `ngx_http_log_module`.

use super::day::{Day, seconds};
use super::fault::{Fault, Reason};
use super::format::Format;
use super::{Line, Request, closing, is_status, json};
use memchr::memchr;
use std::sync::Arc;

/// Parses lines. Remembers the day of the last line, because the next line nearly always has the
/// same day.
#[derive(Debug, Clone, Default)]
pub struct Reader {
    /// The custom format, or `None` for the standard formats.
    format: Option<Arc<Format>>,
    date: [u8; 11],
    day: Option<Day>,
}

impl Reader {
    /// Creates a reader for lines of a custom format.
    #[must_use]
    pub fn with_format(format: Arc<Format>) -> Self {
        Self { format: Some(format), ..Self::default() }
    }

    /// Parses a line without its line feed, ignoring a carriage return at the end.
    ///
    /// # Errors
    /// Returns [`Fault`], which says why the line is invalid, and where.
    pub fn line<'a>(&mut self, line: &'a [u8]) -> Result<Line<'a>, Fault> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let record = match &self.format {
            Some(format) => format.line(line),
            None if line.first() == Some(&b'{') => json::line(line),
            None => self.record(line),
        };
        let may_begin_with_bracket =
            self.format.as_ref().is_some_and(|format| format.may_begin_with_bracket());
        record.map_err(|fault| classified(line, fault, may_begin_with_bracket))
    }

    fn record<'a>(&mut self, line: &'a [u8]) -> Result<Line<'a>, Fault> {
        let fault = |at: usize, reason| Err(Fault { column: at + 1, reason });
        let Some(space) = memchr(b' ', line) else { return fault(line.len(), Reason::Truncated) };
        // A user name can contain a bracket, but not after a space.
        let mut open = space;
        loop {
            match memchr(b'[', &line[open + 1..]) {
                Some(at) if line[open + at] == b' ' => {
                    open += at + 1;
                    break;
                }
                Some(at) => open += at + 1,
                None => {
                    let words = line.split(|&byte| byte == b' ').filter(|word| !word.is_empty()).count();
                    let is_cut = words < 2 || (words < 4 && line[space + 1..].starts_with(b"-"));
                    return fault(line.len(), if is_cut { Reason::Truncated } else { Reason::NoTime });
                }
            }
        }
        let Some((virtual_host, host, user)) = host_and_user(&line[..open - 1]) else {
            return fault(open, Reason::NoTime);
        };
        let Some(time) = line.get(open + 1..open + 28).filter(|time| time[26] == b']') else {
            let is_cut = line.len() < open + 28 && memchr(b']', &line[open..]).is_none();
            return fault(open, if is_cut { Reason::Truncated } else { Reason::BadTime });
        };
        let second = time[11..26].try_into().ok().and_then(seconds);
        let (Some(day), Some(second)) = (self.day(&time[..11]), second) else {
            return fault(open + 1, Reason::BadTime);
        };
        let mut at = open + 28;
        if line.get(at..at + 2) != Some(b" \"") {
            return fault(at, Reason::NoRequest);
        }
        at += 2;
        let Some(end) = closing(line, at) else { return fault(at - 1, Reason::OpenQuote) };
        let request = Request::Line(&line[at..end]);
        at = end + 1;
        let status = match line.get(at..at + 4) {
            Some(&[b' ', a, b, c]) if [a, b, c].iter().all(u8::is_ascii_digit) => {
                u16::from(a - b'0') * 100 + u16::from(b - b'0') * 10 + u16::from(c - b'0')
            }
            _ => return fault(at + 1, Reason::BadStatus),
        };
        at += 4;
        if line.get(at) != Some(&b' ') || !is_status(status.into()) {
            let reason = if is_status(status.into()) { Reason::BadSize } else { Reason::BadStatus };
            return fault(at.min(line.len()), reason);
        }
        at += 1;
        let start = at;
        let mut sum: u64 = 0;
        while let Some(digit) = line.get(at).filter(|byte| byte.is_ascii_digit()) {
            sum = sum.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            at += 1;
        }
        let bytes = if at > start {
            Some(sum)
        } else if line.get(at) == Some(&b'-') {
            at += 1;
            None
        } else {
            return fault(at, Reason::BadSize);
        };
        let combined = match line.get(at..at + 2) {
            Some(b" \"") => {
                let start = at + 2;
                let Some(end) = closing(line, start) else { return fault(at + 1, Reason::OpenQuote) };
                if line.get(end + 1..end + 3) != Some(b" \"") {
                    return fault(end + 1, Reason::NoAgent);
                }
                let Some(last) = closing(line, end + 3) else { return fault(end + 2, Reason::OpenQuote) };
                Some((&line[start..end], &line[end + 3..last]))
            }
            // Some servers log further fields, which are ignored.
            _ if line.get(at).is_none_or(|&byte| byte == b' ') => None,
            _ => return fault(at, Reason::BadSize),
        };
        Ok(Line { virtual_host, host, user, day, second, request, status, bytes, micros: None, combined })
    }

    fn day(&mut self, date: &[u8]) -> Option<Day> {
        if date != self.date {
            self.day = Day::parse(date);
            self.date = date.try_into().ok()?;
        }
        self.day
    }
}

/// Parses the part before the time into virtual host, host and user. It consists of three words, or
/// four if the first is a virtual host. A user name can contain spaces.
fn host_and_user(text: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let (host, rest) = split(text)?;
    let (ident, user) = split(rest)?;
    if let Some((second, last)) = split(user)
        && second == b"-"
        && ident != b"-"
        && ident.iter().any(|byte| matches!(byte, b'.' | b':'))
    {
        return Some((host, ident, last));
    }
    Some((b"", host, user))
}

fn split(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = text.iter().position(|&byte| byte == b' ')?;
    Some((&text[..at], &text[at + 1..]))
}

/// Returns the fault of a line: an obvious one, if there is any, instead of the position where
/// parsing failed. A line that begins with a bracket belongs to an error log, unless lines of the
/// access log can begin with a bracket.
fn classified(line: &[u8], fault: Fault, may_begin_with_bracket: bool) -> Fault {
    let found = |at: usize, reason| Fault { column: at + 1, reason };
    if line.iter().all(u8::is_ascii_whitespace) {
        return found(0, Reason::Empty);
    }
    let text_ends = std::str::from_utf8(line).map_or_else(|error| error.valid_up_to(), str::len);
    let control = line.iter().position(|byte| byte.is_ascii_control() && *byte != b'\t');
    if let Some(at) = control.into_iter().chain((text_ends < line.len()).then_some(text_ends)).min() {
        return found(at, Reason::Binary);
    }
    if line.starts_with(b"[") && !may_begin_with_bracket {
        return found(0, Reason::ErrorLog);
    }
    fault
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(line: &str) -> Result<Line<'_>, String> {
        Reader::default().line(line.as_bytes()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn all_variants_of_the_formats_are_read() {
        let combined = r#"192.0.2.1 - ann [01/Mar/2026:09:00:01 +0000] "GET /a?b=\"c\" HTTP/1.1" 200 123 "https://b.example/\\" "Agent \"1\"""#;
        let line = read(combined).unwrap();
        assert_eq!((line.host, line.user, line.virtual_host), (&b"192.0.2.1"[..], &b"ann"[..], &b""[..]));
        assert_eq!((line.day.to_string().as_str(), line.second), ("01/Mar/2026", 32_401));
        assert_eq!((line.status, line.bytes), (200, Some(123)));
        assert_eq!(line.method_and_target(), Some((&b"GET"[..], &br#"/a?b=\"c\""#[..])));
        assert_eq!(line.combined, Some((&br"https://b.example/\\"[..], &br#"Agent \"1\""#[..])));
        let (common, _) = combined.split_once(" \"https").unwrap();
        assert_eq!(read(common).unwrap().combined, None);
        assert_eq!(
            read(&common.replace(" 200 ", " 000 ")).unwrap().status,
            0,
            "a visitor who left before the response"
        );
        assert_eq!(read(&format!("{common}\r")).unwrap().combined, None, "a Windows line ending");
        assert_eq!(read(&format!("{combined} \"192.0.2.7\" 0.003")).unwrap(), line, "further fields");
        let with_host = format!("www.example.org:443 {combined}");
        let other = read(&with_host).unwrap();
        assert_eq!(
            (other.virtual_host, other.host, other.user),
            (&b"www.example.org:443"[..], &b"192.0.2.1"[..], &b"ann"[..])
        );
        let six =
            read(r#"2001:db8::1 - john [a] doe [01/Mar/2026:09:00:01 +0000] "-" 408 - "-" "-""#).map(drop);
        assert!(six.is_err(), "a bracket after a space begins a time");
        let six = r#"2001:db8::1 - john doe [01/Mar/2026:09:00:01 -0330] "-" 408 - "-" "-""#;
        let line = read(six).unwrap();
        assert_eq!((line.host, line.user, line.bytes), (&b"2001:db8::1"[..], &b"john doe"[..], None));
        assert_eq!(line.method_and_target(), None);
    }

    #[test]
    fn errors_have_a_column() {
        let start = "192.0.2.1 - - [01/Mar/2026:09:00:01 +0000]";
        for (line, expected) in [
            (String::new(), "column 1: found an empty line, expected a log line"),
            ("192.0.2.".into(), "column 9: found the end of the line"),
            (start[..30].into(), "column 15: found the end of the line"),
            ("192.0.2.1 01/Mar/2026 /a 200".into(), "column 29: found no time in brackets"),
            ("[01/Mar/2026:09:00:01 +0000] [error] x".into(), "column 1: found a line of an error log"),
            (format!("{start} \"GET 200 12"), "column 44: found an unclosed quotation mark"),
            (format!("{start} GET 200 12"), "column 43: found no request"),
            ("192.0.2.1 - \u{1}x".into(), "column 13: found binary data"),
            (start.replace("01/Mar", "99/Foo") + " \"-\" 200 1", "column 16: found an invalid time"),
            (format!("{start} \"-\" abc 12"), "column 48: found an invalid status"),
            (format!("{start} \"-\" 099 12"), "column 51: found an invalid status"),
            (format!("{start} \"-\" 2000 12"), "column 51: found an invalid size"),
            (format!("{start} \"-\" 200 x"), "column 52: found an invalid size"),
            (format!("{start} \"-\" 200 12x"), "column 54: found an invalid size"),
            (format!("{start} \"-\" 200 12 \"r\""), "column 58: found a referrer without a user agent"),
            (format!("{start} \"-\" 200 12 \"r\" \"a"), "column 59: found an unclosed quotation mark"),
        ] {
            let fault = read(&line).unwrap_err();
            assert!(fault.starts_with(expected), "{line}: {fault}, expected {expected}");
        }
        let bytes = b"192.0.2.1 - - \xff\xfe";
        assert_eq!(Reader::default().line(bytes).unwrap_err(), Fault { column: 15, reason: Reason::Binary });
    }

    proptest! {
        #[test]
        fn parse_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200), cut in 0_usize..120, with in any::<u8>()) {
            let _ = Reader::default().line(&bytes);
            let mut line = br#"www.example.org:443 192.0.2.1 - ann [01/Mar/2026:09:00:01 +0000] "GET /a?b=\"c\" HTTP/1.1" 200 123 "https://b.example/" "Agent""#.to_vec();
            line[cut] = with;
            let _ = Reader::default().line(&line);
            line.truncate(cut);
            let _ = Reader::default().line(&line);
        }
    }
}
