//! Uploaded pictures and other files: uploading, listing, deleting and serving them.

use crate::content::uploads as files;
use crate::http::large_pieces::in_large_pieces;
use crate::http::sent_file::SentFile;
use crate::http::visit::Visit;
use crate::http::work::thread_time;
use crate::pages::paging::{PageQuery, Paging};
use crate::pages::uploads;
use crate::site::Site;
use crate::site::answer::{message_page, private, to};
use crate::site::blocking::{SharedSite, run_blocking, run_blocking_in};
use crate::site::member::Member;
use crate::store::{Deletion, Role};
use crate::upload_names;
use anyhow::Result;
use axum::Extension;
use axum::extract::{FromRequest, Multipart, Path, Query, Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use gridlore_blog::Status;
use jiff::Timestamp;
use maud::Markup;
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::path::Path as FilePath;
use std::sync::Arc;
use std::{fs, io};

/// Shows all files, latest first.
pub(crate) async fn list(
    State(site): SharedSite,
    member: Member,
    Query(query): Query<PageQuery>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| Ok(private(StatusCode::OK, listed(site, &member, query.page, &[])?)))
        .await
}

fn listed(site: &Site, member: &Member, page: usize, faults: &[String]) -> Result<Markup> {
    // Authors do not see other people’s unpublished posts.
    let author = (!member.is(Role::Editor)).then_some(member.account.id);
    let now = Timestamp::now();
    let paging = Paging::new(page, site.store.count_uploads()?);
    let here = site.store.uploads(paging.range())?;
    let mut shown: HashMap<&str, Vec<(String, String)>> = HashMap::new();
    for upload in &here {
        let posts = site.store.posts_with(&upload.name, author, MAX_PLACES)?;
        let places = posts.into_iter().map(|(blog, slug, title)| (format!("/blogs/{blog}/{slug}"), title));
        shown.insert(&upload.name, places.collect());
    }
    let is_visible = |status| author.is_none() || status == Status::Published;
    for file in site.current().files.iter().filter(|file| is_visible(file.post.status(now))) {
        for name in upload_names::shown(&file.post.markdown) {
            let place = (format!("/blogs/{}/{}", file.blog, file.post.slug), file.post.title.clone());
            if let Some(places) = shown.get_mut(name.as_str())
                && places.len() < MAX_PLACES
                && !places.contains(&place)
            {
                places.push(place);
            }
        }
    }
    let look = site.look(&member.visit.base);
    Ok(uploads::list(&look, &member.account, &here, &shown, paging, faults))
}

/// Maximum number of files per upload.
const MAX_FILES: usize = 30;

/// Maximum number of parts of an upload that are read, including empty ones.
const MAX_PARTS: usize = 1_000;

/// Maximum number of pixels of all pictures in one upload.
const MAX_PIXELS: u64 = 6_000_000;

/// Maximum length in characters of a file name; longer names are truncated.
const MAX_NAME_LENGTH: usize = 200;

/// Maximum number of errors to list.
const MAX_FAULTS: usize = 40;

/// Maximum number of bytes to reserve for a file before it arrives.
const MAX_RESERVED: usize = 32 << 20;

/// Processor time in microseconds for the pictures in one upload, after which no further picture is
/// processed.
const MAX_TIME: u64 = 200_000;

/// Maximum number of posts to list next to a file.
const MAX_PLACES: usize = 20;

/// The query of an upload.
#[derive(Deserialize)]
pub(crate) struct UploadQuery {
    /// `text` to get only the files’ Markdown, as the editor does.
    #[serde(default)]
    answer: String,
}

