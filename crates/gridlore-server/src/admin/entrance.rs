//! Invitation links, password reset links, signing in and signing out.

use super::second_factor;
use crate::content::comment_rules::is_direction;
use crate::http::visit::Visit;
use crate::pages::admin::{self, SignInForm};
use crate::pages::time::duration;
use crate::secret::password::{is_password, password_fault, password_hash};
use crate::secret::token::{token, token_hash};
use crate::site::Site;
use crate::site::answer::{private, to};
use crate::site::blocking::{SharedSite, run_blocking, run_blocking_in};
use crate::site::member::{COOKIE_NAME, MAX_NAME_LENGTH, Member, cookie, log_action};
use crate::site::seal::{opened, sealed};
use crate::store::{Account, FAILED_SIGN_IN, Role, Throttle};
use anyhow::Result;
use axum::Extension;
use axum::extract::{Form, Query, State};
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use gridlore_blog::own_address;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use std::fs;
use std::sync::Arc;

/// How long the first owner's setup link is valid.
pub(crate) const SETUP: SignedDuration = SignedDuration::from_hours(24);

/// Maximum number of seconds between the password and the second factor's code.
pub(crate) const CODE_IN: i64 = 300;

/// The file that contains the token of the first owner's setup link, so that restarts and other
/// processes print the same link.
const SETUP_FILE: &str = "setup-key";

/// Returns the path of the first owner's setup link, or `None` if there are already accounts.
pub(crate) fn setup_link(site: &Site) -> Result<Option<String>> {
    let file = site.data.join(SETUP_FILE);
    if site.store.has_accounts()? {
        let _ = fs::remove_file(file);
        return Ok(None);
    }
    let now = Timestamp::now();
    if let Ok(token) = fs::read_to_string(&file)
        && site.store.invitation(&token_hash(token.trim()), now)?.is_some()
    {
        return Ok(Some(format!("/setup?token={}", token.trim())));
    }
    let token = token()?;
    site.store.invite(&token_hash(&token), Role::Owner, now + SETUP)?;
    crate::private::write(&file, token.as_bytes())?;
    Ok(Some(format!("/setup?token={token}")))
}

/// The token of a link.
#[derive(Deserialize)]
pub(crate) struct TokenQuery {
    #[serde(default)]
    pub(super) token: String,
}

const NO_INVITATION: &str = "This link is incomplete, has expired or was already used. Ask an owner of the site for a new one. For a new site, restart the program: it prints a new setup link.";

/// Shows the form that an invitation link opens.
pub(crate) async fn invitation(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(key): Query<TokenQuery>,
) -> Result<Response, Response> {
    let hash = token_hash(&key.token);
    let role = run_blocking(&site, move |site| Ok(site.store.invitation(&hash, Timestamp::now())?)).await?;
    let look = site.look(&visit.base);
    Ok(match role {
        Some(role) => private(StatusCode::OK, admin::join(&look, &key.token, role, "", "", &[])),
        None => private(
            StatusCode::NOT_FOUND,
            crate::pages::message(&look, "Invalid invitation link", NO_INVITATION),
        ),
    })
}

/// The form that creates an account.
#[derive(Deserialize)]
pub(crate) struct Join {
    token: String,
    name: String,
    #[serde(default)]
    display: String,
    password: String,
    again: String,
}

