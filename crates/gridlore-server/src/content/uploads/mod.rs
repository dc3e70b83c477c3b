//! Uploaded pictures: re-encoded by `gridlore-pictures`, stored as files, and recorded in the
//! database.

pub(crate) mod in_progress;

use crate::http::work::thread_time;
use crate::store::{Store, Upload};
use anyhow::{Context, Result, bail};
use gridlore_pictures::{decoded_size, name_stem, reencode};
use jiff::Timestamp;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Maximum number of bytes of the pictures that an author has uploaded.
pub(crate) const MAX_AUTHOR_BYTES: i64 = 2 << 30;

/// Maximum number of these pictures.
pub(crate) const MAX_AUTHOR_PICTURES: i64 = 20_000;

/// The limits of an author, in bytes and in pictures.
pub(crate) const AUTHOR_LIMITS: (i64, i64) = (MAX_AUTHOR_BYTES, MAX_AUTHOR_PICTURES);

/// Re-encodes a picture and stores it in the uploads folder, unless the account’s pictures have
/// reached one of the `limits` already; the inner error says why it was refused.
pub(crate) fn store_picture(
    store: &Store,
    folder: &Path,
    title: &str,
    bytes: &[u8],
    account: Option<i64>,
    limits: Option<(i64, i64)>,
) -> Result<Result<Upload, String>> {
    if let (Some(account), Some((max_bytes, max_pictures))) = (account, limits) {
        let (bytes, pictures) = store.charged_uploads(account)?;
        if bytes >= max_bytes {
            return Ok(Err(format!(
                "{title}: your pictures take up {} MiB, which is the limit for an author. Delete some first.",
                max_bytes >> 20
            )));
        }
        if pictures >= max_pictures {
            return Ok(Err(format!(
                "{title}: you have {pictures} pictures, which is the limit for an author. Delete some first."
            )));
        }
    }
    let picture = match reencode(bytes, thread_time) {
        Ok(picture) => picture,
        Err(fault) => return Ok(Err(format!("{title}: {fault}"))),
    };
    let narrow = picture.narrow.as_ref().map(|(name, bytes)| (name, bytes));
    let files = [Some((&picture.name, &picture.bytes)), narrow];
    for (name, bytes) in files.into_iter().flatten() {
        put(folder, name, bytes).with_context(|| format!("writing {name}"))?;
    }
    let upload = Upload {
        name: picture.name.clone(),
        title: title.chars().filter(|letter| !letter.is_control()).take(200).collect(),
        width: picture.width,
        height: picture.height,
        bytes: i64::try_from(picture.bytes.len())?,
        time: Timestamp::now(),
        account,
    };
    let put_back = || {
        let mut missing = files.into_iter().flatten().filter(|(name, _)| !folder.join(name).exists());
        missing.try_for_each(|(name, bytes)| put(folder, name, bytes))
    };
    if let Err(error) = store.add_upload(&upload, put_back) {
        // Without a record, the files would stay for ever. Someone else may have sent the same
        // picture.
        store.unless_uploaded(&upload.name, || {
            for (name, _) in files.into_iter().flatten() {
                let _ = fs::remove_file(folder.join(name));
            }
        })?;
        return Err(error.into());
    }
    Ok(Ok(upload))
}

/// Writes a file under a temporary name and renames it, so that nobody sees half a picture.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let part = folder.join(format!("{name}.part"));
    let mut file = crate::private::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&part, folder.join(name))
}

/// Takes over a picture that another site stored; its name must match its content.
pub(crate) fn take_over(
    store: &Store,
    folder: &Path,
    name: &str,
    bytes: &[u8],
    narrow: Option<(String, Vec<u8>)>,
) -> Result<()> {
    let (width, height) = decoded_size(bytes)?;
    if name.split('.').next() != Some(name_stem(bytes, width, height).as_str()) {
        bail!("the content does not match the name");
    }
    put(folder, name, bytes)?;
    if let Some((name, bytes)) = narrow {
        decoded_size(&bytes)?;
        put(folder, &name, &bytes)?;
    }
    let (title, bytes) = (name.to_owned(), i64::try_from(bytes.len())?);
    let upload =
        Upload { name: name.to_owned(), title, width, height, bytes, time: Timestamp::now(), account: None };
    Ok(store.add_upload(&upload, || Ok(()))?)
}
