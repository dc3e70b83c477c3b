//! A folder that is read from outside: nothing outside of it is reached by `..` or by links,
//! nothing but plain files is opened, and each has a largest size.

use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Bytes of a post's file, at most: its text and the front matter.
pub(crate) const LARGEST_TEXT: u64 = (gridlore_blog::LONGEST_TEXT + (256 << 10)) as u64;

/// Bytes of all posts of an import, at most.
pub(crate) const LARGEST_IMPORT: usize = 256 << 20;

/// Bytes of a picture, at most.
pub(crate) const LARGEST_PICTURE: u64 = 64 << 20;

/// Bytes of the list of comments, at most.
pub(crate) const LARGEST_LIST: u64 = 48 << 20;

/// Files and folders in a source, at most.
pub(crate) const MOST_ENTRIES: usize = 200_000;

/// A folder.
#[derive(Debug)]
pub(crate) struct Source {
    root: PathBuf,
}

impl Source {
    pub(crate) fn new(folder: &Path) -> Result<Self> {
        let root = folder.canonicalize().with_context(|| format!("reading {}", folder.display()))?;
        Ok(Self { root })
    }

    /// The files with one of these endings, in the order of their paths; and those that are none,
    /// which are left out.
    pub(crate) fn files(&self, endings: &[&str]) -> Result<(Vec<PathBuf>, Vec<PathBuf>)> {
        let (mut files, mut others) = (Vec::new(), Vec::new());
        for (number, entry) in WalkDir::new(&self.root).sort_by_file_name().into_iter().enumerate() {
            let entry = entry.with_context(|| format!("reading {}", self.root.display()))?;
            if number > MOST_ENTRIES {
                bail!("{}: found more than {MOST_ENTRIES} files and folders", self.root.display());
            }
            let ending = entry.path().extension().and_then(|ending| ending.to_str());
            if entry.file_type().is_dir() || !ending.is_some_and(|ending| endings.contains(&ending)) {
                continue;
            }
            if entry.file_type().is_file() { &mut files } else { &mut others }.push(entry.into_path());
        }
        Ok((files, others))
    }

    /// Where a path leads; `None` when that is outside, or no plain file.
    pub(crate) fn inside(&self, path: &Path) -> Option<PathBuf> {
        let found = path.canonicalize().ok().filter(|found| found.starts_with(&self.root))?;
        fs::symlink_metadata(&found).is_ok_and(|facts| facts.is_file()).then_some(found)
    }

    /// The bytes of a file; `None` when it is not in the folder.
    ///
    /// # Errors
    /// When it cannot be read, or has more than `most` bytes.
    pub(crate) fn bytes(&self, path: &Path, most: u64) -> Result<Option<Vec<u8>>> {
        let Some(found) = self.inside(path) else { return Ok(None) };
        let reading = || format!("reading {}", path.display());
        let mut bytes = Vec::new();
        // It may grow while it is read.
        File::open(&found)
            .with_context(reading)?
            .take(most + 1)
            .read_to_end(&mut bytes)
            .with_context(reading)?;
        if bytes.len() as u64 > most {
            bail!("{}: found more than {most} bytes, expected at most that", path.display());
        }
        Ok(Some(bytes))
    }

    /// The text of a file; `None` when it is not in the folder.
    ///
    /// # Errors
    /// As [`Source::bytes`], and when it is not UTF-8.
    pub(crate) fn text(&self, path: &Path, most: u64) -> Result<Option<String>> {
        let Some(bytes) = self.bytes(path, most)? else { return Ok(None) };
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
            source.text(&inside.join("deep/a.md"), 3).unwrap_err().to_string().contains("more than 3 bytes")
        );
        fs::remove_dir_all(root).unwrap();
    }
}
