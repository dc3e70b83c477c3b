//! The routes that other servers request.

use super::activity::MAX_ACTIVITY_BYTES;
use super::documents::{self, ACTIVITY_TYPE};
use super::inbox;
use super::names::{Names, by_identity};
use crate::address::authority;
use crate::http::visit::Visit;
use crate::http::work::Slots;
use crate::site::Site;
use crate::site::answer::to;
use crate::site::blocking::{SharedSite, run_blocking_in};
use crate::store::federation::Actor;
use anyhow::Result;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::{ACCEPT, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use gridlore_blog::Shelf;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Maximum number of posts listed in the outbox.
const MAX_OUTBOX_POSTS: usize = 20;

/// The cache lifetime of a document.
const CACHED_FOR: HeaderValue = HeaderValue::from_static("public, max-age=180");

/// Returns the routes of documents.
pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/.well-known/webfinger", get(web_finger))
        .route("/.well-known/nodeinfo", get(node_info_links))
        .route("/nodeinfo/2.1", get(node_info))
        .route("/fediverse/{blog}", get(actor))
        .route("/fediverse/{blog}/outbox", get(outbox))
        .route("/fediverse/{blog}/followers", get(followers))
        .route("/fediverse/{blog}/posts/{name}", get(object))
        .route("/fediverse/{blog}/posts/{name}/{number}", get(numbered_object))
}

/// Returns the routes of inboxes. Other servers do not send a browser’s headers; the signature is
/// sufficient.
pub(crate) fn inbox_routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/fediverse/{blog}/inbox", post(receive))
        .layer(DefaultBodyLimit::max(MAX_ACTIVITY_BYTES))
}

/// Returns a response with a JSON document.
fn document(content_type: &'static str, document: &Value) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (CACHE_CONTROL, CACHED_FOR),
        (ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
        (VARY, HeaderValue::from_static("accept")),
    ];
    (headers, document.to_string()).into_response()
}

/// Returns the response for a blog or post that does not exist, or a blog that cannot be followed.
fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "not found\n").into_response()
}

/// Runs `answer` with a blog that can be followed.
async fn with_blog(
    site: &Arc<Site>,
    blog: String,
    answer: impl FnOnce(&Site, &Names, &Shelf, &Actor) -> Result<Response> + Send + 'static,
) -> Result<Response, Response> {
    with_blog_in(site, &site.work.general, blog, answer).await
}

/// Like [`with_blog`], but runs `answer` in these slots.
async fn with_blog_in(
    site: &Arc<Site>,
    slots: &Slots,
    blog: String,
    answer: impl FnOnce(&Site, &Names, &Shelf, &Actor) -> Result<Response> + Send + 'static,
) -> Result<Response, Response> {
    run_blocking_in(site, slots, move |site| {
        let Some(base) = site.config.address.as_deref() else { return Ok(not_found()) };
        let Some(own) = site.store.actor(&blog)?.filter(|own| own.is_active) else { return Ok(not_found()) };
        let current = site.current();
        let Some(shelf) = current.library.shelf(&blog) else { return Ok(not_found()) };
        answer(site, &Names::new(site, base, &blog), shelf, &own)
    })
    .await
}

#[derive(Deserialize)]
struct Resource {
    #[serde(default)]
    resource: String,
}

/// Finds the actor with a name such as `acct:puzzles@site.example`.
async fn web_finger(State(site): SharedSite, Query(query): Query<Resource>) -> Result<Response, Response> {
    let Some(base) = site.config.address.clone() else { return Ok(not_found()) };
    let blog = match query.resource.strip_prefix("acct:") {
        Some(account) => {
            let (blog, host) = account.trim_start_matches('@').split_once('@').unwrap_or_default();
            host.eq_ignore_ascii_case(authority(&base)).then(|| blog.to_ascii_lowercase())
        }
        None => {
            let path = query.resource.strip_prefix(&base).unwrap_or_default();
            let name = path.strip_prefix("/fediverse/").or_else(|| path.strip_prefix("/blogs/"));
            name.map(|name| crate::address::decoded(name).into_owned())
        }
    };
    let Some(blog) = blog else { return Ok(not_found()) };
    with_blog(&site, blog, |_, names, shelf, _| {
        Ok(document("application/jrd+json", &documents::web_finger(names, &shelf.blog.id)))
    })
    .await
}

