//! New posts for the subscribers of blogs. A post becomes an issue once, some minutes after it is
//! published. The store then adds messages for its subscribers to the outbox.

use super::letters::line;
use crate::secret::token::token;
use crate::site::{Current, Site};
use crate::store::daily::Recipients;
use crate::store::mail::NewIssue;
use crate::store::{Host, Saved, StoreError};
use anyhow::Result;
use gridlore_blog::{Entry, Shelf, Status, post_html, words};
use jiff::{SignedDuration, Timestamp};
use maud::{PreEscaped, html};
use std::sync::Arc;

/// Maximum age of posts to send. Older posts are not new: somebody changed their date or blog.
pub(crate) const MAX_POST_AGE: SignedDuration = SignedDuration::from_hours(72);

/// Maximum size in bytes of the HTML of a post in a message; a longer post is sent as a summary.
pub(crate) const MAX_HTML_BYTES: usize = 90 << 10;

/// Maximum length in characters of the plain text of a post in a message.
const MAX_TEXT_LENGTH: usize = 10_000;

/// Time between two searches for posts that are due, while the content does not change.
const SEARCH_INTERVAL: SignedDuration = SignedDuration::from_secs(30);

/// The public content at the last search for due posts, and the time of that search.
#[derive(Debug, Default)]
pub(super) struct Newsletter {
    searched: Option<(Arc<Current>, Timestamp)>,
}

impl Newsletter {
    /// Starts sending posts that are due, stops sending posts that are no longer public, and adds
    /// messages for the next subscribers to the outbox.
    pub(super) fn queue(
        &mut self,
        site: &Site,
        base: &str,
        delay: SignedDuration,
        now: Timestamp,
    ) -> Result<()> {
        let current = site.current();
        let is_searched = self.searched.as_ref().is_some_and(|(content, at)| {
            Arc::ptr_eq(content, &current) && (*at..*at + SEARCH_INTERVAL).contains(&now)
        });
        if !is_searched {
            add_due_posts(site, &current, base, delay, now)?;
            self.searched = Some((Arc::clone(&current), now));
        }
        cancel_hidden_posts(site, &current, now)?;
        let message = || match token() {
            Ok(token) => Ok(token[..32].to_owned()),
            Err(error) => Err(StoreError::Broken(error.to_string())),
        };
        site.store.fill_outbox(message, now)?;
        Ok(())
    }
}

/// Starts sending posts that are due.
fn add_due_posts(
    site: &Site,
    current: &Current,
    base: &str,
    delay: SignedDuration,
    now: Timestamp,
) -> Result<()> {
    for (blog, since) in site.store.newsletters()? {
        let Some(shelf) = current.library.shelf(&blog) else { continue };
        let due = |post: &&Arc<Entry>| {
            let published = post.published.unwrap_or_default();
            !post.page && published >= since && published + delay <= now
        };
        let recent =
            shelf.posts.iter().take_while(|post| post.published.unwrap_or_default() > now - MAX_POST_AGE);
        let recent: Vec<_> = recent.filter(due).collect();
        if recent.is_empty() {
            continue;
        }
        let issued = site.store.issued(&blog)?;
        let mut new = Vec::new();
        for post in recent {
            let name = match site.host(current, &blog, &post.slug)? {
                Some(Host::Saved(identity)) => format!("={identity}"),
                Some(Host::File) => shelf.identity(post),
                // Another process has moved it; the next search finds it under its new slug.
                None => continue,
            };
            if !issued.contains(&name, &shelf.identity(post), post.published.unwrap_or_default()) {
                new.push((post, name));
            }
        }
        if new.is_empty() {
            continue;
        }
        let mut room = site.store.daily_room(Recipients::Subscribers, &blog, now)?;
        for (post, name) in new.into_iter().rev() {
            if room.is_full() {
                break;
            }
            let author = site.store.author_of(&blog, &post.slug)?;
            if !room.take(author) {
                continue;
            }
            let (text, html) = (text(post, &site.blog_base(&blog)), page(site, shelf, post, base));
            let subject = line(&post.title, 150);
            let issue =
                NewIssue { blog: &blog, post: &name, author, subject: &subject, text: &text, html: &html };
            site.store.add_issue(&issue, now)?;
        }
    }
    Ok(())
}

/// Stops sending posts that are no longer public.
fn cancel_hidden_posts(site: &Site, current: &Current, now: Timestamp) -> Result<()> {
    for (id, blog, name) in site.store.open_issues()? {
        let oldest = now - MAX_POST_AGE * 3;
        let is_public = match (current.library.shelf(&blog), name.strip_prefix('=')) {
            (None, _) => false,
            // Asks the database, because another process may have renamed the post a moment ago.
            (Some(_), Some(identity)) => match site.store.post_by_identity(identity)? {
                Some(Saved { blog: home, post, .. }) => {
                    let is_recent = post.published.is_some_and(|published| published > oldest);
                    let is_hidden = home != blog || post.page || current.tree.has_slug(&blog, &post.slug);
                    is_recent && !is_hidden && post.status(now) == Status::Published
                }
                None => false,
            },
            (Some(shelf), None) => {
                let recent =
                    shelf.posts.iter().take_while(|entry| entry.published.unwrap_or_default() > oldest);
                recent.into_iter().any(|entry| entry.first_name() == name.trim_end_matches('+'))
            }
        };
        if !is_public {
            site.store.cancel_issue(id)?;
        }
    }
    Ok(())
}

/// Returns the plain text of a post for subscribers: its visible text, without boards. `home` is
/// the address of its blog.
fn text(post: &Entry, home: &str) -> String {
    let link = format!("{home}/{}", post.slug);
    let words = words(&post.markdown);
    let body: String = match words.char_indices().nth(MAX_TEXT_LENGTH) {
        Some(_) => words.chars().take(MAX_TEXT_LENGTH - 1).chain(['…']).collect(),
        None => words,
    };
    // A lone carriage return is not allowed in a message.
    let body = body.replace('\r', " ");
    format!(
        "{}\n\nRead the post and play its boards on the site:\n{link}\n\n{body}\n",
        line(&post.title, 200)
    )
}

/// Returns the HTML of a post for subscribers, which is the same as in a feed plus a link to the
/// site.
fn page(site: &Site, shelf: &Shelf, post: &Entry, base: &str) -> String {
    let home = site.blog_base(&shelf.blog.id);
    let link = format!("{home}/{}", post.slug);
    let body = post_html(post, &site.renderer, &shelf.blog, (base, &home), MAX_HTML_BYTES);
    let author = post.author.as_deref().unwrap_or(&shelf.blog.author);
    let page = html! {
        h1 { a href=(link) { (post.title) } }
        @if !author.is_empty() { p { (author) " · " (shelf.blog.title) } }
        p { a href=(link) { "Play on the site" } }
        @match body {
            Some(body) => { (PreEscaped(body)) }
            None => { p { (post.summary()) } p { a href=(link) { "Read the full post" } } }
        }
    };
    page.0
}
