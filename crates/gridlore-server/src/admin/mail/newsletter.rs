//! The newsletter of a blog: on or off, and its subscribers.

use crate::pages::mail::newsletter;
use crate::pages::paging::{PageQuery, Paging};
use crate::site::answer::{private, to};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::member::Member;
use crate::store::Role;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use serde::Deserialize;
use std::fmt::Write;

/// The form that turns the newsletter on or off.
#[derive(Deserialize)]
pub(crate) struct SwitchForm {
    /// `on` or `off`.
    action: String,
}

/// Turns the newsletter on or off.
pub(crate) async fn switch(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
    Form(form): Form<SwitchForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let is_on = form.action == "on";
        if site.config.mail.is_some() && site.store.blog(&blog)?.is_some() {
            member.store.set_newsletter(&blog, is_on, Timestamp::now())?;
            let action = if is_on { "turned on a newsletter" } else { "turned off a newsletter" };
            member.log_action(site, action, &format!("/blogs/{blog}"))?;
            site.refresh()?;
        }
        Ok(to(&format!("/admin/blogs/{}", crate::address::encoded(&blog))))
    })
    .await
}

/// Lists the subscribers.
pub(crate) async fn list(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let Some(blog) = site.store.blog(&blog)? else { return Ok(to("/admin/blogs")) };
        let (confirmed, pending) = site.store.count_subscribers(&blog.id)?;
        let paging = Paging::new(query.page, confirmed + pending);
        let subscribers = site.store.subscribers(&blog.id, paging.range())?;
        let look = site.look(&member.visit.base);
        let markup = newsletter::subscribers(&look, &member.account, &blog, &subscribers, paging);
        Ok(private(StatusCode::OK, markup))
    })
    .await
}

/// Returns all subscribers as CSV. Addresses need no quoting, because they contain no commas,
/// quotation marks or spaces. They begin with a letter, a digit or an underscore, so spreadsheets
/// do not interpret them as formulas.
pub(crate) async fn download(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let (confirmed, pending) = site.store.count_subscribers(&blog)?;
        let mut text = "address,asked,confirmed\n".to_owned();
        for subscriber in site.store.subscribers(&blog, 0..confirmed + pending)? {
            let time = |time: Option<Timestamp>| time.map(|time| time.to_string()).unwrap_or_default();
            let _ = writeln!(
                text,
                "{},{},{}",
                subscriber.address,
                time(subscriber.asked),
                time(subscriber.confirmed)
            );
        }
        member.log_action(site, "downloaded the subscribers", &format!("/blogs/{blog}"))?;
        let headers = [
            (CONTENT_TYPE, "text/csv; charset=utf-8"),
            (CONTENT_DISPOSITION, "attachment; filename=\"subscribers.csv\""),
            (CACHE_CONTROL, "no-store"),
        ];
        Ok((headers, text).into_response())
    })
    .await
}

/// Removes a subscriber.
pub(crate) async fn remove(
    State(site): SharedSite,
    member: Member,
    Path((blog, id)): Path<(String, i64)>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        if member.store.unsubscribe(id, Some(&blog))? {
            member.log_action(site, "removed a subscriber", &format!("/blogs/{blog}"))?;
        }
        Ok(to(&format!("/admin/blogs/{}/subscribers", crate::address::encoded(&blog))))
    })
    .await
}
