//! The fields of an access log line. Fields are slices of the line, with their escapes unchanged.

pub(crate) mod day;
pub(crate) mod fault;
pub(crate) mod format;
pub(crate) mod json;
pub(crate) mod reader;

use day::Day;
use memchr::{memchr, memchr2};

/// A hit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// The requested site, with its port if logged; empty if unknown.
    pub virtual_host: &'a [u8],
    /// The visitor's address or host name.
    pub host: &'a [u8],
    /// The authenticated user, or `-`.
    pub user: &'a [u8],
    /// The day, in the log's time zone.
    pub day: Day,
    /// The second of that day.
    pub second: u32,
    /// The request: the whole request line, or its parts.
    pub request: Request<'a>,
    /// The three-digit status; 0 if the visitor left before the response, which Caddy logs as 0 and
    /// nginx as 000.
    pub status: u16,
    /// The bytes sent, if logged.
    pub bytes: Option<u64>,
    /// The duration of the request in microseconds, if logged.
    pub micros: Option<u64>,
    /// Referrer and user agent; `None` in the common format.
    pub combined: Option<(&'a [u8], &'a [u8])>,
}

/// A request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request<'a> {
    /// The whole request line, such as `GET /a HTTP/1.1`, or anything else that a visitor sent.
    Line(&'a [u8]),
    /// The parts of the request, if they are logged separately.
    Parts {
        /// The method, such as `GET`.
        method: &'a [u8],
        /// Path and query.
        target: &'a [u8],
    },
}

impl<'a> Line<'a> {
    /// Returns the method and target of the request, if it has both.
    #[must_use]
    pub fn method_and_target(&self) -> Option<(&'a [u8], &'a [u8])> {
        self.method_and(|rest| memchr(b' ', rest))
    }

    /// Returns the method and path of the request; the path is the target without its query.
    #[must_use]
    pub fn method_and_path(&self) -> Option<(&'a [u8], &'a [u8])> {
        self.method_and(|rest| memchr2(b' ', b'?', rest))
    }

    fn method_and(&self, end: impl Fn(&[u8]) -> Option<usize>) -> Option<(&'a [u8], &'a [u8])> {
        let request = match self.request {
            Request::Line(request) => request,
            Request::Parts { method, target } => {
                return Some((method, &target[..end(target).unwrap_or(target.len())]));
            }
        };
        let space =
            if request.starts_with(b"GET ") { 3 } else { request.iter().position(|&byte| byte == b' ')? };
        let rest = &request[space + 1..];
        let end = end(rest).unwrap_or(rest.len());
        (space > 0 && end > 0).then(|| (&request[..space], &rest[..end]))
    }
}

/// Returns whether a number is a valid status (see [`Line::status`]).
pub(crate) fn is_status(number: u64) -> bool {
    number == 0 || (100..=999).contains(&number)
}

/// Parses a number with an optional fraction, such as `0.25`, in units of `unit` microseconds;
/// returns `None` for anything else.
pub(crate) fn micros(text: &[u8], unit: u64) -> Option<u64> {
    let mut parts = text.splitn(2, |&byte| byte == b'.');
    let (whole, fraction) = (parts.next()?, parts.next().unwrap_or_default());
    let is_number = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let sum =
        whole.iter().fold(0_u64, |sum, digit| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
    let (part, _) = fraction
        .iter()
        .fold((0, unit), |(part, unit), digit| (part + unit * u64::from(digit - b'0') / 10, unit / 10));
    Some(sum.saturating_mul(unit).saturating_add(part))
}

/// Returns the position of the quotation mark that closes the text starting at `from`, ignoring
/// escaped quotation marks.
pub(crate) fn closing(line: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += memchr(b'"', &line[at..])?;
        let backslashes = line[from..at].iter().rev().take_while(|&&byte| byte == b'\\').count();
        if backslashes % 2 == 0 {
            return Some(at);
        }
        at += 1;
    }
}
