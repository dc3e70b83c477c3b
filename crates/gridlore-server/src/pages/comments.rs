//! Comments: the list under a post, the comment form, and the moderation queue.

use super::admin::{admin_page, form_errors};
use super::paging::Paging;
use super::{Look, Page, layout, mentions};
use crate::address::Address;
use crate::content::comment_rules::Rules;
use crate::content::thread::Thread;
use crate::store::mentions::MentionSource;
use crate::store::mentions::moderation::shown_hash;
use crate::store::{Account, Comment, State};
use gridlore_blog::{Blog, Post, Shelf};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use std::collections::HashMap;

/// Maximum depth of indentation for nested replies.
const MAX_DEPTH: usize = 4;

/// The fields of the comment form, as submitted.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Form {
    pub(crate) name: String,
    pub(crate) text: String,
    /// The signed time at which the form was created.
    pub(crate) stamp: String,
    /// A honeypot field that people cannot see.
    pub(crate) website: String,
    /// The comment that this one replies to.
    #[serde(deserialize_with = "maybe")]
    pub(crate) to: Option<i64>,
}

/// Deserialises a number. Returns `None` for an empty or invalid field.
fn maybe<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    Ok(String::deserialize(deserializer)?.parse().ok())
}

/// Returns the comments under a post, with a link to the comment form.
pub(super) fn under(look: &Look<'_>, blog: &Blog, post: &Post, thread: &Thread) -> Markup {
    let is_open = post.comments && !look.is_static;
    html! {
        @if is_open || thread.count > 0 {
            section.comments.list aria-labelledby="comments" {
                h2.room #comments { (number_of(look, thread.count)) }
                (list(look, blog, post, thread))
                (ways(look, blog, post, thread))
                @if is_open { p { a.button href={ (Address::Post(blog.id.clone(), post.slug.clone())) "/comment" } rel="nofollow" { (look.text("write-comment")) } } }
            }
        }
    }
}

/// Returns page 2 or later of the comments on a post.
pub(super) fn further(look: &Look<'_>, blog: &Blog, post: &Post, thread: &Thread) -> Markup {
    let home = Address::Post(blog.id.clone(), post.slug.clone());
    html! {
        div.lead {
            h1 { (number_of(look, thread.count)) }
            p { (look.linked("page-of-on", &[("page", thread.page.into()), ("pages", thread.pages.into())], &html! { a href=(home) { (post.title) } })) }
        }
        section.comments.list aria-label=(look.text("comments")) {
            (list(look, blog, post, thread))
            (ways(look, blog, post, thread))
            @if post.comments && !look.is_static { p { a.button href={ (home) "/comment" } rel="nofollow" { (look.text("write-comment")) } } }
        }
    }
}

fn number_of(look: &Look<'_>, comments: usize) -> String {
    match comments {
        0 => look.text("comments"),
        count => look.text_with("count-comments", &[("count", count.into())]),
    }
}

/// Returns links to the other pages of a thread.
fn ways(look: &Look<'_>, blog: &Blog, post: &Post, thread: &Thread) -> Markup {
    let page = |number: usize| match number {
        1 => format!("{}#comments", Address::Post(blog.id.clone(), post.slug.clone())),
        _ => Address::Comments(blog.id.clone(), post.slug.clone(), number).to_string(),
    };
    html! {
        @if thread.pages > 1 {
            nav.bar aria-label=(look.text("pages-of-comments")) {
                @if thread.page > 1 { a rel="prev" href=(page(thread.page - 1)) { (look.text("earlier-comments")) } }
                span { (look.text_with("page-of", &[("page", thread.page.into()), ("pages", thread.pages.into())])) }
                @if thread.page < thread.pages { a rel="next" href=(page(thread.page + 1)) { (look.text("more-comments")) } }
            }
        }
    }
}

/// Returns the comments of one page. Replies are lists inside the comment that they reply to,
/// nested at most [`MAX_DEPTH`] levels deep.
fn list(look: &Look<'_>, blog: &Blog, post: &Post, thread: &Thread) -> Markup {
    let mut html = String::new();
    // The number of open lists.
    let mut open = 0;
    for (depth, comment) in &thread.comments {
        // The first comment on a page may be a reply to a comment on an earlier page.
        let depth = (*depth).min(MAX_DEPTH).min(open) + 1;
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
        html.push_str(&one(look, blog, post, comment, thread.mentions.get(&comment.id)).0);
    }
    while open > 0 {
        html.push_str("</li></ol>");
        open -= 1;
    }
    PreEscaped(html)
}

