//! Admin pages of blogs and of the site: names, menus and appearance.

use super::Look;
use super::admin::{admin_page, form_errors};
use super::fediverse::Following;
use super::mentions::MentionSettings;
use crate::language::{Language, languages};
use crate::store::{Account, Role, TRASH_DAYS};
use gridlore_blog::{Blog, THEMES};
use maud::{Markup, html};

/// The data of the site’s form.
#[derive(Debug)]
pub(crate) struct SiteSettings {
    pub(crate) is_named_by_configuration: bool,
    pub(crate) has_configured_zone: bool,
    /// The site's name, as stored or as submitted.
    pub(crate) title: String,
    /// The IANA name of the time zone, as stored or as submitted.
    pub(crate) zone: String,
    /// The address of the icon, as stored or as submitted; empty for the default icon.
    pub(crate) icon: String,
    /// A hash of the settings that the writer has seen.
    pub(crate) seen: String,
    /// A sentence that says why the submitted settings were not saved.
    pub(crate) fault: Option<String>,
    /// The language of pages that belong to no blog.
    pub(crate) language: Language,
    /// Addresses and file names of pictures.
    pub(crate) pictures: Vec<(String, String)>,
}

/// The data, other than the settings, of the form with the settings of one blog.
#[derive(Debug)]
pub(crate) struct BlogForm<'a> {
    /// Addresses and file names of pictures.
    pub(crate) pictures: &'a [(String, String)],
    /// A sentence that says why the submitted settings were not saved.
    pub(crate) fault: Option<&'a str>,
    /// A hash of the settings that the writer has seen.
    pub(crate) seen: &'a str,
}

