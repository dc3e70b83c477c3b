//! Readers' comments: the form, its traps for spam bots, and the rules that sort comments.
//!
//! The form is a separate page, generated for each reader, so that the post's page can be cached.
//! It contains a stamp: the time at which it was created, signed for this post and this network,
//! and valid once. A comment whose stamp is missing, too young or too old was not written by a
//! person.

use crate::address::Address;
use crate::content::comment_rules::{Rules, without_directions};
use crate::content::thread::Thread;
use crate::http::visit::Visit;
use crate::pages::comments::{self, Form as Typed};
use crate::pages::{Look, message};
use crate::secret::token::token_hash;
use crate::site::answer::{DISK, private, to};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::member::Member;
use crate::site::seal::{opened, sealed};
use crate::site::{Current, Site};
use crate::store::{Added, Comment, Guard, Role, State as Sorted, StoreError, Throttle};
use anyhow::Result;
use axum::extract::{DefaultBodyLimit, Form, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, RequestExt, Router};
use gridlore_blog::{Post, Shelf, whole_second};
use jiff::Timestamp;
use serde::Deserialize;
use std::sync::Arc;

/// Minimum age of a form in seconds; nobody writes a comment faster.
pub(crate) const MIN_FORM_AGE: i64 = 3;

/// Maximum age of a form in seconds: one day.
pub(crate) const MAX_FORM_AGE: i64 = 86_400;

/// Maximum length in characters of a name and of a comment.
pub(crate) const MAX_LENGTHS: (usize, usize) = (60, 10_000);

/// Maximum size in bytes of a comment's form. A character has up to four bytes, each of which a
/// browser may encode as three.
pub(crate) const MAX_COMMENT_FORM_BYTES: usize = 12 * (MAX_LENGTHS.0 + MAX_LENGTHS.1) + (4 << 10);

/// Returns the purpose of a stamp, which is the form of one post for one visitor. Stamps stay valid
/// when the post is renamed, but not for a later post with the same slug. A post in a file is known
/// by its first slug only.
fn purpose(site: &Site, current: &Current, shelf: &Shelf, post: &Post, visit: &Visit) -> Result<String> {
    let post = site.permanent_name(current, shelf, post)?;
    Ok(format!("comment {}/{post} {}", shelf.blog.id, visit.caller()))
}

/// Returns the age of a stamp in seconds, or `None` if this site did not create it for this
/// purpose.
fn age(site: &Site, purpose: &str, stamp: &str) -> Result<Option<i64>> {
    Ok(opened(site, purpose, stamp)?.map(|(_, age)| age))
}

/// The query of the comment form.
#[derive(Deserialize)]
pub(crate) struct FormQuery {
    /// The comment to reply to.
    to: Option<i64>,
}

/// Returns the routes of the comment form.
pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/blogs/{blog}/{slug}/comment", get(form).post(send))
        .layer(DefaultBodyLimit::max(MAX_COMMENT_FORM_BYTES))
}

/// Shows the comment form.
async fn form(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path((blog, slug)): Path<(String, String)>,
    Query(query): Query<FormQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let current = site.current();
        let Some((shelf, post)) = post_by_slug(&current, &blog, &slug) else {
            return Ok(to(&Address::Blog(blog).to_string()));
        };
        if !post.comments {
            return Ok(closed(&site.blog_look(&visit.base, &shelf.blog)));
        }
        let answered = answered(site, &blog, &post.slug, query.to)?;
        let stamp = sealed(site, &purpose(site, &current, shelf, post, &visit)?, "", Timestamp::now())?;
        let typed = Typed { stamp, to: query.to, ..Typed::default() };
        Ok(private(
            StatusCode::OK,
            comments::form(
                &site.blog_look(&visit.base, &shelf.blog),
                shelf,
                post,
                answered.as_ref(),
                &typed,
                &[],
            ),
        ))
    })
    .await
}

