//! What is sent to other servers: new, changed and deleted posts, and answers to followers.

use super::documents::{activity, article, content_hash, tombstone};
use super::following;
use super::names::Names;
use super::remote::Requests;
use crate::outgoing::{Client, Failure, wait};
use crate::secret::token::token_hash;
use crate::site::{Current, Site};
use crate::store::federation::{Actor, Delivery};
use anyhow::Result;
use gridlore_blog::Shelf;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::thread;

/// Number of deliveries at the same time.
const AT_ONCE: usize = 8;

/// Maximum number of posts that are announced in one step.
const MAX_POSTS: usize = 20;

/// Minimum time between two looks at the posts, so that repeated edits are one update.
const INTERVAL: SignedDuration = SignedDuration::from_secs(if cfg!(test) { 0 } else { 10 });

/// Maximum number of tries of a delivery.
pub(crate) const MAX_TRIES: i64 = 8;

/// The first wait after a failed try, and the longest one.
const WAITS: [SignedDuration; 2] = [SignedDuration::from_mins(1), SignedDuration::from_hours(12)];

/// The state of the thread.
#[derive(Debug)]
pub(crate) struct Outbox {
    client: Client,
    /// The public content that was announced last, and when.
    seen: Option<(Arc<Current>, Timestamp)>,
}

impl Outbox {
    pub(crate) const fn new(client: Client) -> Self {
        Self { client, seen: None }
    }

    /// Announces posts, and sends some of what is due; `true` if there was anything.
    pub(crate) fn step(&mut self, site: &Site, now: Timestamp) -> Result<bool> {
        let Some(base) = site.config.address.as_deref() else { return Ok(false) };
        let current = site.current();
        let is_new = self
            .seen
            .as_ref()
            .is_none_or(|(seen, at)| !Arc::ptr_eq(seen, &current) && (*at > now || *at + INTERVAL <= now));
        let mut is_complete = true;
        if is_new {
            for blog in site.store.active_actors()? {
                let (Some(shelf), Some(own)) = (current.library.shelf(&blog), site.store.actor(&blog)?)
                else {
                    continue;
                };
                is_complete &= announce(site, &Names::new(base, &blog), shelf, &own, now)?;
            }
            self.seen = is_complete.then_some((current, now));
        }
        let has_asked = following::ask_next(site, &self.client, base, now)?;
        let claimed = site.store.claim_deliveries(AT_ONCE, now)?;
        let mut keys: HashMap<&str, Option<Actor>> = HashMap::new();
        for delivery in &claimed {
            if !keys.contains_key(delivery.blog.as_str()) {
                keys.insert(&delivery.blog, site.store.actor(&delivery.blog)?);
            }
        }
        let statuses: Vec<Result<u16, Failure>> = thread::scope(|scope| {
            let (client, keys) = (&self.client, &keys);
            let send = |delivery| scope.spawn(move || sent(client, base, delivery, keys));
            let threads: Vec<_> = claimed.iter().map(send).collect();
            let failed = |_| Err(Failure::Refused("the request cannot be made".to_owned()));
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
        });
        for (delivery, status) in claimed.iter().zip(statuses) {
            settle(site, delivery, status, now)?;
        }
        Ok(!claimed.is_empty() || !is_complete || has_asked)
    }
}

/// Sends one delivery; returns the status of the response.
fn sent(
    client: &Client,
    base: &str,
    delivery: &Delivery,
    keys: &HashMap<&str, Option<Actor>>,
) -> Result<u16, Failure> {
    let Some(Some(own)) = keys.get(delivery.blog.as_str()) else {
        return Err(Failure::Refused("the blog cannot be followed".to_owned()));
    };
    let names = Names::new(base, &delivery.blog);
    let requests = Requests { client, names: &names, private_key: &own.key };
    requests.send(&delivery.inbox, &delivery.body)
}

/// Notes how a delivery ended.
fn settle(site: &Site, delivery: &Delivery, status: Result<u16, Failure>, now: Timestamp) -> Result<()> {
    let reason = match status {
        Ok(200..300) => return Ok(site.store.delivery_is_done(delivery, false)?),
        Ok(410) => return Ok(site.store.delivery_is_done(delivery, true)?),
        Ok(status) => format!("it answered {status}"),
        Err(Failure::Unreachable(reason)) => reason,
        Err(Failure::Refused(reason)) => {
            tracing::warn!("a post cannot be sent to {}: {reason}", delivery.inbox);
            return Ok(site.store.delivery_is_done(delivery, false)?);
        }
    };
    if delivery.tries >= MAX_TRIES {
        tracing::warn!("a post was not taken by {} in {MAX_TRIES} tries: {reason}", delivery.inbox);
        return Ok(site.store.delivery_is_done(delivery, false)?);
    }
    Ok(site.store.retry_delivery(delivery.id, now + wait(delivery.tries, WAITS))?)
}

/// Queues activities for the posts of a blog that are new, changed or no longer public; `false` if
/// there are more of them.
fn announce(site: &Site, names: &Names, shelf: &Shelf, own: &Actor, now: Timestamp) -> Result<bool> {
    let (store, blog) = (&site.store, &shelf.blog);
    let mut announced = store.announced(&blog.id)?;
    let mut left = MAX_POSTS;
    for (identity, post) in shelf.identities() {
        let is_recent = post.published.unwrap_or_default() >= own.since;
        let earlier = announced.remove(&identity);
        if post.page || (earlier.is_none() && !is_recent) {
            continue;
        }
        let hash = content_hash(post);
        let kind = match earlier.as_deref() {
            Some(earlier) if earlier == hash => continue,
            None | Some("") => "Create",
            Some(_) => "Update",
        };
        if left == 0 {
            return Ok(false);
        }
        left -= 1;
        let body = about(names, kind, &article(site, names, blog, post, &identity), &hash, now);
        store.announce((&blog.id, &identity), &hash, Some(&body), now)?;
    }
    for (identity, _) in announced.into_iter().filter(|(_, hash)| !hash.is_empty()) {
        if left == 0 {
            return Ok(false);
        }
        left -= 1;
        let body = about(names, "Delete", &tombstone(names, &identity), &identity, now);
        store.announce((&blog.id, &identity), "", Some(&body), now)?;
    }
    Ok(true)
}

/// The text of an activity about an object.
fn about(names: &Names, kind: &str, object: &Value, seed: &str, now: Timestamp) -> String {
    let number = &token_hash(&format!("{seed} {now}"))[..16];
    activity(names, kind, object, number, now).to_string()
}
