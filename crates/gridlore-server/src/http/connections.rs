//! Limits on connections: their number in total and per caller, how slowly a client may read, and
//! how much data other than content it may send.

use crate::config::Network;
use crate::http::visit::{Around, Caller};
use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::Sleep;

/// Maximum number of open files, including connections; the system may allow fewer.
const FILES: u64 = 65_536;

/// Number of files reserved for databases, logs, and uploaded files that are being sent. The memory
/// limit for responses in transit allows 341 of the latter.
const OTHER_FILES: u64 = 640;

/// Number of bytes that a client must read within the request timeout to stay connected.
const MIN_READ: usize = 4096;

/// Raises the limit on open files as far as the system allows. Returns the number of possible
/// connections.
pub(crate) fn raise_file_limit(wanted: usize) -> usize {
    let files = rlimit::increase_nofile_limit(FILES).unwrap_or(1024);
    usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(wanted).clamp(16, wanted.max(16))
}

/// Number of bytes of a response that the system buffers for one connection.
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
    of_each: HashMap<Caller, usize>,
    of_neighbours: HashMap<Around, usize>,
    members: HashMap<u64, Member>,
    last_member: u64,
}

/// A counted connection.
#[derive(Debug)]
struct Member {
    /// `None` for a proxy, which serves many callers.
    caller: Option<Caller>,
    activity: Arc<Activity>,
}

/// When a connection was last active, and whether it must make room for another.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    /// The value of `ACTIVITIES` at the last activity of this connection.
    last: AtomicU64,
    is_taken: AtomicBool,
    taken: Notify,
}

/// The total number of activities of all connections so far.
static ACTIVITIES: AtomicU64 = AtomicU64::new(0);

impl Activity {
    fn record(&self) {
        self.last.store(ACTIVITIES.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
    }

    fn end(&self) {
        self.is_taken.store(true, Ordering::Relaxed);
        self.taken.notify_one();
    }
}

/// The maximum for one neighbourhood is the total number of connections divided by this.
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

impl Counts {
    fn insert(&mut self, caller: Option<Caller>) -> (u64, Arc<Activity>) {
        if let Some(caller) = caller {
            *self.of_each.entry(caller).or_default() += 1;
            *self.of_neighbours.entry(caller.around()).or_default() += 1;
        }
        let activity = Arc::<Activity>::default();
        activity.record();
        self.last_member += 1;
        self.members.insert(self.last_member, Member { caller, activity: Arc::clone(&activity) });
        (self.last_member, activity)
    }

    fn remove(&mut self, member: u64) -> Option<Member> {
        let removed = self.members.remove(&member)?;
        if let Some(caller) = removed.caller {
            count_down(&mut self.of_each, caller);
            count_down(&mut self.of_neighbours, caller.around());
        }
        Some(removed)
    }

    /// Returns the connection to close to make room for a new one from a neighbourhood with
    /// `neighbours` connections. Chooses the neighbourhood with the most connections, within it the
    /// caller with the most, and of their connections the one that has been inactive for the
    /// longest time. Returns `None` if no neighbourhood has clearly more.
    fn least_entitled(&self, neighbours: usize) -> Option<u64> {
        let (around, most) = self.of_neighbours.iter().max_by_key(|(_, count)| **count)?;
        if *most <= neighbours + 1 {
            return None;
        }
        let of_neighbourhood = self.members.iter().filter_map(|(id, member)| {
            let caller = member.caller.filter(|caller| caller.around() == *around)?;
            Some((Reverse(self.of_each.get(&caller)), member.activity.last.load(Ordering::Relaxed), *id))
        });
        of_neighbourhood.min().map(|(_, _, id)| id)
    }
}

/// One connection, which is counted until this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    crowd: Arc<Crowd>,
    member: u64,
    activity: Arc<Activity>,
}

impl Place {
    /// Returns the activity of the connection, to be updated by the code that transfers its bytes.
    pub(crate) fn activity(&self) -> Arc<Activity> {
        Arc::clone(&self.activity)
    }

    /// Resolves when the connection must end because another needs its place.
    pub(crate) async fn taken(&self) {
        self.activity.taken.notified().await;
    }
}

impl Crowd {
    pub(crate) fn new(max_total: usize, max_per_caller: usize, proxies: Vec<Network>) -> Arc<Self> {
        Arc::new(Self { max_total, max_per_caller, proxies, now: Mutex::default() })
    }

