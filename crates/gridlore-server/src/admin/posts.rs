//! Writing posts: the editor with its preview, and revisions.

use crate::pages::editor::{self, Draft, Notice};
use crate::pages::paging::{PageQuery, Paging};
use crate::site::Site;
use crate::site::answer::{DISK, message_page, private, to};
use crate::site::blocking::{SharedSite, run_blocking, run_blocking_in};
use crate::site::member::Member;
use crate::store::{
    Editing, KEPT_REVISIONS, Kept, MAX_AUTHOR_POSTS, MAX_AUTHOR_TEXT, MAX_UNSAVED_POSTS, Outcome, Role,
    Saved, Store, StoreError, Writer, is_unsaved_name, new_form_id, unsaved_name,
};
use anyhow::Result;
use axum::extract::{Form, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect, Response};
use gridlore_blog::{
    FrontMatterError, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_TAGS, MAX_TEXT_BYTES, MAX_TITLE_LENGTH,
    Post, Status, Target, language_fault, problems, read_time, render, slug_fault, slug_of, whole_second,
};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::Deserialize;
use std::sync::Arc;

/// Maximum number of earlier addresses of a post. After that, the post keeps its address, because
/// each revision lists all earlier addresses.
const MAX_RENAMES: usize = 100;

/// Returns the post if it exists and this member may edit it, or else a page with the reason.
pub(super) fn editable_post(
    site: &Site,
    member: &Member,
    blog: &str,
    slug: &str,
) -> Result<Result<Saved, Response>> {
    Ok(permitted_post(site, member, blog, slug)?.map_err(|refusal| refused(site, member, &refusal)))
}

/// Returns the page that explains a refusal.
fn refused(site: &Site, member: &Member, refusal: &Refusal) -> Response {
    match refusal {
        Refusal::Missing => missing(site, member),
        Refusal::NotAllowed => {
            let text = "This post belongs to someone else. Only its author and editors can edit it.";
            message_page(site, &member.visit, StatusCode::FORBIDDEN, "Not allowed", text)
        }
    }
}

/// Why a member cannot edit a post.
enum Refusal {
    /// The blog or the post does not exist.
    Missing,
    /// The post belongs to someone else.
    NotAllowed,
}

/// Returns the post if it exists and this member may edit it.
fn permitted_post(site: &Site, member: &Member, blog: &str, slug: &str) -> Result<Result<Saved, Refusal>> {
    let Some(saved) = site.store.post(blog, slug)? else { return Ok(Err(Refusal::Missing)) };
    let is_permitted = member.is(Role::Editor) || saved.owner == Some(member.account.id);
    Ok(if is_permitted { Ok(saved) } else { Err(Refusal::NotAllowed) })
}

fn missing(site: &Site, member: &Member) -> Response {
    message_page(
        site,
        &member.visit,
        StatusCode::NOT_FOUND,
        "Post not found",
        "This blog or post is not in the database.",
    )
}

/// The value of [`EditorQuery::unsaved`] after unsaved changes were not discarded because they were
/// newer than the page on which the writer pressed the button.
const NOT_DISCARDED: &str = "newer";

/// The query of the editor.
#[derive(Deserialize, Default)]
pub(crate) struct EditorQuery {
    /// `take` to resume unsaved changes, the name of an unsaved new post to resume it, or
    /// [`NOT_DISCARDED`].
    #[serde(default)]
    unsaved: String,
    /// Not empty if the post has just been saved.
    #[serde(default)]
    saved: String,
}

/// Shows the editor for a new post.
pub(crate) async fn new(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
    Query(query): Query<EditorQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let Some(found) = site.store.blog(&blog)? else { return Ok(missing(site, &member)) };
        let mut draft = Draft { comments: true, smart: true, ..Draft::default() };
        if found.author != member.account.display {
            draft.author.clone_from(&member.account.display);
        }
        let notices = resumed_post(site, &member, &blog, &query.unsaved, &mut draft)?;
        Ok(show(site, &member, StatusCode::OK, &blog, None, &draft, &notices))
    })
    .await
}