/// Returns the post to comment on. If the post was renamed while a reader was writing, its earlier
/// slug still finds it, so that no comment is lost.
fn post_by_slug<'a>(current: &'a Current, blog: &str, slug: &str) -> Option<(&'a Shelf, &'a Post)> {
    let shelf = current.library.shelf(blog)?;
    Some((shelf, shelf.post(slug).or_else(|| shelf.renamed(slug))?))
}

fn closed(look: &Look<'_>) -> Response {
    let markup = message(look, &look.text("comments-closed"), &look.text("comments-closed-text"));
    private(StatusCode::FORBIDDEN, markup)
}

fn answered(site: &Site, blog: &str, slug: &str, id: Option<i64>) -> Result<Option<Comment>> {
    Ok(id.map(|id| site.store.shown_comment(blog, slug, id)).transpose()?.flatten())
}

/// Receives a comment.
async fn send(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path((blog, slug)): Path<(String, String)>,
    mut request: Request,
) -> Result<Response, Response> {
    // Comments by signed-in writers are not moderated.
    let member = request.extract_parts_with_state::<Member, _>(&site).await.ok();
    let Form(typed) = request.extract::<Form<Typed>, _>().await.map_err(IntoResponse::into_response)?;
    run_blocking(&site, move |site| take(site, &visit, member.as_ref(), blog, slug, &typed)).await
}