/// Creates the account and signs its owner in.
pub(crate) async fn join(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    headers: HeaderMap,
    Form(form): Form<Join>,
) -> Result<Response, Response> {
    let agent = agent(&headers);
    let now = Timestamp::now();
    let hash = token_hash(&form.token);
    let known = hash.clone();
    let Some(role) = run_blocking(&site, move |site| Ok(site.store.invitation(&known, now)?)).await? else {
        let look = site.look(&visit.base);
        return Ok(private(
            StatusCode::NOT_FOUND,
            crate::pages::message(&look, "Invalid invitation link", NO_INVITATION),
        ));
    };
    let name = form.name.trim().to_lowercase();
    let display =
        if form.display.trim().is_empty() { form.name.trim() } else { form.display.trim() }.to_owned();
    let mut faults = Vec::new();
    faults.extend(name_fault(&name));
    faults.extend(display_fault(&display));
    faults.extend(password_fault(&name, &form.password));
    if form.password != form.again {
        faults.push("The passwords do not match.".to_owned());
    }
    let password = form.password.clone();
    let password_hash = match faults.is_empty() {
        true => run_blocking_in(&site, &site.work.passwords, move |_| password_hash(&password)).await?,
        false => String::new(),
    };
    run_blocking(&site, move |site| {
        if faults.is_empty() {
            match site.store.join(&hash, &name, &display, &password_hash, now)? {
                Some(account) => {
                    log_action(site, &visit, &name, "joined", role.name())?;
                    let _ = fs::remove_file(site.data.join(SETUP_FILE));
                    return new_session(site, &visit, account, &agent, "/admin");
                }
                None => faults.push(format!("The username \"{name}\" is taken.")),
            }
        }
        let look = site.look(&visit.base);
        let markup = admin::join(&look, &form.token, role, &form.name, &form.display, &faults);
        Ok(private(StatusCode::UNPROCESSABLE_ENTITY, markup))
    })
    .await
}

/// Checks a username. Returns an error message if it is invalid.
fn name_fault(name: &str) -> Option<String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || ".-_@".contains(letter);
    let length = name.chars().count();
    (!(2..=MAX_NAME_LENGTH).contains(&length) || !name.chars().all(is_plain))
        .then(|| format!("A username has 2 to {MAX_NAME_LENGTH} characters: letters, digits and . - _ @."))
}

/// Checks a display name. Returns an error message if it is invalid.
pub(crate) fn display_fault(name: &str) -> Option<String> {
    if name.trim().is_empty() {
        return Some("The display name is empty.".to_owned());
    }
    (name.chars().count() > MAX_NAME_LENGTH || name.chars().any(|letter| letter.is_control() || is_direction(letter)))
        .then(|| {
            format!("A display name has at most {MAX_NAME_LENGTH} characters, without line breaks or marks that change the direction of text.")
        })
}

const NO_RESET: &str = "This link is incomplete, has expired or was already used. An owner can create a new one on the People page, or with gridlore people reset NAME.";

/// Shows the form that a password reset link opens.
pub(crate) async fn reset(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(key): Query<TokenQuery>,
) -> Result<Response, Response> {
    let hash = token_hash(&key.token);
    let found = run_blocking(&site, move |site| {
        let account = site.store.reset(&hash, Timestamp::now())?;
        Ok((account, site.store.reset_keeps_factor(&hash)?))
    })
    .await?;
    let look = site.look(&visit.base);
    Ok(match found {
        (Some(account), keeps_factor) => {
            private(StatusCode::OK, admin::reset(&look, &key.token, &account, keeps_factor, &[]))
        }
        (None, _) => {
            private(StatusCode::NOT_FOUND, crate::pages::message(&look, "Invalid reset link", NO_RESET))
        }
    })
}

/// The form that sets a new password.
#[derive(Deserialize)]
pub(crate) struct Reset {
    token: String,
    new: String,
    again: String,
    #[serde(default)]
    second_factor: String,
}

/// Sets a new password through a reset link. This uses up the link and ends every session of the
/// account.
pub(crate) async fn set_password(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Form(form): Form<Reset>,
) -> Result<Response, Response> {
    let hash = token_hash(&form.token);
    let known = hash.clone();
    let (account, keeps_factor) = run_blocking(&site, move |site| {
        let account = site.store.reset(&known, Timestamp::now())?;
        Ok((account, site.store.reset_keeps_factor(&known)?))
    })
    .await?;
    let missing = |site: &Site| {
        let look = site.look(&visit.base);
        private(StatusCode::NOT_FOUND, crate::pages::message(&look, "Invalid reset link", NO_RESET))
    };
    let Some(account) = account else { return Ok(missing(&site)) };
    let mut faults = Vec::new();
    faults.extend(password_fault(&account.name, &form.new));
    if form.new != form.again {
        faults.push("The passwords do not match.".to_owned());
    }
    if !faults.is_empty() {
        let markup = admin::reset(&site.look(&visit.base), &form.token, &account, keeps_factor, &faults);
        return Ok(private(StatusCode::UNPROCESSABLE_ENTITY, markup));
    }
    let new = form.new.clone();
    let password = run_blocking_in(&site, &site.work.passwords, move |_| password_hash(&new)).await?;
    // A person who can read the account's mail must not be able to bypass its second factor.
    let removes_second_factor = !form.second_factor.is_empty() && !keeps_factor;
    let (name, shared) = (account.name, visit.clone());
    let is_set = run_blocking(&site, move |site| {
        let is_set = site.store.use_reset(&hash, &password, removes_second_factor, Timestamp::now())?;
        if is_set {
            log_action(site, &shared, &name, "reset their password", "")?;
        }
        Ok(is_set)
    })
    .await?;
    Ok(if is_set { to("/login?done=password") } else { missing(&site) })
}

