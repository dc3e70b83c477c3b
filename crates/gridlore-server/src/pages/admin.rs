//! The rooms of those who look after the site: entrance, people, blogs, log.

use super::paging::Paging;
use super::time::moment;
use super::{Look, Page, layout};
use crate::address::encoded;
use crate::http::visits::Counted;
use crate::secret::password::SHORTEST;
use crate::store::{Account, Deed, Role, Session};
use gridlore_blog::{Blog, THEMES};
use maud::{Markup, PreEscaped, html};

/// A page of the admin, with the way to the other rooms.
pub(super) fn room(
    look: &Look<'_>,
    account: &Account,
    title: &str,
    extras: &[String],
    kinds: &[&'static str],
    main: &Markup,
) -> Markup {
    let rooms = [
        ("/admin", "Posts", Role::Author),
        ("/admin/uploads", "Pictures", Role::Author),
        ("/admin/comments", "Comments", Role::Editor),
        ("/admin/blogs", "Blogs", Role::Author),
        ("/admin/visits", "Visits", Role::Editor),
        ("/admin/people", "People", Role::Owner),
        ("/admin/copies", "Copies", Role::Owner),
        ("/admin/log", "Log", Role::Owner),
        ("/admin/account", "Account", Role::Author),
    ];
    let main = html! {
        nav.rooms aria-label="Rooms" {
            @for (address, name, role) in rooms {
                @if account.role >= role { a href=(address) { (name) } }
            }
            form method="post" action="/logout" { button.quiet type="submit" { "Sign out " (account.name) } }
        }
        (main)
    };
    let mut all = vec!["admin.css".to_owned()];
    all.extend_from_slice(extras);
    layout(look, &Page { title, extras: &all, kinds, ..Page::default() }, &main)
}

/// What went wrong with a form.
pub(super) fn faults(faults: &[String]) -> Markup {
    html! {
        @if !faults.is_empty() {
            div.problem role="alert" { @for fault in faults { p { (fault) } } }
        }
    }
}

fn entrance(look: &Look<'_>, title: &str, main: &Markup) -> Markup {
    layout(look, &Page { title, extras: &["admin.css".to_owned()], ..Page::default() }, main)
}

/// The form behind an invitation.
pub(crate) fn join(
    look: &Look<'_>,
    token: &str,
    role: Role,
    name: &str,
    display: &str,
    wrong: &[String],
) -> Markup {
    let main = html! {
        div.lead {
            h1 { @if role == Role::Owner { "Set up your site" } @else { "Join as " (role.name()) } }
            p { "This link makes one account. Nobody else knows the password: the site keeps only what it can check it by." }
        }
        form.form.narrow method="post" action="/setup" {
            (faults(wrong))
            input type="hidden" name="token" value=(token);
            p { label for="name" { "Name to sign in with" } input #name name="name" value=(name) required autocomplete="username" autocapitalize="none" spellcheck="false"; }
            p { label for="display" { "Name that readers see" } input #display name="display" value=(display) autocomplete="name"; }
            p { label for="password" { "Password, at least " (SHORTEST) " characters" } input #password name="password" type="password" required minlength=(SHORTEST) autocomplete="new-password"; }
            p { label for="again" { "The same again" } input #again name="again" type="password" required autocomplete="new-password"; }
            p { button.first type="submit" { "Make the account" } }
        }
        @if role == Role::Owner {
            details.narrow.list {
                summary { "Or bring back a backup" }
                form.form method="post" action=(format!("/setup/restore?token={token}")) enctype="multipart/form-data" {
                    p { label for="backup" { "The file that was downloaded as a backup" } input #backup name="backup" type="file" required; }
                    p { "The accounts are those of the backup; the essays that are here now go." }
                    p { button type="submit" { "Bring it back" } }
                }
            }
        }
    };
    entrance(look, "Set up", &main)
}

/// The form behind a link that sets a new password.
pub(crate) fn reset(look: &Look<'_>, token: &str, account: &Account, wrong: &[String]) -> Markup {
    let main = html! {
        div.lead {
            h1 { "Set a new password" }
            p { "For the account " strong { (account.name) } ". Every browser that is signed in to it is signed out." }
        }
        form.form.narrow method="post" action="/reset" {
            (faults(wrong))
            input type="hidden" name="token" value=(token);
            input type="hidden" name="name" value=(account.name) autocomplete="username";
            p { label for="new" { "New password, at least " (SHORTEST) " characters" } input #new name="new" type="password" required minlength=(SHORTEST) autocomplete="new-password"; }
            p { label for="again" { "The same again" } input #again name="again" type="password" required autocomplete="new-password"; }
            @if account.totp.is_some() {
                p { label.check { input type="checkbox" name="second_factor" value="off"; " Turn off the second factor, because the device is lost" } }
            }
            p { button.first type="submit" { "Set the password" } }
        }
    };
    entrance(look, "Set a new password", &main)
}

/// What the form to sign in shows.
#[derive(Debug, Default)]
pub(crate) struct Door<'a> {
    pub(crate) name: &'a str,
    pub(crate) next: &'a str,
    pub(crate) fault: Option<&'a str>,
    pub(crate) note: Option<&'a str>,
    /// That the password was right, sealed: what is missing is the code of the second factor.
    pub(crate) ticket: Option<&'a str>,
}

/// The form to sign in.
pub(crate) fn door(look: &Look<'_>, door: &Door<'_>) -> Markup {
    let main = html! {
        div.lead { h1 { "Sign in" } }
        form.form.narrow method="post" action="/login" {
            @if let Some(fault) = door.fault { (faults(&[fault.to_owned()])) }
            @if let Some(note) = door.note { p.done role="status" { (note) } }
            input type="hidden" name="next" value=(door.next);
            @if let Some(ticket) = door.ticket {
                input type="hidden" name="ticket" value=(ticket);
                p { label for="code" { "Code of your authenticator app, or a recovery code" } input #code name="code" required autocomplete="one-time-code" inputmode="text" autocapitalize="none" spellcheck="false" maxlength="40" autofocus; }
            } @else {
                p { label for="name" { "Name" } input #name name="name" value=(door.name) required autocomplete="username" autocapitalize="none" spellcheck="false"; }
                p { label for="password" { "Password" } input #password name="password" type="password" required autocomplete="current-password"; }
            }
            p { button.first type="submit" { "Sign in" } }
            @if door.ticket.is_some() {
                p.soft { "No app and no recovery codes? An owner of the site can make you a link that sets a new password. It also lets you turn off the second factor." }
                p { a href="/login" { "Sign in as somebody else" } }
            } @else {
                p.soft { "Forgotten the password? An owner of the site can make you a link for a new one." }
            }
        }
    };
    entrance(look, "Sign in", &main)
}

/// All blogs, and the form for a new one, which is filled with `new`.
pub(crate) fn blogs(
    look: &Look<'_>,
    account: &Account,
    blogs: &[Blog],
    new: &Blog,
    fault: Option<&str>,
    is_named_by_configuration: bool,
) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "Blogs" } }
        div.list.wide {
            div.scroll tabindex="0" role="region" aria-label="All blogs" {
                table.plain {
                    thead { tr { th { "Title" } th { "Address" } th { "Author" } th { "Theme" } @if account.role >= Role::Editor { th { "Change" } } } }
                    tbody {
                        @for blog in blogs {
                            tr {
                                td { a href={ "/admin?blog=" (blog.id) } { (blog.title) } }
                                td { a href={ "/blogs/" (blog.id) } { "/blogs/" (blog.id) } }
                                td { (blog.author) }
                                td { (blog.theme) }
                                @if account.role >= Role::Editor { td { a href={ "/admin/blogs/" (blog.id) } { "Change" span.aside { " " (blog.title) } } } }
                            }
                        }
                    }
                }
            }
        }
        @if account.role >= Role::Owner {
            section.list.wide aria-labelledby="new-blog" {
                h2.room #new-blog { "A new blog" }
                form.form.narrow method="post" action="/admin/blogs" {
                    @if let Some(fault) = fault { (faults(&[fault.to_owned()])) }
                    p { label for="id" { "Name in addresses: lower-case letters, digits and -" } input #id name="id" value=(new.id) required pattern="[a-z0-9\\-]+" autocapitalize="none" spellcheck="false"; }
                    (blog_fields(new))
                    p { button.first type="submit" { "Make the blog" } }
                }
            }
            section.list.wide aria-labelledby="site" {
                h2.room #site { "The site" }
                @if is_named_by_configuration {
                    p { "Its name is " strong { (look.title) } ", as the configuration says." }
                } @else {
                    form.form.narrow method="post" action="/admin/site" {
                        p { label for="site-title" { "Name, in the head of every page" } input #site-title name="title" value=(look.title); }
                        p { button type="submit" { "Save the name" } }
                    }
                }
            }
        }
    };
    room(look, account, "Blogs", &[], &[], &main)
}

/// The form of one blog.
pub(crate) fn blog(look: &Look<'_>, account: &Account, blog: &Blog, fault: Option<&str>) -> Markup {
    let main = html! {
        div.lead.wide { h1 { (blog.title) } }
        form.form.narrow.wide method="post" action={ "/admin/blogs/" (blog.id) } {
            @if let Some(fault) = fault { (faults(&[fault.to_owned()])) }
            (blog_fields(blog))
            p { button.first type="submit" { "Save" } }
        }
        @if account.role >= Role::Owner {
            details.list.wide.delete {
                summary { "Delete this blog" }
                form.form.narrow method="post" action={ "/admin/blogs/" (blog.id) "/delete" } {
                    p { "It goes with all its posts, their revisions and their comments, for good; files in its folder stay where they are. Take a " a href="/admin/copies" { "backup" } " first." }
                    p { label for="delete-id" { "To delete it, type its name: " (blog.id) } input #delete-id name="id" required autocapitalize="none" autocomplete="off" spellcheck="false"; }
                    p { button type="submit" { "Delete for good" } }
                }
            }
        }
    };
    room(look, account, &blog.title, &[], &[], &main)
}

fn blog_fields(blog: &Blog) -> Markup {
    html! {
        p { label for="title" { "Title" } input #title name="title" value=(blog.title) required; }
        p { label for="description" { "Description: one sentence" } input #description name="description" value=(blog.description); }
        p { label for="author" { "Author" } input #author name="author" value=(blog.author); }
        p {
            label for="theme" { "Theme" }
            select #theme name="theme" { @for theme in THEMES { option value=(theme) selected[*theme == blog.theme] { (theme) } } }
        }
    }
}

/// Everyone, and the form that invites; `invitation` is a link that was just made.
pub(crate) fn people(
    look: &Look<'_>,
    account: &Account,
    accounts: &[Account],
    invitation: Option<&str>,
) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "People" } p { "Authors write and change their own posts. Editors change all posts, and what blogs are called. Owners do everything." } }
        @if let Some(link) = invitation {
            div.list.wide.done role="status" {
                p { "Send this link to the one person it is for. It works once, for a week, and is not shown again." }
                p { code { (link) } }
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
                            label.check { input type="checkbox" name="closed" value="1" checked[person.closed]; " closed: cannot sign in" }
                            button type="submit" { "Save" }
                        }
                    }
                }
            }
        }
        section.list.wide aria-labelledby="invite" {
            h2.room #invite { "Invite somebody" }
            form.form.narrow method="post" action="/admin/people/invite" {
                p {
                    label for="role" { "Role" }
                    select #role name="role" { @for role in Role::ALL { option value=(role.name()) { (role.name()) } } }
                }
                p { button.first type="submit" { "Make a link" } }
            }
        }
    };
    room(look, account, "People", &[], &[], &main)
}

/// One person, as owners see them; `link` sets a new password and was just made.
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
            p { "Signs in as " strong { (person.name) } "; role " (person.role.name()) @if person.closed { "; closed" } "; second factor " @if person.totp.is_some() { "on" } @else { "off" } ". " a href="/admin/people" { "All people" } }
        }
        @if let Some(link) = link {
            div.list.wide.done role="status" {
                p { "Send this link to " (person.display) ". It sets a new password. It works once, within a day, and is not shown again." }
                p { code { (link) } }
            }
        }
        section.list.wide aria-labelledby="sessions" {
            h2.room #sessions { "Where they are signed in" }
            @if sessions.is_empty() { p { "Nowhere." } }
            ul { @for session in sessions { li { "Last used " (moment(session.seen)) br; small.soft { (session.agent) } } } }
            @if !sessions.is_empty() {
                form.form method="post" action={ (own) "/sessions" } { button type="submit" { "Sign out everywhere" } }
            }
        }
        @if !person.closed {
            section.list.wide aria-labelledby="password" {
                h2.room #password { "A forgotten password" }
                form.form method="post" action={ (own) "/reset" } { button type="submit" { "Make a link for a new password" } }
            }
        }
    };
    room(look, account, &person.display, &[], &[], &main)
}

/// What the page of an account shows.
#[derive(Debug)]
pub(crate) struct AccountPage<'a> {
    pub(crate) account: &'a Account,
    pub(crate) sessions: &'a [Session],
    /// The session of this browser.
    pub(crate) own: &'a str,
    pub(crate) note: Option<&'a str>,
    pub(crate) faults: &'a [String],
    /// A secret for a second factor: as text, as a square for a camera, and sealed.
    pub(crate) new: Option<(String, Markup, String)>,
    /// Recovery codes that were just made.
    pub(crate) recovery: Option<&'a [String]>,
    pub(crate) recovery_left: usize,
}

/// The account of whoever is signed in.
pub(crate) fn account(look: &Look<'_>, page: &AccountPage<'_>) -> Markup {
    let AccountPage { account, sessions, own, note, .. } = *page;
    let main = html! {
        div.lead.wide { h1 { "Your account" } p { "You sign in as " strong { (account.name) } "; your role is " (account.role.name()) "." } }
        @if let Some(note) = note { p.list.wide.done role="status" { (note) } }
        @if let Some(codes) = page.recovery {
            section.list.wide.done aria-labelledby="recovery" {
                h2.room #recovery { "Your recovery codes" }
                p { "Each signs you in once without the app. Keep them where you keep important papers: they are not shown again." }
                ul.codes { @for code in codes { li { code { (code) } } } }
            }
        }
        form.form.narrow.wide method="post" action="/admin/account" {
            (faults(page.faults))
            p { label for="display" { "Name that readers see" } input #display name="display" value=(account.display) required maxlength="60" autocomplete="name"; }
            fieldset {
                legend { "A new password; leave empty to keep the present one" }
                p { label for="password" { "Present password" } input #password name="password" type="password" autocomplete="current-password"; }
                p { label for="new" { "New password, at least " (SHORTEST) " characters" } input #new name="new" type="password" minlength=(SHORTEST) autocomplete="new-password"; }
                p { label for="again" { "The new one again" } input #again name="again" type="password" autocomplete="new-password"; }
            }
            p { button.first type="submit" { "Save" } }
        }
        section.list.wide aria-labelledby="factor" {
            h2.room #factor { "Second factor" }
            @match &page.new {
                Some((secret, square, ticket)) => {
                    p { "With a second factor, signing in also takes a code of an authenticator app. Scan this with the app, or type the secret; then enter the code that it shows." }
                    (square)
                    p { "Secret: " code { (secret) } }
                    form.form.narrow method="post" action="/admin/account/second-factor" {
                        input type="hidden" name="ticket" value=(ticket);
                        p { label for="code" { "Code of the app" } input #code name="code" required autocomplete="one-time-code" inputmode="numeric" maxlength="10"; }
                        p { label for="factor-password" { "Your password" } input #factor-password name="password" type="password" required autocomplete="current-password"; }
                        p { button type="submit" name="action" value="on" { "Turn on" } }
                    }
                }
                None => {
                    p { "It is on. You have " (page.recovery_left) " recovery codes left." }
                    form.form.narrow method="post" action="/admin/account/second-factor" {
                        p { label for="factor-password" { "Your password" } input #factor-password name="password" type="password" required autocomplete="current-password"; }
                        div.row {
                            button type="submit" name="action" value="recovery" { "Make new recovery codes" }
                            button type="submit" name="action" value="off" { "Turn off" }
                        }
                    }
                }
            }
        }
        section.list.wide aria-labelledby="sessions" {
            h2.room #sessions { "Where you are signed in" }
            ul {
                @for session in sessions {
                    li {
                        @if session.hash == own { strong { "Here" } } @else { "Elsewhere" }
                        ", last used " (moment(session.seen)) br; small.soft { (session.agent) }
                    }
                }
            }
            @if sessions.len() > 1 {
                form.form method="post" action="/admin/account/sessions" { button type="submit" { "Sign out everywhere else" } }
            }
        }
    };
    room(look, account, "Your account", &[], &[], &main)
}

/// What there is to take away.
pub(crate) fn copies(look: &Look<'_>, account: &Account) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "Copies" } }
        section.list.wide aria-labelledby="backup" {
            h2.room #backup { "Backup" }
            p { "Everything in one file: posts with their revisions, comments, people, pictures. A new site takes it in on the page that its first link opens; or " code { "gridlore restore FILE --data DIR" } "." }
            form.form method="post" action="/admin/copies/backup" { button.first type="submit" { "Download a backup" } }
        }
        section.list.wide aria-labelledby="export" {
            h2.room #export { "The site as files" }
            p { "What readers see, for any host of static files; the puzzles can be played there. Or " code { "gridlore export DIR --data DIR" } ", which writes only what has changed. The download lists broken links in " code { "broken-links.txt" } "." }
            form.form method="post" action="/admin/copies/export" { button type="submit" { "Download the site as files" } }
        }
    };
    room(look, account, "Copies", &[], &[], &main)
}

/// What was done, latest first.
pub(crate) fn log(look: &Look<'_>, account: &Account, deeds: &[Deed], paging: Paging) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "Log" } p { "What was done to the site, latest first." } }
        div.list.wide.scroll tabindex="0" role="region" aria-label="What was done" {
            table.plain {
                thead { tr { th { "When" } th { "Who" } th { "What" } th { "From" } } }
                tbody {
                    @for deed in deeds {
                        tr { td { (moment(deed.time)) } td { (deed.who) } td { (deed.action) " " (deed.subject) } td { (deed.address) } }
                    }
                }
            }
        }
        (paging.ways(|page| format!("/admin/log?page={page}")))
    };
    room(look, account, "Log", &[], &[], &main)
}

/// Rows of each table of visits.
const ROWS: usize = 20;

/// Who came, from where, to which page.
pub(crate) fn visits(look: &Look<'_>, account: &Account, counted: &Counted) -> Markup {
    let main = html! {
        div.lead.wide {
            h1 { "Visits" }
            p { "By the site's own access log. Views are what people read: no pictures and scripts, no programs, nothing that went wrong. A visitor is an address with a browser on one day; the site sets no cookie for readers. These rooms of the writers are left out." }
            gridlore-live part-of-page=".visits" {}
        }
        div.list.wide.visits {
            @if counted.left > 0 {
                p role="status" {
                    "The logs are being counted; " (counted.left >> 20)
                    " MB are left. The figures grow with every look at this page."
                }
            }
            (PreEscaped(gridlore_accesslog::sections(&counted.report, ROWS)))
        }
    };
    room(look, account, "Visits", &["live.js".to_owned()], &[], &main)
}
