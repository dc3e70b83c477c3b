//! Downloads of the whole site, as a backup or as static files, and restoring a backup into a new
//! site.

use super::entrance::TokenQuery;
use crate::copies::backup::backup;
use crate::copies::export;
use crate::http::large_pieces::in_large_pieces;
use crate::http::visit::Visit;
use crate::pages::admin;
use crate::secret::token::token_hash;
use crate::site::answer::{message_page, private, to};
use crate::site::blocking::{SharedSite, run_blocking, run_blocking_in};
use crate::site::member::Member;
use crate::store::Role;
use anyhow::Result;
use axum::Extension;
use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tokio::io::AsyncWriteExt;
use tokio_util::io::ReaderStream;

/// Shows the page of backups and exports.
pub(crate) async fn show(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    Ok(private(StatusCode::OK, admin::copies(&site.look(&member.visit.base), &member.account)))
}

/// Writes a backup of the current state to disk and sends it as a download.
pub(crate) async fn take_backup(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    let file = run_blocking_in(&site, &site.work.long, move |site| {
        let file = temporary(&site.data, |path| backup(&site.data, path).map(drop));
        member.log_action(site, "downloaded a backup", "")?;
        file
    })
    .await?;
    Ok(download("backup", Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(file)))))
}

/// Sends the public site as a download of static files. The site's address is that of the request,
/// unless it is set in the configuration.
pub(crate) async fn take_export(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    let file = run_blocking_in(&site, &site.work.long, move |site| {
        let file = temporary(&site.data, |path| {
            let out = crate::private::create(path)?;
            export::archive(site, &*site.current_for_export()?, &member.visit.base, BufWriter::new(out))
        });
        member.log_action(site, "downloaded a static export", "")?;
        file
    })
    .await?;
    Ok(download("site", Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(file)))))
}

/// Writes a temporary file in the data folder with `write` and returns it open. The file has
/// already been unlinked, so it disappears when it is closed.
fn temporary(data: &Path, write: impl FnOnce(&Path) -> Result<()>) -> Result<fs::File> {
    let path = data.join(format!("download-{}.part", Timestamp::now().as_nanosecond()));
    let file = write(&path).and_then(|()| Ok(fs::File::open(&path)?));
    let _ = fs::remove_file(&path);
    file
}

/// Returns a download whose file name contains today's date.
fn download(what: &str, body: Body) -> Response {
    let name =
        format!("attachment; filename=\"gridlore-{what}-{}.tar.gz\"", Timestamp::now().strftime("%Y-%m-%d"));
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/gzip"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(name) = HeaderValue::try_from(name) {
        headers.insert(CONTENT_DISPOSITION, name);
    }
    response
}

/// Restores a backup into a site without accounts. The token of the first owner's setup link is
/// required.
///
/// The token is in the address, so that it is checked before the body is read.
pub(crate) async fn restore(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(key): Query<TokenQuery>,
    request: Request,
) -> Result<Response, Response> {
    let key = token_hash(&key.token);
    let is_invited = run_blocking(&site, move |site| {
        let role = site.store.invitation(&key, Timestamp::now())?;
        Ok(role == Some(Role::Owner) && !site.store.has_accounts()?)
    })
    .await?;
    if !is_invited {
        let text =
            "A backup can only be restored through the setup link that a new site prints when it starts.";
        return Ok(message_page(&site, &visit, StatusCode::FORBIDDEN, "Not allowed", text));
    }
    let request = in_large_pieces(request);
    let mut parts = Multipart::from_request(request, &site).await.map_err(IntoResponse::into_response)?;
    let mut scratch = None;
    while let Some(mut part) = parts.next_field().await.map_err(IntoResponse::into_response)? {
        let fail = |error: std::io::Error| {
            tracing::error!("writing a backup: {error}");
            let text = format!("Nothing was changed. Writing the backup to the disk failed: {error}.");
            message_page(&site, &visit, StatusCode::INSUFFICIENT_STORAGE, "Backup not restored", &text)
        };
        let folder = run_blocking(&site, |site| Scratch::new(&site.data)).await?;
        let mut out = tokio::fs::File::create(folder.file()).await.map_err(fail)?;
        scratch = Some(folder);
        while let Some(piece) = part.chunk().await.map_err(IntoResponse::into_response)? {
            out.write_all(&piece).await.map_err(fail)?;
        }
        out.flush().await.map_err(fail)?;
    }
    let Some(scratch) = scratch else { return Err(StatusCode::BAD_REQUEST.into_response()) };
    run_blocking_in(&site, &site.work.long, move |site| {
        let brought = crate::restore(&scratch.file(), &scratch.folder())
            .and_then(|_| site.take_over(&scratch.folder()));
        match brought {
            Ok(()) => Ok(to("/login")),
            Err(error) => {
                let text = format!("Nothing was changed. This file cannot be restored: {error:#}.");
                Ok(message_page(site, &visit, StatusCode::UNPROCESSABLE_ENTITY, "Backup not restored", &text))
            }
        }
    })
    .await
}

/// A folder for an upload in progress, which is deleted when this is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(data: &Path) -> Result<Self> {
        let folder = data.join(format!("restore-{}", Timestamp::now().as_nanosecond()));
        fs::create_dir(&folder)?;
        Ok(Self(folder))
    }

    fn file(&self) -> PathBuf {
        self.0.join("backup")
    }

    fn folder(&self) -> PathBuf {
        self.0.join("site")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
