//! Settings of blogs, and the site's name.

use super::fediverse;
use crate::config::site_address;
use crate::content::blog_settings::{picture_fault, setting_faults};
use crate::domains::host;
use crate::http::file_type::Use;
use crate::language::Language;
use crate::pages::blog_settings as pages;
use crate::pages::blog_settings::{BlogForm as Page, SiteSettings};
use crate::pages::mentions::MentionSettings;
use crate::secret::token::texts_hash;
use crate::site::Site;
use crate::site::answer::{DISK, private, to};
use crate::site::blocking::{SharedSite, is_disk_error, run_blocking};
use crate::site::member::Member;
use crate::site::settings::CHANGED;
use crate::store::Role;
use anyhow::Result;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use gridlore_blog::{Blog, THEMES, own_address, slug_fault};
use jiff::Timestamp;
use maud::Markup;
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
    #[serde(default)]
    language: String,
    #[serde(default)]
    style: String,
    #[serde(default)]
    logo: String,
    #[serde(default)]
    picture: String,
    /// The blog's domain, which only owners can change.
    #[serde(default)]
    domain: String,
    /// The hash of the settings that the form showed.
    #[serde(default)]
    seen: String,
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
            language: plain(&self.language),
            style: plain(&self.style).replace("\r\n", "\n"),
            logo: picture_address(&self.logo),
            picture: picture_address(&self.picture),
            domain: plain(&self.domain).to_ascii_lowercase(),
        }
    }
}

/// Returns a hash of the settings of a blog that a form shows. Only owners see its domain.
fn settings_hash(blog: &Blog, is_owner: bool) -> String {
    let Blog { id, title, description, author, theme, menu, footer, style, logo, picture, language, domain } =
        blog;
    let domain = if is_owner { domain.as_str() } else { "" };
    texts_hash([
        id.as_str(),
        title,
        description,
        author,
        theme,
        menu,
        footer,
        style,
        logo,
        picture,
        language,
        domain,
    ])
}

/// Returns a sentence about the first invalid setting.
fn setting_fault(site: &Site, blog: &Blog) -> Result<Option<String>> {
    let first = setting_faults(&site.store, blog)?.into_iter().next();
    Ok(first.map(|(setting, fault)| format!("{}: {fault}", setting.label())))
}

/// Returns the normalised domain of a blog, or a sentence that says why it cannot be used.
fn checked_domain(site: &Site, blog: &Blog) -> Result<Result<String, String>> {
    if blog.domain.is_empty() {
        return Ok(Ok(String::new()));
    }
    let shown: String = blog.domain.chars().take(200).collect();
    let fault = |expected: &str| Ok(Err(format!("Domain: found \"{shown}\", {expected}.")));
    let taken = |why: &str| Ok(Err(format!("Domain: “{shown}” {why}. Choose another one.")));
    let Some(own) = &site.config.address else {
        return fault("but the site’s own address is not set; set `address` in the configuration file first");
    };
    let Some(domain) = site_address(&blog.domain).filter(|domain| domain.len() <= MAX_DOMAIN_BYTES) else {
        return fault("expected an address without a path, such as https://lamps.example");
    };
    if host(&domain) == host(own) {
        return taken("is the site’s own address");
    }
    let others = site.store.blogs()?;
    match others.iter().find(|other| other.id != blog.id && host(&other.domain) == host(&domain)) {
        Some(other) => taken(&format!("already belongs to the blog “{}”", other.id)),
        None => Ok(Ok(domain)),
    }
}

/// Maximum length in bytes of a domain.
const MAX_DOMAIN_BYTES: usize = 255;

/// Extracts the address of an uploaded picture from text that may also contain the site’s address
/// or Markdown.
fn picture_address(text: &str) -> String {
    let text = text.trim();
    let Some(start) = text.find("/uploads/") else { return text.to_owned() };
    let address = &text[start..];
    let end = address.find([')', ' ', '"']).unwrap_or(address.len());
    own_address(&address[..end]).unwrap_or_else(|| text.to_owned())
}

/// Shows all blogs and the form for a new one.
pub(crate) async fn list(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    run_blocking(&site, move |site| show(site, &member, StatusCode::OK, &Blog::new("", ""), None, None)).await
}

/// Returns the addresses and file names of the latest pictures.
fn picture_choice(site: &Site) -> Result<Vec<(String, String)>> {
    let uploads = site.store.uploads(0..MAX_CHOICE)?.into_iter();
    let pictures = uploads.filter(|upload| upload.usage() == Use::Picture);
    Ok(pictures.map(|upload| (format!("/uploads/{}", upload.name), upload.title)).collect())
}

/// Maximum number of pictures suggested in a form.
const MAX_CHOICE: usize = 50;

