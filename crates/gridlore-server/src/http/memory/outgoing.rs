//! Answers under way: how much memory they take.
//!
//! A slow reader keeps the bytes of an answer in memory. They count here until they are sent, the
//! reader has left, or others need the room. A page counts once, however many people read it at the
//! same time.

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

/// Bytes of such answers, at most.
pub(crate) const MOST_UNDER_WAY: usize = 64 << 20;

/// Shorter answers are not counted: there are at most as many as connections.
const SMALL: u64 = 32 << 10;

/// Counts the answers under way.
#[derive(Debug)]
pub(crate) struct Outgoing(Arc<Ledger>);

impl Default for Outgoing {
    fn default() -> Self {
        Self(Ledger::new(MOST_UNDER_WAY))
    }
}

impl Outgoing {
    /// The answer, counted until it is sent; `None` when too much is under way to its reader.
    pub(crate) fn counted(&self, caller: Caller, mut response: Response) -> Option<Response> {
        let bytes = response.body().size_hint().exact().unwrap_or(0);
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
            held.add_holder(Arc::downgrade(&holder));
            Body::new(Counted { content, _held: held })
        };
        Some(response.map(sent))
    }

    fn held(&self, caller: Caller, bytes: usize) -> Option<Held> {
        let held = self.0.open(caller);
        held.add(bytes).then_some(held)
    }
}

/// Bytes handed to the connection at a time. It asks for more when it has sent these, so the body
/// lives until the reader has taken it.
const PIECE: usize = 64 << 10;

/// What is not sent yet; nothing once it was given up.
#[derive(Debug)]
struct Content(Mutex<Option<Rest>>);

#[derive(Debug)]
struct Rest {
    body: Body,
    /// What the body has given and the connection has not taken yet.
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

/// A body that counts as long as it lives.
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
            let error = io::Error::other("others need the memory of an answer that is read slowly");
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
        // A copy: a part of the bytes would keep all of them in memory when the rest is given up.
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
    async fn what_is_under_way_is_limited_and_gives_way() {
        let outgoing = Outgoing::default();
        let quarter = MOST_UNDER_WAY / 4;
        let mut held: Vec<Response> =
            (0..5).filter_map(|_| outgoing.counted(reader(1), answer(quarter))).collect();
        assert_eq!(held.len(), 4);
        assert!(outgoing.counted(reader(1), answer(1_000)).is_some(), "short answers always go");
        let mut fixed = answer(quarter);
        fixed.extensions_mut().insert(Fixed);
        assert!(
            outgoing.counted(reader(1), fixed).is_some(),
            "the bytes of a program take no memory of their own"
        );
        let other = outgoing.counted(reader(2), answer(quarter)).unwrap();
        assert!(held.remove(0).into_body().collect().await.is_err(), "the oldest of whoever holds most");
        for rest in held.into_iter().chain([other]) {
            assert_eq!(rest.into_body().collect().await.unwrap().to_bytes().len(), quarter);
        }
        assert!(outgoing.counted(reader(1), answer(2 * MOST_UNDER_WAY)).is_some());
    }

    #[test]
    fn a_page_counts_once_for_all_who_read_it() {
        let outgoing = Outgoing::default();
        let page = Page::new(StatusCode::OK, "image/png", vec![0; MOST_UNDER_WAY / 2]);
        let ask = || outgoing.counted(reader(1), page.answer(&HeaderMap::new()));
        let held: Vec<_> = (0..50).filter_map(|_| ask()).collect();
        assert_eq!(held.len(), 50);
        let other = Page::new(StatusCode::OK, "image/png", vec![1; MOST_UNDER_WAY / 2]);
        assert!(outgoing.counted(reader(1), other.answer(&HeaderMap::new())).is_none());
        drop(held);
        assert!(outgoing.counted(reader(1), other.answer(&HeaderMap::new())).is_some());
    }

    #[tokio::test]
    async fn a_body_lives_until_it_is_taken() {
        let outgoing = Outgoing::default();
        let most = MOST_UNDER_WAY / 4 * 3;
        let mut body = outgoing.counted(reader(1), answer(most)).unwrap().into_body();
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first.len(), PIECE);
        assert!(outgoing.counted(reader(1), answer(most)).is_none(), "a reader who has begun");
        let rest = body.collect().await.unwrap().to_bytes();
        assert_eq!(rest.len(), most - PIECE);
        assert!(outgoing.counted(reader(1), answer(most)).is_some());
    }
}