/// Shows the editor with an existing post.
pub(crate) async fn edit(
    State(site): SharedSite,
    member: Member,
    Path((blog, slug)): Path<(String, String)>,
    Query(query): Query<EditorQuery>,
) -> Result<Response, Response> {
    // Warnings are computed only after saving, because they take as long as a preview.
    let is_checked = !query.saved.is_empty();
    let build = move |site: &Arc<Site>| {
        let saved = match editable_post(site, &member, &blog, &slug)? {
            Ok(saved) => saved,
            Err(answer) => return Ok(answer),
        };
        let mut draft = Draft::from_post(&saved.post, saved.version, site.current().library.zone());
        draft.identity.clone_from(&saved.identity);
        let mut notices = resumed(site, &member, &blog, &slug, &query, &mut draft)?;
        if !query.saved.is_empty() {
            notices.insert(0, Notice::Saved(saved.post.status(Timestamp::now())));
            let post = &saved.post;
            let rendered = site.renderer.render(&post.markdown, post.form(Target::Page));
            let problems = problems(&post.markdown, &rendered);
            if !problems.is_empty() {
                notices.insert(1, Notice::Problems(problems));
            }
        }
        Ok(show(site, &member, StatusCode::OK, &blog, Some(&saved), &draft, &notices))
    };
    let slots = if is_checked { &site.work.pages } else { &site.work.general };
    run_blocking_in(&site, slots, build).await
}

/// Offers the member's unsaved new posts, or copies the one with this name into `draft`.
fn resumed_post(
    site: &Site,
    member: &Member,
    blog: &str,
    name: &str,
    draft: &mut Draft,
) -> Result<Vec<Notice>, anyhow::Error> {
    let mut notices = Vec::new();
    if is_unsaved_name(name)
        && let Some((time, form)) = site.store.unsaved(member.account.id, blog, name)?
        && let Ok(stored) = serde_json::from_str::<Draft>(&form)
    {
        *draft = Draft {
            unsaved: name.to_owned(),
            version: 0,
            identity: String::new(),
            seen: time.to_string(),
            ..stored
        };
        notices.push(Notice::Resumed(time));
    }
    let mut others = site.store.unsaved_posts(member.account.id, blog)?;
    others.retain(|post| post.name != draft.unsaved);
    if !others.is_empty() {
        if name == NOT_DISCARDED {
            notices.push(Notice::NotDiscarded);
        }
        notices.push(Notice::UnsavedPosts(others));
    }
    if draft.unsaved.is_empty() {
        draft.unsaved = unsaved_name()?;
    }
    draft.form_id = new_form_id()?;
    Ok(notices)
}

/// Offers unsaved changes, or copies them into `draft` if the query requests it.
fn resumed(
    site: &Site,
    member: &Member,
    blog: &str,
    slug: &str,
    query: &EditorQuery,
    draft: &mut Draft,
) -> Result<Vec<Notice>, anyhow::Error> {
    draft.form_id = new_form_id()?;
    let Some((time, form)) = site.store.unsaved(member.account.id, blog, slug)? else {
        return Ok(Vec::new());
    };
    let Ok(stored) = serde_json::from_str::<Draft>(&form) else { return Ok(Vec::new()) };
    draft.seen = time.to_string();
    match query.unsaved.as_str() {
        "take" => {
            // Keeps the version that the changes started from, so that saving still detects a
            // conflict.
            *draft = Draft {
                form_id: std::mem::take(&mut draft.form_id),
                seen: std::mem::take(&mut draft.seen),
                ..stored
            };
            Ok(vec![Notice::Resumed(time)])
        }
        NOT_DISCARDED => Ok(vec![Notice::NotDiscarded, Notice::Unsaved(time)]),
        _ => Ok(vec![Notice::Unsaved(time)]),
    }
}

fn show(
    site: &Site,
    member: &Member,
    status: StatusCode,
    blog: &str,
    saved: Option<&Saved>,
    draft: &Draft,
    notices: &[Notice],
) -> Response {
    let current = site.current();
    let slug = saved.map_or("", |saved| saved.post.slug.as_str());
    let hidden =
        current.library.conflicts().iter().find(|conflict| conflict.blog == blog && conflict.slug == slug);
    let editor = editor::Editor {
        blog,
        saved,
        draft,
        notices,
        hidden_by: hidden.map(|conflict| conflict.shown.as_str()),
    };
    private(status, editor::editor(&site.look(&member.visit.base), &member.account, &editor))
}

