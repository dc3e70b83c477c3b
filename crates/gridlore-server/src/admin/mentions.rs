//! A blog's settings for webmentions and its hub.

use super::blogs::{TypedLinks, links_hash, show_blog};
use crate::mentions::hub;
use crate::mentions::receive::checked_address;
use crate::site::answer::{private, to};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::member::Member;
use crate::site::settings::CHANGED;
use crate::store::Role;
use anyhow::Result;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::Timestamp;
use serde::Deserialize;

/// The form for these settings.
#[derive(Deserialize)]
pub(crate) struct LinksForm {
    /// Not empty if webmentions are on.
    #[serde(default)]
    webmentions: String,
    /// The address of the hub; empty for none.
    #[serde(default)]
    hub: String,
    /// The hash of the settings that the form showed.
    #[serde(default)]
    seen: String,
}

/// Changes the settings.
pub(crate) async fn change(
    State(site): SharedSite,
    member: Member,
    Path(id): Path<String>,
    Form(form): Form<LinksForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let blog = site.store.blog(&id)?.filter(|_| site.config.address.is_some());
        let Some(blog) = blog else { return Ok(to("/admin/blogs")) };
        let typed = form.hub.trim();
        let address = match typed {
            "" => Ok(String::new()),
            typed => checked_address("WebSub hub", typed).map(|hub| hub.to_string()),
        };
        let is_on = !form.webmentions.is_empty();
        let refused = |status, fault: String, seen: String| -> Result<Response> {
            let typed = TypedLinks { is_on, hub: typed.to_owned(), fault, seen };
            Ok(private(status, show_blog(site, &member, &blog, None, Some(typed))?))
        };
        let address = match address {
            Ok(address) => address,
            Err(fault) => return refused(StatusCode::UNPROCESSABLE_ENTITY, fault, form.seen.clone()),
        };
        let now = Timestamp::now();
        let save = || -> Result<()> {
            member.store.set_mentions(&blog.id, is_on, now)?;
            member.store.set_hub(&blog.id, &address)?;
            Ok(site.refresh()?)
        };
        if site.save_settings(&form.seen, || Ok(links_hash(site, &blog.id)), save)?.is_none() {
            return refused(StatusCode::CONFLICT, CHANGED.to_owned(), links_hash(site, &blog.id));
        }
        member.log_action(site, "changed webmentions or WebSub", &format!("/blogs/{id}"))?;
        hub::put_first_version(site, &blog.id, now)?;
        Ok(to(&format!("/admin/blogs/{}#mentions", crate::address::encoded(&id))))
    })
    .await
}