/// Receives uploaded files.
pub(crate) async fn send(
    State(site): SharedSite,
    member: Member,
    Query(query): Query<UploadQuery>,
    request: Request,
) -> Result<Response, Response> {
    let Some(_place) = site.uploads_in_progress.begin(member.account.id) else {
        return Err(message_page(
            &site,
            &member.visit,
            StatusCode::TOO_MANY_REQUESTS,
            "Too many uploads",
            "Other uploads are in progress. Try again when they are done.",
        ));
    };
    let stated_length =
        request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let capacity = stated_length.unwrap_or(0).min(MAX_RESERVED);
    let request = in_large_pieces(request);
    let mut parts = Multipart::from_request(request, &site).await.map_err(IntoResponse::into_response)?;
    let (mut lines, mut faults) = (Vec::new(), Vec::new());
    let (mut pixels, mut count, mut time) = (0_u64, 0, 0);
    let mut read = 0;
    while let Some(mut part) = parts.next_field().await.map_err(IntoResponse::into_response)? {
        read += 1;
        if read > MAX_PARTS {
            faults.push(format!("The upload has more than {MAX_PARTS} parts. The others were not read."));
            break;
        }
        let title: String = part.file_name().unwrap_or("file").chars().take(MAX_NAME_LENGTH).collect();
        // Reserved memory that is never written to costs nothing. A growing vector would be copied,
        // and use twice as much memory for a moment.
        let mut bytes = Vec::with_capacity(capacity);
        while let Some(piece) = part.chunk().await.map_err(IntoResponse::into_response)? {
            bytes.extend_from_slice(&piece);
        }
        if bytes.is_empty() {
            continue;
        }
        pixels += gridlore_pictures::stated_pixels(&bytes);
        count += 1;
        // A single picture has separate limits.
        if count > MAX_FILES || (count > 1 && pixels > MAX_PIXELS) || time > MAX_TIME {
            if faults.len() < MAX_FAULTS {
                faults.push(format!(
                    "{title}: this upload has too many files, or its pictures are too large in total. Upload this file separately."
                ));
            }
            continue;
        }
        let (account, store) = (member.account.id, member.store.clone());
        let limits = (!member.is(Role::Editor)).then_some(files::AUTHOR_LIMITS);
        let store_it = move |site: &Arc<Site>| {
            let start = thread_time();
            let stored = files::store_file(&store, &site.uploads, &title, &bytes, Some(account), limits)?;
            Ok((stored, thread_time() - start))
        };
        let (stored, taken) = run_blocking_in(&site, &site.work.pictures, store_it).await?;
        time += taken;
        match stored {
            Ok(upload) => lines.push(upload.markdown()),
            Err(fault) => faults.push(fault),
        }
    }
    if query.answer == "text" {
        return Ok(match faults.first() {
            Some(fault) => (StatusCode::UNPROCESSABLE_ENTITY, fault.clone()).into_response(),
            None => lines.join("\n\n").into_response(),
        });
    }
    if faults.is_empty() {
        return Ok(to("/admin/uploads"));
    }
    run_blocking(&site, move |site| {
        Ok(private(StatusCode::UNPROCESSABLE_ENTITY, listed(site, &member, 1, &faults)?))
    })
    .await
}

/// Deletes a file.
pub(crate) async fn delete(
    State(site): SharedSite,
    member: Member,
    Path(name): Path<String>,
) -> Result<Response, Response> {
    run_blocking(&site, move |site| {
        let author = (!member.is(Role::Editor)).then_some(member.account.id);
        let remove = || {
            for file in [Some(name.clone()), gridlore_pictures::narrow_name(&name)].into_iter().flatten() {
                let _ = fs::remove_file(site.uploads.join(file));
            }
        };
        let is_in_a_file = author.is_some() && is_in_a_file(site, &name);
        let refusal = match member.store.delete_upload(&name, author, is_in_a_file, remove)? {
            Deletion::Missing => return Ok(to("/admin/uploads")),
            Deletion::Done => {
                member.log_action(site, "deleted a file", &name)?;
                return Ok(to("/admin/uploads"));
            }
            Deletion::LeftToOthers => {
                member.log_action(site, "deleted their copy of a file", &name)?;
                "Someone else uploaded the same file, so it stays. It no longer counts towards your limit."
            }
            Deletion::SentByOthers => "Someone else uploaded the same file. An editor can delete it.",
            Deletion::ShownByOthers => {
                "This file is used in the settings of a blog or of the site, or in someone else’s post, earlier revision or unsaved changes. An editor can delete it."
            }
        };
        Ok(message_page(site, &member.visit, StatusCode::FORBIDDEN, "File not deleted", refusal))
    })
    .await
}

/// Returns whether a Markdown file of any blog contains the name of a picture or its copy for
/// narrow windows.
fn is_in_a_file(site: &Site, name: &str) -> bool {
    let current = site.current();
    let narrow = gridlore_pictures::narrow_name(name);
    let names = [Some(name), narrow.as_deref()];
    let is_in = |text: &str| names.iter().flatten().any(|name| text.contains(name));
    if current.files.iter().any(|file| is_in(&file.post.markdown) || is_in(&file.post.description)) {
        return true;
    }
    // These files cannot currently be read as posts. A file that cannot be read at all may contain
    // anything.
    let known: HashSet<&str> = current.files.iter().map(|file| file.path.as_str()).collect();
    let is_broken = |path: &&FilePath| !known.contains(path.display().to_string().as_str());
    current.tree.markdown_files().filter(is_broken).any(|path| match fs::read(path) {
        Ok(bytes) => is_in(&String::from_utf8_lossy(&bytes)),
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    })
}

/// Serves a file to readers. Its name contains its hash, so browsers can cache it for ever.
pub(crate) async fn show(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Path(name): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let found = run_blocking(&site, move |site| {
        if !upload_names::is_name(&name) {
            return Ok(None);
        }
        Ok(SentFile::open(&site.uploads.join(&name)))
    })
    .await?;
    Ok(match found.and_then(|file| Some((file.file_type?, file))) {
        Some((kind, file)) => file.answer((&method, &headers), kind, "public, max-age=31536000, immutable"),
        None => crate::public::not_found(&site, &visit.base, false).answer(&headers),
    })
}