fn take(
    site: &Site,
    visit: &Visit,
    member: Option<&Member>,
    blog: String,
    slug: String,
    typed: &Typed,
) -> Result<Response> {
    let mut current = site.current();
    let host_in = |current: &Current| match post_by_slug(current, &blog, &slug) {
        Some((_, post)) => site.host(current, &blog, &post.slug),
        None => Ok(None),
    };
    let mut host = host_in(&current)?;
    if host.is_none() {
        // The post may have been renamed a moment ago.
        site.refresh()?;
        current = site.current();
        host = host_in(&current)?;
    }
    let no_post = || {
        let shelf = current.library.shelf(&blog).map(Arc::as_ref);
        let look = match shelf {
            Some(shelf) => site.blog_look(&visit.base, &shelf.blog),
            None => site.public_look(&visit.base),
        };
        let texts = (look.text("not-found"), look.text("comment-no-post"));
        let markup = comments::refused(&look, shelf, (&texts.0, &texts.1), typed);
        Ok(private(StatusCode::NOT_FOUND, markup))
    };
    let (Some(host), Some((shelf, post))) = (host, post_by_slug(&current, &blog, &slug)) else {
        return no_post();
    };
    let slug = post.slug.clone();
    let look = site.blog_look(&visit.base, &shelf.blog);
    if !post.comments {
        let texts = (look.text("comments-closed"), look.text("comments-closed-text"));
        let markup = comments::refused(&look, Some(shelf), (&texts.0, &texts.1), typed);
        return Ok(private(StatusCode::FORBIDDEN, markup));
    }
    let now = Timestamp::now();
    let (name, text) = (without_directions(&typed.name), typed.text.replace("\r\n", "\n"));
    let (name, text) = (name.trim(), text.trim());
    let mut faults = Vec::new();
    if text.is_empty() {
        faults.push(look.text("fault-empty"));
    }
    if name.chars().count() > MAX_LENGTHS.0 || text.chars().count() > MAX_LENGTHS.1 {
        let lengths = [("name", MAX_LENGTHS.0.into()), ("comment", MAX_LENGTHS.1.into())];
        faults.push(look.text_with("fault-length", &lengths));
    }
    let purpose = purpose(site, &current, shelf, post, visit)?;
    let age = age(site, &purpose, &typed.stamp)?;
    // A writer’s program can send comments without a form.
    let is_form = member.is_none() || !typed.stamp.is_empty();
    if member.is_none() && name.is_empty() {
        faults.push(look.text("fault-name"));
    }
    match age {
        _ if !is_form => {}
        Some(MIN_FORM_AGE..=MAX_FORM_AGE) => {}
        Some(0..MIN_FORM_AGE) => {
            if member.is_none() {
                faults.push(look.text("fault-quick"));
            }
        }
        _ => faults.push(look.text("fault-expired")),
    }
    // Shows the form again with the reader's input.
    let again = |status, faults: &[String], keeps_stamp: bool| -> Result<Response> {
        let answered = answered(site, &blog, &slug, typed.to)?;
        let stamp = if keeps_stamp { typed.stamp.clone() } else { sealed(site, &purpose, "", now)? };
        let typed = Typed { stamp, ..typed.clone() };
        let markup = comments::form(&look, shelf, post, answered.as_ref(), &typed, faults);
        Ok(private(status, markup))
    };
    if !faults.is_empty() {
        // Keeps a stamp that is still valid, so that fast writers do not have to wait again.
        return again(
            StatusCode::UNPROCESSABLE_ENTITY,
            &faults,
            age.is_some_and(|age| (0..MAX_FORM_AGE).contains(&age)),
        );
    }
    let state = match member {
        Some(_) => Sorted::Shown,
        // The honeypot field, which people cannot see, is filled in.
        None if !typed.website.is_empty() => Sorted::Spam,
        None => Rules::read(&site.store)?.sort(name, text),
    };
    let comment = Comment {
        id: 0,
        blog: blog.clone(),
        slug: slug.clone(),
        parent: typed.to,
        name: member.map_or(name, |member| &member.account.display).to_owned(),
        text: text.to_owned(),
        time: whole_second(now),
        state,
        visitor: visit.address.map(|address| address.to_string()).unwrap_or_default(),
        account: member.map(|member| member.account.id),
    };
    let (key, stamp) = (format!("comment {}", visit.caller()), token_hash(&typed.stamp));
    let around = format!("comment around {}", visit.caller().around());
    let guard = Guard { stamp: &stamp, key: &key, around: &around, is_limited: member.is_none() };
    let guard = is_form.then_some(guard);
    let store = member.map_or(&site.store, |member| &member.store);
    let too_many = |wait: i64| {
        let fault = look.text_with("fault-too-many", &[("wait", look.wait(wait).into())]);
        again(StatusCode::TOO_MANY_REQUESTS, &[fault], true)
    };
    let full = |error: &StoreError| {
        tracing::error!("{error}");
        again(StatusCode::INSUFFICIENT_STORAGE, &[DISK.to_owned()], true)
    };
    if let Some(author) = member.filter(|member| !member.is(Role::Editor)) {
        let key = format!("comments of {}", author.account.id);
        match store.attempt(&[(&key, Throttle::AUTHOR_COMMENTS)], now) {
            Ok(Ok(())) => {}
            Ok(Err(wait)) => return too_many(wait),
            Err(error) if error.is_disk_error() => return full(&error),
            Err(error) => return Err(error.into()),
        }
    }
    let id = match store.add_comment(&comment, &host, guard.as_ref(), now) {
        Ok(Added::As(id)) => id,
        Ok(Added::Unanswerable) => {
            let fault = look.text("fault-unanswerable");
            let alone = Typed { to: None, stamp: sealed(site, &purpose, "", now)?, ..typed.clone() };
            let markup = comments::form(&look, shelf, post, None, &alone, &[fault]);
            return Ok(private(StatusCode::CONFLICT, markup));
        }
        Ok(Added::Gone) => return no_post(),
        Ok(Added::SentBefore) => {
            return again(StatusCode::CONFLICT, &[look.text("fault-sent-before")], false);
        }
        Ok(Added::TooMany(wait)) => return too_many(wait),
        Err(error) if error.is_disk_error() => return full(&error),
        Err(error) => return Err(error.into()),
    };
    if state == Sorted::Shown {
        site.refresh()?;
        // The post may have been renamed meanwhile.
        let slug = site.store.comments_by_id(&[id])?.pop().map_or(slug, |comment| comment.slug);
        let home = match Thread::page_of(&site.store, &blog, &slug, id)? {
            1 => Address::Post(blog, slug),
            page => Address::Comments(blog, slug, page),
        };
        return Ok(to(&format!("{home}#comment-{id}")));
    }
    // Spammers get the same response, so that they learn nothing.
    Ok(private(StatusCode::OK, comments::thanks(&look, shelf, post)))
}
