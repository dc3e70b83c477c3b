//! Activities for the followers of a blog about its new, changed and deleted posts.

use super::documents::{activity, article, content_hash, tombstone};
use super::names::Names;
use crate::secret::token::token_hash;
use crate::site::{Current, Site};
use crate::store::daily::Recipients;
use crate::store::federation::{Actor, Announced};
use anyhow::Result;
use gridlore_blog::{Entry, Shelf};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// Maximum number of posts announced in one step.
const MAX_POSTS: usize = 20;

/// Minimum time between two scans of the posts, so that edits in quick succession are sent as one
/// update.
const SCAN_INTERVAL: SignedDuration = SignedDuration::from_secs(if cfg!(test) { 0 } else { 10 });

/// Time between two scans for posts that wait until their blog can send more.
const LIMIT_INTERVAL: SignedDuration = SignedDuration::from_mins(10);

/// The state of the thread.
#[derive(Debug)]
pub(crate) struct Outbox {
    /// The public content whose posts have all been announced.
    seen: Option<Arc<Current>>,
    /// Whether new posts are waiting because their blog has reached today's limit.
    waiting: bool,
    /// The time of the last scan of the posts.
    scanned: Timestamp,
    missing: Missing,
    /// The hashes of the posts of each blog.
    hashes: HashMap<String, Hashes>,
}

/// The posts of a blog in the last scan and their hashes, by identity. A post that did not change
/// is not hashed again.
type Hashes = HashMap<String, (Arc<Entry>, String)>;

/// Announced posts whose files are missing, by blog and identity, with the times when their files
/// were first missing.
type Missing = HashMap<(String, String), Timestamp>;

/// Time after which a post whose file is missing is treated as deleted. The delay is needed because
/// a folder may disappear for a moment.
const DELETION_DELAY: SignedDuration = SignedDuration::from_mins(10);

impl Outbox {
    pub(crate) fn new() -> Self {
        Self {
            seen: None,
            waiting: false,
            scanned: Timestamp::UNIX_EPOCH,
            missing: Missing::new(),
            hashes: HashMap::new(),
        }
    }

    /// Announces posts. Returns `true` if further posts are waiting for room in the queue.
    pub(crate) fn step(&mut self, site: &Site, now: Timestamp) -> Result<bool> {
        let Some(base) = site.config.address.as_deref() else { return Ok(false) };
        let current = site.current();
        let is_due = self.scanned > now || self.scanned + SCAN_INTERVAL <= now;
        let has_waited = self.waiting && (self.scanned > now || self.scanned + LIMIT_INTERVAL <= now);
        let is_changed = self.seen.as_ref().is_none_or(|seen| !Arc::ptr_eq(seen, &current));
        let is_new = is_due && (is_changed || has_waited);
        let mut is_complete = true;
        if is_new {
            self.waiting = false;
            let active = site.store.active_actors()?;
            self.hashes.retain(|blog, _| active.contains(blog));
            for blog in active {
                let (Some(shelf), Some(own)) = (current.library.shelf(&blog), site.store.actor(&blog)?)
                else {
                    continue;
                };
                let names = Names::new(site, base, &blog);
                let hashes = self.hashes.entry(blog.clone()).or_default();
                match announce(site, &names, shelf, &own, (&mut self.missing, hashes), now) {
                    Ok(progress) => {
                        is_complete &= progress != Progress::Partial;
                        self.waiting |= progress == Progress::Waits;
                    }
                    Err(error) => tracing::error!("the posts of {blog} cannot be announced: {error:#}"),
                }
            }
            let is_settled = is_complete && self.missing.is_empty();
            self.seen = is_settled.then(|| Arc::clone(&current));
            self.scanned = now;
        }
        Ok(is_new && !is_complete)
    }
}

/// How many of a blog’s posts have been announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    Complete,
    /// The posts for which the queue had room.
    Partial,
    /// All posts except new ones beyond today’s limit.
    Waits,
}

