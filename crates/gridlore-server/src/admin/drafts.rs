//! Pages of drafts and scheduled posts, for their writers and for readers with a secret link.

use super::posts::editable_post;
use crate::address::Address;
use crate::content::thread::Thread;
use crate::http::visit::Visit;
use crate::pages;
use crate::pages::editor::{DRAFT_DAYS, draft_notice};
use crate::public;
use crate::site::Site;
use crate::site::answer::{private, to};
use crate::site::blocking::{SharedSite, run_blocking_in};
use crate::site::member::Member;
use crate::site::seal::{opened, sealed};
use crate::store::Saved;
use anyhow::Result;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use gridlore_blog::{Entry, Post, Status, Target};
use jiff::Timestamp;
use std::sync::Arc;

/// The purpose of the seals in secret links.
const PURPOSE: &str = "draft";

/// Shows an unpublished post to its writers, with a new secret link.
pub(crate) async fn show(
    State(site): SharedSite,
    member: Member,
    Path((blog, slug)): Path<(String, String)>,
) -> Result<Response, Response> {
    run_blocking_in(&site, &site.work.pages, move |site| {
        let saved = match editable_post(site, &member, &blog, &slug)? {
            Ok(saved) => saved,
            Err(answer) => return Ok(answer),
        };
        // The seal does not contain the slug, which another post can have later.
        let seal = sealed(site, PURPOSE, &saved.identity, Timestamp::now())?;
        let link = format!("{}/draft/{seal}", member.visit.base);
        page(site, &member.visit, &saved, Some(&link))
    })
    .await
}

/// Shows an unpublished post to a reader with a secret link, even if the post has been renamed.
/// Redirects to the post's page once it is public.
pub(crate) async fn read(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path(link): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Response> {
    run_blocking_in(&site, &site.work.pages, move |site| {
        let days = |age: i64| age / 86_400;
        let valid = opened(site, PURPOSE, &link)?.filter(|(_, age)| days(*age) < DRAFT_DAYS);
        let saved = match valid {
            Some((identity, _)) => site.store.post_by_identity(&identity)?,
            None => None,
        };
        match saved {
            Some(saved) => page(site, &visit, &saved, None),
            None => Ok(public::not_found(site, &visit.base, false).answer(&headers)),
        }
    })
    .await
}

/// Returns the page of a post as readers will see it, below a notice, or a redirect if it is
/// public.
fn page(site: &Site, visit: &Visit, saved: &Saved, link: Option<&str>) -> Result<Response> {
    let Saved { blog, post, .. } = saved;
    if post.status(Timestamp::now()) == Status::Published {
        return Ok(to(&Address::Post(blog.clone(), post.slug.clone()).to_string()));
    }
    let current = site.current();
    let Some(shelf) = current.library.shelf(blog) else { return Ok(to("/admin")) };
    // Nobody can comment on an unpublished post.
    let entry = Entry::new(Arc::new(Post { comments: false, ..post.clone() }));
    let body = site.renderer.render(&post.markdown, post.form(Target::Page));
    let look = site.look(&visit.base);
    let notice = draft_notice(&look, post, &format!("/admin/posts/{blog}/{}", post.slug), link);
    let thread = Thread::read(&site.store, blog, &post.slug, 1)?;
    let mut response =
        private(StatusCode::OK, pages::post_with(&look, shelf, &entry, &body, &thread, &notice));
    let robots = HeaderName::from_static("x-robots-tag");
    response.headers_mut().insert(robots, HeaderValue::from_static("noindex"));
    Ok(response)
}
