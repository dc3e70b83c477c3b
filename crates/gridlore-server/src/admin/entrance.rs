//! In and out: the link that makes the first account, signing in, signing out.

use super::secret::{is_password, password_fault, password_hash, token, token_hash};
use super::{COOKIE_NAME, Member, cookie, did, private, to};
use crate::pages::admin;
use crate::routes::{SharedSite, ask};
use crate::site::Site;
use crate::store::Role;
use crate::visit::Visit;
use anyhow::Result;
use axum::Extension;
use axum::extract::{Form, Query, State};
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

/// Failures to sign in by one name from one address that cost nothing; four times as many by any names, as many people may share an address.
const FREE: i64 = 5;

/// How long the link for the first owner is good.
const SETUP: SignedDuration = SignedDuration::from_hours(24);

/// A new link that makes the first owner's account; `None` when there are accounts already.
pub(crate) fn setup_link(site: &Site) -> Result<Option<String>> {
    if !site.store.accounts()?.is_empty() {
        return Ok(None);
    }
    let token = token()?;
    site.store.invite(&token_hash(&token), Role::Owner, Timestamp::now() + SETUP)?;
    Ok(Some(format!("/setup?token={token}")))
}

#[derive(Deserialize)]
pub(crate) struct Invitation {
    #[serde(default)]
    token: String,
}

const NO_INVITATION: &str = "This link is used up, or too old, or not whole. An owner can make a new one; for the first owner the program prints one when it starts.";

/// The form behind an invitation.
pub(crate) async fn invitation(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(invitation): Query<Invitation>,
) -> Result<Response, Response> {
    let hash = token_hash(&invitation.token);
    let role = ask(&site, move |site| Ok(site.store.invitation(&hash, Timestamp::now())?)).await?;
    let look = site.look(&visit.base);
    Ok(match role {
        Some(role) => private(StatusCode::OK, admin::join(&look, &invitation.token, role, "", "", &[])),
        None => private(StatusCode::NOT_FOUND, crate::pages::message(&look, "No invitation", NO_INVITATION)),
    })
}

#[derive(Deserialize)]
pub(crate) struct Join {
    token: String,
    name: String,
    #[serde(default)]
    display: String,
    password: String,
    again: String,
}

/// Makes the account, and lets its owner in.
pub(crate) async fn join(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    headers: HeaderMap,
    Form(form): Form<Join>,
) -> Result<Response, Response> {
    let agent = agent(&headers);
    ask(&site, move |site| {
        let now = Timestamp::now();
        let hash = token_hash(&form.token);
        let look = site.look(&visit.base);
        let Some(role) = site.store.invitation(&hash, now)? else {
            return Ok(private(
                StatusCode::NOT_FOUND,
                crate::pages::message(&look, "No invitation", NO_INVITATION),
            ));
        };
        let name = form.name.trim().to_lowercase();
        let display = if form.display.trim().is_empty() { form.name.trim() } else { form.display.trim() };
        let mut faults = Vec::new();
        faults.extend(name_fault(&name));
        faults.extend(password_fault(&name, &form.password));
        if form.password != form.again {
            faults.push("The two passwords differ.".to_owned());
        }
        if faults.is_empty() {
            match site.store.join(&hash, &name, display, &password_hash(&form.password)?, now)? {
                Some(account) => {
                    did(site, &visit, &name, "joined", role.name())?;
                    return let_in(site, account, &agent, "/admin");
                }
                None => faults.push(format!("The name \"{name}\" is taken.")),
            }
        }
        Ok(private(
            StatusCode::UNPROCESSABLE_ENTITY,
            admin::join(&look, &form.token, role, &form.name, &form.display, &faults),
        ))
    })
    .await
}

/// Why a name is none to sign in with.
fn name_fault(name: &str) -> Option<String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || ".-_@".contains(letter);
    let length = name.chars().count();
    (!(2..=60).contains(&length) || !name.chars().all(is_plain))
        .then(|| "The name to sign in with has 2 to 60 letters, digits and . - _ @.".to_owned())
}

