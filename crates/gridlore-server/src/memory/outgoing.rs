//! Answers under way: how much memory those take that no two readers share.
//!
//! A slow reader keeps the bytes of an answer in memory. Cached pages cost nothing more, however many
//! people read them. Other answers count here until they are sent or the reader has left.

use super::{Held, Ledger};
use crate::page::Shared;
use crate::visit::Caller;
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

/// Bytes of such answers, at most.
pub(crate) const MOST_UNDER_WAY: usize = 96 << 20;

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
    pub(crate) fn counted(&self, caller: Caller, response: Response) -> Option<Response> {
        let bytes = response.body().size_hint().exact().unwrap_or(0);
        if bytes <= SMALL || response.extensions().get::<Shared>().is_some() {
            return Some(response);
        }
        let mut held = self.0.open(caller);
        let fits = held.add(usize::try_from(bytes).unwrap_or(usize::MAX));
        fits.then(|| response.map(|body| Body::new(Counted { body, rest: Bytes::new(), _held: held })))
    }
}

/// Bytes handed to the connection at a time. It asks for more when it has sent these, so the body
/// lives until the reader has taken it.
const PIECE: usize = 64 << 10;

/// A body that counts as long as it lives.
struct Counted {
    body: Body,
    /// What the body has given and the connection has not taken yet.
    rest: Bytes,
    _held: Held,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                other => return Poll::Ready(other),
            }
        }
        let piece = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = self.body.size_hint();
        let rest = self.rest.len() as u64;
        let upper = hint.upper();
        hint.set_lower(hint.lower() + rest);
        if let Some(upper) = upper {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_way_is_limited_and_counted_until_it_has_gone() {
        let outgoing = Outgoing::default();
        let (reader, other) = (Caller::new(None), Caller::new(Some([192, 0, 2, 1].into())));
        let answer = |bytes: usize| Response::new(Body::from(vec![0_u8; bytes]));
        let quarter = MOST_UNDER_WAY / 4;
        let held: Vec<Response> = (0..3).filter_map(|_| outgoing.counted(reader, answer(quarter))).collect();
        assert_eq!(held.len(), 2, "half of it");
        assert!(outgoing.counted(other, answer(quarter)).is_some(), "another reader finds room");
        assert!(outgoing.counted(reader, answer(1_000)).is_some(), "short answers always go");
        let mut kept = answer(quarter);
        kept.extensions_mut().insert(Shared);
        assert!(outgoing.counted(reader, kept).is_some(), "what is kept anyway takes no memory");
        drop(held);
        assert!(outgoing.counted(reader, answer(2 * MOST_UNDER_WAY)).is_some());
    }

    #[tokio::test]
    async fn a_body_lives_until_it_is_taken() {
        use http_body_util::BodyExt;
        let outgoing = Outgoing::default();
        let answer = || Response::new(Body::from(vec![7_u8; MOST_UNDER_WAY]));
        let reader = Caller::new(None);
        let mut body = outgoing.counted(reader, answer()).unwrap().into_body();
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first.len(), PIECE);
        assert!(outgoing.counted(reader, answer()).is_none(), "a reader who has begun");
        let rest = body.collect().await.unwrap().to_bytes();
        assert_eq!(rest.len(), MOST_UNDER_WAY - PIECE);
        assert!(outgoing.counted(reader, answer()).is_some());
    }
}
