//! Somebody who is signed in, known by the cookie of their session.
//!
//! A handler that takes a [`Member`] is closed to everyone else.

use super::Site;
use super::answer::{message_page, to};
use super::ask::ask;
use crate::address::encoded;
use crate::http::visit::Visit;
use crate::secret::token::token_hash;
use crate::store::{Account, Deed, Role, Store, StoreError};
use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use std::sync::Arc;

/// The cookie of a session. Its prefix makes browsers refuse it from other hosts, from plain http
/// and for part of the site.
pub(crate) const COOKIE_NAME: &str = "__Host-gridlore";

/// Characters of a name that is not the name of an account, as the log keeps it.
pub(crate) const LONGEST_NAME: usize = 60;

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) account: Account,
    /// What the database holds of their session.
    pub(crate) session: String,
    pub(crate) visit: Visit,
    /// The site's store, for what they write: it refuses when their session has ended or their
    /// rights have changed since the request began.
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
        Err(message_page(site, &visit, StatusCode::UNAUTHORIZED, "Not signed in", text))
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
        Err(message_page(site, &self.visit, StatusCode::FORBIDDEN, "Not for you", &text))
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