/// Parses the form as a post. The error lists all invalid fields.
///
/// Times without an offset are in the time zone `zone`. A time that was not changed in the form
/// stays the same, even if it is in an hour that occurs twice.
fn read(draft: &Draft, before: Option<&Post>, zone: &TimeZone, now: Timestamp) -> Result<Post, Vec<String>> {
    let mut faults = Vec::new();
    let title = draft.title.trim();
    if title.is_empty() {
        faults.push("The post needs a title.".to_owned());
    }
    let bytes = draft.markdown.len();
    if bytes > MAX_TEXT_BYTES {
        faults.push(format!(
            "The text has {bytes} bytes, but a post can have at most {MAX_TEXT_BYTES}. Split it into two posts."
        ));
    }
    // The lengths are limited, because lists contain these fields of every post.
    for (label, text, longest) in [
        ("Title", title, MAX_TITLE_LENGTH),
        ("Description", &draft.description, MAX_DESCRIPTION_LENGTH),
        ("Tags", &draft.tags, 1000),
        ("Series", &draft.series, MAX_NAME_LENGTH),
        ("Author", &draft.author, MAX_NAME_LENGTH),
        ("Slug", &draft.slug, MAX_TITLE_LENGTH),
    ] {
        let letters = text.chars().count();
        if letters > longest {
            faults.push(format!("{label}: {letters} characters, but at most {longest} are allowed."));
        }
    }
    let tags: Vec<String> =
        draft.tags.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
    if tags.len() > MAX_TAGS {
        faults.push(format!("Tags: {} tags, but at most {MAX_TAGS} are allowed.", tags.len()));
    }
    let slug = if draft.slug.trim().is_empty() { slug_of(title) } else { draft.slug.trim().to_owned() };
    if let Some(fault) = slug_fault(&slug).filter(|_| !title.is_empty()) {
        faults.push(format!("Slug: {fault}."));
    }
    let mut time = |label: &str, text: &str, before: Option<Timestamp>| {
        if text.trim().is_empty() {
            return None;
        }
        if before.is_some() && editor::local_time(before, zone) == text.trim() {
            return before;
        }
        let local = text.trim().parse::<DateTime>().ok().filter(|_| text.parse::<Timestamp>().is_err());
        let local = local
            .and_then(|local| local.to_zoned(zone.clone()).ok())
            .map(|local| local.timestamp().to_string());
        let time = read_time(local.as_deref().unwrap_or(text));
        if time.is_none() {
            faults.push(format!(
                "{label}: found \"{}\", expected a time such as 2026-11-20T09:00.",
                text.trim()
            ));
        }
        time
    };
    let (published, updated) = (
        time("Publish date", &draft.published, before.and_then(|post| post.published)),
        time("Updated", &draft.updated, before.and_then(|post| post.updated)),
    );
    let language = draft.language.trim();
    if let Some(fault) = language_fault(language).filter(|_| !language.is_empty()) {
        faults.push(format!("Language: {fault}."));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let is_draft = draft.action != "publish";
    let plain = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let post = Post {
        slug: slug.clone(),
        title: title.to_owned(),
        description: draft.description.trim().to_owned(),
        draft: is_draft,
        published: if is_draft { published } else { published.or(Some(now)) },
        updated: if draft.is_update { Some(now) } else { updated },
        aliases: Vec::new(),
        tags,
        series: plain(&draft.series),
        author: plain(&draft.author),
        language: plain(&draft.language),
        comments: draft.comments,
        page: draft.page,
        smart: draft.smart,
        markdown: draft.markdown.replace("\r\n", "\n"),
    };
    // Exports and revisions store posts as files, so a post must not change when it is written and
    // read.
    match Post::from_file(&slug, &post.to_file()) {
        Ok(again) if again == post => Ok(post),
        Ok(_) => Err(vec!["The post contains characters that cannot be stored in a file.".to_owned()]),
        Err(FrontMatterError::Toml { message, .. }) => Err(vec![message]),
        Err(error) => Err(vec![error.to_string()]),
    }
}

/// Saves a new post.
pub(crate) async fn create(
    State(site): SharedSite,
    member: Member,
    Path(blog): Path<String>,
    Form(draft): Form<Draft>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| write(site, &member, &blog, None, draft)).await
}

