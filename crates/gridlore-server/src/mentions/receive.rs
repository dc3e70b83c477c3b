//! Mentions from other sites. Each waits in a queue until its source has been read. If the source
//! links to the post, the mention is added as a comment that awaits moderation.
//!
//! # Source
//! Webmention, W3C Recommendation of 12 January 2017, section 3.2.

use super::source::{Mention, mention_in, mentions_in_text, without_fragment};
use super::{MAX_ADDRESS_BYTES, retry_time};
use crate::address::{Address, decoded};
use crate::content::comment_rules::Rules;
use crate::outgoing::turns::{Key, Turns, Waiting};
use crate::outgoing::{Client, Failure, Received};
use crate::site::Site;
use crate::store::federation::host_of;
use crate::store::mentions::{MentionKind, MentionRequest, MentionSource};
use crate::store::{Comment, Host, State};
use anyhow::Result;
use gridlore_blog::whole_second;
use jiff::Timestamp;
use url::Url;

/// Maximum number of attempts to read a source.
pub(crate) const MAX_TRIES: i64 = 3;

/// Returns the parsed address of a page on another site, or a sentence that describes the fault in
/// `text`.
pub(crate) fn checked_address(name: &str, text: &str) -> Result<Url, String> {
    let expected = "expected an address that begins with http:// or https://";
    if text.is_empty() {
        return Err(format!("{name}: found nothing, {expected}"));
    }
    if text.len() > MAX_ADDRESS_BYTES {
        return Err(format!("{name}: found {} bytes, expected at most {MAX_ADDRESS_BYTES}", text.len()));
    }
    let address = Url::parse(text).ok().filter(|address| {
        matches!(address.scheme(), "http" | "https")
            && address.host_str().is_some_and(|host| !host.is_empty())
            && address.username().is_empty()
            && address.password().is_none()
    });
    let address = address.ok_or_else(|| format!("{name}: {expected}, without a user name"))?;
    if address.as_str().len() > MAX_ADDRESS_BYTES {
        return Err(format!("{name}: expected at most {MAX_ADDRESS_BYTES} bytes"));
    }
    Ok(address)
}

/// Number of threads that read sources.
pub(super) const WORKERS: usize = 4;

/// Reads the source of the next request. Returns `true` if there was one. The networks that sent
/// requests and the hosts of their sources take turns.
pub(crate) fn step(site: &Site, client: &Client, turns: &Turns, now: Timestamp) -> Result<bool> {
    let due = site.store.due_mention_requests(now)?;
    let waiting = due.into_iter().map(|(request, network, server)| Waiting {
        request,
        keys: vec![Key::network(&network), Key::host(&server)],
    });
    let Some((id, _turn)) = turns.next(waiting.collect()) else { return Ok(false) };
    let Some(request) = site.store.claim_mention_request(id, now)? else { return Ok(true) };
    let current = site.current();
    let shelf = current.library.shelf(&request.blog).filter(|_| current.mentions.contains(&request.blog));
    let first = request.post.trim_end_matches('+');
    let slug = shelf.and_then(|shelf| {
        let mut posts = shelf.articles().filter(|post| post.first_name() == first);
        posts.find(|post| shelf.identity(post) == request.post).map(|post| post.slug.clone())
    });
    // The post is no longer public.
    let Some(slug) = slug else {
        site.store.mention_request_is_done(&request)?;
        return Ok(true);
    };
    let Some(host) = site.host(&current, &request.blog, &slug)? else {
        // The post was renamed or deleted a moment ago.
        site.store.retry_mention_request(&request, now)?;
        site.refresh()?;
        return Ok(true);
    };
    let headers = [("accept", "text/html, application/xhtml+xml, text/plain;q=0.5, */*;q=0.1")];
    match client.get(&request.source, &headers) {
        Ok(received) if received.is_success() => match mention_of(site, &request, &received) {
            Some(mention) => store_mention(site, &request, (&slug, &host), mention, now)?,
            None => {
                site.store.delete_mention(&request.blog, (&slug, &host), &request.source)?;
            }
        },
        Ok(received) if matches!(received.status, 404 | 410) => {
            site.store.delete_mention(&request.blog, (&slug, &host), &request.source)?;
        }
        Ok(_) | Err(Failure::Unreachable(_) | Failure::Unavailable(_)) if request.tries < MAX_TRIES => {
            site.store.retry_mention_request(&request, retry_time(request.tries, now))?;
            return Ok(true);
        }
        Ok(_) | Err(_) => {}
    }
    site.store.mention_request_is_done(&request)?;
    site.refresh()?;
    Ok(true)
}

