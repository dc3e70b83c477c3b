//! Subscriptions to the posts of a blog: the form, the confirmation, and unsubscribing.
//!
//! Posts are cached, so the form under them has only a field for the address. It leads to a
//! separate form, which has a stamp like the comment form and sends the confirmation. Every
//! response is the same whether or not the address is known.

use crate::http::safety;
use crate::http::visit::Visit;
use crate::mail::{address, letters, links};
use crate::pages::mail::newsletter as pages;
use crate::pages::{Look, mail as mail_pages, message};
use crate::public::comments::MAX_FORM_AGE;
use crate::secret::token::{token, token_hash};
use crate::site::Site;
use crate::site::answer::private;
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::seal::{opened, sealed};
use crate::store::Guard;
use crate::store::mail::Asked;
use anyhow::Result;
use axum::extract::{DefaultBodyLimit, Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router, middleware};
use gridlore_blog::Shelf;
use jiff::Timestamp;
use serde::Deserialize;
use std::sync::Arc;

/// Minimum age of a form in seconds.
pub(crate) const MIN_FORM_AGE: i64 = 1;

/// Maximum size in bytes of a form.
const MAX_FORM_BYTES: usize = 8 << 10;

/// Returns the routes of the form and of the confirmation.
pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/subscription", get(show_confirmation).post(confirm))
        .layer(middleware::from_fn(safety::no_referrer))
        .route("/newsletter/{blog}", get(form).post(send))
        .layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
}

/// Returns the routes of unsubscribing. Mail programs send this request themselves, so it must not
/// require a browser's headers; the token is sufficient.
pub(crate) fn leaving_routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/unsubscribe", get(show_leaving).post(leave))
        .layer(middleware::from_fn(safety::no_referrer))
}

/// The fields of the form.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Typed {
    email: String,
    stamp: String,
    /// A honeypot field that people cannot see.
    website: String,
}

/// Returns the blog, if it has a newsletter.
fn with_shelf(
    site: &Site,
    visit: &Visit,
    blog: &str,
    answer: impl FnOnce(&Shelf) -> Result<Response>,
) -> Result<Response> {
    let current = site.current();
    match current.library.shelf(blog).filter(|_| current.newsletters.contains(blog)) {
        Some(shelf) => answer(shelf),
        None => Ok(said(&site.public_look(&visit.base), StatusCode::NOT_FOUND, "no-newsletter")),
    }
}

/// Returns a page with two messages: its title is the message with this key, and its text is the
/// one with `-text` appended to the key.
fn said(look: &Look<'_>, status: StatusCode, key: &str) -> Response {
    let (title, text) = (look.text_with(key, &[]), look.text_with(&format!("{key}-text"), &[]));
    private(status, message(look, &title, &text))
}

/// Returns the purpose of a stamp, which is the form of one blog for one visitor.
fn purpose(blog: &str, visit: &Visit) -> String {
    format!("subscribe {blog} {}", visit.caller())
}

/// Shows the form.
async fn form(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path(blog): Path<String>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        with_shelf(site, &visit, &blog, |shelf| {
            let stamp = sealed(site, &purpose(&blog, &visit), "", Timestamp::now())?;
            Ok(private(
                StatusCode::OK,
                pages::subscribe(&site.blog_look(&visit.base, &shelf.blog), shelf, "", &stamp, None),
            ))
        })
    })
    .await
}

/// Receives an address. Without a stamp, shows the form that has one; with a stamp, sends the
/// confirmation.
async fn send(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path(blog): Path<String>,
    Form(typed): Form<Typed>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        with_shelf(site, &visit, &blog, |shelf| take(site, &visit, shelf, &typed))
    })
    .await
}

