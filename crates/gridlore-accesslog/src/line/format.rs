//! Custom log formats, given in the syntax of Apache's `LogFormat` or of GoAccess.
//!
//! ```text
//!   Apache    %h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"
//!   GoAccess  %h %^ %e [%d:%t %^] "%r" %s %b "%R" "%u"
//! ```
//!
//! The two syntaxes agree on most letters, but not on `%u` and `%t`. A format that contains `%^`,
//! `%~`, `%d`, `%x`, `%R` or `%e` is treated as a GoAccess format.
//!
//! # Source
//! Apache HTTP Server documentation, `mod_log_config`; GoAccess manual, "Custom log/date/time
//! format".

use crate::line::day::moment;
use crate::line::day::{Day, seconds};
use crate::line::fault::{Fault, Reason};
use crate::line::{Line, Request, closing, is_status, micros};
use memchr::memmem;

/// A log format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Format {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(Vec<u8>),
    Field(Field),
    /// Any number of spaces.
    Blanks,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Host,
    VirtualHost,
    User,
    /// Day, time and zone together, with or without brackets.
    Moment,
    Date,
    Time,
    Request,
    Method,
    Target,
    Status,
    Bytes,
    Referrer,
    Agent,
    /// The duration of the request; the value is the unit in microseconds.
    Duration(u64),
    Other,
}

/// The reason why a format is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// An unknown field.
    #[error(
        "column {column}: found {found}, expected a field of Apache's LogFormat or of GoAccess's log-format"
    )]
    Unknown {
        /// The position, from 1.
        column: usize,
        /// The field as written.
        found: String,
    },
    /// Two fields without a separator.
    #[error("column {column}: found two adjacent fields, expected a separator between them")]
    Adjacent {
        /// The position, from 1.
        column: usize,
    },
    /// A required field is missing.
    #[error("found no {0}, expected a format with host, time and status")]
    Missing(&'static str),
}