fn show(
    site: &Site,
    member: &Member,
    status: StatusCode,
    blog: &Blog,
    fault: Option<String>,
    typed: Option<TypedSite<'_>>,
) -> Result<Response> {
    let blogs = site.store.blogs()?;
    let current = site.current();
    let look = site.look(&member.visit.base);
    let mut settings = SiteSettings {
        is_named_by_configuration: site.config.title.is_some(),
        has_configured_zone: site.config.time_zone.is_some(),
        title: current.title().to_string(),
        zone: look.zone.iana_name().unwrap_or("UTC").to_owned(),
        icon: current.icon.to_string(),
        language: Language::named(&current.language),
        seen: site.settings_hash()?,
        fault: None,
        pictures: picture_choice(site)?,
    };
    if let Some(TypedSite { form, fault, keeps_hash }) = typed {
        settings.title = form.title.clone().unwrap_or(settings.title);
        settings.zone = form.time_zone.clone().unwrap_or(settings.zone);
        settings.icon = form.icon.clone().unwrap_or(settings.icon);
        settings.language = form.language.as_deref().map_or(settings.language, Language::named);
        settings.fault = Some(fault);
        if keeps_hash {
            settings.seen.clone_from(&form.seen);
        }
    }
    Ok(private(status, pages::blogs(&look, &member.account, &blogs, blog, fault.as_deref(), &settings)))
}

/// Creates a blog.
pub(crate) async fn add(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<BlogForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        let mut blog = form.blog();
        let mut fault = setting_fault(site, &blog)?
            .or_else(|| slug_fault(&blog.id).map(|fault| format!("Slug: {fault}.")));
        match checked_domain(site, &blog)? {
            Ok(domain) => blog.domain = domain,
            Err(found) => fault = fault.or(Some(found)),
        }
        let added = if fault.is_none() { member.store.add_blog(&blog) } else { Ok(true) };
        if let Err(error) = &added
            && error.is_disk_error()
        {
            tracing::error!("{error}");
            let fault = Some(DISK.to_owned());
            return show(site, &member, StatusCode::INSUFFICIENT_STORAGE, &blog, fault, None);
        }
        if !added? {
            fault = Some(if site.store.is_deleted_blog(&blog.id)? {
                format!(
                    "The trash contains a blog with the slug \"{}\". Restore it or delete it permanently.",
                    blog.id
                )
            } else {
                format!("A blog with the slug \"{}\" already exists.", blog.id)
            });
        }
        if fault.is_some() {
            return show(site, &member, StatusCode::UNPROCESSABLE_ENTITY, &blog, fault, None);
        }
        member.log_action(site, "created a blog", &format!("/blogs/{}", blog.id))?;
        site.refresh()?;
        Ok(to("/admin/blogs"))
    })
    .await
}

/// Maximum number of sent webmentions to list.
const MAX_SENT: usize = 50;

/// The submitted settings of webmentions and the hub, which were not saved.
pub(super) struct TypedLinks {
    pub(super) is_on: bool,
    pub(super) hub: String,
    /// The error message.
    pub(super) fault: String,
    /// The hash for the form.
    pub(super) seen: String,
}

/// Returns a hash of the settings of webmentions and the hub.
pub(super) fn links_hash(site: &Site, blog: &str) -> String {
    let current = site.current();
    let is_on = if current.mentions.contains(blog) { "1" } else { "" };
    texts_hash([is_on, current.hubs.get(blog).map_or("", String::as_str)])
}

/// Returns the page with the settings of one blog. `refused` contains an error message and the hash
/// for the form, if settings were not saved.
pub(super) fn show_blog(
    site: &Site,
    member: &Member,
    blog: &Blog,
    refused: Option<(&str, &str)>,
    typed: Option<TypedLinks>,
) -> Result<Markup> {
    let look = site.look(site.config.address.as_deref().unwrap_or(&member.visit.base));
    let following = fediverse::following(site, &blog.id)?;
    let current = site.current();
    let (is_on, hub, link_fault, link_seen) = match typed {
        Some(TypedLinks { is_on, hub, fault, seen }) => (is_on, hub, Some(fault), seen),
        None => {
            let hub = current.hubs.get(&blog.id).cloned().unwrap_or_default();
            (current.mentions.contains(&blog.id), hub, None, links_hash(site, &blog.id))
        }
    };
    let mentions = MentionSettings {
        has_address: site.config.address.is_some(),
        is_on,
        hub,
        fault: link_fault,
        seen: link_seen,
        sent: site.store.sent_mentions(&blog.id, MAX_SENT)?,
        pings: site.store.sent_pings(&blog.id)?,
    };
    let subscribers =
        site.config.mail.as_ref().map(|_| site.store.count_subscribers(&blog.id)).transpose()?;
    let own_hash = settings_hash(blog, member.is(Role::Owner));
    let form = Page {
        pictures: &picture_choice(site)?,
        fault: refused.map(|(fault, _)| fault),
        seen: refused.map_or(own_hash.as_str(), |(_, seen)| seen),
    };
    Ok(pages::blog(&look, &member.account, blog, (subscribers, following), &mentions, &form))
}