/// Saves an existing post.
pub(crate) async fn save(
    State(site): SharedSite,
    member: Member,
    Path((blog, slug)): Path<(String, String)>,
    Form(draft): Form<Draft>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        match permitted_post(site, &member, &blog, &slug)? {
            Ok(saved) if is_another(&saved, &draft.identity) => gone(site, &member, &blog, draft),
            Ok(saved) => write(site, &member, &blog, Some(&saved), draft),
            Err(Refusal::Missing) => gone(site, &member, &blog, draft),
            Err(Refusal::NotAllowed) => {
                let fault = "This post belongs to someone else, and only its author and editors can edit it. Nothing was saved. Copy your text, or save it as a new post with a different slug.";
                returned(site, &member, &blog, draft, StatusCode::FORBIDDEN, fault)
            }
        }
    })
    .await
}

/// Returns whether a form was for another post that had the same slug. An empty identity fits every
/// post.
fn is_another(saved: &Saved, identity: &str) -> bool {
    !identity.is_empty() && saved.identity != identity
}

/// Returns the editor with a text that was written for a post or blog that no longer exists.
fn gone(site: &Site, member: &Member, blog: &str, draft: Draft) -> Result<Response> {
    let (status, fault) = if site.store.blog(blog)?.is_some() {
        let fault =
            "This post was deleted or renamed while you edited it. Saving creates a new post with this text.";
        (StatusCode::CONFLICT, fault)
    } else if slug_fault(blog).is_some() {
        return Ok(missing(site, member));
    } else {
        let fault = "This blog is not in the database. It may have been deleted while you edited the post. Nothing was saved. Copy your text, or save it as a new post after an owner has restored the blog.";
        (StatusCode::NOT_FOUND, fault)
    };
    returned(site, member, blog, draft, status, fault)
}

/// Returns the editor for a new post, with a text that cannot be saved where it was written.
/// Unsaved changes are kept.
fn returned(
    site: &Site,
    member: &Member,
    blog: &str,
    draft: Draft,
    status: StatusCode,
    fault: &str,
) -> Result<Response> {
    let unsaved = if is_unsaved_name(&draft.unsaved) { draft.unsaved } else { unsaved_name()? };
    let draft = Draft { unsaved, version: 0, identity: String::new(), ..draft };
    let notice = Notice::Errors(vec![fault.to_owned()]);
    Ok(show(site, member, status, blog, None, &draft, &[notice]))
}

fn write(
    site: &Arc<Site>,
    member: &Member,
    blog: &str,
    saved: Option<&Saved>,
    mut draft: Draft,
) -> Result<Response> {
    let now = whole_second(Timestamp::now());
    let again = |status, draft: &Draft, notice| Ok(show(site, member, status, blog, saved, draft, &[notice]));
    let current = site.current();
    // The site's time zone may have changed since the form was opened.
    let zone = draft.zone_or(current.library.zone());
    let post = match read(&draft, saved.map(|saved| &saved.post), &zone, now) {
        Ok(post) => post,
        Err(faults) => return again(StatusCode::UNPROCESSABLE_ENTITY, &draft, Notice::Errors(faults)),
    };
    if let Some(Saved { post: before, .. }) = saved
        && before.slug != post.slug
        && before.aliases.len() >= MAX_RENAMES
    {
        let fault = format!(
            "This post has had {MAX_RENAMES} other addresses, which is the limit. Keep the address {}.",
            before.slug
        );
        return again(StatusCode::UNPROCESSABLE_ENTITY, &draft, Notice::Errors(vec![fault]));
    }
    let slug = saved.map(|saved| saved.post.slug.clone());
    let before = slug.as_deref().map(|slug| (slug, draft.version));
    let writer = Writer { name: &member.account.name, account: Some(member.account.id) };
    let is_a_file = |slug: &str| current.tree.has_slug(blog, slug);
    // Fails if the post has been renamed or deleted since it was read.
    let store = saved.map_or_else(|| member.store.clone(), |saved| member.store.about(saved));
    let is_new = slug.as_deref() != Some(&*post.slug);
    let outcome = if is_new && !member.is(Role::Editor) && current.had_slug_in_a_file(blog, &post.slug) {
        Ok(Outcome::Taken)
    } else {
        store.save_post(blog, before, &post, writer, is_a_file, now)
    };
    let outcome = match outcome {
        Err(StoreError::PostMoved) => return gone(site, member, blog, draft),
        Err(error) if error.is_disk_error() => {
            tracing::error!("{error}");
            let faults = Notice::Errors(vec![DISK.to_owned()]);
            return again(StatusCode::INSUFFICIENT_STORAGE, &draft, faults);
        }
        outcome => outcome?,
    };
    match outcome {
        Outcome::Done(_) => {
            let unsaved = if saved.is_some() { &post.slug } else { &draft.unsaved };
            let action = match post.status(now) {
                Status::Draft => "saved a draft",
                Status::Scheduled => "scheduled",
                Status::Published => "published",
            };
            // The post has been saved, so an error from here on must not look like a failed save.
            let rest = || -> Result<()> {
                // Text that another page has stored in the meantime is kept, and the editor offers
                // it.
                member.store.drop_unsaved(member.account.id, blog, unsaved, draft.editing())?;
                member.log_action(site, action, &format!("/blogs/{blog}/{}", post.slug))?;
                Ok(site.refresh()?)
            };
            if let Err(error) = rest() {
                tracing::error!("the post was saved, but a later step failed: {error:#}");
            }
            Ok(to(&format!("/admin/posts/{blog}/{}?saved=1", post.slug)))
        }
        Outcome::Conflict(there) => {
            draft.version = there.version;
            again(StatusCode::CONFLICT, &draft, Notice::Conflict(there.saved))
        }
        Outcome::Taken => {
            let fault = format!(
                "Another post in this blog has or had the slug \"{}\". Choose a different slug.",
                post.slug
            );
            again(StatusCode::CONFLICT, &draft, Notice::Errors(vec![fault]))
        }
        Outcome::Full => {
            let faults = Notice::Errors(vec![format!("The post was not saved. {}", full())]);
            again(StatusCode::INSUFFICIENT_STORAGE, &draft, faults)
        }
        Outcome::Missing => gone(site, member, blog, draft),
    }
}

