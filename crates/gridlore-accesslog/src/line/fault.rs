//! Why a line is no record.

use std::fmt::{self, Display};

/// What is wrong with a line, by the first thing that was not as expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Reason {
    /// Nothing is in it.
    Empty,
    /// It ends before its time does.
    Truncated,
    /// After host, ident and user comes no time in brackets.
    NoTime,
    /// It is one of a server's error log.
    ErrorLog,
    /// A quotation mark is never closed.
    OpenQuote,
    /// It holds bytes that are no text.
    Binary,
    /// The time is none: no such day, hour or form.
    BadTime,
    /// The status is neither three digits from 100 on nor 0.
    BadStatus,
    /// The size is neither a number nor `-`.
    BadSize,
    /// After the time comes no request in quotation marks; or an object tells of none.
    NoRequest,
    /// After the size comes a referrer and no agent.
    NoAgent,
    /// It is longer than [`crate::LONGEST_LINE`].
    TooLong,
    /// It begins like JSON and is none.
    BadJson,
    /// It is not written as the format says.
    NoMatch,
}

impl Reason {
    /// All, in the order of their numbers, which scripts know them by.
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

    /// Its place in [`Reason::ALL`].
    #[must_use]
    pub const fn number(self) -> usize {
        self as usize
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "found nothing, expected a record",
            Self::Truncated => "found the end of the line, expected host, ident, user and a time in brackets",
            Self::NoTime => "found no time in brackets after host, ident and user",
            Self::ErrorLog => "found a line of an error log, expected one of an access log",
            Self::OpenQuote => "found a quotation mark that is never closed",
            Self::Binary => "found bytes that are no text",
            Self::BadTime => "found a time that is none, expected one such as [01/Mar/2026:09:00:00 +0000]",
            Self::BadStatus => "found a status that is none, expected three digits",
            Self::BadSize => "found a size that is none, expected a number or -",
            Self::NoRequest => "found no request, expected one in quotation marks after the time",
            Self::NoAgent => "found a referrer without an agent",
            Self::TooLong => "found a line that is too long",
            Self::BadJson => "found JSON that cannot be read",
            Self::NoMatch => "found a line that is not written as the format says",
        })
    }
}

/// A line that is no record: why, and where that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {reason}")]
pub struct Fault {
    /// Bytes from the beginning of the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: Reason,
}
