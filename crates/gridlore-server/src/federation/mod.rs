//! The fediverse: readers can follow a blog from Mastodon and other programs, get its posts, and
//! reply to them.
//!
//! A blog is an ActivityPub actor if its editors have turned federation on. Requests from other
//! servers are only checked and queued; the threads of [`inbox`] fetch the keys of their senders,
//! verify the signatures and apply the activities. The thread of [`outbox`] queues new, changed and
//! deleted posts for the followers, and the threads of [`delivery`] send them.
//!
//! # Source
//! ActivityPub and ActivityStreams 2.0 (W3C), WebFinger (RFC 7033), NodeInfo 2.1, and the
//! requirements in Mastodon’s documentation.

pub(crate) mod activity;
pub(crate) mod delivery;
mod documents;
pub(crate) mod following;
pub(crate) mod inbox;
pub(crate) mod keys;
mod names;
pub(crate) mod outbox;
mod remote;
pub(crate) mod routes;
pub(crate) mod signature;

pub(crate) use names::by_identity;

use crate::outgoing::Client;
use crate::secret::token::token_hash;
use crate::site::Site;
use crate::site::background::{self, Pauses};
use crate::store::federation::Follower;
use crate::store::federation::outgoing::ANSWER;
use anyhow::Result;
use jiff::Timestamp;
use std::sync::Arc;
use std::time::Duration;

/// The pauses of the threads between two steps.
const PAUSES: Pauses =
    Pauses { busy: Duration::ZERO, idle: Duration::from_millis(if cfg!(test) { 50 } else { 1_000 }) };

/// Starts the threads if the site’s address is set. They run for as long as the site exists.
pub(crate) fn start(site: &Arc<Site>) {
    if site.config.address.is_none() {
        return;
    }
    let client = Client::new(&site.config);
    let inbox = Arc::new(inbox::Inbox::new(client.clone()));
    let own = Arc::clone(&inbox);
    background::run(site, "receiving activities", PAUSES, move |site| {
        own.apply_known(site, Timestamp::now())
    });
    for _ in 0..inbox::WORKERS {
        let inbox = Arc::clone(&inbox);
        background::run(site, "fetching keys", PAUSES, move |site| inbox.fetch_next(site, Timestamp::now()));
    }
    let mut outbox = outbox::Outbox::new();
    background::run(site, "announcing posts", PAUSES, move |site| outbox.step(site, Timestamp::now()));
    let deliveries = Arc::new(delivery::Deliveries::new(client.clone()));
    for _ in 0..delivery::WORKERS {
        let deliveries = Arc::clone(&deliveries);
        background::run(site, "sending activities", PAUSES, move |site| {
            deliveries.step(site, Timestamp::now())
        });
    }
    background::run(site, "requesting to follow", PAUSES, move |site| {
        following::request_next(site, &client, Timestamp::now())
    });
}

/// Notifies the servers of removed followers by rejecting their follow requests.
pub(crate) fn reject(site: &Site, blog: &str, followers: &[Follower]) -> Result<()> {
    let Some(base) = site.config.address.as_deref() else { return Ok(()) };
    let names = names::Names::new(site, base, blog);
    for follower in followers {
        let number = &token_hash(&format!("{} {}", follower.id, follower.request))[..16];
        let answer = documents::answer(&names, "Reject", &follower.actor, &follower.request, number);
        let subject = format!("{ANSWER}{}", follower.actor);
        site.store.send_to((blog, &subject), &answer.to_string(), &follower.inbox, Timestamp::now())?;
    }
    Ok(())
}

/// Checks that any activity, account, key and signature is parsed or refused.
#[cfg(fuzzing)]
pub(crate) fn any_message_is_read(text: &str) {
    if let Ok(Some(activity)) = activity::Activity::parse(text) {
        let _ = activity.object_id();
        let _ = activity::Note::parse(&activity.object);
    }
    if let Some(document) = activity::json(text) {
        let id = activity::id_of(&document["id"]).unwrap_or_default();
        let _ = (remote::parsed(&document, &id, None), activity::Note::parse(&document));
    }
    let mut headers = axum::http::HeaderMap::new();
    for (line, name) in text.lines().zip(["signature", "date", "x-other"]) {
        if let Ok(value) = axum::http::HeaderValue::from_str(line) {
            headers.insert(name, value);
        }
    }
    if let Ok(digest) = axum::http::HeaderValue::from_str(&signature::digest(text.as_bytes())) {
        headers.insert("digest", digest);
    }
    let date = headers
        .get("date")
        .and_then(|date| jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(date.as_bytes()).ok());
    let now = date.unwrap_or(Timestamp::UNIX_EPOCH);
    let target = ("a.example", "/inbox");
    if let Ok(received) = signature::received(target, &headers, text.as_bytes(), now) {
        assert!(!received.is_by(text), "an invalid signature");
    }
}