/// Returns the mention in a response, or `None` if it does not link to the post.
fn mention_of(site: &Site, request: &MentionRequest, received: &Received) -> Option<Mention> {
    let (page, target) = (Url::parse(&received.url).ok()?, Url::parse(&request.target).ok()?);
    let target = without_fragment(&target);
    // The page may link to another address of the post.
    let is_target = |url: &Url| {
        let is_post =
            || post_at(site, url).is_some_and(|(blog, post)| blog == request.blog && post == request.post);
        without_fragment(url) == target || is_post()
    };
    // An address that redirects to the post is not a page that mentions it.
    if is_target(&page) {
        return None;
    }
    let text = String::from_utf8_lossy(&received.body);
    let content_type = received.header("content-type").to_ascii_lowercase();
    match content_type.split(';').next().unwrap_or_default().trim() {
        "text/html" | "application/xhtml+xml" => mention_in(&text, &page, &is_target),
        "text/plain" => mentions_in_text(&text, &request.target).then(|| Mention {
            kind: MentionKind::Mention,
            author: String::new(),
            title: String::new(),
            excerpt: String::new(),
        }),
        _ => None,
    }
}

/// Returns the blog and the identity of the public post at an address of this site, if the blog
/// receives webmentions and the post allows comments.
pub(crate) fn post_at(site: &Site, address: &Url) -> Option<(String, String)> {
    let current = site.current();
    let base = site.config.address.as_deref()?;
    let path = current.domains.path_on_site(base, address.as_str())?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = decoded(path);
    let path = path.strip_suffix('/').unwrap_or(&path);
    let (Address::Post(blog, slug) | Address::Comments(blog, slug, _)) = Address::parse(path)? else {
        return None;
    };
    let shelf = current.library.shelf(&blog).filter(|_| current.mentions.contains(&blog))?;
    let post = shelf.post(&slug).or_else(|| shelf.renamed(&slug)).filter(|post| post.comments)?;
    Some((blog, shelf.identity(post)))
}

fn store_mention(
    site: &Site,
    request: &MentionRequest,
    (slug, host): (&str, &Host),
    mention: Mention,
    now: Timestamp,
) -> Result<()> {
    let name = if mention.author.is_empty() { host_of(&request.source) } else { mention.author };
    let words = format!("{} {}", mention.title, mention.excerpt);
    let state = match Rules::read(&site.store)?.sort(&name, &words) {
        State::Spam => State::Spam,
        // Mentions are held even if the rules show comments immediately, because anybody can send a
        // mention of any page.
        State::Held | State::Shown => State::Held,
    };
    let comment = Comment {
        id: 0,
        blog: request.blog.clone(),
        slug: slug.to_owned(),
        parent: None,
        name: name.chars().take(super::source::MAX_LENGTHS.0).collect(),
        text: mention.excerpt,
        time: whole_second(now),
        state,
        visitor: request.server.clone(),
        account: None,
    };
    let source = MentionSource { address: request.source.clone(), kind: mention.kind, title: mention.title };
    if !site.store.put_mention(&comment, host, &source)? {
        tracing::warn!("a webmention was dropped: too many comments are awaiting moderation");
    }
    Ok(())
}
