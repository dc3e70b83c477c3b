//! The whole site to take away: a backup, the public site as files; and a backup brought back into a new site.

use super::secret::token_hash;
use super::{Member, private, to, told};
use crate::pages::admin;
use crate::routes::{SharedSite, ask};
use crate::store::Role;
use crate::visit::Visit;
use crate::{backup, export};
use anyhow::Result;
use axum::Extension;
use axum::body::Body;
use axum::extract::{Multipart, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use std::fs;
use std::io::Write;

/// What there is to take away.
pub(crate) async fn room(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    Ok(private(StatusCode::OK, admin::copies(&site.look(&member.visit.base), &member.account)))
}

/// A backup, as of now.
pub(crate) async fn take_backup(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    ask(&site, move |site| {
        let file = site.data.join(format!("backup-{}.part", Timestamp::now().as_millisecond()));
        let done = backup(&site.data, &file).and_then(|_| Ok(fs::read(&file)?));
        let _ = fs::remove_file(&file);
        member.did(site, "took a backup", "")?;
        Ok(download("backup", &done?))
    })
    .await
}

/// The public site as files, with the address by which it was asked for unless the configuration knows a better one.
pub(crate) async fn take_export(State(site): SharedSite, member: Member) -> Result<Response, Response> {
    member.must_be(&site, Role::Owner)?;
    ask(&site, move |site| {
        let bytes = export::archive(site, &site.current(), &member.visit.base)?;
        member.did(site, "took an export", "")?;
        Ok(download("site", &bytes))
    })
    .await
}

/// A file to be kept, named by the day.
fn download(what: &str, bytes: &[u8]) -> Response {
    let name =
        format!("attachment; filename=\"gridlore-{what}-{}.tar.gz\"", Timestamp::now().strftime("%Y-%m-%d"));
    let mut response = Response::new(Body::from(bytes.to_vec()));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/gzip"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(name) = HeaderValue::try_from(name) {
        headers.insert(CONTENT_DISPOSITION, name);
    }
    response
}

/// Brings a backup back, into a site that nobody has an account of yet; the invitation of the first owner is the key.
pub(crate) async fn restore(
    State(site): SharedSite,
    Extension(visit): Extension<Visit>,
    mut parts: Multipart,
) -> Result<Response, Response> {
    let (mut is_invited, mut bytes) = (false, None);
    while let Some(part) = parts.next_field().await.map_err(IntoResponse::into_response)? {
        if part.name() == Some("token") {
            let key = token_hash(&part.text().await.map_err(IntoResponse::into_response)?);
            is_invited = ask(&site, move |site| {
                let role = site.store.invitation(&key, Timestamp::now())?;
                Ok(role == Some(Role::Owner) && site.store.accounts()?.is_empty())
            })
            .await?;
        } else if is_invited {
            bytes = Some(part.bytes().await.map_err(IntoResponse::into_response)?);
        }
        // Nothing large is read of a stranger: the key comes first.
        if !is_invited {
            let text = "A backup is brought back by the link that a new site prints when it starts.";
            return Ok(told(&site, &visit, StatusCode::FORBIDDEN, "Not for you", text));
        }
    }
    ask(&site, move |site| {
        let file = site.data.join("restore.part");
        let folder = site.data.join("restore");
        let _ = fs::remove_dir_all(&folder);
        let brought = fs::File::create(&file)
            .and_then(|mut out| out.write_all(bytes.as_deref().unwrap_or_default()))
            .map_err(anyhow::Error::from)
            .and_then(|()| crate::restore(&file, &folder))
            .and_then(|_| site.take_over(&folder));
        let _ = fs::remove_file(&file);
        let _ = fs::remove_dir_all(&folder);
        match brought {
            Ok(()) => Ok(to("/login")),
            Err(error) => {
                let text = format!("This is no backup that can be brought back: {error:#}.");
                Ok(told(site, &visit, StatusCode::UNPROCESSABLE_ENTITY, "Nothing was changed", &text))
            }
        }
    })
    .await
}
