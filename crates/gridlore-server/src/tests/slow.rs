//! Hosts that accept connections and never answer.

use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

/// Hosts at all loopback addresses that never answer.
pub(super) struct SilentHosts {
    port: u16,
}

impl SilentHosts {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("0.0.0.0:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || listener.incoming().collect::<Vec<_>>());
        Self { port }
    }

    /// Returns the address of one of the hosts, `127.1.0.number`.
    pub(super) fn address(&self, number: usize) -> String {
        format!("http://127.1.0.{number}:{}", self.port)
    }
}

/// Returns whether a condition is met within this many seconds.
#[expect(clippy::disallowed_methods, reason = "a test that waits reads the clock")]
pub(super) fn within_seconds(seconds: u64, is_met: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(seconds) {
        if is_met() {
            return true;
        }
        thread::sleep(Duration::from_millis(50));
    }
    false
}
