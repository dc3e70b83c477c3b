//! Settings of blogs, and the site's name.

use crate::pages::admin;
use crate::site::Site;
use crate::site::answer::{private, to};
use crate::site::blocking::{SharedSite, run_blocking};
use crate::site::member::Member;
use crate::store::Role;
use anyhow::Result;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use gridlore_blog::{Blog, THEMES, menu_of, slug_fault};
use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct BlogForm {
    #[serde(default)]
    id: String,
    title: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    theme: String,
    #[serde(default)]
    menu: String,
    #[serde(default)]
    footer: String,
}

impl BlogForm {
    fn blog(&self) -> Blog {
        let plain = |text: &str| text.trim().to_owned();
        let theme = if THEMES.contains(&self.theme.as_str()) { &self.theme } else { THEMES[0] };
        Blog {
            id: plain(&self.id),
            title: plain(&self.title),
            description: plain(&self.description),
            author: plain(&self.author),
            theme: theme.to_owned(),
            menu: plain(&self.menu).replace("\r\n", "\n"),
            footer: plain(&self.footer).replace("\r\n", "\n"),
        }
    }
}

/// Maximum length of a menu and of a footer in bytes.
pub(crate) const MAX_FURNITURE_BYTES: usize = 4_000;

/// A sentence about the first setting that is invalid.
fn setting_fault(blog: &Blog) -> Option<String> {
    if blog.title.is_empty() {
        return Some("The blog needs a title.".to_owned());
    }
    for (label, text) in [("Menu", &blog.menu), ("Footer", &blog.footer)] {
        if text.len() > MAX_FURNITURE_BYTES {
            return Some(format!(
                "{label}: {} bytes, but at most {MAX_FURNITURE_BYTES} are allowed.",
                text.len()
            ));
        }
    }
    menu_of(&blog.menu).err().map(|fault| format!("Menu: {fault}."))
}

/// Shows all blogs and the form for a new one.
pub(crate) async fn list(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    run_blocking(&site, move |site| show(site, &member, StatusCode::OK, &Blog::new("", ""), None)).await
}

fn show(
    site: &Site,
    member: &Member,
    status: StatusCode,
    blog: &Blog,
    fault: Option<String>,
) -> Result<Response> {
    let blogs = site.store.blogs()?;
    Ok(private(
        status,
        admin::blogs(
            &site.look(&member.visit.base),
            &member.account,
            &blogs,
            blog,
            fault.as_deref(),
            [site.config.title.is_some(), site.config.time_zone.is_some()],
        ),
    ))
}

/// Creates a blog.
pub(crate) async fn add(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<BlogForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        let blog = form.blog();
        let mut fault =
            setting_fault(&blog).or_else(|| slug_fault(&blog.id).map(|fault| format!("Slug: {fault}.")));
        if fault.is_none() && !member.store.add_blog(&blog)? {
            fault = Some(format!("A blog with the slug \"{}\" already exists.", blog.id));
        }
        if fault.is_some() {
            return show(site, &member, StatusCode::UNPROCESSABLE_ENTITY, &blog, fault);
        }
        member.log_action(site, "created a blog", &format!("/blogs/{}", blog.id))?;
        site.refresh()?;
        Ok(to("/admin/blogs"))
    })
    .await
}

/// The numbers of confirmed and of unconfirmed subscribers; `None` if the site sends no mail.
fn subscribers(site: &Site, blog: &str) -> Result<Option<(usize, usize)>> {
    Ok(site.config.mail.as_ref().map(|_| site.store.count_subscribers(blog)).transpose()?)
}

/// Shows the settings of one blog.
pub(crate) async fn edit(
    State(site): SharedSite,
    member: Member,
    Path(id): Path<String>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let Some(blog) = site.store.blog(&id)? else { return Ok(to("/admin/blogs")) };
        let look = site.look(&member.visit.base);
        Ok(private(
            StatusCode::OK,
            admin::blog(&look, &member.account, &blog, subscribers(site, &blog.id)?, None),
        ))
    })
    .await
}

/// Changes the settings of one blog.
pub(crate) async fn change(
    State(site): SharedSite,
    member: Member,
    Path(id): Path<String>,
    Form(form): Form<BlogForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Editor)?;
    run_blocking(&site, move |site| {
        let blog = Blog { id, ..form.blog() };
        if let Some(fault) = setting_fault(&blog) {
            let look = site.look(&member.visit.base);
            let markup =
                admin::blog(&look, &member.account, &blog, subscribers(site, &blog.id)?, Some(&fault));
            return Ok(private(StatusCode::UNPROCESSABLE_ENTITY, markup));
        }
        member.store.change_blog(&blog)?;
        member.log_action(site, "changed a blog", &format!("/blogs/{}", blog.id))?;
        site.refresh()?;
        Ok(to("/admin/blogs"))
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct Deletion {
    /// The blog's id, typed to confirm the deletion.
    id: String,
}

/// Deletes a blog permanently.
pub(crate) async fn delete(
    State(site): SharedSite,
    member: Member,
    Path(id): Path<String>,
    Form(deletion): Form<Deletion>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        let Some(blog) = site.store.blog(&id)? else { return Ok(to("/admin/blogs")) };
        if deletion.id.trim() != id {
            let look = site.look(&member.visit.base);
            let fault = format!("Nothing was deleted: found \"{}\", expected \"{id}\".", deletion.id.trim());
            let markup =
                admin::blog(&look, &member.account, &blog, subscribers(site, &blog.id)?, Some(&fault));
            return Ok(private(StatusCode::UNPROCESSABLE_ENTITY, markup));
        }
        member.store.delete_blog(&id)?;
        member.log_action(site, "deleted a blog", &format!("/blogs/{id}"))?;
        site.refresh()?;
        Ok(to("/admin/blogs"))
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct SiteForm {
    title: Option<String>,
    /// The IANA name of a time zone.
    time_zone: Option<String>,
}

/// Sets the site's name and its time zone.
pub(crate) async fn name_site(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<SiteForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        if let Some(zone) = &form.time_zone
            && !site.set_zone(&member.store, zone)?
        {
            let fault = format!(
                "Time zone: found \"{}\", expected a name such as Europe/Berlin or UTC. Nothing was saved.",
                zone.trim()
            );
            return show(site, &member, StatusCode::UNPROCESSABLE_ENTITY, &Blog::new("", ""), Some(fault));
        }
        if let Some(title) = &form.title {
            site.set_title(&member.store, title)?;
        }
        member.log_action(site, "changed the site", &site.title())?;
        Ok(to("/admin/blogs"))
    })
    .await
}
