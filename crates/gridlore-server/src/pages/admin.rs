//! Admin pages: setup, signing in, account, people, blogs, backups, audit log and visits.

use super::paging::Paging;
use super::{Look, Page, layout};
use crate::address::encoded;
use crate::http::visits::{Counted, ROWS};
use crate::secret::password::MIN_CHARACTERS;
use crate::store::mail::MailSettings;
use crate::store::{Account, AuditEntry, Role, Session};
use maud::{Markup, PreEscaped, html};

/// Returns an admin page, with links to the other admin pages.
pub(super) fn admin_page(
    look: &Look<'_>,
    account: &Account,
    title: &str,
    extras: &[String],
    kinds: &[&'static str],
    main: &Markup,
) -> Markup {
    let pages = [
        ("/admin", "Posts", Role::Author),
        ("/admin/uploads", "Files", Role::Author),
        ("/admin/comments", "Comments", Role::Editor),
        ("/admin/blogs", "Blogs", Role::Author),
        ("/admin/visits", "Visits", Role::Editor),
        ("/admin/people", "People", Role::Owner),
        ("/admin/copies", "Backups", Role::Owner),
        ("/admin/log", "Audit log", Role::Owner),
        ("/admin/account", "Account", Role::Author),
    ];
    let main = html! {
        nav.rooms aria-label="Admin" {
            @for (address, name, role) in pages {
                @if account.role >= role { a href=(address) { (name) } }
            }
            form method="post" action="/logout" { button.quiet type="submit" { "Sign out " (account.name) } }
        }
        (main)
    };
    let mut all = vec!["admin.css".to_owned(), "admin.js".to_owned()];
    all.extend_from_slice(extras);
    layout(look, &Page { title, extras: &all, kinds, ..Page::default() }, &main)
}

/// Returns the validation errors of a form.
pub(super) fn form_errors(errors: &[String]) -> Markup {
    html! {
        @if !errors.is_empty() {
            div.problem role="alert" { @for error in errors { p { (error) } } }
        }
    }
}

/// Returns a page for visitors who are not signed in yet.
fn entrance_page(look: &Look<'_>, title: &str, main: &Markup) -> Markup {
    layout(look, &Page { title, extras: &["admin.css".to_owned()], ..Page::default() }, main)
}

/// Returns the form that an invitation link opens.
pub(crate) fn join(
    look: &Look<'_>,
    token: &str,
    role: Role,
    name: &str,
    display: &str,
    errors: &[String],
) -> Markup {
    let main = html! {
        div.lead {
            h1 { @if role == Role::Owner { "Set up your site" } @else { "Join as an " (role.name()) } }
            p { "This link creates one account. The site stores only a hash of the password, so nobody else can read it." }
        }
        form.form.narrow method="post" action="/setup" {
            (form_errors(errors))
            input type="hidden" name="token" value=(token);
            p { label for="name" { "Username" } input #name name="name" value=(name) required autocomplete="username" autocapitalize="none" spellcheck="false"; }
            p { label for="display" { "Display name" } input #display name="display" value=(display) autocomplete="name"; }
            p { label for="password" { "Password (at least " (MIN_CHARACTERS) " characters)" } input #password name="password" type="password" required minlength=(MIN_CHARACTERS) autocomplete="new-password"; }
            p { label for="again" { "Repeat the password" } input #again name="again" type="password" required autocomplete="new-password"; }
            p { button.first type="submit" { "Create account" } }
        }
        @if role == Role::Owner {
            details.narrow.list {
                summary { "Or restore a backup" }
                form.form method="post" action=(format!("/setup/restore?token={token}")) enctype="multipart/form-data" {
                    p { label for="backup" { "Backup file" } input #backup name="backup" type="file" required; }
                    p { "Restoring replaces everything on this site, including the demo posts. Sign in with an account from the backup." }
                    p { button type="submit" { "Restore backup" } }
                }
            }
        }
    };
    entrance_page(look, "Set up", &main)
}

/// Returns the form that a password reset link opens.
///
/// With `keeps_factor`, the form does not offer to turn off the second factor.
pub(crate) fn reset(
    look: &Look<'_>,
    token: &str,
    account: &Account,
    keeps_factor: bool,
    errors: &[String],
) -> Markup {
    let main = html! {
        div.lead {
            h1 { "Set a new password" }
            p { "For the account " strong { (account.name) } ". This signs the account out in every browser." }
        }
        form.form.narrow method="post" action="/reset" {
            (form_errors(errors))
            input type="hidden" name="token" value=(token);
            input type="hidden" name="name" value=(account.name) autocomplete="username";
            p { label for="new" { "New password (at least " (MIN_CHARACTERS) " characters)" } input #new name="new" type="password" required minlength=(MIN_CHARACTERS) autocomplete="new-password"; }
            p { label for="again" { "Repeat the new password" } input #again name="again" type="password" required autocomplete="new-password"; }
            @if account.totp.is_some() && !keeps_factor {
                p { label.check { input type="checkbox" name="second_factor" value="off"; " Also turn off two-factor authentication (if the device is lost)" } }
            }
            p { button.first type="submit" { "Set password" } }
        }
    };
    entrance_page(look, "Set a new password", &main)
}

/// The data of the sign-in form.
#[derive(Debug, Default)]
pub(crate) struct SignInForm<'a> {
    pub(crate) name: &'a str,
    pub(crate) next: &'a str,
    pub(crate) fault: Option<&'a str>,
    pub(crate) note: Option<&'a str>,
    /// A sealed proof that the password was right, so that only the second factor's code is
    /// missing.
    pub(crate) ticket: Option<&'a str>,
}

/// Returns the sign-in form.
pub(crate) fn sign_in(look: &Look<'_>, form: &SignInForm<'_>) -> Markup {
    let main = html! {
        div.lead { h1 { "Sign in" } }
        form.form.narrow method="post" action="/login" {
            @if let Some(fault) = form.fault { (form_errors(&[fault.to_owned()])) }
            @if let Some(note) = form.note { p.done role="status" { (note) } }
            input type="hidden" name="next" value=(form.next);
            @if let Some(ticket) = form.ticket {
                input type="hidden" name="ticket" value=(ticket);
                p { label for="code" { "Code from your authenticator app, or a recovery code" } input #code name="code" required autocomplete="one-time-code" inputmode="text" autocapitalize="none" spellcheck="false" maxlength="40" autofocus; }
            } @else {
                p { label for="name" { "Username" } input #name name="name" value=(form.name) required autocomplete="username" autocapitalize="none" spellcheck="false"; }
                p { label for="password" { "Password" } input #password name="password" type="password" required autocomplete="current-password"; }
            }
            p { button.first type="submit" { "Sign in" } }
            @if form.ticket.is_some() {
                p.soft { "Lost the app and your recovery codes? Ask an owner of the site for a password reset link. That link can also turn off two-factor authentication." }
                p { a href="/login" { "Sign in as someone else" } }
            } @else {
                @if look.has_mail { p { a href="/forgotten" { "Forgotten your password?" } } }
                @else { p.soft { "Forgotten your password? Ask an owner of the site for a password reset link." } }
            }
        }
    };
    entrance_page(look, "Sign in", &main)
}

/// Returns the list of all accounts, and the invitation form. `invitation` is a link that has just
/// been created, and `sent` says whether it was sent.
pub(crate) fn people(
    look: &Look<'_>,
    account: &Account,
    accounts: &[Account],
    invitation: Option<&str>,
    sent: Option<&str>,
) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "People" } p { "Authors write and edit their own posts. Editors also edit all posts and blogs, moderate comments and see visits. Owners can do everything." } }
        @if let Some(link) = invitation {
            div.list.wide.done role="status" {
                p { "Send this link to the person you are inviting. It works once, expires in a week and is not shown again." }
                p { code { (link) } }
                @if let Some(sent) = sent { p { (sent) } }
            }
        }
        ul.people.list.wide {
            @for person in accounts {
                li {
                    form.form method="post" action={ "/admin/people/" (encoded(&person.name)) } aria-label=(person.name) {
                        p { strong { (person.display) } " " span.soft { (person.name) } " · " a href={ "/admin/people/" (encoded(&person.name)) } { "Sessions and password" span.aside { " of " (person.name) } } }
                        div.row {
                            label for={ "role-" (person.id) } { "Role" }
                            select id={ "role-" (person.id) } name="role" {
                                @for role in Role::ALL { option value=(role.name()) selected[role == person.role] { (role.name()) } }
                            }
                            label.check { input type="checkbox" name="closed" value="1" checked[person.closed]; " Closed (cannot sign in)" }
                            button type="submit" { "Save" }
                        }
                    }
                }
            }
        }
        section.list.wide aria-labelledby="invite" {
            h2.room #invite { "Invite someone" }
            form.form.narrow method="post" action="/admin/people/invite" {
                p {
                    label for="role" { "Role" }
                    select #role name="role" { @for role in Role::ALL { option value=(role.name()) { (role.name()) } } }
                }
                @if look.has_mail { p { label for="email" { "E-mail address (optional, to send the link there)" } input #email name="email" type="email" maxlength="254" autocomplete="off"; } }
                p { button.first type="submit" { "Create invitation link" } }
            }
        }
    };
    admin_page(look, account, "People", &[], &[], &main)
}

/// Returns the page of one account for owners. `link` is a password reset link that has just been
/// created.
pub(crate) fn person(
    look: &Look<'_>,
    account: &Account,
    person: &Account,
    sessions: &[Session],
    link: Option<&str>,
) -> Markup {
    let own = format!("/admin/people/{}", encoded(&person.name));
    let main = html! {
        div.lead.wide {
            h1 { (person.display) }
            p { "Username " strong { (person.name) } "; role: " (person.role.name()) @if person.closed { "; account closed" } "; two-factor authentication: " @if person.totp.is_some() { "on" } @else { "off" } ". " a href="/admin/people" { "All people" } }
        }
        @if let Some(link) = link {
            div.list.wide.done role="status" {
                p { "Send this password reset link to " (person.display) ". It works once, expires in 24 hours and is not shown again." }
                p { code { (link) } }
            }
        }
        section.list.wide aria-labelledby="sessions" {
            h2.room #sessions { "Active sessions" }
            @if sessions.is_empty() { p { "Not signed in anywhere." } }
            ul { @for session in sessions { li { "Last used " (look.moment(session.seen)) br; small.soft { (session.agent) } } } }
            @if !sessions.is_empty() {
                form.form method="post" action={ (own) "/sessions" } { button type="submit" { "Sign out everywhere" } }
            }
        }
        @if !person.closed {
            section.list.wide aria-labelledby="password" {
                h2.room #password { "Forgotten password" }
                form.form method="post" action={ (own) "/reset" } { button type="submit" { "Create password reset link" } }
            }
        }
    };
    admin_page(look, account, &person.display, &[], &[], &main)
}

/// The data of the account page.
#[derive(Debug)]
pub(crate) struct AccountPage<'a> {
    pub(crate) account: &'a Account,
    pub(crate) sessions: &'a [Session],
    /// The session of this browser.
    pub(crate) own: &'a str,
    pub(crate) note: Option<&'a str>,
    pub(crate) faults: &'a [String],
    /// A new secret for a second factor, as text, as a QR code, and sealed.
    pub(crate) new: Option<(String, Markup, String)>,
    /// Recovery codes that have just been generated.
    pub(crate) recovery: Option<&'a [String]>,
    pub(crate) recovery_left: usize,
    /// The mail settings, if the site sends mail.
    pub(crate) mail: Option<MailSettings>,
}

/// Returns the account page of the signed-in user.
pub(crate) fn account(look: &Look<'_>, page: &AccountPage<'_>) -> Markup {
    let AccountPage { account, sessions, own, note, .. } = *page;
    let main = html! {
        div.lead.wide { h1 { "Your account" } p { "Your username is " strong { (account.name) } "; your role is " (account.role.name()) "." } }
        @if let Some(note) = note { p.list.wide.done role="status" { (note) } }
        @if let Some(codes) = page.recovery {
            section.list.wide.done aria-labelledby="recovery" {
                h2.room #recovery { "Your recovery codes" }
                p { "Each code signs you in once without the app. Store them somewhere safe: they are not shown again." }
                ul.codes { @for code in codes { li { code { (code) } } } }
            }
        }
        form.form.narrow.wide method="post" action="/admin/account" {
            (form_errors(page.faults))
            p { label for="display" { "Display name" } input #display name="display" value=(account.display) required maxlength="60" autocomplete="name"; }
            fieldset {
                legend { "New password (leave empty to keep the current one)" }
                p { label for="password" { "Current password" } input #password name="password" type="password" autocomplete="current-password"; }
                p { label for="new" { "New password (at least " (MIN_CHARACTERS) " characters)" } input #new name="new" type="password" minlength=(MIN_CHARACTERS) autocomplete="new-password"; }
                p { label for="again" { "Repeat the new password" } input #again name="again" type="password" autocomplete="new-password"; }
            }
            p { button.first type="submit" { "Save account" } }
        }
        @if let Some(mail) = &page.mail { (super::mail::account(mail, account.role)) }
        section.list.wide aria-labelledby="factor" {
            h2.room #factor { "Two-factor authentication" }
            @match &page.new {
                Some((secret, square, ticket)) => {
                    p { "With two-factor authentication, signing in also needs a code from an authenticator app. Scan this QR code with the app, or type in the secret. Then enter the code that the app shows." }
                    (square)
                    p { "Secret: " code { (secret) } }
                    form.form.narrow method="post" action="/admin/account/second-factor" {
                        input type="hidden" name="ticket" value=(ticket);
                        p { label for="code" { "Code from the app" } input #code name="code" required autocomplete="one-time-code" inputmode="numeric" maxlength="10"; }
                        p { label for="factor-password" { "Your password" } input #factor-password name="password" type="password" required autocomplete="current-password"; }
                        p { button type="submit" name="action" value="on" { "Turn on two-factor authentication" } }
                    }
                }
                None => {
                    p { "Signing in needs a code from your authenticator app. Recovery codes left: " (page.recovery_left) "." }
                    form.form.narrow method="post" action="/admin/account/second-factor" {
                        p { label for="factor-password" { "Your password" } input #factor-password name="password" type="password" required autocomplete="current-password"; }
                        div.row {
                            button type="submit" name="action" value="recovery" { "Generate new recovery codes" }
                            button type="submit" name="action" value="off" { "Turn off two-factor authentication" }
                        }
                    }
                }
            }
        }
        section.list.wide aria-labelledby="sessions" {
            h2.room #sessions { "Active sessions" }
            ul {
                @for session in sessions {
                    li {
                        @if session.hash == own { strong { "This browser" } } @else { "Another browser" }
                        ", last used " (look.moment(session.seen)) br; small.soft { (session.agent) }
                    }
                }
            }
            @if sessions.len() > 1 {
                form.form method="post" action="/admin/account/sessions" { button type="submit" { "Sign out all other sessions" } }
            }
        }
    };
    admin_page(look, account, "Your account", &[], &[], &main)
}

/// Returns the page that offers a backup and a static export.
pub(crate) fn copies(look: &Look<'_>, account: &Account) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "Backups" } }
        section.list.wide aria-labelledby="backup" {
            h2.room #backup { "Backup" }
            p { "A file with everything: posts with their revisions, comments, people and uploaded files. To restore it, open the setup link of a new site, or run " code { "gridlore restore FILE --data DIR" } "." }
            form.form method="post" action="/admin/copies/backup" { button.first type="submit" { "Download backup" } }
        }
        section.list.wide aria-labelledby="export" {
            h2.room #export { "Static export" }
            p { "The public site as files for any static web host; the puzzles stay playable. Broken links are listed in " code { "broken-links.txt" } ". To export only what has changed, run " code { "gridlore export DIR --data DIR" } "." }
            form.form method="post" action="/admin/copies/export" { button type="submit" { "Download static site" } }
        }
    };
    admin_page(look, account, "Backups", &[], &[], &main)
}

/// Returns the audit log, latest entry first.
pub(crate) fn log(look: &Look<'_>, account: &Account, entries: &[AuditEntry], paging: Paging) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "Audit log" } p { "Who did what on this site, newest first." } }
        div.list.wide.scroll tabindex="0" role="region" aria-label="Audit log entries" {
            table.plain {
                thead { tr { th { "Time" } th { "Account" } th { "Action" } th { "IP address" } } }
                tbody {
                    @for entry in entries {
                        tr { td { (look.moment(entry.time)) } td { (entry.who) } td { (entry.action) " " (entry.subject) } td { (entry.address) } }
                    }
                }
            }
        }
        (paging.links(|page| format!("/admin/log?page={page}")))
    };
    admin_page(look, account, "Audit log", &[], &[], &main)
}

/// Returns the visits page: pages, visitors and referrers.
pub(crate) fn visits(look: &Look<'_>, account: &Account, counted: &Counted) -> Markup {
    let main = html! {
        div.lead.wide {
            h1 { "Visits" }
            p { "Counted from the site’s own access log; readers get no cookies. A view is a page that a person opened: files, bots, errors and these admin pages do not count. A visitor is one address with one browser on one day." }
            gridlore-live part-of-page=".whole" {}
        }
        div.list.wide.visits {
            @if counted.left > 0 {
                p role="status" {
                    "Still counting the logs: " (counted.left >> 20)
                    " MB left. Reload this page for newer figures."
                }
            }
            @let sections = gridlore_accesslog::sections(&counted.report, ROWS);
            @match &counted.choices {
                Some(choices) => (PreEscaped(choices.around(&sections))),
                None => div.whole { (PreEscaped(sections)) },
            }
        }
    };
    admin_page(look, account, "Visits", &["live.js".to_owned(), "visits.js".to_owned()], &[], &main)
}
