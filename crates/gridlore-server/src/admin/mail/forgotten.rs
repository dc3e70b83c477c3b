//! “Forgotten your password?”: requests a link by e-mail. The response is the same for every name,
//! and so is the work before the response is sent: the typed name or address is stored, and the
//! mail thread later checks whether the account exists.

use crate::http::visit::Visit;
use crate::pages::mail as pages;
use crate::pages::time::duration;
use crate::site::Site;
use crate::site::answer::{message_page, private};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::store::Throttle;
use axum::Extension;
use axum::extract::{Form, State};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::Timestamp;
use serde::Deserialize;

/// Maximum number of characters of the stored name or address.
const MAX_TYPED_LENGTH: usize = crate::mail::address::MAX_ADDRESS_LENGTH;

/// Returns the page for a site that does not send mail.
fn without_mail(site: &Site, visit: &Visit) -> Response {
    let text = "This site sends no mail. Ask an owner of the site for a password reset link.";
    message_page(site, visit, StatusCode::NOT_FOUND, "Forgotten password", text)
}

/// Shows the form.
pub(crate) async fn show(State(site): SharedSite, Extension(visit): Extension<Visit>) -> Response {
    if site.config.mail.is_none() {
        return without_mail(&site, &visit);
    }
    private(StatusCode::OK, pages::forgotten(&site.look(&visit.base), None))
}

/// The form that requests a link.
#[derive(Deserialize)]
pub(crate) struct ForgottenForm {
    #[serde(default)]
    name: String,
}

/// Receives the request, and counts it for the network.
pub(crate) async fn ask(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Form(form): Form<ForgottenForm>,
) -> Result<Response, Response> {
    if site.config.mail.is_none() {
        return Ok(without_mail(&site, &visit));
    }
    run_blocking(&site, move |site| {
        let now = Timestamp::now();
        let caller = visit.caller();
        let (own, around) = (format!("forgot {caller}"), format!("forgot around {}", caller.around()));
        let keys = [(own.as_str(), Throttle::RESETS), (around.as_str(), Throttle::RESETS_AROUND)];
        if let Err(wait) = site.store.attempt(&keys, now)? {
            let fault = format!("Too many requests. Try again in {}.", duration(wait));
            let markup = pages::forgotten(&site.look(&visit.base), Some(&fault));
            return Ok(private(StatusCode::TOO_MANY_REQUESTS, markup));
        }
        let typed: String = form.name.trim().chars().take(MAX_TYPED_LENGTH).collect();
        site.store.ask_for_reset(&typed.to_lowercase(), now)?;
        let text = "If an open account has this username or this confirmed e-mail address, a password reset link is on its way to the account’s address. An account gets at most one such message per hour.";
        Ok(message_page(site, &visit, StatusCode::OK, "Check your e-mail", text))
    })
    .await
}
