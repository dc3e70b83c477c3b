//! Settings that several people can change: a form that shows earlier values overwrites nothing.

use super::Site;
use anyhow::{Context, Result};
use std::fs::File;
use std::sync::PoisonError;

/// The message to a writer whose form shows earlier values.
pub(crate) const CHANGED: &str = "Somebody else has changed these settings since you opened this form, so nothing was saved. Your values are still in the form: save again to replace the other changes, or open this page in another tab to see them first.";

/// A locked file, which is unlocked when this is dropped.
struct Lock<'a>(&'a File);

impl Drop for Lock<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::error!("unlocking the settings: {error}");
        }
    }
}

impl Site {
    /// Runs `save` and returns its result, or `None` if the settings are no longer the ones that a
    /// form showed. `seen` is the hash in that form, and `stored` computes the hash of the current
    /// settings. An empty hash, of a request without a form, fits all settings.
    pub(crate) fn save_settings<T>(
        &self,
        seen: &str,
        stored: impl FnOnce() -> Result<String>,
        save: impl FnOnce() -> Result<T>,
    ) -> Result<Option<T>> {
        // Nothing changes between the comparison and the end of `save`, not even by another server
        // on the same data folder.
        let file = self.settings.lock().unwrap_or_else(PoisonError::into_inner);
        file.lock().context("locking the settings")?;
        let _lock = Lock(&file);
        self.refresh()?;
        if !seen.is_empty() && seen != stored()? {
            return Ok(None);
        }
        save().map(Some)
    }
}
