//! The trash of deleted posts and blogs.

use crate::pages::paging::{PageQuery, Paging};
use crate::pages::trash;
use crate::site::Site;
use crate::site::answer::{message_page, private, to};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::member::Member;
use crate::store::{Deleted, Erasure, Role, TRASH_DAYS};
use anyhow::Result;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use std::ops::Range;

/// Lists the deleted posts and blogs that this member may restore.
pub(crate) async fn list(
    State(site): SharedSite,
    member: Member,
    Query(query): Query<PageQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let owner = (!member.is(Role::Editor)).then_some(member.account.id);
        let blogs = if member.is(Role::Owner) { site.store.count_deleted_blogs()? } else { 0 };
        // Blogs are listed before posts.
        let paging = Paging::new(query.page, blogs + site.store.count_trash(owner)?);
        let Range { start, end } = paging.range();
        let posts = site.store.trash(owner, start.saturating_sub(blogs)..end.saturating_sub(blogs))?;
        let blogs = site.store.deleted_blogs(start.min(blogs)..end.min(blogs))?;
        let look = site.look(&member.visit.base);
        Ok(private(StatusCode::OK, trash::list(&look, &member.account, &posts, &blogs, paging)))
    })
    .await
}

fn may_restore(member: &Member, post: &Deleted) -> bool {
    member.is(Role::Editor) || post.owner == Some(member.account.id)
}

/// Restores a post as a draft and opens it in the editor.
pub(crate) async fn restore(
    State(site): SharedSite,
    member: Member,
    Path((blog, key)): Path<(String, String)>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        if let Err(answer) = check(site, &member, &blog, &key)? {
            return Ok(answer);
        }
        let current = site.current();
        let is_author = !member.is(Role::Editor);
        let is_a_file = |slug: &str| {
            current.tree.has_slug(&blog, slug) || is_author && current.had_slug_in_a_file(&blog, slug)
        };
        let Some(slug) = member.store.restore_post(&blog, &key, Some(member.account.id), is_a_file)? else {
            return Ok(gone(site, &member));
        };
        member.log_action(site, "restored from the trash", &format!("/blogs/{blog}/{slug}"))?;
        site.refresh()?;
        Ok(to(&format!("/admin/posts/{blog}/{slug}?saved=1")))
    })
    .await
}

/// Deletes a post permanently. Authors cannot do this if it has revisions or comments by others.
pub(crate) async fn erase(
    State(site): SharedSite,
    member: Member,
    Path((blog, key)): Path<(String, String)>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        if let Err(answer) = check(site, &member, &blog, &key)? {
            return Ok(answer);
        }
        let erasure = if member.is(Role::Editor) {
            let is_erased = member.store.erase_post(&blog, &key)?;
            if is_erased { Erasure::Done } else { Erasure::Missing }
        } else {
            member.store.erase_post_of_author(&blog, &key, member.account.id)?
        };
        match erasure {
            Erasure::Done => {}
            Erasure::Missing => return Ok(gone(site, &member)),
            Erasure::OfOthers => {
                let text = format!(
                    "Other people have changed this post or commented on it. Only editors can delete it permanently. Otherwise, it stays in the trash for {TRASH_DAYS} days."
                );
                let visit = &member.visit;
                return Ok(message_page(site, visit, StatusCode::FORBIDDEN, "Not allowed", &text));
            }
        }
        member.log_action(site, "deleted from the trash", &format!("/blogs/{blog}/{key}"))?;
        Ok(to("/admin/trash"))
    })
    .await
}

/// Restores a blog without its domain.
pub(crate) async fn restore_blog(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        if !member.store.restore_blog(&blog)? {
            return Ok(gone(site, &member));
        }
        member.log_action(site, "restored a blog", &format!("/blogs/{blog}"))?;
        site.refresh()?;
        Ok(to("/admin/blogs"))
    })
    .await
}

/// Deletes a blog permanently.
pub(crate) async fn erase_blog(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        if !member.store.erase_blog(&blog)? {
            return Ok(gone(site, &member));
        }
        member.log_action(site, "deleted a blog from the trash", &format!("/blogs/{blog}"))?;
        Ok(to("/admin/trash"))
    })
    .await
}

/// Checks that the trash contains the post and that this member may change it. Otherwise returns a
/// page with the reason.
fn check(site: &Site, member: &Member, blog: &str, key: &str) -> Result<Result<(), Response>> {
    let Some(post) = site.store.deleted_post(blog, key)? else { return Ok(Err(gone(site, member))) };
    if may_restore(member, &post) {
        return Ok(Ok(()));
    }
    let text = "This post belongs to someone else. Only its author and editors can restore it.";
    Ok(Err(message_page(site, &member.visit, StatusCode::FORBIDDEN, "Not allowed", text)))
}

fn gone(site: &Site, member: &Member) -> Response {
    let text = "This item is not in the trash. It may have been restored or deleted by someone else.";
    message_page(site, &member.visit, StatusCode::NOT_FOUND, "Not found", text)
}
