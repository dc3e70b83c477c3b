//! The page of deleted posts and blogs.

use super::Look;
use super::admin::admin_page;
use super::paging::Paging;
use crate::store::{Account, Deleted, DeletedBlog, TRASH_DAYS};
use maud::{Markup, html};

/// One page of the deleted posts and blogs, each with buttons that restore it and delete it
/// permanently.
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
            p { "Deleted posts and blogs stay here for " (TRASH_DAYS) " days, with their revisions and comments. A restored post is a draft. A restored blog has no domain until you set it again. " a href="/admin" { "All posts" } }
        }
        @if !blogs.is_empty() { (deleted_blogs(look, blogs)) }
        @if posts.is_empty() && blogs.is_empty() { p.list.wide { "The trash is empty." } }
        @if !posts.is_empty() {
            div.list.wide.scroll tabindex="0" role="region" aria-label="Deleted posts" {
                table.plain {
                    thead { tr { th { "Title" } th { "Address" } th { "Deleted" } th { "Actions" } } }
                    tbody {
                        @for post in posts {
                            @let own = format!("/admin/trash/{}/{}", post.blog, post.key);
                            tr {
                                td { (post.title) }
                                td { "/blogs/" (post.blog) "/" (post.slug()) }
                                td { (look.moment(post.deleted)) }
                                td { (actions(&own, &post.title)) }
                            }
                        }
                    }
                }
            }
        }
        (paging.links(|page| format!("/admin/trash?page={page}")))
    };
    admin_page(look, account, "Trash", &[], &[], &main)
}

/// The buttons that restore something and delete it permanently.
fn actions(own: &str, title: &str) -> Markup {
    html! {
        div.bar {
            form method="post" action={ (own) "/restore" } { button type="submit" { "Restore" span.aside { " " (title) } } }
            form method="post" action={ (own) "/erase" } { button type="submit" { "Delete permanently" span.aside { " " (title) } } }
        }
    }
}

fn deleted_blogs(look: &Look<'_>, blogs: &[DeletedBlog]) -> Markup {
    html! {
        div.list.wide.scroll tabindex="0" role="region" aria-label="Deleted blogs" {
            table.plain {
                thead { tr { th { "Blog" } th { "Address" } th { "Posts" } th { "Deleted" } th { "Actions" } } }
                tbody {
                    @for blog in blogs {
                        tr {
                            td { (blog.title) }
                            td { "/blogs/" (blog.id) }
                            td { (blog.posts) }
                            td { (look.moment(blog.deleted)) }
                            td { (actions(&format!("/admin/trash/{}", blog.id), &blog.title)) }
                        }
                    }
                }
            }
        }
    }
}
