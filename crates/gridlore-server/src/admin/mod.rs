//! The rooms of those who write and look after the site.
//!
//! Who comes in is [`Member`]: a handler that takes one is closed to everyone else. Every unsafe request is checked for coming from the site's own
//! pages by a layer around all routes.

mod account;
pub(crate) mod blogs;
mod comments;
mod copies;
pub(crate) mod entrance;
pub(crate) mod people;
mod post_list;
pub(crate) mod posts;
pub(crate) mod second_factor;
pub(crate) mod uploads;

use crate::address::encoded;
use crate::pages;
use crate::routes::ask;
use crate::safety;
use crate::secret::token::token_hash;
use crate::site::Site;
use crate::store::{Account, Deed, Role, Store, StoreError};
use crate::visit::Visit;
use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::header::{COOKIE, LOCATION};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router, middleware};
use gridlore_blog::LONGEST_TEXT;
use jiff::Timestamp;
use maud::Markup;
use std::sync::Arc;
use std::time::Duration;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

/// The cookie of a session. Its prefix makes browsers refuse it from other hosts, from plain http and for part of the site.
pub(crate) const COOKIE_NAME: &str = "__Host-gridlore";

/// Bytes of the form of a post, at most: its text may be percent-encoded, three bytes for one.
pub(crate) const LARGEST_FORM: usize = 3 * LONGEST_TEXT + (64 << 10);

/// Bytes of any other form, at most.
pub(crate) const SMALL_FORM: usize = 64 << 10;

/// Characters of a name that is not the name of an account, as the log keeps it.
pub(crate) const LONGEST_NAME: usize = 60;

/// How long a picture or a backup may be on its way.
const LONG: Duration = Duration::from_secs(3600);

/// What takes as long as the line of those who are known takes; strangers are sent away before their first byte is read.
pub(crate) fn slow_routes(largest_upload: usize, patience: Duration) -> Router<Arc<Site>> {
    Router::new()
        .route("/admin/uploads", get(uploads::list).post(uploads::send))
        .layer(DefaultBodyLimit::max(largest_upload))
        // Written to the disk as it comes; only the link of a new site opens it.
        .route("/setup/restore", post(copies::restore).layer(DefaultBodyLimit::disable()))
        .route("/admin/copies/backup", post(copies::take_backup))
        .route("/admin/copies/export", post(copies::take_export))
        // It may take long, but not stand still.
        .layer(RequestBodyTimeoutLayer::new(patience))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, LONG))
}

pub(crate) fn routes() -> Router<Arc<Site>> {
    let posts = Router::new()
        .route("/admin/preview", post(posts::preview))
        .route("/admin/unsaved", post(posts::keep_unsaved))
        .route("/admin/unsaved/drop", post(posts::drop_unsaved))
        .route("/admin/posts/{blog}", get(posts::new).post(posts::create))
        .route("/admin/posts/{blog}/{slug}", get(posts::edit).post(posts::save))
        .layer(DefaultBodyLimit::max(LARGEST_FORM));
    // The address of these pages holds a key: the browser is not to name it to anyone.
    let keys = Router::new()
        .route("/setup", get(entrance::invitation).post(entrance::join))
        .route("/reset", get(entrance::reset).post(entrance::set_password))
        .layer(middleware::from_fn(safety::no_referrer));
    Router::new()
        .merge(keys)
        .route("/login", get(entrance::door).post(entrance::enter))
        .route("/logout", post(entrance::leave))
        .route("/admin", get(post_list::list))
        .route("/admin/files/{blog}/{slug}", get(post_list::file))
        .route("/admin/posts/{blog}/{slug}/delete", post(posts::delete))
        .route("/admin/posts/{blog}/{slug}/revisions", get(posts::revisions))
        .route("/admin/posts/{blog}/{slug}/revisions/{number}", get(posts::revision).post(posts::restore))
        .route("/admin/blogs", get(blogs::list).post(blogs::add))
        .route("/admin/blogs/{blog}", get(blogs::edit).post(blogs::change))
        .route("/admin/blogs/{blog}/delete", post(blogs::delete))
        .route("/admin/site", post(blogs::name_site))
        .route("/admin/comments", get(comments::list).post(comments::change_rules))
        .route("/admin/comments/{id}", post(comments::sort))
        .route("/admin/uploads/{name}/delete", post(uploads::delete))
        .route("/admin/people", get(people::list))
        .route("/admin/people/invite", post(people::invite))
        .route("/admin/people/{name}", get(people::person).post(people::change))
        .route("/admin/people/{name}/reset", post(people::reset))
        .route("/admin/people/{name}/sessions", post(people::end_sessions_of))
        .route("/admin/account", get(account::show).post(account::change))
        .route("/admin/account/sessions", post(account::end_sessions))
        .route("/admin/account/second-factor", post(account::second_factor))
        .route("/admin/log", get(people::log))
        .route("/admin/visits", get(people::visits))
        .route("/admin/copies", get(copies::room))
        .layer(DefaultBodyLimit::max(SMALL_FORM))
        // Inner limits count: those of posts are larger.
        .merge(posts)
}

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) account: Account,
    /// What the database holds of their session.
    pub(crate) session: String,
    pub(crate) visit: Visit,
    /// The site's store, for what they write: it refuses when their session has ended or their rights have changed since the request began.
    pub(crate) store: Store,
}

