//! Pages about mail: the form for a forgotten password, confirmations, and the address of an
//! account.

pub(crate) mod newsletter;

use super::admin::form_errors;
use super::{Look, Page, layout};
use crate::store::Role;
use crate::store::mail::MailSettings;
use maud::{Markup, html};

/// Returns the form that requests a password reset link.
pub(crate) fn forgotten(look: &Look<'_>, fault: Option<&str>) -> Markup {
    let main = html! {
        div.lead {
            h1 { "Forgotten your password?" }
            p { "If your account has a confirmed e-mail address, the site sends a password reset link to it." }
        }
        form.form.narrow method="post" action="/forgotten" {
            @if let Some(fault) = fault { (form_errors(&[fault.to_owned()])) }
            p { label for="name" { "Username or e-mail address" } input #name name="name" required maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false"; }
            p { button.first type="submit" { "Send the link" } }
            p { a href="/login" { "Back to sign-in" } }
        }
    };
    layout(
        look,
        &Page { title: "Forgotten password", extras: &["admin.css".to_owned()], ..Page::default() },
        &main,
    )
}

/// Returns a page with one button, which submits the token of a link to confirm an action.
pub(crate) fn confirmation(
    look: &Look<'_>,
    title: &str,
    text: &str,
    action: &str,
    token: &str,
    button: &str,
) -> Markup {
    let main = html! {
        div.lead { h1 { (title) } p { (text) } }
        form.form.narrow method="post" action=(action) {
            @if !token.is_empty() { input type="hidden" name="token" value=(token); }
            p { button.first type="submit" { (button) } }
        }
    };
    layout(look, &Page { title, extras: &["admin.css".to_owned()], ..Page::default() }, &main)
}

/// Returns the section about mail on the account page.
pub(super) fn account(settings: &MailSettings, role: Role) -> Markup {
    html! {
        section.list.wide aria-labelledby="mail" {
            h2.room #mail { "E-mail" }
            p {
                @match &settings.address {
                    Some(address) => { "Your confirmed address is " strong { (address) } ". Only you and those who run the server can see it. " }
                    None => "With a confirmed address, you can get notices of comments and password reset links. "
                }
                @if let Some(pending) = &settings.pending { "The address " strong { (pending) } " is not confirmed yet. Open the link in the message that was sent to it." }
            }
            form.form.narrow method="post" action="/admin/account/address" {
                p { label for="email" { "E-mail address" } input #email name="email" type="email" maxlength="254" autocomplete="email"; }
                p { label for="mail-password" { "Your password" } input #mail-password name="password" type="password" required autocomplete="current-password"; }
                div.row {
                    button type="submit" name="action" value="set" { "Confirm this address" }
                    @if settings.address.is_some() || settings.pending.is_some() { button type="submit" name="action" value="remove" { "Remove address" } }
                }
            }
            @if settings.address.is_some() {
                form.form.narrow method="post" action="/admin/account/notices" {
                    @if role >= Role::Editor { p { label.check { input type="checkbox" name="held" value="1" checked[settings.held]; " E-mail me when comments are awaiting moderation" } } }
                    p { label.check { input type="checkbox" name="own" value="1" checked[settings.own]; " E-mail me about new comments on my posts" } }
                    p { button type="submit" { "Save notices" } }
                }
            }
        }
    }
}
