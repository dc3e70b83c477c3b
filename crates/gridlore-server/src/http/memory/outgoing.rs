//! Memory for responses in transit.
//!
//! A slow reader keeps the bytes of a response in memory. The bytes are counted until they are
//! sent, the reader disconnects, or another response needs the memory. A page is counted once,
//! however many people read it at the same time.

use super::load::{Fixed, Load};
use super::{Held, Holder, Ledger};
use crate::http::visit::Caller;
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

/// Maximum total size in bytes of the responses in transit.
pub(crate) const MAX_OUTGOING: usize = 64 << 20;

/// Responses up to this size in bytes are not counted; the number of connections limits them.
const SMALL: u64 = 32 << 10;

/// Memory in bytes for a streamed response, whose length is not known: two chunks of a file, and
/// the data that the connection has not sent yet.
const STREAMED: u64 = 192 << 10;

/// Counts the responses in transit.
#[derive(Debug)]
pub(crate) struct Outgoing(Arc<Ledger>);

impl Default for Outgoing {
    fn default() -> Self {
        Self(Ledger::new(MAX_OUTGOING))
    }
}

impl Outgoing {
    /// Returns the response, counted until it is sent, or `None` if the reader's share is used up.
    pub(crate) fn counted(&self, caller: Caller, mut response: Response) -> Option<Response> {
        let bytes = response.body().size_hint().exact().unwrap_or(STREAMED);
        if bytes <= SMALL || response.extensions().get::<Fixed>().is_some() {
            return Some(response);
        }
        let held = match response.extensions_mut().remove::<Load>() {
            Some(load) => load.held_by(|bytes| self.held(caller, bytes)),
            None => self.held(caller, usize::try_from(bytes).unwrap_or(usize::MAX)).map(Arc::new),
        }?;
        let sent = |body| {
            let content = Arc::new(Content(Mutex::new(Some(Rest { body, piece: Bytes::new() }))));
            let holder: Arc<dyn Holder> = content.clone();
            held.add_holder(caller, Arc::downgrade(&holder));
            Body::new(Counted { content, _held: held })
        };
        Some(response.map(sent))
    }

    fn held(&self, caller: Caller, bytes: usize) -> Option<Held> {
        let held = self.0.open(caller);
        held.add(bytes).then_some(held)
    }
}

/// Number of bytes handed to the connection at a time. The connection requests more when it has
/// sent them, so the body lives until the reader has received it.
const PIECE: usize = 64 << 10;

/// The part that has not been sent yet, or `None` once it has been given up.
#[derive(Debug)]
struct Content(Mutex<Option<Rest>>);

#[derive(Debug)]
struct Rest {
    body: Body,
    /// The piece that was taken from the body, but not yet sent by the connection.
    piece: Bytes,
}

impl Content {
    fn rest(&self) -> MutexGuard<'_, Option<Rest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Holder for Content {
    fn give_up(&self) {
        drop(self.rest().take());
    }
}

/// A body that is counted until it is dropped.
struct Counted {
    content: Arc<Content>,
    _held: Arc<Held>,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let mut rest = self.content.rest();
        let Some(Rest { body, piece }) = rest.as_mut() else {
            let error = io::Error::other(
                "response aborted: the client read too slowly, and another client needs its memory",
            );
            return Poll::Ready(Some(Err(axum::Error::new(error))));
        };
        if piece.is_empty() {
            match ready!(Pin::new(body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => *piece = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                other => return Poll::Ready(other),
            }
        }
        let length = piece.len().min(PIECE);
        // Copies the piece, because a slice would keep the whole buffer in memory when the rest is
        // given up.
        let data = Bytes::copy_from_slice(&piece[..length]);
        *piece = piece.slice(length..);
        Poll::Ready(Some(Ok(Frame::data(data))))
    }

    fn is_end_stream(&self) -> bool {
        self.content.rest().as_ref().is_some_and(|rest| rest.piece.is_empty() && rest.body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.content.rest();
        let Some(Rest { body, piece }) = rest.as_ref() else { return SizeHint::default() };
        let mut hint = body.size_hint();
        let more = piece.len() as u64;
        let upper = hint.upper();
        hint.set_lower(hint.lower() + more);
        if let Some(upper) = upper {
            hint.set_upper(upper + more);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::page::Page;
    use axum::http::{HeaderMap, StatusCode};
    use http_body_util::BodyExt;

    fn reader(net: u8) -> Caller {
        Caller::new(Some([192, 0, net, 1].into()))
    }

    fn answer(bytes: usize) -> Response {
        Response::new(Body::from(vec![7_u8; bytes]))
    }

    #[tokio::test]
    async fn responses_in_transit_are_limited_and_give_way() {
        let outgoing = Outgoing::default();
        let quarter = MAX_OUTGOING / 4;
        let mut held: Vec<Response> =
            (0..5).filter_map(|_| outgoing.counted(reader(1), answer(quarter))).collect();
        assert_eq!(held.len(), 4);
        assert!(outgoing.counted(reader(1), answer(1_000)).is_some(), "short responses are not limited");
        let mut fixed = answer(quarter);
        fixed.extensions_mut().insert(Fixed);
        assert!(
            outgoing.counted(reader(1), fixed).is_some(),
            "bytes that are part of the program use no extra memory"
        );
        let other = outgoing.counted(reader(2), answer(quarter)).unwrap();
        assert!(
            held.remove(0).into_body().collect().await.is_err(),
            "the oldest response of the largest holder is aborted"
        );
        for rest in held.into_iter().chain([other]) {
            assert_eq!(rest.into_body().collect().await.unwrap().to_bytes().len(), quarter);
        }
        assert!(outgoing.counted(reader(1), answer(2 * MAX_OUTGOING)).is_some());
    }

    #[test]
    fn a_page_counts_once_for_all_of_its_readers() {
        let outgoing = Outgoing::default();
        let page = Page::new(StatusCode::OK, "image/png", vec![0; MAX_OUTGOING / 2]);
        let ask = || outgoing.counted(reader(1), page.answer(&HeaderMap::new()));
        let held: Vec<_> = (0..50).filter_map(|_| ask()).collect();
        assert_eq!(held.len(), 50);
        let other = Page::new(StatusCode::OK, "image/png", vec![1; MAX_OUTGOING / 2]);
        assert!(outgoing.counted(reader(1), other.answer(&HeaderMap::new())).is_none());
        drop(held);
        assert!(outgoing.counted(reader(1), other.answer(&HeaderMap::new())).is_some());
    }

    #[test]
    fn streamed_files_are_limited() {
        let outgoing = Outgoing::default();
        let streamed = || {
            let file = tokio_util::io::ReaderStream::new(tokio::io::repeat(7));
            outgoing.counted(reader(1), Response::new(Body::from_stream(file)))
        };
        let held: Vec<Response> = (0..1000).map_while(|_| streamed()).collect();
        assert_eq!(held.len() as u64, MAX_OUTGOING as u64 / STREAMED);
        drop(held);
        assert!(streamed().is_some());
    }

    #[tokio::test]
    async fn a_body_counts_until_it_is_taken() {
        let outgoing = Outgoing::default();
        let large = MAX_OUTGOING / 4 * 3;
        let mut body = outgoing.counted(reader(1), answer(large)).unwrap().into_body();
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first.len(), PIECE);
        assert!(outgoing.counted(reader(1), answer(large)).is_none(), "the first response is being read");
        let rest = body.collect().await.unwrap().to_bytes();
        assert_eq!(rest.len(), large - PIECE);
        assert!(outgoing.counted(reader(1), answer(large)).is_some());
    }
}
