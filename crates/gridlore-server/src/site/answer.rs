//! Short answers: a redirection, a page for one person, a message on a page of its own, and the
//! apologies of a site that is busy or broken.

use super::Site;
use crate::http::page::Page;
use crate::http::visit::Visit;
use crate::pages;
use axum::http::header::{CACHE_CONTROL, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;

/// Sends the browser to another page, to be asked for with GET.
pub(crate) fn to(path: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let location = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, location);
    response
}

/// A page that is for one person: nobody keeps it.
pub(crate) fn private(status: StatusCode, markup: Markup) -> Response {
    let headers = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (status, headers, Html(markup.0)).into_response()
}

/// A few words on a page of their own.
pub(crate) fn message_page(
    site: &Site,
    visit: &Visit,
    status: StatusCode,
    title: &str,
    text: &str,
) -> Response {
    private(status, pages::message(&site.look(&visit.base), title, text))
}

/// What a writer reads where the disk is full or broken.
pub(crate) const DISK: &str = "The server cannot write to its disk: it may be full. Nothing was saved. Keep a copy of what you wrote, and tell whoever runs the site.";

/// Something broke on our side; standard error has the rest.
pub(crate) fn fault(site: &Site) -> Response {
    let text = "The fault is on our side. Please try again in a moment.";
    apology(site, StatusCode::INTERNAL_SERVER_ERROR, "Something broke", text)
}

/// Too many ask for the same kind of work.
pub(crate) fn busy(site: &Site) -> Response {
    let text = "The site is very busy. Please try again in a moment.";
    let mut response = apology(site, StatusCode::SERVICE_UNAVAILABLE, "Busy", text);
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
    response
}

pub(super) fn apology(site: &Site, status: StatusCode, title: &str, text: &str) -> Response {
    Page::html(status, pages::message(&site.look(""), title, text).0).answer(&HeaderMap::new())
}