fn take(site: &Site, visit: &Visit, shelf: &Shelf, typed: &Typed) -> Result<Response> {
    let (blog, now) = (&shelf.blog.id, Timestamp::now());
    let look = site.blog_look(&visit.base, &shelf.blog);
    let purpose = purpose(blog, visit);
    let typed_address: String = typed.email.chars().take(address::MAX_ADDRESS_LENGTH).collect();
    let again = |status, stamp: Option<&str>, fault: Option<&str>| -> Result<Response> {
        let stamp = match stamp {
            Some(stamp) => stamp.to_owned(),
            None => sealed(site, &purpose, "", now)?,
        };
        let markup = pages::subscribe(&look, shelf, &typed_address, &stamp, fault);
        Ok(private(status, markup))
    };
    let Ok(address) = address::checked(&typed.email) else {
        let fault = look.text("fault-address");
        return again(StatusCode::UNPROCESSABLE_ENTITY, None, Some(&fault));
    };
    if typed.stamp.is_empty() {
        return again(StatusCode::OK, None, None);
    }
    match opened(site, &purpose, &typed.stamp)?.map(|(_, age)| age) {
        Some(MIN_FORM_AGE..=MAX_FORM_AGE) => {}
        Some(0..MIN_FORM_AGE) => {
            let fault = look.text("fault-quick");
            return again(StatusCode::UNPROCESSABLE_ENTITY, Some(&typed.stamp), Some(&fault));
        }
        _ => {
            let fault = look.text("fault-form-expired");
            return again(StatusCode::UNPROCESSABLE_ENTITY, None, Some(&fault));
        }
    }
    let done = || Ok(private(StatusCode::OK, pages::check_mail_page(&look, shelf)));
    // A program filled in the field that people cannot see; the response must not reveal this.
    if !typed.website.is_empty() {
        return done();
    }
    let caller = visit.caller();
    let (key, around) = (format!("subscribe {caller}"), format!("subscribe around {}", caller.around()));
    let stamp = token_hash(&typed.stamp);
    let guard = Guard { stamp: &stamp, key: &key, around: &around, is_limited: true };
    let (token, nonce) = (token()?, token()?);
    let origin = look.domains.domain(blog).unwrap_or(&visit.base);
    let mail =
        letters::subscription(&address, &shelf.blog.title, &format!("{origin}/subscription?token={token}"))?;
    let counted = links::address_hash(site, &address)?;
    match site.store.subscribe(blog, &guard, &token_hash(&token), &nonce, &mail, &counted, now)? {
        Asked::Taken => done(),
        Asked::SentBefore => again(StatusCode::CONFLICT, None, Some(&look.text("fault-form-sent"))),
        Asked::TooMany(wait) => {
            let fault = look.text_with("fault-many-requests", &[("wait", look.wait(wait).into())]);
            again(StatusCode::TOO_MANY_REQUESTS, Some(&typed.stamp), Some(&fault))
        }
    }
}

/// The token of a confirmation.
#[derive(Deserialize)]
struct TokenQuery {
    #[serde(default)]
    token: String,
}

fn invalid(site: &Site, visit: &Visit) -> Response {
    said(&site.public_look(&visit.base), StatusCode::NOT_FOUND, "bad-confirmation")
}

/// Shows the button that confirms a subscription. Opening the link does not confirm the
/// subscription, because mail scanners also open links.
async fn show_confirmation(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(query): Query<TokenQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let blog = site.store.subscription(&token_hash(&query.token), Timestamp::now())?;
        let Some(blog) = blog else { return Ok(invalid(site, &visit)) };
        with_shelf(site, &visit, &blog, |shelf| {
            let look = site.blog_look(&visit.base, &shelf.blog);
            let blog = [("blog", shelf.blog.title.as_str().into())];
            let markup = mail_pages::confirmation(
                &look,
                &look.text("confirm-subscription"),
                &look.text_with("confirm-subscription-text", &blog),
                "/subscription",
                &query.token,
                &look.text("subscribe"),
            );
            Ok(private(StatusCode::OK, markup))
        })
    })
    .await
}

/// Confirms a subscription.
async fn confirm(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Form(form): Form<TokenQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let (token, now) = (token_hash(&form.token), Timestamp::now());
        let blog = site.store.subscription(&token, now)?;
        if !site.store.confirm_subscription(&token, now)? {
            return Ok(invalid(site, &visit));
        }
        let look = look_of(site, &visit, &blog.unwrap_or_default());
        Ok(said(&look, StatusCode::OK, "subscribed"))
    })
    .await
}

/// The query of a link to unsubscribe.
#[derive(Deserialize)]
struct LeavingQuery {
    #[serde(default)]
    id: i64,
    #[serde(default)]
    token: String,
}

/// Returns the data for the pages of a blog, which may have been deleted.
fn look_of<'a>(site: &'a Site, visit: &'a Visit, blog: &str) -> Look<'a> {
    match site.current().library.shelf(blog) {
        Some(shelf) => site.blog_look(&visit.base, &shelf.blog),
        None => site.public_look(&visit.base),
    }
}

fn not_subscribed(site: &Site, visit: &Visit) -> Response {
    said(&site.public_look(&visit.base), StatusCode::NOT_FOUND, "not-subscribed")
}

/// Shows the button that unsubscribes.
async fn show_leaving(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(query): Query<LeavingQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let Some(subscriber) = links::subscriber_of(site, query.id, &query.token)? else {
            return Ok(not_subscribed(site, &visit));
        };
        let current = site.current();
        let shelf = current.library.shelf(&subscriber.blog);
        let title = shelf.map_or(subscriber.blog.as_str(), |shelf| &shelf.blog.title);
        let action = links::unsubscribe_path(site, &subscriber)?;
        let look = look_of(site, &visit, &subscriber.blog);
        let text = look.text_with("unsubscribe-text", &[("blog", title.into())]);
        let button = look.text("unsubscribe");
        let markup = mail_pages::confirmation(&look, &button, &text, &action, "", &button);
        Ok(private(StatusCode::OK, markup))
    })
    .await
}

/// Unsubscribes a subscriber and deletes their address.
async fn leave(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(query): Query<LeavingQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let Some(subscriber) = links::subscriber_of(site, query.id, &query.token)? else {
            return Ok(not_subscribed(site, &visit));
        };
        site.store.unsubscribe(subscriber.id, None)?;
        Ok(said(&look_of(site, &visit, &subscriber.blog), StatusCode::OK, "unsubscribed"))
    })
    .await
}
