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
use std::time::Duration;

/// Maximum size in bytes of all files that an author has uploaded.
pub(crate) const MAX_AUTHOR_BYTES: i64 = 2 << 30;

/// Maximum number of files that an author has uploaded.
pub(crate) const MAX_AUTHOR_FILES: i64 = 20_000;

/// The limits of an author, in bytes and in files.
pub(crate) const AUTHOR_LIMITS: (i64, i64) = (MAX_AUTHOR_BYTES, MAX_AUTHOR_FILES);

/// A file to be stored and, for a picture, a copy for narrow windows. Width and height are 0 for
/// other files.
struct Prepared<'a> {
    files: Vec<(String, Cow<'a, [u8]>)>,
    width: u32,
    height: u32,
}

/// Prepares an uploaded file: re-encodes a picture, or names any other file by its hash. The inner
/// error says why the file was refused.
fn prepared(bytes: &[u8]) -> Result<Prepared<'_>, String> {
    match FileType::detect(bytes) {
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

/// Returns the name of a stored file that is not a picture: the first eight bytes of its hash, and
/// the extension of its type.
fn other_name(bytes: &[u8], kind: FileType) -> String {
    let stem = name_stem(bytes, 0, 0);
    format!("{}.{}", stem.split('-').next().unwrap_or_default(), kind.extension())
}

/// Stores a file in the uploads folder, re-encoding it if it is a picture, unless the account’s
/// files have already reached one of the `limits`. The inner error says why the file was refused.
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
    let name = files.first().map_or("", |(name, _)| name.as_str());
    // Without a record, the files would stay for ever. They are kept if somebody else uploaded the
    // same file.
    let clean_up = || {
        store.unless_uploaded(name, || {
            for (name, _) in &files {
                let _ = fs::remove_file(folder.join(name));
            }
        })
    };
    for (name, bytes) in &files {
        if let Err(error) = put(folder, name, bytes) {
            clean_up()?;
            return Err(error).with_context(|| format!("writing {name}"));
        }
    }
    let upload = Upload {
        name: name.to_owned(),
        title: title.chars().filter(|letter| !letter.is_control()).take(200).collect(),
        width,
        height,
        bytes: i64::try_from(files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>())?,
        time: Timestamp::now(),
        account,
    };
    let put_back = || {
        let mut missing = files.iter().filter(|(name, _)| !folder.join(name).exists());
        missing.try_for_each(|(name, bytes)| put(folder, name, bytes))
    };
    if let Err(error) = store.add_upload(&upload, put_back) {
        clean_up()?;
        return Err(error.into());
    }
    Ok(Ok(upload))
}

/// Writes a file under a temporary name and renames it, so that readers never see an incomplete
/// file.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    // The process id is needed because another process may be storing the same file.
    let part = folder.join(format!("{name}.{}.{PART}", std::process::id()));
    let written = crate::private::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, folder.join(name))
    });
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

/// The extension of files that are being written.
const PART: &str = "part";

/// Returns whether a file in the folder of uploads is being written, or was when the server
/// crashed.
pub(crate) fn is_unfinished(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == PART)
}

/// Age beyond which an unfinished file must be left over from a crash.
const LEFT_OVER: Duration = Duration::from_hours(1);

/// Deletes incomplete files that a crash left behind.
pub(crate) fn delete_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let path = entry.path();
        let is_part = is_unfinished(&path);
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_part && age().is_some_and(|age| age > LEFT_OVER) {
            let _ = fs::remove_file(path);
        }
    }
    Ok(())
}

/// Imports a file that another site stored. Its name must match its content.
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
        Some(kind) => FileType::detect(bytes) == Some(kind) && name == other_name(bytes, kind),
        None => name.split('.').next() == Some(name_stem(bytes, width, height).as_str()),
    };
    if !is_right {
        bail!("the content does not match the name");
    }
    let narrow = narrow.filter(|_| other.is_none());
    if let Some((_, bytes)) = &narrow {
        decoded_size(bytes)?;
    }
    put(folder, name, bytes)?;
    let mut size = bytes.len();
    if let Some((name, bytes)) = narrow {
        put(folder, &name, &bytes)?;
        size += bytes.len();
    }
    let (title, bytes) = (name.to_owned(), i64::try_from(size)?);
    let upload =
        Upload { name: name.to_owned(), title, width, height, bytes, time: Timestamp::now(), account: None };
    Ok(store.add_upload(&upload, || Ok(()))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;
    use std::fs::File;
    use std::time::SystemTime;

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
        let (store, folder) = crate::store::tests::store("failed-upload");
        let bytes = b"%PDF-1.7 one";
        let name = other_name(bytes, FileType::Pdf);
        // A folder with the final name makes the last step fail.
        fs::create_dir(folder.join(&name)).unwrap();
        let before = fs::read_dir(&folder).unwrap().count();
        assert!(store_file(&store, &folder, "one.pdf", bytes, None, None).is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), before);
        assert!(!store.has_upload(&name).unwrap());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn files_of_a_crash_are_deleted_after_an_hour() {
        let folder = std::env::temp_dir().join(format!("gridlore-unfinished-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, minutes) in [("a.pdf.1.part", 90), ("b.pdf.1.part", 10), ("c.pdf", 90)] {
            let time = SystemTime::from(Timestamp::now() - SignedDuration::from_mins(minutes));
            File::create(folder.join(name)).unwrap().set_modified(time).unwrap();
        }
        delete_unfinished(&folder).unwrap();
        let exists = ["a.pdf.1.part", "b.pdf.1.part", "c.pdf"].map(|name| folder.join(name).exists());
        assert_eq!(exists, [false, true, true]);
        fs::remove_dir_all(folder).unwrap();
    }
}
