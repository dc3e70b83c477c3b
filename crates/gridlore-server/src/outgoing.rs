//! Answers under way: how much memory those take that no two readers share.
//!
//! A slow reader keeps the bytes of an answer in memory. Cached pages cost nothing more, however many
//! people read them. Other answers count here until they are sent or the reader has left.

use crate::page::Shared;
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of such answers, at most.
pub(crate) const MOST_UNDER_WAY: usize = 96 << 20;

/// Shorter answers are not counted: there are at most as many as connections.
const SMALL: u64 = 32 << 10;

/// Bytes of one permit.
const UNIT: usize = 1 << 10;

/// Counts the answers under way.
#[derive(Debug)]
pub(crate) struct Outgoing(Arc<Semaphore>);

impl Default for Outgoing {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST_UNDER_WAY / UNIT)))
    }
}

impl Outgoing {
    /// The answer, counted until it is sent; `None` when too much is under way.
    pub(crate) fn counted(&self, response: Response) -> Option<Response> {
        let bytes = response.body().size_hint().exact().unwrap_or(0);
        if bytes <= SMALL || response.extensions().get::<Shared>().is_some() {
            return Some(response);
        }
        // An answer larger than the limit takes all of it.
        let units = usize::try_from(bytes).unwrap_or(usize::MAX).div_ceil(UNIT).min(MOST_UNDER_WAY / UNIT);
        let permit = Arc::clone(&self.0).try_acquire_many_owned(u32::try_from(units).ok()?).ok()?;
        Some(response.map(|body| Body::new(Counted { body, rest: Bytes::new(), _permit: permit })))
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
    _permit: OwnedSemaphorePermit,
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
        let answer = |bytes: usize| Response::new(Body::from(vec![0_u8; bytes]));
        let third = MOST_UNDER_WAY / 3;
        let held: Vec<Response> = (0..3).filter_map(|_| outgoing.counted(answer(third))).collect();
        assert_eq!(held.len(), 3);
        assert!(outgoing.counted(answer(third)).is_none());
        assert!(outgoing.counted(answer(1_000)).is_some(), "short answers always go");
        let mut kept = answer(third);
        kept.extensions_mut().insert(Shared);
        assert!(outgoing.counted(kept).is_some(), "what is kept anyway takes no memory");
        drop(held);
        assert!(outgoing.counted(answer(2 * MOST_UNDER_WAY)).is_some());
    }

    #[tokio::test]
    async fn a_body_lives_until_it_is_taken() {
        use http_body_util::BodyExt;
        let outgoing = Outgoing::default();
        let answer = || Response::new(Body::from(vec![7_u8; MOST_UNDER_WAY]));
        let mut body = outgoing.counted(answer()).unwrap().into_body();
        let first = body.frame().await.unwrap().unwrap().into_data().unwrap();
        assert_eq!(first.len(), PIECE);
        assert!(outgoing.counted(answer()).is_none(), "a reader who has begun");
        let rest = body.collect().await.unwrap().to_bytes();
        assert_eq!(rest.len(), MOST_UNDER_WAY - PIECE);
        assert!(outgoing.counted(answer()).is_some());
    }
}
