//! Formats a hit in the combined format of the NCSA and Apache servers.

use std::fmt::{self, Write};

/// A hit. The fields can contain any characters; those that would break the line are escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record<'a> {
    /// The visitor's address.
    pub host: &'a str,
    /// The time, such as `20/Nov/2026:12:00:00 +0000`.
    pub time: &'a str,
    /// The method, such as `GET`.
    pub method: &'a str,
    /// Path and query as requested.
    pub target: &'a str,
    /// The status of the response.
    pub status: u16,
    /// The bytes of the response body, if known.
    pub bytes: Option<u64>,
    /// The page with the link that the visitor followed.
    pub referrer: Option<&'a str>,
    /// The user agent, if the visitor sent one.
    pub agent: Option<&'a str>,
}

/// Writes the line, without a line feed.
impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} - - [{}] \"", or_dash(self.host), self.time)?;
        escape(f, self.method)?;
        f.write_char(' ')?;
        escape(f, self.target)?;
        write!(f, " HTTP/1.1\" {} ", self.status)?;
        match self.bytes {
            Some(bytes) => write!(f, "{bytes}")?,
            None => f.write_char('-')?,
        }
        for field in [self.referrer, self.agent] {
            f.write_str(" \"")?;
            escape(f, or_dash(field.unwrap_or_default()))?;
            f.write_char('"')?;
        }
        Ok(())
    }
}

const fn or_dash(text: &str) -> &str {
    if text.is_empty() { "-" } else { text }
}

/// Escapes quotation marks and backslashes with a backslash, and control characters as `\xNN`, like
/// Apache.
fn escape(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let is_special = |character: char| matches!(character, '"' | '\\') || character.is_control();
    let mut rest = text;
    while let Some(at) = rest.find(is_special) {
        f.write_str(&rest[..at])?;
        let Some(character) = rest[at..].chars().next() else { break };
        match character {
            '"' | '\\' => write!(f, "\\{character}")?,
            control => {
                let mut bytes = [0; 4];
                for byte in control.encode_utf8(&mut bytes).bytes() {
                    write!(f, "\\x{byte:02x}")?;
                }
            }
        }
        rest = &rest[at + character.len_utf8()..];
    }
    f.write_str(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_always_one_line() {
        let mut record = Record {
            host: "192.0.2.1",
            time: "20/Nov/2026:12:00:00 +0000",
            method: "GET",
            target: "/blogs/demo?q=1",
            status: 200,
            bytes: Some(1234),
            referrer: Some("https://example.org/"),
            agent: None,
        };
        assert_eq!(
            record.to_string(),
            "192.0.2.1 - - [20/Nov/2026:12:00:00 +0000] \"GET /blogs/demo?q=1 HTTP/1.1\" 200 1234 \"https://example.org/\" \"-\""
        );
        record.agent = Some("a \"quoted\" \\ agent\nof two lines");
        record.bytes = None;
        assert_eq!(
            record.to_string(),
            "192.0.2.1 - - [20/Nov/2026:12:00:00 +0000] \"GET /blogs/demo?q=1 HTTP/1.1\" 200 - \"https://example.org/\" \"a \\\"quoted\\\" \\\\ agent\\x0aof two lines\""
        );
    }
}