async fn node_info_links(State(site): SharedSite) -> Response {
    match site.config.address.as_deref() {
        Some(base) => document("application/json", &documents::node_info_links(base)),
        None => not_found(),
    }
}

async fn node_info(State(site): SharedSite) -> Response {
    let current = site.current();
    let shelves = current.library.shelves();
    let posts = shelves.iter().map(|shelf| shelf.posts.iter().count()).sum();
    let info = documents::node_info(current.title(), shelves.len(), posts);
    document("application/json; profile=\"http://nodeinfo.diaspora.software/ns/schema/2.1#\"", &info)
}

/// Returns whether a request comes from a browser, which gets the page instead.
fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.contains("text/html") && !accepted.contains("json")
}

async fn actor(
    State(site): SharedSite,
    Path(blog): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let wants_page = wants_page(&headers);
    with_blog(&site, blog, move |_, names, shelf, own| {
        if wants_page {
            return Ok(to(&names.page()));
        }
        Ok(document(ACTIVITY_TYPE, &documents::actor(names, &shelf.blog, &own.key)?))
    })
    .await
}

async fn outbox(State(site): SharedSite, Path(blog): Path<String>) -> Result<Response, Response> {
    with_blog(&site, blog, |site, names, shelf, _| {
        let announced = site.store.announced(&shelf.blog.id)?;
        let created = |(identity, post): &(String, &Arc<gridlore_blog::Entry>)| {
            let published = post.published.unwrap_or_default();
            let number = announced.get(identity).map_or(0, |announced| announced.number);
            let object = json!(names.object(identity, number));
            let mut activity = documents::activity(names, "Create", &object, identity, published);
            activity.as_object_mut().map(|fields| fields.remove("@context"));
            activity
        };
        let posts: Vec<_> = shelf.identities().into_iter().filter(|(_, post)| !post.page).collect();
        let items = posts.iter().take(MAX_OUTBOX_POSTS).map(created).collect();
        Ok(document(ACTIVITY_TYPE, &documents::collection(&names.outbox(), posts.len(), Some(items))))
    })
    .await
}

/// Returns the number of followers. Their identities are not public.
async fn followers(State(site): SharedSite, Path(blog): Path<String>) -> Result<Response, Response> {
    with_blog(&site, blog, |site, names, shelf, _| {
        let count = site.store.count_followers(&shelf.blog.id)?;
        Ok(document(ACTIVITY_TYPE, &documents::collection(&names.followers(), count, None)))
    })
    .await
}

async fn object(
    State(site): SharedSite,
    Path((blog, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Response> {
    post_document(&site, blog, name, 0, wants_page(&headers)).await
}

async fn numbered_object(
    State(site): SharedSite,
    Path((blog, name, number)): Path<(String, String, u32)>,
    headers: HeaderMap,
) -> Result<Response, Response> {
    post_document(&site, blog, name, number, wants_page(&headers)).await
}

/// Returns the document of the post with this identity and number, or a redirect to its page.
async fn post_document(
    site: &Arc<Site>,
    blog: String,
    name: String,
    number: u32,
    wants_page: bool,
) -> Result<Response, Response> {
    // Rendering a post takes as long as its page.
    with_blog_in(site, &site.work.pages, blog, move |site, names, shelf, _| {
        let current = site.store.announced_number(&shelf.blog.id, &name)?;
        if number < current {
            return Ok((StatusCode::GONE, "deleted\n").into_response());
        }
        let found = by_identity(shelf, &name).filter(|_| number == current);
        let Some((identity, post)) = found else { return Ok(not_found()) };
        if wants_page {
            return Ok(to(&names.post_page(&post.slug)));
        }
        let article = documents::article(site, names, &shelf.blog, post, (&identity, number));
        Ok(document(ACTIVITY_TYPE, &documents::with_context(article)))
    })
    .await
}

/// Receives an activity.
async fn receive(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path(blog): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Response> {
    with_blog(&site, blog, move |site, names, shelf, _| {
        let target = uri.path_and_query().map_or("/", |target| target.as_str());
        let network = visit.caller().around().to_string();
        let request = inbox::Request { target, headers: &headers, body: &body, network: &network };
        let (status, text) = inbox::answer(site, names, &shelf.blog.id, &request, Timestamp::now())?;
        Ok((status, text).into_response())
    })
    .await
}
