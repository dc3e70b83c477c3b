//! Short responses: redirects, private pages, messages, and errors when the site is busy or broken.

use super::Site;
use crate::http::page::Page;
use crate::http::visit::Visit;
use crate::pages;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, ALLOW, CACHE_CONTROL, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;
use std::sync::Arc;

/// Returns the redirect for a submitted form, which makes the browser request `path` with GET.
pub(crate) fn to(path: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let location = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, location);
    response
}

/// Returns a page for one person that must not be cached.
pub(crate) fn private(status: StatusCode, markup: Markup) -> Response {
    let headers = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (status, headers, Html(markup.0)).into_response()
}

/// Returns a page with a short message.
pub(crate) fn message_page(
    site: &Site,
    visit: &Visit,
    status: StatusCode,
    title: &str,
    text: &str,
) -> Response {
    private(status, pages::message(&site.look(&visit.base), title, text))
}

/// The message for writers when the disk is full or broken.
pub(crate) const DISK: &str = "The server cannot write to its disk, which may be full. Nothing was saved. Keep a copy of your text, and tell the site’s owner.";

/// Returns the response to an internal error; the details are in the log on standard error.
pub(crate) fn fault(site: &Site) -> Response {
    let text = "This is an error on our side. Please try again in a moment.";
    apology(site, StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong", text)
}

/// Returns the response when too many requests need the same kind of work.
pub(crate) fn busy(site: &Site) -> Response {
    let text = "The site is very busy. Please try again in a moment.";
    let mut response = apology(site, StatusCode::SERVICE_UNAVAILABLE, "Too busy", text);
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
    response
}

/// Replaces errors that have no page of their own, such as those of the framework, with a page that
/// says what happened. Programs, which do not ask for HTML, get the response unchanged.
pub(crate) async fn explain(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let accepts_page = asks_for_html(request.headers());
    let response = next.run(request).await;
    let status = response.status();
    let is_bare = match response.headers().get(CONTENT_TYPE) {
        None => true,
        Some(kind) => kind.as_bytes().starts_with(b"text/plain") && status != StatusCode::SERVICE_UNAVAILABLE,
    };
    match explanation(status).filter(|_| accepts_page && is_bare) {
        None => response,
        Some((title, text)) => {
            let mut page = apology(&site, status, title, text);
            for name in [ALLOW, RETRY_AFTER] {
                if let Some(value) = response.headers().get(&name) {
                    page.headers_mut().insert(name, value.clone());
                }
            }
            page
        }
    }
}

/// Returns whether the client is a browser that opens a page.
fn asks_for_html(headers: &HeaderMap) -> bool {
    let accepts = headers.get_all(ACCEPT).iter();
    accepts.filter_map(|value| value.to_str().ok()).any(|value| value.contains("text/html"))
}

/// Returns the title and the text of the page for an error without a page of its own.
fn explanation(status: StatusCode) -> Option<(&'static str, &'static str)> {
    Some(match status {
        StatusCode::BAD_REQUEST | StatusCode::UNSUPPORTED_MEDIA_TYPE | StatusCode::UNPROCESSABLE_ENTITY => (
            "The form is incomplete",
            "The form arrived incomplete, or not in the format of this page. Nothing was saved. Go back to keep your text, reload the page in another tab, and send the form again.",
        ),
        StatusCode::FORBIDDEN => (
            "Sent from another site",
            "Your browser reports that this form belongs to another website, so nothing was changed. Open this site at its own address and send the form again. If this is your site and it runs behind a proxy, set its address in the configuration.",
        ),
        StatusCode::METHOD_NOT_ALLOWED => {
            ("Not possible here", "This address does not accept this kind of request. Nothing was changed.")
        }
        StatusCode::REQUEST_TIMEOUT | StatusCode::SERVICE_UNAVAILABLE => (
            "This took too long",
            "The site did not finish within its time limit. A change may still have been saved: look at the page before you send the form again. Go back to keep your text.",
        ),
        StatusCode::PAYLOAD_TOO_LARGE => (
            "Too long",
            "The form is longer than this page accepts. Nothing was saved. Go back to keep your text, shorten it, and send the form again.",
        ),
        StatusCode::INTERNAL_SERVER_ERROR => {
            ("Something went wrong", "This is an error on our side. Please try again in a moment.")
        }
        _ => return None,
    })
}

pub(super) fn apology(site: &Site, status: StatusCode, title: &str, text: &str) -> Response {
    Page::html(status, pages::message(&site.look(""), title, text).0).answer(&HeaderMap::new())
}
