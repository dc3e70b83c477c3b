//! Which address shows what.

use crate::access_log::{self, AccessLog};
use crate::address::Address;
use crate::page::{Page, takes_gz};
use crate::pages;
use crate::rate::{self, Rate};
use crate::site::Site;
use crate::visit::{self, Gate, Visit};
use crate::{admin, comments, public, safety};
use anyhow::{Context, Result};
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router, middleware};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::timeout::TimeoutLayer;

pub(crate) type SharedSite = State<Arc<Site>>;

/// Posts that a search shows, at most.
const MOST_FOUND: u32 = 40;

pub(crate) fn router(site: Arc<Site>, log: Arc<AccessLog>) -> Result<Router> {
    let config = &site.config;
    let gate = Gate { address: config.address.as_deref().map(Arc::from), proxies: config.proxies() };
    let rate = Arc::new(Rate::new(config.requests_per_second));
    let patience = Duration::from_secs(config.request_timeout.max(1));
    // Unsafe requests come from the site's own pages or not at all.
    let mut own = CsrfLayer::new();
    if let Some(address) = &config.address {
        own = own.add_trusted_origin(address).context("the address of the configuration")?;
    }
    let router = Router::new()
        .merge(admin::routes())
        .route("/uploads/{name}", get(admin::uploads::show))
        .route("/blogs/{blog}/{slug}/comment", get(comments::form).post(comments::send))
        .route("/search", get(search))
        .route("/blogs/{blog}/files/{*path}", get(file))
        .route("/assets/{name}", get(asset))
        .route("/healthz", get(healthy))
        .fallback(public_page)
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, patience))
        .merge(admin::slow_routes(config.upload_bytes))
        .with_state(site)
        .layer(own)
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn(safety::headers))
        .layer(middleware::from_fn_with_state(rate, rate::limit))
        .layer(middleware::from_fn_with_state(log, access_log::log))
        .layer(middleware::from_fn_with_state(Arc::new(gate), visit::attach));
    Ok(router)
}

/// Does what waits for the disk or computes, on a thread where that is fine.
pub(crate) async fn ask<T: Send + 'static>(
    site: &Arc<Site>,
    question: impl FnOnce(&Arc<Site>) -> Result<T> + Send + 'static,
) -> Result<T, Response> {
    let shared = Arc::clone(site);
    let answer = tokio::task::spawn_blocking(move || question(&shared)).await;
    match answer {
        Ok(Ok(answer)) => return Ok(answer),
        Ok(Err(error)) => tracing::error!("{error:#}"),
        Err(error) => tracing::error!("{error}"),
    }
    Err(broken(site))
}

/// Something broke on our side; standard error has the rest.
fn broken(site: &Site) -> Response {
    let look = site.look("");
    let markup =
        pages::message(&look, "Something broke", "The fault is on our side. Please try again in a moment.");
    Page::html(StatusCode::INTERNAL_SERVER_ERROR, markup.0).answer(&HeaderMap::new())
}

/// Whatever depends on the library alone: from memory where it was made before.
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
    let current = site.current();
    let mut key = format!("{} {path}", visit.base);
    if path.starts_with("/play/") {
        key.push_str(&public::today());
    }
    if let Some(page) = current.known_page(&key) {
        return Ok(page.answer(&headers));
    }
    let path = path.to_owned();
    let page = ask(&site, move |site| match Address::parse(&path) {
        Some(address) => {
            let page = public::page(site, &current, &address, &visit.base)?;
            // What is not there is not kept: there is no end of it.
            if page.status() == StatusCode::OK { current.page(&key, || Ok(page)) } else { Ok(Arc::new(page)) }
        }
        None => match path.strip_suffix('/').filter(|shorter| Address::parse(shorter).is_some()) {
            Some(shorter) => Ok(Arc::new(Page::elsewhere(true, shorter))),
            None => Ok(Arc::new(public::nowhere(site, &visit.base, false))),
        },
    })
    .await?;
    Ok(page.answer(&headers))
}

#[derive(Deserialize)]
struct Words {
    #[serde(default)]
    q: String,
}

async fn search(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(words): Query<Words>,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let page = ask(&site, move |site| {
        let words: String = words.q.chars().take(200).collect();
        let hits = site.index.search(&words, MOST_FOUND)?;
        let current = site.current();
        let found: Vec<_> = hits
            .into_iter()
            .filter_map(|hit| {
                let shelf = current.library.shelf(&hit.blog)?;
                Some((&shelf.blog, shelf.post(&hit.slug)?, hit.excerpt))
            })
            .collect();
        let look = site.look(&visit.base);
        Ok(Page::html(StatusCode::OK, pages::search(&look, &words, &found).0))
    })
    .await?;
    Ok(page.answer(&headers))
}

/// A file of a blog's folder: pictures are shown, everything else is offered for keeping.
async fn file(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path((blog, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let found = ask(&site, move |site| {
        let current = site.current();
        let is_source = path.ends_with(".md") || path.ends_with(".markdown");
        let file = current.tree.file(&blog, &path).filter(|_| !is_source);
        Ok(file.and_then(|file| std::fs::read(file).ok()))
    })
    .await?;
    let Some(bytes) = found else { return Ok(public::nowhere(&site, &visit.base, false).answer(&headers)) };
    Ok(match safety::picture_type(&bytes) {
        Some(content_type) => {
            ([(CONTENT_TYPE, content_type), (CACHE_CONTROL, "public, max-age=300")], bytes).into_response()
        }
        None => {
            let fixed = [
                (CONTENT_TYPE, "application/octet-stream"),
                (CONTENT_DISPOSITION, "attachment"),
                (CACHE_CONTROL, "no-cache"),
            ];
            (fixed, bytes).into_response()
        }
    })
}

async fn asset(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Some(asset) = site.assets.get(&name) else {
        return public::nowhere(&site, &visit.base, false).answer(&headers);
    };
    let fixed = [
        (CONTENT_TYPE, asset.content_type),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (VARY, "accept-encoding"),
    ];
    if takes_gz(&headers) {
        (fixed, [(CONTENT_ENCODING, "gzip")], asset.gz.clone()).into_response()
    } else {
        (fixed, asset.body.clone()).into_response()
    }
}

/// Whether the site can answer: its database can be read.
async fn healthy(State(site): SharedSite) -> Response {
    match ask(&site, |site| Ok(site.store.version()?)).await {
        Ok(_) => "ok\n".into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database cannot be read\n").into_response(),
    }
}