impl FromRequestParts<Arc<Site>> for Member {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Response> {
        let Extension(visit) =
            Extension::<Visit>::from_request_parts(parts, site).await.map_err(IntoResponse::into_response)?;
        if let Some(token) = cookie(&parts.headers) {
            let session = token_hash(token);
            let known = session.clone();
            let account = ask(site, move |site| Ok(site.store.session(&known, Timestamp::now())?)).await?;
            if let Some(account) = account {
                let store = site.store.by(&session, account.role);
                return Ok(Self { account, session, visit, store });
            }
        }
        if parts.method == Method::GET {
            let wanted = parts.uri.path_and_query().map_or("/admin", |path| path.as_str());
            return Err(to(&format!("/login?next={}", encoded(wanted))));
        }
        let text = "Your session has ended. Sign in again in another tab, then come back and send this again: nothing is lost.";
        Err(told(site, &visit, StatusCode::UNAUTHORIZED, "Not signed in", text))
    }
}

impl Member {
    /// Whether they may do what this role may.
    pub(crate) fn is(&self, role: Role) -> bool {
        self.account.role >= role
    }

    /// # Errors
    /// With a page that says so, when they may not do what this role may.
    #[expect(clippy::result_large_err, reason = "the error is the answer, as in every handler")]
    pub(crate) fn must_be(&self, site: &Site, role: Role) -> Result<(), Response> {
        if self.is(role) {
            return Ok(());
        }
        let text = format!("This needs the role {}; yours is {}.", role.name(), self.account.role.name());
        Err(told(site, &self.visit, StatusCode::FORBIDDEN, "Not for you", &text))
    }

    /// Writes down what they did.
    pub(crate) fn did(&self, site: &Site, action: &str, subject: &str) -> Result<(), StoreError> {
        did(site, &self.visit, &self.account.name, action, subject)
    }
}

/// Writes down what somebody did.
pub(crate) fn did(
    site: &Site,
    visit: &Visit,
    who: &str,
    action: &str,
    subject: &str,
) -> Result<(), StoreError> {
    site.store.log(&Deed {
        time: Timestamp::now(),
        who: who.chars().take(LONGEST_NAME).collect(),
        address: visit.address.map(|address| address.to_string()).unwrap_or_default(),
        action: action.to_owned(),
        subject: subject.to_owned(),
    })
}

/// The token in the session's cookie.
pub(crate) fn cookie(headers: &HeaderMap) -> Option<&str> {
    let pairs = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'));
    pairs
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE_NAME)
        .map(|(_, value)| value)
}

/// Sends the browser to another page, to be asked for with GET.
pub(crate) fn to(path: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let location = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, location);
    response
}

/// A page that is for one person: nobody keeps it.
pub(crate) fn private(status: StatusCode, markup: Markup) -> Response {
    let headers = [(axum::http::header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (status, headers, Html(markup.0)).into_response()
}

/// A few words on a page of their own.
pub(crate) fn told(site: &Site, visit: &Visit, status: StatusCode, title: &str, text: &str) -> Response {
    private(status, pages::message(&site.look(&visit.base), title, text))
}
