//! Uploaded files: pictures are re-encoded by `gridlore-pictures`; sound, video and documents are
//! stored as they are. All of them are recorded in the database.

pub(crate) mod in_progress;

use crate::http::file_type::{FileType, TYPES, Use};
use crate::http::work::thread_time;
use crate::store::{Store, Upload};
use crate::upload_names::other_type;
use anyhow::{Context, Result, bail};
use gridlore_pictures::{PictureError, decoded_size, name_stem, reencode};
use jiff::Timestamp;
use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Maximum number of bytes of the files that an author has uploaded.
pub(crate) const MAX_AUTHOR_BYTES: i64 = 2 << 30;

/// Maximum number of these files.
pub(crate) const MAX_AUTHOR_FILES: i64 = 20_000;

/// The limits of an author, in bytes and in files.
pub(crate) const AUTHOR_LIMITS: (i64, i64) = (MAX_AUTHOR_BYTES, MAX_AUTHOR_FILES);

/// A file to be stored, with the copy of a picture for narrow windows. The width and height of
/// anything but a picture are 0.
struct Prepared<'a> {
    files: Vec<(String, Cow<'a, [u8]>)>,
    width: u32,
    height: u32,
}

/// Prepares an uploaded file: a picture is re-encoded, anything else is named by its hash. The
/// inner error says why it was refused.
fn prepared(bytes: &[u8]) -> Result<Prepared<'_>, String> {
    match FileType::of(bytes) {
        Some(kind) if kind.usage() != Use::Picture => {
            Ok(Prepared { files: vec![(other_name(bytes, kind), Cow::Borrowed(bytes))], width: 0, height: 0 })
        }
        _ => {
            let picture = reencode(bytes, thread_time).map_err(|fault| match fault {
                PictureError::UnknownFormat => format!("found a file of another type, expected {TYPES}"),
                fault => fault.to_string(),
            })?;
            let files = std::iter::once((picture.name, picture.bytes)).chain(picture.narrow);
            let files = files.map(|(name, bytes)| (name, Cow::Owned(bytes))).collect();
            Ok(Prepared { files, width: picture.width, height: picture.height })
        }
    }
}

/// The name of a stored file that is not a picture: the first eight bytes of its hash, and the
/// extension of its type.
fn other_name(bytes: &[u8], kind: FileType) -> String {
    let stem = name_stem(bytes, 0, 0);
    format!("{}.{}", stem.split('-').next().unwrap_or_default(), kind.extension())
}

/// Stores a file in the uploads folder, and re-encodes it if it is a picture, unless the account’s
/// files have reached one of the `limits` already; the inner error says why it was refused.
pub(crate) fn store_file(
    store: &Store,
    folder: &Path,
    title: &str,
    bytes: &[u8],
    account: Option<i64>,
    limits: Option<(i64, i64)>,
) -> Result<Result<Upload, String>> {
    if let (Some(account), Some((max_bytes, max_files))) = (account, limits) {
        let (bytes, files) = store.charged_uploads(account)?;
        if bytes >= max_bytes {
            return Ok(Err(format!(
                "{title}: your files take up {} MiB, which is the limit for an author. Delete some first.",
                max_bytes >> 20
            )));
        }
        if files >= max_files {
            return Ok(Err(format!(
                "{title}: you have {files} files, which is the limit for an author. Delete some first."
            )));
        }
    }
    let Prepared { files, width, height } = match prepared(bytes) {
        Ok(prepared) => prepared,
        Err(fault) => return Ok(Err(format!("{title}: {fault}"))),
    };
    for (name, bytes) in &files {
        put(folder, name, bytes).with_context(|| format!("writing {name}"))?;
    }
    let (name, bytes) = files.first().map_or(("", 0), |(name, bytes)| (name.as_str(), bytes.len()));
    let upload = Upload {
        name: name.to_owned(),
        title: title.chars().filter(|letter| !letter.is_control()).take(200).collect(),
        width,
        height,
        bytes: i64::try_from(bytes)?,
        time: Timestamp::now(),
        account,
    };
    let put_back = || {
        let mut missing = files.iter().filter(|(name, _)| !folder.join(name).exists());
        missing.try_for_each(|(name, bytes)| put(folder, name, bytes))
    };
    if let Err(error) = store.add_upload(&upload, put_back) {
        // Without a record, the files would stay for ever. Someone else may have sent the same
        // file.
        store.unless_uploaded(&upload.name, || {
            for (name, _) in &files {
                let _ = fs::remove_file(folder.join(name));
            }
        })?;
        return Err(error.into());
    }
    Ok(Ok(upload))
}

/// Writes a file under a temporary name and renames it, so that nobody sees half of it.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let part = folder.join(format!("{name}.part"));
    let mut file = crate::private::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&part, folder.join(name))
}

/// Takes over a file that another site stored; its name must match its content.
pub(crate) fn take_over(
    store: &Store,
    folder: &Path,
    name: &str,
    bytes: &[u8],
    narrow: Option<(String, Vec<u8>)>,
) -> Result<()> {
    let other = other_type(name);
    let (width, height) = if other.is_some() { (0, 0) } else { decoded_size(bytes)? };
    let is_right = match other {
        Some(kind) => FileType::of(bytes) == Some(kind) && name == other_name(bytes, kind),
        None => name.split('.').next() == Some(name_stem(bytes, width, height).as_str()),
    };
    if !is_right {
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