impl Format {
    /// Parses a format.
    ///
    /// # Errors
    /// Returns [`FormatError`] with the column of the error.
    pub fn parse(text: &str) -> Result<Self, FormatError> {
        let is_goaccess = ["%^", "%~", "%d", "%x", "%R", "%e"].iter().any(|field| text.contains(field));
        let mut pieces: Vec<Piece> = Vec::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let column = text.len() - rest.len() + 1;
            if letter != '%' {
                rest = &rest[letter.len_utf8()..];
                // Configuration files escape quotation marks.
                let letter = if letter == '\\' && rest.starts_with(['"', '\\']) {
                    let next = rest.chars().next().unwrap_or(letter);
                    rest = &rest[1..];
                    next
                } else {
                    letter
                };
                push(&mut pieces, letter);
                continue;
            }
            let unknown =
                |end: usize| FormatError::Unknown { column, found: rest[..end.min(rest.len())].to_owned() };
            // Apache: %>s, %!200s, %{NAME}i.
            let inner = rest[1..].trim_start_matches(|letter: char| {
                matches!(letter, '>' | '<' | '!' | ',') || letter.is_ascii_digit()
            });
            let (name, inner) = match inner.strip_prefix('{') {
                Some(named) => {
                    let (name, inner) = named.split_once('}').ok_or_else(|| unknown(rest.len()))?;
                    (name, inner)
                }
                None => ("", inner),
            };
            let letter = inner.chars().next().ok_or_else(|| unknown(rest.len()))?;
            let end = rest.len() - inner.len() + letter.len_utf8();
            let field = match (letter, name.to_ascii_lowercase().as_str()) {
                ('%', "") => {
                    push(&mut pieces, '%');
                    rest = &rest[end..];
                    continue;
                }
                ('~', "") => {
                    pieces.push(Piece::Blanks);
                    rest = &rest[end..];
                    continue;
                }
                ('i', "referer" | "referrer") => Field::Referrer,
                ('i', "user-agent") => Field::Agent,
                ('i', "host") => Field::VirtualHost,
                ('i', "x-forwarded-for") => Field::Other,
                ('T', "ms") => Field::Duration(1000),
                ('T', "us") | ('D', "") => Field::Duration(1),
                ('T', "" | "s") => Field::Duration(1_000_000),
                ('L', "") => Field::Duration(1000),
                (_, name) if !name.is_empty() => Field::Other,
                ('h' | 'a', _) => Field::Host,
                ('v' | 'V', _) => Field::VirtualHost,
                ('u', _) => {
                    if is_goaccess {
                        Field::Agent
                    } else {
                        Field::User
                    }
                }
                ('t', _) => {
                    if is_goaccess {
                        Field::Time
                    } else {
                        Field::Moment
                    }
                }
                ('e', _) => Field::User,
                ('x', _) => Field::Moment,
                ('d', _) => Field::Date,
                ('r', _) => Field::Request,
                ('m', _) => Field::Method,
                ('U', _) => Field::Target,
                ('s', _) => Field::Status,
                ('b' | 'B' | 'O', _) => Field::Bytes,
                ('R', _) => Field::Referrer,
                (
                    '^' | 'l' | 'p' | 'q' | 'H' | 'n' | 'I' | 'X' | 'P' | 'k' | 'f' | 'A' | 'S' | 'C' | 'K'
                    | 'M',
                    _,
                ) => Field::Other,
                _ => return Err(unknown(end)),
            };
            if matches!(pieces.last(), Some(Piece::Field(_))) {
                return Err(FormatError::Adjacent { column });
            }
            pieces.push(Piece::Field(field));
            rest = &rest[end..];
        }
        let has = |field| pieces.contains(&Piece::Field(field));
        if !has(Field::Host) {
            return Err(FormatError::Missing("host"));
        }
        let has_time = has(Field::Moment) || (has(Field::Date) && has(Field::Time));
        if !has_time {
            return Err(FormatError::Missing("time"));
        }
        if !has(Field::Status) {
            return Err(FormatError::Missing("status"));
        }
        Ok(Self { pieces })
    }

    /// Returns whether a line can begin with a bracket, either a literal bracket or the bracket
    /// before a time.
    pub(crate) fn may_begin_with_bracket(&self) -> bool {
        match self.pieces.first() {
            Some(Piece::Text(text)) => text.starts_with(b"["),
            Some(Piece::Field(field)) => *field == Field::Moment,
            Some(Piece::Blanks) | None => false,
        }
    }

    /// Parses a line in this format.
    pub(crate) fn line<'a>(&self, line: &'a [u8]) -> Result<Line<'a>, Fault> {
        let fault = |at: usize, reason| Fault { column: at + 1, reason };
        let dash: &[u8] = b"-";
        let mut found = Line {
            virtual_host: b"",
            host: dash,
            user: dash,
            day: Day::EPOCH,
            second: 0,
            request: Request::Line(b""),
            status: 0,
            bytes: None,
            micros: None,
            combined: None,
        };
        let (mut method, mut target): (Option<&[u8]>, Option<&[u8]>) = (None, None);
        let mut at = 0;
        for (index, piece) in self.pieces.iter().enumerate() {
            let field = match piece {
                Piece::Text(text) => {
                    if !line[at..].starts_with(text) {
                        return Err(fault(at, Reason::NoMatch));
                    }
                    at += text.len();
                    continue;
                }
                Piece::Blanks => {
                    at += line[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                    continue;
                }
                Piece::Field(field) => *field,
            };
            let end = match self.pieces.get(index + 1) {
                None | Some(Piece::Field(_)) => line.len(),
                Some(Piece::Blanks) => {
                    line[at..].iter().position(u8::is_ascii_whitespace).map_or(line.len(), |end| at + end)
                }
                Some(Piece::Text(text)) if text[0] == b'"' => {
                    closing(line, at).ok_or_else(|| fault(at, Reason::OpenQuote))?
                }
                // The time in Apache’s format contains a space.
                Some(Piece::Text(text)) => {
                    let from = if field == Field::Moment && line.get(at) == Some(&b'[') {
                        at + line[at..]
                            .iter()
                            .position(|&byte| byte == b']')
                            .ok_or_else(|| fault(at, Reason::BadTime))?
                    } else {
                        at
                    };
                    from + memmem::find(&line[from..], text).ok_or_else(|| fault(at, Reason::NoMatch))?
                }
            };
            let value = &line[at..end];
            let number = || std::str::from_utf8(value).ok().and_then(|text| text.parse::<u64>().ok());
            let referrer_and_agent = found.combined.unwrap_or((dash, dash));
            match field {
                Field::Host => found.host = value,
                Field::VirtualHost => found.virtual_host = value,
                Field::User => found.user = value,
                Field::Moment => {
                    let inner =
                        value.strip_prefix(b"[").and_then(|inner| inner.strip_suffix(b"]")).unwrap_or(value);
                    (found.day, found.second) = moment(inner).ok_or_else(|| fault(at, Reason::BadTime))?;
                }
                Field::Date => {
                    let day = Day::parse(value).or_else(|| Day::parse_iso(value));
                    found.day = day.ok_or_else(|| fault(at, Reason::BadTime))?;
                }
                Field::Time => {
                    let mut clock = *b":00:00:00 +0000";
                    let time = value.first_chunk::<8>().ok_or_else(|| fault(at, Reason::BadTime))?;
                    clock[1..9].copy_from_slice(time);
                    found.second = seconds(&clock).ok_or_else(|| fault(at, Reason::BadTime))?;
                }
                Field::Request => found.request = Request::Line(value),
                Field::Method => method = Some(value),
                Field::Target => target = Some(value),
                Field::Status => {
                    let status = number().filter(|&status| is_status(status));
                    let status = status.and_then(|status| u16::try_from(status).ok());
                    found.status = status.ok_or_else(|| fault(at, Reason::BadStatus))?;
                }
                Field::Bytes if value == b"-" => {}
                Field::Bytes => found.bytes = Some(number().ok_or_else(|| fault(at, Reason::BadSize))?),
                Field::Duration(unit) => found.micros = micros(value, unit),
                Field::Referrer => found.combined = Some((value, referrer_and_agent.1)),
                Field::Agent => found.combined = Some((referrer_and_agent.0, value)),
                Field::Other => {}
            }
            at = end;
        }
        if let Some(target) = target {
            found.request = Request::Parts { method: method.unwrap_or(dash), target };
        }
        // Further text may follow, because a format need not cover the whole line.
        Ok(found)
    }
}

