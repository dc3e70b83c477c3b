//! The router, which maps addresses to handlers.

use crate::address::Address;
use crate::domains::Route;
use crate::http::access_log::AccessLog;
use crate::http::connections::{Crowd, Placed};
use crate::http::memory::incoming::Incoming;
use crate::http::memory::load::Fixed;
use crate::http::memory::outgoing::Outgoing;
use crate::http::page::{NOWHERE, Page, takes_gz};
use crate::http::rate::Rate;
use crate::http::sent_file::SentFile;
use crate::http::visit::{Gate, Visit, asked_host};
use crate::http::{safety, work};
use crate::pages;
use crate::public::comments;
use crate::public::mention;
use crate::public::single_flight;
use crate::public::subscribe;
use crate::site::answer::{busy, explain};
use crate::site::blocking::{SharedSite, run_blocking, run_blocking_in};
use crate::site::{Current, Site};
use crate::{admin, federation, public};
use anyhow::{Context, Result};
use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, LOCATION, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router, middleware};
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::timeout::TimeoutLayer;

/// How long the result of a health check is valid.
const PROBED_FOR: Duration = Duration::from_secs(5);

/// Number of posts on a page of search results.
const RESULTS_PER_PAGE: u32 = 40;

/// Maximum number of pages of search results.
const MAX_RESULT_PAGES: u32 = 25;

pub(crate) fn router(site: Arc<Site>, log: Arc<AccessLog>) -> Result<Router> {
    let config = &site.config;
    let gate = Gate { address: config.address.as_deref().map(Arc::from), proxies: config.proxies() };
    let rate = Rate::new(config.requests_per_second);
    let patience = Duration::from_secs(config.request_timeout.max(1));
    // Unsafe requests must come from the site's own pages.
    let mut own = CsrfLayer::new();
    if let Some(address) = &config.address {
        own = own.add_trusted_origin(address).context("the address in the configuration")?;
    }
    let forwarded = Crowd::new(config.connections, config.connections_per_visitor, Vec::new());
    let outgoing = Outgoing::default();
    let entrance = Entrance { gate, log, rate, outgoing, forwarded, site: Arc::clone(&site) };
    // These routes are outside that layer, because mail programs and other servers do not send a
    // browser’s headers.
    let foreign = subscribe::leaving_routes()
        .merge(mention::routes())
        .merge(federation::routes::inbox_routes())
        .layer(middleware::from_fn_with_state(Arc::new((Incoming::default(), Arc::clone(&site))), count_body))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, patience))
        .with_state(Arc::clone(&site));
    let router = Router::new()
        .merge(admin::routes())
        .route("/uploads/{name}", get(admin::uploads::show))
        .merge(comments::routes())
        .merge(subscribe::routes())
        .merge(federation::routes::routes())
        .route("/search", get(search))
        .route("/blogs/{blog}/files/{*path}", get(file))
        .route("/assets/{name}", get(asset))
        .route("/healthz", get(healthy))
        .fallback(public_page)
        .layer(middleware::from_fn_with_state(Arc::new((Incoming::default(), Arc::clone(&site))), count_body))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, patience))
        .merge(admin::slow_routes(config.upload_bytes, patience))
        .with_state(site)
        .layer(own)
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&entrance.site), explain))
        .merge(foreign.layer(CatchPanicLayer::new()));
    // This is an outer router, because the entrance rewrites paths before they are routed.
    let entered = middleware::from_fn_with_state(Arc::new(entrance), enter);
    Ok(Router::new().fallback_service(router).layer(entered))
}

/// The state of the outermost layer, through which every request passes.
struct Entrance {
    gate: Gate,
    log: Arc<AccessLog>,
    rate: Rate,
    outgoing: Outgoing,
    /// Requests from visitors behind trusted proxies, limited like direct connections.
    forwarded: Arc<Crowd>,
    site: Arc<Site>,
}