/// Queues activities for new and changed posts of a blog, and for posts that are no longer public.
fn announce(
    site: &Site,
    names: &Names,
    shelf: &Shelf,
    own: &Actor,
    (missing, hashes): (&mut Missing, &mut Hashes),
    now: Timestamp,
) -> Result<Progress> {
    let (store, blog) = (&site.store, &shelf.blog);
    let current = site.current();
    let is_file =
        |slug: &str| current.files.iter().any(|file| file.blog == blog.id && file.post.slug == slug);
    let mut known = store.announced(&blog.id)?;
    let mut left = MAX_POSTS;
    let mut room = store.daily_room(Recipients::Followers, &blog.id, now)?;
    let mut must_wait = false;
    let mut posts = shelf.identities();
    // The oldest posts come first, so that no post waits for later ones.
    posts.sort_by_key(|(_, post)| post.published);
    if hashes.len() > posts.len() {
        // The map still contains posts that are no longer public.
        hashes.clear();
    }
    for (identity, post) in posts {
        let earlier = known.remove(&identity);
        missing.remove(&(blog.id.clone(), identity.clone()));
        let is_recent = post.published.unwrap_or_default() >= own.since;
        if post.page || (earlier.is_none() && !is_recent) {
            continue;
        }
        let hash = match hashes.get(&identity) {
            Some((hashed, hash)) if Arc::ptr_eq(hashed, post) => hash.clone(),
            _ => {
                let hash = content_hash(post);
                hashes.insert(identity.clone(), (Arc::clone(post), hash.clone()));
                hash
            }
        };
        let (kind, number) = match &earlier {
            Some(earlier) if earlier.hash == hash => continue,
            Some(earlier) if !earlier.hash.is_empty() => ("Update", earlier.number),
            earlier => ("Create", earlier.as_ref().map_or(0, |earlier| earlier.number)),
        };
        if left == 0 {
            return Ok(Progress::Partial);
        }
        let author = match &earlier {
            Some(earlier) if kind == "Update" => earlier.author,
            _ if kind == "Create" && room.is_full() => None,
            _ => store.author_of(&blog.id, &post.slug)?,
        };
        if kind == "Create" && !room.take(author) {
            must_wait = true;
            continue;
        }
        left -= 1;
        let mut object = article(site, names, blog, post, (&identity, number));
        if kind == "Update" {
            // Without a newer time, other servers would ignore the update except for its counts.
            object["updated"] = json!(now.to_string());
        }
        let body = activity_text(names, kind, &object, &hash, now);
        let announced = Announced { hash, number, is_file: is_file(&post.slug), author };
        if !store.announce((&blog.id, &identity), &announced, &body, now)? {
            return Ok(Progress::Partial);
        }
    }
    for (identity, earlier) in known.into_iter().filter(|(_, earlier)| !earlier.hash.is_empty()) {
        if earlier.is_file {
            let since = *missing.entry((blog.id.clone(), identity.clone())).or_insert(now);
            if since <= now && since + DELETION_DELAY > now {
                continue;
            }
        }
        if left == 0 {
            return Ok(Progress::Partial);
        }
        left -= 1;
        let body =
            activity_text(names, "Delete", &tombstone(names, &identity, earlier.number), &identity, now);
        let announced = Announced { hash: String::new(), number: earlier.number + 1, ..earlier };
        if !store.announce((&blog.id, &identity), &announced, &body, now)? {
            return Ok(Progress::Partial);
        }
        missing.remove(&(blog.id.clone(), identity));
    }
    Ok(if must_wait { Progress::Waits } else { Progress::Complete })
}

/// Returns the JSON text of an activity about an object.
fn activity_text(names: &Names, kind: &str, object: &Value, seed: &str, now: Timestamp) -> String {
    let number = &token_hash(&format!("{seed} {now}"))[..16];
    activity(names, kind, object, number, now).to_string()
}