    /// Reserves a place for a connection from this address. Returns `None` if no place is left.
    ///
    /// When all places are taken, a neighbourhood with few connections takes one from the
    /// neighbourhood with the most.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let is_proxy = self.proxies.iter().any(|network| network.holds(address));
        let caller = (!is_proxy).then(|| Caller::new(Some(address)));
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let mut neighbours = 0;
        if let Some(caller) = caller {
            let own = now.of_each.get(&caller).copied().unwrap_or(0);
            neighbours = now.of_neighbours.get(&caller.around()).copied().unwrap_or(0);
            let max_of_neighbourhood = (self.max_total / NEIGHBOURHOODS).max(self.max_per_caller);
            if own >= self.max_per_caller || neighbours >= max_of_neighbourhood {
                return None;
            }
        }
        if now.members.len() >= self.max_total {
            let leaving = now.least_entitled(neighbours)?;
            // The connection is no longer counted, although it may need a moment to end.
            now.remove(leaving)?.activity.end();
        }
        let (member, activity) = now.insert(caller);
        Some(Place { crowd: Arc::clone(self), member, activity })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.crowd.now.lock().unwrap_or_else(PoisonError::into_inner).remove(self.member);
    }
}

/// A body that holds a place until it is sent.
pub(crate) struct Placed {
    body: Body,
    is_empty: bool,
    place: Place,
}

impl Placed {
    /// Makes a response hold the place until it is sent.
    pub(crate) fn answer(response: Response, place: Place) -> Response {
        response.map(|body| Body::new(Self { is_empty: body.is_end_stream(), body, place }))
    }
}

impl HttpBody for Placed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.place.activity.is_taken.load(Ordering::Relaxed) {
            return Poll::Ready(Some(Err(axum::Error::new(io::Error::from(
                io::ErrorKind::ConnectionAborted,
            )))));
        }
        self.place.activity.record();
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        // This is always `false`, unless the body was empty from the start. Hyper drops a body at
        // its end, possibly before the last bytes are sent; `false` makes it poll once more after
        // them.
        self.is_empty
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Maximum number of received bytes that are not content, such as the sizes of chunks, between two
/// responses. An eighth of the content is allowed in addition.
pub(crate) const MAX_FRAMING: i64 = 256 << 10;

/// Number of pieces that every request body may have, whatever their size.
const FREE_PIECES: usize = 1_000;

/// Minimum size in bytes of further pieces, on average.
const MIN_PIECE: usize = 128;

/// The count of a connection's received bytes that are not content.
#[derive(Debug, Clone, Default)]
pub(crate) struct Framing(Arc<AtomicI64>);

