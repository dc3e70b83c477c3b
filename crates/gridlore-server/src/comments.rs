//! Comments of readers: the form, the traps for those who sell something, and the rules that sort what comes.
//!
//! The form is on a page of its own, made for each reader, so that the post's page can be kept and read without any state. It carries the time at
//! which it was made, signed; what comes back too soon, too late or without it was not written by a person.

use crate::address::Address;
use crate::admin::secret::token;
use crate::admin::{Member, private, to, told};
use crate::pages::comments::{self, Form as Typed};
use crate::routes::{SharedSite, ask};
use crate::site::{Current, Site};
use crate::store::{Comment, State as Sorted};
use crate::visit::Visit;
use anyhow::Result;
use axum::extract::{Form, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, RequestExt};
use gridlore_blog::{Post, Shelf, count_links, whole_second};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Nobody writes faster than this, in seconds.
const SOONEST: i64 = 3;

/// A form is good for a day.
const LATEST: i64 = 86_400;

/// Comments that one address may send without waiting; each further one in the same day doubles the wait.
const FREE: i64 = 5;

/// Most characters of a name and of a text.
const LONGEST: (usize, usize) = (60, 10_000);

/// How comments are sorted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Rules {
    /// Whether every comment waits for somebody to look at it; otherwise only those with many links do.
    pub(crate) hold_all: bool,
    /// Comments with more links than this wait.
    pub(crate) links: usize,
    /// Comments that hold one of these are taken for spam.
    pub(crate) words: Vec<String>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { hold_all: true, links: 1, words: Vec::new() }
    }
}

