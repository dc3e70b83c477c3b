//! People: roles, invitations, password reset links, and the audit log.

use crate::mail::{address, letters};
use crate::pages::admin;
use crate::pages::paging::{PageQuery, Paging};
use crate::secret::token::{token, token_hash};
use crate::site::Site;
use crate::site::answer::{message_page, private, to};
use crate::site::blocking::{SharedSite, run_blocking, run_blocking_in};
use crate::site::member::Member;
use crate::store::{Account, INVITATION, RESET, Role};
use anyhow::Result;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::Timestamp;
use serde::Deserialize;

/// Shows all accounts.
pub(crate) async fn list(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| show(site, &member, None, None)).await
}

fn show(site: &Site, member: &Member, invitation: Option<&str>, sent: Option<&str>) -> Result<Response> {
    let accounts = site.store.accounts()?;
    let look = site.look(&member.visit.base);
    let markup = admin::people(&look, &member.account, &accounts, invitation, sent);
    Ok(private(StatusCode::OK, markup))
}

/// The form that creates an invitation.
#[derive(Deserialize)]
pub(crate) struct Invite {
    role: String,
    /// The address to which the link is sent, or empty if it is not sent.
    #[serde(default)]
    email: String,
}

/// Creates an invitation link, shows it once, and sends it if an address is given.
pub(crate) async fn invite(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<Invite>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        let role = Role::parse(&form.role).unwrap_or(Role::Author);
        let token = token()?;
        member.store.invite(&token_hash(&token), role, Timestamp::now() + INVITATION)?;
        member.log_action(site, "invited", role.name())?;
        let link = format!("{}/setup?token={token}", member.visit.base);
        let sent = match form.email.trim() {
            email if email.is_empty() || site.config.mail.is_none() => None,
            email => Some(send_invitation(site, &member, email, role, &link)?),
        };
        show(site, &member, Some(&link), sent.as_deref())
    })
    .await
}

/// Queues the message with an invitation link. Returns a sentence that says whether it will be
/// sent.
fn send_invitation(site: &Site, member: &Member, email: &str, role: Role, link: &str) -> Result<String> {
    let address = match address::checked(email) {
        Ok(address) => address,
        Err(fault) => return Ok(format!("The link was not sent. {fault}")),
    };
    let mail = letters::invitation(&address, &site.title(), role.name(), link)?;
    Ok(match member.store.queue_mail(&mail, Timestamp::now())? {
        true => format!("The site is also sending it to {address}."),
        false => "The link was not sent, because too many messages are waiting. Send it yourself.".to_owned(),
    })
}

/// The form that changes an account's role and closes or reopens it.
#[derive(Deserialize)]
pub(crate) struct Change {
    role: String,
    #[serde(default)]
    closed: String,
}

/// Changes the role of an account, and closes or reopens it.
pub(crate) async fn change(
    State(site): SharedSite,
    member: Member,
    Path(name): Path<String>,
    Form(form): Form<Change>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        let Some(account) = site.store.account(&name)? else { return Ok(to("/admin/people")) };
        let role = Role::parse(&form.role).unwrap_or(account.role);
        let closed = !form.closed.is_empty();
        if !member.store.set_rights(account.id, role, closed)? {
            let text = "This is the only owner of the site. Make someone else an owner first.";
            return Ok(message_page(site, &member.visit, StatusCode::CONFLICT, "Nothing was changed", text));
        }
        let what = if closed { "closed" } else { role.name() };
        member.log_action(site, "changed an account", &format!("{name}: {what}"))?;
        Ok(to("/admin/people"))
    })
    .await
}

/// Shows one account with its sessions and the button for a reset link.
pub(crate) async fn person(
    State(site): SharedSite,
    member: Member,
    Path(name): Path<String>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        let Some(account) = site.store.account(&name)? else { return Ok(to("/admin/people")) };
        show_person(site, &member, &account, None)
    })
    .await
}

fn show_person(site: &Site, member: &Member, account: &Account, link: Option<&str>) -> Result<Response> {
    let sessions = site.store.sessions(account.id)?;
    let look = site.look(&member.visit.base);
    Ok(private(StatusCode::OK, admin::person(&look, &member.account, account, &sessions, link)))
}

/// Creates a password reset link and shows it once.
pub(crate) async fn reset(
    State(site): SharedSite,
    member: Member,
    Path(name): Path<String>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        let account = site.store.account(&name)?.filter(|account| !account.closed);
        let Some(account) = account else { return Ok(to("/admin/people")) };
        let token = token()?;
        member.store.add_reset(&token_hash(&token), account.id, Timestamp::now() + RESET)?;
        member.log_action(site, "created a password reset link", &name)?;
        show_person(site, &member, &account, Some(&format!("{}/reset?token={token}", member.visit.base)))
    })
    .await
}

/// Signs an account out everywhere.
pub(crate) async fn end_sessions_of(
    State(site): SharedSite,
    member: Member,
    Path(name): Path<String>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        let Some(account) = site.store.account(&name)? else { return Ok(to("/admin/people")) };
        // An owner's current session stays open.
        member.store.end_other_sessions(account.id, &member.session)?;
        member.log_action(site, "signed out an account", &name)?;
        Ok(to(&format!("/admin/people/{}", crate::address::encoded(&name))))
    })
    .await
}

/// Shows the audit log, latest entry first.
pub(crate) async fn log(
    State(site): SharedSite,
    member: Member,
    Query(query): Query<PageQuery>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        let paging = Paging::new(query.page, site.store.count_audit_entries()?);
        let audit_entries = site.store.audit_entries(paging.range())?;
        let look = site.look(&member.visit.base);
        Ok(private(StatusCode::OK, admin::log(&look, &member.account, &audit_entries, paging)))
    })
    .await
}

/// Shows the report of the site's own access log.
pub(crate) async fn visits(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking_in(&site, &site.work.reports, move |site| {
        site.visits.add_own(site.current().domains.all());
        let counted = site.visits.report(&member.visit.base)?;
        Ok(private(StatusCode::OK, admin::visits(&site.look(&member.visit.base), &member.account, &counted)))
    })
    .await
}
