//! Reads untrusted folders. Files outside cannot be reached through `..` or links, only regular
//! files are opened, and their sizes are limited.

use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Maximum size in bytes of a post's file, including its front matter.
pub(crate) const MAX_POST_FILE_BYTES: u64 = (gridlore_blog::MAX_TEXT_BYTES + (256 << 10)) as u64;

/// Maximum size in bytes of all posts of an import.
pub(crate) const MAX_IMPORT_BYTES: usize = 256 << 20;

/// Maximum size in bytes of an uploaded picture or other file.
pub(crate) const MAX_FILE_BYTES: u64 = 256 << 20;

/// Maximum size in bytes of the file with comments.
pub(crate) const MAX_COMMENTS_BYTES: u64 = 48 << 20;

/// Maximum number of files and folders in a source.
pub(crate) const MAX_ENTRIES: usize = 200_000;

/// A folder to read from.
#[derive(Debug)]
pub(crate) struct Source {
    root: PathBuf,
}

impl Source {
    pub(crate) fn new(folder: &Path) -> Result<Self> {
        let root = folder.canonicalize().with_context(|| format!("reading {}", folder.display()))?;
        Ok(Self { root })
    }

    /// Returns the canonical path of the folder, without symbolic links.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the regular files with one of these extensions, ordered by path, and other entries
    /// with these extensions, which are left out.
    pub(crate) fn files(&self, endings: &[&str]) -> Result<(Vec<PathBuf>, Vec<PathBuf>)> {
        let (mut files, mut others) = (Vec::new(), Vec::new());
        for (number, entry) in WalkDir::new(&self.root).sort_by_file_name().into_iter().enumerate() {
            let entry = entry.with_context(|| format!("reading {}", self.root.display()))?;
            if number > MAX_ENTRIES {
                bail!(
                    "{}: found too many files and folders; the limit is {MAX_ENTRIES}",
                    self.root.display()
                );
            }
            let ending = entry.path().extension().and_then(|ending| ending.to_str());
            if entry.file_type().is_dir() || !ending.is_some_and(|ending| endings.contains(&ending)) {
                continue;
            }
            if entry.file_type().is_file() { &mut files } else { &mut others }.push(entry.into_path());
        }
        Ok((files, others))
    }

    /// Resolves a path. Returns `None` if it leads outside the folder or not to a regular file.
    pub(crate) fn inside(&self, path: &Path) -> Option<PathBuf> {
        // Most of these paths do not exist, and this is one system call instead of one per folder.
        fs::metadata(path).ok()?;
        let found = path.canonicalize().ok().filter(|found| found.starts_with(&self.root))?;
        fs::symlink_metadata(&found).is_ok_and(|facts| facts.is_file()).then_some(found)
    }

    /// Reads a file. Returns `None` if it is not in the folder.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or has more than `limit` bytes.
    pub(crate) fn bytes(&self, path: &Path, limit: u64) -> Result<Option<Vec<u8>>> {
        let Some(found) = self.inside(path) else { return Ok(None) };
        let reading = || format!("reading {}", path.display());
        let mut bytes = Vec::new();
        // The size is also limited here, because the file may grow while it is being read.
        File::open(&found)
            .with_context(reading)?
            .take(limit + 1)
            .read_to_end(&mut bytes)
            .with_context(reading)?;
        if bytes.len() as u64 > limit {
            bail!("{}: larger than the limit of {limit} bytes", path.display());
        }
        Ok(Some(bytes))
    }

    /// Reads a text file. Returns `None` if it is not in the folder.
    ///
    /// # Errors
    /// Fails as [`Source::bytes`] does, and also if the file is not UTF-8.
    pub(crate) fn text(&self, path: &Path, limit: u64) -> Result<Option<String>> {
        let Some(bytes) = self.bytes(path, limit)? else { return Ok(None) };
        let text = String::from_utf8(bytes)
            .map_err(|_| anyhow::anyhow!("{}: found bytes that are not UTF-8", path.display()))?;
        Ok(Some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::folder;

    #[cfg(unix)]
    #[test]
    fn nothing_outside_is_reached() {
        use std::os::unix::fs::symlink;
        let root = folder("source");
        let (inside, outside) = (root.join("in"), root.join("out"));
        fs::create_dir_all(inside.join("deep")).unwrap();
        fs::create_dir_all(&outside).unwrap();
        fs::write(outside.join("key.md"), "secret").unwrap();
        fs::write(inside.join("deep/a.md"), "text").unwrap();
        symlink(outside.join("key.md"), inside.join("linked.md")).unwrap();
        symlink(&outside, inside.join("folder")).unwrap();
        symlink("deep/a.md", inside.join("near.md")).unwrap();
        let source = Source::new(&inside).unwrap();
        let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        let (files, others) = source.files(&["md"]).unwrap();
        assert_eq!(files.iter().map(name).collect::<Vec<_>>(), ["a.md"]);
        assert_eq!(others.iter().map(name).collect::<Vec<_>>(), ["linked.md", "near.md"]);
        for path in [
            "linked.md",
            "folder/key.md",
            "../out/key.md",
            "deep/../../out/key.md",
            "deep",
            "none.md",
            "/etc/hostname",
        ] {
            assert_eq!(source.text(&inside.join(path), 100).unwrap(), None, "{path}");
        }
        for path in ["deep/a.md", "deep/../deep/a.md", "near.md"] {
            assert_eq!(source.text(&inside.join(path), 100).unwrap().as_deref(), Some("text"), "{path}");
        }
        assert!(
            source
                .text(&inside.join("deep/a.md"), 3)
                .unwrap_err()
                .to_string()
                .contains("larger than the limit of 3 bytes")
        );
        fs::remove_dir_all(root).unwrap();
    }
}
