//! The signed-in user of a request, identified by the session's cookie.
//!
//! A handler with a [`Member`] parameter refuses everyone who is not signed in.

use super::Site;
use super::answer::{message_page, to};
use super::blocking::run_blocking;
use crate::address::encoded;
use crate::http::visit::Visit;
use crate::secret::token::token_hash;
use crate::store::{Account, AuditEntry, Role, Store, StoreError};
use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use std::sync::Arc;

/// The name of the session's cookie. Because of its prefix, browsers accept it only over https, for
/// the whole site, and not from other hosts.
pub(crate) const COOKIE_NAME: &str = "__Host-gridlore";

/// Maximum number of characters of a name; this also applies in the log.
pub(crate) const MAX_NAME_LENGTH: usize = 60;

/// A signed-in user.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) account: Account,
    /// The hash that identifies their session in the database.
    pub(crate) session: String,
    pub(crate) visit: Visit,
    /// The store for everything that they write. It refuses writes if their session has ended or
    /// their rights have changed since the request began.
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
            let account =
                run_blocking(site, move |site| Ok(site.store.session(&known, Timestamp::now())?)).await?;
            if let Some(account) = account {
                let store = site.store.by(&session, account.role);
                return Ok(Self { account, session, visit, store });
            }
        }
        if parts.method == Method::GET {
            let wanted = parts.uri.path_and_query().map_or("/admin", |path| path.as_str());
            return Err(to(&format!("/login?next={}", encoded(wanted))));
        }
        let text = "Your session has ended. Sign in again in another tab, then return here and send the form again: nothing is lost.";
        Err(message_page(site, &visit, StatusCode::UNAUTHORIZED, "You are not signed in", text))
    }
}

impl Member {
    /// Returns whether the member has the rights of this role.
    pub(crate) fn is(&self, role: Role) -> bool {
        self.account.role >= role
    }

    /// # Errors
    /// Returns a page that names the required role, if the member does not have its rights.
    #[expect(clippy::result_large_err, reason = "the error is the response, as in every handler")]
    pub(crate) fn must_be(&self, site: &Site, role: Role) -> Result<(), Response> {
        if self.is(role) {
            return Ok(());
        }
        let text = format!(
            "This page requires the role {}; your role is {}.",
            role.name(),
            self.account.role.name()
        );
        Err(message_page(site, &self.visit, StatusCode::FORBIDDEN, "Not allowed", &text))
    }

    /// Records an action of the member in the audit log.
    pub(crate) fn log_action(&self, site: &Site, action: &str, subject: &str) -> Result<(), StoreError> {
        log_action(site, &self.visit, &self.account.name, action, subject)
    }
}

/// Records an action in the audit log.
pub(crate) fn log_action(
    site: &Site,
    visit: &Visit,
    who: &str,
    action: &str,
    subject: &str,
) -> Result<(), StoreError> {
    site.store.log(&AuditEntry {
        time: Timestamp::now(),
        who: who.chars().take(MAX_NAME_LENGTH).collect(),
        address: visit.address.map(|address| address.to_string()).unwrap_or_default(),
        action: action.to_owned(),
        subject: subject.to_owned(),
    })
}

/// Returns the token in the session's cookie.
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