impl Framing {
    /// Counts received bytes. Returns `false` if there have been too many.
    fn receive(&self, bytes: usize) -> bool {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        self.0.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes) <= MAX_FRAMING
    }

    /// Records that some of the received bytes were content.
    fn is_content(&self, bytes: usize) {
        let bytes = i64::try_from(bytes).unwrap_or_default();
        self.0.fetch_sub(bytes + bytes / 8, Ordering::Relaxed);
    }

    fn reset(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// A request body that must not arrive in many small pieces, because each costs processor time and
/// memory.
pub(crate) struct InPieces<B> {
    body: B,
    framing: Framing,
    pieces: usize,
    bytes: usize,
}

impl<B> InPieces<B> {
    pub(crate) const fn new(body: B, framing: Framing) -> Self {
        Self { body, framing, pieces: 0, bytes: 0 }
    }
}

impl<B: HttpBody<Data = Bytes, Error: Into<axum::BoxError>> + Unpin> HttpBody for InPieces<B> {
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
            self.pieces += 1;
            self.bytes += data.len();
            self.framing.is_content(data.len());
            if self.pieces > FREE_PIECES + self.bytes / MIN_PIECE {
                let error = io::Error::new(io::ErrorKind::InvalidData, "the body arrives in too many pieces");
                return Poll::Ready(Some(Err(axum::Error::new(error))));
            }
        }
        Poll::Ready(frame.map(|frame| frame.map_err(axum::Error::new)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection that is closed when the client reads too slowly or sends too much that is not
/// content. The client must read [`MIN_READ`] bytes within each `patience`.
#[derive(Debug)]
pub(crate) struct Paced {
    stream: TcpStream,
    framing: Framing,
    activity: Arc<Activity>,
    patience: Duration,
    /// While a write is waiting: the deadline, and the number of bytes written since it was set.
    waiting: Option<(Pin<Box<Sleep>>, usize)>,
}

impl Paced {
    pub(crate) fn new(stream: TcpStream, activity: Arc<Activity>, patience: Duration) -> Self {
        // The system requests more data only when a third of this buffer is free, so a slow
        // reader's progress must be visible in time.
        let _ = socket2::SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
        Self { stream, framing: Framing::default(), activity, patience, waiting: None }
    }

    /// Returns the count of received bytes, to be updated by request bodies.
    pub(crate) fn framing(&self) -> Framing {
        self.framing.clone()
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
                self.framing.reset();
                self.activity.record();
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
        let own = self.get_mut();
        let before = buffer.filled().len();
        ready!(Pin::new(&mut own.stream).poll_read(context, buffer))?;
        if own.framing.receive(buffer.filled().len() - before) {
            return Poll::Ready(Ok(()));
        }
        let error = "the client sends too much that is not content";
        Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, error)))
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
    use http_body_util::BodyExt;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio_util::io::ReaderStream;

    #[test]
    fn connections_are_limited_in_total_and_per_caller() {
        let crowd = Crowd::new(5, 2, vec![Network::parse("10.0.0.0/8").unwrap()]);
        let neighbours = Crowd::new(12, 2, vec![]);
        let many: Vec<_> = (1..6).filter_map(|last| neighbours.enter([192, 0, 2, last].into())).collect();
        assert_eq!(many.len(), 3, "a neighbourhood gets a quarter of all connections");
        assert!(neighbours.enter([192, 0, 3, 1].into()).is_some());
        let enter = |address: &str| crowd.enter(address.parse().unwrap());
        let held = [enter("1.2.3.4"), enter("1.2.3.4")];
        assert!(held.iter().all(Option::is_some) && enter("1.2.3.4").is_none());
        let other = enter("2001:db8::1");
        assert!(other.is_some() && enter("2001:db8::2").is_some(), "the connection was dropped immediately");
        drop(held);
        assert!(enter("1.2.3.4").is_some(), "a place is free again");
        let proxied: Vec<_> = (0..5).map(|_| enter("10.1.1.1")).collect();
        assert_eq!(proxied.iter().flatten().count(), 4, "all remaining places");
        assert!(enter("1.2.3.4").is_none());
    }

    #[tokio::test]
    async fn a_neighbourhood_with_few_connections_takes_one_from_that_with_the_most() {
        let crowd = Crowd::new(8, 3, vec![Network::parse("10.0.0.0/8").unwrap()]);
        let enter = |address: &str| crowd.enter(address.parse().unwrap());
        let mut kept = vec![enter("10.1.1.1").unwrap(), enter("198.51.100.1").unwrap()];
        let mut crowded: Vec<Place> = (0..3).map(|_| enter("203.0.113.7").unwrap()).collect();
        let mut others: Vec<Place> = (0..3).map(|_| enter("192.0.2.9").unwrap()).collect();
        // The first connection is active after the second one.
        crowded[0].activity().record();
        kept.extend([enter("198.51.100.2").unwrap(), enter("2001:db8::1").unwrap()]);
        for taken in [crowded.remove(1), others.remove(0)] {
            tokio::time::timeout(Duration::from_secs(5), taken.taken()).await.expect("its place is needed");
            let mut body = Placed::answer(Response::new(Body::from("text")), taken).into_body();
            assert!(body.frame().await.unwrap().is_err(), "a response ends as well");
        }
        kept.extend(crowded.into_iter().chain(others));
        for place in &kept {
            assert!(tokio::time::timeout(Duration::ZERO, place.taken()).await.is_err());
        }
        // Each neighbourhood has at most two connections now, so none has clearly more.
        assert!(enter("198.51.100.3").is_none());
        assert!(enter("2001:db8:1::1").is_some(), "two connections are clearly more than none");
        drop(kept);
        let now = crowd.now.lock().unwrap();
        assert!(now.members.is_empty() && now.of_each.is_empty() && now.of_neighbours.is_empty());
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
            let mut paced = Paced::new(stream, Arc::default(), patience);
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
                    assert!(!is_reading, "disconnected while it was reading, after {sent} bytes");
                    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
                }
                _ => assert!(is_reading, "still connected after {sent} bytes"),
            }
            reader.abort();
        }
    }

    #[tokio::test]
    async fn what_a_client_sends_around_its_content_is_limited() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let sender = tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            while stream.write_all(&[b'0'; 4096]).await.is_ok() {}
        });
        let (stream, _) = listener.accept().await.unwrap();
        let mut paced = Paced::new(stream, Arc::default(), Duration::from_secs(5));
        let mut buffer = [0; 4096];
        let mut received = 0;
        // The amount of content is not limited.
        while received < 4 << 20 {
            let bytes = paced.read(&mut buffer).await.unwrap();
            paced.framing().is_content(bytes);
            received += bytes;
        }
        paced.framing().reset();
        let mut other = 0;
        let error = loop {
            match paced.read(&mut buffer).await {
                Ok(bytes) => other += i64::try_from(bytes).unwrap(),
                Err(error) => break error,
            }
        };
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!((MAX_FRAMING - 4096..=MAX_FRAMING).contains(&other), "{other}");
        sender.abort();
    }

    #[tokio::test]
    async fn a_body_in_many_small_pieces_is_refused() {
        let body = |pieces: usize, size: usize| {
            let all = io::Cursor::new(vec![b'a'; pieces * size]);
            let stream = ReaderStream::with_capacity(all, size);
            InPieces::new(Body::from_stream(stream), Framing::default())
        };
        assert!(body(FREE_PIECES, 1).collect().await.is_ok());
        assert!(body(FREE_PIECES + 100, 1).collect().await.is_err());
        assert!(body(FREE_PIECES + 10_000, MIN_PIECE).collect().await.is_ok());
    }
}