/// Identifies the caller, refuses callers over the rate limit, adds the common headers and logs the
/// request. One layer does all of this, because each layer costs an allocation and two indirect
/// calls.
async fn enter(State(entrance): State<Arc<Entrance>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let mut visit = entrance.gate.visit(peer, request.headers(), request.uri());
    let uri = request.uri().clone();
    let elsewhere = routed(&entrance.site, &mut request, &mut visit);
    let hit = entrance.log.hit(&request, &visit);
    let refusal = entrance.rate.refusal(&visit);
    let refusal = refusal.or_else(|| elsewhere.map(|page| page.answer(request.headers())));
    let mut response = match refusal {
        Some(refusal) => refusal,
        None => match visit.address.filter(|_| visit.is_forwarded).map(|at| entrance.forwarded.enter(at)) {
            Some(None) => busy(&entrance.site),
            place => {
                let caller = visit.caller();
                let place = place.flatten();
                let response = match cached_page(&entrance.site, &visit, &request) {
                    Some(response) => Some(response),
                    None => {
                        request.extensions_mut().insert(visit);
                        let responding = work::asked_by(caller, next.run(request));
                        match &place {
                            None => Some(responding.await),
                            Some(place) => tokio::select! {
                                response = responding => Some(response),
                                () = place.taken() => None,
                            },
                        }
                    }
                };
                let response = response.and_then(|response| entrance.outgoing.counted(caller, response));
                let response = response.unwrap_or_else(|| busy(&entrance.site));
                match place {
                    Some(place) => Placed::answer(response, place),
                    None => response,
                }
            }
        },
    };
    if let Some(location) = response.headers().get(LOCATION).and_then(|value| value.to_str().ok())
        && let Some(location) = entrance.site.current().domains.place(location)
        && let Ok(location) = HeaderValue::try_from(location)
    {
        response.headers_mut().insert(LOCATION, location);
    }
    safety::hide_tokens(&uri, response.headers_mut());
    safety::add_headers(response.headers_mut());
    entrance.log.answered(&hit, &response);
    response
}

/// Rewrites the path of a request at a blog’s domain to the path on the site. Returns a redirect if
/// the page has another address.
fn routed(site: &Site, request: &mut Request, visit: &mut Visit) -> Option<Page> {
    let current = site.current();
    let (uri, method) = (request.uri(), request.method());
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let is_read = method == Method::GET || method == Method::HEAD;
    let has_post = |blog: &str, slug: &str| {
        let shelf = current.library.shelf(blog);
        shelf.is_some_and(|shelf| shelf.post(slug).or_else(|| shelf.renamed(slug)).is_some())
    };
    let host = asked_host(request.headers(), uri).unwrap_or_default();
    match current.domains.route(host, path, is_read, has_post)? {
        Route::Redirect(address) => Some(Page::elsewhere(true, &address)),
        Route::At(path) => {
            let mut parts = uri.clone().into_parts();
            parts.path_and_query = path.try_into().ok();
            if let Ok(new) = Uri::from_parts(parts) {
                visit.asked = Some(std::mem::replace(request.uri_mut(), new));
            }
            None
        }
    }
}

/// Counts the body of a request towards its sender’s share of memory until the request is answered.
/// If the share is used up, the response is “busy”.
async fn count_body(
    State(shared): State<Arc<(Incoming, Arc<Site>)>>,
    request: Request,
    next: Next,
) -> Response {
    if request.method() == Method::GET || request.method() == Method::HEAD {
        return next.run(request).await;
    }
    let (incoming, site) = &*shared;
    let (request, tally) = incoming.counted(work::caller(), request);
    let response = next.run(request).await;
    if tally.is_over() { busy(site) } else { response }
}

/// Returns the response to a request for a cached public page. It skips the layers of the router,
/// which cost as much as the rest of the response.
fn cached_page(site: &Site, visit: &Visit, request: &Request) -> Option<Response> {
    let uri = request.uri();
    if request.method() != Method::GET || is_front_of_elsewhere(visit, uri) {
        return None;
    }
    let address = Address::parse(uri.path())?;
    let current = site.current();
    if !public::has_cheap_stamp(&current, &address) {
        return None;
    }
    let stamp = public::stamp(&current, &address);
    let page = single_flight::cached(site, &(address, stamp), &visit.base)?;
    (page.status() == StatusCode::OK).then(|| page.answer(request.headers()))
}