/// Returns the explanation of [`Outcome::Full`].
fn full() -> String {
    format!(
        "You have reached a limit for authors: {} MiB of revisions and unsaved changes, or {MAX_AUTHOR_POSTS} posts. Delete old revisions of a post (on its Revisions page), or empty your trash.",
        MAX_AUTHOR_TEXT >> 20
    )
}

/// The form that deletes a post.
#[derive(Deserialize, Default)]
pub(crate) struct DeleteForm {
    /// The version that the member has seen; a later version is not deleted.
    version: Option<i64>,
    /// The identity of the post that the member has seen.
    #[serde(default)]
    identity: String,
    /// See [`Draft::form_id`].
    #[serde(default)]
    form_id: String,
    /// See [`Draft::seen`].
    #[serde(default)]
    seen: String,
}

/// Moves a post to the trash.
pub(crate) async fn delete(
    State(site): SharedSite,
    member: Member,
    Path((blog, slug)): Path<(String, String)>,
    Form(form): Form<DeleteForm>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let saved = match editable_post(site, &member, &blog, &slug)? {
            Ok(saved) => saved,
            Err(answer) => return Ok(answer),
        };
        let is_a_file = site.current().tree.has_slug(&blog, &slug);
        let editing = Editing { form_id: &form.form_id, seen: &form.seen };
        let writer = Some((member.account.id, editing));
        // No post has this version.
        let seen = if is_another(&saved, &form.identity) { Some(0) } else { form.version };
        let store = member.store.about(&saved);
        let outcome = store.delete_post(&blog, &slug, seen, writer, is_a_file, Timestamp::now())?;
        if let Outcome::Conflict(_) = outcome {
            let text = "Someone saved this post after you opened it, so it was not deleted. Open it again to see the changes.";
            return Ok(message_page(site, &member.visit, StatusCode::CONFLICT, "Not deleted", text));
        }
        if outcome == Outcome::Full {
            let text = format!(
                "You have unsaved changes to this post that are newer than the page on which you pressed the button. They would become an unsaved new post, but you have {MAX_UNSAVED_POSTS} of these in this blog. Save or discard some first."
            );
            return Ok(message_page(site, &member.visit, StatusCode::CONFLICT, "Not deleted", &text));
        }
        member.log_action(site, "deleted", &format!("/blogs/{blog}/{slug}"))?;
        site.refresh()?;
        Ok(to(&format!("/admin?blog={blog}")))
    })
    .await
}

/// The text to preview.
#[derive(Deserialize)]
pub(crate) struct PreviewForm {
    markdown: String,
    /// Not empty to use typographic quotation marks and dashes.
    #[serde(default)]
    smart: String,
}

