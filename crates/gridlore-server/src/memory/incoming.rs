//! Forms under way: how much memory the bodies of requests take, however slowly they arrive.
//!
//! Handlers read a form as a whole. Its bytes count here from their arrival until the request is answered.

use super::{Held, Ledger};
use crate::visit::Caller;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::{Frame, SizeHint};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

/// Bytes of such bodies, at most.
pub(crate) const MOST_INCOMING: usize = 96 << 20;

/// Counts the bodies under way.
#[derive(Debug)]
pub(crate) struct Incoming(Arc<Ledger>);

impl Default for Incoming {
    fn default() -> Self {
        Self(Ledger::new(MOST_INCOMING))
    }
}

/// The body of one request; its bytes count until this and the body are dropped.
#[derive(Debug)]
pub(crate) struct Tally(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    held: Held,
    /// Whether bytes came that had no room.
    is_over: bool,
}

impl Incoming {
    /// The request with a body that is counted.
    pub(crate) fn counted(&self, caller: Caller, request: Request) -> (Request, Tally) {
        let state = Arc::new(Mutex::new(State { held: self.0.open(caller), is_over: false }));
        let tally = Tally(Arc::clone(&state));
        (request.map(|body| Body::new(Counted { body, state })), tally)
    }
}

impl Tally {
    /// Whether its sender's share was used up, so that the body could not be read.
    pub(crate) fn is_over(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_over
    }
}

/// A body whose bytes are counted as they arrive.
struct Counted {
    body: Body,
    state: Arc<Mutex<State>>,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
        {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.is_over || !state.held.add(data.len()) {
                state.is_over = true;
                let error = io::Error::other("too many bytes of requests are under way");
                return Poll::Ready(Some(Err(axum::Error::new(error))));
            }
        }
        Poll::Ready(frame)
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
    use http_body_util::BodyExt;

    #[tokio::test]
    async fn what_arrives_counts_until_the_request_is_answered() {
        let incoming = Incoming::default();
        let (sender, other) = (Caller::new(None), Caller::new(Some([192, 0, 2, 1].into())));
        let half = || Request::new(Body::from(vec![0_u8; MOST_INCOMING / 2]));
        let (request, first) = incoming.counted(sender, half());
        let form = request.into_body().collect().await.unwrap().to_bytes();
        assert!(form.len() == MOST_INCOMING / 2 && !first.is_over());
        let (request, second) = incoming.counted(sender, half());
        assert!(request.into_body().collect().await.is_err() && second.is_over());
        let (request, third) = incoming.counted(other, Request::new(Body::from(vec![0_u8; 3 << 20])));
        assert!(request.into_body().collect().await.is_ok() && !third.is_over(), "another sender finds room");
        drop((first, second, third));
        let (request, again) = incoming.counted(sender, half());
        assert!(request.into_body().collect().await.is_ok() && !again.is_over());
    }
}