/// Shows the settings of one blog.
pub(crate) async fn edit(
    State(site): SharedSite,
    member: Member,
    Path(id): Path<String>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let Some(blog) = site.store.blog(&id)? else { return Ok(to("/admin/blogs")) };
        Ok(private(StatusCode::OK, show_blog(site, &member, &blog, None, None)?))
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
        let Some(present) = site.store.blog(&id)? else { return Ok(to("/admin/blogs")) };
        let mut blog = Blog { id, ..form.blog() };
        let seen = form.seen;
        let mut fault = setting_fault(site, &blog)?;
        let is_owner = member.is(Role::Owner);
        if !is_owner {
            // For the page; the stored domain stays as it is.
            blog.domain = present.domain;
        } else {
            match checked_domain(site, &blog)? {
                Ok(domain) => blog.domain = domain,
                Err(found) => fault = fault.or(Some(found)),
            }
        }
        if let Some(fault) = fault {
            let markup = show_blog(site, &member, &blog, Some((&fault, &seen)), None)?;
            return Ok(private(StatusCode::UNPROCESSABLE_ENTITY, markup));
        }
        let stored = || -> Result<String> {
            let stored = site.store.blog(&blog.id)?;
            Ok(stored.map(|stored| settings_hash(&stored, is_owner)).unwrap_or_default())
        };
        let save = || -> Result<bool> { Ok(member.store.change_blog(&blog, is_owner)?) };
        match site.save_settings(&seen, stored, save) {
            Err(error) if is_disk_error(&error) => {
                tracing::error!("{error:#}");
                let markup = show_blog(site, &member, &blog, Some((DISK, &seen)), None)?;
                return Ok(private(StatusCode::INSUFFICIENT_STORAGE, markup));
            }
            Ok(None) => {
                let markup = show_blog(site, &member, &blog, Some((CHANGED, &stored()?)), None)?;
                return Ok(private(StatusCode::CONFLICT, markup));
            }
            saved => {
                saved?;
            }
        }
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

/// Moves a blog to the trash.
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
            let fault =
                format!("Nothing was deleted: you typed “{}”; to confirm, type “{id}”.", deletion.id.trim());
            let seen = settings_hash(&blog, member.is(Role::Owner));
            let markup = show_blog(site, &member, &blog, Some((&fault, &seen)), None)?;
            return Ok(private(StatusCode::UNPROCESSABLE_ENTITY, markup));
        }
        member.store.delete_blog(&id, Timestamp::now())?;
        member.log_action(site, "deleted a blog", &format!("/blogs/{id}"))?;
        site.refresh()?;
        Ok(to("/admin/trash"))
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct SiteForm {
    title: Option<String>,
    /// The IANA name of a time zone.
    time_zone: Option<String>,
    /// The address of an uploaded picture.
    icon: Option<String>,
    /// One of the languages of the pages.
    language: Option<String>,
    /// The hash of the settings that the form showed.
    #[serde(default)]
    seen: String,
}

/// The submitted settings of the site, which were not saved.
struct TypedSite<'a> {
    form: &'a SiteForm,
    /// The error message.
    fault: String,
    /// Whether the form keeps its hash, because the writer has not seen newer settings.
    keeps_hash: bool,
}

/// Sets the site's name, its time zone, its language and its icon.
pub(crate) async fn name_site(
    State(site): SharedSite,
    member: Member,
    Form(form): Form<SiteForm>,
) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    run_blocking(&site, move |site| {
        let refused = |status, fault: String| {
            let keeps_hash = status != StatusCode::CONFLICT;
            let typed = TypedSite { form: &form, fault, keeps_hash };
            show(site, &member, status, &Blog::new("", ""), None, Some(typed))
        };
        let icon = form.icon.as_deref().map(picture_address);
        if let Some(icon) = &icon
            && let Some(fault) = picture_fault(&site.store, icon)?
        {
            let fault = format!("Icon: {fault} Nothing was saved.");
            return refused(StatusCode::UNPROCESSABLE_ENTITY, fault);
        }
        let save = || -> Result<Option<String>> {
            if let Some(zone) = &form.time_zone
                && !site.set_zone(&member.store, zone)?
            {
                return Ok(Some(format!(
                    "Time zone: found \"{}\", expected a name such as Europe/Berlin or UTC. Nothing was saved.",
                    zone.trim()
                )));
            }
            if let Some(title) = &form.title {
                site.set_title(&member.store, title)?;
            }
            if let Some(language) = &form.language {
                site.set_language(&member.store, Language::named(language).name())?;
            }
            if let Some(icon) = &icon {
                site.set_icon(&member.store, icon)?;
            }
            Ok(None)
        };
        match site.save_settings(&form.seen, || Ok(site.settings_hash()?), save) {
            Ok(Some(None)) => {}
            Ok(Some(Some(fault))) => return refused(StatusCode::UNPROCESSABLE_ENTITY, fault),
            Ok(None) => return refused(StatusCode::CONFLICT, CHANGED.to_owned()),
            Err(error) if is_disk_error(&error) => {
                tracing::error!("{error:#}");
                return refused(StatusCode::INSUFFICIENT_STORAGE, DISK.to_owned());
            }
            Err(error) => return Err(error),
        }
        member.log_action(site, "changed the site", &site.title())?;
        Ok(to("/admin/blogs"))
    })
    .await
}