/// Opens a session for the owner of a new account.
fn new_session(site: &Site, visit: &Visit, account: i64, agent: &str, path: &str) -> Result<Response> {
    let token = token()?;
    let (hash, network) = (token_hash(&token), visit.caller().to_string());
    site.store.open_session(&hash, account, agent, &network, Timestamp::now())?;
    signed_in(&token, path)
}

/// Redirects to `path` with the cookie of a new session.
fn signed_in(token: &str, path: &str) -> Result<Response> {
    let mut response = to(path);
    let cookie = format!("{COOKIE_NAME}={token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=2592000");
    response.headers_mut().insert(SET_COOKIE, HeaderValue::try_from(cookie)?);
    Ok(response)
}

fn agent(headers: &HeaderMap) -> String {
    let agent = headers.get(USER_AGENT).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    agent.unwrap_or_default().chars().take(200).collect()
}

/// The query of the sign-in page.
#[derive(Deserialize)]
pub(crate) struct SignInQuery {
    #[serde(default)]
    next: String,
    #[serde(default)]
    done: String,
}

/// Shows the sign-in form.
pub(crate) async fn sign_in_page(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(query): Query<SignInQuery>,
) -> Response {
    let note = (query.done == "password").then_some("Your new password is set. Sign in with it.");
    let form = SignInForm { next: &query.next, fault: http_warning(&visit), note, ..SignInForm::default() };
    private(StatusCode::OK, admin::sign_in(&site.look(&visit.base), &form))
}

/// Returns a warning for visits over plain http, over which browsers do not store the session's
/// cookie.
fn http_warning(visit: &Visit) -> Option<&'static str> {
    let host = visit.base.split("://").nth(1).unwrap_or_default();
    let is_here = ["localhost", "127.", "[::1]"].iter().any(|start| host.starts_with(start));
    let is_safe = visit.is_secure || visit.base.starts_with("https://") || is_here;
    (!is_safe).then_some(
        "This page was loaded over plain http, so your browser will not keep you signed in. Serve the site over https (see SECURITY.md), or open it on the server itself.",
    )
}

/// The sign-in form.
#[derive(Deserialize)]
pub(crate) struct Credentials {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
    /// The code of a second factor, or a recovery code.
    #[serde(default)]
    code: String,
    /// A sealed proof that the password was right.
    #[serde(default)]
    ticket: String,
    #[serde(default)]
    next: String,
}

