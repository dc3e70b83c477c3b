//! The e-mail address of an account, which its owner confirms through a link, and the account's
//! notices.

use super::super::account::{check_password, page};
use crate::http::visit::Visit;
use crate::mail::{address, letters, links};
use crate::pages::mail as pages;
use crate::secret::token::{token, token_hash};
use crate::site::Site;
use crate::site::answer::{message_page, private, to};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::member::{Member, log_action};
use crate::store::CONFIRMATION;
use axum::Extension;
use axum::extract::{Form, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::Timestamp;
use serde::Deserialize;

/// The form for the address.
#[derive(Deserialize)]
pub(crate) struct AddressForm {
    /// `set` or `remove`.
    action: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
}

/// Sends a link that confirms a new address, or removes the address. Both require the password,
/// because password reset links go to the address.
pub(crate) async fn change_address(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<AddressForm>,
) -> Result<Response, Response> {
    if site.config.mail.is_none() {
        return Ok(to("/admin/account"));
    }
    let fault = check_password(&site, &member, form.password.clone()).await?;
    run_blocking(&site, move |site| {
        let refuse = |fault: &str| page(site, &member, StatusCode::UNPROCESSABLE_ENTITY, None, &[fault.to_owned()], None);
        if let Some(fault) = fault {
            return refuse(&fault);
        }
        if form.action == "remove" {
            member.store.remove_address(member.account.id)?;
            member.log_action(site, "removed their e-mail address", "")?;
            return page(site, &member, StatusCode::OK, Some("E-mail address removed."), &[], None);
        }
        let address = match address::checked(&form.email) {
            Ok(address) => address,
            Err(fault) => return refuse(&fault),
        };
        let (token, now) = (token()?, Timestamp::now());
        let link = format!("{}/confirm?token={token}", member.visit.base);
        let mail = letters::address(&address, &site.title(), &member.account.name, &link)?;
        let counted = links::address_hash(site, &address)?;
        let expires = now + CONFIRMATION;
        if !member.store.ask_for_address(member.account.id, &token_hash(&token), &mail, &counted, expires, now)? {
            return refuse("A confirmation was sent to this address, or for your account, a short time ago. Try again later: an address gets one confirmation per day.");
        }
        member.log_action(site, "asked to confirm an e-mail address", "")?;
        let note = "A message with a link is on its way. The site will use the address after you confirm it.";
        page(site, &member, StatusCode::OK, Some(note), &[], None)
    })
    .await
}

/// The form for the notices.
#[derive(Deserialize)]
pub(crate) struct NoticesForm {
    #[serde(default)]
    held: String,
    #[serde(default)]
    own: String,
}

/// Changes which notices the account gets.
pub(crate) async fn change_notices(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<NoticesForm>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        if site.config.mail.is_some() {
            member.store.set_notices(member.account.id, !form.held.is_empty(), !form.own.is_empty())?;
        }
        Ok(to("/admin/account?saved=1"))
    })
    .await
}

/// The token of a link.
#[derive(Deserialize)]
pub(crate) struct ConfirmQuery {
    #[serde(default)]
    token: String,
}

fn invalid(site: &Site, visit: &Visit) -> Response {
    let text =
        "This link is incomplete, has expired or was already used. Ask for a new one on your account page.";
    message_page(site, visit, StatusCode::NOT_FOUND, "Invalid confirmation link", text)
}

/// Shows the button that confirms an address. Opening the link does not confirm it, because mail
/// scanners also open links.
pub(crate) async fn show_confirmation(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(query): Query<ConfirmQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        if !site.store.is_new_address(&token_hash(&query.token), Timestamp::now())? {
            return Ok(invalid(site, &visit));
        }
        let look = site.look(&visit.base);
        let text = "Confirm that the account may use this e-mail address.";
        let markup = pages::confirmation(
            &look,
            "Confirm your address",
            text,
            "/confirm",
            &query.token,
            "Confirm address",
        );
        Ok(private(StatusCode::OK, markup))
    })
    .await
}

/// Confirms an address.
pub(crate) async fn confirm(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Form(form): Form<ConfirmQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let Some(name) = site.store.confirm_address(&token_hash(&form.token), Timestamp::now())? else {
            return Ok(invalid(site, &visit));
        };
        log_action(site, &visit, &name, "confirmed an e-mail address", "")?;
        let text = "The site now sends your notices and password reset links to this address.";
        Ok(message_page(site, &visit, StatusCode::OK, "Address confirmed", text))
    })
    .await
}
