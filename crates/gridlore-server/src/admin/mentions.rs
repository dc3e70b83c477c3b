//! A blog's settings for webmentions and its hub.

use super::blogs::show_blog;
use crate::mentions::hub;
use crate::mentions::receive::checked_address;
use crate::site::answer::{private, to};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::member::Member;
use crate::store::Role;
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
        let address = match address {
            Ok(address) => address,
            Err(fault) => {
                let markup = show_blog(site, &member, &blog, None, Some((is_on, typed.to_owned(), fault)))?;
                return Ok(private(StatusCode::UNPROCESSABLE_ENTITY, markup));
            }
        };
        let now = Timestamp::now();
        member.store.set_mentions(&blog.id, is_on, now)?;
        member.store.set_hub(&blog.id, &address)?;
        member.log_action(site, "changed webmentions or WebSub", &format!("/blogs/{id}"))?;
        site.refresh()?;
        hub::put_first_version(site, &blog.id, now)?;
        Ok(to(&format!("/admin/blogs/{}#mentions", crate::address::encoded(&id))))
    })
    .await
}
