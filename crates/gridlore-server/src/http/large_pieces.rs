//! Request bodies in large pieces, for the multipart parser.
//!
//! The parser examines the headers of a part again with every piece, and pieces may be single
//! bytes. It also buffers everything that has arrived before it returns a part of it. With large
//! pieces, one at a time, it needs linear time and little memory.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::Frame;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// Minimum number of bytes in each piece except the last.
const PIECE: usize = 256 << 10;

/// A body in large pieces, which yields to its reader after each piece.
struct LargePieces {
    body: Body,
    piece: Vec<u8>,
    /// Whether the reader has just received a piece.
    yields: bool,
}

/// Returns the request with its body in large pieces. Trailers are dropped.
pub(crate) fn in_large_pieces(request: Request) -> Request {
    request.map(|body| Body::new(LargePieces { body, piece: Vec::new(), yields: false }))
}

impl HttpBody for LargePieces {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if mem::take(&mut self.yields) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        loop {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => {
                    if let Ok(data) = frame.into_data() {
                        self.piece.extend_from_slice(&data);
                    }
                    if self.piece.len() < PIECE {
                        continue;
                    }
                    self.yields = true;
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None if self.piece.is_empty() => return Poll::Ready(None),
                None => {}
            }
            return Poll::Ready(Some(Ok(Frame::data(mem::take(&mut self.piece).into()))));
        }
    }

    fn is_end_stream(&self) -> bool {
        self.piece.is_empty() && self.body.is_end_stream()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::extract::{FromRequest, Multipart};
    use http_body_util::BodyExt;
    use tokio_util::io::ReaderStream;

    /// Returns a request whose body arrives in pieces of this size.
    fn arriving(bytes: Vec<u8>, size: usize) -> Request {
        let pieces = ReaderStream::with_capacity(std::io::Cursor::new(bytes), size);
        Request::builder()
            .header("content-type", "multipart/form-data; boundary=line")
            .body(Body::from_stream(pieces))
            .unwrap()
    }

    #[tokio::test]
    async fn small_pieces_become_large_ones() {
        let bytes: Vec<u8> = (0..=u8::MAX).cycle().take(PIECE * 3 + 1000).collect();
        let mut body = in_large_pieces(arriving(bytes.clone(), 1000)).into_body();
        let (mut all, mut sizes) = (Vec::new(), Vec::new());
        while let Some(frame) = body.frame().await {
            let piece = frame.unwrap().into_data().unwrap();
            sizes.push(piece.len());
            all.extend_from_slice(&piece);
        }
        assert_eq!(all, bytes);
        let last = sizes.pop().unwrap();
        assert!(
            sizes.len() == 2 && sizes.iter().all(|size| (PIECE..PIECE + 1000).contains(size)),
            "{sizes:?}"
        );
        assert!(last > 0);
    }

    #[tokio::test]
    async fn the_parser_holds_few_bytes_of_a_large_part() {
        let mut form = b"--line\r\ncontent-disposition: form-data; name=a\r\n\r\n".to_vec();
        // By default, forms are limited to 2 MiB.
        form.resize(form.len() + (3 << 19), b'x');
        form.extend_from_slice(b"\r\n--line--\r\n");
        let request = in_large_pieces(arriving(form, 4096));
        let mut parts = Multipart::from_request(request, &()).await.unwrap();
        let mut part = parts.next_field().await.unwrap().unwrap();
        let mut total = 0;
        while let Some(chunk) = part.chunk().await.unwrap() {
            // The parser polls the body once more at the start of a part.
            assert!(chunk.len() < 3 * PIECE, "{}", chunk.len());
            total += chunk.len();
        }
        assert_eq!(total, 3 << 19);
    }
}
