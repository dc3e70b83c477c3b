//! Writes output files completely or not at all.

use anyhow::{Context, Result};
use std::path::Path;

/// Writes a file. An existing file is replaced atomically, so an incomplete file is never visible.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> Result<()> {
    let is_plain = std::fs::symlink_metadata(file).is_ok_and(|data| data.is_file());
    let context = || format!("writing {}", file.display());
    if !is_plain {
        return std::fs::write(file, bytes).with_context(context);
    }
    let mut new = file.as_os_str().to_os_string();
    new.push(".new");
    std::fs::write(&new, bytes).and_then(|()| std::fs::rename(&new, file)).with_context(context)
}
