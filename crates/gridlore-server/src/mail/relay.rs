//! A relay between lettre and the mail server, which limits the duration of a whole conversation
//! and the number of bytes that the server sends.
//!
//! Lettre's blocking client cannot use a custom stream. It only has time limits for single reads,
//! and reads lines of any length to the end. So it connects to a socket on this machine, and two
//! threads copy bytes between that socket and the server:
//!
//! ```text
//! lettre  <-- loopback -->  relay  <-- network -->  mail server
//! ```
//!
//! TLS is between lettre and the server, so the relay sees encrypted bytes. The operating system's
//! resolver has its own time limits, so the relay does not interrupt the DNS lookup.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for connecting to one of the server's addresses, so that time is left for the others.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// Pause between two checks of whether lettre has connected, which it does immediately.
const ACCEPT_INTERVAL: Duration = Duration::from_millis(1);

/// Limits for one conversation with the server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// The time from looking up the server's name to the end of the conversation.
    pub(crate) time: Duration,
    /// The number of bytes that the server sends, including those of TLS.
    pub(crate) bytes: u64,
}

/// The limit at which a conversation was aborted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exceeded {
    Time,
    Bytes,
}

/// Connects to the server and calls `conversation` with a port on this machine that is relayed to
/// the server. Returns its result, and the limit at which it was aborted, if any.
///
/// # Errors
/// Fails if the server cannot be reached.
#[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
pub(super) fn relayed<T>(
    server: (&str, u16),
    limits: Limits,
    conversation: impl FnOnce(u16) -> T,
) -> io::Result<(T, Option<Exceeded>)> {
    let end = Instant::now() + limits.time;
    let server = connected(server, end)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let relay = thread::Builder::new().spawn_scoped(scope, || {
            let client = accepted(listener, end, &is_over)?;
            exceeded_limit(&client, &server, end, limits.bytes)
        })?;
        let result = conversation(port);
        is_over.store(true, Ordering::Relaxed);
        // The result of the conversation is valid, whatever ended the relay.
        let exceeded = relay.join().ok().and_then(Result::ok).flatten();
        Ok((result, exceeded))
    })
}

/// Returns a connection to the first of the server's addresses that accepts one.
fn connected(server: (&str, u16), end: Instant) -> io::Result<TcpStream> {
    let mut failure = io::Error::new(ErrorKind::NotFound, "its name has no address");
    for address in server.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, time_left(end)?.min(CONNECT_PATIENCE)) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// Returns the first connection to the listener. The listener is then closed, so nobody else can
/// use the relay.
fn accepted(listener: TcpListener, end: Instant, is_over: &AtomicBool) -> io::Result<TcpStream> {
    listener.set_nonblocking(true)?;
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock && !is_over.load(Ordering::Relaxed) => {
                thread::sleep(time_left(end)?.min(ACCEPT_INTERVAL));
            }
            Err(error) => return Err(error),
        }
    }
}

/// Copies bytes in both directions until both are closed. Returns the limit that ended this, if
/// any.
fn exceeded_limit(
    client: &TcpStream,
    server: &TcpStream,
    end: Instant,
    bytes: u64,
) -> io::Result<Option<Exceeded>> {
    let close = || {
        // A stream that is already closed needs no shutdown.
        let _ = client.shutdown(Shutdown::Both);
        let _ = server.shutdown(Shutdown::Both);
    };
    thread::scope(|scope| {
        let up = thread::Builder::new().spawn_scoped(scope, || {
            let copied = io::copy(&mut Until(client, end), &mut Until(server, end));
            // The client has closed the connection, or the server no longer reads. Data that it has
            // already sent can still be read.
            let _ = server.shutdown(Shutdown::Both);
            is_timeout(&copied)
        });
        let Ok(up) = up else {
            close();
            return Err(ErrorKind::OutOfMemory.into());
        };
        let copied = io::copy(&mut Until(server, end).take(bytes), &mut Until(client, end));
        let exceeded = match copied {
            Ok(count) if count >= bytes => Some(Exceeded::Bytes),
            _ => is_timeout(&copied).then_some(Exceeded::Time),
        };
        match exceeded {
            Some(_) => close(),
            // The client reads what has been copied, and then the end of the stream.
            None => drop(client.shutdown(Shutdown::Write)),
        }
        let is_late = up.join().unwrap_or_default();
        Ok(exceeded.or(is_late.then_some(Exceeded::Time)))
    })
}

fn is_timeout(copied: &io::Result<u64>) -> bool {
    // When a time limit ends a read, Unix reports that the read would block, Windows that it timed
    // out.
    copied.as_ref().is_err_and(|error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut))
}

/// Returns the time until `end`.
///
/// # Errors
/// Fails if no time is left.
#[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
fn time_left(end: Instant) -> io::Result<Duration> {
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// A stream that fails at a fixed time, even if bytes keep arriving until then.
struct Until<'a>(&'a TcpStream, Instant);

impl Read for Until<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.set_read_timeout(Some(time_left(self.1)?))?;
        self.0.read(buffer)
    }
}

impl Write for Until<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.0.set_write_timeout(Some(time_left(self.1)?))?;
        self.0.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
