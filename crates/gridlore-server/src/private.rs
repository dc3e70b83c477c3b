//! Files that only the account running the site can read: the data folder contains password hashes,
//! addresses of visitors, and drafts.
//!
//! On systems without Unix permissions, files get the system's defaults.

use anyhow::{Context, Result};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Creates a folder that no other account can enter, or makes an existing folder private.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("creating the folder {}", path.display()))?;
    close(path, 0o700).with_context(|| format!("making {} private", path.display()))
}

/// Makes a file private if it exists.
pub(crate) fn close_file(path: &Path) -> Result<()> {
    if path.is_file() {
        close(path, 0o600).with_context(|| format!("making {} private", path.display()))?;
    }
    Ok(())
}

/// Creates an empty file if it does not exist, and makes it private.
pub(crate) fn make_file(path: &Path) -> Result<()> {
    append(path).with_context(|| format!("creating {}", path.display()))?;
    close_file(path)
}

/// Opens a file for appending, creating it if necessary. Does not wait for the reader of a named
/// pipe: without one, opening fails.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    let mut options = options();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options.append(true).create(true).open(path)
}

/// Creates a file, or empties an existing one.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    options().write(true).create(true).truncate(true).open(path)
}

/// Creates a file that must not exist yet.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    options().write(true).create_new(true).open(path)
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = create(path).with_context(|| format!("writing {}", path.display()))?;
    Ok(file.write_all(bytes)?)
}

#[cfg(unix)]
fn options() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

#[cfg(not(unix))]
fn options() -> OpenOptions {
    OpenOptions::new()
}

#[cfg(unix)]
fn close(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = fs::metadata(path)?.permissions();
    if permissions.mode() & 0o077 != 0 {
        permissions.set_mode(mode);
        fs::set_permissions(path, permissions)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn close(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_named_pipe_without_a_reader_is_not_waited_for() {
        let folder = std::env::temp_dir().join(format!("gridlore-pipe-{}", std::process::id()));
        make_folder(&folder).unwrap();
        let pipe = folder.join("access.log");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(append(&pipe).is_err());
        let file = folder.join("other.log");
        append(&file).unwrap().write_all(b"one").unwrap();
        append(&file).unwrap().write_all(b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"onetwo");
        fs::remove_dir_all(folder).unwrap();
    }
}
