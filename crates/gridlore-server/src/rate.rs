//! How often one visitor may ask: a bucket each that fills again with time.
//!
//! Visitors of one IPv6 network of 64 bits share a bucket, as one person has as many addresses as she likes. The buckets are of this process alone.

use crate::visit::Visit;
use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A full bucket is good for this many seconds' requests at once.
const BURST: f64 = 10.0;

/// Buckets kept at most; then those that are full again are forgotten.
const MOST: usize = 50_000;

#[derive(Debug)]
pub(crate) struct Rate {
    per_second: f64,
    /// What is left in each bucket, and when that was.
    buckets: Mutex<HashMap<IpAddr, (f64, Instant)>>,
}

impl Rate {
    /// 0 sets no limit.
    pub(crate) fn new(per_second: u32) -> Self {
        Self { per_second: f64::from(per_second), buckets: Mutex::default() }
    }

    /// Takes one out of the visitor's bucket; `false` when it is empty.
    fn allows(&self, visitor: IpAddr, now: Instant) -> bool {
        let key = match visitor {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
            other => other,
        };
        let full = self.per_second * BURST;
        let filled = |left: f64, then: Instant| {
            (now.saturating_duration_since(then).as_secs_f64()).mul_add(self.per_second, left).min(full)
        };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            buckets.retain(|_, &mut (left, then)| filled(left, then) < full);
        }
        let bucket = buckets.entry(key).or_insert((full, now));
        let left = filled(bucket.0, bucket.1);
        let is_allowed = left >= 1.0;
        *bucket = (if is_allowed { left - 1.0 } else { left }, now);
        is_allowed
    }
}

/// Answers 429 to whoever asks too often.
#[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
pub(crate) async fn limit(
    State(rate): State<Arc<Rate>>,
    Extension(visit): Extension<Visit>,
    request: Request,
    next: Next,
) -> Response {
    let is_allowed =
        rate.per_second == 0.0 || visit.address.is_none_or(|visitor| rate.allows(visitor, Instant::now()));
    if is_allowed {
        return next.run(request).await;
    }
    (
        StatusCode::TOO_MANY_REQUESTS,
        [(RETRY_AFTER, "10")],
        "That was too many requests in a short time. Please wait a little.\n",
    )
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[expect(clippy::disallowed_methods, reason = "a test needs some time to start from")]
    #[test]
    fn a_burst_is_allowed_and_then_the_average() {
        let (rate, start) = (Rate::new(2), Instant::now());
        let visitor: IpAddr = "1.2.3.4".parse().unwrap();
        let count = |visitor: IpAddr, now: Instant| (0..100).filter(|_| rate.allows(visitor, now)).count();
        assert_eq!(count(visitor, start), 20);
        assert_eq!(count(visitor, start + Duration::from_secs(3)), 6);
        assert_eq!(count("4.3.2.1".parse().unwrap(), start), 20, "another visitor");
        assert_eq!(count(visitor, start + Duration::from_secs(1000)), 20);
        assert_eq!(count("2001:db8::1".parse().unwrap(), start), 20);
        assert_eq!(count("2001:db8::2".parse().unwrap(), start), 0, "of the same network");
        assert_eq!(count("2001:db8:0:1::1".parse().unwrap(), start), 20);
    }
}
