//! Stamps: hashes of the sources of committed artefacts, which show whether an artefact is out of
//! date.

use crate::steps::root;
use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Adds every file below a folder.
pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

/// Returns the hash of files with their names, sorted by name, and of a string.
pub(crate) fn hash(mut files: Vec<PathBuf>, text: &str) -> Result<String> {
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let name = file.strip_prefix(root()).unwrap_or(&file).to_string_lossy().into_owned();
        hash.update(name.as_bytes());
        hash.update([0]);
        hash.update(fs::read(&file).with_context(|| name)?);
        hash.update([0]);
    }
    hash.update(text);
    Ok(hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}