/// Returns the preview of Markdown as an HTML fragment.
pub(crate) async fn preview(
    State(site): SharedSite,
    _member: Member,
    Form(text): Form<PreviewForm>,
) -> Result<Response, Response> {
    let html = run_blocking_in(&site, &site.work.pages, move |_| {
        let form = gridlore_blog::Form { target: Target::Page, smart: !text.smart.is_empty() };
        let rendered = render(&text.markdown, form);
        Ok(editor::preview(&problems(&text.markdown, &rendered), &rendered).0)
    })
    .await?;
    Ok(([(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response())
}

/// The post to which unsaved changes belong. For a new post, the slug is the name of the changes.
#[derive(Deserialize)]
pub(crate) struct UnsavedQuery {
    blog: String,
    #[serde(default)]
    slug: String,
}

/// Stores the editor's content as unsaved changes.
pub(crate) async fn keep_unsaved(
    State(site): SharedSite,
    member: Member,
    Query(place): Query<UnsavedQuery>,
    Form(draft): Form<Draft>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let form = serde_json::to_string(&draft)?;
        if form.len() > MAX_UNSAVED_BYTES {
            let reason = format!("A post can have at most {MAX_TEXT_BYTES} bytes. Split the text into two posts.");
            return Ok((StatusCode::CONFLICT, format!("Autosave stopped. {reason}")).into_response());
        }
        // Without this check, changes to nonexistent posts would pile up.
        if site.store.blog(&place.blog)?.is_none() {
            return Ok(StatusCode::NOT_FOUND.into_response());
        }
        let (id, now) = (member.account.id, Timestamp::now());
        let keep = |store: &Store, slug: &str| {
            store.keep_unsaved(id, &place.blog, slug, &form, draft.editing(), now)
        };
        let kept = if is_unsaved_name(&place.slug) {
            keep(&member.store, &place.slug)
        } else {
            match permitted_post(site, &member, &place.blog, &place.slug)? {
                Ok(saved) if is_another(&saved, &draft.identity) => Err(StoreError::PostMoved),
                Ok(saved) => keep(&member.store.about(&saved), &place.slug),
                Err(Refusal::Missing) => Err(StoreError::PostMoved),
                Err(refusal) => return Ok(refused(site, &member, &refusal)),
            }
        };
        let kept = match kept {
            Err(StoreError::PostMoved) => {
                let new = site.store.address_of_identity(&draft.identity)?;
                let renamed = match new.filter(|(blog, _)| *blog == place.blog) {
                    Some((blog, slug)) => permitted_post(site, &member, &blog, &slug)?.ok(),
                    None => None,
                };
                // The text of a deleted post becomes an unsaved new post with the name of its form.
                let name = format!(".{}", draft.form_id);
                match renamed {
                    Some(saved) => keep(&member.store.about(&saved), &saved.post.slug)?,
                    None if is_unsaved_name(&name) => keep(&member.store, &name)?,
                    None => return Ok(missing(site, &member)),
                }
            }
            kept => kept?,
        };
        let reason = match kept {
            Kept::Done => return Ok(StatusCode::NO_CONTENT.into_response()),
            Kept::TooMany => format!(
                "You have {MAX_UNSAVED_POSTS} unsaved new posts in this blog. Save this post, or discard others."
            ),
            Kept::Full => full(),
        };
        Ok((StatusCode::CONFLICT, format!("Autosave stopped. {reason}")).into_response())
    })
    .await
}

/// Maximum number of bytes of a form with unsaved changes as JSON, in which a control character
/// takes six bytes.
const MAX_UNSAVED_BYTES: usize = 2 * MAX_TEXT_BYTES;

/// The form that discards unsaved changes.
#[derive(Deserialize)]
pub(crate) struct DiscardForm {
    /// See [`Draft::seen`]; later changes are not discarded.
    #[serde(default)]
    seen: String,
}

/// Discards the unsaved changes and returns to the editor.
pub(crate) async fn drop_unsaved(
    State(site): SharedSite,
    member: Member,
    Query(place): Query<UnsavedQuery>,
    Form(form): Form<DiscardForm>,
) -> Result<Response, Response> {
    run_blocking(&site, move |_| {
        let editing = Editing { form_id: "", seen: &form.seen };
        let is_done = member.store.drop_unsaved(member.account.id, &place.blog, &place.slug, editing)?;
        let is_new = is_unsaved_name(&place.slug);
        let slug = if is_new { String::new() } else { format!("/{}", place.slug) };
        // If the blog or post does not exist, the editor's page says so.
        let reason = if is_done { String::new() } else { format!("?unsaved={NOT_DISCARDED}") };
        let own = gridlore_blog::own_address(&format!("/admin/posts/{}{slug}{reason}", place.blog));
        Ok(Redirect::to(own.as_deref().unwrap_or("/admin")).into_response())
    })
    .await
}

/// Lists the revisions of a post.
pub(crate) async fn revisions(
    State(site): SharedSite,
    member: Member,
    Path((blog, slug)): Path<(String, String)>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let saved = match editable_post(site, &member, &blog, &slug)? {
            Ok(saved) => saved,
            Err(answer) => return Ok(answer),
        };
        let paging = Paging::new(query.page, site.store.count_revisions(&blog, &slug)?);
        let revisions = site.store.revision_list(&blog, &slug, paging.range())?;
        let look = site.look(&member.visit.base);
        Ok(private(StatusCode::OK, editor::revisions(&look, &member.account, &saved, &revisions, paging)))
    })
    .await
}