/// Signs in with name and password, then with the code of a second factor if the account has one.
/// Too many attempts are refused.
pub(crate) async fn sign_in(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    headers: HeaderMap,
    Form(form): Form<Credentials>,
) -> Result<Response, Response> {
    let agent = agent(&headers);
    // The form shows the name again, truncated if it is too long.
    let typed: String = form.name.trim().chars().take(2 * MAX_NAME_LENGTH).collect();
    let refuse = |site: &Site, status, fault: &str| {
        let form = SignInForm { name: &typed, next: &form.next, fault: Some(fault), ..SignInForm::default() };
        private(status, admin::sign_in(&site.look(&visit.base), &form))
    };
    if !form.ticket.is_empty() {
        return check_code(&site, &visit, agent, form).await;
    }
    let name = typed.to_lowercase();
    // No account has an invalid name, so all invalid names share one counter.
    let counted = if name_fault(&name).is_none() { name.clone() } else { String::new() };
    let caller = visit.caller();
    let attempt = {
        let (name, counted) = (name.clone(), counted.clone());
        run_blocking(&site, move |site| {
            let account = site.store.account(&name)?.filter(|account| !account.closed);
            let network = caller.to_string();
            let is_known = match &account {
                Some(account) => site.store.is_known_network(account.id, &network)?,
                None => false,
            };
            let keys = keys(&counted, &network, is_known);
            let keys: Vec<(&str, Throttle)> =
                keys.iter().map(|(key, throttle)| (key.as_str(), *throttle)).collect();
            let attempt = site.store.attempt(&keys, Timestamp::now())?;
            Ok(attempt.map(|()| (account, is_known)))
        })
        .await?
    };
    let (account, is_known) = match attempt {
        Ok(found) => found,
        Err(wait) => {
            let text = format!("Too many attempts. The next one is possible in {}.", duration(wait));
            return Ok(refuse(&site, StatusCode::TOO_MANY_REQUESTS, &text));
        }
    };
    let (password, known) = (form.password.clone(), account.as_ref().map(|account| account.hash.clone()));
    let is_right =
        run_blocking_in(&site, &site.work.passwords, move |_| Ok(is_password(&password, known.as_deref())))
            .await?;
    let Some(account) = account.filter(|_| is_right) else {
        let visit = visit.clone();
        run_blocking(&site, move |site| Ok(log_action(site, &visit, &name, FAILED_SIGN_IN, "")?)).await?;
        return Ok(refuse(&site, StatusCode::UNAUTHORIZED, "Wrong username or password."));
    };
    let (next, visit) = (form.next, visit.clone());
    run_blocking(&site, move |site| {
        let keys = keys(&counted, &caller.to_string(), is_known);
        let keys: Vec<(&str, Throttle)> =
            keys.iter().map(|(key, throttle)| (key.as_str(), *throttle)).collect();
        site.store.forgive(&keys)?;
        if account.totp.is_some() {
            let ticket = sealed(site, "second factor", &proof(&account), Timestamp::now())?;
            let form = SignInForm { ticket: Some(&ticket), next: &next, ..SignInForm::default() };
            return Ok(private(StatusCode::OK, admin::sign_in(&site.look(&visit.base), &form)));
        }
        if let Some(response) = admit(site, &visit, &account, &agent, &next)? {
            return Ok(response);
        }
        let form = SignInForm { next: &next, fault: Some(CHANGED), ..SignInForm::default() };
        Ok(private(StatusCode::UNAUTHORIZED, admin::sign_in(&site.look(&visit.base), &form)))
    })
    .await
}

/// The message when the account is changed while somebody is signing in.
const CHANGED: &str = "Your account was changed in the meantime. Please sign in again.";

/// Returns the keys under which a sign-in attempt is counted. The total per name excludes networks
/// from which the account's owner has signed in before, so that strangers cannot lock the owner
/// out.
fn keys(name: &str, network: &str, is_known: bool) -> Vec<(String, Throttle)> {
    let mut keys = vec![
        (format!("sign in as {name} from {network}"), Throttle::NAME),
        (format!("sign in from {network}"), Throttle::NETWORK),
    ];
    // A name may look like a network, so the keys begin with different words.
    if !is_known && !name.is_empty() {
        keys.push((format!("sign in to {name}"), Throttle::TOTAL));
    }
    keys
}

