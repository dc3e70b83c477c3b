//! Messages that notify the hubs of blogs about changed feeds (WebSub).
//!
//! # Source
//! WebSub, W3C Recommendation of 23 January 2018, sections 4 and 6. The form of the message is that
//! of PubSubHubbub 0.4, section 7.1, which hubs expect.

use super::retry_time;
use crate::outgoing::turns::{Key, Turns, Waiting};
use crate::outgoing::{Client, Failure};
use crate::secret::token::texts_hash;
use crate::site::{Current, Site};
use crate::store::federation::host_of;
use anyhow::Result;
use gridlore_blog::{Format, MAX_FEED_POSTS, Shelf};
use jiff::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::HashMap;
use std::sync::Arc;

/// Number of threads that send messages.
pub(super) const WORKERS: usize = 2;

/// Maximum number of attempts to reach a hub.
pub(crate) const MAX_TRIES: i64 = 5;

/// The versions of feeds for which this process has queued messages.
#[derive(Debug, Default)]
pub(crate) struct Feeds {
    seen: Option<Arc<Current>>,
    /// The stamps of the posts in the feeds, by blog.
    stamps: HashMap<String, u64>,
}

impl Feeds {
    /// Queues messages about the feeds that have changed.
    pub(crate) fn queue(&mut self, site: &Site, now: Timestamp) -> Result<()> {
        let current = site.current();
        if site.config.address.is_none() || self.seen.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, &current))
        {
            return Ok(());
        }
        for (blog, _, known) in site.store.hubs()? {
            let Some(shelf) = current.library.shelf(&blog) else { continue };
            let stamp = shelf.stamp_of_first(MAX_FEED_POSTS);
            if !known.is_empty() && self.stamps.get(&blog) == Some(&stamp) {
                continue;
            }
            let feeds = Format::ALL.map(Format::ending);
            site.store.put_feed_version(&blog, &version_of(shelf, &site.blog_base(&blog)), &feeds, now)?;
            self.stamps.insert(blog, stamp);
        }
        self.seen = Some(current);
        Ok(())
    }
}

/// Stores the current version of a blog’s feeds, so that a new hub is notified of later versions.
pub(crate) fn put_first_version(site: &Site, blog: &str, now: Timestamp) -> Result<()> {
    let current = site.current();
    if current.hubs.contains_key(blog)
        && let Some(shelf) = current.library.shelf(blog)
    {
        let feeds = Format::ALL.map(Format::ending);
        site.store.put_feed_version(blog, &version_of(shelf, &site.blog_base(blog)), &feeds, now)?;
    }
    Ok(())
}

/// Returns a hash of the posts in the feeds of a blog at `home`, which stays the same across
/// releases.
fn version_of(shelf: &Shelf, home: &str) -> String {
    let mut texts = vec![home.to_owned()];
    for post in shelf.posts.iter().take(MAX_FEED_POSTS) {
        let times = format!("{:?} {:?}", post.published, post.updated);
        texts.extend([&post.slug, &post.title, &post.description, &post.markdown, &times].map(Clone::clone));
    }
    texts_hash(texts.iter().map(String::as_str))
}

/// Sends the next message. Returns `true` if there was one. Blogs and hubs take turns.
pub(crate) fn step(site: &Site, client: &Client, turns: &Turns, now: Timestamp) -> Result<bool> {
    if site.config.address.is_none() {
        return Ok(false);
    }
    let waiting = site.store.due_pings(now)?.into_iter().map(|ping| Waiting {
        keys: vec![Key::new(format!("blog {}", ping.blog), 1), Key::host(&host_of(&ping.hub))],
        request: ping,
    });
    let Some((ping, _turn)) = turns.next(waiting.collect()) else { return Ok(false) };
    if !site.store.claim_ping(&ping, now)? {
        return Ok(true);
    }
    let Some(format) = Format::ALL.into_iter().find(|format| format.ending() == ping.feed) else {
        site.store.hub_was_pinged(&ping, "unknown feed", None, now)?;
        return Ok(true);
    };
    let feed = format!("{}/feed.{}", site.blog_base(&ping.blog), format.ending());
    let body = format!("hub.mode=publish&hub.url={}", utf8_percent_encode(&feed, NON_ALPHANUMERIC));
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let (result, is_final) = match client.post(&ping.hub, &headers, body.as_bytes()) {
        Ok(received) => match received.status {
            200..300 => (format!("sent ({})", received.status), true),
            status => (format!("the hub answered {status}"), status < 500 && status != 429),
        },
        Err(failure) => (failure.to_string(), matches!(failure, Failure::Refused(_))),
    };
    let due = (!is_final && ping.tries < MAX_TRIES).then(|| retry_time(ping.tries, now));
    site.store.hub_was_pinged(&ping, &result, due, now)?;
    Ok(true)
}
