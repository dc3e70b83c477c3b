//! The page of deleted posts and blogs.

use super::Look;
use super::admin::admin_page;
use super::paging::Paging;
use crate::store::{Account, Deleted, DeletedBlog, Role, TRASH_DAYS};
use maud::{Markup, html};

/// Returns one page of the list of deleted posts and blogs. Each has buttons for restoring and
/// permanently deleting it.
pub(crate) fn list(
    look: &Look<'_>,
    account: &Account,
    posts: &[Deleted],
    blogs: &[DeletedBlog],
    paging: Paging,
) -> Markup {
    let main = html! {
        div.lead.wide {
            h1 { "Trash" }
            p { "Deleted posts and blogs stay here for " (TRASH_DAYS) " days, with their revisions and comments. A restored post becomes a draft. A restored blog has no domain until you set it again. " a href="/admin" { "All posts" } }
        }
        @if !blogs.is_empty() { (deleted_blogs(look, blogs)) }
        @if posts.is_empty() && blogs.is_empty() { p.list.wide { "The trash is empty." } }
        @if !posts.is_empty() {
            ul.people.list.wide aria-label="Deleted posts" {
                @for post in posts {
                    @let own = format!("/admin/trash/{}/{}", post.blog, post.key);
                    li {
                        p.who { strong { (post.title) } " /blogs/" (post.blog) "/" (post.slug()) " · " (look.moment(post.deleted)) }
                        (actions(&own, &post.title, account.role >= Role::Editor || post.is_by_owner_alone))
                    }
                }
            }
        }
        (paging.links(|page| format!("/admin/trash?page={page}")))
    };
    admin_page(look, account, "Trash", &[], &[], &main)
}

/// Returns the buttons for restoring an item and, if `can_erase`, for deleting it permanently.
fn actions(own: &str, title: &str, can_erase: bool) -> Markup {
    html! {
        div.bar {
            form.form method="post" action={ (own) "/restore" } { button type="submit" { "Restore" span.aside { " " (title) } } }
            @if can_erase {
                form.form method="post" action={ (own) "/erase" } { button type="submit" { "Delete permanently" span.aside { " " (title) } } }
            } @else {
                span.soft { "Other people have changed this post or commented on it, so only editors can delete it permanently." }
            }
        }
    }
}

fn deleted_blogs(look: &Look<'_>, blogs: &[DeletedBlog]) -> Markup {
    html! {
        ul.people.list.wide aria-label="Deleted blogs" {
            @for blog in blogs {
                li {
                    p.who { strong { (blog.title) } " /blogs/" (blog.id) " · posts: " (blog.posts) " · " (look.moment(blog.deleted)) }
                    (actions(&format!("/admin/trash/{}", blog.id), &blog.title, true))
                }
            }
        }
    }
}
