//! One line of an access log, as its fields. Fields are slices of the line, escapes and all.

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
    /// The site that was asked, with its port if the log tells; empty where it does not.
    pub virtual_host: &'a [u8],
    /// The visitor's address or name.
    pub host: &'a [u8],
    /// Who signed in, else `-`.
    pub user: &'a [u8],
    /// The day, by the log's own clock.
    pub day: Day,
    /// The second of that day.
    pub second: u32,
    /// What was asked for.
    pub request: Request<'a>,
    /// Three digits; 0 for a visitor who left before an answer, as Caddy (0) and nginx (000) write
    /// it.
    pub status: u16,
    /// Bytes that were sent, if the log tells.
    pub bytes: Option<u64>,
    /// Referrer and agent; none in the common format.
    pub combined: Option<(&'a [u8], &'a [u8])>,
}

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request<'a> {
    /// The whole request, such as `GET /a HTTP/1.1`; anything at all where a visitor sent no HTTP.
    Line(&'a [u8]),
    /// As a log tells its parts.
    Parts {
        /// Such as `GET`.
        method: &'a [u8],
        /// Path and query.
        target: &'a [u8],
    },
}

impl<'a> Line<'a> {
    /// Method and target of the request; `None` where there are none.
    #[must_use]
    pub fn method_and_target(&self) -> Option<(&'a [u8], &'a [u8])> {
        self.method_and(|rest| memchr(b' ', rest))
    }

    /// Method and path of the request, which is its target without a query.
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

/// Whether a number can stand where a status stands: see [`Line::status`].
pub(crate) fn is_status(number: u64) -> bool {
    number == 0 || (100..=999).contains(&number)
}

/// Where the text that begins at `from` is closed by a quotation mark that no backslash takes back.
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
