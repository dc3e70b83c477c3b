//! Comments: under a post, the form, the queue of those who moderate.

use super::admin::{faults, room};
use super::paging::Paging;
use super::time::moment;
use super::{Look, Page, layout};
use crate::address::Address;
use crate::content::comment_rules::Rules;
use crate::content::thread::Thread;
use crate::store::{Account, Comment, State};
use gridlore_blog::{Blog, Post};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

/// Answers are indented so deep and no deeper.
const DEEPEST: usize = 4;

/// What the form holds, as it was typed.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Form {
    pub(crate) name: String,
    pub(crate) text: String,
    /// When the form was made, signed.
    pub(crate) stamp: String,
    /// A field that people do not see.
    pub(crate) website: String,
    /// The comment that is answered.
    #[serde(deserialize_with = "maybe")]
    pub(crate) to: Option<i64>,
}

/// A number, or nothing for an empty field.
fn maybe<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    Ok(String::deserialize(deserializer)?.parse().ok())
}

/// The comments under a post, with the way to write one.
pub(super) fn under(look: &Look<'_>, blog: &Blog, post: &Post, thread: &Thread) -> Markup {
    let is_open = post.comments && !look.is_static;
    html! {
        @if is_open || thread.count > 0 {
            section.comments.list aria-labelledby="comments" {
                h2.room #comments { (number_of(thread.count)) }
                (list(look, blog, post, thread))
                (ways(blog, post, thread))
                @if is_open { p { a.button href={ (Address::Post(blog.id.clone(), post.slug.clone())) "/comment" } rel="nofollow" { "Write a comment" } } }
            }
        }
    }
}

/// A further page of the comments under a post.
pub(super) fn further(look: &Look<'_>, blog: &Blog, post: &Post, thread: &Thread) -> Markup {
    let home = Address::Post(blog.id.clone(), post.slug.clone());
    html! {
        div.lead {
            h1 { (number_of(thread.count)) }
            p { "Page " (thread.page) " of " (thread.pages) ", on " a href=(home) { (post.title) } "." }
        }
        section.comments.list aria-label="Comments" {
            (list(look, blog, post, thread))
            (ways(blog, post, thread))
            @if post.comments && !look.is_static { p { a.button href={ (home) "/comment" } rel="nofollow" { "Write a comment" } } }
        }
    }
}

fn number_of(comments: usize) -> String {
    match comments {
        0 => "Comments".to_owned(),
        1 => "1 comment".to_owned(),
        count => format!("{count} comments"),
    }
}

/// The way to the other pages of a conversation.
fn ways(blog: &Blog, post: &Post, thread: &Thread) -> Markup {
    let page = |number: usize| match number {
        1 => format!("{}#comments", Address::Post(blog.id.clone(), post.slug.clone())),
        _ => Address::Comments(blog.id.clone(), post.slug.clone(), number).to_string(),
    };
    html! {
        @if thread.pages > 1 {
            nav.bar aria-label="Pages of comments" {
                @if thread.page > 1 { a rel="prev" href=(page(thread.page - 1)) { "Earlier comments" } }
                span { "Page " (thread.page) " of " (thread.pages) }
                @if thread.page < thread.pages { a rel="next" href=(page(thread.page + 1)) { "More comments" } }
            }
        }
    }
}

/// The comments of a page: answers are lists within what they answer, as deep as [`DEEPEST`] and no
/// deeper.
fn list(look: &Look<'_>, blog: &Blog, post: &Post, thread: &Thread) -> Markup {
    let mut html = String::new();
    // How many lists are open.
    let mut open = 0;
    for (depth, comment) in &thread.comments {
        // The first comment of a page may be an answer to one of the page before.
        let depth = (*depth).min(DEEPEST).min(open) + 1;
        if depth > open {
            html.push_str(if open == 0 { "<ol class=\"thread\">" } else { "<ol class=\"thread deep\">" });
            open = depth;
        } else {
            html.push_str("</li>");
            while open > depth {
                html.push_str("</ol></li>");
                open -= 1;
            }
        }
        html.push_str(&one(look, blog, post, comment).0);
    }
    while open > 0 {
        html.push_str("</li></ol>");
        open -= 1;
    }
    PreEscaped(html)
}

/// A comment; its end is left open for its answers.
fn one(look: &Look<'_>, blog: &Blog, post: &Post, comment: &Comment) -> Markup {
    let whole = html! {
        li #{ "comment-" (comment.id) } {
            p.who {
                strong { (comment.name) }
                @if comment.account.is_some() { " " span.state { "writes here" } }
                " " a href={ "#comment-" (comment.id) } { (moment(comment.time)) }
                @if post.comments && !look.is_static {
                    " · " a rel="nofollow" href={ (Address::Post(blog.id.clone(), post.slug.clone())) "/comment?to=" (comment.id) } { "Answer" span.aside { " " (comment.name) } }
                }
            }
            div.words { (PreEscaped(gridlore_blog::comment(&comment.text))) }
        }
    };
    PreEscaped(whole.0.trim_end_matches("</li>").to_owned())
}

