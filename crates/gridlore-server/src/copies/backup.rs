//! Backups: a site in one file, a tar.gz with a snapshot of the database, the files of posts, the
//! uploads, and the hash of each file.
//!
//! A backup can be made while the site is running. Restoring verifies every hash before anything is
//! put in place.

use crate::DATABASE;
use crate::content::uploads;
use crate::store::{Store, check_schema};
use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::ErrorKind::NotFound;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The list of hashes in the archive: one line `HASH  PATH` per file, in the format of sha256sum.
const MANIFEST: &str = "SHA256SUMS";

/// The folders in a backup. The access log is not part of the site's content.
const FOLDERS: [&str; 2] = ["posts", "uploads"];

/// Maximum ratio between the unpacked and the packed size. Text compresses to a fifth, and nearly
/// empty database pages to a fiftieth.
pub(crate) const MAX_RATIO: u64 = 100;

/// Unpacked size in bytes that is always allowed, whatever the ratio.
pub(crate) const MIN_UNPACKED_LIMIT: u64 = 256 << 20;

/// Maximum size in bytes of the list of hashes.
const MAX_MANIFEST_BYTES: u64 = 64 << 20;

/// Maximum length in bytes of a file's path.
const MAX_PATH_BYTES: usize = 1_000;

/// Maximum number of files in a backup.
const MAX_FILES: usize = 500_000;

/// Maximum number of folders in a backup, including nested ones.
const MAX_FOLDERS: usize = 50_000;

/// Maximum depth of a file: the number of folders that contain it.
const MAX_DEPTH: usize = 64;

/// The numbers of files and folders in a backup so far. Creating and restoring have the same
/// limits, so that every backup can be restored.
#[derive(Default)]
struct Extent {
    files: usize,
    folders: HashSet<String>,
}

impl Extent {
    /// Counts a file and its folders.
    ///
    /// # Errors
    /// Fails if a limit is exceeded.
    fn add(&mut self, name: &str) -> Result<()> {
        check_name(name.len() as u64)?;
        self.files += 1;
        if self.files > MAX_FILES {
            bail!("found too many files; the limit is {MAX_FILES}");
        }
        if name.matches('/').count() > MAX_DEPTH {
            bail!("found {name}, which is in more than {MAX_DEPTH} folders");
        }
        for (end, _) in name.match_indices('/') {
            if !self.folders.contains(&name[..end]) {
                if self.folders.len() >= MAX_FOLDERS {
                    bail!("found too many folders; the limit is {MAX_FOLDERS}");
                }
                self.folders.insert(name[..end].to_owned());
            }
        }
        Ok(())
    }
}

/// A reader that fails after a given number of bytes.
struct Bounded<R> {
    inner: R,
    left: u64,
    limit: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            let limit = self.limit >> 20;
            std::io::Error::other(format!("it unpacks to more than {limit} MiB ({MAX_RATIO} times its size)"))
        })?;
        Ok(read)
    }
}

/// Returns the temporary files that [`backup`] creates and deletes, so that interrupted programs
/// can remove them.
#[must_use]
pub fn parts_of_backup(file: &Path) -> Vec<PathBuf> {
    ["part", "database", "database-journal"].iter().map(|ending| beside(file, ending)).collect()
}

/// Returns the temporary folder that [`restore`] creates and renames to `data`, so that interrupted
/// programs can remove it.
#[must_use]
pub fn parts_of_restore(data: &Path) -> Vec<PathBuf> {
    vec![beside(&data.components().collect::<PathBuf>(), "restore")]
}

