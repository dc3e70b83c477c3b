//! The account of the signed-in user: name, password, second factor and sessions.

use super::entrance::display_fault;
use super::second_factor as codes;
use crate::pages::admin::{self, AccountPage};
use crate::pages::time::duration;
use crate::secret::password::{is_password, password_fault, password_hash};
use crate::site::Site;
use crate::site::answer::{private, to};
use crate::site::blocking::{SharedSite, run_blocking, run_blocking_in};
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

/// The query of the account page after a change has been saved.
#[derive(Deserialize, Default)]
pub(crate) struct SavedQuery {
    #[serde(default)]
    saved: String,
}

/// Shows the account page.
pub(crate) async fn show(
    State(site): SharedSite,
    member: Member,
    Query(query): Query<SavedQuery>,
) -> Result<Response, Response> {
    let note = (!query.saved.is_empty()).then(|| "Account saved.".to_owned());
    run_blocking(&site, move |site| page(site, &member, StatusCode::OK, note.as_deref(), &[], None)).await
}

/// Returns the account page. `recovery` contains recovery codes that have just been generated.
pub(super) fn page(
    site: &Site,
    member: &Member,
    status: StatusCode,
    note: Option<&str>,
    faults: &[String],
    recovery: Option<&[String]>,
) -> Result<Response> {
    let sessions = site.store.sessions(member.account.id)?;
    // The account is read again, because the member's copy dates from the start of the request.
    let account = site.store.account_by_id(member.account.id)?.unwrap_or_else(|| member.account.clone());
    let new = match account.totp {
        Some(_) => None,
        None => {
            let secret = codes::new_secret()?;
            let square = codes::qr_code(&secret, &account.name, &site.title())?;
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
        mail: site.config.mail.as_ref().map(|_| site.store.mail_settings(account.id)).transpose()?,
    };
    Ok(private(status, admin::account(&site.look(&member.visit.base), &shown)))
}

/// Returns the purpose with which the form's secret is sealed, which makes the secret valid only
/// for this account.
fn purpose(member: &Member) -> String {
    format!("new second factor of {}", member.account.id)
}

/// The form with the display name and password.
#[derive(Deserialize)]
pub(crate) struct ProfileForm {
    display: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    new: String,
    #[serde(default)]
    again: String,
}

/// Changes the display name, and the password if a new one is given. A new password ends all other
/// sessions.
pub(crate) async fn change(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<ProfileForm>,
) -> Result<Response, Response> {
    let mut faults: Vec<String> = display_fault(&form.display).into_iter().collect();
    let mut hash = None;
    if !form.new.is_empty() {
        faults.extend(password_fault(&member.account.name, &form.new));
        if form.new != form.again {
            faults.push("The new passwords do not match.".to_owned());
        }
        if faults.is_empty() {
            match check_password(&site, &member, form.password.clone()).await? {
                Some(fault) => faults.push(fault),
                None => {
                    let new = form.new.clone();
                    hash = Some(
                        run_blocking_in(&site, &site.work.passwords, move |_| password_hash(&new)).await?,
                    );
                }
            }
        }
    }
    run_blocking(&site, move |site| {
        if !faults.is_empty() {
            return page(site, &member, StatusCode::UNPROCESSABLE_ENTITY, None, &faults, None);
        }
        member.store.set_display(member.account.id, form.display.trim())?;
        if let Some(hash) = hash {
            member.store.set_password(member.account.id, &hash, &member.session)?;
            member.log_action(site, "changed the password", "")?;
        }
        Ok(to("/admin/account?saved=1"))
    })
    .await
}

/// Checks the account's current password. Returns an error message, or `None` if it is right.
pub(super) async fn check_password(
    site: &Arc<Site>,
    member: &Member,
    password: String,
) -> Result<Option<String>, Response> {
    let id = member.account.id;
    let key = format!("change password {id}");
    let counted = key.clone();
    let attempt = run_blocking(site, move |site| {
        Ok(site.store.attempt(&[(&counted, Throttle::NAME)], Timestamp::now())?)
    })
    .await?;
    if let Err(wait) = attempt {
        let wait = duration(wait);
        return Ok(Some(format!("Too many wrong passwords. Try again in {wait}.")));
    }
    let known = member.account.hash.clone();
    let is_right =
        run_blocking_in(site, &site.work.passwords, move |_| Ok(is_password(&password, Some(&known))))
            .await?;
    if !is_right {
        return Ok(Some("The current password is wrong.".to_owned()));
    }
    run_blocking(site, move |site| Ok(site.store.forgive(&[(&key, Throttle::NAME)])?)).await?;
    Ok(None)
}

/// The form for the second factor.
#[derive(Deserialize)]
pub(crate) struct FactorForm {
    /// `on`, `off`, or `recovery` for new recovery codes.
    action: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    code: String,
    /// The sealed secret that was shown on the page.
    #[serde(default)]
    ticket: String,
}

/// Number of seconds for which a secret shown on the page can be confirmed.
const SECRET_LIFETIME: i64 = 3600;

/// Turns the second factor on or off, or generates new recovery codes.
pub(crate) async fn second_factor(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<FactorForm>,
) -> Result<Response, Response> {
    let fault = check_password(&site, &member, form.password.clone()).await?;
    run_blocking(&site, move |site| {
        let refuse = |fault: &str| {
            page(site, &member, StatusCode::UNPROCESSABLE_ENTITY, None, &[fault.to_owned()], None)
        };
        if let Some(fault) = fault {
            return refuse(&fault);
        }
        let (id, now) = (member.account.id, Timestamp::now());
        let done = |recovery: Option<&[String]>, note: &str, action: &str| {
            member.log_action(site, action, "")?;
            page(site, &member, StatusCode::OK, Some(note), &[], recovery)
        };
        match form.action.as_str() {
            "off" => {
                member.store.remove_second_factor(id)?;
                done(None, "Two-factor authentication is off.", "turned off two-factor authentication")
            }
            "on" => {
                let secret = match opened(site, &purpose(&member), &form.ticket)? {
                    Some((secret, age)) if (0..SECRET_LIFETIME).contains(&age) => secret,
                    _ => return refuse("The secret on that page has expired. Set up the new one below."),
                };
                let Some(step) = codes::time_step(&secret, &form.code, now)? else {
                    return refuse(
                        "Wrong code. Set up the new secret below, and check the clock of your device.",
                    );
                };
                let (recovery, hashes) = codes::new_recovery()?;
                if !member.store.set_second_factor(id, &secret, step, &hashes)? {
                    return refuse(
                        "This code has been used already. Set up the new secret below with its next code.",
                    );
                }
                done(
                    Some(&recovery),
                    "Two-factor authentication is on.",
                    "turned on two-factor authentication",
                )
            }
            "recovery" => {
                let (recovery, hashes) = codes::new_recovery()?;
                if !member.store.set_recovery(id, &hashes)? {
                    return refuse("Two-factor authentication is off, so there are no recovery codes.");
                }
                done(Some(&recovery), "These codes replace your earlier ones.", "generated recovery codes")
            }
            _ => refuse("Nothing was changed: the form contained an unknown action."),
        }
    })
    .await
}

/// Ends all sessions of the account except this one.
pub(crate) async fn end_sessions(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        member.store.end_other_sessions(member.account.id, &member.session)?;
        member.log_action(site, "ended other sessions", "")?;
        Ok(to("/admin/account"))
    })
    .await
}
