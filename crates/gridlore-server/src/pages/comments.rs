//! Comments: under a post, the form, the queue of those who moderate.

use super::admin::{faults, moment, room};
use super::paging::Paging;
use super::{Look, Page, layout};
use crate::address::Address;
use crate::comments::Rules;
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
pub(super) fn under(look: &Look<'_>, blog: &Blog, post: &Post, comments: &[Comment]) -> Markup {
    let is_open = post.comments && !look.is_static;
    html! {
        @if is_open || !comments.is_empty() {
            section.comments.list aria-labelledby="comments" {
                h2.room #comments { @match comments.len() { 0 => "Comments", 1 => "1 comment", count => { (count) " comments" } } }
                (thread(look, blog, post, comments, None, 0))
                @if is_open { p { a.button href={ (Address::Post(blog.id.clone(), post.slug.clone())) "/comment" } rel="nofollow" { "Write a comment" } } }
            }
        }
    }
}

/// The comments that answer `parent`, each with its answers.
fn thread(
    look: &Look<'_>,
    blog: &Blog,
    post: &Post,
    comments: &[Comment],
    parent: Option<i64>,
    depth: usize,
) -> Markup {
    let is_here = |comment: &&Comment| match comment.parent {
        // An answer to what is not shown any more stands for itself.
        Some(above) if !comments.iter().any(|other| other.id == above) => parent.is_none(),
        above => above == parent,
    };
    let here: Vec<&Comment> = comments.iter().filter(is_here).collect();
    html! {
        @if !here.is_empty() {
            ol.thread.deep[depth > 0 && depth < DEEPEST] {
                @for comment in here {
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
                        @if depth < 50 { (thread(look, blog, post, comments, Some(comment.id), depth + 1)) }
                    }
                }
            }
        }
    }
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