/// Backs up the site in `data` to a new file. Returns the number of files in it.
///
/// # Errors
/// Fails if there is no site, or the file exists or cannot be written. An incomplete file is
/// deleted.
pub fn backup(data: &Path, file: &Path) -> Result<usize> {
    if !data.join(DATABASE).is_file() {
        bail!("{}: found no site, expected a folder with {DATABASE}", data.display());
    }
    if file.exists() {
        bail!("{} already exists", file.display());
    }
    let part = beside(file, "part");
    let snapshot = beside(file, "database");
    let make = || -> Result<usize> {
        let _ = fs::remove_file(&snapshot);
        // SQLite gives its journal the same permissions.
        crate::private::create_new(&snapshot)?;
        Store::open(&data.join(DATABASE))?.copy_to(&snapshot).context("copying the database")?;
        let count = write(data, &snapshot, &part)?;
        fs::rename(&part, file)?;
        Ok(count)
    };
    let result = make();
    let _ = fs::remove_file(&snapshot);
    let _ = fs::remove_file(&part);
    result.with_context(|| format!("writing {}", file.display()))
}

fn write(data: &Path, snapshot: &Path, part: &Path) -> Result<usize> {
    let out = crate::private::create_new(part)?;
    let mut archive = tar::Builder::new(GzEncoder::new(out, Compression::fast()));
    archive.follow_symlinks(false);
    let mut manifest = String::new();
    let mut extent = Extent::default();
    let mut add = |path: &Path, name: &str| -> Result<()> {
        let file = match File::open(path) {
            Ok(file) => file,
            // Somebody has deleted it since the backup began.
            Err(error) if error.kind() == NotFound && name != DATABASE => return Ok(()),
            Err(error) => return Err(error).with_context(|| format!("reading {}", path.display())),
        };
        extent.add(name).with_context(|| format!("reading {}", path.display()))?;
        let bytes = file.metadata()?.len();
        let mut hashed = Hashed::new(file.take(bytes));
        append(&mut archive, name, bytes, &mut hashed)?;
        // Only a post's file can have become shorter, if it is being written right now.
        if hashed.bytes != bytes {
            bail!("{} changed while it was being read; try again", path.display());
        }
        let _ = writeln!(manifest, "{}  {name}", hashed.hash());
        Ok(())
    };
    add(snapshot, DATABASE)?;
    for folder in FOLDERS {
        let root = data.join(folder);
        for entry in WalkDir::new(&root).sort_by_file_name() {
            let entry = match entry {
                Ok(entry) => entry,
                // A folder may be missing, or may be deleted while the backup is made.
                Err(error) if error.io_error().is_some_and(|error| error.kind() == NotFound) => continue,
                Err(error) => return Err(error).context("a backup must contain every file"),
            };
            let relative = entry.path().strip_prefix(data).ok().and_then(Path::to_str);
            let is_unfinished = folder == "uploads" && uploads::is_unfinished(entry.path());
            if let Some(name) = relative.filter(|_| entry.file_type().is_file() && !is_unfinished) {
                add(entry.path(), &name.replace('\\', "/"))?;
            }
        }
    }
    append(&mut archive, MANIFEST, manifest.len() as u64, manifest.as_bytes())?;
    archive.into_inner()?.finish()?.sync_all()?;
    Ok(extent.files)
}

fn append(archive: &mut tar::Builder<impl Write>, name: &str, bytes: u64, content: impl Read) -> Result<()> {
    let mut header = tar::Header::new_gnu();
    header.set_size(bytes);
    header.set_mode(0o600);
    archive.append_data(&mut header, name, content)?;
    Ok(())
}

/// A reader that counts and hashes its bytes.
struct Hashed<R> {
    inner: R,
    digest: Sha256,
    bytes: u64,
}

impl<R: Read> Hashed<R> {
    fn new(inner: R) -> Self {
        Self { inner, digest: Sha256::new(), bytes: 0 }
    }

    fn hash(self) -> String {
        self.digest.finalize().iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.digest.update(&buffer[..read]);
        self.bytes += read as u64;
        Ok(read)
    }
}

/// Returns the name of a temporary file or folder in the same folder.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.{ending}", std::process::id()));
    file.with_file_name(name)
}

