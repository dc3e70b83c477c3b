//! Pages of newsletters: the form under a post, the separate form, and the subscribers of a blog.

use crate::address::Address;
use crate::pages::admin::{admin_page, form_errors};
use crate::pages::paging::Paging;
use crate::pages::{Look, Page, layout};
use crate::store::{Account, Subscriber};
use gridlore_blog::{Blog, Shelf};
use maud::{Markup, html};

/// Returns the form under a post; empty if the blog has no newsletter.
pub(in crate::pages) fn form(look: &Look<'_>, blog: &Blog) -> Markup {
    html! {
        @if !look.is_static && look.newsletters.contains(&blog.id) {
            section.list aria-labelledby="newsletter" {
                h2.room #newsletter { (look.text("newsletter")) }
                form.form method="post" action={ "/newsletter/" (blog.id) } {
                    label for="email" { (look.text("email-address")) }
                    div.row {
                        input #email name="email" type="email" required maxlength="254" autocomplete="email";
                        button type="submit" { (look.text("subscribe")) }
                    }
                }
            }
        }
    }
}

/// Returns the separate page with the form, which has a stamp.
pub(crate) fn subscribe(
    look: &Look<'_>,
    shelf: &Shelf,
    typed: &str,
    stamp: &str,
    fault: Option<&str>,
) -> Markup {
    let blog = &shelf.blog;
    let main = html! {
        div.lead {
            h1 { (look.text("newsletter")) }
            p { (look.linked("subscribe-about", &[], &html! { a href=(Address::Blog(blog.id.clone())) { (blog.title) } })) }
        }
        form.form.narrow method="post" action={ "/newsletter/" (blog.id) } {
            @if let Some(fault) = fault { (form_errors(&[fault.to_owned()])) }
            input type="hidden" name="stamp" value=(stamp);
            p { label for="email" { (look.text("email-address")) } input #email name="email" value=(typed) type="email" required maxlength="254" autocomplete="email"; }
            div.trap aria-hidden="true" { label for="website" { (look.text("leave-empty")) } input #website name="website" value="" tabindex="-1" autocomplete="off"; }
            p { button.first type="submit" { (look.text("send-link")) } }
            p.soft { (look.text("subscribe-privacy")) }
        }
    };
    page(look, shelf, &look.text("newsletter"), &main)
}

/// Returns the page shown after the form was submitted.
pub(crate) fn check_mail_page(look: &Look<'_>, shelf: &Shelf) -> Markup {
    let main = html! {
        div.lead {
            h1 { (look.text("check-mail")) }
            p { (look.text("check-mail-text")) }
            p { (look.text("check-mail-limit")) }
            p { a href=(Address::Blog(shelf.blog.id.clone())) { (look.text_with("back-to", &[("post", shelf.blog.title.as_str().into())])) } }
        }
    };
    page(look, shelf, &look.text("check-mail"), &main)
}

fn page(look: &Look<'_>, shelf: &Shelf, title: &str, main: &Markup) -> Markup {
    let extras = ["admin.css".to_owned()];
    layout(look, &Page { title, shelf: Some(shelf), extras: &extras, ..Page::default() }, main)
}

/// Returns the section about the newsletter in a blog's settings.
pub(in crate::pages) fn settings(
    look: &Look<'_>,
    blog: &Blog,
    (confirmed, pending): (usize, usize),
) -> Markup {
    let is_on = look.newsletters.contains(&blog.id);
    html! {
        section.list.wide aria-labelledby="newsletter" {
            h2.room #newsletter { "Newsletter" }
            p {
                @if is_on { "New posts of this blog are sent to its subscribers by e-mail, once each. Imported posts, edits, pages and posts that were published more than three days ago are not sent." }
                @else { "With a newsletter, readers can get new posts of this blog by e-mail, starting with those published after it is turned on." }
            }
            p { "Subscribers: " (confirmed) ", unconfirmed: " (pending) ". " a href={ "/admin/blogs/" (blog.id) "/subscribers" } { "List of subscribers" } }
            form.form method="post" action={ "/admin/blogs/" (blog.id) "/newsletter" } {
                @if is_on { button type="submit" name="action" value="off" { "Turn the newsletter off" } }
                @else { button type="submit" name="action" value="on" { "Turn the newsletter on" } }
            }
        }
    }
}

/// Returns the subscribers of a blog, latest first.
pub(crate) fn subscribers(
    look: &Look<'_>,
    account: &Account,
    blog: &Blog,
    list: &[Subscriber],
    paging: Paging,
) -> Markup {
    let own = format!("/admin/blogs/{}/subscribers", blog.id);
    let main = html! {
        div.lead.wide {
            h1 { "Subscribers of " (blog.title) }
            p { a href={ "/admin/blogs/" (blog.id) } { "Blog settings" } " · " a href={ (own) ".csv" } { "Download as CSV" } }
        }
        @if list.is_empty() { p.list.wide { "No subscribers yet." } }
        ul.people.list.wide {
            @for subscriber in list {
                li {
                    form.form.bar method="post" action={ (own) "/" (subscriber.id) "/remove" } aria-label=(subscriber.address) {
                        span {
                            strong { (subscriber.address) } " "
                            span.soft {
                                @match (subscriber.confirmed, subscriber.asked) {
                                    (Some(time), _) => { "since " (look.moment(time)) }
                                    (None, Some(time)) => { "not confirmed, message sent " (look.moment(time)) }
                                    (None, None) => {}
                                }
                            }
                        }
                        button type="submit" { "Remove" span.aside { " " (subscriber.address) } }
                    }
                }
            }
        }
        (paging.links(|page| format!("{own}?page={page}")))
    };
    admin_page(look, account, "Subscribers", &[], &[], &main)
}
