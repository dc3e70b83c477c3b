//! Mentions of the pages that posts link to, sent when a post becomes public, changes, or stops
//! being public.
//!
//! As in the newsletter, imported and old posts do not count as new. Once the mentions of a post
//! have been sent, those of its later versions are sent at any time.
//!
//! # Source
//! Webmention, W3C Recommendation of 12 January 2017, section 3.1.

use super::endpoint::{endpoint_of, links_of};
use super::retry_time;
use crate::address::encoded;
use crate::mail::newsletter::MAX_POST_AGE;
use crate::outgoing::turns::{Key, Turns, Waiting};
use crate::outgoing::{Client, Failure};
use crate::secret::token::texts_hash;
use crate::site::{Current, Site};
use crate::store::federation::host_of;
use crate::store::mentions::sent::Outgoing;
use anyhow::Result;
use gridlore_blog::{Entry, Shelf, post_html};
use jiff::Timestamp;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::collections::HashMap;
use std::sync::Arc;
use url::Url;

/// Maximum number of links per post for which mentions are sent.
pub(crate) const MAX_LINKS: usize = 50;

/// Maximum number of attempts to send a mention.
pub(crate) const MAX_TRIES: i64 = 5;

/// Number of threads that send mentions.
pub(super) const WORKERS: usize = 4;

/// Maximum number of threads that send mentions of one author's posts.
const WORKERS_OF_AUTHOR: usize = 2;

/// Maximum size in bytes of the HTML of a post; a longer post sends no mentions.
const MAX_HTML_BYTES: usize = 4 << 20;

/// The posts whose links were queued, as far as this process knows.
#[derive(Debug, Default)]
pub(crate) struct Links {
    seen: Option<Arc<Current>>,
    /// The stamps of examined posts, by blog and identity.
    stamps: HashMap<(String, String), u64>,
}

impl Links {
    /// Queues the links of posts that are new or have changed.
    pub(crate) fn queue(&mut self, site: &Site, now: Timestamp) -> Result<()> {
        let current = site.current();
        let Some(base) = site.config.address.as_deref() else { return Ok(()) };
        let is_own = |address: &Url| current.domains.is_own(base, address);
        if self.seen.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, &current)) {
            return Ok(());
        }
        let blogs = site.store.mention_blogs()?;
        self.stamps.retain(|(blog, _), _| blogs.iter().any(|(known, _)| known == blog));
        for (blog, since) in blogs {
            let Some(shelf) = current.library.shelf(&blog) else { continue };
            let known = site.store.linking_posts(&blog)?;
            let mut missing: HashMap<&str, &str> =
                known.iter().map(|(post, version)| (post.as_str(), version.as_str())).collect();
            for post in shelf.articles() {
                let is_recent = post.published.unwrap_or_default() > now - MAX_POST_AGE;
                let first = post.first_name();
                let is_known = || known.contains_key(first) || known.contains_key(&format!("{first}+"));
                if !is_recent && !is_known() {
                    continue;
                }
                let name = shelf.identity(post);
                let before = missing.remove(name.as_str());
                if before.is_none() && !(is_recent && is_new(site, shelf, post, &name, since)?) {
                    continue;
                }
                let key = (blog.clone(), name);
                if self.stamps.get(&key) == Some(&post.stamp()) {
                    continue;
                }
                let version = version_of(post);
                if before != Some(&version) {
                    let html = post_html(
                        post,
                        &site.renderer,
                        &shelf.blog,
                        (base, &site.blog_base(&blog)),
                        MAX_HTML_BYTES,
                    );
                    let links = links_of(&html.unwrap_or_default(), &is_own, MAX_LINKS);
                    site.store.put_links(&blog, &key.1, &post.slug, &version, &links, now)?;
                }
                self.stamps.insert(key, post.stamp());
            }
            // The remaining posts are no longer public.
            for (name, _) in missing.into_iter().filter(|(_, version)| !version.is_empty()) {
                let slug = name.trim_end_matches('+');
                site.store.put_links(&blog, name, slug, "", &[], now)?;
                self.stamps.remove(&(blog.clone(), name.to_owned()));
            }
        }
        self.seen = Some(current);
        Ok(())
    }
}