/// The form.
pub(crate) fn form(
    look: &Look<'_>,
    blog: &Blog,
    post: &Post,
    answered: Option<&Comment>,
    typed: &Form,
    wrong: &[String],
) -> Markup {
    let home = Address::Post(blog.id.clone(), post.slug.clone());
    let main = html! {
        div.lead {
            h1 { @match answered { Some(comment) => { "Answer " (comment.name) } None => "Write a comment" } }
            p { "To " a href=(home) { (post.title) } "." }
        }
        @if let Some(comment) = answered { blockquote.lead.words { (PreEscaped(gridlore_blog::comment(&comment.text))) } }
        form.form.narrow method="post" action={ (home) "/comment" } {
            (faults(wrong))
            input type="hidden" name="stamp" value=(typed.stamp);
            @if let Some(to) = typed.to { input type="hidden" name="to" value=(to); }
            p { label for="name" { "Name that readers see" } input #name name="name" value=(typed.name) maxlength="60" autocomplete="nickname"; }
            p { label for="text" { "Comment; *emphasis*, `code`, lists and links as in Markdown" } textarea #text name="text" rows="8" required maxlength="10000" { "\n" (typed.text) } }
            div.trap aria-hidden="true" { label for="website" { "Leave this empty" } input #website name="website" value="" tabindex="-1" autocomplete="off"; }
            p { button.first type="submit" { "Send" } }
            p.soft { "The site keeps the name, the comment, and the address it came from, for those who moderate." }
        }
    };
    layout(
        look,
        &Page {
            title: "Write a comment",
            blog: Some(blog),
            extras: &["admin.css".to_owned()],
            ..Page::default()
        },
        &main,
    )
}

/// After a comment that is not shown at once.
pub(crate) fn thanks(look: &Look<'_>, blog: &Blog, post: &Post) -> Markup {
    let main = html! {
        div.lead {
            h1 { "Thank you" }
            p { "Somebody looks at comments before they are shown; yours is waiting." }
            p { a href=(Address::Post(blog.id.clone(), post.slug.clone())) { "Back to " (post.title) } }
        }
    };
    layout(look, &Page { title: "Thank you", blog: Some(blog), ..Page::default() }, &main)
}

/// Comments of one state, with what can be done about each; and the rules.
pub(crate) fn queue(
    look: &Look<'_>,
    account: &Account,
    state: State,
    comments: &[Comment],
    paging: Paging,
    rules: &Rules,
) -> Markup {
    let main = html! {
        div.lead.wide { h1 { "Comments" } }
        nav.list.wide.bar aria-label="States" {
            @for (other, name) in State::ALL.into_iter().zip(["Waiting", "Shown", "Spam"]) {
                a href={ "/admin/comments?state=" (other.name()) } aria-current=[(other == state).then_some("page")] { (name) }
            }
        }
        @if comments.is_empty() { p.list.wide { "There are none." } }
        ul.people.list.wide {
            @for comment in comments {
                li {
                    p.who {
                        strong { (comment.name) } " " (moment(comment.time)) " from " (comment.visitor) ", to "
                        a href={ "/blogs/" (comment.blog) "/" (comment.slug) } { (comment.slug) }
                        @if comment.parent.is_some() { " (an answer)" }
                    }
                    div.words { (PreEscaped(gridlore_blog::comment(&comment.text))) }
                    form.form.bar method="post" action={ "/admin/comments/" (comment.id) } aria-label={ "Comment " (comment.id) ", of " (comment.name) } {
                        input type="hidden" name="from" value=(state.name());
                        @if state != State::Shown { button.first type="submit" name="action" value="shown" { "Show" } }
                        @if state != State::Held { button type="submit" name="action" value="held" { "Hold" } }
                        @if state != State::Spam { button type="submit" name="action" value="spam" { "Spam" } }
                        button type="submit" name="action" value="delete" { "Delete" }
                    }
                }
            }
        }
        (paging.ways(|page| format!("/admin/comments?state={}&page={page}", state.name())))
        section.list.wide aria-labelledby="rules" {
            h2.room #rules { "Rules" }
            form.form.narrow method="post" action="/admin/comments" {
                p { label.check { input type="checkbox" name="hold_all" value="1" checked[rules.hold_all]; " Every comment waits until somebody shows it" } }
                p { label for="links" { "Otherwise, those with more links than this wait" } input #links name="links" type="number" min="0" max="99" value=(rules.links); }
                p { label for="words" { "Comments with one of these are spam, one a line" } textarea #words name="words" rows="5" { "\n" (rules.words.join("\n")) } }
                p { button.first type="submit" { "Save the rules" } }
            }
        }
    };
    room(look, account, "Comments", &[], &[], &main)
}
