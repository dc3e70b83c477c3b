//! The admin list of posts, and the page of a post that is a file.

use super::Look;
use super::admin::admin_page;
use super::editor::{preview, state};
use super::paging::Paging;
use crate::address::{encoded, kinds};
use crate::content::folder::FilePost;
use crate::store::{Account, Role};
use gridlore_blog::{Blog, Conflict, Post, Problem, Rendered};
use jiff::Timestamp;
use maud::{Markup, html};
use serde::Deserialize;
use std::sync::Arc;

/// The filter of the post list, and its page number.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Choice {
    /// The blog whose posts are listed; empty for all.
    pub(crate) blog: String,
    /// The status of the listed posts; empty for all.
    pub(crate) state: String,
    /// The text that the titles of the listed posts contain; empty for all.
    pub(crate) find: String,
    /// The page number, from 1.
    pub(crate) page: usize,
}

/// One row of the list.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) blog: String,
    pub(crate) post: Arc<Post>,
    /// When it was last saved.
    pub(crate) time: Timestamp,
    pub(crate) home: Home,
}

/// Where a post is stored.
#[derive(Debug)]
pub(crate) enum Home {
    /// In the database, created by this account.
    Database { owner: Option<i64> },
    /// In the file at this path.
    File(String),
}

/// The data of the list page.
pub(crate) struct List<'a> {
    pub(crate) blogs: &'a [Blog],
    pub(crate) choice: &'a Choice,
    /// The rows of this page.
    pub(crate) entries: &'a [Entry],
    pub(crate) paging: Paging,
    pub(crate) conflicts: &'a [Conflict],
    /// Files that could not be read, with reasons.
    pub(crate) problems: &'a [String],
    pub(crate) now: Timestamp,
    /// The number of comments that await moderation.
    pub(crate) held: usize,
}

pub(crate) fn list(look: &Look<'_>, account: &Account, list: &List<'_>) -> Markup {
    let chosen = &list.choice.blog;
    let main = html! {
        div.lead.wide { h1 { "Posts" } }
        @if account.role >= Role::Editor && (!list.problems.is_empty() || !list.conflicts.is_empty()) {
            section.list.wide.problem aria-label="Problems with files" {
                @for problem in list.problems { p { (problem) } }
                @for conflict in list.conflicts {
                    p {
                        "/blogs/" (conflict.blog) "/" (conflict.slug) " is shown from the file " code { (conflict.shown) } ", which hides "
                        @match &conflict.hidden { Some(file) => { "the file " code { (file) } } None => { "the post in the database" } } "."
                    }
                }
            }
        }
        @if list.held > 0 && account.role >= Role::Editor {
            p.list.wide.done { a href="/admin/comments" { (list.held) @if list.held == 1 { " comment is" } @else { " comments are" } " waiting for moderation" } "." }
        }
        div.list.wide.bar {
            @for blog in list.blogs {
                a.button.first[list.blogs.len() == 1 || *chosen == blog.id] href={ "/admin/posts/" (blog.id) } { "New post in " (blog.title) }
            }
        }
        (form(list))
        div.list.wide.scroll tabindex="0" role="region" aria-label="All posts" {
            table.plain {
                thead { tr { th { "Title" } th { "Blog" } th { "Status" } th { "Last saved" } } }
                tbody { @for entry in list.entries { (row(look, entry, account, list.now)) } }
            }
            @if list.paging.all() == 0 { p { @if list.choice.is_all() { "No posts yet." } @else { "No posts match this filter." } } }
        }
        (list.paging.links(|page| list.choice.address(page)))
        p.list.wide { a href="/admin/trash" { "Trash" } ": deleted posts, which can be restored" }
    };
    admin_page(look, account, "Posts", &[], &[], &main)
}

impl Choice {
    fn is_all(&self) -> bool {
        self.blog.is_empty() && self.state.is_empty() && self.find.is_empty()
    }

    fn address(&self, page: usize) -> String {
        let [blog, state, find] = [&self.blog, &self.state, &self.find].map(|text| encoded(text));
        format!("/admin?blog={blog}&state={state}&find={find}&page={page}")
    }
}

fn form(list: &List<'_>) -> Markup {
    let choice = list.choice;
    html! {
        form.form.list.wide.bar.choice method="get" action="/admin" role="search" aria-label="Filter posts" {
            label { "Title " input type="search" name="find" value=(choice.find); }
            @if list.blogs.len() > 1 {
                label { "Blog "
                    select name="blog" {
                        option value="" { "all" }
                        @for blog in list.blogs { option value=(blog.id) selected[blog.id == choice.blog] { (blog.title) } }
                    }
                }
            }
            label { "Status "
                select name="state" {
                    option value="" { "all" }
                    @for state in ["draft", "scheduled", "published"] { option value=(state) selected[state == choice.state] { (state) } }
                }
            }
            button type="submit" { "Filter" }
        }
    }
}

fn row(look: &Look<'_>, entry: &Entry, account: &Account, now: Timestamp) -> Markup {
    let Entry { blog, post, .. } = entry;
    let way = match &entry.home {
        Home::Database { owner } if account.role >= Role::Editor || *owner == Some(account.id) => {
            Some("posts")
        }
        Home::Database { .. } => None,
        Home::File(_) => Some("files"),
    };
    html! {
        tr {
            td {
                @match way {
                    Some(way) => a href={ "/admin/" (way) "/" (blog) "/" (post.slug) } { (post.title) },
                    None => (post.title),
                }
                @if let Home::File(path) = &entry.home { br; small.soft { "File " (path) } }
            }
            td { (blog) }
            td { (state(look, post, now)) }
            td { (look.moment(entry.time)) }
        }
    }
}

/// Returns the preview of a post that is a file, as readers see it now or will see it.
pub(crate) fn file(
    look: &Look<'_>,
    account: &Account,
    file: &FilePost,
    problems: &[Problem],
    rendered: &Rendered,
) -> Markup {
    let FilePost { blog, post, path, .. } = file;
    let scripts: Vec<&'static str> = kinds().map(|kind| kind.name).collect();
    let main = html! {
        div.lead.wide {
            h1 { (post.title) }
            p { (state(look, post, Timestamp::now())) " · " a href={ "/blogs/" (blog) "/" (post.slug) } { "View post" } }
        }
        p.list.wide.done { "This post comes from the file " code { (path) } ". Edit it with any text editor; the site picks up changes within a second." }
        section.prose aria-label="Preview" { (preview(problems, rendered)) }
    };
    admin_page(look, account, &post.title, &["post.css".to_owned()], &scripts, &main)
}
