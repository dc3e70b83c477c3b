//! Files that are streamed as responses, as a whole or in part.

use crate::http::file_type::{FileType, HEAD_BYTES};
use axum::body::Body;
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, IF_RANGE, RANGE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use tokio::io::AsyncReadExt;
use tokio_util::io::ReaderStream;

/// A streamed file, of which a slow reader keeps only one chunk in memory.
#[derive(Debug)]
pub(crate) struct SentFile {
    file: std::fs::File,
    bytes: u64,
    /// The type according to the file’s first bytes, whatever its name, or `None` for files that
    /// can only be downloaded.
    pub(crate) file_type: Option<FileType>,
    /// The bytes to send, or `None` for all.
    part: Option<Range<u64>>,
}

/// Size in bytes of the chunks.
const PIECE: usize = 64 << 10;

impl SentFile {
    /// Opens a regular file. Returns `None` if there is none.
    pub(crate) fn open(path: &std::path::Path) -> Option<Self> {
        let is_plain = std::fs::symlink_metadata(path).is_ok_and(|facts| facts.is_file());
        let mut file = is_plain.then(|| std::fs::File::open(path).ok())??;
        let bytes = file.metadata().ok()?.len();
        let mut head = Vec::new();
        Read::by_ref(&mut file).take(HEAD_BYTES as u64).read_to_end(&mut head).ok()?;
        file.rewind().ok()?;
        Some(Self { file, bytes, file_type: FileType::detect(&head), part: None })
    }

    /// Returns the response to a request for the file or a part of it, such as the part of a sound
    /// or video that is being played. Requests for several parts get the whole file.
    pub(crate) fn answer(
        mut self,
        (method, headers): (&Method, &HeaderMap),
        file_type: FileType,
        cache_control: &'static str,
    ) -> Response {
        if *method == Method::GET && !headers.contains_key(IF_RANGE) {
            let wanted = headers.get(RANGE).and_then(|range| range.to_str().ok());
            self.part = wanted.and_then(|range| part(range, self.bytes));
        }
        let mut response = self.into_response();
        let is_refused = response.status() == StatusCode::RANGE_NOT_SATISFIABLE;
        let cache_control = if is_refused { "no-store" } else { cache_control };
        let fixed = response.headers_mut();
        fixed.insert(CACHE_CONTROL, HeaderValue::from_static(cache_control));
        if !is_refused {
            fixed.insert(CONTENT_TYPE, HeaderValue::from_static(file_type.content_type()));
        }
        response
    }
}

/// Returns the range of bytes that a `Range` header requests from a file of this length, or `None`
/// if the header must be ignored. The range is empty if it lies beyond the end.
fn part(range: &str, bytes: u64) -> Option<Range<u64>> {
    let (first, last) = range.trim().strip_prefix("bytes=")?.split_once('-')?;
    let number = |text: &str| -> Option<u64> {
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
    };
    let part = match (first.is_empty(), last.is_empty()) {
        (true, true) => return None,
        (true, false) => bytes.saturating_sub(number(last)?)..bytes,
        (false, true) => number(first)?..bytes,
        (false, false) => {
            let (first, last) = (number(first)?, number(last)?);
            if last < first {
                return None;
            }
            first..last.saturating_add(1).min(bytes)
        }
    };
    Some(if part.start < part.end { part } else { bytes..bytes })
}

impl IntoResponse for SentFile {
    fn into_response(mut self) -> Response {
        let Some(part) = self.part else {
            return (
                [(CONTENT_LENGTH, self.bytes.to_string()), (ACCEPT_RANGES, "bytes".to_owned())],
                streamed(self.file, self.bytes),
            )
                .into_response();
        };
        if part.is_empty() || self.file.seek(SeekFrom::Start(part.start)).is_err() {
            let range = [(CONTENT_RANGE, format!("bytes */{}", self.bytes))];
            return (StatusCode::RANGE_NOT_SATISFIABLE, range).into_response();
        }
        let length = part.end - part.start;
        let headers = [
            (CONTENT_LENGTH, length.to_string()),
            (ACCEPT_RANGES, "bytes".to_owned()),
            (CONTENT_RANGE, format!("bytes {}-{}/{}", part.start, part.end - 1, self.bytes)),
        ];
        (StatusCode::PARTIAL_CONTENT, headers, streamed(self.file, length)).into_response()
    }
}

/// Returns a body that streams the next bytes of a file.
fn streamed(file: std::fs::File, bytes: u64) -> Body {
    Body::from_stream(ReaderStream::with_capacity(tokio::fs::File::from_std(file).take(bytes), PIECE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_files_are_found() {
        for (range, expected) in [
            ("bytes=0-99", Some(0..99)),
            ("bytes=10-19", Some(10..20)),
            ("bytes=90-", Some(90..99)),
            ("bytes=-9", Some(90..99)),
            ("bytes=-500", Some(0..99)),
            ("bytes=0-18446744073709551615", Some(0..99)),
            ("bytes=99-", Some(99..99)),
            ("bytes=200-300", Some(99..99)),
            ("bytes=-0", Some(99..99)),
            ("bytes=9-3", None),
            ("bytes=0-1,3-4", None),
            ("bytes=-", None),
            ("bytes=+1-2", None),
            ("bytes=99999999999999999999-", None),
            ("lines=1-2", None),
        ] {
            assert_eq!(part(range, 99), expected, "{range}");
        }
        assert_eq!(part("bytes=0-", 0), Some(0..0));
    }
}
