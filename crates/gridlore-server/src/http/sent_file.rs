//! Files that are streamed as responses.

use crate::http::safety;
use axum::body::Body;
use axum::http::header::CONTENT_LENGTH;
use axum::response::{IntoResponse, Response};
use std::io::{Read, Seek};
use tokio::io::AsyncReadExt;
use tokio_util::io::ReaderStream;

/// A file that is streamed, so that a slow reader keeps only one chunk of it in memory.
#[derive(Debug)]
pub(crate) struct SentFile {
    file: std::fs::File,
    bytes: u64,
    /// The picture type by the file's first bytes, whatever its name; `None` for other files.
    pub(crate) picture_type: Option<&'static str>,
}

/// Size in bytes of the chunks.
const PIECE: usize = 64 << 10;

impl SentFile {
    /// Opens a regular file; `None` if there is none.
    pub(crate) fn open(path: &std::path::Path) -> Option<Self> {
        let is_plain = std::fs::symlink_metadata(path).is_ok_and(|facts| facts.is_file());
        let mut file = is_plain.then(|| std::fs::File::open(path).ok())??;
        let bytes = file.metadata().ok()?.len();
        let mut head = Vec::new();
        Read::by_ref(&mut file).take(16).read_to_end(&mut head).ok()?;
        file.rewind().ok()?;
        Some(Self { file, bytes, picture_type: safety::picture_type(&head) })
    }
}

impl IntoResponse for SentFile {
    fn into_response(self) -> Response {
        let file = tokio::fs::File::from_std(self.file).take(self.bytes);
        let body = Body::from_stream(ReaderStream::with_capacity(file, PIECE));
        ([(CONTENT_LENGTH, self.bytes)], body).into_response()
    }
}
