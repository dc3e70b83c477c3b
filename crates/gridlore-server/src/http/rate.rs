//! The rate limit: a token bucket per caller, refilled over time. Each process has its own buckets.

use crate::http::visit::{Caller, Visit};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Capacity of a bucket, in seconds of the average rate.
const BURST: f64 = 10.0;

/// Maximum number of buckets; when it is reached, full buckets are removed.
const MAX_BUCKETS: usize = 50_000;

#[derive(Debug)]
pub(crate) struct Rate {
    per_second: f64,
    /// Requests left in each bucket, and when that was computed.
    buckets: Mutex<HashMap<Caller, (f64, Instant)>>,
}

impl Rate {
    /// Creates a limit of `per_second` requests per second on average; 0 means no limit.
    pub(crate) fn new(per_second: u32) -> Self {
        Self { per_second: f64::from(per_second), buckets: Mutex::default() }
    }

    /// Takes one request out of the caller's bucket. Returns `false` if it is empty.
    fn allows(&self, caller: Caller, now: Instant) -> bool {
        let full = self.per_second * BURST;
        let filled = |left: f64, then: Instant| {
            (now.saturating_duration_since(then).as_secs_f64()).mul_add(self.per_second, left).min(full)
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|_, &mut (left, then)| filled(left, then) < full);
            // If too many buckets are left, removes those of the half of the callers that have been
            // idle the longest. These callers start again with full buckets.
            if buckets.len() > MAX_BUCKETS / 2 {
                let mut times: Vec<Instant> = buckets.values().map(|&(_, then)| then).collect();
                let middle = times.len() / 2;
                let (_, &mut median, _) = times.select_nth_unstable(middle);
                buckets.retain(|_, &mut (_, then)| then > median);
            }
        }
        let bucket = buckets.entry(caller).or_insert((full, now));
        let left = filled(bucket.0, bucket.1);
        let is_allowed = left >= 1.0;
        *bucket = (if is_allowed { left - 1.0 } else { left }, now);
        is_allowed
    }

    /// Returns the response to a caller over the limit, or `None` if the request is allowed.
    #[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
    pub(crate) fn refusal(&self, visit: &Visit) -> Option<Response> {
        let is_allowed =
            self.per_second == 0.0 || visit.address.is_none() || self.allows(visit.caller(), Instant::now());
        let refused = || {
            (
                StatusCode::TOO_MANY_REQUESTS,
                [(RETRY_AFTER, "10")],
                "Too many requests. Please wait ten seconds and try again.\n",
            )
                .into_response()
        };
        (!is_allowed).then(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv6Addr;
    use std::time::Duration;

    #[expect(clippy::disallowed_methods, reason = "a test needs some time to start from")]
    #[test]
    fn a_burst_is_allowed_and_then_the_average() {
        let (rate, start) = (Rate::new(2), Instant::now());
        let caller = |address: &str| Caller::new(Some(address.parse().unwrap()));
        let count =
            |address: &str, now: Instant| (0..100).filter(|_| rate.allows(caller(address), now)).count();
        assert_eq!(count("1.2.3.4", start), 20);
        assert_eq!(count("1.2.3.4", start + Duration::from_secs(3)), 6);
        assert_eq!(count("4.3.2.1", start), 20, "another visitor is allowed");
        assert_eq!(count("1.2.3.4", start + Duration::from_secs(1000)), 20);
        assert_eq!(count("2001:db8::1", start), 20);
        assert_eq!(count("2001:db8::2", start), 0, "the address is in the same network");
        assert_eq!(count("2001:db8:0:1::1", start), 20);
    }

    #[expect(clippy::disallowed_methods, reason = "a test needs some time to start from")]
    #[test]
    fn buckets_do_not_pile_up() {
        let (rate, start) = (Rate::new(2), Instant::now());
        for number in 0..2 * MAX_BUCKETS as u64 {
            let address = Ipv6Addr::from_bits(u128::from(number) << 64);
            assert!(rate.allows(Caller::new(Some(address.into())), start + Duration::from_nanos(number)));
        }
        assert!(rate.buckets.lock().unwrap().len() <= MAX_BUCKETS);
    }
}