/// Restores a backup into `data`, which must be empty or not exist. Returns the number of files in
/// the backup.
///
/// # Errors
/// Fails if the file is not a complete backup, or `data` is not empty. In both cases, nothing has
/// changed.
pub fn restore(file: &Path, data: &Path) -> Result<usize> {
    if fs::read_dir(data).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("{} is not empty; restore the backup into a new folder", data.display());
    }
    let unpacked = beside(&data.components().collect::<PathBuf>(), "restore");
    let result = unpack(file, &unpacked).and_then(|count| {
        check_schema(&unpacked.join(DATABASE)).context("checking the backup's database")?;
        let store = Store::open(&unpacked.join(DATABASE))?;
        store.check().context("checking the backup's database")?;
        store.check_names().context("checking the backup's database")?;
        // Sessions of the original site are not valid here.
        store.end_all_sessions()?;
        // The original site may have sent the queued mail, or may still send it.
        store.clear_mail(jiff::Timestamp::now())?;
        store.clear_deliveries(jiff::Timestamp::now())?;
        drop(store);
        // Removes an empty folder, so that the rename succeeds.
        let _ = fs::remove_dir(data);
        fs::rename(&unpacked, data).with_context(|| format!("creating {}", data.display()))?;
        Ok(count)
    });
    let _ = fs::remove_dir_all(&unpacked);
    result.with_context(|| format!("restoring {}", file.display()))
}

