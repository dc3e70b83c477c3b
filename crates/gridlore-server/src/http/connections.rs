//! Limits on connections: their number in total and per caller, and how slowly a client may read.

use crate::config::Network;
use crate::http::visit::{Around, Caller};
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// Maximum number of open files, including connections; the system may allow fewer.
const FILES: u64 = 65_536;

/// Number of files reserved for databases, logs and pictures.
const OTHER_FILES: u64 = 256;

/// Bytes that a client must read within the request timeout; otherwise it is disconnected.
const MIN_READ: usize = 4096;

/// Raises the limit on open files as far as the system allows; returns how many connections are
/// possible.
pub(crate) fn raise_file_limit(wanted: usize) -> usize {
    let files = rlimit::increase_nofile_limit(FILES).unwrap_or(1024);
    usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(wanted).clamp(16, wanted.max(16))
}

/// Bytes of a response that the system buffers for one connection.
const SEND_BUFFER: usize = 128 << 10;

/// Counts connections, in total and per caller.
#[derive(Debug)]
pub(crate) struct Crowd {
    max_total: usize,
    max_per_caller: usize,
    /// Networks of trusted proxies; each serves many visitors.
    proxies: Vec<Network>,
    now: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    all: usize,
    of_each: HashMap<Caller, usize>,
    of_neighbours: HashMap<Around, usize>,
}

/// A neighbourhood can use one of this many parts of all connections.
const NEIGHBOURHOODS: usize = 4;

/// Decrements a count, and removes it when it reaches 0.
fn count_down<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K) {
    if let Entry::Occupied(mut count) = counts.entry(key) {
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
    }
}

/// One connection; it counts until this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    crowd: Arc<Crowd>,
    caller: Caller,
}

impl Crowd {
    pub(crate) fn new(max_total: usize, max_per_caller: usize, proxies: Vec<Network>) -> Arc<Self> {
        Arc::new(Self { max_total, max_per_caller, proxies, now: Mutex::default() })
    }

    /// Reserves a place for a connection from this address; `None` if there is none left.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let caller = Caller::new(Some(address));
        let is_proxy = self.proxies.iter().any(|network| network.holds(address));
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        if now.all >= self.max_total {
            return None;
        }
        let own = now.of_each.get(&caller).copied().unwrap_or(0);
        let neighbours = now.of_neighbours.get(&caller.around()).copied().unwrap_or(0);
        let max_of_neighbourhood = (self.max_total / NEIGHBOURHOODS).max(self.max_per_caller);
        if !is_proxy && (own >= self.max_per_caller || neighbours >= max_of_neighbourhood) {
            return None;
        }
        *now.of_each.entry(caller).or_default() += 1;
        *now.of_neighbours.entry(caller.around()).or_default() += 1;
        now.all += 1;
        Some(Place { crowd: Arc::clone(self), caller })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut now = self.crowd.now.lock().unwrap_or_else(PoisonError::into_inner);
        now.all -= 1;
        count_down(&mut now.of_each, self.caller);
        count_down(&mut now.of_neighbours, self.caller.around());
    }
}

/// A body that occupies a place until it is sent.
pub(crate) struct Placed {
    body: Body,
    is_empty: bool,
    _place: Place,
}

impl Placed {
    /// Returns the response, which now occupies the place until it is sent.
    pub(crate) fn answer(response: Response, place: Place) -> Response {
        response.map(|body| Body::new(Self { is_empty: body.is_end_stream(), body, _place: place }))
    }
}

impl HttpBody for Placed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        // Always `false`, unless the body was empty from the start: hyper drops a body at its end,
        // which can be before the last bytes are sent. This makes it poll once more after them.
        self.is_empty
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection that is closed when the client does not read: it must take [`MIN_READ`] bytes
/// within each `patience`.
#[derive(Debug)]
pub(crate) struct Paced {
    stream: TcpStream,
    patience: Duration,
    /// While a write is waiting: the deadline, and the number of bytes taken since.
    waiting: Option<(Pin<Box<Sleep>>, usize)>,
}

impl Paced {
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Self {
        // The system requests more data only when a third of this buffer is free, so a slow
        // reader's progress must be visible in time.
        let _ = socket2::SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
        Self { stream, patience, waiting: None }
    }

    /// Handles the result of writing `wanted` bytes.
    fn wrote(
        &mut self,
        context: &mut Context<'_>,
        wanted: usize,
        result: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match result {
            Poll::Ready(Ok(written)) => {
                if let Some((_, taken)) = &mut self.waiting {
                    *taken += written;
                    if written == wanted || *taken >= MIN_READ {
                        self.waiting = None;
                    }
                }
                Poll::Ready(Ok(written))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let patience = self.patience;
                let (until, _) =
                    self.waiting.get_or_insert_with(|| (Box::pin(tokio::time::sleep(patience)), 0));
                ready!(until.as_mut().poll(context));
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
            }
        }
    }
}

impl AsyncRead for Paced {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Paced {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let own = self.get_mut();
        let result = Pin::new(&mut own.stream).poll_write(context, bytes);
        own.wrote(context, bytes.len(), result)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let own = self.get_mut();
        let result = Pin::new(&mut own.stream).poll_write_vectored(context, slices);
        own.wrote(context, slices.iter().map(|slice| slice.len()).sum(), result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    #[test]
    fn connections_are_limited_in_total_and_per_caller() {
        let crowd = Crowd::new(5, 2, vec![Network::parse("10.0.0.0/8").unwrap()]);
        let neighbours = Crowd::new(12, 2, vec![]);
        let many: Vec<_> = (1..6).filter_map(|last| neighbours.enter([192, 0, 2, last].into())).collect();
        assert_eq!(many.len(), 3, "a quarter of all for one neighbourhood");
        assert!(neighbours.enter([192, 0, 3, 1].into()).is_some());
        let enter = |address: &str| crowd.enter(address.parse().unwrap());
        let held = [enter("1.2.3.4"), enter("1.2.3.4")];
        assert!(held.iter().all(Option::is_some) && enter("1.2.3.4").is_none());
        let other = enter("2001:db8::1");
        assert!(other.is_some() && enter("2001:db8::2").is_some(), "dropped at once");
        drop(held);
        assert!(enter("1.2.3.4").is_some(), "a place is free again");
        let proxied: Vec<_> = (0..5).map(|_| enter("10.1.1.1")).collect();
        assert_eq!(proxied.iter().flatten().count(), 4, "all places that are left");
        assert!(enter("1.2.3.4").is_none());
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_disconnected_and_a_slow_one_is_not() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let patience = Duration::from_secs(1);
        for is_reading in [false, true] {
            let reader = tokio::spawn(async move {
                let mut stream = TcpStream::connect(address).await.unwrap();
                let mut buffer = vec![0; 200_000];
                loop {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    if is_reading {
                        let _ = stream.read(&mut buffer).await;
                    }
                }
            });
            let (stream, _) = listener.accept().await.unwrap();
            let mut paced = Paced::new(stream, patience);
            let bytes = vec![0; 1 << 20];
            let mut sent = 0;
            let result = tokio::time::timeout(Duration::from_secs(4), async {
                loop {
                    paced.write_all(&bytes).await?;
                    sent += bytes.len();
                }
                #[expect(unreachable_code, reason = "names the type of the error")]
                Ok::<(), io::Error>(())
            })
            .await;
            match result {
                Ok(Err(error)) => {
                    assert!(!is_reading, "disconnected while it read, after {sent} bytes");
                    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
                }
                _ => assert!(is_reading, "kept for ever, after {sent} bytes"),
            }
            reader.abort();
        }
    }
}