/// Appends a letter to the literal text at the end of the pieces.
fn push(pieces: &mut Vec<Piece>, letter: char) {
    let mut bytes = [0; 4];
    let letter = letter.encode_utf8(&mut bytes).as_bytes();
    match pieces.last_mut() {
        Some(Piece::Text(text)) => text.extend_from_slice(letter),
        _ => pieces.push(Piece::Text(letter.to_vec())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reader;
    use proptest::prelude::*;
    use std::sync::Arc;

    const LINE: &str = r#"192.0.2.1 - ann [01/Mar/2026:09:00:01 +0000] "GET /a?b=\"c\" HTTP/1.1" 200 123 "https://b.example/" "Agent \"1\"""#;
    const APACHE: &str = r#"%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-Agent}i\""#;
    const GOACCESS: &str = r#"%h %^ %e [%d:%t %^] "%r" %s %b "%R" "%u""#;

    #[test]
    fn the_combined_format_is_read_the_same_in_both_syntaxes() {
        let expected = Reader::default().line(LINE.as_bytes()).unwrap();
        for format in [APACHE, GOACCESS] {
            assert_eq!(Format::parse(format).unwrap().line(LINE.as_bytes()).unwrap(), expected, "{format}");
        }
        let dashes = LINE.replace("123", "-");
        let expected = Reader::default().line(dashes.as_bytes()).unwrap();
        assert_eq!(Format::parse(APACHE).unwrap().line(dashes.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn other_formats_are_read() {
        let format = Format::parse("%x|%v|%h|%m %U|%s|%b|%D|%u|%R").unwrap();
        let line = format
            .line(b"2026-03-01T09:00:01Z|example.org|::1|POST /a?b|201|5|0.3|Agent|https://b.example/")
            .unwrap();
        assert_eq!(
            (line.day.to_string().as_str(), line.second, line.status, line.bytes),
            ("01/Mar/2026", 32_401, 201, Some(5))
        );
        assert_eq!((line.virtual_host, line.host), (&b"example.org"[..], &b"::1"[..]));
        assert_eq!(line.method_and_path(), Some((&b"POST"[..], &b"/a"[..])));
        assert_eq!(line.combined, Some((&b"https://b.example/"[..], &b"Agent"[..])));
        let blanks = Format::parse("%d%~%t%~%h%~%s%~%U").unwrap();
        let line = blanks.line(b"2026-03-01   09:00:01 192.0.2.1\t404  /x").unwrap();
        assert_eq!(
            (line.second, line.status, line.method_and_path()),
            (32_401, 404, Some((&b"-"[..], &b"/x"[..])))
        );
    }

    #[test]
    fn errors_are_explained() {
        for (format, expected) in [
            (
                "%h %z",
                "column 4: found %z, expected a field of Apache's LogFormat or of GoAccess's log-format",
            ),
            ("%h %{Referer", "column 4: found %{Referer, expected"),
            ("%h %", "column 4: found %, expected"),
            ("%h%u %t %s", "column 3: found two adjacent fields"),
            ("%t %s", "found no host, expected"),
            ("%h %s", "found no time, expected"),
            ("%h %t", "found no status, expected"),
        ] {
            let error = Format::parse(format).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{format}: {error}");
        }
        let format = Format::parse(APACHE).unwrap();
        for (line, expected) in [
            (LINE.replace("- ann", "-ann"), "column 38: found an invalid time"),
            (LINE.replace("01/Mar", "31/Feb"), "column 17: found an invalid time"),
            (LINE.replace("200", "2xx"), "column 72: found an invalid status"),
            (LINE[..LINE.len() - 1].to_owned(), "column 102: found an unclosed quotation mark"),
        ] {
            let fault = format.line(line.as_bytes()).unwrap_err().to_string();
            assert!(fault.starts_with(expected), "{line}: {fault}");
        }
    }

    /// Invalid lines that begin with a time in brackets are not mistaken for lines of an error log.
    #[test]
    fn lines_that_begin_with_a_time_keep_their_reason() {
        let reason = |format: &str, line: &str| {
            let format = Arc::new(Format::parse(format).unwrap());
            Reader::with_format(format).line(line.as_bytes()).unwrap_err().reason
        };
        let start = "[01/Mar/2026:09:00:01 +0000] 192.0.2.1 \"GET /a";
        for format in [r#"%t %h "%r" %>s"#, r#"[%x] %h "%r" %>s"#] {
            assert_eq!(reason(format, start), Reason::OpenQuote, "{format}");
            assert_eq!(reason(format, &format!("{start}\" 099")), Reason::BadStatus, "{format}");
        }
        assert_eq!(reason(APACHE, "[Sun Mar 01 09:00:01 2026] [error] x"), Reason::ErrorLog);
    }

    proptest! {
        #[test]
        fn parse_never_panics(text in "[ -~]{0,40}|(%[a-zA-Z^~>{}]|[ \"\\[\\]:-]){0,20}", line in proptest::collection::vec(any::<u8>(), 0..80), cut in 0_usize..100) {
            if let Ok(format) = Format::parse(&text) {
                let _ = format.line(&line);
            }
            let _ = Format::parse(GOACCESS).unwrap().line(&LINE.as_bytes()[..cut]);
        }
    }
}
