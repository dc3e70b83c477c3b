//! The whole site to take away: a backup, the public site as files; and a backup brought back into
//! a new site.

use super::entrance::{INVITATION, Key};
use crate::copies::backup::backup;
use crate::copies::export;
use crate::http::visit::Visit;
use crate::pages::admin;
use crate::secret::token::token_hash;
use crate::site::answer::{message_page, private, to};
use crate::site::ask::{SharedSite, ask, ask_in};
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

/// What there is to take away.
pub(crate) async fn room(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    Ok(private(StatusCode::OK, admin::copies(&site.look(&member.visit.base), &member.account)))
}

/// A backup, as of now; it is made on the disk and sent from there.
pub(crate) async fn take_backup(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    let file = ask_in(&site, &site.work.long, move |site| {
        let file = temporary(&site.data, |path| backup(&site.data, path).map(drop));
        member.did(site, "took a backup", "")?;
        file
    })
    .await?;
    Ok(download("backup", Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(file)))))
}

/// The public site as files, with the address by which it was asked for unless the configuration
/// knows a better one.
pub(crate) async fn take_export(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    let file = ask_in(&site, &site.work.long, move |site| {
        let file = temporary(&site.data, |path| {
            let out = crate::private::create(path)?;
            export::archive(site, &site.current(), &member.visit.base, BufWriter::new(out))
        });
        member.did(site, "took an export", "")?;
        file
    })
    .await?;
    Ok(download("site", Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(file)))))
}

/// A file of the site's folder that `write` makes; it has lost its name when this returns, and is
/// gone when it is closed.
fn temporary(data: &Path, write: impl FnOnce(&Path) -> Result<()>) -> Result<fs::File> {
    let path = data.join(format!("download-{}.part", Timestamp::now().as_nanosecond()));
    let file = write(&path).and_then(|()| Ok(fs::File::open(&path)?));
    let _ = fs::remove_file(&path);
    file
}

/// A file to be kept, named by the day.
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

/// Brings a backup back, into a site that nobody has an account of yet; the invitation of the first
/// owner is the key.
///
/// The key stands in the address: nothing of the body is read before it is checked.
pub(crate) async fn restore(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    Query(key): Query<Key>,
    request: Request,
) -> Result<Response, Response> {
    let key = token_hash(&key.token);
    let is_invited = ask(&site, move |site| {
        let role = site.store.invitation(&key, Timestamp::now(), INVITATION)?;
        Ok(role == Some(Role::Owner) && !site.store.has_accounts()?)
    })
    .await?;
    if !is_invited {
        let text = "A backup is brought back by the link that a new site prints when it starts.";
        return Ok(message_page(&site, &visit, StatusCode::FORBIDDEN, "Not for you", text));
    }
    let mut parts = Multipart::from_request(request, &site).await.map_err(IntoResponse::into_response)?;
    let mut scratch = None;
    while let Some(mut part) = parts.next_field().await.map_err(IntoResponse::into_response)? {
        let fail = |error: std::io::Error| {
            tracing::error!("writing a backup: {error}");
            let text = format!("The backup could not be written to the disk: {error}.");
            message_page(&site, &visit, StatusCode::INSUFFICIENT_STORAGE, "Nothing was changed", &text)
        };
        let folder = ask(&site, |site| Scratch::new(&site.data)).await?;
        let mut out = tokio::fs::File::create(folder.file()).await.map_err(fail)?;
        scratch = Some(folder);
        while let Some(piece) = part.chunk().await.map_err(IntoResponse::into_response)? {
            out.write_all(&piece).await.map_err(fail)?;
        }
        out.flush().await.map_err(fail)?;
    }
    let Some(scratch) = scratch else { return Err(StatusCode::BAD_REQUEST.into_response()) };
    ask_in(&site, &site.work.long, move |site| {
        let brought = crate::restore(&scratch.file(), &scratch.folder())
            .and_then(|_| site.take_over(&scratch.folder()));
        match brought {
            Ok(()) => Ok(to("/login")),
            Err(error) => {
                let text = format!("This is no backup that can be brought back: {error:#}.");
                Ok(message_page(site, &visit, StatusCode::UNPROCESSABLE_ENTITY, "Nothing was changed", &text))
            }
        }
    })
    .await
}

/// A folder for what is on its way; it goes with this value, however that ends.
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
