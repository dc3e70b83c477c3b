//! The page of deleted posts.

use super::Look;
use super::admin::admin_page;
use crate::store::{Account, Deleted, TRASH_DAYS};
use maud::{Markup, html};

/// The deleted posts, each with buttons that restore it and delete it permanently.
pub(crate) fn list(look: &Look<'_>, account: &Account, posts: &[Deleted]) -> Markup {
    let main = html! {
        div.lead.wide {
            h1 { "Trash" }
            p { "Deleted posts stay here for " (TRASH_DAYS) " days, with their revisions and comments. A restored post is a draft. " a href="/admin" { "All posts" } }
        }
        @if posts.is_empty() { p.list.wide { "The trash is empty." } }
        @else {
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
                                td {
                                    div.bar {
                                        form method="post" action={ (own) "/restore" } { button type="submit" { "Restore" span.aside { " " (post.title) } } }
                                        form method="post" action={ (own) "/erase" } { button type="submit" { "Delete permanently" span.aside { " " (post.title) } } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    admin_page(look, account, "Trash", &[], &[], &main)
}
