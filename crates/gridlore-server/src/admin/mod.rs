//! The admin pages.
//!
//! A handler with a [`crate::site::member::Member`] parameter refuses everyone who is not signed
//! in. A layer around all routes checks that every unsafe request comes from the site's own pages.

mod account;
pub(crate) mod blogs;
mod comments;
mod copies;
mod drafts;
pub(crate) mod entrance;
mod fediverse;
mod mail;
mod mentions;
pub(crate) mod people;
mod post_list;
pub(crate) mod posts;
pub(crate) mod second_factor;
mod trash;
pub(crate) mod uploads;

use crate::http::safety;
use crate::site::Site;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::Redirect;
use axum::routing::{get, post};
use axum::{Router, middleware};
use gridlore_blog::MAX_TEXT_BYTES;
use std::sync::Arc;
use std::time::Duration;
use tower_http::timeout::{RequestBodyTimeoutLayer, TimeoutLayer};

/// Maximum size in bytes of a post's form. Percent-encoding can triple the length of its text.
pub(crate) const MAX_POST_FORM_BYTES: usize = 3 * MAX_TEXT_BYTES + (64 << 10);

/// Maximum size in bytes of any other form.
pub(crate) const MAX_FORM_BYTES: usize = 64 << 10;

/// Time limit for uploading a picture or restoring a backup.
const LONG: Duration = Duration::from_secs(3600);

/// Returns the routes of requests that may take as long as a slow connection needs. Strangers are
/// rejected before the first byte of the body is read.
pub(crate) fn slow_routes(largest_upload: usize, patience: Duration) -> Router<Arc<Site>> {
    Router::new()
        .route("/admin/uploads", get(uploads::list).post(uploads::send))
        .layer(DefaultBodyLimit::max(largest_upload))
        // The backup is written to disk as it arrives. The request requires the setup link of a new
        // site.
        .route("/setup/restore", post(copies::restore).layer(DefaultBodyLimit::disable()))
        .route("/admin/copies/backup", post(copies::take_backup))
        .route("/admin/copies/export", post(copies::take_export))
        // The request can take a long time, but must not stall.
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
        .layer(DefaultBodyLimit::max(MAX_POST_FORM_BYTES));
    // The addresses of these pages contain a token, which browsers must not send as a referrer.
    let keys = Router::new()
        .route("/setup", get(entrance::invitation).post(entrance::join))
        .route("/reset", get(entrance::reset).post(entrance::set_password))
        .route("/confirm", get(mail::account::show_confirmation).post(mail::account::confirm))
        .route("/draft/{link}", get(drafts::read))
        .route("/admin/posts/{blog}/{slug}/page", get(drafts::show))
        .layer(middleware::from_fn(safety::no_referrer));
    Router::new()
        .merge(keys)
        .route("/login", get(entrance::sign_in_page).post(entrance::sign_in))
        .route("/forgotten", get(mail::forgotten::show).post(mail::forgotten::ask))
        .route("/logout", post(entrance::sign_out))
        .route("/admin", get(post_list::list))
        .route("/admin/", get(|| async { Redirect::permanent("/admin") }))
        .route("/admin/files/{blog}/{slug}", get(post_list::file))
        .route("/admin/posts/{blog}/{slug}/delete", post(posts::delete))
        .route("/admin/posts/{blog}/{slug}/revisions", get(posts::revisions).post(posts::delete_revisions))
        .route("/admin/posts/{blog}/{slug}/revisions/{number}", get(posts::revision).post(posts::restore))
        .route("/admin/trash", get(trash::list))
        .route("/admin/trash/{blog}/restore", post(trash::restore_blog))
        .route("/admin/trash/{blog}/erase", post(trash::erase_blog))
        .route("/admin/trash/{blog}/{key}/restore", post(trash::restore))
        .route("/admin/trash/{blog}/{key}/erase", post(trash::erase))
        .route("/admin/blogs", get(blogs::list).post(blogs::add))
        .route("/admin/blogs/{blog}", get(blogs::edit).post(blogs::change))
        .route("/admin/blogs/{blog}/delete", post(blogs::delete))
        .route("/admin/blogs/{blog}/mentions", post(mentions::change))
        .route("/admin/blogs/{blog}/newsletter", post(mail::newsletter::switch))
        .route("/admin/blogs/{blog}/subscribers", get(mail::newsletter::list))
        .route("/admin/blogs/{blog}/subscribers.csv", get(mail::newsletter::download))
        .route("/admin/blogs/{blog}/subscribers/{id}/remove", post(mail::newsletter::remove))
        .route("/admin/blogs/{blog}/fediverse", post(fediverse::switch))
        .route("/admin/blogs/{blog}/followers", get(fediverse::list))
        .route("/admin/blogs/{blog}/followers/{id}/remove", post(fediverse::remove))
        .route("/admin/blogs/{blog}/blocked", post(fediverse::block))
        .route("/admin/blogs/{blog}/following", get(fediverse::show_following).post(fediverse::follow))
        .route("/admin/blogs/{blog}/following/{id}/remove", post(fediverse::unfollow))
        .route("/admin/site", post(blogs::name_site))
        .route("/admin/comments", get(comments::list).post(comments::change_rules))
        .route("/admin/comments/{id}", post(comments::moderate))
        .route("/admin/uploads/{name}/delete", post(uploads::delete))
        .route("/admin/people", get(people::list))
        .route("/admin/people/invite", post(people::invite))
        .route("/admin/people/{name}", get(people::person).post(people::change))
        .route("/admin/people/{name}/reset", post(people::reset))
        .route("/admin/people/{name}/sessions", post(people::end_sessions_of))
        .route("/admin/account", get(account::show).post(account::change))
        .route("/admin/account/address", post(mail::account::change_address))
        .route("/admin/account/notices", post(mail::account::change_notices))
        .route("/admin/account/sessions", post(account::end_sessions))
        .route("/admin/account/second-factor", post(account::second_factor))
        .route("/admin/log", get(people::log))
        .route("/admin/visits", get(people::visits))
        .route("/admin/copies", get(copies::show))
        .layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
        // The limits of inner layers take precedence; the limit for posts is larger.
        .merge(posts)
}