/// Opens a session.
fn let_in(site: &Site, account: i64, agent: &str, path: &str) -> Result<Response> {
    let token = token()?;
    site.store.open_session(&token_hash(&token), account, agent, Timestamp::now())?;
    let mut response = to(path);
    let cookie = format!("{COOKIE_NAME}={token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000");
    response.headers_mut().insert(SET_COOKIE, HeaderValue::try_from(cookie)?);
    Ok(response)
}

fn agent(headers: &HeaderMap) -> String {
    let agent = headers.get(USER_AGENT).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    agent.unwrap_or_default().chars().take(200).collect()
}

#[derive(Deserialize)]
pub(crate) struct Next {
    #[serde(default)]
    next: String,
}

/// The form to sign in.
pub(crate) async fn door(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(next): Query<Next>,
) -> Response {
    private(StatusCode::OK, admin::door(&site.look(&visit.base), "", &next.next, door_warning(&visit)))
}

/// Browsers keep the cookie of a session only where nobody can listen.
fn door_warning(visit: &Visit) -> Option<&'static str> {
    let host = visit.base.split("://").nth(1).unwrap_or_default();
    let is_here = ["localhost", "127.", "[::1]"].iter().any(|start| host.starts_with(start));
    let is_safe = visit.is_secure || visit.base.starts_with("https://") || is_here;
    (!is_safe).then_some(
        "This page came by plain http, over which your browser will not keep you signed in. Put the site behind https (SECURITY.md tells how), or open it on the machine itself.",
    )
}

#[derive(Deserialize)]
pub(crate) struct Enter {
    name: String,
    password: String,
    #[serde(default)]
    next: String,
}

/// Signs in, unless too many have tried.
pub(crate) async fn enter(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    headers: HeaderMap,
    Form(form): Form<Enter>,
) -> Result<Response, Response> {
    let agent = agent(&headers);
    // Hashing takes memory: a few at a time.
    let _turn = site.hashing.acquire().await;
    ask(&site, move |site| {
        let now = Timestamp::now();
        let name = form.name.trim().to_lowercase();
        let address = visit.address.map(|address| address.to_string()).unwrap_or_default();
        // By name and address: nobody can lock another out of her own account from elsewhere.
        let keys = [format!("sign in {name} {address}"), format!("sign in {address}")];
        let mut wait = 0;
        for key in &keys {
            wait = wait.max(site.store.wait(key, now)?);
        }
        let look = site.look(&visit.base);
        let refuse = |status, fault: &str| {
            Ok(private(status, admin::door(&look, &form.name, &form.next, Some(fault))))
        };
        if wait > 0 {
            let text = format!("There were too many tries. The next one is possible in {}.", duration(wait));
            return refuse(StatusCode::TOO_MANY_REQUESTS, &text);
        }
        let account = site.store.account(&name)?.filter(|account| !account.closed);
        let is_right = is_password(&form.password, account.as_ref().map(|account| account.hash.as_str()));
        match account {
            Some(account) if is_right => {
                site.store.forgive(&keys[0])?;
                did(site, &visit, &name, "signed in", "")?;
                let own =
                    form.next.starts_with('/') && !form.next.starts_with("//") && !form.next.contains('\\');
                let_in(site, account.id, &agent, if own { &form.next } else { "/admin" })
            }
            _ => {
                site.store.count_failure(&keys[0], FREE, now)?;
                site.store.count_failure(&keys[1], 4 * FREE, now)?;
                did(site, &visit, &name, "failed to sign in", "")?;
                refuse(StatusCode::UNAUTHORIZED, "There is no such name with this password.")
            }
        }
    })
    .await
}

fn duration(seconds: i64) -> String {
    match seconds {
        1 => "1 second".to_owned(),
        ..90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", (seconds + 59) / 60),
    }
}

/// Ends the session.
pub(crate) async fn leave(
    State(site): SharedSite,
    member: Member,
    headers: HeaderMap,
) -> Result<Response, Response> {
    if let Some(token) = cookie(&headers) {
        let hash = token_hash(token);
        ask(&site, move |site| {
            site.store.end_session(&hash)?;
            Ok(member.did(site, "signed out", "")?)
        })
        .await?;
    }
    let mut response = to("/");
    let gone = format!("{COOKIE_NAME}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0");
    if let Ok(gone) = HeaderValue::try_from(gone) {
        response.headers_mut().insert(SET_COOKIE, gone);
    }
    Ok(response)
}
