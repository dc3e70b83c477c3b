//! People: who may do what, invitations, one's own account, and the log of what was done.

use super::secret::{is_password, password_fault, password_hash, token, token_hash};
use super::{Member, private, to, told};
use crate::pages::admin;
use crate::pages::paging::{AskedPage, Paging};
use crate::routes::{SharedSite, ask};
use crate::site::Site;
use crate::store::Role;
use anyhow::Result;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

/// How long an invitation is good.
const GOOD_FOR: SignedDuration = SignedDuration::from_hours(24 * 7);

/// Everyone; for owners, with what they can do about it.
pub(crate) async fn list(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    ask(&site, move |site| show(site, &member, None)).await
}

fn show(site: &Site, member: &Member, invitation: Option<&str>) -> Result<Response> {
    let accounts = site.store.accounts()?;
    let markup = admin::people(&site.look(&member.visit.base), &member.account, &accounts, invitation);
    Ok(private(StatusCode::OK, markup))
}

#[derive(Deserialize)]
pub(crate) struct Invite {
    role: String,
}

/// Makes a link that makes an account, and shows it once.
pub(crate) async fn invite(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<Invite>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    ask(&site, move |site| {
        let role = Role::parse(&form.role).unwrap_or(Role::Author);
        let token = token()?;
        site.store.invite(&token_hash(&token), role, Timestamp::now() + GOOD_FOR)?;
        member.did(site, "invited", role.name())?;
        show(site, &member, Some(&format!("{}/setup?token={token}", member.visit.base)))
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct Change {
    role: String,
    #[serde(default)]
    closed: String,
}

/// Gives somebody another role, or closes her account.
pub(crate) async fn change(
    State(site): SharedSite,
    member: Member,
    Path(name): Path<String>,
    Form(form): Form<Change>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    ask(&site, move |site| {
        let Some(mut account) = site.store.account(&name)? else { return Ok(to("/admin/people")) };
        account.role = Role::parse(&form.role).unwrap_or(account.role);
        account.closed = !form.closed.is_empty();
        if !site.store.change_account(&account)? {
            let text = "Somebody has to be the owner of the site. Make another an owner first.";
            return Ok(told(site, &member.visit, StatusCode::CONFLICT, "Not possible", text));
        }
        let what = if account.closed { "closed" } else { account.role.name() };
        member.did(site, "changed an account", &format!("{name}: {what}"))?;
        Ok(to("/admin/people"))
    })
    .await
}

#[derive(Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    saved: String,
}

/// One's own account and sessions.
pub(crate) async fn account(
    State(site): SharedSite,
    member: Member,
    Query(asked): Query<Asked>,
) -> Result<Response, Response> {
    let note = (!asked.saved.is_empty()).then(|| "Saved.".to_owned());
    ask(&site, move |site| own(site, &member, StatusCode::OK, note.as_deref(), &[])).await
}

fn own(
    site: &Site,
    member: &Member,
    status: StatusCode,
    note: Option<&str>,
    faults: &[String],
) -> Result<Response> {
    let sessions = site.store.sessions(member.account.id)?;
    let look = site.look(&member.visit.base);
    Ok(private(status, admin::account(&look, &member.account, &sessions, &member.session, note, faults)))
}

#[derive(Deserialize)]
pub(crate) struct Own {
    display: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    new: String,
    #[serde(default)]
    again: String,
}

/// Changes one's own name, and the password if a new one was given; then all other sessions end.
pub(crate) async fn change_own(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<Own>,
) -> Result<Response, Response> {
    let _turn = site.hashing.acquire().await;
    ask(&site, move |site| {
        let mut account = member.account.clone();
        let mut faults = Vec::new();
        if form.display.trim().is_empty() {
            faults.push("The name that readers see cannot be empty.".to_owned());
        }
        account.display = form.display.trim().to_owned();
        if !form.new.is_empty() {
            let key = format!("change password {}", account.id);
            if site.store.wait(&key, Timestamp::now())? > 0 {
                faults.push("There were too many tries with a wrong password. Try again later.".to_owned());
            } else if !is_password(&form.password, Some(&account.hash)) {
                site.store.count_failure(&key, 5, Timestamp::now())?;
                faults.push("The present password is not right.".to_owned());
            }
            faults.extend(password_fault(&account.name, &form.new));
            if form.new != form.again {
                faults.push("The two new passwords differ.".to_owned());
            }
        }
        if !faults.is_empty() {
            return own(site, &member, StatusCode::UNPROCESSABLE_ENTITY, None, &faults);
        }
        if !form.new.is_empty() {
            account.hash = password_hash(&form.new)?;
        }
        site.store.change_account(&account)?;
        if !form.new.is_empty() {
            site.store.end_other_sessions(account.id, &member.session)?;
            member.did(site, "changed the password", "")?;
        }
        Ok(to("/admin/account?saved=1"))
    })
    .await
}

/// Ends all sessions but this one.
pub(crate) async fn end_sessions(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    ask(&site, move |site| {
        site.store.end_other_sessions(member.account.id, &member.session)?;
        member.did(site, "ended other sessions", "")?;
        Ok(to("/admin/account"))
    })
    .await
}

/// What was done, latest first.
pub(crate) async fn log(
    State(site): SharedSite,
    member: Member,
    Query(asked): Query<AskedPage>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    ask(&site, move |site| {
        let paging = Paging::new(asked.page, site.store.count_deeds()?);
        let deeds = site.store.deeds(paging.range())?;
        let look = site.look(&member.visit.base);
        Ok(private(StatusCode::OK, admin::log(&look, &member.account, &deeds, paging)))
    })
    .await
}

/// Who came, from where, to which page, by the site's own access log.
pub(crate) async fn visits(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    ask(&site, move |site| {
        let report = site.visits.report(&member.visit.base)?;
        Ok(private(StatusCode::OK, admin::visits(&site.look(&member.visit.base), &member.account, &report)))
    })
    .await
}
