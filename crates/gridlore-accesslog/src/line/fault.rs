//! The reasons why a line is invalid.

use std::fmt::{self, Display};

/// The first fault of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Reason {
    /// The line is empty.
    Empty,
    /// The line ends before the field with the time.
    Truncated,
    /// Host, ident and user are not followed by a time in brackets.
    NoTime,
    /// The line belongs to an error log.
    ErrorLog,
    /// A quotation mark is never closed.
    OpenQuote,
    /// The line contains binary data.
    Binary,
    /// The time is invalid: the day or hour does not exist, or the format is wrong.
    BadTime,
    /// The status is neither 0 nor a number from 100 to 999.
    BadStatus,
    /// The size is neither a number nor `-`.
    BadSize,
    /// There is no request in quotation marks after the time, or a JSON object has no request.
    NoRequest,
    /// There is a referrer, but no user agent after it.
    NoAgent,
    /// The line has [`crate::MAX_LINE_BYTES`] bytes or more.
    TooLong,
    /// The line starts like JSON, but is not valid.
    BadJson,
    /// The line does not match the format.
    NoMatch,
}

impl Reason {
    /// All reasons, in the order of the numbers under which they are stored.
    pub const ALL: [Self; 14] = [
        Self::Empty,
        Self::Truncated,
        Self::NoTime,
        Self::ErrorLog,
        Self::OpenQuote,
        Self::Binary,
        Self::BadTime,
        Self::BadStatus,
        Self::BadSize,
        Self::NoRequest,
        Self::NoAgent,
        Self::TooLong,
        Self::BadJson,
        Self::NoMatch,
    ];

    /// Returns the index of the reason in [`Reason::ALL`].
    #[must_use]
    pub const fn number(self) -> usize {
        self as usize
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "found an empty line, expected a log line",
            Self::Truncated => "found the end of the line, expected host, ident, user and a time in brackets",
            Self::NoTime => "found no time in brackets after host, ident and user",
            Self::ErrorLog => "found a line of an error log, expected an access log",
            Self::OpenQuote => "found an unclosed quotation mark",
            Self::Binary => "found binary data",
            Self::BadTime => "found an invalid time, expected one such as [01/Mar/2026:09:00:00 +0000]",
            Self::BadStatus => "found an invalid status, expected three digits",
            Self::BadSize => "found an invalid size, expected a number or -",
            Self::NoRequest => "found no request, expected one in quotation marks after the time",
            Self::NoAgent => "found a referrer without a user agent",
            Self::TooLong => "found a line of 1 MiB or more",
            Self::BadJson => "found invalid JSON",
            Self::NoMatch => "found a line that does not match the format",
        })
    }
}

/// The reason why a line is invalid, and the position at which this was noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {reason}")]
pub struct Fault {
    /// The position in bytes, from 1.
    pub column: usize,
    /// The reason why the line is invalid.
    pub reason: Reason,
}
