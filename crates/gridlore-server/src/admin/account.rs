//! The account of whoever is signed in: name, password, second factor, sessions.

use super::entrance::display_fault;
use super::second_factor as codes;
use crate::pages::admin::{self, AccountPage};
use crate::pages::time::duration;
use crate::secret::password::{is_password, password_fault, password_hash};
use crate::site::Site;
use crate::site::answer::{private, to};
use crate::site::ask::{SharedSite, ask, ask_in};
use crate::site::member::Member;
use crate::site::seal::{opened, sealed};
use crate::store::Throttle;
use anyhow::Result;
use axum::extract::{Form, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::Timestamp;
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    saved: String,
}

/// Name, password, second factor, and sessions.
pub(crate) async fn show(
    State(site): SharedSite,
    member: Member,
    Query(asked): Query<Asked>,
) -> Result<Response, Response> {
    let note = (!asked.saved.is_empty()).then(|| "Saved.".to_owned());
    ask(&site, move |site| page(site, &member, StatusCode::OK, note.as_deref(), &[], None)).await
}

/// The page; `recovery` are codes that were just made.
fn page(
    site: &Site,
    member: &Member,
    status: StatusCode,
    note: Option<&str>,
    faults: &[String],
    recovery: Option<&[String]>,
) -> Result<Response> {
    let sessions = site.store.sessions(member.account.id)?;
    // As it is now: the member's own is as it was when the request began.
    let account = site.store.account_of(member.account.id)?.unwrap_or_else(|| member.account.clone());
    let new = match account.totp {
        Some(_) => None,
        None => {
            let secret = codes::new_secret()?;
            let square = codes::square(&secret, &account.name, &site.title())?;
            let ticket = sealed(site, &purpose(member), &secret, Timestamp::now())?;
            Some((codes::grouped(&secret), square, ticket))
        }
    };
    let shown = AccountPage {
        account: &account,
        sessions: &sessions,
        own: &member.session,
        note,
        faults,
        new,
        recovery,
        recovery_left: site.store.count_recovery(account.id)?,
    };
    Ok(private(status, admin::account(&site.look(&member.visit.base), &shown)))
}

/// For what the secret in the form is sealed: for this person alone.
fn purpose(member: &Member) -> String {
    format!("new second factor of {}", member.account.id)
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

/// Changes the name that readers see, and the password if a new one was given; then all other
/// sessions end.
pub(crate) async fn change(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<Own>,
) -> Result<Response, Response> {
    let mut faults: Vec<String> = display_fault(&form.display).into_iter().collect();
    let mut hash = None;
    if !form.new.is_empty() {
        faults.extend(password_fault(&member.account.name, &form.new));
        if form.new != form.again {
            faults.push("The two new passwords differ.".to_owned());
        }
        if faults.is_empty() {
            match is_owner(&site, &member, form.password.clone()).await? {
                Some(fault) => faults.push(fault),
                None => {
                    let new = form.new.clone();
                    hash = Some(ask_in(&site, &site.work.passwords, move |_| password_hash(&new)).await?);
                }
            }
        }
    }
    ask(&site, move |site| {
        if !faults.is_empty() {
            return page(site, &member, StatusCode::UNPROCESSABLE_ENTITY, None, &faults, None);
        }
        member.store.set_display(member.account.id, form.display.trim())?;
        if let Some(hash) = hash {
            member.store.set_password(member.account.id, &hash, &member.session)?;
            member.did(site, "changed the password", "")?;
        }
        Ok(to("/admin/account?saved=1"))
    })
    .await
}

/// Why whoever sends this is not known to be the owner of the account; `None` when the password is
/// right.
async fn is_owner(site: &Arc<Site>, member: &Member, password: String) -> Result<Option<String>, Response> {
    let id = member.account.id;
    let key = format!("change password {id}");
    let counted = key.clone();
    let attempt =
        ask(site, move |site| Ok(site.store.attempt(&[(&counted, Throttle::NAME)], Timestamp::now())?))
            .await?;
    if let Err(wait) = attempt {
        let wait = duration(wait);
        return Ok(Some(format!(
            "There were too many tries with a wrong password. The next one is possible in {wait}."
        )));
    }
    let known = member.account.hash.clone();
    let is_right =
        ask_in(site, &site.work.passwords, move |_| Ok(is_password(&password, Some(&known)))).await?;
    if !is_right {
        return Ok(Some("The present password is wrong.".to_owned()));
    }
    ask(site, move |site| Ok(site.store.forgive(&[(&key, Throttle::NAME)])?)).await?;
    Ok(None)
}

#[derive(Deserialize)]
pub(crate) struct Factor {
    /// `on`, `off`, or `recovery` for new recovery codes.
    action: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    code: String,
    /// The secret that the page has shown, sealed.
    #[serde(default)]
    ticket: String,
}

/// A secret that was shown longer ago, in seconds, is not taken.
const SHOWN_FOR: i64 = 3600;

/// Turns the second factor on or off, or makes new recovery codes.
pub(crate) async fn second_factor(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<Factor>,
) -> Result<Response, Response> {
    let fault = is_owner(&site, &member, form.password.clone()).await?;
    ask(&site, move |site| {
        let refuse = |fault: &str| {
            page(site, &member, StatusCode::UNPROCESSABLE_ENTITY, None, &[fault.to_owned()], None)
        };
        if let Some(fault) = fault {
            return refuse(&fault);
        }
        let (id, now) = (member.account.id, Timestamp::now());
        let done = |recovery: Option<&[String]>, note: &str, action: &str| {
            member.did(site, action, "")?;
            page(site, &member, StatusCode::OK, Some(note), &[], recovery)
        };
        match form.action.as_str() {
            "off" => {
                member.store.set_second_factor(id, None, &[])?;
                done(None, "The second factor is off.", "turned the second factor off")
            }
            "on" => {
                let secret = match opened(site, &purpose(&member), &form.ticket)? {
                    Some((secret, age)) if (0..SHOWN_FOR).contains(&age) => secret,
                    _ => return refuse("That took too long. Here is a new code."),
                };
                if codes::step_of(&secret, &form.code, now)?.is_none() {
                    return refuse(
                        "That code is wrong. Set up the new one below, and check the clock of your device.",
                    );
                }
                let (recovery, hashes) = codes::new_recovery()?;
                member.store.set_second_factor(id, Some(&secret), &hashes)?;
                done(Some(&recovery), "The second factor is on.", "turned the second factor on")
            }
            "recovery" => {
                let Some(secret) = &member.account.totp else { return refuse("There is no second factor.") };
                let (recovery, hashes) = codes::new_recovery()?;
                member.store.set_second_factor(id, Some(secret), &hashes)?;
                done(
                    Some(&recovery),
                    "These codes take the place of the earlier ones.",
                    "made new recovery codes",
                )
            }
            _ => refuse("Nothing was changed: found no such action."),
        }
    })
    .await
}

/// Ends all sessions but this one.
pub(crate) async fn end_sessions(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    ask(&site, move |site| {
        member.store.end_other_sessions(member.account.id, &member.session)?;
        member.did(site, "ended other sessions", "")?;
        Ok(to("/admin/account"))
    })
    .await
}
