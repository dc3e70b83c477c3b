//! The rooms of those who write and look after the site.
//!
//! Who comes in is [`crate::site::member::Member`]: a handler that takes one is closed to everyone
//! else. Every unsafe request is checked for coming from the site's own pages by a layer around all
//! routes.

mod account;
pub(crate) mod blogs;
mod comments;
mod copies;
pub(crate) mod entrance;
pub(crate) mod people;
mod post_list;
pub(crate) mod posts;
pub(crate) mod second_factor;
pub(crate) mod uploads;

use crate::http::safety;
use crate::site::Site;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Router, middleware};
use gridlore_blog::LONGEST_TEXT;
use std::sync::Arc;
use std::time::Duration;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

/// Bytes of the form of a post, at most: its text may be percent-encoded, three bytes for one.
pub(crate) const LARGEST_FORM: usize = 3 * LONGEST_TEXT + (64 << 10);

/// Bytes of any other form, at most.
pub(crate) const SMALL_FORM: usize = 64 << 10;

/// How long a picture or a backup may be on its way.
const LONG: Duration = Duration::from_secs(3600);

/// What takes as long as the line of those who are known takes; strangers are sent away before
/// their first byte is read.
pub(crate) fn slow_routes(largest_upload: usize, patience: Duration) -> Router<Arc<Site>> {
    Router::new()
        .route("/admin/uploads", get(uploads::list).post(uploads::send))
        .layer(DefaultBodyLimit::max(largest_upload))
        // Written to the disk as it comes; only the link of a new site opens it.
        .route("/setup/restore", post(copies::restore).layer(DefaultBodyLimit::disable()))
        .route("/admin/copies/backup", post(copies::take_backup))
        .route("/admin/copies/export", post(copies::take_export))
        // It may take long, but not stand still.
        .layer(RequestBodyTimeoutLayer::new(patience))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, LONG))
}

pub(crate) fn routes() -> Router<Arc<Site>> {
    let posts = Router::new()
        .route("/admin/preview", post(posts::preview))
        .route("/admin/unsaved", post(posts::keep_unsaved))
        .route("/admin/unsaved/drop", post(posts::drop_unsaved))
        .route("/admin/posts/{blog}", get(posts::new).post(posts::create))
        .route("/admin/posts/{blog}/{slug}", get(posts::edit).post(posts::save))
        .layer(DefaultBodyLimit::max(LARGEST_FORM));
    // The address of these pages holds a key: the browser is not to name it to anyone.
    let keys = Router::new()
        .route("/setup", get(entrance::invitation).post(entrance::join))
        .route("/reset", get(entrance::reset).post(entrance::set_password))
        .layer(middleware::from_fn(safety::no_referrer));
    Router::new()
        .merge(keys)
        .route("/login", get(entrance::door).post(entrance::enter))
        .route("/logout", post(entrance::leave))
        .route("/admin", get(post_list::list))
        .route("/admin/files/{blog}/{slug}", get(post_list::file))
        .route("/admin/posts/{blog}/{slug}/delete", post(posts::delete))
        .route("/admin/posts/{blog}/{slug}/revisions", get(posts::revisions))
        .route("/admin/posts/{blog}/{slug}/revisions/{number}", get(posts::revision).post(posts::restore))
        .route("/admin/blogs", get(blogs::list).post(blogs::add))
        .route("/admin/blogs/{blog}", get(blogs::edit).post(blogs::change))
        .route("/admin/blogs/{blog}/delete", post(blogs::delete))
        .route("/admin/site", post(blogs::name_site))
        .route("/admin/comments", get(comments::list).post(comments::change_rules))
        .route("/admin/comments/{id}", post(comments::sort))
        .route("/admin/uploads/{name}/delete", post(uploads::delete))
        .route("/admin/people", get(people::list))
        .route("/admin/people/invite", post(people::invite))
        .route("/admin/people/{name}", get(people::person).post(people::change))
        .route("/admin/people/{name}/reset", post(people::reset))
        .route("/admin/people/{name}/sessions", post(people::end_sessions_of))
        .route("/admin/account", get(account::show).post(account::change))
        .route("/admin/account/sessions", post(account::end_sessions))
        .route("/admin/account/second-factor", post(account::second_factor))
        .route("/admin/log", get(people::log))
        .route("/admin/visits", get(people::visits))
        .route("/admin/copies", get(copies::room))
        .layer(DefaultBodyLimit::max(SMALL_FORM))
        // Inner limits count: those of posts are larger.
        .merge(posts)
}
