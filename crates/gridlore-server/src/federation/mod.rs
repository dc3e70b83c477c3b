//! The fediverse: readers follow a blog from Mastodon and other programs, get its posts, and answer
//! them.
//!
//! Each blog is an actor of ActivityPub if its editors want it. Requests from other servers are
//! only checked and stored; the thread of [`inbox`] finds the keys of their senders, verifies the
//! signatures and applies what was sent. The thread of [`outbox`] sends new, changed and deleted
//! posts to the followers.
//!
//! # Source
//! ActivityPub and ActivityStreams 2.0 (W3C), WebFinger (RFC 7033), NodeInfo 2.1, and what
//! Mastodon’s documentation asks for.

pub(crate) mod activity;
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
use crate::store::federation::Follower;
use anyhow::Result;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// Pause between two looks for work.
const POLL_INTERVAL: Duration = Duration::from_millis(1000);

/// Starts the threads, if the site has an address; they run for as long as the site exists.
pub(crate) fn start(site: &Arc<Site>) {
    if site.config.address.is_none() {
        return;
    }
    let client = Client::new(&site.config);
    let mut inbox = inbox::Inbox::new(client.clone());
    work(Arc::downgrade(site), move |site| inbox.step(site, jiff::Timestamp::now()));
    let mut outbox = outbox::Outbox::new(client);
    work(Arc::downgrade(site), move |site| outbox.step(site, jiff::Timestamp::now()));
}

/// Ends the follows of these followers on their servers.
pub(crate) fn reject(site: &Site, blog: &str, followers: &[Follower]) -> Result<()> {
    let Some(base) = site.config.address.as_deref() else { return Ok(()) };
    let names = names::Names::new(site, base, blog);
    for follower in followers {
        let number = &token_hash(&format!("{} {}", follower.id, follower.request))[..16];
        let answer = documents::answer(&names, "Reject", &follower.actor, &follower.request, number);
        let subject = format!("answer {}", follower.actor);
        site.store.send_to((blog, &subject), &answer.to_string(), &follower.inbox, jiff::Timestamp::now())?;
    }
    Ok(())
}

/// Calls `step` in a thread, at once after a call that had something to do and after a pause
/// otherwise.
fn work(site: Weak<Site>, mut step: impl FnMut(&Site) -> Result<bool> + Send + 'static) {
    thread::spawn(move || {
        loop {
            let Some(site) = site.upgrade() else { return };
            let outcome = catch_unwind(AssertUnwindSafe(|| step(&site)));
            drop(site);
            let had_work = match outcome {
                Ok(Ok(had_work)) => had_work,
                Ok(Err(error)) => {
                    tracing::error!("exchanging posts with other servers failed: {error:#}");
                    false
                }
                Err(_) => {
                    tracing::error!("exchanging posts with other servers failed");
                    false
                }
            };
            if !had_work {
                thread::sleep(POLL_INTERVAL);
            }
        }
    });
}