fn unpack(file: &Path, folder: &Path) -> Result<usize> {
    let mut found = BTreeMap::new();
    let mut extent = Extent::default();
    let mut manifest = None;
    let packed = File::open(file)?;
    let limit = packed.metadata()?.len().saturating_mul(MAX_RATIO).max(MIN_UNPACKED_LIMIT);
    // Limits the number of unpacked bytes, including those of long names, before any data is
    // trusted.
    let bounded = Bounded { inner: GzDecoder::new(packed), left: limit, limit };
    let mut archive = tar::Archive::new(bounded);
    crate::private::make_folder(folder)?;
    // A name that is too long for a header is in a separate entry before the file.
    let mut long_name: Option<Vec<u8>> = None;
    // Reads raw entries, because the library would read long names of any length.
    for entry in archive.entries().context("it is not a tar.gz file")?.raw(true) {
        let mut entry = entry.context("it is not a complete tar.gz file")?;
        if entry.header().entry_type().is_gnu_longname() {
            check_name(entry.size())?;
            let mut name = Vec::new();
            entry.read_to_end(&mut name).context("it is not a complete tar.gz file")?;
            long_name = Some(name.split(|byte| *byte == 0).next().unwrap_or_default().to_vec());
            continue;
        }
        let name = long_name.take().unwrap_or_else(|| entry.path_bytes().into_owned());
        let name = String::from_utf8(name).ok().context("found a name that is not UTF-8")?;
        check_name(name.len() as u64)?;
        if !entry.header().entry_type().is_file() {
            bail!("found {name}, which is not a regular file; create the archive with tar --format=gnu");
        }
        if name == MANIFEST {
            let bytes = entry.size();
            if bytes > MAX_MANIFEST_BYTES {
                bail!("found {bytes} bytes in {MANIFEST}, expected at most {MAX_MANIFEST_BYTES}");
            }
            let mut text = String::new();
            entry.read_to_string(&mut text).context("it is not a complete tar.gz file")?;
            manifest = Some(text);
            continue;
        }
        let is_ours =
            name == DATABASE || FOLDERS.iter().any(|folder| name.starts_with(&format!("{folder}/")));
        if !is_ours || name.split('/').any(|part| matches!(part, "" | "." | "..")) || name.contains('\\') {
            bail!("found {name}, which does not belong to a backup");
        }
        extent.add(&name)?;
        let path = folder.join(&name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let (mut hashed, mut out) = (Hashed::new(entry), crate::private::create_new(&path)?);
        std::io::copy(&mut hashed, &mut out).with_context(|| format!("unpacking {name}"))?;
        out.sync_all()?;
        found.insert(name, hashed.hash());
    }
    let manifest = manifest.with_context(|| format!("found no {MANIFEST} in it"))?;
    let mut named = BTreeSet::new();
    for line in manifest.lines() {
        let (hash, name) = line
            .split_once("  ")
            .with_context(|| format!("found the invalid line \"{line}\" in {MANIFEST}"))?;
        if found.get(name).is_none_or(|known| known != hash) {
            bail!("{name} is missing or has changed since the backup");
        }
        named.insert(name);
    }
    if found.len() != named.len() || !found.contains_key(DATABASE) {
        bail!("found {} files, but {MANIFEST} lists {}", found.len(), named.len());
    }
    for folder_name in FOLDERS {
        fs::create_dir_all(folder.join(folder_name))?;
    }
    Ok(found.len())
}

/// # Errors
/// Fails if a name is longer than the limit.
fn check_name(bytes: u64) -> Result<()> {
    if bytes > MAX_PATH_BYTES as u64 {
        bail!("found a name of {bytes} bytes, expected at most {MAX_PATH_BYTES}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::desk::Desk;
    use crate::store::Role;
    use crate::tests::folder;
    use jiff::{SignedDuration, Timestamp};

    #[test]
    fn a_site_survives_backup_and_restore() {
        let root = folder("backup");
        let (data, file) = (root.join("data"), root.join("site.backup"));
        assert!(backup(&data, &file).unwrap_err().to_string().contains("found no site"));
        let desk = Desk::open(&data).unwrap();
        let store = Store::open(&data.join(DATABASE)).unwrap();
        let now = Timestamp::now();
        store.invite("link", Role::Owner, now + SignedDuration::from_hours(1)).unwrap();
        let ann = store.join("link", "ann", "Ann", "hash", now).unwrap().unwrap();
        store.open_session("key", ann, "browser", "network", now).unwrap();
        desk.new_blog("notes", "Notes", "", "").unwrap();
        // The path is longer than the name field of a header.
        let deep = format!("posts/notes/{}", "deep/".repeat(40));
        fs::create_dir_all(data.join(&deep)).unwrap();
        fs::write(data.join(&deep).join("a.md"), "text").unwrap();
        fs::write(data.join("uploads/p.png"), [0, 159, 146, 150]).unwrap();
        fs::write(data.join("uploads/q.pdf.1.part"), "an upload in progress").unwrap();
        assert_eq!(backup(&data, &file).unwrap(), 3);
        assert!(backup(&data, &file).unwrap_err().to_string().ends_with("already exists"));
        let other = root.join("other");
        fs::create_dir(&other).unwrap();
        assert_eq!(restore(&file, &other).unwrap(), 3);
        let restored = Store::open(&other.join(DATABASE)).unwrap();
        assert_eq!(restored.accounts().unwrap().len(), 1);
        assert!(
            store.session("key", now).unwrap().is_some() && restored.session("key", now).unwrap().is_none()
        );
        assert!(!store.replace_by(&other.join(DATABASE)).unwrap(), "the site has an account");
        drop((store, restored));
        // The new site signs with the secret of the site that it becomes.
        let site = crate::open(&root.join("fresh"), crate::Config::default()).unwrap();
        let before = site.secret().unwrap();
        site.take_over(&other).unwrap();
        assert_ne!(site.secret().unwrap(), before);
        assert_eq!(*site.secret().unwrap(), *site.store.secret("unused").unwrap());
        assert!(site.take_over(&other).unwrap_err().to_string().contains("has an account"));
        drop(site);
        fs::remove_dir_all(root.join("fresh")).unwrap();
        assert_eq!(Desk::open(&other).unwrap().blogs().unwrap(), desk.blogs().unwrap());
        assert_eq!(fs::read(other.join("uploads/p.png")).unwrap(), [0, 159, 146, 150]);
        assert_eq!(fs::read_to_string(other.join(&deep).join("a.md")).unwrap(), "text");
        let error = restore(&file, &other).unwrap_err().to_string();
        assert!(error.ends_with("is not empty; restore the backup into a new folder"), "{error}");
        assert_eq!(fs::read_dir(&root).unwrap().count(), 3, "nothing else is left");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_damaged_backup_changes_nothing() {
        let root = folder("damaged");
        let file = root.join("site.backup");
        Desk::open(&root.join("data")).unwrap();
        backup(&root.join("data"), &file).unwrap();
        let whole = fs::read(&file).unwrap();
        let target = root.join("target");
        for (name, bytes) in
            [("cut", whole[..whole.len() / 2].to_vec()), ("text", b"hello".to_vec()), ("empty", Vec::new())]
        {
            fs::write(&file, bytes).unwrap();
            assert!(restore(&file, &target).is_err(), "{name}");
            assert!(!target.exists(), "{name}");
        }
        for (name, bytes) in
            [("../evil", "x"), ("/etc/evil", "x"), ("other.txt", "x"), ("posts/../../evil", "x")]
        {
            let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o600);
            // The name is written directly, because the builder would refuse it.
            header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_cksum();
            archive.append(&header, bytes.as_bytes()).unwrap();
            fs::write(&file, archive.into_inner().unwrap().finish().unwrap()).unwrap();
            let error = format!("{:#}", restore(&file, &target).unwrap_err());
            assert!(error.contains("which does not belong to a backup"), "{name}: {error}");
        }
        let packed = |entries: &[(tar::EntryType, &str, &[u8])]| {
            let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
            for (kind, name, bytes) in entries {
                let mut header = tar::Header::new_gnu();
                header.set_entry_type(*kind);
                header.set_size(bytes.len() as u64);
                header.set_path(name).unwrap();
                header.set_cksum();
                archive.append(&header, *bytes).unwrap();
            }
            fs::write(&file, archive.into_inner().unwrap().finish().unwrap()).unwrap();
            format!("{:#}", restore(&file, &target).unwrap_err())
        };
        let long = vec![b'a'; 40 << 20];
        let error = packed(&[(tar::EntryType::GNULongName, "x", &long)]);
        assert!(error.contains("found a name of 41943040 bytes, expected at most 1000"), "{error}");
        let error = packed(&[(tar::EntryType::XHeader, "x", b"11 path=a\n")]);
        assert!(error.contains("--format=gnu"), "{error}");
        let deep = format!("posts/{}f", "a/".repeat(46));
        let deepest = format!("posts/{}f", "a/".repeat(MAX_DEPTH));
        let error = packed(&[
            (tar::EntryType::GNULongName, "x", deepest.as_bytes()),
            (tar::EntryType::Regular, "x", b""),
        ]);
        assert!(error.contains("which is in more than 64 folders"), "{error}");
        // Each file is in its own chain of 47 folders.
        let names: Vec<String> =
            (0..2_000).map(|number| deep.replacen("a/", &format!("{number}/"), 1)).collect();
        let mut extent = Extent::default();
        let error = names.iter().find_map(|name| extent.add(name).err()).unwrap().to_string();
        assert_eq!(error, "found too many folders; the limit is 50000");
        assert_eq!(extent.folders.len(), MAX_FOLDERS);
        let database = root.join("evil.sqlite3");
        Store::open(&database).unwrap();
        rusqlite::Connection::open(&database)
            .unwrap()
            .execute_batch("create trigger x after delete on session begin select 1; end")
            .unwrap();
        let bytes = fs::read(&database).unwrap();
        let hash = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let list = format!("{hash}  {DATABASE}\n");
        let plain = tar::EntryType::Regular;
        let error = packed(&[(plain, DATABASE, &bytes), (plain, MANIFEST, list.as_bytes())]);
        assert!(error.contains("its trigger \"x\" does not belong to a site"), "{error}");
        assert!(!target.exists() && !root.join("evil").exists());
        fs::remove_dir_all(root).unwrap();
    }
}