/// Returns one comment without its end tag, so that replies can follow inside it.
fn one(
    look: &Look<'_>,
    blog: &Blog,
    post: &Post,
    comment: &Comment,
    source: Option<&MentionSource>,
) -> Markup {
    let whole = html! {
        li #{ "comment-" (comment.id) } {
            p.who {
                strong { (comment.name) }
                @if comment.account.is_some() { " " span.state { (look.text("site-writer")) } }
                " " a href={ "#comment-" (comment.id) } { (look.moment(comment.time)) }
                @if let Some(source) = source { " · " (mentions::link(look, source)) }
                @if post.comments && !look.is_static {
                    " · " a rel="nofollow" href={ (Address::Post(blog.id.clone(), post.slug.clone())) "/comment?to=" (comment.id) } aria-label=(look.text_with("reply-to", &[("name", comment.name.as_str().into())])) { (look.text("reply")) }
                }
            }
            (words(comment, source))
        }
    };
    PreEscaped(whole.0.trim_end_matches("</li>").to_owned())
}

/// Returns the text of a comment. The text of a mention is plain.
fn words(comment: &Comment, source: Option<&MentionSource>) -> Markup {
    html! {
        @if source.is_none() { div.words { (PreEscaped(gridlore_blog::comment(&comment.text))) } }
        @else if !comment.text.is_empty() { div.words { p { (comment.text) } } }
    }
}

