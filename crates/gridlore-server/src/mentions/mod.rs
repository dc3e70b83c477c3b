//! Webmentions and WebSub: messages between sites about links and feeds.
//!
//! Requests from outside only queue mentions. A few threads send all requests to other sites, so
//! that a slow request delays few others. [`receive`] reads pages that mention a post, [`send`]
//! sends mentions to the pages that posts link to, and [`hub`] notifies the hubs of feeds about new
//! posts.

mod endpoint;
pub(crate) mod hub;
pub(crate) mod receive;
pub(crate) mod send;
pub(crate) mod source;
mod tags;

use crate::outgoing::Client;
use crate::outgoing::turns::Turns;
use crate::site::Site;
use crate::site::background::{self, Pauses};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use std::time::Duration;

/// Maximum length in bytes of the address of a page.
pub(crate) const MAX_ADDRESS_BYTES: usize = 2_000;

/// Pause between two checks of the queues.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Pause after a request to another site.
const REQUEST_PAUSE: Duration = Duration::from_millis(200);

/// The first wait after a failed attempt; each further wait is ten times as long.
const FIRST_WAIT: SignedDuration = SignedDuration::from_mins(1);

/// The longest wait after a failed attempt.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(10);

/// Returns the time of the next attempt after attempt number `tries` (from 1).
fn retry_time(tries: i64, now: Timestamp) -> Timestamp {
    let factor = 10_i32.saturating_pow(u32::try_from(tries - 1).unwrap_or_default());
    now + FIRST_WAIT.checked_mul(factor).unwrap_or(MAX_WAIT).min(MAX_WAIT)
}

/// Starts the threads if the site’s address is set. They run for as long as the site exists.
pub(crate) fn start(site: &Arc<Site>) {
    if site.config.address.is_none() {
        return;
    }
    let pauses = Pauses { busy: REQUEST_PAUSE, idle: POLL_INTERVAL };
    let (mut links, mut feeds) = (send::Links::default(), hub::Feeds::default());
    background::run(site, "looking for links", pauses, move |site| {
        links.queue(site, Timestamp::now())?;
        Ok(false)
    });
    background::run(site, "looking for changed feeds", pauses, move |site| {
        feeds.queue(site, Timestamp::now())?;
        Ok(false)
    });
    let client = Client::new(&site.config);
    let kinds: [(&'static str, usize, Step); 3] = [
        ("receiving webmentions", receive::WORKERS, receive::step),
        ("sending webmentions", send::WORKERS, send::step),
        ("notifying hubs", hub::WORKERS, hub::step),
    ];
    for (what, workers, step) in kinds {
        let turns = Arc::new(Turns::new(workers));
        for _ in 0..workers {
            let (client, turns) = (client.clone(), Arc::clone(&turns));
            background::run(site, what, pauses, move |site| step(site, &client, &turns, Timestamp::now()));
        }
    }
}

/// A function that sends one request. Returns `true` if there was one to send.
type Step = fn(&Site, &Client, &Turns, Timestamp) -> Result<bool>;

/// Checks that any page and any header with links can be read.
#[cfg(fuzzing)]
pub(crate) fn any_page_is_read(text: &str) {
    let page = url::Url::parse("https://a.example/post").expect("an address");
    let _ = endpoint::endpoint_of(&page, [text].into_iter(), Some(text));
    let _ = source::mentions_in_text(text, "https://a.example/post");
    let links = endpoint::links_of(text, &|address| address.host_str() == Some("a.example"), send::MAX_LINKS);
    assert!(links.len() <= send::MAX_LINKS && links.iter().all(|link| link.len() <= MAX_ADDRESS_BYTES));
    if let Some(mention) = source::mention_in(text, &page, &|_| true) {
        let lengths = [&mention.author, &mention.title, &mention.excerpt].map(|text| text.chars().count());
        let (author, title, excerpt) = source::MAX_LENGTHS;
        assert!(lengths[0] <= author && lengths[1] <= title && lengths[2] <= excerpt, "{mention:?}");
    }
}
