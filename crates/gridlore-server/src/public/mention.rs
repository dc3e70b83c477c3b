//! The endpoint for webmentions. It checks both addresses and queues the mention. A thread reads
//! the source later.
//!
//! # Source
//! Webmention, W3C Recommendation of 12 January 2017, section 3.2.

use super::redirects;
use crate::http::visit::Visit;
use crate::mentions::receive::{checked_address, post_at};
use crate::pages::ENDPOINT;
use crate::site::Site;
use crate::site::blocking::{SharedSite, run_blocking};
use crate::store::Throttle;
use crate::store::federation::server_of;
use crate::store::mentions::{MentionRequest, Queued};
use anyhow::Result;
use axum::extract::{DefaultBodyLimit, Form, State};
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Router};
use jiff::Timestamp;
use serde::Deserialize;
use std::sync::Arc;
use url::Url;

/// Maximum size in bytes of a request. It contains two addresses, each byte of which may be encoded
/// as three.
const MAX_FORM_BYTES: usize = 16 << 10;

/// Returns the route of the endpoint. Other sites send these requests without a browser's headers.
pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new().route(ENDPOINT, post(receive)).layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
}

/// The fields of a request.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Fields {
    source: String,
    target: String,
}

/// Receives a mention.
async fn receive(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    headers: HeaderMap,
    Form(fields): Form<Fields>,
) -> Result<Response, Response> {
    // Servers do not send this header. A request with it was sent by a reader's browser, from a
    // page elsewhere.
    let from = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    if from.is_some_and(|from| from != b"same-origin" && from != b"none") {
        return Ok(answer(StatusCode::FORBIDDEN, "Webmentions have to be sent by a server, not by a page."));
    }
    run_blocking(&site, move |site| {
        let caller = visit.caller();
        let request = match request(site, &fields, &caller.around().to_string())? {
            Ok(request) => request,
            Err(fault) => return Ok(answer(StatusCode::BAD_REQUEST, &fault)),
        };
        let (key, around) = (format!("mention {caller}"), format!("mention around {}", caller.around()));
        let keys = [(key.as_str(), Throttle::MENTIONS), (around.as_str(), Throttle::MENTIONS_AROUND)];
        Ok(match site.store.queue_mention(&request, &keys, Timestamp::now())? {
            Queued::Waiting => answer(
                StatusCode::ACCEPTED,
                "Accepted. The site will read the source, and a moderator will review the mention.",
            ),
            Queued::Full => {
                let text = "Too many mentions are waiting to be read. Please try again in an hour.";
                (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "3600")], format!("{text}\n"))
                    .into_response()
            }
            Queued::TooMany(wait) => {
                let text = format!("Too many mentions. Please try again in {wait} seconds.\n");
                (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, wait.to_string())], text).into_response()
            }
        })
    })
    .await
}

fn answer(status: StatusCode, text: &str) -> Response {
    (status, [(CACHE_CONTROL, "no-store")], format!("{text}\n")).into_response()
}

/// Returns the request in these fields from a network, or a sentence about the first fault.
fn request(site: &Site, fields: &Fields, network: &str) -> Result<Result<MentionRequest, String>> {
    let Some(base) = site.config.address.as_deref() else {
        return Ok(Err("target: this site does not receive webmentions".to_owned()));
    };
    let addresses = checked_address("source", &fields.source)
        .and_then(|source| Ok((source, checked_address("target", &fields.target)?)));
    let (mut source, target) = match addresses {
        Ok(addresses) => addresses,
        Err(fault) => return Ok(Err(fault)),
    };
    source.set_fragment(None);
    if site.current().domains.is_own(base, &source) {
        return Ok(Err("source: the page is on this site, expected a page on another site".to_owned()));
    }
    let post = match post_at(site, &target) {
        Some(post) => Some(post),
        None => post_of_old_address(site, base, &target)?,
    };
    let Some((blog, post)) = post else {
        return Ok(Err(format!(
            "target: expected the address of a post on {base} whose blog receives webmentions"
        )));
    };
    let server = server_of(source.as_str());
    let (source, target, network) = (source.to_string(), target.to_string(), network.to_owned());
    Ok(Ok(MentionRequest { id: 0, source, target, server, network, blog, post, tries: 0 }))
}

/// Returns the post to which an old address of this site redirects, as [`post_at`] returns it.
fn post_of_old_address(site: &Site, base: &str, target: &Url) -> Result<Option<(String, String)>> {
    let own = Url::parse(base)?;
    if target.origin() != own.origin() {
        return Ok(None);
    }
    let new = redirects::new_address(&site.store, None, target.path(), target.query())?;
    Ok(new.and_then(|path| post_at(site, &own.join(&path).ok()?)))
}
