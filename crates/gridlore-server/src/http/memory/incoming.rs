//! Memory for request bodies in transit, even if they arrive slowly.
//!
//! Handlers read a form as a whole. Its bytes are counted from their arrival until the request is
//! answered. When other requests need the memory, a form that has not fully arrived is dropped.

use super::{Held, Holder, Ledger};
use crate::http::visit::Caller;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::{Frame, SizeHint};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Maximum total size in bytes of the request bodies in transit.
pub(crate) const MAX_INCOMING: usize = 64 << 20;

/// Minimum number of bytes that are counted for each piece of a body.
const MIN_PIECE: usize = 64;

/// Counts the request bodies in transit.
#[derive(Debug)]
pub(crate) struct Incoming(Arc<Ledger>);

impl Default for Incoming {
    fn default() -> Self {
        Self(Ledger::new(MAX_INCOMING))
    }
}

/// The count of one request's body, which ends when this and the body are dropped.
#[derive(Debug)]
pub(crate) struct Tally(Arc<Arrival>);

/// The state of a body in transit.
#[derive(Debug)]
struct Arrival {
    held: Held,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether more bytes arrived than there was memory for, or another request needed the memory.
    is_over: bool,
    /// Wakes the task that waits for more bytes.
    waker: Option<Waker>,
}

impl Arrival {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Holder for Arrival {
    fn give_up(&self) {
        let waker = {
            let mut state = self.state();
            state.is_over = true;
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl Incoming {
    /// Returns the request with a body that is counted.
    pub(crate) fn counted(&self, caller: Caller, request: Request) -> (Request, Tally) {
        let arrival = Arc::new(Arrival { held: self.0.open(caller), state: Mutex::default() });
        let holder: Arc<dyn Holder> = arrival.clone();
        arrival.held.add_holder(caller, Arc::downgrade(&holder));
        let tally = Tally(Arc::clone(&arrival));
        (request.map(|body| Body::new(Counted { body, arrival })), tally)
    }
}

impl Tally {
    /// Returns whether the sender's share was used up, so that the body could not be read.
    pub(crate) fn is_over(&self) -> bool {
        self.0.state().is_over
    }
}

/// A body whose bytes are counted as they arrive.
struct Counted {
    body: Body,
    arrival: Arc<Arrival>,
}

impl HttpBody for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let arrival = Arc::clone(&self.arrival);
        // The waker is set before polling, so that a request that needs the memory from now on
        // wakes this task.
        arrival.state().waker = Some(context.waker().clone());
        let frame = Pin::new(&mut self.body).poll_frame(context);
        let fits = match &frame {
            Poll::Ready(Some(Ok(frame))) => {
                frame.data_ref().is_none_or(|data| arrival.held.add(data.len().max(MIN_PIECE)))
            }
            _ => true,
        };
        if arrival.state().is_over || !fits {
            arrival.state().is_over = true;
            let error = io::Error::other("too many request bodies are in transit");
            return Poll::Ready(Some(Err(axum::Error::new(error))));
        }
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            // The body is complete and being processed.
            arrival.held.keep();
        }
        frame
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
    use tokio::io::AsyncWriteExt;
    use tokio_util::io::ReaderStream;

    fn sender(net: u8) -> Caller {
        Caller::new(Some([192, 0, net, 1].into()))
    }

    #[tokio::test]
    async fn a_body_counts_until_the_request_is_answered() {
        let incoming = Incoming::default();
        let form = |bytes: usize| Request::new(Body::from(vec![0_u8; bytes]));
        let half = MAX_INCOMING / 2;
        let mut kept = Vec::new();
        for _ in 0..2 {
            let (request, tally) = incoming.counted(sender(1), form(half));
            assert_eq!(request.into_body().collect().await.unwrap().to_bytes().len(), half);
            assert!(!tally.is_over());
            kept.push(tally);
        }
        let (request, third) = incoming.counted(sender(1), form(1 << 10));
        assert!(request.into_body().collect().await.is_err() && third.is_over());
        kept.pop();
        let (request, again) = incoming.counted(sender(1), form(half));
        assert!(request.into_body().collect().await.is_ok() && !again.is_over());
    }

    #[tokio::test]
    async fn a_form_that_does_not_arrive_is_dropped_when_others_need_room() {
        let incoming = Incoming::default();
        let (mut sender_end, server_end) = tokio::io::duplex(1 << 20);
        let body = Body::from_stream(ReaderStream::with_capacity(server_end, 1 << 20));
        let (request, tally) = incoming.counted(sender(1), Request::new(body));
        let reading = tokio::spawn(request.into_body().collect());
        sender_end.write_all(&vec![0; MAX_INCOMING / 4 * 3]).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        assert!(!tally.is_over() && !reading.is_finished());
        let (request, other) =
            incoming.counted(sender(2), Request::new(Body::from(vec![0; MAX_INCOMING / 2])));
        assert!(request.into_body().collect().await.is_ok() && !other.is_over());
        assert!(reading.await.unwrap().is_err() && tally.is_over(), "the task is woken with an error");
    }
}