/// Returns the comment form.
pub(crate) fn form(
    look: &Look<'_>,
    shelf: &Shelf,
    post: &Post,
    answered: Option<&Comment>,
    typed: &Form,
    errors: &[String],
) -> Markup {
    let home = Address::Post(shelf.blog.id.clone(), post.slug.clone());
    let main = html! {
        div.lead {
            h1 { @match answered { Some(comment) => { (look.text_with("reply-to", &[("name", comment.name.as_str().into())])) } None => { (look.text("write-comment")) } } }
            p { (look.linked("on-post", &[], &html! { a href=(home) { (post.title) } })) }
        }
        @if let Some(comment) = answered { blockquote.lead.words { (PreEscaped(gridlore_blog::comment(&comment.text))) } }
        form.form.narrow method="post" action={ (home) "/comment" } {
            (form_errors(errors))
            input type="hidden" name="stamp" value=(typed.stamp);
            @if let Some(to) = typed.to { input type="hidden" name="to" value=(to); }
            p { label for="name" { (look.text("name-label")) } input #name name="name" value=(typed.name) maxlength="60" autocomplete="nickname"; }
            p { label for="text" { (look.text("comment-label")) } textarea #text name="text" rows="8" required maxlength="10000" { "\n" (typed.text) } }
            div.trap aria-hidden="true" { label for="website" { (look.text("leave-empty")) } input #website name="website" value="" tabindex="-1" autocomplete="off"; }
            p { button.first type="submit" { (look.text("post-comment")) } }
            p.soft { (look.text("comment-privacy")) }
        }
    };
    layout(
        look,
        &Page {
            title: &look.text("write-comment"),
            shelf: Some(shelf),
            extras: &["admin.css".to_owned()],
            ..Page::default()
        },
        &main,
    )
}

/// Returns the page shown when a comment cannot be posted, because its post is not public or takes
/// no comments. It has a title, a sentence and the reader's text, which they can copy.
pub(crate) fn refused(
    look: &Look<'_>,
    shelf: Option<&Shelf>,
    (title, text): (&str, &str),
    typed: &Form,
) -> Markup {
    let main = html! {
        div.lead { h1 { (title) } p { (text) } }
        @if !typed.text.trim().is_empty() {
            div.form.narrow {
                p { label for="text" { (look.text("your-comment")) } textarea #text rows="8" readonly { "\n" (typed.text) } }
            }
        }
    };
    layout(look, &Page { title, shelf, extras: &["admin.css".to_owned()], ..Page::default() }, &main)
}

/// Returns the page shown after submitting a comment that is held for moderation or is spam.
pub(crate) fn thanks(look: &Look<'_>, shelf: &Shelf, post: &Post) -> Markup {
    let main = html! {
        div.lead {
            h1 { (look.text("thank-you")) }
            p { (look.text("comment-waits")) }
            p { a href=(Address::Post(shelf.blog.id.clone(), post.slug.clone())) { (look.text_with("back-to", &[("post", post.title.as_str().into())])) } }
        }
    };
    layout(look, &Page { title: &look.text("thank-you"), shelf: Some(shelf), ..Page::default() }, &main)
}

/// The form with the moderation rules.
#[derive(Debug)]
pub(crate) struct RulesForm<'a> {
    /// The rules, as stored or as submitted.
    pub(crate) rules: &'a Rules,
    /// A sentence that says why the submitted rules were not saved.
    pub(crate) fault: Option<&'a str>,
    /// A hash of the rules that the writer has seen.
    pub(crate) seen: &'a str,
}

/// The data of the moderation queue.
#[derive(Debug)]
pub(crate) struct Queue<'a> {
    /// The state of the comments.
    pub(crate) state: State,
    pub(crate) comments: &'a [Comment],
    /// The sources of those comments that are mentions.
    pub(crate) sources: &'a HashMap<i64, MentionSource>,
    pub(crate) paging: Paging,
    pub(crate) form: &'a RulesForm<'a>,
    /// A sentence that says why a comment was not approved.
    pub(crate) fault: Option<&'a str>,
}

/// Returns the moderation queue: comments of one state with their actions, and the moderation
/// rules.
pub(crate) fn queue(look: &Look<'_>, account: &Account, queue: &Queue<'_>) -> Markup {
    let &Queue { state, comments, sources, paging, form, fault } = queue;
    let rules = form.rules;
    let main = html! {
        div.lead.wide { h1 { "Comments" } }
        nav.list.wide.bar aria-label="Comment status" {
            @for (other, name) in State::ALL.into_iter().zip(["Pending", "Approved", "Spam"]) {
                a href={ "/admin/comments?state=" (other.name()) } aria-current=[(other == state).then_some("page")] { (name) }
            }
        }
        @if let Some(fault) = fault { div.list.wide { (form_errors(&[fault.to_owned()])) } }
        @if comments.is_empty() { p.list.wide { "No comments here." } }
        ul.people.list.wide {
            @for comment in comments {
                @let source = sources.get(&comment.id);
                li {
                    p.who {
                        strong { (comment.name) } " " (look.moment(comment.time))
                        // The network of an imported comment is not known.
                        @if !comment.visitor.is_empty() { " from " (comment.visitor) }
                        " · on "
                        a href={ "/blogs/" (comment.blog) "/" (comment.slug) } { (comment.slug) }
                        @if comment.parent.is_some() { " (a reply)" }
                        @if let Some(source) = source { " · " (mentions::link(look, source)) }
                    }
                    (words(comment, source))
                    form.form.bar method="post" action={ "/admin/comments/" (comment.id) } aria-label={ "Comment " (comment.id) " by " (comment.name) } {
                        input type="hidden" name="from" value=(state.name());
                        input type="hidden" name="seen" value=(shown_hash(comment, source));
                        @if state != State::Shown { button.first type="submit" name="action" value="shown" { "Approve" } }
                        @if state != State::Held { button type="submit" name="action" value="held" { "Move to pending" } }
                        @if state != State::Spam { button type="submit" name="action" value="spam" { "Mark as spam" } }
                        button type="submit" name="action" value="delete" { "Delete comment" }
                    }
                }
            }
        }
        (paging.links(|page| format!("/admin/comments?state={}&page={page}", state.name())))
        section.list.wide aria-labelledby="rules" {
            h2.room #rules { "Moderation rules" }
            form.form.narrow method="post" action="/admin/comments" {
                @if let Some(fault) = form.fault { (form_errors(&[fault.to_owned()])) }
                input type="hidden" name="seen" value=(form.seen);
                p { label.check { input type="checkbox" name="hold_all" value="1" checked[rules.hold_all]; " Hold every comment for moderation" } }
                p { label for="links" { "Otherwise, hold comments with more links than" } input #links name="links" type="number" min="0" max="99" value=(rules.links); }
                p { label for="words" { "Mark comments that contain any of these words as spam (one word per line)" } textarea #words name="words" rows="5" { "\n" (rules.words.join("\n")) } }
                p { button.first type="submit" { "Save rules" } }
            }
        }
    };
    admin_page(look, account, "Comments", &[], &[], &main)
}