/// Deletes the early revisions of a post. Authors can delete only those that they saved.
pub(crate) async fn delete_revisions(
    State(site): SharedSite,
    member: Member,
    Path((blog, slug)): Path<(String, String)>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let saved = match editable_post(site, &member, &blog, &slug)? {
            Ok(saved) => saved,
            Err(answer) => return Ok(answer),
        };
        let author = (!member.is(Role::Editor)).then_some(member.account.id);
        let deleted = member.store.about(&saved).delete_early_revisions(&blog, &slug, author)?;
        let subject = format!("/blogs/{blog}/{slug}: all but the latest {KEPT_REVISIONS}");
        if deleted > 0 {
            member.log_action(site, "deleted revisions", &subject)?;
        }
        Ok(to(&format!("/admin/posts/{blog}/{slug}/revisions")))
    })
    .await
}

/// Shows one revision of a post and the changes since then.
pub(crate) async fn revision(
    State(site): SharedSite,
    member: Member,
    Path((blog, slug, number)): Path<(String, String, i64)>,
) -> Result<Response, Response> {
    run_blocking_in(&site, &site.work.pages, move |site| {
        let saved = match editable_post(site, &member, &blog, &slug)? {
            Ok(saved) => saved,
            Err(answer) => return Ok(answer),
        };
        let Some(revision) = site.store.revision(&blog, &slug, number)? else {
            return Ok(missing(site, &member));
        };
        let look = site.look(&member.visit.base);
        Ok(private(StatusCode::OK, editor::revision(&look, &member.account, &saved, &revision)))
    })
    .await
}

/// The version of the post that was current when the page of the revision was opened.
#[derive(Deserialize)]
pub(crate) struct RestoreForm {
    #[serde(default)]
    version: Option<i64>,
    #[serde(default)]
    identity: String,
}

/// Restores a revision. The current text stays among the revisions.
pub(crate) async fn restore(
    State(site): SharedSite,
    member: Member,
    Path((blog, slug, number)): Path<(String, String, i64)>,
    Form(form): Form<RestoreForm>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let saved = match editable_post(site, &member, &blog, &slug)? {
            Ok(saved) => saved,
            Err(answer) => return Ok(answer),
        };
        let Some(revision) = site.store.revision(&blog, &slug, number)? else {
            return Ok(missing(site, &member));
        };
        let now = whole_second(Timestamp::now());
        let post = Post::from_file_at(&slug, &revision.file, now)?;
        let writer = Writer { name: &member.account.name, account: Some(member.account.id) };
        let seen = if is_another(&saved, &form.identity) { 0 } else { form.version.unwrap_or(0) };
        // The slug stays the same.
        let store = member.store.about(&saved);
        let outcome = store.save_post(&blog, Some((&slug, seen)), &post, writer, |_| false, now)?;
        if outcome == Outcome::Full {
            let (status, text) = (StatusCode::INSUFFICIENT_STORAGE, full());
            return Ok(message_page(site, &member.visit, status, "Nothing was changed", &text));
        }
        if !matches!(outcome, Outcome::Done(_)) {
            let text = "Someone saved or deleted the post after you opened this revision. Open the revision again to see the changes.";
            return Ok(message_page(site, &member.visit, StatusCode::CONFLICT, "Nothing was changed", text));
        }
        member.log_action(site, "restored", &format!("/blogs/{blog}/{slug} as of revision {number}"))?;
        site.refresh()?;
        Ok(to(&format!("/admin/posts/{blog}/{slug}?saved=1")))
    })
    .await
}