impl Rules {
    pub(crate) fn of(site: &Site) -> Result<Self> {
        let kept = site.store.setting("comment rules")?;
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    pub(crate) fn keep(&self, site: &Site) -> Result<()> {
        Ok(site.store.set("comment rules", &serde_json::to_string(self)?)?)
    }

    fn sort(&self, name: &str, text: &str) -> Sorted {
        let lower = format!("{name}\n{text}").to_lowercase();
        if self.words.iter().any(|word| !word.is_empty() && lower.contains(&word.to_lowercase())) {
            Sorted::Spam
        } else if self.hold_all || count_links(text) > self.links || count_links(name) > 0 {
            Sorted::Held
        } else {
            Sorted::Shown
        }
    }
}

/// The time with a signature that only this site can make.
fn signed(site: &Site, time: i64) -> Result<String> {
    let secret = match site.store.setting("secret")? {
        Some(secret) => secret,
        None => {
            let secret = token()?;
            site.store.set("secret", &secret)?;
            secret
        }
    };
    // Two passes, so that nothing can be added to what was signed.
    let inner = Sha256::digest(format!("{secret} comment {time}").as_bytes());
    let mut outer = Sha256::new();
    outer.update(secret.as_bytes());
    outer.update(inner);
    let mut text = format!("{time}.");
    for byte in &outer.finalize()[..16] {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// How many seconds ago the form was made; `None` when we did not make it.
fn age(site: &Site, stamp: &str, now: Timestamp) -> Result<Option<i64>> {
    let Some(time) = stamp.split('.').next().and_then(|time| time.parse::<i64>().ok()) else {
        return Ok(None);
    };
    Ok((signed(site, time)? == stamp).then(|| now.as_second() - time))
}

#[derive(Deserialize)]
pub(crate) struct Asked {
    /// The comment that is answered.
    to: Option<i64>,
}

/// The form.
pub(crate) async fn form(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path((blog, slug)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Result<Response, Response> {
    ask(&site, move |site| {
        let current = site.current();
        let Some((shelf, post)) = found(&current, &blog, &slug) else {
            return Ok(to(&Address::Blog(blog).to_string()));
        };
        if !post.comments {
            return Ok(closed(site, &visit));
        }
        let answered = answered(site, &blog, &post.slug, asked.to)?;
        let typed =
            Typed { stamp: signed(site, Timestamp::now().as_second())?, to: asked.to, ..Typed::default() };
        Ok(private(
            StatusCode::OK,
            comments::form(&site.look(&visit.base), &shelf.blog, post, answered.as_ref(), &typed, &[]),
        ))
    })
    .await
}

/// The post that is commented on; one that was renamed while somebody wrote is found by its earlier name, so that nothing written is lost.
fn found<'a>(current: &'a Current, blog: &str, slug: &str) -> Option<(&'a Shelf, &'a Post)> {
    let shelf = current.library.shelf(blog)?;
    Some((shelf, shelf.post(slug).or_else(|| shelf.renamed(slug))?))
}

fn closed(site: &Site, visit: &Visit) -> Response {
    told(site, visit, StatusCode::FORBIDDEN, "No comments", "This post takes no comments.")
}

fn answered(site: &Site, blog: &str, slug: &str, id: Option<i64>) -> Result<Option<Comment>> {
    let shown = site.store.shown_comments(blog, slug)?;
    Ok(shown.into_iter().find(|comment| Some(comment.id) == id))
}

/// Takes a comment.
pub(crate) async fn send(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path((blog, slug)): Path<(String, String)>,
    mut request: Request,
) -> Result<Response, Response> {
    // Whoever is signed in needs no second look.
    let member = request.extract_parts_with_state::<Member, _>(&site).await.ok();
    let Form(typed) = request.extract::<Form<Typed>, _>().await.map_err(IntoResponse::into_response)?;
    ask(&site, move |site| take(site, &visit, member.as_ref(), blog, slug, &typed)).await
}

fn take(
    site: &Site,
    visit: &Visit,
    member: Option<&Member>,
    blog: String,
    slug: String,
    typed: &Typed,
) -> Result<Response> {
    let current = site.current();
    let Some((shelf, post)) = found(&current, &blog, &slug) else {
        return Ok(to(&Address::Blog(blog).to_string()));
    };
    let slug = post.slug.clone();
    if !post.comments {
        return Ok(closed(site, visit));
    }
    let now = Timestamp::now();
    let (name, text) = (typed.name.trim(), typed.text.replace("\r\n", "\n"));
    let text = text.trim();
    let mut faults = Vec::new();
    if text.is_empty() {
        faults.push("The comment is empty.".to_owned());
    }
    if name.chars().count() > LONGEST.0 || text.chars().count() > LONGEST.1 {
        faults.push(format!("A name has at most {} characters, a comment {}.", LONGEST.0, LONGEST.1));
    }
    let visitor = visit.address.map(|address| address.to_string()).unwrap_or_default();
    let key = format!("comment {visitor}");
    if member.is_none() {
        if name.is_empty() {
            faults.push("A name is missing; any will do.".to_owned());
        }
        match age(site, &typed.stamp, now)? {
            Some(SOONEST..=LATEST) => {}
            Some(..SOONEST) => {
                faults.push("That was faster than anyone writes. Please send it again.".to_owned())
            }
            _ => faults.push("This form was open for too long. Please send it again.".to_owned()),
        }
        if site.store.wait(&key, now)? > 0 {
            faults
                .push("There were many comments from where you are. Please try again in a while.".to_owned());
        }
    }
    if !faults.is_empty() {
        let answered = answered(site, &blog, &slug, typed.to)?;
        // The old stamp stays while it is good, so that who was too fast need not wait again.
        let kept = age(site, &typed.stamp, now)?.is_some_and(|age| age < LATEST);
        let stamp = if kept { typed.stamp.clone() } else { signed(site, now.as_second())? };
        let again = Typed { stamp, ..typed.clone() };
        let markup =
            comments::form(&site.look(&visit.base), &shelf.blog, post, answered.as_ref(), &again, &faults);
        return Ok(private(StatusCode::UNPROCESSABLE_ENTITY, markup));
    }
    let state = match member {
        Some(_) => Sorted::Shown,
        // A field that no person sees was filled.
        None if !typed.website.is_empty() => Sorted::Spam,
        None => Rules::of(site)?.sort(name, text),
    };
    let comment = Comment {
        id: 0,
        blog,
        slug,
        parent: typed.to,
        name: member.map_or(name, |member| &member.account.display).to_owned(),
        text: text.to_owned(),
        time: whole_second(now),
        state,
        visitor,
        account: member.map(|member| member.account.id),
    };
    let home = Address::Post(comment.blog.clone(), comment.slug.clone());
    let Some(id) = site.store.add_comment(&comment)? else { return Ok(to(&home.to_string())) };
    if member.is_none() {
        site.store.count_failure(&key, FREE, now)?;
    }
    if state == Sorted::Shown {
        site.refresh()?;
        return Ok(to(&format!("{home}#comment-{id}")));
    }
    // Whoever sends spam learns nothing of it.
    Ok(private(StatusCode::OK, comments::thanks(&site.look(&visit.base), &shelf.blog, post)))
}