/// Returns whether a request is for the front page with a query. Some blog programs address posts
/// in this way.
fn is_front_of_elsewhere(visit: &Visit, uri: &Uri) -> bool {
    let asked = visit.asked.as_ref().unwrap_or(uri);
    asked.path() == "/" && asked.query().is_some()
}

/// Serves a page that depends only on the library, from the cache if possible.
async fn public_page(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Response> {
    if method != Method::GET && method != Method::HEAD {
        return Ok(StatusCode::METHOD_NOT_ALLOWED.into_response());
    }
    let path = uri.path();
    let address = Address::parse(path);
    // The post may have had this address before it was imported.
    if is_front_of_elsewhere(&visit, &uri)
        && let Some(new) = redirected(&site, &visit, &uri).await?
    {
        return Ok(Page::elsewhere(true, &new).answer(&headers));
    }
    let Some(address) = address else {
        let is_slashed = path.strip_suffix('/').is_some_and(|shorter| Address::parse(shorter).is_some());
        if !is_slashed && let Some(new) = redirected(&site, &visit, &uri).await? {
            return Ok(Page::elsewhere(true, &new).answer(&headers));
        }
        let page = match path.strip_suffix('/').filter(|shorter| Address::parse(shorter).is_some()) {
            Some(shorter) => Page::elsewhere(true, shorter),
            None => public::not_found_near(&site, &visit.base, path),
        };
        return Ok(page.answer(&headers));
    };
    let current = site.current();
    let stamp = if public::has_cheap_stamp(&current, &address) {
        public::stamp(&current, &address)
    } else {
        let (current, address) = (Arc::clone(&current), address.clone());
        run_blocking(&site, move |_| Ok(public::stamp(&current, &address))).await?
    };
    let build = |site: &Site, current: &Current, address: &Address| {
        let base = site.config.address.as_deref().unwrap_or(NOWHERE);
        public::page(site, current, address, base)
    };
    let wanted = single_flight::Wanted { current, key: (address, stamp) };
    let page = single_flight::page(&site, wanted, &visit.base, build).await?;
    if page.status() == StatusCode::NOT_FOUND
        && let Some(new) = redirected(&site, &visit, &uri).await?
    {
        return Ok(Page::elsewhere(true, &new).answer(&headers));
    }
    Ok(page.answer(&headers))
}

/// Returns the new address of a post that had this address before it was imported.
async fn redirected(site: &Arc<Site>, visit: &Visit, uri: &Uri) -> Result<Option<String>, Response> {
    // At a blog's domain, the path has been rewritten to begin with the id of the blog.
    let blog = visit.asked.as_ref().and_then(|_| uri.path().strip_prefix("/blogs/")?.split('/').next());
    let (blog, uri) = (blog.map(str::to_owned), visit.asked.as_ref().unwrap_or(uri).clone());
    let find = move |site: &Arc<Site>| {
        let new = public::redirects::new_address(&site.store, blog.as_deref(), uri.path(), uri.query())?;
        let current = site.current();
        // Does not redirect to a post that is no longer public.
        let exists = |path: &String| match Address::parse(path) {
            Some(Address::Post(blog, slug)) => current
                .library
                .shelf(&blog)
                .is_some_and(|shelf| shelf.post(&slug).or_else(|| shelf.renamed(&slug)).is_some()),
            _ => true,
        };
        Ok(new.filter(exists))
    };
    run_blocking(site, find).await
}

/// The query of a search.
#[derive(Deserialize)]
struct Words {
    #[serde(default)]
    q: String,
    #[serde(default)]
    page: String,
}

async fn search(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(query): Query<Words>,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let page = run_blocking_in(&site, &site.work.searches, move |site| {
        let words: String = query.q.chars().take(200).collect();
        let number = query.page.parse().unwrap_or(1).clamp(1, MAX_RESULT_PAGES);
        let skipped = (number - 1) * RESULTS_PER_PAGE;
        // Requests one more result than the page shows, to find out whether there is a next page.
        let Some(mut hits) = site.index.search(&words, skipped, RESULTS_PER_PAGE + 1)? else {
            let text = "This search took too long. Try fewer or longer words.";
            let markup = pages::message(&site.look(&visit.base), "Search timed out", text);
            return Ok(Page::html(StatusCode::SERVICE_UNAVAILABLE, markup.0));
        };
        let has_more = hits.len() > RESULTS_PER_PAGE as usize && number < MAX_RESULT_PAGES;
        hits.truncate(RESULTS_PER_PAGE as usize);
        let current = site.current();
        let found: Vec<_> = hits
            .into_iter()
            .filter_map(|hit| {
                let shelf = current.library.shelf(&hit.blog)?;
                Some((&shelf.blog, shelf.post(&hit.slug)?, hit.excerpt))
            })
            .collect();
        let look = site.public_look(&visit.base);
        Ok(Page::html(StatusCode::OK, pages::search(&look, &words, &found, number, has_more).0))
    })
    .await?;
    Ok(page.answer(&headers))
}

/// Serves a file of a blog’s folder: pictures, sound, video and PDF inline, everything else as a
/// download.
async fn file(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path((blog, path)): Path<(String, String)>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let found = run_blocking(&site, move |site| {
        let current = site.current();
        let is_public = current.library.shelf(&blog).is_some() && !is_source(&path);
        let file = current.tree.file(&blog, &path).filter(|_| is_public);
        Ok(file.and_then(SentFile::open))
    })
    .await?;
    let Some(file) = found else { return Ok(public::not_found(&site, &visit.base, false).answer(&headers)) };
    Ok(match file.file_type {
        Some(kind) => file.answer((&method, &headers), kind, "public, max-age=300"),
        None => {
            let fixed = [
                (CONTENT_TYPE, "application/octet-stream"),
                (CONTENT_DISPOSITION, "attachment"),
                (CACHE_CONTROL, "no-cache"),
            ];
            (fixed, file).into_response()
        }
    })
}

/// Returns whether a file of a blog’s folder is not for readers: posts, some of which may be
/// drafts, and the settings and comments of an exported blog, some of which may be held for
/// moderation. Copies that editors make are not for readers either, such as `a.md~`, `a.md.bak` and
/// `#a.md#`.
fn is_source(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let is_copy =
        ["~", ".bak", ".orig", ".old", ".save", ".tmp", ".swp"].iter().any(|end| name.ends_with(end));
    let contains = |word: &str| {
        let mut found = name.match_indices(word);
        found.any(|(at, _)| !name[at + word.len()..].starts_with(|next: char| next.is_ascii_alphanumeric()))
    };
    let words = [".md", ".markdown", ".mdown", ".mkd", ".mdx", "blog.toml", "comments.jsonl"];
    is_copy || name.starts_with(['#', '.']) || words.into_iter().any(contains)
}

async fn asset(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(asset) = site.assets.get(&name) else {
        return public::not_found(&site, &visit.base, false).answer(&headers);
    };
    let fixed = [
        (CONTENT_TYPE, asset.content_type),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (VARY, "accept-encoding"),
    ];
    if takes_gz(&headers) {
        (Extension(Fixed), fixed, [(CONTENT_ENCODING, "gzip")], asset.gz()).into_response()
    } else {
        (Extension(Fixed), fixed, asset.body.clone()).into_response()
    }
}

/// Reports whether the database can be read and written. The database is tested at most every few
/// seconds, even with more frequent requests.
#[expect(clippy::disallowed_methods, reason = "the server reads the clock")]
async fn healthy(State(site): SharedSite) -> Response {
    let known = *site.health.lock().unwrap_or_else(PoisonError::into_inner);
    let is_well = match known {
        Some((is_well, until)) if Instant::now() < until && !(is_well && site.store.is_stuck()) => is_well,
        _ => {
            let is_well = run_blocking(&site, |site| Ok(site.store.probe()?)).await.is_ok();
            let until = Instant::now() + PROBED_FOR;
            *site.health.lock().unwrap_or_else(PoisonError::into_inner) = Some((is_well, until));
            is_well
        }
    };
    if is_well {
        "ok\n".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database cannot be read or written\n").into_response()
    }
}