/// Returns the list of all blogs, and the form for a new blog, filled in with `new`.
pub(crate) fn blogs(
    look: &Look<'_>,
    account: &Account,
    blogs: &[Blog],
    new: &Blog,
    fault: Option<&str>,
    settings: &SiteSettings,
) -> Markup {
    let &SiteSettings { is_named_by_configuration, has_configured_zone, language, .. } = settings;
    let SiteSettings { title, zone, icon, pictures, .. } = settings;
    let main = html! {
        div.lead.wide { h1 { "Blogs" } }
        div.list.wide {
            div.scroll tabindex="0" role="region" aria-label="All blogs" {
                table.plain {
                    thead { tr { th { "Title" } th { "Address" } th { "Author" } th { "Theme" } @if account.role >= Role::Editor { th { "Settings" } } } }
                    tbody {
                        @for blog in blogs {
                            tr {
                                td { a href={ "/admin?blog=" (blog.id) } { (blog.title) } }
                                td { a href={ "/blogs/" (blog.id) } { @if blog.domain.is_empty() { "/blogs/" (blog.id) } @else { (blog.domain) } } }
                                td { (blog.author) }
                                td { (blog.theme) }
                                @if account.role >= Role::Editor { td { a href={ "/admin/blogs/" (blog.id) } { "Edit" span.aside { " " (blog.title) } } } }
                            }
                        }
                    }
                }
            }
        }
        @if account.role >= Role::Owner {
            section.list.wide aria-labelledby="new-blog" {
                h2.room #new-blog { "New blog" }
                form.form.narrow method="post" action="/admin/blogs" {
                    @if let Some(fault) = fault { (form_errors(&[fault.to_owned()])) }
                    p { label for="id" { "Slug (lower-case letters, digits and hyphens)" } input #id name="id" value=(new.id) required pattern="[a-z0-9\\-]+" autocapitalize="none" spellcheck="false"; }
                    (blog_fields(new))
                    (domain_field(new))
                    p { button.first type="submit" { "Create blog" } }
                }
            }
            section.list.wide aria-labelledby="site" {
                h2.room #site { "Site" }
                form.form.narrow method="post" action="/admin/site" {
                    @if let Some(fault) = &settings.fault { (form_errors(std::slice::from_ref(fault))) }
                    (seen_field(&settings.seen))
                    @if is_named_by_configuration {
                        p { "The site name is " strong { (look.title) } ". It is set in the configuration file." }
                    } @else {
                        p { label for="site-title" { "Site name (at the top of every page)" } input #site-title name="title" value=(title); }
                    }
                    @if has_configured_zone {
                        p { "The time zone is " strong { (zone) } ". It is set in the configuration file." }
                    } @else {
                        p {
                            label for="time-zone" { "Time zone" }
                            input #time-zone name="time_zone" value=(zone) list="zones" autocapitalize="none" spellcheck="false";
                            datalist #zones { @for name in jiff::tz::db().available() { option value=(name.as_str()) {} } }
                        }
                    }
                    p {
                        label for="site-language" { "Language of the front page and the search" }
                        select #site-language name="language" { @for name in languages() { option value=(name) selected[name == language.name()] { (name) } } }
                    }
                    (picture_field("icon", "Icon (a square picture, for tabs and the top of every page)", icon))
                    p { button type="submit" { "Save site settings" } }
                }
            }
        }
    };
    let main = html! { (main) (picture_list(pictures)) };
    admin_page(look, account, "Blogs", &[], &[], &main)
}

/// Returns the settings of one blog.
///
/// `subscribers` contains the numbers of confirmed and unconfirmed subscribers, if the site sends
/// mail.
pub(crate) fn blog(
    look: &Look<'_>,
    account: &Account,
    blog: &Blog,
    (subscribers, following): (Option<(usize, usize)>, Option<Following>),
    mentions: &MentionSettings,
    &BlogForm { pictures, fault, seen }: &BlogForm<'_>,
) -> Markup {
    let main = html! {
        div.lead.wide { h1 { (blog.title) } }
        form.form.narrow.wide method="post" action={ "/admin/blogs/" (blog.id) } {
            @if let Some(fault) = fault { (form_errors(&[fault.to_owned()])) }
            (seen_field(seen))
            (blog_fields(blog))
            @if account.role >= Role::Owner { (domain_field(blog)) }
            p { button.first type="submit" { "Save blog" } }
        }
        (picture_list(pictures))
        @if let Some(count) = subscribers.filter(|_| account.role >= Role::Editor) { (super::mail::newsletter::settings(look, blog, count)) }
        @if account.role >= Role::Editor { (super::fediverse::settings(look, blog, following)) (super::mentions::settings(look, blog, mentions)) }
        @if account.role >= Role::Owner {
            details.list.wide.delete {
                summary { "Delete this blog" }
                form.form.narrow method="post" action={ "/admin/blogs/" (blog.id) "/delete" } {
                    p { "This moves the blog with its posts and comments to the " a href="/admin/trash" { "trash" } ", where it can be restored for " (TRASH_DAYS) " days. Files in its folder are kept." }
                    p { label for="delete-id" { "Type " (blog.id) " to confirm" } input #delete-id name="id" required autocapitalize="none" autocomplete="off" spellcheck="false"; }
                    p { button type="submit" { "Delete blog" } }
                }
            }
        }
    };
    admin_page(look, account, &blog.title, &[], &[], &main)
}

/// Returns the field with the hash of the settings that the writer of a form has seen.
fn seen_field(seen: &str) -> Markup {
    html! { input type="hidden" name="seen" value=(seen); }
}

fn blog_fields(blog: &Blog) -> Markup {
    html! {
        p { label for="title" { "Title" } input #title name="title" value=(blog.title) required; }
        p { label for="description" { "Description (one sentence)" } input #description name="description" value=(blog.description); }
        p { label for="author" { "Author" } input #author name="author" value=(blog.author); }
        p {
            label for="theme" { "Theme" }
            select #theme name="theme" aria-describedby="theme-help" { @for theme in THEMES { option value=(theme) selected[*theme == blog.theme] { (theme) } } }
            small #theme-help { "Journal, console and poster also change the type and layout; the others change only the colours." }
        }
        p {
            label for="language" { "Language of the blog" }
            input #language name="language" value=(blog.language) list="languages" autocapitalize="none" autocomplete="off" spellcheck="false" aria-describedby="language-help";
            datalist #languages { @for name in languages() { option value=(name) {} } }
            small #language-help { "For en, de and fr, the menus and forms are also translated. Other languages, such as es or pt-BR, apply to your posts only. Leave this empty to use the site’s language." }
        }
        p {
            label for="menu" { "Menu" }
            textarea #menu name="menu" rows="4" spellcheck="false" aria-describedby="menu-help" { "\n" (blog.menu) }
            small #menu-help { "One link per line, such as About = /blogs/notes/about. If this is empty, the menu lists the blog’s pages, the archive and the tags." }
        }
        p {
            label for="footer" { "Footer (Markdown)" }
            textarea #footer name="footer" rows="3" { "\n" (blog.footer) }
        }
        (picture_field("logo", "Logo (a picture next to the blog’s title)", &blog.logo))
        (picture_field("picture", "Picture for link previews of posts without a board, 1200 by 630 pixels", &blog.picture))
        p {
            label for="style" { "Style sheet (CSS)" }
            textarea #style name="style" rows="6" spellcheck="false" autocapitalize="none" aria-describedby="style-help" { "\n" (blog.style) }
            small #style-help { "Rules such as :root { --accent: #a02020 } are applied to the blog’s pages after the theme. The site’s documentation lists the variables." }
        }
    }
}

/// Returns the field for the domain of a blog, which only owners can set.
fn domain_field(blog: &Blog) -> Markup {
    html! {
        p {
            label for="domain" { "Domain" }
            input #domain name="domain" type="url" value=(blog.domain) maxlength="255" autocapitalize="none" autocomplete="off" spellcheck="false" placeholder="https://lamps.example" aria-describedby="domain-help";
            small #domain-help { "An address that shows only this blog. Its DNS and proxy must point to this site, and the site’s own address must be set in the configuration file." }
        }
    }
}

/// Returns the field for the address of an uploaded picture.
fn picture_field(name: &str, label: &str, address: &str) -> Markup {
    html! {
        p {
            label for=(name) { (label) }
            input id=(name) name=(name) value=(address) list="pictures" autocapitalize="none" autocomplete="off" spellcheck="false" placeholder="/uploads/…";
        }
    }
}

/// Returns the list of pictures suggested in picture fields.
fn picture_list(pictures: &[(String, String)]) -> Markup {
    html! { datalist #pictures { @for (address, title) in pictures { option value=(address) { (title) } } } }
}