/// Returns whether a post became public after webmentions were turned on, and was not imported.
fn is_new(site: &Site, shelf: &Shelf, post: &Entry, name: &str, since: Timestamp) -> Result<bool> {
    let is_late = post.published.unwrap_or_default() >= since;
    let is_imported = || -> Result<bool> {
        let blog = &shelf.blog.id;
        // The other post with this name may have been deleted, in which case the `+` is missing
        // now.
        Ok(site.store.is_imported(blog, name)? || site.store.is_imported(blog, &format!("{name}+"))?)
    };
    Ok(!post.page && is_late && !is_imported()?)
}

/// Returns a hash of a post's content, which stays the same across releases.
fn version_of(post: &Entry) -> String {
    texts_hash([&*post.slug, &*post.title, &*post.description, &*post.markdown])
}

/// Sends the next mention. Returns `true` if there was one. Authors take turns, and so do their
/// posts and the hosts of the pages.
pub(crate) fn step(site: &Site, client: &Client, turns: &Turns, now: Timestamp) -> Result<bool> {
    if site.config.address.is_none() {
        return Ok(false);
    }
    let waiting = site.store.due_outgoing(now)?.into_iter().map(|due| {
        let post = format!("post {}", due.post);
        let author = due.owner.map_or_else(|| format!("author of {post}"), |owner| format!("author {owner}"));
        let keys =
            vec![Key::new(author, WORKERS_OF_AUTHOR), Key::new(post, 1), Key::host(&host_of(&due.target))];
        Waiting { request: due.id, keys }
    });
    let Some((id, _turn)) = turns.next(waiting.collect()) else { return Ok(false) };
    let Some(outgoing) = site.store.claim_outgoing(id, now)? else { return Ok(true) };
    let source = format!("{}/{}", site.blog_base(&outgoing.blog), encoded(&outgoing.slug));
    let (result, is_final) = send_one(client, &source, &outgoing);
    let due = (!is_final && outgoing.tries < MAX_TRIES).then(|| retry_time(outgoing.tries, now));
    site.store.mention_was_sent(&outgoing, &result, due, now)?;
    Ok(true)
}

/// Sends a mention. Returns its result in words, and whether the result is final.
fn send_one(client: &Client, source: &str, outgoing: &Outgoing) -> (String, bool) {
    let failed = |failure: Failure| (failure.to_string(), matches!(failure, Failure::Refused(_)));
    let headers = [("accept", "text/html, application/xhtml+xml, */*;q=0.1")];
    let received = match client.get(&outgoing.target, &headers) {
        Ok(received) => received,
        Err(failure) => return failed(failure),
    };
    let Ok(page) = Url::parse(&received.url) else { return ("the address is invalid".to_owned(), true) };
    let is_html = ["text/html", "application/xhtml"]
        .iter()
        .any(|kind| received.header("content-type").to_ascii_lowercase().starts_with(kind));
    let html = is_html.then(|| String::from_utf8_lossy(&received.body));
    let links = received.headers.get_all("link").iter().filter_map(|value| value.to_str().ok());
    let Some(endpoint) = endpoint_of(&page, links, html.as_deref()) else {
        return match received.status {
            200..300 => ("does not accept webmentions".to_owned(), true),
            status => (format!("the page answered {status}"), status < 500 && status != 429),
        };
    };
    let field = |value: &str| utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
    let body = format!("source={}&target={}", field(source), field(&outgoing.target));
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    match client.post(endpoint.as_str(), &headers, body.as_bytes()) {
        Ok(received) => match received.status {
            200..300 => (format!("sent ({})", received.status), true),
            status => (format!("the endpoint answered {status}"), status < 500 && status != 429),
        },
        Err(failure) => failed(failure),
    }
}
