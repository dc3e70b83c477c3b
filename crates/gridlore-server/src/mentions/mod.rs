//! Webmentions and WebSub: what the site and other sites say to each other about links and feeds.
//!
//! Requests of visitors only queue mentions; two threads send all requests to other sites.
//! [`receive`] reads pages that mention a post, [`send`] mentions the pages that posts link to, and
//! [`hub`] tells the hubs of feeds that there are new posts.

mod endpoint;
pub(crate) mod hub;
pub(crate) mod receive;
pub(crate) mod send;
pub(crate) mod source;
mod tags;

use crate::outgoing::Client;
use crate::site::Site;
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// Maximum length in bytes of the address of a page.
pub(crate) const MAX_ADDRESS_BYTES: usize = 2_000;

/// Pause between two looks into the queues.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Pause after a request to another site.
const GAP: Duration = Duration::from_millis(200);

/// The first wait after a failed try; each further one is ten times as long.
const FIRST_WAIT: SignedDuration = SignedDuration::from_mins(1);

/// The longest wait after a failed try.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(10);

/// When to try again after try number `tries`, from 1.
fn retry_time(tries: i64, now: Timestamp) -> Timestamp {
    let factor = 10_i32.saturating_pow(u32::try_from(tries - 1).unwrap_or_default());
    now + FIRST_WAIT.checked_mul(factor).unwrap_or(MAX_WAIT).min(MAX_WAIT)
}

/// Starts the threads, if the site has an address; they run for as long as the site exists.
pub(crate) fn start(site: &Arc<Site>) {
    if site.config.address.is_none() {
        return;
    }
    run(site, "receiving webmentions", receive::step);
    let (mut links, mut feeds) = (send::Links::default(), hub::Feeds::default());
    run(site, "sending webmentions", move |site, client, now| {
        links.queue(site, now)?;
        feeds.queue(site, now)?;
        Ok(send::step(site, client, now)? | hub::step(site, client, now)?)
    });
}

/// Runs `step` on a thread of its own, again and again: at once if it sent a request, or else after
/// a pause.
fn run(
    site: &Arc<Site>,
    what: &'static str,
    mut step: impl FnMut(&Site, &Client, Timestamp) -> Result<bool> + Send + 'static,
) {
    let client = Client::new(&site.config);
    let site: Weak<Site> = Arc::downgrade(site);
    thread::spawn(move || {
        loop {
            let Some(site) = site.upgrade() else { return };
            let done = catch_unwind(AssertUnwindSafe(|| step(&site, &client, Timestamp::now())));
            drop(site);
            let has_sent = match done {
                Ok(Ok(has_sent)) => has_sent,
                Ok(Err(error)) => {
                    tracing::error!("{what} failed: {error:#}");
                    false
                }
                Err(_) => {
                    tracing::error!("{what} failed: a request could not be made or read");
                    false
                }
            };
            thread::sleep(if has_sent { GAP } else { POLL_INTERVAL });
        }
    });
}