/// Performs the second step of signing in: checks the code after the password has been accepted.
async fn check_code(
    site: &Arc<Site>,
    visit: &Visit,
    agent: String,
    form: Credentials,
) -> Result<Response, Response> {
    let visit = visit.clone();
    run_blocking(site, move |site| {
        let now = Timestamp::now();
        let refuse = |status, ticket: Option<&str>, fault: &str| {
            let form = SignInForm { ticket, next: &form.next, fault: Some(fault), ..SignInForm::default() };
            Ok(private(status, admin::sign_in(&site.look(&visit.base), &form)))
        };
        let Some(account) = ticket_account(site, &form.ticket)? else {
            return refuse(
                StatusCode::UNAUTHORIZED,
                None,
                "You took too long, or your account was changed in the meantime. Please sign in again.",
            );
        };
        let network = visit.caller().to_string();
        let is_known = site.store.is_known_network(account.id, &network)?;
        let (own, all) = (format!("code {} {network}", account.id), format!("code {}", account.id));
        // As with passwords, strangers cannot use up the attempts of the owner's own networks.
        let keys = [(own.as_str(), Throttle::NAME), (all.as_str(), Throttle::TOTAL)];
        let keys = &keys[..if is_known { 1 } else { 2 }];
        if let Err(wait) = site.store.attempt(keys, now)? {
            let text = format!("Too many attempts. The next one is possible in {}.", duration(wait));
            return refuse(StatusCode::TOO_MANY_REQUESTS, Some(&form.ticket), &text);
        }
        if !second_factor::is_code(&site.store, &account, &form.code, now)? {
            log_action(site, &visit, &account.name, FAILED_SIGN_IN, "second factor")?;
            return refuse(
                StatusCode::UNAUTHORIZED,
                Some(&form.ticket),
                "This code is wrong or was already used.",
            );
        }
        site.store.forgive(keys)?;
        match admit(site, &visit, &account, &agent, &form.next)? {
            Some(response) => Ok(response),
            None => refuse(StatusCode::UNAUTHORIZED, None, CHANGED),
        }
    })
    .await
}

/// Opens a session for an account whose owner has proved their identity. Returns `None` if the
/// account has changed since it was read.
fn admit(site: &Site, visit: &Visit, account: &Account, agent: &str, next: &str) -> Result<Option<Response>> {
    let token = token()?;
    let (hash, network) = (token_hash(&token), visit.caller().to_string());
    if !site.store.open_session_of(&hash, account, agent, &network, Timestamp::now())? {
        return Ok(None);
    }
    log_action(site, visit, &account.name, "signed in", "")?;
    let own = Some(next).filter(|next| !next.is_empty()).and_then(own_address);
    signed_in(&token, own.as_deref().unwrap_or("/admin")).map(Some)
}

/// Returns the content of a ticket for the second step: the account with its password hash and
/// second factor, so that changing either makes the ticket invalid.
fn proof(account: &Account) -> String {
    let state = format!("{}\0{}", account.hash, account.totp.as_deref().unwrap_or_default());
    format!("{} {}", account.id, token_hash(&state))
}

/// Returns the account of a ticket, or `None` if the account has changed or has no second factor.
fn ticket_account(site: &Site, ticket: &str) -> Result<Option<Account>> {
    let Some((sealed, 0..=CODE_IN)) = opened(site, "second factor", ticket)? else { return Ok(None) };
    let id = sealed.split(' ').next().and_then(|id| id.parse().ok());
    let account = id.map(|id| site.store.account_by_id(id)).transpose()?.flatten();
    Ok(account.filter(|account| !account.closed && account.totp.is_some() && proof(account) == sealed))
}

/// Signs out by ending the session.
pub(crate) async fn sign_out(
    State(site): SharedSite,
    member: Member,
    headers: HeaderMap,
) -> Result<Response, Response> {
    if let Some(token) = cookie(&headers) {
        let hash = token_hash(token);
        run_blocking(&site, move |site| {
            member.store.end_session(&hash)?;
            Ok(member.log_action(site, "signed out", "")?)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_looks_like_a_network_is_counted_separately() {
        let network = "198.51.100.9";
        let keys_of_network: Vec<String> =
            keys("ann", network, false).into_iter().map(|(key, _)| key).collect();
        for name in [network, "from", "to", "as"] {
            for (key, _) in keys(name, "203.0.113.0/24", false) {
                assert!(!keys_of_network.contains(&key), "{key}");
            }
            let own = keys(name, network, false);
            let shared = own.iter().filter(|(key, _)| keys_of_network.contains(key));
            assert_eq!(shared.count(), 1, "the network’s own count");
        }
    }
}
