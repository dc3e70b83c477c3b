//! Short responses: redirects, private pages, messages, and errors when the site is busy or broken.

use super::Site;
use crate::http::page::Page;
use crate::http::visit::Visit;
use crate::pages;
use axum::http::header::{CACHE_CONTROL, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;

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

pub(super) fn apology(site: &Site, status: StatusCode, title: &str, text: &str) -> Response {
    Page::html(status, pages::message(&site.look(""), title, text).0).answer(&HeaderMap::new())
}
