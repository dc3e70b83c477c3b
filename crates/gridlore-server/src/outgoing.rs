//! Answers under way: how much memory those take that no two readers share.
//!
//! A reader who takes an answer slowly keeps its bytes. Pages that are kept anyway cost nothing more,
//! whoever reads them; others count here until they are sent or their reader has left.

use crate::page::Shared;
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
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
        // One that is larger than all of it waits until it is alone.
        let units = usize::try_from(bytes).unwrap_or(usize::MAX).div_ceil(UNIT).min(MOST_UNDER_WAY / UNIT);
        let permit = Arc::clone(&self.0).try_acquire_many_owned(u32::try_from(units).ok()?).ok()?;
        Some(response.map(|body| Body::new(Counted { body, _permit: permit })))
    }
}

/// A body that counts as long as it lives.
struct Counted {
    body: Body,
    _permit: OwnedSemaphorePermit,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
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
}
